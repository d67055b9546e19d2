"""Programs: their limits, and what the scan must know of the text before a position."""

from __future__ import annotations

import pytest

from chatparse.patterns.program import Match, One, Split, assemble
from chatparse.patterns.syntax import Irregular, parse


def test_a_preference_is_the_order_of_a_split() -> None:
    for greedy, lazy in (("a?", "a??"), ("a*", "a*?"), ("a{0,2}", "a{0,2}?"), ("a|", "|a")):
        ways = []
        for source in (greedy, lazy):
            program = assemble([parse(source)])
            entry = program.instructions[program.entries[0]]
            assert isinstance(entry, Split)
            ways.append([type(program.instructions[place]) for place in (entry.first, entry.second)])
        assert ways == [[One, Match], [Match, One]], greedy


def test_each_pattern_has_an_entry_and_a_match_of_its_own() -> None:
    program = assemble([parse("a"), parse("b+"), parse("")])
    assert len(program.entries) == 3
    assert [each.pattern for each in program.instructions if isinstance(each, Match)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("source", "reach"),
    [("a", 0), ("^a", 0), (r"a\b", 1), (r"\B", 1), ("(?<=abc)d", 3), ("(?<!a|bc)d", 2), ("(?<=a{1,3})", 3)],
)
def test_how_far_back_a_program_looks(source: str, reach: int) -> None:
    assert assemble([parse(source)]).reach == reach


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("a{10000}", "more than the automaton takes"),
        ("(?:a{100}){100}", "more than the automaton takes"),
        ("(?<=a+)b", "lookbehind"),
        (r"(?<=\ba)b", "lookbehind"),
        ("(?<=^a)b", "lookbehind"),
        ("(?<=a{300})b", "lookbehind"),
        ("(?<=(?=a)a)b", "lookbehind"),
        ("(?=a(?!b))", "inside a lookahead"),
        ("(?=a$)", "inside a lookahead"),
    ],
)
def test_what_is_left_to_the_fallback(source: str, why: str) -> None:
    with pytest.raises(Irregular, match=why):
        assemble([parse(source)])


def test_lookbehinds_that_are_alike_share_a_bit() -> None:
    program = assemble([parse("(?<=ab)c|(?<!ab)d"), parse("(?<=ab)e")])
    assert len(program.behinds) == 1
    assert program.behinds[0].holds("xab")
    assert not program.behinds[0].holds("aba")
