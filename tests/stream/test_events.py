"""The four kinds of events, key by key."""

from __future__ import annotations

from typing import Any

import pytest

from chatparse.errors import ContentError
from chatparse.stream import Event

from .running import ANCHOR, make


def opened(field: str, start: int, end: int, captures: dict[str, str] | None = None) -> dict[str, Any]:
    event = {"type": "region_open", "field": field, "start": start, "end": end}
    return event if captures is None else {**event, "captures": captures}


def chunk(field: str, text: str, *, dirty: bool = False) -> dict[str, Any]:
    return {"type": "region_chunk", "field": field, "text": text, "dirty": dirty}


def closed(field: str, start: int, end: int, value: Any) -> dict[str, Any]:
    return {"type": "region_close", "field": field, "start": start, "end": end, "value": value}


CHAT: dict[str, Any] = {
    "defaults": {"role": "assistant"},
    "start_anchor": ANCHOR,
    "fields": {
        "thinking": {"open": "<think>", "close": "</think>"},
        "tool_calls": {
            "open_pattern": r"<call (?P<name>\w+)(?: (?P<id>\d+))?>",
            "close_pattern": r"</call(?P<mark>!)?>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}},
        },
        "content": {"close": "<end>"},
    },
}


def test_a_turn_event_by_event() -> None:
    parser = make(CHAT)
    call = {"type": "function", "function": {"name": "f", "arguments": {"a": 1}}}
    feeds: list[tuple[str, list[dict[str, Any]]]] = [
        ("", []),
        ("<thi", []),
        ("nk>plan", [opened("thinking", 0, 7, {}), chunk("thinking", "plan")]),
        (" on</t", [chunk("thinking", " on")]),
        ("hi", []),
        ("</thi", [chunk("thinking", "</thi")]),
        (
            "nk>Hello <",
            [closed("thinking", 19, 27, "plan on</thi"), opened("content", 27, 27), chunk("content", "Hello ")],
        ),
        ("call f", []),
        (">", [closed("content", 33, 33, "Hello"), opened("tool_calls", 33, 41, {"name": "f"})]),
        ("{", [chunk("tool_calls", "{", dirty=True)]),
        ('"a": 1}</call>', [chunk("tool_calls", '"a": 1}', dirty=True), closed("tool_calls", 49, 56, call)]),
        ("<end>\n", [opened("content", 61, 61), chunk("content", "\n")]),
    ]
    for text, events in feeds:
        assert parser.feed(text) == events, text
    assert parser.finalize() == (
        {"role": "assistant", "thinking": "plan on</thi", "tool_calls": [call]},
        [closed("content", 62, 62, "")],
    )
    assert parser.input_text == "".join(text for text, _ in feeds)


def test_captures_are_the_named_groups_of_the_opener_that_took_part() -> None:
    parser = make(CHAT)
    assert parser.feed("<call g 12>") == [opened("tool_calls", 0, 11, {"name": "g", "id": "12"})]
    parser.feed("{}</call!>")
    assert parser.finalize()[0]["tool_calls"][0]["function"] == {"name": "g", "arguments": {}}
    parser = make(CHAT)
    assert parser.feed("<call g>") == [opened("tool_calls", 0, 8, {"name": "g"})]


def test_captures_of_the_closer_win_where_both_have_a_name() -> None:
    field = {"open_pattern": r"<(?P<n>\w)>", "close_pattern": r"</(?P<n>\w)?>", "repeats": True, "transform": "{n}"}
    parser = make({"start_anchor": ANCHOR, "fields": {"x": field}})
    events = parser.feed("<a>1</b><c>2</>")
    assert [event["captures"] for event in events if event["type"] == "region_open"] == [{"n": "a"}, {"n": "c"}]
    assert parser.finalize()[0] == {"x": ["b", "c"]}


def test_a_malformed_region_is_an_event_and_the_text_after_it_goes_on() -> None:
    parser = make(CHAT)
    *before, last = parser.feed("<call f>{oops}</call>")
    assert before == [opened("tool_calls", 0, 8, {"name": "f"}), chunk("tool_calls", "{oops}", dirty=True)]
    assert {key: value for key, value in last.items() if key != "error"} == {
        "type": "region_malformed",
        "field": "tool_calls",
        "start": 14,
        "end": 21,
    }
    assert last["type"] == "region_malformed"
    assert isinstance(last["error"], ContentError)
    assert parser.feed("Sorry.") == [opened("content", 21, 21), chunk("content", "Sorry.")]
    assert parser.finalize()[0] == {"role": "assistant", "content": "Sorry."}


@pytest.mark.parametrize(
    ("content", "arguments", "dirty"),
    [
        ("text", {}, False),
        ("int", {}, False),
        ("float", {}, False),
        ("bool", {}, False),
        ("json", {}, True),
        ("kv-lines", {}, True),
        ("xml-inline", {"tag_pattern": "(?P<key>.)(?P<value>.)"}, True),
        ("python-call-list", {}, True),
    ],
)
def test_chunks_are_dirty_where_their_text_must_be_parsed(content: str, arguments: dict[str, Any], dirty: bool) -> None:
    fields = {"x": {"open": "<x>", "content": content, "content_args": arguments}}
    events = make({"start_anchor": ANCHOR, "fields": fields}).feed("<x>12")
    assert [event["dirty"] for event in events if event["type"] == "region_chunk"] == [dirty]


def test_text_that_no_field_claims_makes_no_event() -> None:
    parser = make({"start_anchor": ANCHOR, "fields": {"x": {"open": "<x>", "close": "</x>"}}})
    assert parser.feed("some words, ") == []
    assert parser.feed("<x>v</x> more") == [opened("x", 12, 15, {}), chunk("x", "v"), closed("x", 16, 20, "v")]
    assert parser.finalize() == ({"x": "v"}, [])


def test_an_empty_region_has_no_chunk() -> None:
    parser = make(CHAT)
    assert parser.feed("<think></think>") == [opened("thinking", 0, 7, {}), closed("thinking", 7, 15, "")]
    assert parser.finalize() == ({"role": "assistant"}, [])


def test_the_end_closes_what_is_open_and_gives_out_what_was_held() -> None:
    parser = make(CHAT)
    parser.feed("<think>plan</thi")
    assert parser.finalize() == (
        {"role": "assistant", "thinking": "plan</thi"},
        [chunk("thinking", "</thi"), closed("thinking", 16, 16, "plan</thi")],
    )


def test_a_closer_of_the_implicit_field_with_nothing_open_makes_no_event() -> None:
    parser = make(CHAT)
    assert parser.feed("<end><end>") == []
    assert parser.finalize() == ({"role": "assistant"}, [])


def test_a_closed_value_belongs_to_whoever_got_it() -> None:
    parser = make({"start_anchor": ANCHOR, "fields": {"x": {"open": "<x>", "close": "</x>", "content": "json"}}})
    close = parser.feed('<x>{"a": [1]}</x>')[-1]
    assert close["type"] == "region_close"
    assert close["value"] == {"a": [1]}


def test_positions_count_code_points_of_the_input_after_the_anchor() -> None:
    parser = make(CHAT, "long history" + ANCHOR + "\U0001f600e\u0301")
    assert parser.input_text == "\U0001f600e\u0301"
    assert parser.initial_events == [opened("content", 0, 0), chunk("content", "\U0001f600e\u0301")]
    events: list[Event] = parser.feed("<think>")
    assert events == [closed("content", 3, 3, "\U0001f600e\u0301"), opened("thinking", 3, 10, {})]
