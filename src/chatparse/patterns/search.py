"""Searching a whole text for a pattern in linear time.

A backtracking engine is fast on good text and quadratic or worse on bad text: a tag that never closes, a run of a
hundred thousand blanks. Here the automaton finds where a match begins and ends, whatever the text, and the backtracking
engine is only asked for the groups of a span that is known to match.

Tag patterns are mostly `head.*?middle.*?tail`. A lazy "anything" takes as little as possible, so what follows it
stands at its leftmost place from there on: such a pattern is searched piece by piece, and its groups come from small
spans. When a later piece is nowhere to be found, the automaton of the whole pattern says whether there is a match all
the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chatparse.errors import ContentError
from chatparse.patterns.dialect import ANY, Compiled, SearchTimeout, compile_dialect
from chatparse.patterns.found import Found, named_groups, took_part
from chatparse.patterns.scan import Watch
from chatparse.patterns.syntax import Chars, Group, Irregular, Node, Repeat, is_nullable, literal_text, parse, parse_top

__all__ = ["Searcher"]

SECONDS = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A part of a pattern, and the lazy "anything" before it: its least length, and the group that it is.

    The first piece has no such gap: its length is 0 and its group `None`.
    """

    watch: Watch
    groups: Compiled | None
    gap: int
    gap_name: str | None


class Searcher:
    """Finds all matches of one pattern."""

    __slots__ = ("_compiled", "_pieces", "_whole", "irregular")

    def __init__(self, source: str) -> None:
        self._compiled = compile_dialect(source)
        self._pieces: tuple[Piece, ...] = ()
        self._whole: Watch | None = None
        self.irregular = ""
        """Why the search cannot promise linear time: empty where it can."""
        try:
            nullable = is_nullable(parse(source))
        except Irregular as error:
            self.irregular = str(error)
            return
        if nullable:
            self.irregular = "it can match nothing"
            return
        whole = Watch([source])
        if whole.automaton is None:
            self.irregular = whole.irregular
            return
        self._whole = whole
        self._pieces = _pieces(source)

    def find_all(self, text: str) -> Iterator[Found]:
        """Yield the matches, leftmost first, not overlapping.

        Raises:
            ContentError: the pattern is not regular, and takes too long on this text.
        """
        if self._whole is None:
            yield from self._backtrack(text)
            return
        at, piecewise = 0, bool(self._pieces)
        while at < len(text):
            found = self._piece_by_piece(text, at) if piecewise else None
            if found is None:
                piecewise = False
                span = find_first(self._whole, text, at)
                if span is None:
                    return
                found = Found(*span, named_groups(self._compiled, text, *span) if self._compiled.groupindex else {})
            yield found
            at = found.end

    def _piece_by_piece(self, text: str, at: int) -> Found | None:
        groups: dict[str, str] = {}
        begin = -1
        for piece in self._pieces:
            span = find_first(piece.watch, text, at + piece.gap)
            if span is None:
                return None
            start, end = span
            if begin < 0:
                begin = start
            if piece.gap_name is not None:
                groups[piece.gap_name] = text[at:start]
            if piece.groups is not None:
                groups.update(named_groups(piece.groups, text, start, end))
            at = end
        return Found(begin, at, groups)

    def _backtrack(self, text: str) -> Iterator[Found]:
        try:
            for match in self._compiled.finditer(text, timeout=SECONDS):
                yield Found(match.start(), match.end(), took_part(match))
        except SearchTimeout:
            raise ContentError("the pattern takes too long on this text") from None


def find_first(watch: Watch, text: str, at: int) -> tuple[int, int] | None:
    """Return the span of the leftmost match in `text` from `at` on, for a watch of one delimiter."""
    scan = watch.scan()
    hit = scan.read(text, at, 0, "") or scan.finish(len(text), text[-watch.context :] if watch.context else "")
    return None if hit is None else hit[1:]


def _pieces(source: str) -> tuple[Piece, ...]:
    """Split a pattern at its lazy "anything"s; no pieces where that is of no use."""
    try:
        items = parse_top(source)
    except Irregular:
        return ()
    pieces: list[Piece] = []
    run: list[tuple[Node, str]] = []
    gap: tuple[int, str | None] = (0, None)
    for node, item in items:
        this = _gap(node)
        if this is None:
            run.append((node, item))
            continue
        if not _add_piece(pieces, run, gap):
            return ()
        gap, run = this, []
    return tuple(pieces) if _add_piece(pieces, run, gap) and len(pieces) > 1 else ()


def _gap(node: Node) -> tuple[int, str | None] | None:
    match node:
        case Group(item, name, _):
            inner = _gap(item)
            return None if inner is None or inner[1] is not None else (inner[0], name)
        case Repeat(Chars(chars, _), least, None, False) if chars is ANY:
            return least, None
        case _:
            return None


def _add_piece(pieces: list[Piece], run: list[tuple[Node, str]], gap: tuple[int, str | None]) -> bool:
    if all(is_nullable(node) for node, _ in run):
        return False
    texts = [literal_text(node) for node, _ in run]
    source = "".join(item for _, item in run)
    literal = "".join(text for text in texts if text is not None)
    watch = Watch([(literal,)]) if None not in texts else Watch([source])
    compiled = compile_dialect(source)
    pieces.append(Piece(watch, compiled if compiled.groupindex else None, *gap))
    return watch.automaton is not None
