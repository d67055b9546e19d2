"""Checks of a field that concern more than one of its keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chatparse.errors import Problem
from chatparse.jsontypes import JSON, Object
from chatparse.template.delimiter import Delimiter
from chatparse.template.limits import LIMITS
from chatparse.template.transform import Transform
from chatparse.template.wording import kind, listed, member, quoted, unknown

__all__ = ["check_join", "check_keys", "check_names", "check_progress", "read_flag", "unfillable"]

GROUP_HEAD = re.compile(r"\(\?(?:[:=!>|]|<[=!]|P?<\w+>)|\\[AZzbBGwWdDsSnrt]")
META = re.compile(r"[\\()\[\]{}*+?|^$.]+")
LONGEST_WITNESS = 16
MOST_WITNESSES = 16


def check_keys(source: Object, known: frozenset[str], path: str, problems: list[Problem]) -> None:
    """Report the keys of the object at `path` that do not exist."""
    strange = [key for key in source if key not in known]
    named = strange[: LIMITS.unknown_keys]
    problems += [
        Problem(member(path, key), f"the key {quoted(key)} is not known", unknown(key, known)) for key in named
    ]
    if len(strange) > len(named):
        problems.append(Problem(path, f"has {len(strange) - len(named):,} more keys that are not known"))


def read_flag(source: Object, key: str, default: bool, path: str, problems: list[Problem]) -> bool:
    """Return the boolean that the object at `path` holds under `key`."""
    value: JSON = source.get(key, default)
    if isinstance(value, bool):
        return value
    problems.append(Problem(member(path, key), f"must be true or false, got {kind(value)}", flag_mend(value)))
    return default


def flag_mend(value: JSON) -> str:
    if isinstance(value, str):
        return "write true or false, without quotes"
    return "leave the key out for the default" if value is None else ""


def check_names(opener: Delimiter | None, close: Delimiter | None, path: str, problems: list[Problem]) -> None:
    """Report the named groups of a field without a transform: nothing would ever read them."""
    for key, delimiter in (("open_pattern", opener), ("close_pattern", close)):
        if delimiter is not None and delimiter.names:
            cause = f"captures {listed(delimiter.names)}, but the field has no `transform` that could use a capture"
            problems.append(Problem(member(path, key), cause, "add a `transform` or use groups without names: (?:...)"))


def check_join(source: Object, repeats: bool, each: bool, path: str, problems: list[Problem]) -> str | None:
    """Return the field's `join`, which needs a field that repeats and values that are strings."""
    join: JSON = source.get("join")
    if join is None:
        return None
    place = member(path, "join")
    if not isinstance(join, str):
        problems.append(Problem(place, f"must be a string, got {kind(join)}"))
        return None
    if not repeats and source.get("repeats", False) is False:
        problems.append(Problem(place, "needs a field that repeats", 'add "repeats": true'))
    if each:
        problems.append(Problem(place, "cannot join the lists that `transform_each` makes", "remove one of the two"))
    return join


def check_progress(opener: Delimiter | None, close: Delimiter | None, path: str, problems: list[Problem]) -> None:
    """Report an opener and a closer that both match nothing at one place: regions would open and close for ever."""
    if opener is None or close is None or opener.pattern is None or close.pattern is None:
        return
    for text in witnesses(opener.pattern.source, close.pattern.source):
        if opener.pattern.matches_nothing_at_start(text) and close.pattern.matches_nothing_at_start(text):
            cause = f"matches without consuming anything where `open_pattern` does too (before {quoted(text)}, say)"
            problems.append(Problem(member(path, "close_pattern"), cause, "let one of the two consume its delimiter"))
            return


def witnesses(*sources: str) -> Iterator[str]:
    """Yield short texts that may show the fault: an ordinary character, and the literal pieces of the patterns."""
    yield "x"
    for source in sources:
        # an escaped sign stands for itself; groups, classes and repeats split the literal pieces
        pieces = META.split(re.sub(r"\\(?=\W)", "", GROUP_HEAD.sub("|", source)))
        yield from [piece[:LONGEST_WITNESS] for piece in pieces if piece][:MOST_WITNESSES]


def unfillable(
    transform: Transform, opener: Delimiter | None, close: Delimiter | None, scalar: bool
) -> Iterator[Problem]:
    """Yield a warning for each placeholder that no region can ever fill.

    Args:
        transform: the field's transform.
        opener: the field's opener.
        close: the field's closer.
        scalar: whether the content is never an object.
    """
    if transform.each:
        return  # the keys of the elements are not known before the model writes them
    captures = {name for delimiter in (opener, close) if delimiter is not None for name in delimiter.names}
    for placeholder in transform.placeholders:
        head, *rest = placeholder.steps
        if head != "content" and head not in captures:
            cause = f"the placeholder {placeholder} is neither the content nor a named group: no region can fill it"
            yield Problem(placeholder.path, cause, unknown(head, {"content", *captures}))
        elif rest and (head != "content" or scalar):
            cause = f"the placeholder {placeholder} looks into `{head}`, which is never an object"
            yield Problem(placeholder.path, cause)
