"""Which constructs are read, and which are left to the fallback."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import PatternError
from chatparse.patterns.dialect import compile_dialect
from chatparse.patterns.syntax import (
    Alternatives,
    Boundary,
    Chars,
    End,
    Group,
    Irregular,
    Look,
    Node,
    Repeat,
    Sequence,
    Start,
    fixed_width,
    is_nullable,
    literal_text,
    parse,
    parse_literals,
)

from .scanning import patterns

REGULAR = [
    "",
    "a",
    r"\.",
    r"\<\|",
    r"<\|im_end\|>",
    "a|b|",
    "(a)",
    "(?:a)",
    "(?P<n>a)",
    "(?<n>a)",
    "(?#note)a",
    "(?i)a",
    "(?s)a.b",
    "a*",
    "a+?",
    "a??",
    "a{2}",
    "a{2,}",
    "a{,3}",
    "a{2,3}?",
    "a{",
    "a{x",
    "[abc]",
    "[^]a]",
    "[]a]",
    r"[\]a]",
    "[[:alpha:]]",
    r"\d\D\s\S\w\W",
    r"\p{L}\P{Lu}\pN",
    r"\a\f\n\r\t\v\0",
    r"\x41\u0041\U00000041",
    "^a$",
    r"\Aa\Z",
    r"\ba\B",
    "(?=a)",
    "(?!a|b)",
    "(?<=ab)",
    "(?<!a|bc)",
    "(?=a(b|c)*)",
    "(a?){2}",
]
IRREGULAR = {
    r"(a)\1": "escape",
    r"(?P<n>a)(?P=n)": "group",
    r"(?R)?a": "group",
    "(?>a)": "group",
    "(?|a|b)": "group",
    "a++": "possessive",
    "a*+b": "possessive",
    "a?+": "possessive",
    "a{1,2}+": "possessive",
    "(?:a){e<=1}": "fuzzy",
    "(?:a){e}": "fuzzy",
    "a{}": "fuzzy",
    "a{,}": "fuzzy",
    "a(?i)b": "flag",
    "(?i:a)": "group",
    "(?x) a": "group",
    "(?m)^a": "group",
    "(?a)a": "group",
    "(?(?=a)a|b)": "group",
    "(a?)*": "empty",
    r"(?:\b)+": "empty",
    "(?:a|)*": "empty",
    "(?=a)?": "assertion",
    "^{2}": "assertion",
    r"\G": "escape",
    r"\X": "escape",
    r"\K": "escape",
    r"\R": "escape",
    r"\ma": "escape",
    r"\h": "escape",
    r"\N{DIGIT ONE}": "escape",
    "(*FAIL)": "group",
    "(" * 60 + ")" * 60: "deeply",
}


@pytest.mark.parametrize("source", REGULAR)
def test_what_is_regular(source: str) -> None:
    compile_dialect(source)
    parse(source)


@pytest.mark.parametrize("source", IRREGULAR)
def test_what_is_not(source: str) -> None:
    compile_dialect(source)
    with pytest.raises(Irregular, match=IRREGULAR[source]):
        parse(source)


@given(patterns)
def test_random_regular_patterns_are_read(source: str) -> None:
    parse(source)


@given(st.text(alphabet="()[]{}?*+|\\^$.<>=!:Piabz09,", max_size=12))
def test_a_pattern_that_compiles_is_read_or_left_to_the_fallback(source: str) -> None:
    try:
        compile_dialect(source)
    except PatternError:
        return
    with contextlib.suppress(Irregular):
        parse(source)


def test_the_nodes() -> None:
    node = parse(r"^a|(?P<n>[bc]+?)\b(?<!x)(?=y)\Z$")
    assert isinstance(node, Alternatives)
    first, second = node.options
    assert isinstance(first, Sequence)
    assert [type(item) for item in first.items] == [Start, Chars]
    assert isinstance(second, Sequence)
    group, boundary, behind, ahead, end, last = second.items
    assert isinstance(group, Group)
    assert (group.name, group.source) == ("n", "(?P<n>[bc]+?)")
    assert isinstance(group.item, Repeat)
    assert (group.item.least, group.item.most, group.item.greedy) == (1, None, False)
    assert isinstance(boundary, Boundary)
    assert not boundary.negative
    assert isinstance(behind, Look)
    assert (behind.ahead, behind.negative, behind.source) == (False, True, "(?<!x)")
    assert isinstance(ahead, Look)
    assert (ahead.ahead, ahead.negative) == (True, False)
    assert isinstance(end, End)
    assert isinstance(last, End)
    assert (end.before_newline, last.before_newline) == (False, True)


def longest_first(node: Node) -> list[str | None]:
    return [literal_text(option) for option in node.options] if isinstance(node, Alternatives) else [literal_text(node)]


def test_literals_are_read_longest_first_and_once() -> None:
    assert longest_first(parse_literals(("b", "abc", "b", ".*"))) == ["abc", ".*", "b"]
    assert longest_first(parse_literals(("<x>",))) == ["<x>"]


@pytest.mark.parametrize(
    ("source", "nullable", "width", "text"),
    [
        ("", True, 0, ""),
        ("ab", False, 2, "ab"),
        (r"\<a\>", False, 3, "<a>"),
        ("a(?:b)c", False, 3, "abc"),
        ("a(b)c", False, 3, "abc"),
        ("a(?P<n>b)c", False, 3, None),
        ("a|bc", False, 2, None),
        ("a|", True, 1, None),
        ("a*", True, None, None),
        ("a+", False, None, None),
        ("a{2,3}", False, 3, None),
        ("(a?){3}", True, 3, None),
        ("[ab]", False, 1, None),
        (r"^\b", True, 0, None),
        ("(?=ab)", True, 0, None),
        ("a$", False, 1, None),
        ("a+|b", False, None, None),
        ("ba+", False, None, None),
        ("(?i)1", False, 1, "1"),
        ("(?i)a", False, 1, None),
    ],
)
def test_what_can_be_said_of_a_node(source: str, nullable: bool, width: int | None, text: str | None) -> None:
    node = parse(source)
    assert is_nullable(node) is nullable
    assert fixed_width(node) == width
    assert literal_text(node) == text


def test_a_comment_may_hold_an_escaped_parenthesis() -> None:
    assert literal_text(parse(r"<(?#a \) b)a>")) == "<a>"
