"""What can go wrong, and whose fault it is.

    ChatParseError (ValueError)
        TemplateError       the template's author: every problem of a document, each with its JSON path
        PrefixError         the caller: `prefix` was not given
        ContentError        the model: a region's text does not parse (carried by `region_malformed`)
        MissingFieldError   the model: a field that is not optional never came
    ParserStateError (RuntimeError)
                            the caller: a parser was used after `finalize`

All but the last are `ValueError`s, so code that catches the reference's errors keeps working.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "ChatParseError",
    "ContentError",
    "MissingFieldError",
    "ParserStateError",
    "PatternError",
    "PrefixError",
    "Problem",
    "TemplateError",
]


class ChatParseError(ValueError):
    """The base of all that chatparse raises about templates, texts and calls."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a template: where, what, and the mend."""

    path: str
    """JSON path in the document, such as `$.fields.thinking.open`."""
    cause: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.cause}" + (f" ({self.mend})" if self.mend else "")


class TemplateError(ChatParseError):
    """A response template cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem], source: str = "response template") -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.source = source
        lines = [str(problem) for problem in self.problems]
        head = f"{source} is not valid: "
        super().__init__(head + (lines[0] if len(lines) == 1 else "".join(f"\n  {line}" for line in lines)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.problems, self.source))


class PatternError(ChatParseError):
    """A regular expression does not compile or is beyond a limit; the loader turns it into a `Problem`."""


class PrefixError(ChatParseError):
    """The chat prefix was not given."""

    def __init__(self) -> None:
        super().__init__(
            "parsing requires `prefix`, the prompt that the model continued: chat templates often write the first part "
            'of the message there (an opening "<think>", say). Pass prefix="" if the text is the complete message.'
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), ())


class ContentError(ChatParseError):
    """The text of a region does not parse as its content type says.

    `start` and `end` are code points of the region's body, `None` where no place can be named.
    """

    def __init__(self, cause: str, start: int | None = None, end: int | None = None) -> None:
        self.cause = cause
        self.start = start
        self.end = end
        super().__init__(cause if start is None else f"{cause}, at character {start} of the region")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.cause, self.start, self.end))


class MissingFieldError(ChatParseError):
    """Fields with `"optional": false` never came; `message` is what was parsed all the same."""

    def __init__(
        self, fields: Iterable[str], message: dict[str, Any] | None = None, events: Sequence[Any] = ()
    ) -> None:
        self.fields = tuple(fields)
        self.message = message
        self.events = list(events)
        """The events that the end of the text decided."""
        super().__init__(f"Required response_template fields missing from parsed output: {list(self.fields)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.fields, self.message, self.events))


class ParserStateError(RuntimeError):
    """A parser was used after `finalize`, or asked for what it was told not to keep."""

    def __init__(self, cause: str = "this ResponseParser is finalized: make a new one for each generation") -> None:
        super().__init__(cause)
