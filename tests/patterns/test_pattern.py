"""Patterns as the rest of the package sees them."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given

from chatparse.errors import PatternError
from chatparse.patterns import Found, Pattern, compile_pattern

from .scanning import patterns, texts


def test_a_pattern_and_its_names() -> None:
    pattern = compile_pattern(r"<(?P<key>\w+)=(?P<value>.*?)>(x)?")
    assert pattern.source == r"<(?P<key>\w+)=(?P<value>.*?)>(x)?"
    assert pattern.names == ("key", "value")
    assert pattern == Pattern(pattern.source)
    assert hash(pattern) == hash(Pattern(pattern.source))


def test_why_searching_may_take_long() -> None:
    assert compile_pattern("<a>.*?</a>").irregular == ""
    assert "nothing" in compile_pattern("a*").irregular
    assert "possessive" in compile_pattern("a++").irregular


def test_a_broken_pattern() -> None:
    with pytest.raises(PatternError, match="missing"):
        compile_pattern("(a")
    with pytest.raises(PatternError, match="characters"):
        compile_pattern("a" * 100_000)


def test_all_matches_and_the_groups_that_took_part() -> None:
    found = list(compile_pattern(r"<(?P<a>\w)?(?P<b>\d)?>").find_all("<x><1><>y"))
    assert found == [Found(0, 3, {"a": "x"}), Found(3, 6, {"a": "1"}), Found(6, 8, {})]


def test_matches_of_nothing_come_to_an_end() -> None:
    assert [(one.start, one.end) for one in compile_pattern(r"a*").find_all("aab")] == [(0, 2), (2, 2), (3, 3)]


@given(patterns, texts)
def test_all_matches_are_those_of_a_backtracking_engine(source: str, text: str) -> None:
    expected = [match.span() for match in regex.finditer(source, text, regex.DOTALL)]
    assert [(one.start, one.end) for one in compile_pattern(source).find_all(text)] == expected


@pytest.mark.parametrize(
    ("source", "text", "span", "groups"),
    [
        (r"<(?P<n>\w+)>", "a<b>", (1, 4), {"n": "b"}),
        (r"(?P<a>x)|(?P<b>y)", "y", (0, 1), {"b": "y"}),
        (r"(?<=(?P<p>a))b", "ab", (1, 2), {"p": "a"}),
        (r"(?P<n>a+?)(?=b)", "aab", (0, 2), {"n": "aa"}),
        (r"(?P<n>a|ab)(?P<m>c|bcd)", "abcd", (0, 4), {"n": "a", "m": "bcd"}),
        (r"plain", "plain", (0, 5), {}),
    ],
)
def test_the_groups_of_a_span(source: str, text: str, span: tuple[int, int], groups: dict[str, str]) -> None:
    assert compile_pattern(source).groups_at(text, *span) == groups
