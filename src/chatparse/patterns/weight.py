"""How large a pattern becomes when it is compiled, told from its text before anything is compiled.

A compiler of patterns unrolls repeats: `x{1000}` becomes a thousand `x`, and counts inside one another multiply, so
that 23 characters, `((a{1000}){1000}){1000}`, ask for a billion parts and all the memory there is. The estimate here
is never far below what the compiler makes of a pattern that it takes; for patterns with free spacing or nested classes,
whose text cannot be read so easily, it only sees that they are small enough whatever is inside what.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from math import prod

from chatparse.errors import PatternError

__all__ = ["MAX_DEPTH", "MAX_PARTS", "Weight", "check_weight", "weigh"]

MAX_PARTS = 20_000
MAX_DEPTH = 100
BEYOND = 10**9
"""Where counting ends: a number as good as infinite."""
GROUP_PARTS = 3
FOLDED_CLASS_PARTS = 200
"""A class that ignores case with full case folding holds all the texts that its characters fold to."""

_TOKEN = re.compile(
    r"""
      (?P<comment> \(\?\# (?: \\. | [^\\)] )* \)? )
    | (?P<atom>    \\[pPN]\{[\w\ &.:=^/-]*\} | \\. )
    | (?P<class>   \[\^?\]? (?: \\. | \[:\^?[\w\ &.-]*(?:[:=][\w\ &./-]*)?:\] | [^\\\]] )* \]? )
    | (?P<open>    \( (?: \?: )? )
    | (?P<close>   \) )
    | (?P<repeat>  (?: [*?] | (?P<once>\+) | \{(?P<least>[0-9]+)(?:,[0-9]*)?\} | \{,[0-9]*\} ) [?+]? )
    | (?P<brace>   \} )
    """,
    re.DOTALL | re.VERBOSE,
)
_OTHER_READING = re.compile(r"\(\?[A-Za-z0-9]*(?:x|V1)")
"""Flags under which the text reads differently: free spacing, and classes inside classes."""
_FULL_FOLDING = re.compile(r"\(\?[A-Za-z0-9]*(?:f|V1)")
_ANY_COUNT = re.compile(r"(?=\{((?:[0-9\s]|\#[^\n]*\n)*)[,}])")
_ANY_ONCE = re.compile(r"(?<=[)}\s])\+")
_NO_DIGIT = re.compile(r"\#[^\n]*\n|\s")


@dataclass(frozen=True, slots=True)
class Weight:
    """The size of a pattern."""

    parts: int
    """About how many parts there are once the repeats are unrolled; not exact beyond `BEYOND`."""
    depth: int
    """How deep groups stand inside one another."""


def check_weight(source: str) -> None:
    """Let a pattern pass that can be compiled at a bounded cost.

    Raises:
        PatternError: it would be too large.
    """
    weight = weigh(source)
    if weight.depth > MAX_DEPTH:
        raise PatternError(f"groups stand inside one another {weight.depth:,} deep, more than the {MAX_DEPTH} allowed")
    if weight.parts > MAX_PARTS:
        size = f"about {weight.parts:,} parts" if weight.parts < BEYOND else "a billion parts or more"
        raise PatternError(
            f"its repeats unroll to {size}, more than the {MAX_PARTS:,} allowed: counts of repeats inside one another "
            "multiply"
        )


def weigh(source: str) -> Weight:
    """Estimate the size of a pattern, which need not be valid."""
    class_parts = FOLDED_CLASS_PARTS if _FULL_FOLDING.search(source) else 1
    return _crude(source, class_parts) if _OTHER_READING.search(source) else _Scales(class_parts).weigh(source)


class _Scales:
    """Reads a pattern once. Each open group has its parts so far, and those of its last item: a repeat may take it."""

    __slots__ = ("class_parts", "depth", "last", "totals")

    def __init__(self, class_parts: int) -> None:
        self.class_parts = class_parts
        self.totals = [0]
        self.last = [0]
        self.depth = 0

    def weigh(self, source: str) -> Weight:
        at, end = 0, len(source)
        while at < end:
            token = _TOKEN.match(source, at)
            if token is None:
                self.add(1)
                at += 1
            else:
                self.take(token)
                at = token.end()
        while len(self.totals) > 1:
            self.close()
        return Weight(self.totals[0], self.depth)

    def take(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "atom":
                self.add(1)
            case "class":
                self.add(self.class_parts)
            case "open":
                self.totals.append(0)
                self.last.append(0)
                self.depth = max(self.depth, len(self.totals) - 1)
            case "close":
                self.close()
            case "brace":
                # it may end a bound on errors (`{e<=1}`), and a repeat after that may take what stands before it
                self.add(1)
                self.last[-1] = self.totals[-1]
            case "repeat":
                # the least count is unrolled, and one more stands for the rest
                least = 1 if token["once"] else _number(token["least"] or "")
                self.totals[-1] = min(BEYOND, self.totals[-1] + self.last[-1] * least)
            case _:
                pass

    def add(self, parts: int) -> None:
        self.totals[-1] = min(BEYOND, self.totals[-1] + parts)
        self.last[-1] = parts

    def close(self) -> None:
        if len(self.totals) > 1:
            self.last.pop()
            self.add(self.totals.pop() + GROUP_PARTS)


def _crude(source: str, class_parts: int) -> Weight:
    """Take every repeat to stand inside every other one."""
    counts = [_number(_NO_DIGIT.sub("", found[1])) + 1 for found in _ANY_COUNT.finditer(source)]
    counts += [2] * len(_ANY_ONCE.findall(source))
    parts = len(source) + GROUP_PARTS * source.count("(") + class_parts * source.count("[")
    steps = (1 if char in "([" else -1 if char in ")]" else 0 for char in source)
    return Weight(min(BEYOND, parts * prod(counts)), max(accumulate(steps, initial=0)))


def _number(digits: str) -> int:
    return int(digits or 0) if len(digits) < len(str(BEYOND)) else BEYOND
