"""What a content type is: a parser of a region's text, made from the `content_args` of a field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from chatparse.errors import Problem
from chatparse.jsontypes import JSON
from chatparse.patterns import Pattern

__all__ = ["ArgumentKind", "ContentParser", "ContentType", "Searching", "patterns_in"]


class ContentParser(Protocol):
    """Turns the whole text of a region into a value."""

    def parse(self, text: str) -> JSON:
        """Parse the text of a region.

        Raises:
            ContentError: The text is not what the content type asks for. Nothing else is ever raised.
        """
        ...


@runtime_checkable
class Searching(Protocol):
    """A content parser that has patterns, its own or those of the parser of its values."""

    def patterns(self, path: str) -> Iterator[tuple[str, Pattern]]:
        """Yield each pattern with its JSON path, where `path` is that of the parser's arguments."""
        ...


def patterns_in(parser: object, path: str) -> Iterator[tuple[str, Pattern]]:
    """Yield the patterns of a content parser, if it has any; `path` is the JSON path of its arguments."""
    if isinstance(parser, Searching):
        yield from parser.patterns(path)


class ArgumentKind(Protocol):
    """What one key of `content_args` may hold."""

    @property
    def required(self) -> bool:
        """Whether the key has to be there."""
        ...

    @property
    def default(self) -> Any:
        """The value of a key that is not there."""
        ...

    def read(self, value: object, path: str, problems: list[Problem]) -> Any:
        """Give the checked form of `value`, or add to `problems` what is wrong with it."""
        ...


@dataclass(frozen=True, slots=True)
class ContentType:
    """A name that `content` may have, and how its parser is made."""

    name: str
    structured: bool
    """Whether the text of a region is markup that a reader should not be shown (its chunks are dirty)."""
    args: Mapping[str, ArgumentKind]
    """The keys of `content_args`."""
    build: Callable[..., ContentParser]
    """Makes the parser from the checked `content_args`, given by keyword, defaults filled in."""
