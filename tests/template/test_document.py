"""Reading any Python value as a plain document within the limits."""

from __future__ import annotations

import enum
from collections import OrderedDict
from typing import Any

import pytest
from hypothesis import given

from chatparse.errors import TemplateError
from chatparse.template import LIMITS, TemplateLimits, load_document
from chatparse.template.document import DocumentReader, fresh

from .documents import JSON_VALUES, PYTHON_VALUES


class Level(enum.IntEnum):
    """An int that is not quite one."""

    ONE = 1


class Loud(str):
    """A string whose methods cannot be trusted."""

    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError("never called")

    __repr__ = __str__


class Liar:
    """An object that raises whatever is asked of it."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise RuntimeError("never asked")

    def __repr__(self) -> str:
        raise RuntimeError("never asked")


class Secret(type):
    """A class that does not tell its name."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("no name")


class Nameless(metaclass=Secret):
    """An object of a class that does not tell its name."""


def deep(levels: int, kind: type = list) -> Any:
    """Return lists or objects nested `levels` deep."""
    value: Any = [] if kind is list else {}
    for _ in range(levels - 1):
        value = [value] if kind is list else {"a": value}
    return value


def looped() -> Any:
    """Return a list that contains itself."""
    value: list[Any] = [1]
    value.append(value)
    return value


def exploding() -> Any:
    """Return a small value that is huge when written out."""
    value: Any = 0
    for _ in range(40):
        value = [value, value]
    return value


REFUSED: list[tuple[str, Any, str, str]] = [
    ("a loop", {"a": looped()}, "$.a[1]", "contains itself"),
    ("too deep", deep(LIMITS.depth + 1), "$" + "[0]" * LIMITS.depth, "is nested more than 64 levels deep"),
    ("too deep objects", deep(100_000, dict), "$" + ".a" * LIMITS.depth, "is nested more than 64 levels deep"),
    ("too many values", [0] * 70_000, "$", "has more than 65,536 values"),
    ("shared values", exploding(), "$", "has more than 65,536 values"),
    ("too much text", ["x" * 2_000_000], "$", "has more than 1,048,576 characters in its strings"),
    ("long keys", {"x" * 2_000_000: 0}, "$", "has more than 1,048,576 characters in its strings"),
    ("nan", {"a": float("nan")}, "$.a", "is a number that JSON cannot write (NaN or infinity)"),
    ("infinity", [float("-inf")], "$[0]", "is a number that JSON cannot write (NaN or infinity)"),
    ("a huge integer", [10**5000], "$[0]", "is an integer of more than 4,096 bits"),
    ("a key", {3: 1}, "$", "has a key that is not a string: 3"),
    ("a huge key", {10**5000: 1}, "$", "has a key that is not a string: a very large integer"),
    ("a tuple key", {(1,): 1}, "$", "has a key that is not a string: a Python tuple"),
    ("bytes", {"a": b""}, "$.a", "must be a JSON value, got a Python bytes"),
    ("a liar", [Liar()], "$[0]", "must be a JSON value, got a Python Liar"),
    ("no name", [Nameless()], "$[0]", "must be a JSON value, got a Python object"),
]


@pytest.mark.parametrize(("value", "path", "cause"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused(value: Any, path: str, cause: str) -> None:
    """What is no JSON, or too large, is named with its place."""
    reader = DocumentReader()
    reader.read(value)
    assert [(problem.path, problem.cause) for problem in reader.problems] == [(path, cause)]
    with pytest.raises(TemplateError):
        load_document(value)


def test_subclasses_become_plain() -> None:
    """Values of subclasses are read as what they hold, and none of their own code runs."""
    reader = DocumentReader()
    read = reader.read(OrderedDict([(Loud("key"), [Level.ONE, Loud("text"), True, None, -0.0])]))
    assert reader.problems == []
    assert read == {"key": [1, "text", True, None, 0.0]}
    assert [type(value) for value in read["key"]] == [int, str, bool, type(None), float]
    assert str(read["key"][4]) == "-0.0"
    assert type(read) is dict


def test_values_may_be_shared() -> None:
    """A value that occurs twice is copied twice; only one that contains itself is refused."""
    shared: list[Any] = [1]
    read = DocumentReader().read([shared, shared])
    assert read == [[1], [1]]
    assert read[0] is not read[1]


def test_the_deepest_document_is_read() -> None:
    """The limit itself is allowed."""
    reader = DocumentReader(TemplateLimits(depth=3))
    assert reader.read(deep(3)) == [[[]]]
    assert reader.problems == []


@given(JSON_VALUES)
def test_json_is_copied(value: Any) -> None:
    """A JSON value is read as an equal one."""
    reader = DocumentReader()
    assert reader.read(value) == value == fresh(value)
    assert reader.problems == []


@given(PYTHON_VALUES)
def test_any_value_is_read(value: Any) -> None:
    """Reading raises nothing, whatever the value."""
    DocumentReader().read(value)
