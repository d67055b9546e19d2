"""What is wrong with the arguments of a call, before it is put into words, and how much work may go into finding it."""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.jsontypes import JSON

__all__ = ["MAX_DEPTH", "MAX_WORK", "ExhaustedError", "Fault", "Work"]

MAX_DEPTH = 100
"""Schemas that apply within one another at one place of a check; references that lead nowhere end here."""
MAX_WORK = 100_000
"""Keywords, members and elements looked at in one check."""


class ExhaustedError(Exception):
    """A check has cost all that it may cost; what it has found so far stands."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that a keyword of its schema does not allow."""

    path: tuple[str | int, ...]
    keyword: str
    limit: JSON
    """What the keyword asks for; for `required` and `additionalProperties` the name of one member."""
    value: JSON
    known: tuple[str, ...] = ()
    """For `additionalProperties`: the members that are expected."""
    branches: tuple[tuple[Fault, ...], ...] = ()
    """For `anyOf` and `oneOf`: what each of the schemas finds wrong; empty where more than one of `oneOf` fits."""


class Work:
    """The work that is left to one check."""

    __slots__ = ("_depth", "_left", "weight")

    def __init__(self, weight: int = 0) -> None:
        self._left = MAX_WORK
        self._depth = 0
        self.weight = weight
        """What one message of a library that writes whole values into it costs."""

    def spend(self, amount: int) -> None:
        """Count work that is about to be done.

        Raises:
            ExhaustedError: that would be too much.
        """
        self._left -= amount
        if self._left < 0:
            raise ExhaustedError

    def enter(self, amount: int) -> None:
        """Count work that is done one level deeper; `leave` ends it.

        Raises:
            ExhaustedError: that would be too much or too deep.
        """
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExhaustedError
        self.spend(amount)

    def leave(self) -> None:
        """Come back from a level."""
        self._depth -= 1
