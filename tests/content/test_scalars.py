"""text, int, float, bool."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import ContentError

from .parsing import HOSTILE_TEXTS, exact, outcome, parser


@pytest.mark.parametrize(
    ("text", "value"),
    [(" \n a  b \t\r\n", "a  b"), ("", ""), ("\u3000a\u2003", "a"), ("\u200ba\u200b", "\u200ba\u200b")],
)
def test_text_is_stripped_of_unicode_white_space(text: str, value: str) -> None:
    assert parser("text").parse(text) == value


@given(st.text())
def test_text_is_kept_to_the_letter_with_strip_off(text: str) -> None:
    assert parser("text", strip=False).parse(text) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 42\n", 42),
        ("-7", -7),
        ("+7", 7),
        ("-0", 0),
        ("007", 7),
        ("1_000", 1000),
        ("\u0663", 3),
        ("\x1c5\x1c", 5),
        ("123456789012345678901234567890", 123456789012345678901234567890),
    ],
)
def test_int_reads_what_python_reads(text: str, value: int) -> None:
    assert exact(parser("int").parse(text)) == exact(value)


@pytest.mark.parametrize("text", ["", "4.0", "four", "1 2", "0x10", "1e3", "1\0", "9" * 5000])
def test_int_refuses_all_else(text: str) -> None:
    with pytest.raises(ContentError, match="not an integer"):
        parser("int").parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [(" 2.5\n", 2.5), ("7", 7.0), ("-0", -0.0), ("1_0", 10.0), ("1e999", math.inf), ("nan", math.nan)],
)
def test_float_reads_what_python_reads(text: str, value: float) -> None:
    assert exact(parser("float").parse(text)) == exact(value)


@pytest.mark.parametrize("text", ["", "x", "1,5", "0x1p3"])
def test_float_refuses_all_else(text: str) -> None:
    with pytest.raises(ContentError, match="not a number"):
        parser("float").parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" true ", True),
        ("TRUE", True),
        ("1", True),
        ("false", False),
        ("0", False),
        ("yes", False),
        ("1.0", False),
        ("", False),
    ],
)
def test_bool_is_true_for_two_words_only(text: str, value: bool) -> None:
    assert parser("bool").parse(text) is value


@pytest.mark.parametrize("name", ["text", "int", "float", "bool"])
@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=list(HOSTILE_TEXTS))
def test_hostile_texts_give_a_value_or_a_content_error(name: str, text: str) -> None:
    outcome(parser(name), text)


@given(st.integers())
def test_integers_survive(value: int) -> None:
    assert exact(parser("int").parse(f" {value}\n")) == exact(value)


@given(st.floats())
def test_floats_survive(value: float) -> None:
    assert exact(parser("float").parse(repr(value))) == exact(value)


@given(st.sampled_from(["int", "float", "bool", "text"]), st.text(st.characters(codec=None)))
def test_any_text_gives_a_value_or_a_content_error(name: str, text: str) -> None:
    value: Any = outcome(parser(name), text)
    assert value is ContentError or isinstance(value, int | float | str)
