"""The events of a stream: plain dicts, told apart by their `type`.

Their names and keys are those of the two source documents. `start` and `end` are code points of
`ResponseParser.input_text`: the delimiter that the event consumed, empty where a region begins or ends without one.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from chatparse.errors import ContentError
from chatparse.jsontypes import JSON

__all__ = ["Event", "RegionChunk", "RegionClose", "RegionMalformed", "RegionOpen"]


class RegionOpen(TypedDict):
    """A region begins; `captures` are the named groups of its opener (absent for the implicit field)."""

    type: Literal["region_open"]
    field: str
    start: int
    end: int
    captures: NotRequired[dict[str, str]]


class RegionChunk(TypedDict):
    """More text of the open region; `dirty` text means something only once it is parsed."""

    type: Literal["region_chunk"]
    field: str
    text: str
    dirty: bool


class RegionClose(TypedDict):
    """The region ends, and this is its value."""

    type: Literal["region_close"]
    field: str
    start: int
    end: int
    value: JSON


class RegionMalformed(TypedDict):
    """The region ends, and its text does not parse."""

    type: Literal["region_malformed"]
    field: str
    start: int
    end: int
    error: ContentError


Event: TypeAlias = RegionOpen | RegionChunk | RegionClose | RegionMalformed
