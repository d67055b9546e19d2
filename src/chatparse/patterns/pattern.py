"""A pattern of a template: a regular expression in the dialect of the format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from chatparse.patterns.dialect import Compiled, SearchTimeout, compile_dialect
from chatparse.patterns.found import Found, named_groups
from chatparse.patterns.search import Searcher

__all__ = ["Pattern", "compile_pattern"]

PROBE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression of a template (the `regex` dialect, DOTALL, no MULTILINE)."""

    source: str

    @property
    def compiled(self) -> Compiled:
        """The pattern as `regex` compiled it."""
        return compile_dialect(self.source)

    @property
    def names(self) -> tuple[str, ...]:
        """The named groups."""
        return tuple(self.compiled.groupindex)

    @property
    def irregular(self) -> str:
        """Why searching for the pattern cannot promise linear time; empty where it can."""
        return _searcher(self.source).irregular

    def find_all(self, text: str) -> Iterator[Found]:
        """Yield the matches of the pattern in `text`, leftmost first, not overlapping.

        Raises:
            ContentError: the pattern is not regular, and takes too long on this text.
        """
        return _searcher(self.source).find_all(text)

    def matches_nothing_at_start(self, text: str) -> bool:
        """Say whether the pattern matches at the beginning of `text` without taking a character of it."""
        try:
            match = self.compiled.match(text, timeout=PROBE_SECONDS)
        except SearchTimeout:
            return False
        return match is not None and match.end() == 0

    def groups_at(self, text: str, start: int, end: int) -> dict[str, str]:
        """Return the named groups that took part in the match of `text[start:end]`, a span that is known to match."""
        return named_groups(self.compiled, text, start, end)


@lru_cache(maxsize=512)
def _searcher(source: str) -> Searcher:
    return Searcher(source)


def compile_pattern(source: str) -> Pattern:
    """Compile a pattern of a template.

    Raises:
        PatternError: it is not a pattern of the dialect, or is too long.
    """
    compile_dialect(source)
    return Pattern(source)
