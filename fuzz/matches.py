"""Texts that a pattern matches, or nearly: what it looks ahead or back for is written too."""

from __future__ import annotations

import random
import re
import re._parser as parser  # type: ignore[import-not-found]
import warnings
from typing import Any

__all__ = ["matches"]

MOST_REPEATS = 3
ANYTHING = "a <\n"
CATEGORIES = {
    "CATEGORY_DIGIT": "0",
    "CATEGORY_NOT_DIGIT": "x",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "f",
    "CATEGORY_WORD": "w",
    "CATEGORY_NOT_WORD": "-",
}


def matches(pattern: str, count: int) -> list[str]:
    """Return some texts, always the same for a pattern; none where Python's `re` cannot read it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = parser.parse(pattern)
    except (re.error, OverflowError, RecursionError):
        return []
    chance = random.Random(pattern)
    return [written(tree, chance) for _ in range(count)]


def written(tree: Any, chance: random.Random) -> str:
    """Write a match of a sequence."""
    return "".join(one(str(operator), argument, chance) for operator, argument in tree)


def one(operator: str, argument: Any, chance: random.Random) -> str:  # noqa: PLR0911 - one return a kind
    """Write a match of one element; nothing for those that take no text or are not known."""
    match operator:
        case "LITERAL":
            return chr(argument)
        case "ANY" | "NOT_LITERAL":
            return chance.choice(ANYTHING)
        case "IN":
            return of_set(argument, chance)
        case "BRANCH":
            return written(chance.choice(argument[1]), chance)
        case "SUBPATTERN":
            return written(argument[3], chance)
        case "ATOMIC_GROUP":
            return written(argument, chance)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = argument
            times = chance.randint(min(least, 8), min(most, least + MOST_REPEATS, 8))
            return "".join(written(inner, chance) for _ in range(times))
        case "ASSERT":
            return written(argument[1], chance)
        case _:
            return ""


def of_set(members: Any, chance: random.Random) -> str:
    """Write a character of a set."""
    if str(members[0][0]) == "NEGATE":
        return chance.choice("fa1_ ")
    operator, argument = chance.choice(members)
    if str(operator) == "RANGE":
        return chr(chance.randint(*argument))
    return chr(argument) if str(operator) == "LITERAL" else CATEGORIES.get(str(argument), "?")
