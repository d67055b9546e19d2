"""A region of the input: open while it is being written, then closed with its value or with what was wrong."""

from __future__ import annotations

from typing import Literal, TypeAlias

from chatparse.errors import ContentError
from chatparse.jsontypes import JSON
from chatparse.template import Field

__all__ = ["Ending", "Region"]

Ending: TypeAlias = Literal["closer", "opener", "end"]
"""What ended a region: its closer, the opener of the next region, or the end of the text."""


class Region:
    """One region; positions are code points of the input. What the second half names is there once it is closed."""

    __slots__ = (
        "body",
        "captures",
        "end",
        "ending",
        "error",
        "field",
        "first",
        "opened",
        "piece",
        "piece_start",
        "start",
        "stop",
        "value",
    )

    def __init__(
        self, field: Field, captures: dict[str, str], opened: int, start: int, piece: int, piece_start: int
    ) -> None:
        self.field = field
        self.captures = captures
        self.opened = opened
        """Where its opener begins (where its text begins, for the implicit field)."""
        self.start = start
        """Where its text begins."""
        self.piece = piece
        """Which piece of the input its text begins in, while it is open."""
        self.piece_start = piece_start
        self.first = ""
        """The first text that was handed out of it, while it is open: often that is all of it."""

        self.stop: int
        """Where its text ends."""
        self.end: int
        """Where its closer ends."""
        self.ending: Ending
        self.value: JSON
        self.error: ContentError | None
        self.body: str
        """Its text, where it needs parsing."""
