"""The sans-IO stream parser: a loaded template and text in, events and a message out."""

from __future__ import annotations

from chatparse.stream.events import Event, RegionChunk, RegionClose, RegionMalformed, RegionOpen
from chatparse.stream.parser import ResponseParser

__all__ = ["Event", "RegionChunk", "RegionClose", "RegionMalformed", "RegionOpen", "ResponseParser"]
