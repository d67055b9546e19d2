"""The sans-IO stream parser: a loaded template and text in, events and a message out."""

from __future__ import annotations

from chatparse.stream.events import Event, RegionChunk, RegionClose, RegionMalformed, RegionOpen
from chatparse.stream.limits import DEFAULT_LIMITS, Limits
from chatparse.stream.notice import Notice
from chatparse.stream.parser import ResponseParser
from chatparse.stream.region import Region

__all__ = [
    "DEFAULT_LIMITS",
    "Event",
    "Limits",
    "Notice",
    "Region",
    "RegionChunk",
    "RegionClose",
    "RegionMalformed",
    "RegionOpen",
    "ResponseParser",
]
