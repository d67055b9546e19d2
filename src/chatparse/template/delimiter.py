"""What opens or closes a region: literal strings, or a pattern."""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.errors import PatternError, Problem
from chatparse.jsontypes import JSON, Object
from chatparse.patterns import Pattern, compile_pattern
from chatparse.template.limits import LIMITS
from chatparse.template.wording import element, kind, member

__all__ = ["Delimiter"]


@dataclass(frozen=True, slots=True)
class Delimiter:
    """Either literals, any of which matches (the longest where several start together), or a pattern."""

    literals: tuple[str, ...] = ()
    pattern: Pattern | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The named groups, which become variables of the transform."""
        return () if self.pattern is None else self.pattern.names

    @property
    def watched(self) -> str | tuple[str, ...]:
        """What the scanner watches for: the pattern where there is one, else the literals."""
        return self.literals if self.pattern is None else self.pattern.source

    @classmethod
    def load(cls, owner: Object, key: str, path: str, problems: list[Problem]) -> Delimiter | None:
        """Read the delimiter that `owner` writes under `key` or `key` + "_pattern".

        Args:
            owner: the object at `path`, a field or the document.
            key: "open", "close" or "start_anchor".
            path: JSON path of `owner`.
            problems: where what is wrong goes.

        Returns:
            The delimiter; `None` where `owner` has neither key or what it has cannot be used.
        """
        pattern_key = f"{key}_pattern"
        pattern_path = member(path, pattern_key)
        if key in owner and pattern_key in owner:
            mend = f"keep one of `{key}` and `{pattern_key}`"
            problems.append(Problem(pattern_path, f"stands next to `{key}`", mend))
        literals = load_literals(owner[key], member(path, key), problems) if key in owner else ()
        pattern = load_pattern(owner[pattern_key], pattern_path, problems) if pattern_key in owner else None
        return cls(literals, pattern) if literals or pattern is not None else None


def load_literals(source: JSON, path: str, problems: list[Problem]) -> tuple[str, ...]:
    """Return the literals of a string or a list of strings, each once."""
    if isinstance(source, str):
        return (source,) if check_literal(source, path, problems) else ()
    if not isinstance(source, list):
        mend = "leave the key out where there is no such delimiter" if source is None else ""
        problems.append(Problem(path, f"must be a string or a list of strings, got {kind(source)}", mend))
        return ()
    if not source:
        problems.append(Problem(path, "is an empty list", "give at least one literal or leave the key out"))
    if len(source) > LIMITS.literals:
        problems.append(Problem(path, f"has more than {LIMITS.literals:,} literals"))
        return ()
    good = [text for index, text in enumerate(source) if check_literal(text, element(path, index), problems)]
    return tuple(dict.fromkeys(good))


def check_literal(text: JSON, path: str, problems: list[Problem]) -> bool:
    """Report what is wrong with one literal and say whether it is right."""
    if not isinstance(text, str):
        problem = Problem(path, f"must be a string, got {kind(text)}")
    elif not text:
        mend = "write the text of the delimiter or leave it out"
        problem = Problem(path, "is an empty string, which would match everywhere", mend)
    elif len(text) > LIMITS.literal_length:
        problem = Problem(path, f"is longer than {LIMITS.literal_length:,} characters")
    else:
        return True
    problems.append(problem)
    return False


def load_pattern(source: JSON, path: str, problems: list[Problem]) -> Pattern | None:
    """Return the compiled pattern, `None` where it cannot be used."""
    if not isinstance(source, str):
        mend = "join alternatives with |" if isinstance(source, list) else ""
        problems.append(Problem(path, f"must be a regular expression in a string, got {kind(source)}", mend))
        return None
    if len(source) > LIMITS.pattern_length:
        problems.append(Problem(path, f"is longer than {LIMITS.pattern_length:,} characters"))
        return None
    try:
        return compile_pattern(source)
    except PatternError as error:
        problems.append(Problem(path, f"is not a pattern that can be used: {error}"))
        return None
