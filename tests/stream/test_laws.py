"""What holds of every text, however it is cut."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import MissingFieldError
from chatparse.stream import Event

from .running import ANCHOR, FAMILIES, Document, Oracle, cases, cut, family, make, merged, places, run


@given(cases(), places, st.integers(0, 40))
def test_cuts_do_not_matter(case: tuple[Document, str], where: list[int], prefilled: int) -> None:
    document, text = case
    whole = run(document, [text], ANCHOR)
    assert run(document, list(text), ANCHOR) == whole
    assert run(document, cut(text, where), ANCHOR) == whole
    assert run(document, [part for piece in cut(text, where) for part in ("", piece)], ANCHOR) == whole
    if ANCHOR not in text:
        head, tail = text[:prefilled], text[prefilled:]
        for prefix in (ANCHOR + head, "earlier" + ANCHOR + "turn" + ANCHOR + head):
            assert run(document, cut(tail, where), prefix) == whole


@given(cases())
def test_the_events_are_those_of_the_rules_read_one_by_one(case: tuple[Document, str]) -> None:
    document, text = case
    assert run(document, [text], ANCHOR).events == Oracle(document, text).run()


@given(cases(), places)
def test_events_tile_the_input(case: tuple[Document, str], where: list[int]) -> None:
    document, text = case
    parser = make(document, ANCHOR + text[:3])
    events: list[Event] = list(parser.initial_events)
    for piece in cut(text[3:], where):
        events += parser.feed(piece)
    events += parser.finalize()[1]
    source = parser.input_text
    implicit = parser_implicit(document)
    at, field, unclaimed = 0, None, ""
    for event in events:
        if event["type"] == "region_chunk":
            assert event["field"] == field
            assert source.startswith(event["text"], at)
            assert event["text"]
            at += len(event["text"])
            continue
        start, end = event["start"], event["end"]
        assert at <= start <= end <= len(source)
        if event["type"] == "region_open":
            assert field is None
            unclaimed += source[at:start]
            field = event["field"]
            assert ("captures" in event) is (field != implicit)
        else:
            assert event["field"] == field
            assert start == at, "text of a region that nobody was given"
            field = None
        at = end
    unclaimed += source[at:]
    assert field is None
    if implicit is not None and "close" not in str(document["fields"][implicit]):
        assert unclaimed == ""


def parser_implicit(document: Document) -> str | None:
    names = [name for name, each in document["fields"].items() if "open" not in each and "open_pattern" not in each]
    return names[0] if names else None


@given(cases(), st.data())
def test_what_is_emitted_depends_on_the_text_so_far_only(case: tuple[Document, str], data: st.DataObject) -> None:
    """Each text is released in the very feed that decides it: not later than a parser that got it all at once would."""
    document, text = case
    text = text[: data.draw(st.integers(0, len(text)))]
    slow, fast = make(document), make(document)
    events: list[Event] = []
    for char in text:
        events += slow.feed(char)
    assert merged(events) == merged(fast.feed(text))


HOSTILE = [
    *("\0", "\ud800", "\udfff", "\r\n", "\u2028", "\x1c", "1e999", "NaN", "-"),
    *("{" * 1_500, "[" * 1_500, '{"a": ' * 1_200, "9" * 4_400),
]


@pytest.mark.parametrize("name", FAMILIES)
@given(st.lists(st.sampled_from(HOSTILE) | st.text() | st.characters(), max_size=6), st.data())
def test_no_text_makes_a_parser_raise(name: str, texts: list[str], data: st.DataObject) -> None:
    tokens = FAMILIES[name][1]
    parser = make(family(name))
    for text in texts:
        parser.feed(data.draw(st.sampled_from(tokens)))
        for event in parser.feed(text):
            if event["type"] == "region_malformed":
                assert str(event["error"])
    message, events = parser.finalize()
    assert message["role"] == "assistant"
    merged(events)


@given(cases(), places)
def test_messages_are_json_and_shared_with_nobody(case: tuple[Document, str], where: list[int]) -> None:
    document, text = case
    first, second = run(document, cut(text, where)).message, run(document, [text]).message
    json.dumps(first)
    assert isinstance(first, dict)
    for value in first.values():
        if isinstance(value, list | dict):
            value.clear()
    assert run(document, [text]).message == second


@given(cases(), st.integers(0, 30))
def test_a_copy_of_a_parser_goes_its_own_way(case: tuple[Document, str], half: int) -> None:
    document, text = case
    parser = make(document)
    before = parser.feed(text[:half])
    twin = copy.deepcopy(parser)
    twin.feed("something else <think>")
    twin.finalize()
    events = [*before, *parser.feed(text[half:])]
    message, final = parser.finalize()
    whole = run(document, [text])
    assert (merged([*events, *final]), message) == (whole.events, whole.message)


@given(cases(), places)
def test_a_missing_field_is_missing_however_the_text_is_cut(case: tuple[Document, str], where: list[int]) -> None:
    document, text = case
    fields = {name: {**field, "optional": False} for name, field in document["fields"].items()}
    strict = {**document, "fields": fields}
    whole = run(strict, [text])
    assert run(strict, cut(text, where)) == whole
    lenient = run(document, [text])
    came = {event["field"] for event in lenient.events}
    missing = tuple(name for name in fields if name not in came)
    assert whole.message == (missing or lenient.message)
    if missing:
        parser = make(strict)
        parser.feed(text)
        with pytest.raises(MissingFieldError) as caught:
            parser.finalize()
        assert caught.value.message == lenient.message
