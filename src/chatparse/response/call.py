"""Tool calls with their status: what was called, how it was written, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chatparse.jsontypes import JSON, Object
from chatparse.response.partial import Cut, partial_arguments
from chatparse.stream import Region
from chatparse.tools import Tools

__all__ = ["Call", "CallStatus", "calls_of", "is_call", "writes_calls"]

CallStatus: TypeAlias = Literal["ok", "truncated", "malformed", "unknown_tool", "invalid_arguments"]

TAGGED = frozenset({"xml-inline", "kv-lines"})
"""Content types that read whatever is there: without its closer, such a call may lack arguments and not look so."""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call."""

    index: int
    """Its number among the calls of the generation, malformed ones counted."""
    name: str | None
    arguments: JSON
    """The arguments, or what could be read of them (`None`: nothing)."""
    id: str | None
    status: CallStatus
    raw: str
    """The text of its region, without the delimiters; calls that share a region share it."""
    start: int
    """Where its region begins, opener included, in code points of the input."""
    end: int
    """Where its region ends, closer included."""
    value: JSON
    """The call as the message has it, or `None` where it could not be read."""
    detail: str = ""

    @property
    def in_message(self) -> bool:
        """Whether the message has the call: all that were written completely are in it."""
        return self.status not in ("truncated", "malformed")

    def explain(self) -> str:
        """Return one sentence about the call that can be sent back to the model."""
        call = f"The call to `{self.name}`" if self.name else "The call"
        match self.status:
            case "ok":
                return f"{call} is complete and valid."
            case "truncated":
                return f"{call} was cut off: {self.detail}."
            case "malformed":
                return f"{call} could not be read: {self.detail}."
            case "unknown_tool":
                return f"{call} names no tool that exists: {self.detail}."
            case _:
                return f"{call} has invalid arguments: {self.detail}."


def is_call(value: JSON) -> bool:
    """Say whether a value is a call: `{"function": {"name": ..., "arguments": ...}}`."""
    function = value.get("function") if isinstance(value, dict) else None
    return isinstance(function, dict) and isinstance(function.get("name"), str) and "arguments" in function


def writes_calls(field: Object) -> bool:
    """Say whether a field of a template document makes calls: its transform has the shape of one."""
    transform = field.get("transform")
    return isinstance(transform, dict) and "function" in transform


def calls_of(region: Region, *, index: int, expected: bool, tools: Tools | None, cut_off: bool) -> tuple[Call, ...]:
    """Return the calls of a closed region.

    Args:
        region: the region.
        index: the number of its first call.
        expected: whether its field makes calls, so that a region without a value is one call.
        tools: what to check the calls against.
        cut_off: whether the generation was cut off in this region.
    """
    values = [value for value in _values(region) if is_call(value)]
    if not values:
        return (_unreadable(region, index),) if expected and region.error is not None else ()
    at_end = region.ending == "end"
    tagged = region.field.content_type in TAGGED and region.field.close is not None
    truncated = cut_off or (at_end and tagged)
    return tuple(
        _call(region, value, index + number, tools, truncated=truncated and value is values[-1])
        for number, value in enumerate(values)
    )


def _values(region: Region) -> Sequence[JSON]:
    if region.error is not None:
        return ()
    return region.value if isinstance(region.value, list) else (region.value,)


def _call(region: Region, value: Object, index: int, tools: Tools | None, *, truncated: bool) -> Call:
    function: Object = value["function"]
    name, arguments = function["name"], function["arguments"]
    status: CallStatus = "ok"
    detail = ""
    if truncated:
        status, detail = "truncated", _length(region)
    elif tools and not tools.knows(name):
        known = ", ".join(f"`{each}`" for each in sorted(tools.names)[:MOST_NAMES])
        status, detail = "unknown_tool", f"the tools are {known}" if known else "there are no tools"
    elif tools:
        problems = tools.check(name, arguments)
        if problems:
            status = "invalid_arguments"
            detail = "; ".join(f"{problem.path}: {problem.cause}" for problem in problems)
    return _made(region, index, name=name, arguments=arguments, status=status, detail=detail, value=value)


MOST_NAMES = 20


def _unreadable(region: Region, index: int) -> Call:
    """Return the call of a region that did not parse: what could be read of it, and why no more."""
    name = region.captures.get("name")
    found_name, arguments, cut = partial_arguments(region.body, has_name=name is not None)
    name = name or found_name
    if region.ending == "end":
        return _made(region, index, name=name, arguments=arguments, status="truncated", detail=_cut(cut, region))
    detail = str(region.error)
    return _made(region, index, name=name, arguments=arguments, status="malformed", detail=detail)


def _cut(cut: Cut | None, region: Region) -> str:
    if cut is None:
        return _length(region)
    return f"{cut.path} ends after {cut.characters:,} characters" if cut.path else _length(region)


def _length(region: Region) -> str:
    return f"its text ends after {len(region.body):,} characters"


def _made(
    region: Region,
    index: int,
    *,
    name: str | None,
    arguments: JSON,
    status: CallStatus,
    detail: str,
    value: Any = None,
) -> Call:
    id_ = value.get("id") if isinstance(value, dict) else region.captures.get("id")
    return Call(
        index=index,
        name=name,
        arguments=arguments,
        id=id_ if isinstance(id_, str) else None,
        status=status,
        raw=region.body,
        start=region.opened,
        end=region.end,
        value=value,
        detail=detail,
    )
