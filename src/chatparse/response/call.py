"""Tool calls with their status: what was called, how it was written, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from chatparse.jsontypes import JSON, Object
from chatparse.response.partial import PartialCall, partial_calls
from chatparse.stream import Region
from chatparse.tools import Tools

__all__ = ["Call", "CallStatus", "calls_of", "writes_calls"]

CallStatus: TypeAlias = Literal["ok", "truncated", "malformed", "unknown_tool", "invalid_arguments"]

TAGGED = frozenset({"xml-inline", "kv-lines"})
"""Content types that read whatever is there: without its closer, such a call may lack arguments and not look so."""
MOST_NAMES = 20
"""Tools that are named to a model that called one that does not exist."""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call."""

    index: int
    """Its number among the calls of the generation, whatever their status."""
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
    """The call as the template makes it, or `None` where its region could not be read."""
    detail: str = ""
    """What is wrong, as `explain` words it."""

    @property
    def in_message(self) -> bool:
        """Whether the message of the response has the call: it was read, and not cut off."""
        return self.value is not None and self.status != "truncated"

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


def writes_calls(field: Object) -> bool:
    """Say whether a field of a template document makes calls: its transform has the shape of one."""
    transform = field.get("transform")
    return isinstance(transform, dict) and "function" in transform


def calls_of(region: Region, *, index: int, expected: bool, tools: Tools | None, cut_off: bool) -> tuple[Call, ...]:
    """Return the calls of a closed region.

    Args:
        region: the region.
        index: the number of its first call.
        expected: whether its field makes calls, so that whatever stands in it is one.
        tools: what to check the calls against.
        cut_off: whether the generation was cut off in this region.
    """
    if region.error is not None:
        return tuple(_unreadable(region, index)) if expected else ()
    values: Sequence[JSON] = region.value if isinstance(region.value, list) else (region.value,)
    if not expected:
        values = [value for value in values if _name(value) is not None and "arguments" in value["function"]]
    tagged = region.field.content_type in TAGGED and region.field.close is not None
    truncated = cut_off or (tagged and region.ending == "end")
    last = len(values) - 1
    return tuple(
        _read(region, value, index + number, tools, truncated=truncated and number == last)
        for number, value in enumerate(values)
    )


def _name(value: JSON) -> str | None:
    """Return the name in a call, `{"function": {"name": ..., "arguments": ...}}`, or `None` where it is none."""
    function = value.get("function") if isinstance(value, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return name if isinstance(name, str) else None


def _read(region: Region, value: JSON, index: int, tools: Tools | None, *, truncated: bool) -> Call:
    name = _name(value)
    arguments: JSON = None if name is None else value["function"].get("arguments")
    status: CallStatus = "ok"
    detail = ""
    if truncated:
        status, detail = "truncated", _length(region)
    elif name is None:
        status, detail = "malformed", "it has no name"
    elif tools and not tools.knows(name):
        known = ", ".join(f"`{each}`" for each in sorted(tools.names)[:MOST_NAMES])
        status, detail = "unknown_tool", f"the tools are {known}" if known else "there are no tools"
    elif tools:
        problems = tools.check(name, arguments)
        if problems:
            status, detail = "invalid_arguments", "; ".join(map(str, problems))
    return _made(region, PartialCall(name, arguments), index=index, status=status, detail=detail, value=value)


def _unreadable(region: Region, index: int) -> list[Call]:
    """Return the calls of a region that did not parse: what could be read of them, and why no more."""
    name = region.captures.get("name")
    at_end = region.ending == "end"
    found = partial_calls(region.body, region.field.content, has_name=name is not None, at_end=at_end)
    status: CallStatus = "truncated" if at_end else "malformed"
    last = len(found) - 1
    calls = []
    for number, partial in enumerate(found):
        if number < last:
            detail = f"it is whole, but the list that it stands in {'is not' if at_end else 'does not parse'}"
        elif not at_end:
            detail = str(region.error)
        elif partial.cut is not None:
            detail = f"{partial.cut.path} ends after {partial.cut.characters:,} characters"
        else:
            detail = _length(region)
        partial = PartialCall(name or partial.name, partial.arguments)  # noqa: PLW2901
        calls.append(_made(region, partial, index=index + number, status=status, detail=detail, value=None))
    return calls


def _length(region: Region) -> str:
    return f"its text ends after {region.stop - region.start:,} characters"


def _made(region: Region, call: PartialCall, *, index: int, status: CallStatus, detail: str, value: JSON) -> Call:
    identifier = value.get("id") if isinstance(value, dict) else region.captures.get("id")
    return Call(
        index=index,
        name=call.name,
        arguments=call.arguments,
        id=identifier if isinstance(identifier, str) else None,
        status=status,
        raw=region.body,
        start=region.opened,
        end=region.end,
        value=value,
        detail=detail,
    )
