"""Faults of arguments in words that a model can act on: short, and free of long values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from chatparse.jsontypes import JSON
from chatparse.tools.faults import Fault

__all__ = ["explained", "place"]

LONGEST_TEXT = 40
LONGEST_PLACE = 160
LONGEST_INTEGER = 128
"""Bits of an integer that is shown."""
MOST_LISTED = 8

_COMPARED = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
}
_COUNTED = {
    "minLength": ("at least", "character"),
    "maxLength": ("at most", "character"),
    "minItems": ("at least", "item"),
    "maxItems": ("at most", "item"),
    "items": ("at most", "item"),
    "minProperties": ("at least", "member"),
    "maxProperties": ("at most", "member"),
}
_SAID = {
    "uniqueItems": "has an item that comes twice",
    "not": "is of a form that is not allowed",
    "contains": "has no item of the form that one must have",
    "minContains": "has too few items of the form that some must have",
    "maxContains": "has too many items of a form that is limited",
}


def explained(fault: Fault) -> Iterator[tuple[str, str]]:
    """Put a fault into words.

    Returns:
        Places and causes; more than one pair where the branch that was meant has several faults.
    """
    meant = _meant_branch(fault)
    if meant is not None:
        for inner in meant:
            yield from explained(inner)
    elif fault.keyword == "required":
        yield place((*fault.path, fault.limit)), "is missing"
    elif fault.keyword == "additionalProperties":
        known = f"; expected {_listed(map(_shown, fault.known), 'or')}" if fault.known else ""
        yield place((*fault.path, fault.limit)), f"is not a known name{known}"
    else:
        yield place(fault.path), _cause(fault)


def place(path: tuple[str | int, ...]) -> str:
    """Name a place in the arguments: `arguments.items[2].id`."""
    text = "arguments"
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier() and len(step) <= LONGEST_TEXT:
            text += f".{step}"
        else:
            text += f"[{_shown(step)}]"
    return text if len(text) <= LONGEST_PLACE else f"{text[: LONGEST_PLACE // 2]}...{text[-LONGEST_PLACE // 2 :]}"


def _cause(fault: Fault) -> str:
    keyword, limit, value = fault.keyword, fault.limit, fault.value
    if keyword in _COUNTED:
        bound, thing = _COUNTED[keyword]
        return f"expected {bound} {limit} {thing}{'' if limit == 1 else 's'}, got {len(value)}"
    if keyword in ("anyOf", "oneOf"):
        return _no_branch(fault)
    if keyword == "enum" and not limit:
        return "is not allowed"
    expected = _expected(keyword, limit)
    return _SAID.get(keyword, f"does not satisfy `{keyword}`") if expected is None else _instead(expected, value)


def _expected(keyword: str, limit: JSON) -> str | None:
    """Say what a keyword asks for, where that and the value say it all."""
    if keyword == "type":
        return _listed(limit if isinstance(limit, list) else [limit], "or")
    if keyword == "enum":
        return ("one of " if len(limit) > 1 else "") + _listed(map(_written, limit), "or")
    if keyword == "const":
        return _written(limit)
    if keyword == "multipleOf":
        return f"a multiple of {_shown(limit)}"
    return f"{_COMPARED[keyword]} {_shown(limit)}" if keyword in _COMPARED else None


def _instead(expected: str, value: JSON) -> str:
    return f"expected {expected}, got {_shown(value)}"


def _no_branch(fault: Fault) -> str:
    if not fault.branches:
        return "fits more than one of the forms of which it must have one"
    types = [inner.limit for branch in fault.branches for inner in branch if _is_of_type(inner, fault)]
    if len(types) == len(fault.branches):
        names = dict.fromkeys(name for each in types for name in (each if isinstance(each, list) else [each]))
        return _instead(_listed(names, "or"), fault.value)
    return f"has none of the {len(fault.branches)} allowed forms"


def _meant_branch(fault: Fault) -> tuple[Fault, ...] | None:
    """Return the faults of the one branch that the value seems to be written for, if there is one."""
    typed = [branch for branch in fault.branches if not any(_is_of_type(inner, fault) for inner in branch)]
    if len(typed) > 1:
        typed = [branch for branch in typed if not any(inner.keyword == "const" for inner in branch)]
    if len(fault.branches) == 1:
        return fault.branches[0]
    return typed[0] if len(typed) == 1 else None


def _is_of_type(inner: Fault, fault: Fault) -> bool:
    return inner.keyword == "type" and inner.path == fault.path


def _listed(items: Iterable[str], last: str) -> str:
    listed = list(items)
    if len(listed) == 1:
        return listed[0]
    if len(listed) > MOST_LISTED:
        return f"{', '.join(listed[:MOST_LISTED])} {last} {len(listed) - MOST_LISTED} more"
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"


def _written(value: JSON) -> str:
    """Write a constant of the schema, which is small."""
    if not value or not isinstance(value, list | dict):
        return _shown(value)
    text = json.dumps(value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."


def _shown(value: JSON) -> str:
    if isinstance(value, str):
        short = value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - 3] + "..."
        return json.dumps(short, ensure_ascii=not short.isprintable())
    if isinstance(value, list | dict):
        kind = "a list" if isinstance(value, list) else "an object"
        return kind if value else f"{kind} without {'items' if kind == 'a list' else 'members'}"
    if isinstance(value, int) and value.bit_length() > LONGEST_INTEGER:
        return "a very large integer"
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value)
    return f"a Python {type(value).__name__}"
