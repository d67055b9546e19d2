"""Twice the text is at most twice the work, counted in lines that run."""

from __future__ import annotations

import random

import pytest

from chatparse.patterns import Watch
from counting import characters_and_lines, lines

from .scanning import Source, watch

SLACK = 400
RUNS: dict[str, tuple[tuple[Source, ...], str, str]] = {
    "blanks before a closer": ((r"\s*</t>\s*",), "", " "),
    "blanks after a closer": ((r"</t>\s*(?:</s>)?",), "</t>", " \n"),
    "blanks before either of two": ((r"\s*<a>", r"\s*<b>\s*"), "", "\t"),
    "a header without an end": ((r"<\|a\|>.*?<\|m\|>", ("<b>",)), "<|a|>", "x "),
    "a greedy header": ((r"<a[^>]*>",), "<a", "x"),
    "a header that begins again and again": ((r"<a.*?>",), "", "<a"),
    "a lookahead for what never comes": ((r"(?=[\s\S]*?</think>)",), "", "word "),
    "a lookahead from many places": ((r"<(?=.*?!)",), "", "< "),
    "a negative lookahead": ((r"a(?!.*b)",), "", "a"),
    "literals that almost begin": (("aaaaaaab",), "", "a"),
    "literals with a common beginning": ((("<|end|>", "<|end_of_turn|>"), ("<|endoftext|>",)), "", "<|end_"),
    "nested choice": ((r"(?:a|aa)+b",), "", "a"),
    "the end of the text": ((r"\s*$",), "", " x"),
    "words": ((r"\bend\b", r"(?<=\n)x"), "", "ends "),
}


def scan(watched: Watch, text: str, size: int) -> None:
    """Read a text in pieces of one size, past the delimiters in it."""
    running = watched.scan()
    for base in range(0, len(text), size):
        piece, before = text[base : base + size], text[max(0, base - watched.context) : base]
        hit = running.advance(piece, base, before, None)
        while hit is not None:
            hit = running.read(piece, max(hit[2] - base, 0), base, before)
    running.finish(len(text), text[-watched.context :] if watched.context else "")


@pytest.mark.parametrize("size", [1, 4, 100_000])
@pytest.mark.parametrize("name", RUNS)
def test_twice_the_text_is_twice_the_work(name: str, size: int) -> None:
    sources, head, run = RUNS[name]
    watched = watch(*sources)
    count = lines if size > 4 else characters_and_lines
    once, twice = head + run * 400, head + run * 800
    scan(watched, twice, size)  # the automaton learns as it goes
    assert count(lambda: scan(watched, twice, size)) <= 2 * count(lambda: scan(watched, once, size)) + SLACK


def test_many_states_do_not_make_a_character_dearer() -> None:
    text = "".join(random.Random(7).choices("ab<", k=4_000))
    watched = watch(r"<[ab]{12}[ab<]{0,8}!")
    scan(watched, text, 16)
    once, twice = (lines(lambda: scan(watched, text[:size], 16)) for size in (2_000, 4_000))  # noqa: B023
    assert twice <= 2.5 * once + SLACK


def test_an_idle_scan_does_not_look_at_characters_one_by_one() -> None:
    watched = watch(("<think>",), r"\s*<call (?P<name>\w+)>")
    text = "plain_words,_and_more_of_them." * 200
    scan(watched, text, len(text))
    assert lines(lambda: scan(watched, text, len(text))) < 60
