"""python-call-list: calls as Python writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import ContentError

from .parsing import HOSTILE_TEXTS, exact, outcome, parser

LARGEST = 2**53 - 1

words = st.text("aZ_09", min_size=1, max_size=3)
names = st.builds("".join, st.tuples(st.sampled_from("aZ_"), words, st.sampled_from(".-"), words))
texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda children: st.lists(children) | st.dictionaries(texts, children),
    max_leaves=5,
)


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("[]", []),
        ("[tide(port='Brest', days=2)]", [call("tide", port="Brest", days=2)]),
        ('[a(), b(x="y")]', [call("a"), call("b", x="y")]),
        (" \n[ a ( x = 1 ,\ty = [ 1 , 2 ] ) \r\n, b ( ) ] \n", [call("a", x=1, y=[1, 2]), call("b")]),
        ("[a.b-c.d(x-y.z=1), f.1(), _()]", [call("a.b-c.d", **{"x-y.z": 1}), call("f.1"), call("_")]),
        ("[f(a='), g(b=1)]')]", [call("f", a="), g(b=1)]")]),
        ("[f(True=1)]", [call("f", True_=1) | {"arguments": {"True": 1}}]),
    ],
)
def test_calls(text: str, calls: list[Any]) -> None:
    assert exact(parser("python-call-list").parse(text)) == exact(calls)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("True", True),
        ("true", True),
        ("False", False),
        ("false", False),
        ("None", None),
        ("null", None),
        ("-0", 0),
        ("-0.0", -0.0),
        ("1e5", 100000.0),
        ("-1.5E-2", -0.015),
        (str(LARGEST), LARGEST),
        (str(-LARGEST), -LARGEST),
        ("1." + "0" * 5000, 1.0),
        ("''", ""),
        ("'it\"s'", 'it"s'),
        ('"it\'s"', "it's"),
        (r"'\\ \' \" \/ \b\f\n\r\t'", "\\ ' \" / \b\f\n\r\t"),
        (r"'\u00e9\ud83d\ude00'", "é\U0001f600"),
        ("'x\ty\0\u2028'", "x\ty\0\u2028"),
        ("[1, 'b', [], {}]", [1, "b", [], {}]),
        ("{'k': {'l': [None]}, \"m\" : 2}", {"k": {"l": [None]}, "m": 2}),
    ],
)
def test_values(written: str, value: Any) -> None:
    assert exact(parser("python-call-list").parse(f"[f(a={written})]")) == exact([call("f", a=value)])


@pytest.mark.parametrize(
    ("text", "place", "cause"),
    [
        ("", 0, "expected '['"),
        ("f(a=1)", 0, "expected '['"),
        ("\x0b[]", 0, "expected '['"),
        ("[", 1, "a function name"),
        ("[f(),]", 5, "a function name"),
        ("[1f()]", 1, "a function name"),
        ("[größe()]", 3, "expected '('"),
        ("[f.()]", 2, "expected '('"),
        ("[f--1()]", 2, "expected '('"),
        ("[f]", 2, "expected '('"),
        ("[my tool()]", 4, "expected '('"),
        ("[f('x')]", 3, "an argument name"),
        ("[f(a=1,)]", 7, "an argument name"),
        ("[f(a)]", 4, "expected '='"),
        ("[f(a=1, a=2)]", 8, "given twice"),
        ("[f(a=1)", 7, "expected ',' or ']'"),
        ("[f() g()]", 5, "expected ',' or ']'"),
        ("[f(a=1) # note\n]", 8, "expected ',' or ']'"),
        ("[f()] ok", 6, "text after"),
    ],
)
def test_what_is_not_a_call_list(text: str, place: int, cause: str) -> None:
    with pytest.raises(ContentError) as caught:
        parser("python-call-list").parse(text)
    assert place == caught.value.start
    assert cause in str(caught.value)


@pytest.mark.parametrize(
    ("written", "place", "cause"),
    [
        ("word", 0, "expected a string"),
        ("Nonex", 0, "expected a string"),
        ("True.x", 0, "expected a string"),
        ("NaN", 0, "expected a string"),
        ("r'x'", 0, "expected a string"),
        ("+1", 0, "expected a string"),
        (".5", 0, "expected a string"),
        ("(1,)", 0, "expected a string"),
        ("\u00a01", 0, "expected a string"),
        ("01", 1, "expected ','"),
        ("1.", 1, "expected ','"),
        ("0x10", 1, "expected ','"),
        ("1_000", 1, "expected ','"),
        ("1+1", 1, "expected ','"),
        ("g(1)", 0, "expected a string"),
        ("'x' 'y'", 4, "expected ','"),
        ("'''x'''", 2, "expected ','"),
        (str(LARGEST + 1), 0, "2**53 - 1"),
        ("9" * 5000, 0, "2**53 - 1"),
        ("1e999", 0, "too large"),
        ("1" * 400 + ".0", 0, "too large"),
        ("[1,]", 3, "expected a string"),
        ("{1: 2}", 1, "a string as the key"),
        ("{'k' 1}", 5, "expected ':'"),
        ("{'k': 1, 'k': 2}", 9, "given twice"),
        ("'x", 0, "not terminated"),
        ("'x\ny'", 0, "not terminated"),
        (r"'x\'", 0, "not terminated"),
        (r"'ab\x41'", 3, "unknown escape"),
        (r"'\101'", 1, "unknown escape"),
        (r"'\u00e'", 1, "unknown escape"),
        ("'x\\\ny'", 2, "unknown escape"),
        (r"'\ude00'", 1, "lone surrogate"),
        (r"'\ud83d\u0041'", 1, "lone surrogate"),
        ("'ab\ud800'", 3, "lone surrogate"),
        ("'\ud83d\\ude00'", 1, "lone surrogate"),
    ],
)
def test_what_is_not_a_value(written: str, place: int, cause: str) -> None:
    before = "[f(a="
    with pytest.raises(ContentError) as caught:
        parser("python-call-list").parse(f"{before}{written})]")
    assert len(before) + place == caught.value.start
    assert cause in str(caught.value)


def test_a_hundred_levels_are_the_limit() -> None:
    content = parser("python-call-list")
    assert content.parse("[f(a=" + "[" * 100 + "]" * 100 + ")]")
    with pytest.raises(ContentError, match="100 levels") as caught:
        content.parse("[f(a=" + "[" * 101 + "]" * 101 + ")]")
    assert len("[f(a=") + 100 == caught.value.start


def test_a_caller_whose_own_stack_is_full_gets_a_content_error() -> None:
    content = parser("python-call-list")
    text = "[f(a=" + "[" * 100 + "]" * 100 + ")]"

    def deeper() -> Any:
        try:
            return deeper()
        except RecursionError:
            return outcome(content, text)

    assert deeper() is not None


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=list(HOSTILE_TEXTS))
def test_hostile_texts_give_a_value_or_a_content_error(text: str) -> None:
    outcome(parser("python-call-list"), text)


@given(st.lists(st.tuples(names, st.dictionaries(names, values, max_size=3)), max_size=3), st.booleans())
def test_calls_survive(calls: list[tuple[str, dict[str, Any]]], ascii_only: bool) -> None:
    """JSON's way of writing a value is within the grammar."""

    def written(arguments: dict[str, Any]) -> str:
        return ", ".join(f"{name}={json.dumps(value, ensure_ascii=ascii_only)}" for name, value in arguments.items())

    text = "[" + ", ".join(f"{name}({written(arguments)})" for name, arguments in calls) + "]"
    expected = [{"name": name, "arguments": arguments} for name, arguments in calls]
    assert exact(parser("python-call-list").parse(text)) == exact(expected)


PIECES = [
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "f",
    "a=",
    "=",
    ",",
    "1",
    "-",
    ".",
    "e5",
    "'",
    '"',
    "\\",
    "\\u0041",
    " ",
    "\n",
    "'x'",
    "True",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30))
def test_no_text_raises_anything_but_a_content_error(pieces: list[str]) -> None:
    content = parser("python-call-list")
    outcome(content, "".join(pieces))
    outcome(content, "[f(a=" + "".join(pieces))
