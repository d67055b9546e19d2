"""The kinds of values that `content_args` can hold, each checked when the template is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.errors import PatternError, Problem
from chatparse.patterns import Pattern, compile_pattern

__all__ = ["Flag", "MarkerPairs", "Separator", "TagPattern"]

MAX_PAIRS = 32
MAX_MARKER_LENGTH = 256


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    default: bool
    required: bool = False

    def read(self, value: object, path: str, problems: list[Problem]) -> bool:
        """Give the flag; only a real boolean will do."""
        if isinstance(value, bool):
            return value
        problems.append(Problem(path, f"is {kind_of(value)}", "true or false is wanted"))
        return self.default


@dataclass(frozen=True, slots=True)
class Separator:
    """A text that separates things, so not an empty one."""

    default: str
    required: bool = False

    def read(self, value: object, path: str, problems: list[Problem]) -> str:
        """Give the separator."""
        if isinstance(value, str) and value:
            return value
        cause = "is empty" if isinstance(value, str) else f"is {kind_of(value)}"
        problems.append(Problem(path, cause, f"a separator such as {self.default!r} is wanted"))
        return self.default


@dataclass(frozen=True, slots=True)
class MarkerPairs:
    """A list of `[open, close]` pairs of markers, none of them empty."""

    default: tuple[tuple[str, str], ...] = ()
    required: bool = False

    def read(self, value: object, path: str, problems: list[Problem]) -> tuple[tuple[str, str], ...]:
        """Give the pairs in their order."""
        if not isinstance(value, list | tuple):
            problems.append(Problem(path, f"is {kind_of(value)}", 'a list of pairs such as [["<|", "|>"]] is wanted'))
            return ()
        if len(value) > MAX_PAIRS:
            problems.append(Problem(path, f"has {len(value)} pairs", f"at most {MAX_PAIRS} are allowed"))
            return ()
        return tuple(self._pair(pair, f"{path}[{index}]", problems) for index, pair in enumerate(value))

    def _pair(self, pair: object, path: str, problems: list[Problem]) -> tuple[str, str]:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            problems.append(Problem(path, "is not a pair", 'a list of two markers such as ["<|", "|>"] is wanted'))
            return ("", "")
        for index, marker in enumerate(pair):
            if not isinstance(marker, str):
                problems.append(Problem(f"{path}[{index}]", f"is {kind_of(marker)}", "a marker is a string"))
            elif not marker:
                problems.append(Problem(f"{path}[{index}]", "is empty", "an empty marker would match everywhere"))
            elif len(marker) > MAX_MARKER_LENGTH:
                mend = f"at most {MAX_MARKER_LENGTH} are allowed"
                problems.append(Problem(f"{path}[{index}]", f"has {len(marker)} characters", mend))
        return (pair[0], pair[1])


@dataclass(frozen=True, slots=True)
class TagPattern:
    """A regular expression with the named groups `key` and `value`."""

    default: None = None
    required: bool = True

    def read(self, value: object, path: str, problems: list[Problem]) -> Pattern | None:
        """Give the compiled pattern."""
        if not isinstance(value, str):
            problems.append(Problem(path, f"is {kind_of(value)}", "a regular expression is wanted"))
            return None
        try:
            pattern = compile_pattern(value)
        except PatternError as error:
            problems.append(Problem(path, f"is not a usable pattern: {error}"))
            return None
        missing = [name for name in ("key", "value") if name not in pattern.names]
        problems += [Problem(path, f"has no group named {name!r}", f"write (?P<{name}>...)") for name in missing]
        return pattern


def kind_of(value: object) -> str:
    """Say what sort of JSON value this is; never shows the value, which may be huge or hostile."""
    for kinds, name in (
        (type(None), "null"),
        (bool, "a boolean"),
        (int | float, "a number"),
        (str, "a string"),
        (list | tuple, "a list"),
        (dict, "an object"),
    ):
        if isinstance(value, kinds):
            return name
    return f"a Python {type(value).__name__}"
