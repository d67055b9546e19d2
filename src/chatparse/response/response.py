"""Everything about one generation: its message, its calls, its parts in order, and every character of it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from chatparse.errors import ContentError, ParserStateError
from chatparse.jsontypes import JSON, Object
from chatparse.response.call import Call, calls_of, writes_calls
from chatparse.stream import Notice, Region, ResponseParser

__all__ = ["Part", "PartKind", "Response", "Span", "calls_in", "respond"]

PartKind: TypeAlias = Literal["text", "call", "data"]
CUT_OFF = "length"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the input that belongs to no part: an end marker, or text that no field claims."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """One region in the order of the text: a thought, a text, a call, ...

    `kind` is `"text"` for a string, `"call"` for calls (malformed ones too), `"data"` for any other value.
    `opener + body + closer` is the stretch of the input that the part covers.
    """

    kind: PartKind
    field: str
    value: JSON
    """The value that the message was given, or `None` where the region is malformed."""
    calls: tuple[Call, ...]
    opener: str
    body: str
    closer: str
    start: int
    end: int
    error: ContentError | None
    """Why the region could not be read."""
    complete: bool
    """Whether the region is known to be whole: it could be read, and no closer that belongs to it is missing."""

    @property
    def raw(self) -> str:
        """The part as it was written."""
        return self.opener + self.body + self.closer


@dataclass(frozen=True, slots=True)
class Response:
    """One generation, nothing lost.

    Positions are code points of the input: the prefix after its start anchor, then the text.
    """

    message: Object
    """The message, with the calls that were written completely."""
    calls: tuple[Call, ...]
    """All calls in the order of the text, whatever their status."""
    parts: tuple[Part, ...]
    """The regions in the order of the text."""
    leftover: tuple[Span, ...]
    """Text that no field of the template claims."""
    markers: tuple[Span, ...]
    """End markers that stand where nothing was open."""
    problems: tuple[Notice, ...]
    """What is wrong, in the order of the text."""
    prefix_length: int
    """How many characters of the input come from the prefix."""
    finish_reason: str | None = None

    def reconstruct(self) -> str:
        """Return the text that was parsed, code point by code point, from the parts, markers and leftovers."""
        pieces = [(part.start, part.raw) for part in self.parts]
        pieces += [(span.start, span.text) for span in (*self.leftover, *self.markers)]
        return "".join(text for _, text in sorted(pieces, key=lambda piece: piece[0]))[self.prefix_length :]


def calls_in(parser: ResponseParser) -> tuple[tuple[Call, ...], ...]:
    """Return the calls of each closed region of a parser."""
    documents: Mapping[str, Object] = parser.template.document["fields"]
    out: list[tuple[Call, ...]] = []
    index = 0
    for region in parser.regions:
        calls = calls_of(
            region,
            index=index,
            expected=writes_calls(documents[region.field.name]),
            tools=parser.tools,
            cut_off=region.ending == "end" and parser.finish_reason == CUT_OFF,
        )
        index += len(calls)
        out.append(calls)
    return tuple(out)


def respond(parser: ResponseParser) -> Response:
    """Return the response of a parser.

    Raises:
        ParserStateError: the parser is not finalized, or has not kept its input.
    """
    message = parser.final_message
    if message is None:
        raise ParserStateError("a ResponseParser has its `response` after `finalize`")
    text = parser.input_text
    by_region = calls_in(parser)
    calls = tuple(call for of_region in by_region for call in of_region)
    parts = tuple(
        _part(region, of_region, text, parser) for region, of_region in zip(parser.regions, by_region, strict=True)
    )
    markers = tuple(Span(text[start:end], start, end) for start, end in parser.markers)
    covered = sorted([(part.start, part.end) for part in parts] + [(span.start, span.end) for span in markers])
    leftover = tuple(_gaps(text, covered))
    problems = [*parser.notices, *_problems(parts, cut_off=parser.finish_reason == CUT_OFF)]
    problems += [
        Notice("unclaimed", f"no field of the template claims {span.text[:40]!r}", span.start, span.end)
        for span in leftover
        if span.text.strip()
    ]
    for field in parser.missing_fields:
        problems.append(Notice("missing_field", f"`{field}` never came", len(text), len(text), field))
    return Response(
        message=_without(message, [call for call in calls if not call.in_message], parser.template.defaults),
        calls=calls,
        parts=parts,
        leftover=leftover,
        markers=markers,
        problems=tuple(sorted(problems, key=lambda problem: problem.start)),
        prefix_length=parser.prefix_length,
        finish_reason=parser.finish_reason,
    )


def _part(region: Region, calls: tuple[Call, ...], text: str, parser: ResponseParser) -> Part:
    # an end marker after the text outside of all regions is often stripped by who made it, and proves nothing
    closed = region.ending != "end" or region.field.open is None or region.field.close is None
    cut_off = not closed or (region.ending == "end" and parser.finish_reason == CUT_OFF)
    return Part(
        kind="call" if calls else "text" if isinstance(region.value, str) else "data",
        field=region.field.name,
        value=region.value,
        calls=calls,
        opener=text[region.opened : region.start],
        body=text[region.start : region.stop],
        closer=text[region.stop : region.end],
        start=region.opened,
        end=region.end,
        error=region.error,
        complete=region.error is None and not cut_off,
    )


def _gaps(text: str, covered: list[tuple[int, int]]) -> Iterator[Span]:
    at = 0
    for start, end in (*covered, (len(text), len(text))):
        if start > at:
            yield Span(text[at:start], at, start)
        at = max(at, end)


def _problems(parts: tuple[Part, ...], *, cut_off: bool) -> Iterator[Notice]:
    for number, part in enumerate(parts, 1):
        for call in part.calls:
            if call.status != "ok":
                yield Notice(call.status, call.explain(), call.start, call.end, part.field)
        if part.calls:
            continue
        if part.error is not None:
            text = f"`{part.field}` could not be read: {part.error}"
            yield Notice("malformed", text, part.start, part.end, part.field)
        elif cut_off and number == len(parts) and not part.complete:
            text = f"`{part.field}` was cut off: its text ends after {len(part.body):,} characters"
            yield Notice("truncated", text, part.start, part.end, part.field)


def _without(message: Object, calls: list[Call], defaults: Object) -> Object:
    """Return the message without some of its calls; a key that had nothing else goes, or is its default again."""
    dropped = {id(call.value) for call in calls if call.value is not None}
    if not dropped:
        return message
    kept: Object = {}
    for key, value in message.items():
        left = _left([value], dropped, levels=3)
        if left and (left[0] or not value):
            kept[key] = left[0]
        elif key in defaults:
            kept[key] = copy.deepcopy(defaults[key])
    return kept


def _left(values: list[JSON], dropped: set[int], *, levels: int) -> list[JSON]:
    """Return a list without what is dropped, nor the lists in it that have nothing else.

    A field that repeats and has a list of calls each time makes a list of lists, so there are three levels at most.
    """
    kept: list[JSON] = []
    for value in values:
        if id(value) in dropped:
            continue
        if isinstance(value, list) and levels > 1:
            left = _left(value, dropped, levels=levels - 1)
            if left or not value:
                kept.append(value if len(left) == len(value) else left)
        else:
            kept.append(value)
    return kept
