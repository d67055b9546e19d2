"""What must hold of every template and every text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chatparse import (
    ContentError,
    MissingFieldError,
    ResponseParser,
    ResponseTemplate,
    TemplateError,
    load_response_template,
)

__all__ = ["Violation", "check_document", "check_text", "shrunk"]


class Violation(AssertionError):
    """Something that must hold does not."""


@dataclass(frozen=True)
class Outcome:
    """What a parser made of a text."""

    message: Any
    events: list[dict[str, Any]]
    response: Any


def check_document(document: Any) -> ResponseTemplate | None:
    """Load a document; `None` where it is refused as it should be."""
    try:
        template = load_response_template(document)
    except TemplateError as error:
        if not error.problems or not all(problem.path.startswith("$") for problem in error.problems):
            raise Violation(f"an error without a place: {error!r}") from error
        return None
    if load_response_template(template.to_dict()) != template:
        raise Violation("a template that is not what its document loads to")
    return template


def check_text(template: ResponseTemplate, pieces: Sequence[str], anchor: str | None = None) -> None:
    """Check a text whole and in pieces.

    Args:
        template: the template.
        pieces: the text, cut.
        anchor: a start anchor; the first piece is then part of the prefix, too.

    Raises:
        Violation: something that must hold does not.
    """
    text = "".join(pieces)
    whole = outcome(template, "", [text])
    in_pieces = outcome(template, "", pieces)
    require_same("in pieces", whole, in_pieces)
    forgetful = ResponseParser(template, "", keep_input=False)
    if repr(run(forgetful, pieces)) != repr(
        (in_pieces.message, in_pieces.events)
    ):  # NaN is not itself, but its text is
        raise Violation(f"another message or other events with keep_input=False than {in_pieces!r}")
    if anchor is not None and pieces and template.truncate(anchor + pieces[0]) == pieces[0]:
        require_same("with a prefix", whole, outcome(template, anchor + pieces[0], pieces[1:]))


def require_same(what: str, whole: Outcome, other: Outcome) -> None:
    for name in ("message", "events", "response"):
        left, right = getattr(whole, name), getattr(other, name)
        if repr(left) != repr(right):
            raise Violation(f"{what}, another {name}:\n  whole {left!r}\n  {what} {right!r}")


def outcome(template: ResponseTemplate, prefix: str, pieces: Sequence[str]) -> Outcome:
    parser = ResponseParser(template, prefix)
    begun = parser.input_text
    message, events = run(parser, pieces)
    text = begun + "".join(pieces)
    if parser.input_text != text:
        raise Violation("input_text is not what was fed")
    response = parser.response
    if response.reconstruct() != text[len(begun) :]:
        raise Violation(f"reconstruct() gives {response.reconstruct()!r}")
    for call in response.calls:
        if call.status != "ok" and not call.explain():
            raise Violation(f"a call that is {call.status} explains nothing")
    if isinstance(message, dict):
        check_spans(events, text)
    calls = [(call.status, call.name, call.arguments) for call in response.calls]
    parts = [(part.kind, part.field, part.value, part.raw) for part in response.parts]
    return Outcome(message, events, (calls, parts, response.leftover))


def run(parser: ResponseParser, pieces: Sequence[str]) -> tuple[Any, list[dict[str, Any]]]:
    """Return the message, or the names of the fields that are missing, and the events."""
    events: list[Any] = list(parser.initial_events)
    for piece in pieces:
        events += parser.feed(piece)
    message: Any
    try:
        message, final = parser.finalize()
    except MissingFieldError as error:
        message, final = error.fields, []
    if any(event["type"] == "region_chunk" and not event["text"] for event in events):
        raise Violation("an empty chunk")
    return message, merged([plain(event) for event in [*events, *final]])


def plain(event: Any) -> dict[str, Any]:
    """Return an event that can be compared: with its error as text."""
    error = event.get("error")
    if error is None:
        return dict(event)
    if type(error) is not ContentError or not str(error):
        raise Violation(f"a malformed region with {error!r}")
    return {**event, "error": str(error)}


def merged(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events with neighbouring chunks joined."""
    joined: list[dict[str, Any]] = []
    for event in events:
        if joined and event["type"] == joined[-1]["type"] == "region_chunk" and event["field"] == joined[-1]["field"]:
            joined[-1] = {**joined[-1], "text": joined[-1]["text"] + event["text"]}
        else:
            joined.append(event)
    return joined


def check_spans(events: list[dict[str, Any]], text: str) -> None:
    """Check that regions follow one another, and that their chunks are the text between their delimiters."""
    at, field = 0, None
    for event in events:
        if event["type"] == "region_chunk":
            if event["field"] != field or not text.startswith(event["text"], at):
                raise Violation(f"a chunk out of place: {event!r}")
            at += len(event["text"])
            continue
        opens = event["type"] == "region_open"
        start, end = event["start"], event["end"]
        in_order = at <= start if opens else at == start
        if not in_order or not start <= end <= len(text) or (field is None) is not opens:
            raise Violation(f"a delimiter out of place: {event!r}")
        if not opens and event["field"] != field:
            raise Violation(f"the end of another region: {event!r}")
        at, field = end, event["field"] if opens else None
    if field is not None:
        raise Violation(f"`{field}` was never closed")


def shrunk(template: ResponseTemplate, pieces: Sequence[str], anchor: str | None, most: int = 3_000) -> list[str]:
    """Return fewer and shorter pieces that break the same template."""
    best = [piece for piece in pieces if piece] if breaks(template, [p for p in pieces if p], anchor) else list(pieces)
    size = max(map(len, best), default=0)
    while size and most > 0:
        smaller = None
        for index, piece in enumerate(best):
            for place in range(0, len(piece), size):
                most -= 1
                rest = piece[:place] + piece[place + size :]
                candidate = [*best[:index], *([rest] if rest else []), *best[index + 1 :]]
                if most > 0 and breaks(template, candidate, anchor):
                    smaller = candidate
                    break
            if smaller is not None:
                break
        if smaller is None:
            size //= 2
        else:
            best = smaller
    return best


def breaks(template: ResponseTemplate, pieces: Sequence[str], anchor: str | None) -> bool:
    try:
        check_text(template, pieces, anchor)
    except Exception:  # noqa: BLE001 - whatever is raised is what is looked for
        return True
    return False
