"""The dialect: `regex` with DOTALL, without MULTILINE, Unicode classes, errors of one kind."""

from __future__ import annotations

import contextlib
import re
import sys

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import PatternError
from chatparse.patterns import dialect
from chatparse.patterns.dialect import (
    ANY,
    WHITE_SPACE,
    Speller,
    char_set,
    compile_dialect,
    compile_literals,
    escape,
    one_char,
)

EVERY_CODE_POINT = "".join(map(chr, range(sys.maxunicode + 1)))


def test_white_space_is_that_of_the_dialect_at_every_code_point() -> None:
    assert re.findall(WHITE_SPACE, EVERY_CODE_POINT) == regex.findall(r"\s", EVERY_CODE_POINT)


@pytest.mark.parametrize("source", ["[^a]", "[a-z]", r"[\n\t]", r"[^\]\[]", "[abc]", r"[^<>\n]", r"\s", "."])
def test_a_set_spelled_for_the_standard_library_means_the_same(source: str) -> None:
    chars = char_set(source)
    if chars.portable is not None:
        sample = EVERY_CODE_POINT[:0x3100] + EVERY_CODE_POINT[0x1F600:0x1F610]
        assert re.findall(chars.portable, sample, re.DOTALL) == regex.findall(source, sample, regex.DOTALL)


@pytest.mark.parametrize("source", [r"\w", r"\d", r"\S", r"[\w-]", r"[[:alpha:]]", r"[a&&b]", r"\p{L}", r"[^\s>]"])
def test_a_set_that_may_mean_something_else_there_is_not_spelled_for_it(source: str) -> None:
    assert char_set(source).portable is None


@pytest.mark.parametrize(
    ("source", "inside", "outside"),
    [
        (".", "\n a\U0001f600", ""),
        (r"\w", "aé_9٣字", " -<"),
        (r"\d", "9٣", "a²"),
        (r"\s", " \n\t\x85\xa0\u2003", "\x1c\x1f\u200ba"),
        ("[^a]", "b\n", "a"),
        (r"\p{Lu}", "AÀ", "aà"),
    ],
)
def test_what_is_in_a_set(source: str, inside: str, outside: str) -> None:
    chars = char_set(source)
    for char in inside:
        assert chars.has(char), char
    for char in outside:
        assert not chars.has(char), char


def test_a_set_that_ignores_case() -> None:
    chars = char_set("k", ignore_case=True)
    assert [char for char in "kK\u212aj" if chars.has(char)] == list("kK\u212a")
    assert chars.portable is None


def test_one_character_and_any_character() -> None:
    assert one_char("<").char == "<"
    assert one_char("<").has("<")
    assert not one_char("<").has(">")
    assert ANY.has("\n")
    assert repr(one_char("a")) == "CharSet('a')"


def test_a_set_keeps_answering_when_it_was_asked_about_many_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialect, "MAX_CACHED_CHARACTERS", 3)
    chars = char_set(r"[ace]")
    assert [char for char in "abcdefabc" if chars.has(char)] == list("aceac")


@given(st.text(max_size=8))
def test_an_escaped_text_matches_itself_only(text: str) -> None:
    pattern = compile_dialect(escape(text))
    assert pattern.fullmatch(text)
    assert not pattern.fullmatch(text + "a")


@pytest.mark.parametrize(
    "source",
    [
        "(",
        ")",
        "[a",
        "*a",
        "a{2,1}",
        "(?P<n>",
        "(?P<1>a)",
        r"\p{Nope}",
        "(?<=",
        "(?P=x)",
        r"\1",
        "(?P<a>b)(?P<a",
        "a" * 5_000,
    ],
)
def test_a_broken_pattern_is_a_pattern_error(source: str) -> None:
    with pytest.raises(PatternError):
        compile_dialect(source)


@given(st.text(alphabet="()[]{}?*+|\\^$.<>=!:P&-,#abz09 \n", max_size=14))
def test_no_text_makes_compiling_raise_anything_else(source: str) -> None:
    with contextlib.suppress(PatternError):
        compile_dialect(source)


def test_of_literals_the_longest_is_preferred() -> None:
    found = compile_literals(("a.", "a", "a.b", "\n")).match("a.bc")
    assert found is not None
    assert found[0] == "a.b"
    assert compile_literals(("a.",)).match("ab") is None


def test_a_dot_is_any_character_and_anchors_are_those_of_the_text() -> None:
    assert compile_dialect("a.b").fullmatch("a\nb")
    assert not compile_dialect("^b").search("a\nb")
    assert not compile_dialect("a$").search("a\nb")


def test_the_speller_uses_the_standard_library_only_where_every_set_allows_it() -> None:
    plain = Speller([one_char("<"), char_set(r"\s"), char_set("[^a]")])
    assert plain.portable
    assert not Speller([one_char("<"), char_set(r"\w")]).portable
    search, match = plain.compile(plain.spell(char_set(r"\s")) + "+")
    assert search("a \u2003b")
    assert match("b ") is None


@given(
    st.lists(st.sampled_from([r"\w", "[ab]", "a", r"\s", "."])), st.lists(st.sampled_from([r"\d", "[bc]", "<", r"\]"]))
)
def test_the_intersection_of_sets(inside: list[str], outside: list[str]) -> None:
    within, without = [char_set(each) for each in inside], [char_set(each) for each in outside]
    speller = Speller([*within, *without])
    _, match = speller.compile(speller.intersection(within, without))
    for char in "abc <]9é\n":
        expected = all(each.has(char) for each in within) and not any(each.has(char) for each in without)
        assert (match(char) is not None) is expected, char
