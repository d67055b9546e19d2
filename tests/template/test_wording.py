"""Paths, quotes and suggestions in errors."""

from __future__ import annotations

import pytest

from chatparse.template.wording import element, kind, member, quoted, unknown

PATHS = [("x", "$.x"), ("a b", '$["a b"]'), ("", '$[""]'), ("é", "$.é"), ('"', '$["\\""]'), ("\ud800", '$["\\ud800"]')]


@pytest.mark.parametrize(("key", "path"), PATHS)
def test_member(key: str, path: str) -> None:
    """Keys that are no identifiers are quoted."""
    assert member("$", key) == path


def test_element() -> None:
    """Elements have their index."""
    assert element("$.open", 3) == "$.open[3]"


def test_quotes_are_short_and_printable() -> None:
    """Nothing that is quoted can fill or break a terminal."""
    assert quoted("x" * 100) == '"' + "x" * 57 + '..."'
    assert quoted("\x1b\n") == '"\\u001b\\n"'
    assert member("$", "x" * 100) == '$["' + "x" * 57 + '..."]'


KINDS: list[tuple[object, str]] = [
    (None, "null"),
    (True, "true"),
    (1.5, "1.5"),
    ("a", 'the string "a"'),
    ([], "a list"),
    ({}, "an object"),
]


@pytest.mark.parametrize(("value", "words"), KINDS)
def test_kind(value: object, words: str) -> None:
    """Values are named as JSON names them."""
    assert kind(value) == words


def test_unknown() -> None:
    """A close word is suggested, else all are listed; a very long one is not compared."""
    assert unknown("Jsno", ["json", "text"]) == "did you mean `json`?"
    assert unknown("zz", ["json", "text"]) == "known are `json`, `text`"
    assert unknown("json" * 100, ["json"]) == "known are `json`"
