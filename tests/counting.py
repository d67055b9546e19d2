"""Work that is counted, not timed: lines of the package that run, and characters that are handed from call to call."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import chatparse

__all__ = ["characters_and_lines", "lines"]

PACKAGE = str(Path(chatparse.__file__).parent)


class _Counter:
    """A trace function that counts within the package."""

    def __init__(self, characters: bool) -> None:
        self.characters = characters
        self.total = 0

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if self.characters:
            self.total += sum(len(value) for value in frame.f_locals.values() if isinstance(value, str))
        return self.inside

    def inside(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.total += 1
        elif event == "return" and self.characters and isinstance(argument, str):
            self.total += len(argument)
        return self.inside


def _count(work: Callable[[], object], characters: bool) -> int:
    counter, before = _Counter(characters), sys.gettrace()
    sys.settrace(counter.enter)
    try:
        work()
    finally:
        sys.settrace(before)
    return counter.total


def lines(work: Callable[[], object]) -> int:
    """Return how many lines of the package run."""
    return _count(work, characters=False)


def characters_and_lines(work: Callable[[], object]) -> int:
    """Return the same plus the lengths of all texts that its functions take and return.

    This sees a text that is joined or sliced again and again; it says nothing about one long text that is only passed.
    """
    return _count(work, characters=True)
