"""What a parser looks for in each situation: the compiled side of a template, shared by all its parsers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from chatparse.patterns import Pattern, Watch
from chatparse.template import Delimiter, Field, ResponseTemplate

__all__ = ["Plan", "Situation", "plan_for"]


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """One set of delimiters that are watched together, and what each of them does.

    `targets[k]` is the field that watched delimiter k opens, or `None` when it closes what is open; `patterns[k]` is
    its pattern where it has captures.
    """

    watch: Watch
    targets: tuple[Field | None, ...]
    patterns: tuple[Pattern | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The situations of a template: outside of all explicit regions, and inside each."""

    outside: Situation
    inside: dict[str, Situation]
    nothing: Situation
    """Nothing is watched any more."""


@lru_cache(maxsize=512)
def plan_for(template: ResponseTemplate) -> Plan:
    """Return the plan of a template; equal templates share one."""
    openers = [(field.open, field) for field in template.openers if field.open is not None]
    closer = template.implicit.close if template.implicit is not None else None
    outside = _situation([*openers, *([(closer, None)] if closer is not None else [])])
    inside = {
        field.name: _situation([(field.close, None)] if field.close is not None else []) for field in template.openers
    }
    return Plan(outside, inside, _situation([]))


def _situation(watched: list[tuple[Delimiter, Field | None]]) -> Situation:
    watch = Watch([delimiter.watched for delimiter, _ in watched])
    return Situation(
        watch,
        tuple(target for _, target in watched),
        tuple(delimiter.pattern if delimiter.names else None for delimiter, _ in watched),
    )
