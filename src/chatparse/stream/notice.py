"""What is worth saying about a generation besides its message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Notice", "NoticeKind"]

NoticeKind: TypeAlias = Literal[
    "malformed", "truncated", "unknown_tool", "invalid_arguments", "missing_field", "unclaimed", "gave_up"
]


@dataclass(frozen=True, slots=True)
class Notice:
    """One problem of a generation, with its place in the input (code points)."""

    kind: NoticeKind
    text: str
    start: int
    end: int
    field: str | None = None

    def __str__(self) -> str:
        return f"{self.kind} at {self.start}..{self.end}: {self.text}"
