"""The automaton: shared, filled as it goes, bounded; and the search for where a delimiter can begin."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.patterns import automaton as module

from .scanning import Source, feed, first_hit, patterns, searcher, texts, watch


@pytest.mark.parametrize(
    ("sources", "text", "begins"),
    [
        ((("<a>",),), "xx<a>", 2),
        ((("<a>",),), "xx", None),
        ((("<a>",),), "<b<", 2),
        ((("<a>", "[b]"),), "x[b", 1),
        ((r"\s*<a",), "x <a", 1),
        ((r"\s*<a",), "x y", None),
        ((r"\s*<a",), "x ", 1),
        ((r"(?=ab)",), "xab", 1),
        ((r"a(?!b)",), "xab", 1),
        ((r"(?!a)b",), "ab", 1),
    ],
)
def test_where_a_delimiter_can_begin(sources: tuple[Source, ...], text: str, begins: int | None) -> None:
    trigger = watch(*sources).trigger
    assert trigger is not None
    found = trigger(text)
    assert (None if found is None else found.start()) == begins


@pytest.mark.parametrize("source", ["a*", r"\b", r"\B", ".+x", "(?!a)", "(?<=a)"])
def test_where_one_can_begin_anywhere_no_search_says_otherwise(source: str) -> None:
    trigger = watch(source).trigger
    assert trigger is None or trigger("!") is not None


def test_the_one_character_that_all_begin_with() -> None:
    assert watch(("<a>", "<b>"), r"<c+").trigger_char == "<"
    assert watch(("<a>", "[b]")).trigger_char == ""
    assert watch(r"\s*<").trigger_char == ""
    assert watch(r"(a)\1").trigger_char == ""


def test_with_nothing_to_watch_for_nothing_begins() -> None:
    trigger = watch().trigger
    assert trigger is not None
    assert trigger("<a>") is None
    assert first_hit(watch(), ["any", "thing"]).hit is None


@given(st.lists(patterns, min_size=1, max_size=2), texts)
def test_no_delimiter_begins_before_the_search_says_so(sources: list[str], text: str) -> None:
    watched, hit = watch(*sources), searcher(sources)(text)
    if watched.trigger is None or hit is None or hit[1] == len(text):
        return
    found = watched.trigger(text)
    assert found is not None
    assert found.start() <= hit[1]


@pytest.mark.parametrize("source", [r"<[ab]{1,6}[<a]*!", r"(?<=b)<\w+\b!", r"a(?=.{3}<)", r"[^<]{4}<"])
def test_an_automaton_that_forgets_its_states_finds_the_same(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.setattr(module, "MAX_STATES", 3)
    monkeypatch.setattr(module, "MAX_TRANSITIONS", 2)
    watched, search, chance = watch(source), searcher([source]), random.Random(3)
    for _ in range(60):
        text = "".join(chance.choices("ab<!é", k=14))
        for pieces in ([text], list(text)):
            assert first_hit(watched, pieces).hit == search(text), text


def test_runs_that_share_an_automaton_do_not_meet() -> None:
    watched = watch(r"<a+>", ("<b>",))
    one, two = watched.scan(), watched.scan()
    for size in range(1, 5):
        assert feed(watched, one, "x<aa"[:size], size - 1) is None
        assert feed(watched, two, "<<<<"[:size], size - 1) is None
    assert (one.held, two.held) == (1, 3)
    assert feed(watched, one, "x<aa>", 4) == (0, 1, 5)
    assert feed(watched, two, "<<<<b>", 4) == (1, 3, 6)


def test_pieces_that_were_met_before_lead_to_the_same() -> None:
    watched, search = watch(r"<a+>\s*", ("<b>", "<bb>")), searcher([r"<a+>\s*", ("<b>", "<bb>")])
    pieces, chance = ["<", "a", "aa>", " ", "b>", "<b", "x<a", "> ", "<bb", "<a><", "x"], random.Random(5)
    for _ in range(400):
        chosen = chance.choices(pieces, k=5)
        assert first_hit(watched, chosen).hit == search("".join(chosen)), chosen
