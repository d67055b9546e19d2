"""Texts of the shapes that models write, the same for the same seed."""

from __future__ import annotations

import json
import random

__all__ = ["argument", "chat", "coder", "thought"]

PLAIN_WORDS = "river lantern of the a to and gently seven under stone market before window copper yes no it"
ODD_WORDS = ("x < y", "a > b", "f(x)", "snake_case", "3.14", "naïve", "日本", "{}", "[0]", "<b>bold</b>", "&amp;", "\n")
WORDS = (*PLAIN_WORDS.split(), *ODD_WORDS)
SENTENCES = 64


def prose(length: int, rng: random.Random) -> str:
    """Return text of about `length` characters, with angle brackets, newlines and more than ASCII in it."""
    sentences = [" ".join(rng.choices(WORDS, k=rng.randint(6, 16))).capitalize() + ". " for _ in range(SENTENCES)]
    parts: list[str] = []
    while length > 0:
        parts.append(rng.choice(sentences))
        length -= len(parts[-1])
    return "".join(parts)


def plain(length: int, rng: random.Random) -> str:
    """Return prose without what a tag could begin with."""
    return prose(length, rng).replace("<", "(").replace("\n", " ")


def chat(length: int, rng: random.Random) -> str:
    """Return a thought, an answer and three calls with JSON."""
    call = json.dumps({"name": "find", "arguments": {"query": plain(90, rng), "limit": 5}}, ensure_ascii=False)
    calls = f"\n<tool_call>\n{call}\n</tool_call>" * 3
    return f"<think>\n{prose(length // 2, rng)}\n</think>\n\n{prose(length // 2, rng)}{calls}<|im_end|>"


def coder(length: int, rng: random.Random) -> str:
    """Return a thought, an answer and two calls with tags for their parameters."""
    parameters = f"<parameter=query>\n{plain(90, rng)}\n</parameter>\n<parameter=limit>\n5\n</parameter>\n"
    calls = f"\n<tool_call>\n<function=find>\n{parameters}</function>\n</tool_call>" * 2
    return f"<think>\n{prose(length // 2, rng)}\n</think>\n\n{prose(length // 2, rng)}{calls}<|im_end|>"


def argument(length: int, rng: random.Random) -> str:
    """Return one call with one long argument."""
    call = {"name": "write_file", "arguments": {"path": "notes.md", "text": prose(length, rng)}}
    return f"<tool_call>{json.dumps(call, ensure_ascii=False)}</tool_call><|im_end|>"


def thought(length: int, rng: random.Random) -> str:
    """Return a thought whose opener the prompt has written, and a short answer."""
    return f"{prose(length, rng)}</think>\n\nSeven.<|im_end|>"
