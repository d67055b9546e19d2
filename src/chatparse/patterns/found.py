"""A match: its span and its named groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chatparse.patterns.dialect import Compiled, GroupMatch, SearchTimeout

__all__ = ["Found", "named_groups", "took_part"]

SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """One match: its span (code points) and the named groups that took part."""

    start: int
    end: int
    groups: Mapping[str, str]


def named_groups(compiled: Compiled, text: str, start: int, end: int) -> dict[str, str]:
    """Return the named groups that took part in the match of `text[start:end]`, a span that is known to match."""
    try:
        match = compiled.match(text, start, timeout=SECONDS)
        if match is None or match.end() != end:
            match = compiled.fullmatch(text, start, end, timeout=SECONDS)
    except SearchTimeout:
        match = None
    return {} if match is None else took_part(match)


def took_part(match: GroupMatch) -> dict[str, str]:
    """Return the named groups of a match that took part in it."""
    return {name: value for name, value in match.groupdict().items() if value is not None}
