"""Running a watch over pieces, the same question asked of a backtracking engine, and patterns made at random."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import regex
from hypothesis import strategies as st

from chatparse.patterns import Hit, Scan, Watch

Source: TypeAlias = "str | tuple[str, ...]"
"""A pattern, or a list of literals."""


def watch(*sources: Source) -> Watch:
    """Compile delimiters together."""
    return Watch(sources)


def feed(watched: Watch, scan: Scan, text: str, base: int) -> Hit | None:
    """Give a scan the piece of `text` from `base` on."""
    return scan.advance(text[base:], base, _before(watched, text[:base]), None)


def finish(watched: Watch, scan: Scan, text: str) -> Hit | None:
    """Tell a scan that has read all of `text` that this is the end."""
    return scan.finish(len(text), _before(watched, text))


def _before(watched: Watch, text: str) -> str:
    return text[-watched.context :] if watched.context else ""


def pieces_at(text: str, cuts: Sequence[int]) -> list[str]:
    """Cut a text at the given places."""
    places = sorted({0, len(text), *(cut for cut in cuts if 0 < cut < len(text))})
    return [text[start:end] for start, end in itertools.pairwise(places)]


@dataclass(frozen=True)
class Outcome:
    """What a scan made of a text: the first hit, and after how many characters it was decided (None: by the end)."""

    hit: Hit | None
    decided: int | None


def first_hit(watched: Watch, pieces: Sequence[str], *, ends: bool = True) -> Outcome:
    """Feed the pieces up to the first hit, then, unless the text goes on, tell the scan that it has ended."""
    scan, text = watched.scan(), ""
    for piece in pieces:
        base = len(text)
        text += piece
        hit = feed(watched, scan, text, base)
        if hit is not None:
            return Outcome(hit, len(text))
    return Outcome(finish(watched, scan, text) if ends else None, None)


def held_from(watched: Watch, text: str) -> int | None:
    """Return from where on `text` is held once all of it was fed, `None` for nowhere."""
    scan = watched.scan()
    assert feed(watched, scan, text, 0) is None
    return scan.held if 0 <= scan.held < len(text) else None


def searcher(sources: Sequence[Source]) -> Callable[[str], Hit | None]:
    """Return the search that the scan must agree with: leftmost, then longest, then first watched."""
    compiled = [
        regex.compile(
            source if isinstance(source, str) else "|".join(map(regex.escape, sorted(source, key=len, reverse=True))),
            regex.DOTALL,
        )
        for source in sources
    ]

    def search(text: str) -> Hit | None:
        matches = [(number, pattern.search(text)) for number, pattern in enumerate(compiled)]
        found = [(match.start(), -match.end(), number) for number, match in matches if match is not None]
        if not found:
            return None
        start, end, number = min(found)
        return number, start, -end

    return search


def texts_up_to(alphabet: str, length: int) -> Iterator[str]:
    """Yield every text over an alphabet up to a length."""
    for size in range(length + 1):
        yield from map("".join, itertools.product(alphabet, repeat=size))


# ------------------------------------------------------------------ patterns at random
@dataclass(frozen=True)
class Made:
    """A random pattern, and whether it can match nothing."""

    source: str
    nullable: bool


CHARACTERS = ("a", "b", "<", r"\n", r"\s", r"\w", ".", "[^a]", "[ab]", r"[^\s<]", r"\S", "-")
ASSERTIONS = ("^", "$", r"\Z", r"\b", r"\B")
BEHINDS = ("a", "ab", r"[ab]\n", "a|b<", r"\w", "<a?")
LOOPS = ("*", "+", "*?", "+?", "{1,}", "{2,}?")
LIMITED = ("?", "??", "{2}", "{1,2}", "{0,2}?", "{,2}")


@st.composite
def _atoms(draw: st.DrawFn, depth: int, in_look: bool) -> Made:
    kind = draw(st.integers(0, 11))
    if kind in (6, 7) and depth < 2:
        inner = draw(_alternatives(depth + 1, in_look))
        opener = draw(st.sampled_from(["(?:", "("]))
        return _quantified(draw, Made(f"{opener}{inner.source})", inner.nullable))
    if kind == 8:
        return Made(draw(st.sampled_from([each for each in ASSERTIONS if each != "$" or not in_look])), nullable=True)
    if kind == 9 and depth < 2 and not in_look:
        inner = draw(_alternatives(2, in_look=True))
        return Made(f"{draw(st.sampled_from(['(?=', '(?!']))}{inner.source})", nullable=True)
    if kind == 10:
        return Made(f"{draw(st.sampled_from(['(?<=', '(?<!']))}{draw(st.sampled_from(BEHINDS))})", nullable=True)
    return _quantified(draw, Made(draw(st.sampled_from(CHARACTERS)), nullable=False))


def _quantified(draw: st.DrawFn, atom: Made) -> Made:
    choice = draw(st.integers(0, 5))
    if choice == 0:
        quantifier = draw(st.sampled_from(LIMITED))
    elif choice == 1 and not atom.nullable:
        quantifier = draw(st.sampled_from(LOOPS))
    else:
        return atom
    return Made(atom.source + quantifier, atom.nullable or quantifier[0] in "*?" or quantifier[:2] in ("{0", "{,"))


@st.composite
def _alternatives(draw: st.DrawFn, depth: int, in_look: bool) -> Made:
    options = draw(st.lists(st.lists(_atoms(depth, in_look), min_size=1, max_size=4), min_size=1, max_size=3))
    return Made(
        "|".join("".join(each.source for each in option) for option in options),
        any(all(each.nullable for each in option) for option in options),
    )


patterns: st.SearchStrategy[str] = _alternatives(0, in_look=False).map(lambda made: made.source)
"""Patterns that are regular: everything of the dialect that a finite automaton follows."""

texts: st.SearchStrategy[str] = st.text(alphabet="aab<\n -", max_size=10)
cuts: st.SearchStrategy[list[int]] = st.lists(st.integers(1, 9), max_size=4)
