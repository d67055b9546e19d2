"""A pattern of a template: what it matches in a whole text, in linear time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from chatparse.patterns.automaton import Automaton
from chatparse.patterns.dialect import Compiled, SearchTimeout, compile_dialect, escape
from chatparse.patterns.program import assemble
from chatparse.patterns.syntax import Irregular, parse

__all__ = ["Found", "Pattern", "compile_pattern"]

GROUP_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """One match: its span (code points) and the named groups that took part."""

    start: int
    end: int
    groups: Mapping[str, str]


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

    @staticmethod
    def of_literals(literals: tuple[str, ...]) -> Pattern:
        """Return the pattern of a list of literals: the longest that matches wins."""
        return Pattern("|".join(escape(text) for text in sorted(literals, key=lambda text: (-len(text), text))))

    def find_all(self, text: str) -> Iterator[Found]:
        """Yield the matches of the pattern in `text`, leftmost first, not overlapping."""
        for match in self.compiled.finditer(text):
            yield Found(match.start(), match.end(), {k: v for k, v in match.groupdict().items() if v is not None})

    def groups_at(self, text: str, start: int, end: int) -> dict[str, str]:
        """Return the named groups that took part in the match of `text[start:end]`, a span known to match."""
        try:
            match = self.compiled.match(text, start, timeout=GROUP_SECONDS)
            if match is None or match.end() != end:
                match = self.compiled.fullmatch(text, start, end, timeout=GROUP_SECONDS)
        except SearchTimeout:
            match = None
        return {} if match is None else {name: value for name, value in match.groupdict().items() if value is not None}


def compile_pattern(source: str) -> Pattern:
    """Compile a pattern of a template.

    Raises:
        PatternError: it is not a pattern of the dialect, or is too long.
    """
    compile_dialect(source)
    return Pattern(source)
