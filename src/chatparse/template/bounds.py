"""Warnings about patterns whose cost has no bound: they run under a budget of work, and that should be known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chatparse.content import ContentParser, patterns_in
from chatparse.errors import Problem
from chatparse.patterns import Pattern, why_unbounded
from chatparse.template.delimiter import Delimiter
from chatparse.template.wording import member

__all__ = ["unbounded_anchor", "unbounded_delimiters", "unbounded_tags", "unbounded_together"]

MEND = "classes, groups, alternatives, small repeats and simple look-arounds have a bound"


def unbounded_delimiters(opener: Delimiter | None, close: Delimiter | None, path: str) -> Iterator[Problem]:
    """Yield a warning for each delimiter of the field at `path` that cannot be watched for at a constant cost."""
    for key, delimiter in (("open_pattern", opener), ("close_pattern", close)):
        reason = "" if delimiter is None else why_unbounded(delimiter.watched)
        if reason:
            cause = f"has no bound on the work per character ({reason}): once a budget is spent it matches no more"
            yield Problem(member(path, key), cause, MEND)


def unbounded_together(delimiters: Iterable[Delimiter]) -> Iterator[Problem]:
    """Yield a warning if delimiters that have a bound one by one have none when all of them are watched for."""
    watched = [delimiter.watched for delimiter in delimiters]
    if any(map(why_unbounded, watched)):
        return
    reason = why_unbounded(*watched)
    if reason:
        cause = f"what is watched for outside of all regions has no bound on the work per character ({reason})"
        yield Problem("$.fields", cause, "have fewer delimiters there, or smaller counts of repeats")


def unbounded_anchor(anchor: Delimiter) -> Iterator[Problem]:
    """Yield a warning if the time of searching a prompt for the anchor has no bound that grows with the prompt only."""
    if anchor.pattern is not None:
        yield from _unbounded_search(anchor.pattern, "$.start_anchor_pattern", "the anchors found until then count")


def unbounded_tags(content: ContentParser, path: str) -> Iterator[Problem]:
    """Yield a warning for each pattern of the field's content that cannot be searched for in linear time."""
    for place, pattern in patterns_in(content, member(path, "content_args")):
        yield from _unbounded_search(pattern, place, "the region is malformed")


def _unbounded_search(pattern: Pattern, path: str, then: str) -> Iterator[Problem]:
    if pattern.irregular:
        cause = f"cannot be searched for in linear time ({pattern.irregular}): when that takes too long, {then}"
        yield Problem(path, cause, MEND)
