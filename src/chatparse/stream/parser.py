"""The stream parser: text in, events out; no IO, no clock, no exception for any text.

Nearly every feed of a stream finds a region open and no delimiter in sight. That case is the first thing `feed` does:
one search, one append, one event. All else is the scan's of the moment: it reads until a delimiter is decided,
`_pass` hands out the text before it and changes the region, and the next situation's scan goes on behind it.

The input is kept as the pieces that came in and never joined as a whole; positions are code points of the input.
Three positions matter: up to `_size` the text has arrived, up to `_emitted` it has been handed out, and what lies
between is held back because it may still become a delimiter. `_tail` is that text where it lies in the last piece.
"""

from __future__ import annotations

import copy
import sys
from typing import Self

from chatparse.errors import ContentError, MissingFieldError, ParserStateError, PrefixError
from chatparse.jsontypes import JSON, Object
from chatparse.patterns import Hit, Pattern, Scan, Search
from chatparse.stream.events import Event
from chatparse.stream.limits import DEFAULT_LIMITS, Limits, too_deep
from chatparse.stream.message import MessageBuilder
from chatparse.stream.notice import Notice
from chatparse.stream.plan import Situation, plan_for
from chatparse.stream.region import Ending, Region
from chatparse.template import ResponseTemplate
from chatparse.tools import Tools

__all__ = ["ResponseParser"]


LEAST_HELD = 4
"""False starts of up to this many characters may be passed over by a search, so none of them counts."""
FORGET_AFTER = 4_096
"""How many characters of input come together before it is worth letting go of them."""
FORGET_MARGIN = 2_048
"""Characters before the needed ones that are kept, for what delimiters ask about the text before them."""


def _anywhere(text: str) -> None:
    """The search of a situation in which a delimiter may begin anywhere; no feed may rely on it."""


