"""The one place that imports `regex`: the dialect of the format, as the guide to response parsing fixes it.

Patterns are compiled with DOTALL and without MULTILINE; classes such as `\\s` and `\\w` are those of Unicode.
What is asked of a character (`CharSet.has`) is asked of `regex` itself, so that the automaton and the dialect agree
on every class without a table of our own. Searches that the automaton makes for itself run in the standard library's
`re`, which is faster at them, wherever every set in them means the same there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

import regex

from chatparse.errors import PatternError
from chatparse.patterns.weight import check_weight

__all__ = [
    "ANY",
    "CharSet",
    "Compiled",
    "GroupMatch",
    "Located",
    "Search",
    "SearchTimeout",
    "Speller",
    "char_set",
    "compile_dialect",
    "compile_literals",
    "escape",
    "one_char",
]

Compiled: TypeAlias = regex.Pattern[str]
GroupMatch: TypeAlias = regex.Match[str]
Located: TypeAlias = "regex.Match[str] | re.Match[str]"
Search: TypeAlias = Callable[..., "Located | None"]
SearchTimeout = TimeoutError
MAX_PATTERN = 4_096
MAX_CACHED_CHARACTERS = 8_192

WHITE_SPACE = r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
"""`\\s` of the dialect, which is not quite that of `re`."""
_PLAIN_CLASS = re.compile(r"\[\^?(?:[^\[\]\\&|~-]|\\[^\w\s]|\\[nrt])+\]")


def escape(text: str) -> str:
    """Return a pattern that matches exactly `text`."""
    return regex.escape(text, special_only=False, literal_spaces=True)


@lru_cache(maxsize=64)
def compile_literals(literals: tuple[str, ...]) -> Compiled:
    """Compile a list of literals, whatever its length: the longest that matches wins."""
    ordered = sorted(literals, key=lambda text: (-len(text), text))
    return _compile("|".join(map(escape, ordered)), regex.DOTALL)


@lru_cache(maxsize=1_024)
def compile_dialect(source: str) -> Compiled:
    """Compile a pattern of a template.

    Raises:
        PatternError: the text is not a pattern of the dialect, is too long, or would be too large when compiled.
    """
    if len(source) > MAX_PATTERN:
        raise PatternError(f"the pattern has {len(source):,} characters, more than the {MAX_PATTERN:,} allowed")
    check_weight(source)
    return _compile(source, regex.DOTALL)


def _compile(source: str, flags: int) -> Compiled:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return regex.compile(source, flags, cache_pattern=False)
    except (
        regex.error,
        RecursionError,
        OverflowError,
        MemoryError,
        ValueError,
        IndexError,
        KeyError,
        TypeError,
        AttributeError,
    ) as error:
        raise PatternError(str(error) or type(error).__name__) from None


class CharSet:
    """The set of characters that one atom of a pattern matches.

    `source` is the atom in the dialect; `portable` the same for `re`, or `None` where that is not certain; `char` the
    only character where there is just one.
    """

    __slots__ = ("_asked", "_has", "char", "portable", "source")

    def __init__(self, source: str, portable: str | None, has: Callable[[str], bool], char: str | None = None) -> None:
        self.char = char
        self.source = source
        self.portable = portable
        self._has = has
        self._asked: dict[str, bool] = {}

    def has(self, char: str) -> bool:
        """Say whether `char` (one code point) is in the set."""
        known = self._asked.get(char)
        if known is None:
            if len(self._asked) >= MAX_CACHED_CHARACTERS:
                self._asked.clear()
            known = self._asked[char] = self._has(char)
        return known

    def __repr__(self) -> str:
        return f"CharSet({self.source!r})"


@lru_cache(maxsize=2_048)
def char_set(source: str, ignore_case: bool = False) -> CharSet:
    """Return the set that the atom `source` (an escape, a class, `.`) matches.

    Raises:
        PatternError: it is no atom of the dialect.
    """
    fullmatch = _compile(source, regex.DOTALL | (regex.IGNORECASE if ignore_case else 0)).fullmatch
    portable = WHITE_SPACE if source == r"\s" else source if source == "." or _PLAIN_CLASS.fullmatch(source) else None
    spelled = f"(?i:{source})" if ignore_case else source
    return CharSet(spelled, None if ignore_case else portable, lambda char: fullmatch(char) is not None)


@lru_cache(maxsize=2_048)
def one_char(char: str) -> CharSet:
    """Return the set of just one character."""
    return CharSet(escape(char), re.escape(char), char.__eq__, char)


ANY = char_set(".")
"""Every character."""


class Speller:
    """Spells the automaton's own searches, in `re` where all sets of the program can be said in it."""

    __slots__ = ("portable",)

    def __init__(self, sets: Iterable[CharSet]) -> None:
        self.portable = all(each.portable is not None for each in sets)

    def spell(self, chars: CharSet) -> str:
        """Return the source of one set."""
        return chars.portable if self.portable and chars.portable is not None else chars.source

    def intersection(self, inside: list[CharSet], outside: list[CharSet]) -> str:
        """Return the source of one character that is in every set of `inside` and in none of `outside`."""
        needed = [each for each in outside if each.char is None or all(within.has(each.char) for within in inside)]
        within = [self.spell(each) for each in inside if each is not ANY]
        without = "".join(self.spell(each) for each in needed)
        if all(each.char is not None for each in needed):
            if not within:
                return f"[^{without}]" if needed else "."
            if len(within) == 1 and within[0].startswith("[^") and _PLAIN_CLASS.fullmatch(within[0]):
                return f"{within[0][:-1]}{without}]"
        guard = "".join(f"(?={each})" for each in within[1:])
        ban = f"(?!{'|'.join(map(self.spell, needed))})" if needed else ""
        one = f"{guard}{ban}{within[0] if within else '.'}"
        return f"(?:{one})" if guard or ban else one

    def compile(self, source: str) -> tuple[Search, Search]:
        """Return the search and the match of a source made of spelled sets."""
        compiled = re.compile(source, re.DOTALL) if self.portable else regex.compile(source, regex.DOTALL)
        return compiled.search, compiled.match
