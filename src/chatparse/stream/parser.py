"""The stream parser: text in, events out; no IO, no clock, no exception for any text.

Nearly every feed of a stream finds a region open and no delimiter in sight. That case is the first thing `feed` does:
one search, one append, one event. All else goes through `_run`, which lets the situation's scan read until a delimiter
is decided, hands out the text before it, changes the region, and goes on behind it with the next situation's scan.

The input is kept as the pieces that came in and never joined as a whole; positions are code points of the input.
Three positions matter: up to `_size` the text has arrived, up to `_emitted` it has been handed out, and what lies
between is held back because it may still become a delimiter. `_tail` is that text where it lies in the last piece.
"""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.errors import ContentError, ParserStateError, PrefixError
from chatparse.jsontypes import Object
from chatparse.patterns import Hit, Scan, Search
from chatparse.stream.events import Event
from chatparse.stream.message import MessageBuilder
from chatparse.stream.plan import Situation, plan_for
from chatparse.template import Field, ResponseTemplate
from chatparse.tools import Tools

__all__ = ["ResponseParser"]


def _anywhere(text: str) -> None:
    """The search of a situation in which a delimiter may begin anywhere; no feed may rely on it."""


@dataclass(slots=True)
class Region:
    """The open region: its field, the captures of its opener, and where its text begins."""

    field: Field
    captures: dict[str, str]
    start: int
    piece: int
    """Which piece of the input the text begins in."""
    piece_start: int