class ResponseParser:
    """Parse one generation, as a whole or while it is being written.

    Example:
        parser = ResponseParser(template, prefix=prompt)
        for event in parser.initial_events: ...
        for text in generation:
            for event in parser.feed(text): ...
        message, events = parser.finalize()
    """

    __slots__ = (
        "__weakref__",
        "_barren",
        "_builder",
        "_calm",
        "_counted",
        "_dirty",
        "_emitted",
        "_field",
        "_finalized",
        "_forget_at",
        "_forgotten",
        "_implicit",
        "_keep_input",
        "_limits",
        "_most_held",
        "_pieces",
        "_plan",
        "_quiet",
        "_region",
        "_scan",
        "_scans",
        "_short",
        "_situation",
        "_size",
        "_tail",
        "_trigger",
        "_trigger_char",
        "_unchecked",
        "_watch",
        "_work",
        "final_message",
        "finish_reason",
        "initial_events",
        "markers",
        "missing_fields",
        "notices",
        "prefix_length",
        "regions",
        "template",
        "tools",
    )

    def __init__(
        self,
        template: ResponseTemplate,
        prefix: str | None = None,
        *,
        tools: Tools | None = None,
        limits: Limits = DEFAULT_LIMITS,
        keep_input: bool = True,
    ) -> None:
        """Begin a message.

        Args:
            template: the loaded response template.
            prefix: the prompt that the model continues; only what follows its last start anchor counts.
            tools: types for the arguments of calls.
            limits: what to spend at most.
            keep_input: whether to keep the text for `input_text`; without, memory holds the result, the open region
                and what is held back.

        Raises:
            PrefixError: `prefix` is `None`. Pass `""` if the text is the complete message.
        """
        if prefix is None:
            raise PrefixError
        self.template = template
        self.tools = tools
        self.finish_reason: str | None = None
        """Why the generation ended, as the engine that made it says (given to `finalize`)."""
        self.regions: list[Region] = []
        """The closed regions, in the order of the text."""
        self.markers: list[tuple[int, int]] = []
        """Closers of the implicit field that stood where nothing was open: end markers that belong to no region."""
        self.final_message: Object | None = None
        """The message, after `finalize`."""
        self.missing_fields: list[str] = []
        """The fields that had to come and did not, after `finalize`."""
        self.notices: list[Notice] = []
        """What the engine had to give up, in the order of the text."""
        self._limits = limits
        self._most_held, self._unchecked = max(limits.held, LEAST_HELD), min(limits.region, limits.depth)
        self._keep_input = keep_input
        self._work = 0
        self._forgotten = 0
        self._forget_at = sys.maxsize if keep_input else FORGET_AFTER
        self._plan = plan_for(template)
        self._implicit = template.implicit
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
        self._scans: dict[Situation, Scan] = {}
        self._scan = self._new_scan(self._situation)
        self._look_out()
        truncated = template.truncate(prefix)
        self.initial_events: list[Event] = self.feed(truncated) if truncated else []
        """The events of what the prompt already wrote into the message."""
        self.prefix_length = len(truncated)
        """How many characters of the input come from the prefix."""

    def __copy__(self) -> Self:
        """Return a parser in the same state that goes on by itself: for beam search, or to look ahead."""
        other = object.__new__(type(self))
        for owner in type(self).__mro__:
            for name in getattr(owner, "__slots__", ()):
                if name != "__weakref__" and hasattr(self, name):
                    setattr(other, name, getattr(self, name))
        other.initial_events, other.regions = list(self.initial_events), list(self.regions)
        other.markers, other.notices = list(self.markers), list(self.notices)
        other._pieces, other._builder = list(self._pieces), self._builder.copy()
        other._region = copy.copy(self._region)
        other._scans = {situation: copy.copy(scan) for situation, scan in self._scans.items()}
        other._scan = other._scans[self._situation]
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return copy.copy(self)

    @property
    def input_text(self) -> str:
        """All text so far: the prefix after its last start anchor, then what was fed.

        Raises:
            ParserStateError: the parser was made with `keep_input=False`.
        """
        if not self._keep_input:
            raise ParserStateError("this ResponseParser was made with keep_input=False and has no `input_text`")
        return "".join(self._pieces)

    @property
    def message(self) -> Object:
        """The message so far: all closed regions, and what a text region that is open has so far."""
        region = self._region
        if region is None or region.field.dirty:
            return self._builder.copy().finish()
        end = self._count() if self._calm else self._emitted
        try:
            value = region.field.value(self._slice(region.start, end), region.captures)
        except ContentError:
            return self._builder.copy().finish()
        return self._builder.with_open(region.field, value)

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
        if self._calm and text:  # noqa: SIM102 - the short way, by itself
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
        hit = scan.advance(text, base, self._before(base) if scan.context else "", begin)
        if hit is not None or size - self._most_held > scan.held >= 0 or scan.exhausted:
            scan = self._follow(events, hit, text, base)
        end = size if scan.held < 0 else scan.held
        if end > self._emitted:
            self._emit(events, end, text, base)
        self._tail = text[end - base :] if base <= end < size else ""
        if self._watch is not self._situation.watch:
            self._look_out()
        if size > self._forget_at:
            self._forget()
        self._calm = self._emitted == size and self._region is not None and self._trigger is not _anywhere
        return events

    def finalize(self, finish_reason: str | None = None) -> tuple[Object, list[Event]]:
        """End the generation.

        Args:
            finish_reason: why it ended, as the engine that made it says; `"length"` means it was cut off.

        Returns:
            The message, and the events that the end decides.

        Raises:
            MissingFieldError: a field that the template does not call optional never came; it has the message and
                the events.
            ParserStateError: the parser is finalized already.
        """
        if self._finalized:
            raise ParserStateError
        end = self._count()
        if self._calm:
            self._emitted = end
        self._calm, self._finalized, self.finish_reason = False, True, finish_reason
        events: list[Event] = []
        hit = self._end_hit()
        if hit is not None or self._scan.exhausted:
            self._follow(events, hit, "", end)
        if end > self._emitted:
            self._emit(events, end, "", end)
        if self._region is not None:
            self._close(events, self._region, end, end, {}, "end")
        message = self.final_message = self._builder.finish()
        if self.template.required:
            missing = self.missing_fields = self._builder.missing()
            if missing:
                raise MissingFieldError(missing, message, events)
        return message, events

    # ------------------------------------------------------------------ reading
    def _follow(self, events: list[Event], hit: Hit | None, text: str, base: int) -> Scan:
        """Go through a delimiter and all that come after it, and return the scan that reads on.

        Args:
            events: where to put the events.
            hit: the delimiter.
            text: the piece of the input that was being read.
            base: the position of `text`.
        """
        scan = self._scan
        while True:
            if hit is None:
                go_on = self._give_up(events)
            elif hit[0] < 0 or scan.seen - hit[1] > self._most_held:
                go_on = self._give_up_hold(hit[1])
            elif hit[1] == hit[2] and self._changes_nothing(hit):
                go_on = hit[1] + 1
            else:
                self._pass(events, hit, text, base)
                go_on = hit[2]
            if go_on < 0 or go_on > self._size:
                return scan
            if scan.seen > go_on:
                self._count_work(events, scan.seen - go_on, go_on)
            if go_on < base:
                text, base = self._merge(go_on)
            scan = self._scan
            hit = scan.read(text, go_on - base, base, self._before(base) if scan.context else "")
            if hit is None and self._finalized:
                hit = self._end_hit()

    def _merge(self, position: int) -> tuple[str, int]:
        """Make one piece of all that has to be read again, and return it with its position."""
        piece, base = self._locate(position)
        text = "".join(self._pieces[piece:])
        self._pieces[piece:] = [text]
        self._counted, self._tail = len(self._pieces), ""
        return text, base

    def _give_up(self, events: list[Event]) -> int:
        """Give up what has waited too long or cost too much, and return where to go on; -1 if there is nothing."""
        scan = self._scan
        if scan.exhausted:
            self._give_up_looking(events, self._size)
            return self._size
        if self._size - self._most_held > scan.held >= 0:
            go_on = self._give_up_hold(scan.held)
            scan.give_up()
            return go_on
        return -1

    def _count_work(self, events: list[Event], characters: int, position: int) -> None:
        """Count characters that will be read once more from `position` on, and stop when they are too many."""
        self._work += characters
        if self._work > self._limits.work:
            self._give_up_looking(events, position)

    def _give_up_hold(self, start: int) -> int:
        """Take what begins at `start` for text after all, and return where to go on."""
        end = start + self._most_held
        self._note(f"held {self._most_held:,} characters for one delimiter, and took them for text", start, end)
        return end

    def _give_up_looking(self, events: list[Event], position: int) -> None:
        """Look for no more delimiters: what is left is text; an open region that needs parsing is malformed."""
        self._work = 0
        self._situation = self._plan.nothing
        self._scan = self._new_scan(self._situation)
        self._note("spent all work on delimiters, and took the rest for text", position, position)
        region = self._region
        if region is not None and region.field.dirty:
            if position > self._emitted:
                self._emit(events, position, "", position)
            region.first, region.ending, region.body = "", "opener", self._slice(region.start, position)
            error = ContentError("the parser gave up looking for the end of this region")
            self._malformed(events, region, position, position, error)

    def _note(self, text: str, start: int, end: int) -> None:
        region = self._region
        # the implicit field opens with its first text, and when that is depends on how the text was cut
        field = region.field.name if region is not None and region.field.open is not None else None
        self.notices.append(Notice("gave_up", text, start, end, field))

    def _end_hit(self) -> Hit | None:
        """Return the delimiter that the end of the text decides."""
        return self._scan.finish(self._size, self._before(self._size) if self._situation.watch.context else "")

    def _changes_nothing(self, hit: Hit) -> bool:
        """Say whether an empty delimiter would be found for ever at the same place, so that it must count for none.

        That is a closer of the implicit field where nothing is open, and an opener where a region has just opened and
        closed without taking a character.
        """
        number, position, _ = hit
        if self._situation.targets[number] is not None:
            return self._barren == position
        if self._region is not None or position > self._emitted:
            return False
        if self._finalized and self._slice(position, self._size) == "\n":
            self._emitted = self._size  # `$` stands before a final newline: that newline is not content
            self.markers.append((position, self._size))
        return True

    def _pass(self, events: list[Event], hit: Hit, text: str, base: int) -> None:
        """Hand out the text before a delimiter and go through it: out of the open region, into the one it opens."""
        number, start, end = hit
        situation, region, emitted = self._situation, self._region, self._emitted
        if region is not None and start > emitted >= base:
            chunk = text[emitted - base : start - base]
            if emitted == region.start:
                region.first = chunk
            events.append({"type": "region_chunk", "field": self._field, "text": chunk, "dirty": self._dirty})
        elif start > emitted:
            self._emit(events, start, text, base)
            region = self._region
        pattern = situation.patterns[number]
        captures = self._captures(pattern, start, end) if pattern is not None else {}
        target = situation.targets[number]
        self._emitted = end
        if target is None:
            following = self._plan.outside
            if region is not None:
                if region.start == end and situation is not following:
                    self._barren = end
                self._close(events, region, start, end, captures, "closer")
            elif start < end:
                self.markers.append((start, end))
        else:
            following = self._plan.inside[target.name]
            if region is not None:
                self._close(events, region, start, start, {}, "opener")
            self._region = Region(target, captures, start, end, *self._locate(end))
            self._field = name = target.name
            self._dirty = target.dirty
            events.append({"type": "region_open", "field": name, "start": start, "end": end, "captures": captures})
        if following is not situation:
            self._situation = following
            self._scan = self._scans.get(following) or self._new_scan(following)

    def _new_scan(self, situation: Situation) -> Scan:
        """Begin the one scan that this parser has for a situation."""
        scan = self._scans[situation] = situation.watch.scan(self._limits.work, self._most_held)
        return scan

    def _captures(self, pattern: Pattern, start: int, end: int) -> dict[str, str]:
        """Return the named groups of a delimiter that took part in its match."""
        begin = max(0, start - self._situation.watch.context)
        return pattern.groups_at(self._slice(begin, self._scan.seen), start - begin, end - begin)

    def _look_out(self) -> None:
        """Have at hand what `feed` asks about the next piece of text."""
        self._watch = watch = self._situation.watch
        self._trigger_char, self._short = watch.trigger_char, watch.short
        # what was found quiet under other limits may hold a false start that is too long under these
        self._quiet = watch.quiet if watch.short <= self._most_held else frozenset()
        self._trigger: Search = watch.trigger or _anywhere

    # ------------------------------------------------------------------ regions
    def _emit(self, events: list[Event], end: int, text: str, base: int) -> None:
        """Hand out the input up to `end`; outside of all regions it belongs to the implicit field.

        `text` is a piece of the input that stands at `base`, to take the characters from where it has them.
        """
        start = self._emitted
        self._emitted = end
        region = self._region
        if region is None:
            if self._implicit is None:
                return
            region = self._region = Region(self._implicit, {}, start, start, *self._locate(start))
            self._field, self._dirty = self._implicit.name, self._implicit.dirty
            events.append({"type": "region_open", "field": self._field, "start": start, "end": start})
        if start >= base:
            chunk = text[start - base : end - base]
        elif self._tail and end >= base:
            chunk = self._tail + text[: end - base]
        else:
            chunk = self._slice(start, end)
        if start == region.start:
            region.first = chunk
        events.append({"type": "region_chunk", "field": self._field, "text": chunk, "dirty": self._dirty})

    def _close(
        self, events: list[Event], region: Region, start: int, end: int, captures: dict[str, str], ending: Ending
    ) -> None:
        """Close the open region at the delimiter between `start` and `end`."""
        field, body = region.field, region.first
        if len(body) != start - region.start:
            pieces, piece, piece_start = self._pieces, region.piece, region.piece_start
            known = pieces[piece] if piece + 1 == len(pieces) else "".join(pieces[piece:])
            body = known[region.start - piece_start : start - piece_start]
        region.first, region.ending = "", ending
        region.body = body if field.dirty or field.transform is not None else ""
        if captures:
            region.captures = {**region.captures, **captures}
        try:
            if len(body) <= self._unchecked:
                value = field.value(body, region.captures)
            else:
                value = self._checked_value(region, body)
        except ContentError as error:
            self._malformed(events, region, start, end, error)
            return
        if self.tools:
            value = self.tools.typed(value)
        self._region = None
        region.stop, region.end, region.value, region.error = start, end, value, None
        self.regions.append(region)
        self._builder.add(field, value)
        events.append({"type": "region_close", "field": field.name, "start": start, "end": end, "value": value})

    def _checked_value(self, region: Region, body: str) -> JSON:
        """Return the value of a region that is large enough to be beyond a limit."""
        limits, dirty = self._limits, region.field.dirty
        if dirty and len(body) > limits.region:
            raise ContentError(f"the region has {len(body):,} characters, more than the {limits.region:,} allowed")
        value = region.field.value(body, region.captures)
        if dirty and too_deep(value, limits.depth):
            raise ContentError(f"lists and objects nest more than {limits.depth:,} levels deep")
        return value

    def _malformed(self, events: list[Event], region: Region, start: int, end: int, error: ContentError) -> None:
        error.__traceback__ = error.__context__ = None  # they would keep frames and the decoder's text alive
        self._region = None
        region.stop, region.end, region.value, region.error = start, end, None, error
        self.regions.append(region)
        self._builder.add_malformed(region.field)
        events.append(
            {"type": "region_malformed", "field": region.field.name, "start": start, "end": end, "error": error}
        )

    # ------------------------------------------------------------------ positions
    def _count(self) -> int:
        """Bring `_size` up to date with the pieces that quiet feeds have appended, and return it."""
        counted, pieces = self._counted, self._pieces
        arrived = len(pieces)
        if counted < arrived:
            self._size += len(pieces[counted]) if counted + 1 == arrived else sum(map(len, pieces[counted:]))
            self._counted = arrived
        return self._size

    def _forget(self) -> None:
        """Let go of the input that neither the open region, nor held text, nor a delimiter's context needs."""
        needed = self._emitted if self._region is None else self._region.start
        piece, _ = self._locate(max(0, min(needed, self._emitted) - FORGET_MARGIN, self._forgotten))
        if piece:
            self._forgotten += sum(map(len, self._pieces[:piece]))
            del self._pieces[:piece]
            self._counted -= piece
            if self._region is not None:
                self._region.piece -= piece
        self._forget_at = self._size + max(FORGET_AFTER, self._size - self._forgotten)

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
        last, reached = piece, piece_start
        while reached < end:
            reached += len(pieces[last])
            last += 1
        known = pieces[piece] if last == piece + 1 else "".join(pieces[piece:last])
        return known[start - piece_start : end - piece_start]
