"""Delimiters: literals or a pattern."""

from __future__ import annotations

from chatparse.errors import Problem
from chatparse.template import Delimiter


def load(**keys: object) -> Delimiter | None:
    """Read the opener of a field without problems."""
    problems: list[Problem] = []
    delimiter = Delimiter.load(dict(keys), "open", "$.fields.x", problems)
    assert problems == []
    return delimiter


def test_absent() -> None:
    """No key, no delimiter."""
    assert load() is None


def test_literals() -> None:
    """A literal stands for itself; of a list each counts once, in the order of the list."""
    assert load(open="<a>") == Delimiter(("<a>",))
    delimiter = load(open=["b", "a", "b"])
    assert delimiter == Delimiter(("b", "a"))
    assert delimiter is not None
    assert (delimiter.watched, delimiter.names) == (("b", "a"), ())


def test_pattern() -> None:
    """A pattern brings its named groups."""
    delimiter = load(open_pattern="<(?P<n>a)>")
    assert delimiter is not None
    assert delimiter.watched == "<(?P<n>a)>"
    assert delimiter.names == ("n",)
