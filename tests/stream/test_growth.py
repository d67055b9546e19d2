"""Twice the text is at most twice the work of a parser, counted in lines that run and characters that are handed on."""

from __future__ import annotations

from typing import Any

import pytest

from counting import characters_and_lines

from .running import ANCHOR, make

SLACK = 1_000
CALL = '<call>{"name": "f", "arguments": {"a": 1}}</call>\n'
FIELDS: dict[str, Any] = {
    "thinking": {"open_pattern": r"\s*<think>\s*", "close_pattern": r"\s*</think>\s*"},
    "tool_calls": {"open": "<call>", "close": "</call>", "repeats": True, "content": "json"},
    "header": {"open_pattern": r"<\|a\|>.*?<\|m\|>", "close": "<|end|>"},
    "content": {"close": ["<|end|>", "<|end|><|stop|>"], "repeats": True, "join": ""},
}
AHEAD = {"thinking": {"open_pattern": r"(?=[\s\S]*?</think>)", "close": "</think>"}, "content": {}}
RUNS: dict[str, tuple[dict[str, Any], str, str]] = {
    "words": (FIELDS, "", "word "),
    "words in a region": (FIELDS, "<think>", "word, "),
    "blanks": (FIELDS, "x", " "),
    "blanks in a region": (FIELDS, "<think>", "\n"),
    "almost openers": (FIELDS, "", "<thin"),
    "almost closers": (FIELDS, "<call>", "</cal"),
    "an unfinished header": (FIELDS, "<|a|>", "to=x "),
    "calls": (FIELDS, "", CALL),
    "closers": (FIELDS, "", "<|end|>"),
    "a lookahead for what never comes": (AHEAD, "", "word "),
}
CHARACTERS = 4_000


def parse(fields: dict[str, Any], text: str, size: int) -> None:
    parser = make({"start_anchor": ANCHOR, "fields": fields})
    for start in range(0, len(text), size):
        parser.feed(text[start : start + size])
    parser.finalize()


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("name", RUNS)
def test_twice_the_text_is_twice_the_work(name: str, size: int) -> None:
    fields, head, run = RUNS[name]
    once = head + run * (CHARACTERS // len(run))
    twice = head + run * (2 * CHARACTERS // len(run))
    parse(fields, twice, size)  # the automaton learns as it goes
    work = [characters_and_lines(lambda text=text: parse(fields, text, size)) for text in (once, twice)]  # type: ignore[misc]
    assert work[1] <= 2.1 * work[0] + SLACK


def test_a_quiet_feed_costs_the_same_at_any_length() -> None:
    parser = make({"start_anchor": ANCHOR, "fields": FIELDS})
    parser.feed("<think>")
    parser.feed("word")
    early = characters_and_lines(lambda: parser.feed("word"))
    for _ in range(5_000):
        parser.feed("word")
    assert characters_and_lines(lambda: parser.feed("word")) <= early + 5
