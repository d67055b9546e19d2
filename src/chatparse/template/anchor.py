"""Where the message being written begins inside the prompt."""

from __future__ import annotations

import heapq
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from chatparse.errors import ContentError
from chatparse.template.delimiter import Delimiter

__all__ = ["StartAnchor"]


@dataclass(frozen=True, slots=True)
class StartAnchor:
    """The mark that a chat template writes just before each assistant message."""

    delimiter: Delimiter

    def cut(self, prefix: str) -> str:
        """Return what follows the last anchor in `prefix`; all of it where there is none."""
        pattern = self.delimiter.pattern
        if pattern is not None:
            end = 0
            # a pattern without a bound may take too long: then what it has found until then counts
            with suppress(ContentError):
                for found in pattern.find_all(prefix):
                    end = found.end
        elif len(self.delimiter.literals) == 1:
            end = last_end_of(prefix, self.delimiter.literals[0])
        else:
            end = last_end_of_any(prefix, self.delimiter.literals)
        return prefix[end:]


def last_end_of(text: str, literal: str) -> int:
    """Return where the last occurrence of `literal` ends, scanning from the left without overlaps; 0 for none."""
    if not overlaps_itself(literal):
        start = text.rfind(literal)
        return 0 if start < 0 else start + len(literal)
    end = 0
    while (start := text.find(literal, end)) >= 0:
        end = start + len(literal)
    return end


@lru_cache(maxsize=256)
def overlaps_itself(literal: str) -> bool:
    """Say whether some proper beginning of `literal` is also its end, so that two occurrences can share characters."""
    return any(literal.startswith(literal[cut:]) for cut in range(1, len(literal)))


def last_end_of_any(text: str, literals: tuple[str, ...]) -> int:
    """Return where the last occurrence of any literal ends, scanning from the left without overlaps; 0 for none.

    Of literals that start together the longest counts. A heap holds the next occurrence of each literal, so that the
    text is read once for each of them, not once for each occurrence.
    """
    upcoming = [(text.find(literal), -len(literal), literal) for literal in literals]
    upcoming = [entry for entry in upcoming if entry[0] >= 0]
    heapq.heapify(upcoming)
    end = 0
    while upcoming:
        start, _, literal = upcoming[0]
        if start >= end:
            end = start + len(literal)
        following = text.find(literal, end)
        if following < 0:
            heapq.heappop(upcoming)
        else:
            heapq.heapreplace(upcoming, (following, -len(literal), literal))
    return end
