"""What is measured: a template, a text, and how the text arrives."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks import generate

__all__ = ["WORKLOADS", "Workload"]

SEED = 20_250
KB, MB = 1_000, 1_000_000
QUICK_MB = 100_000
TURN = "<|im_start|>assistant\n"

LITERALS: dict[str, Any] = {
    "defaults": {"role": "assistant"},
    "start_anchor": TURN,
    "fields": {
        "reasoning_content": {"open": "<think>", "close": "</think>"},
        "tool_calls": {
            "open": "<tool_call>",
            "close": "</tool_call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close": "<|im_end|>", "repeats": True, "join": "\n"},
    },
}
PATTERNS: dict[str, Any] = {
    "defaults": {"role": "assistant"},
    "start_anchor": TURN,
    "fields": {
        "reasoning_content": {"open_pattern": r"<think>\n?", "close_pattern": r"\s*</think>\s*"},
        "tool_calls": {
            "open_pattern": r"\s*<tool_call>\s*<function=(?P<name>[^>\s]+)>",
            "close_pattern": r"</function>\s*</tool_call>\s*",
            "repeats": True,
            "content": "xml-inline",
            "content_args": {"tag_pattern": r"<parameter=(?P<key>[^>\n]+)>\n?(?P<value>.*?)\n?</parameter>"},
            "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}},
        },
        "content": {"close_pattern": r"\s*<\|im_end\|>", "repeats": True, "join": "\n"},
    },
}
LOOKAHEAD: dict[str, Any] = {
    "defaults": {"role": "assistant"},
    "start_anchor_pattern": r"<\|im_start\|>assistant\n<think>\n",
    "fields": {
        "reasoning_content": {"open_pattern": r"(?=[\s\S]*?</think>)", "close_pattern": r"</think>\s*"},
        "content": {"close": "<|im_end|>"},
    },
}


@dataclass(frozen=True, slots=True)
class Workload:
    """One row of the table."""

    name: str
    template: dict[str, Any]
    write: Callable[[int, random.Random], str]
    length: int
    step: int | None
    """Characters a feed; `None` for the whole text in one call."""
    prefix: str = TURN

    def text(self, quick: bool = False) -> str:
        """Return the text, always the same; the longest ones are cut when it has to be quick."""
        length = min(self.length, QUICK_MB) if quick else self.length
        return self.write(length, random.Random(SEED))


WORKLOADS = (
    Workload("chat-4", LITERALS, generate.chat, 20 * KB, 4),
    Workload("chat-4", LITERALS, generate.chat, MB, 4),
    Workload("chat-1", LITERALS, generate.chat, 20 * KB, 1),
    Workload("chat-1", LITERALS, generate.chat, MB, 1),
    Workload("coder-4", PATTERNS, generate.coder, 20 * KB, 4),
    Workload("coder-4", PATTERNS, generate.coder, MB, 4),
    Workload("argument-4", LITERALS, generate.argument, 100 * KB, 4),
    Workload("lookahead-4", LOOKAHEAD, generate.thought, 4 * KB, 4, f"{TURN}<think>\n"),
    Workload("whole", LITERALS, generate.chat, 300, None),
    Workload("whole", LITERALS, generate.chat, 20 * KB, None),
    Workload("whole", LITERALS, generate.chat, MB, None),
)
