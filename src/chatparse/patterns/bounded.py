"""Which delimiters can be watched for at a constant cost per character."""

from __future__ import annotations

from functools import lru_cache

from chatparse.patterns.program import program_of
from chatparse.patterns.syntax import Irregular

__all__ = ["why_unbounded"]


@lru_cache(maxsize=512)
def why_unbounded(*delimiters: str | tuple[str, ...]) -> str:
    """Say why watching for the delimiters together has no bound on the work per character; empty where it has one.

    Args:
        delimiters: sources of patterns, or lists of literals, as a `Watch` takes them.
    """
    try:
        program_of(delimiters)
    except Irregular as error:
        return str(error)
    return ""
