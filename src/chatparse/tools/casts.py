"""From the text of an argument to a value of a declared JSON type.

A cast either gives a value or `NOT_CAST`: what does not fit stays the text it was. Where the schema allows a string,
any text fits as it is, so only text that is exactly the JSON of another declared type is read as that type.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from typing import Final, Literal

from chatparse.jsontypes import JSON

__all__ = ["NOT_CAST", "cast"]


class Outcome(Enum):
    """The one value that no cast gives."""

    NOT_CAST = "not cast"


NOT_CAST: Final = Outcome.NOT_CAST

MAX_EXACT_FLOAT = 2**53
"""Up to here every whole number has a float of its own."""

_decode = json.JSONDecoder().decode


def cast(text: str, types: Sequence[str]) -> JSON:
    """Read `text` as the first of `types` that takes it.

    Args:
        text: What the model wrote.
        types: JSON Schema type names, in the order in which they are tried.

    Returns:
        The value, or `NOT_CAST`.
    """
    readers = _EXACT if "string" in types else _LENIENT
    for name in types:
        reader = readers.get(name)
        if reader is not None and (value := reader(text)) is not NOT_CAST:
            return value
    return NOT_CAST


def _integer(text: str) -> int | Literal[Outcome.NOT_CAST]:
    try:
        return int(text)
    except ValueError:
        return _whole(text)


def _number(text: str) -> float | Literal[Outcome.NOT_CAST]:
    try:
        return int(text)
    except ValueError:
        value = _finite(text)
    if value is NOT_CAST or "." in text:
        return value
    whole = _whole(text)
    # Beyond that size a float stays one: its integer would show digits that nobody wrote.
    return whole if whole is not NOT_CAST and abs(whole) <= MAX_EXACT_FLOAT else value


def _finite(text: str) -> float | Literal[Outcome.NOT_CAST]:
    try:
        value = float(text)
    except ValueError:
        return NOT_CAST
    return value if math.isfinite(value) else NOT_CAST


def _whole(text: str) -> int | Literal[Outcome.NOT_CAST]:
    """Read a whole number that is written with a point or an exponent, exactly: never by way of a float."""
    if _finite(text) is NOT_CAST:  # also keeps the digits of the integer few: a float ends at 1.8e308
        return NOT_CAST
    try:
        exact = Decimal(text)
    except ArithmeticError:
        return NOT_CAST
    if exact.is_zero():
        return 0
    if exact.adjusted() < 0:
        return NOT_CAST
    whole = int(exact)
    return whole if whole == exact else NOT_CAST


def _boolean(text: str) -> bool | Literal[Outcome.NOT_CAST]:
    return {"true": True, "1": True, "false": False, "0": False}.get(text.strip().lower(), NOT_CAST)


def _null(text: str) -> Literal[Outcome.NOT_CAST] | None:
    return None if text.strip() in ("null", "None") else NOT_CAST


def _json(text: str) -> JSON:
    try:
        return _decode(text)
    except (ValueError, RecursionError):
        return NOT_CAST


def _array(text: str) -> JSON:
    value = _json(text)
    return value if isinstance(value, list) else NOT_CAST


def _object(text: str) -> JSON:
    value = _json(text)
    return value if isinstance(value, dict) else NOT_CAST


def _exactly(accept: Callable[[JSON], bool]) -> Callable[[str], JSON]:
    """Make a reader of text that is one JSON value, nothing around it, of a certain kind."""

    def read(text: str) -> JSON:
        if not text or text[0].isspace() or text[-1].isspace():
            return NOT_CAST
        value = _json(text)
        return value if value is not NOT_CAST and accept(value) else NOT_CAST

    return read


_exact_number = _exactly(lambda value: isinstance(value, int | float) and not isinstance(value, bool))

_LENIENT: Mapping[str, Callable[[str], JSON]] = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "null": _null,
    "array": _array,
    "object": _object,
}
_EXACT: Mapping[str, Callable[[str], JSON]] = {
    "integer": _exactly(lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "number": lambda text: NOT_CAST if _exact_number(text) is NOT_CAST else _number(text),
    "boolean": _exactly(lambda value: isinstance(value, bool)),
    "null": lambda text: None if text in ("null", "None") else NOT_CAST,
    "array": _exactly(lambda value: isinstance(value, list)),
    "object": _exactly(lambda value: isinstance(value, dict)),
}