class ResponseParser:
    """Parse one generation, as a whole or while it is being written.

    Example:
        parser = ResponseParser(template, prefix=prompt)
        for event in parser.initial_events: ...
        for text in generation:
            for event in parser.feed(text): ...
        message, events = parser.finalize()
    """

    def __init__(self, template: ResponseTemplate, prefix: str | None = None, *, tools: Tools | None = None) -> None:
        """Begin a message.

        Args:
            template: the loaded response template.
            prefix: the prompt that the model continues; only what follows its last start anchor counts.
            tools: types for the arguments of calls.

        Raises:
            PrefixError: `prefix` is `None`. Pass `""` if the text is the complete message.
        """
        if prefix is None:
            raise PrefixError
        self._plan = plan_for(template)
        self._implicit = template.implicit
        self._tools = tools
        self._builder = MessageBuilder(template)
        self._pieces: list[str] = []
        self._counted = 0
        self._size = 0
        self._emitted = 0
        self._tail = ""
        self._region: Region | None = None
        self._barren: int | None = None
        self._finalized = False
        self._calm = False
        self._field = ""
        self._dirty = False
        self._situation: Situation = self._plan.outside
        self._scan: Scan = self._situation.watch.scan()
        self._scans: dict[Situation, Scan] = {self._situation: self._scan}
        self._look_out()
        truncated = template.truncate(prefix)
        self.initial_events: list[Event] = self.feed(truncated) if truncated else []
        """The events of what the prompt already wrote into the message."""

    @property
    def input_text(self) -> str:
        """All text so far: the prefix after its last start anchor, then what was fed."""
        return "".join(self._pieces)

    # ------------------------------------------------------------------ the three calls
    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the generation and return the events that it decides.

        Args:
            text: any text, of any length.

        Returns:
            The events, in order; text that may still become part of a delimiter is held back.

        Raises:
            ParserStateError: the parser is finalized.
        """
        begin = None
        if self._calm and text:
            if (
                self._trigger_char not in text
                or text in self._quiet
                or (len(text) > self._short and (begin := self._trigger(text)) is None)
            ):
                self._pieces.append(text)
                return [{"type": "region_chunk", "field": self._field, "text": text, "dirty": self._dirty}]
        if self._finalized:
            raise ParserStateError
        if not text:
            return []
        base = self._size
        if self._calm:
            base = self._emitted = self._count()
        self._pieces.append(text)
        self._counted += 1
        self._size = size = base + len(text)
        events: list[Event] = []
        scan = self._scan
        hit = scan.advance(text, base, self._before(base) if self._situation.watch.context else "", begin)
        if hit is not None:
            scan = self._follow(events, hit, text, base)
        end = size if scan.held < 0 else scan.held
        if end > self._emitted:
            self._emit(events, end, text, base)
        self._tail = text[end - base :] if base <= end < size else ""
        if self._watch is not self._situation.watch:
            self._look_out()
        self._calm = self._emitted == size and self._region is not None and self._trigger is not _anywhere
        return events

    def finalize(self) -> tuple[Object, list[Event]]:
        """End the generation.

        Returns:
            The message, and the events that the end decides.

        Raises:
            MissingFieldError: a field that the template does not call optional never came.
            ParserStateError: the parser is finalized already.
        """
        if self._finalized:
            raise ParserStateError
        end = self._count()
        if self._calm:
            self._emitted = end
        self._calm, self._finalized = False, True
        events: list[Event] = []
        hit = self._end_hit()
        if hit is not None:
            self._follow(events, hit, "", end)
        if end > self._emitted:
            self._emit(events, end, "", end)
        if self._region is not None:
            self._close(events, self._region, end, end, {})
        return self._builder.finish(), events

    # ------------------------------------------------------------------ reading
    def _follow(self, events: list[Event], hit: Hit | None, text: str, base: int) -> Scan:
        """Go through a delimiter and all that come after it, and return the scan that reads on.

        Args:
            events: where to put the events.
            hit: the delimiter.
            text: the piece of the input that was being read.
            base: the position of `text`.
        """
        while hit is not None:
            number, start, end = hit
            go_on = self._skip(self._situation.targets[number], start) if start == end else None
            if go_on is None:
                if start > self._emitted:
                    self._emit(events, start, text, base)
                self._pass(events, hit)
                go_on = end
            elif go_on > self._size:
                break
            if go_on < base:
                base, text, self._tail = go_on, self._slice(go_on, self._size), ""
            before = self._before(base) if self._situation.watch.context else ""
            hit = self._scan.read(text, go_on - base, base, before)
            if hit is None and self._finalized:
                hit = self._end_hit()
        return self._scan

    def _end_hit(self) -> Hit | None:
        """Return the delimiter that the end of the text decides."""
        return self._scan.finish(self._size, self._before(self._size) if self._situation.watch.context else "")

    def _skip(self, opens: Field | None, position: int) -> int | None:
        """Return where to go on if an empty delimiter would change nothing for ever, else `None`.

        That is a closer of the implicit field where nothing is open, and an opener where a region has just opened and
        closed without taking a character.
        """
        if opens is not None:
            return position + 1 if self._barren == position else None
        if self._region is not None or position > self._emitted:
            return None
        if self._finalized and self._slice(position, self._size) == "\n":
            self._emitted = self._size  # `$` stands before a final newline: that newline is not content
        return position + 1

    def _pass(self, events: list[Event], hit: Hit) -> None:
        """Go through a delimiter: out of the region that is open, into the one it opens."""
        number, start, end = hit
        situation, region = self._situation, self._region
        captures = self._captures(hit) if situation.patterns[number] is not None else {}
        target = situation.targets[number]
        self._emitted = end
        if target is None:
            following = self._plan.outside
            if region is not None:
                if region.start == end and situation is not following:
                    self._barren = end
                self._close(events, region, start, end, captures)
        else:
            following = self._plan.inside[target.name]
            if region is not None:
                self._close(events, region, start, start, {})
            self._open(target, end, captures)
            events.append(
                {"type": "region_open", "field": self._field, "start": start, "end": end, "captures": captures}
            )
        if following is not situation:
            self._situation = following
            self._scan = self._scans.get(following) or self._scans.setdefault(following, following.watch.scan())

    def _captures(self, hit: Hit) -> dict[str, str]:
        """Return the named groups of a delimiter that took part in its match."""
        number, start, end = hit
        pattern = self._situation.patterns[number]
        begin = max(0, start - self._situation.watch.context)
        return (
            {}
            if pattern is None
            else pattern.groups_at(self._slice(begin, self._scan.seen), start - begin, end - begin)
        )

    def _look_out(self) -> None:
        """Have at hand what `feed` asks about the next piece of text."""
        self._watch = watch = self._situation.watch
        self._trigger_char, self._quiet, self._short = watch.trigger_char, watch.quiet, watch.short
        self._trigger: Search = watch.trigger or _anywhere

    # ------------------------------------------------------------------ regions
    def _open(self, field: Field, start: int, captures: dict[str, str]) -> None:
        piece = len(self._pieces) - 1
        piece_start = self._size - len(self._pieces[piece])
        if start < piece_start:
            piece, piece_start = self._locate(start)
        self._region = Region(field, captures, start, piece, piece_start)
        self._field, self._dirty = field.name, field.dirty

    def _emit(self, events: list[Event], end: int, text: str, base: int) -> None:
        """Hand out the input up to `end`; outside of all regions it belongs to the implicit field.

        `text` is a piece of the input that stands at `base`, to take the characters from where it has them.
        """
        start = self._emitted
        self._emitted = end
        if self._region is None:
            if self._implicit is None:
                return
            self._open(self._implicit, start, {})
            events.append({"type": "region_open", "field": self._field, "start": start, "end": start})
        if start >= base:
            chunk = text[start - base : end - base]
        elif self._tail and end >= base:
            chunk = self._tail + text[: end - base]
        else:
            chunk = self._slice(start, end)
        events.append({"type": "region_chunk", "field": self._field, "text": chunk, "dirty": self._dirty})

    def _close(self, events: list[Event], region: Region, start: int, end: int, captures: dict[str, str]) -> None:
        """Close the open region at the delimiter between `start` and `end`."""
        self._region = None
        field, pieces, piece, piece_start = region.field, self._pieces, region.piece, region.piece_start
        known = pieces[piece] if piece + 1 == len(pieces) else "".join(pieces[piece:])
        body = known[region.start - piece_start : start - piece_start]
        try:
            value = field.value(body, {**region.captures, **captures} if captures else region.captures)
        except ContentError as error:
            self._builder.add_malformed(field)
            events.append({"type": "region_malformed", "field": field.name, "start": start, "end": end, "error": error})
            return
        if self._tools:
            value = self._tools.typed(value)
        self._builder.add(field, value)
        events.append({"type": "region_close", "field": field.name, "start": start, "end": end, "value": value})

    # ------------------------------------------------------------------ positions
    def _count(self) -> int:
        """Bring `_size` up to date with the pieces that quiet feeds have appended, and return it."""
        counted, pieces = self._counted, self._pieces
        arrived = len(pieces)
        if counted < arrived:
            self._size += len(pieces[counted]) if counted + 1 == arrived else sum(map(len, pieces[counted:]))
            self._counted = arrived
        return self._size

    def _locate(self, position: int) -> tuple[int, int]:
        """Return the piece that `position` lies in (counted from the end, where it is near), and that piece's start."""
        pieces, start = self._pieces, self._size
        piece = len(pieces)
        while start > position:
            piece -= 1
            start -= len(pieces[piece])
        return piece, start

    def _before(self, position: int) -> str:
        """Return the characters before a position that the watch may ask about."""
        return self._slice(max(0, position - self._situation.watch.context), position)

    def _slice(self, start: int, end: int) -> str:
        """Return the input between two positions."""
        pieces = self._pieces
        piece, piece_start = self._locate(start)
        known = pieces[piece] if piece + 1 == len(pieces) else "".join(pieces[piece:])
        return known[start - piece_start : end - piece_start]
