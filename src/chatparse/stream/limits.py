"""What a parser is willing to spend on one generation."""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.jsontypes import JSON

__all__ = ["DEFAULT_LIMITS", "Limits", "too_deep"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for hostile text and templates; what exceeds one becomes a problem of the response, not a loss.

    The same text gives the same outcome however it is cut, at the limits too.
    """

    region: int = 64 * 1024 * 1024
    """Characters of a region that is parsed (json, xml-inline, ...): a longer one is malformed. Text has no limit."""
    held: int = 16 * 1024 * 1024
    """Characters that may wait for one delimiter (at least 4): after that many it was none."""
    depth: int = 512
    """Levels of nested lists and objects in the value of a region: a deeper one is malformed."""
    work: int = 100_000_000
    """Characters that may be read a second time, or handed to patterns that have no automaton, before the parser
    stops looking for delimiters."""


DEFAULT_LIMITS = Limits()


def too_deep(value: JSON, levels: int) -> bool:
    """Say whether lists and objects nest in each other more than `levels` deep in a value."""
    layer = [value] if isinstance(value, list | dict) else []
    for _ in range(levels):
        layer = [
            inner
            for outer in layer
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, list | dict)
        ]
        if not layer:
            return False
    return True
