"""The message and the calls while the text still comes, and what is kept of the text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chatparse
from chatparse import MissingFieldError, ParserStateError, ResponseParser, ResponseTemplate

from .drawing import NAMES, Texts, cuts, template_of, texts
from .samples import CATALOG, TOOLS, document

GOOD = '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}</call>'


def grows(before: Any, after: Any) -> bool:
    """Say whether a message only got more: no key gone, no list shorter."""
    for key, value in before.items():
        if key not in after or (isinstance(value, list) and after[key][: len(value)] != value):
            return False
    return True


# ------------------------------------------------------------------ the running message
def test_a_message_grows_with_its_text() -> None:
    parser = ResponseParser(document("json in tags"), "", tools=TOOLS)
    seen: list[Any] = []
    for piece in ("<think>one", " two</th", "ink>ans", "wer", GOOD[:20], GOOD[20:], "more<e", "nd>"):
        parser.feed(piece)
        seen.append({key: value for key, value in parser.message.items() if key != "role"})
    call = {"type": "function", "function": {"name": "forecast", "arguments": {"city": "Oslo"}}}
    assert seen == [
        {"thinking": "one"},
        {"thinking": "one two"},
        {"thinking": "one two", "content": "ans"},
        {"thinking": "one two", "content": "answer"},
        {"thinking": "one two", "content": "answer"},
        {"thinking": "one two", "content": "answer", "tool_calls": [call]},
        {"thinking": "one two", "content": "answer more", "tool_calls": [call]},
        {"thinking": "one two", "content": "answer more", "tool_calls": [call]},
    ]
    assert parser.finalize()[0] == parser.message


def test_calls_come_when_their_region_closes() -> None:
    parser = ResponseParser(document("json in tags"), "", tools=TOOLS)
    parser.feed(GOOD[:-1])
    assert parser.calls == ()
    parser.feed(GOOD[-1] + "<call>{</call>" + '<call>{"name": "for')
    assert [(call.index, call.status) for call in parser.calls] == [(0, "ok"), (1, "malformed")]
    parser.finalize()
    assert [call.status for call in parser.calls] == ["ok", "malformed", "truncated"]
    assert parser.calls == parser.response.calls


def test_a_message_that_was_asked_for_is_not_the_parsers_own() -> None:
    parser = ResponseParser(document("json in tags"), "")
    parser.feed(GOOD + "text")
    parser.message["content"] = "changed"
    parser.message["mine"] = 1
    parser.feed(" and more")
    assert parser.finalize()[0].keys() == {"role", "content", "tool_calls"}
    assert parser.message["content"] == "text and more"


@given(texts(), cuts())
def test_a_running_message_never_contradicts_the_end(drawn: Texts, places: list[int]) -> None:
    parser = ResponseParser(drawn.template, drawn.prefix)
    seen, known = [parser.message], [parser.calls]
    for piece in drawn.pieces(places):
        parser.feed(piece)
        seen.append(parser.message)
        known.append(parser.calls)
    last_fed = parser.message
    try:
        message, _ = parser.finalize()
    except MissingFieldError as error:
        message = error.message
    assert parser.message == message
    for earlier in known:
        assert repr(parser.calls[: len(earlier)]) == repr(earlier)
    for before, after in zip(seen, seen[1:], strict=False):
        calls = {key: value for key, value in before.items() if isinstance(value, list)}
        assert grows(calls, after) or not all(field.repeats for field in drawn.template.fields.values())
    assert set(last_fed) <= set(message) | set(drawn.template.defaults)
    for key, value in last_fed.items():
        if (
            isinstance(value, str) and drawn.template.fields[key].join is not None
            if key in drawn.template.fields
            else False
        ):
            # what the end may still add stands behind what is known
            assert message[key].startswith(value) or value.strip() in message[key]
        elif isinstance(value, list):
            assert repr(message[key][: len(value)]) == repr(value) or not drawn.template.fields[key].repeats


@pytest.mark.parametrize("name", NAMES)
def test_asking_changes_nothing(name: str) -> None:
    text = CATALOG[name] * 2
    asked, silent = ResponseParser(name, "", tools=TOOLS), ResponseParser(name, "", tools=TOOLS)
    for char in text:
        assert asked.feed(char) == silent.feed(char)
        _ = asked.message, asked.calls
    assert asked.finalize() == silent.finalize()
    assert repr(asked.response) == repr(silent.response)


# ------------------------------------------------------------------ without the input
def run(template: ResponseTemplate, prefix: str, pieces: list[str], *, keep_input: bool) -> tuple[str, str, str]:
    parser = ResponseParser(template, prefix, tools=TOOLS, keep_input=keep_input)
    events = list(parser.initial_events)
    for piece in pieces:
        events += parser.feed(piece)
    try:
        message, final = parser.finalize()
    except MissingFieldError as error:
        message, final = error.message, error.events
    return repr([*events, *final]), repr(message), repr(parser.calls)


@given(texts(), cuts())
def test_forgetting_the_input_changes_nothing(drawn: Texts, places: list[int]) -> None:
    pieces = drawn.pieces(places)
    forgetful = run(drawn.template, drawn.prefix, pieces, keep_input=False)
    assert forgetful == run(drawn.template, drawn.prefix, pieces, keep_input=True)


@pytest.mark.parametrize("size", [1, 5, 3_000])
@pytest.mark.parametrize("name", NAMES)
def test_forgetting_the_input_of_a_long_text(name: str, size: int) -> None:
    text = (CATALOG[name] + "x" * 50) * 60
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    template = template_of(name)
    assert run(template, "", pieces, keep_input=False) == run(template, "", pieces, keep_input=True)


@pytest.mark.parametrize("size", [1, 7, 500])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_does_not_grow_with_the_text(name: str, size: int) -> None:
    sample = CATALOG[name]
    parser = ResponseParser(name, "", keep_input=False)
    text = sample * (200_000 // len(sample))
    most = 0
    for at in range(0, len(text), size):
        parser.feed(text[at : at + size])
        most = max(most, sum(map(len, parser._pieces)))
    assert most <= 4_096 + len(sample) + 2 * size
    assert len(parser._pieces) <= most


def test_what_is_open_is_kept_whole() -> None:
    parser = ResponseParser(document("json in tags"), "", keep_input=False)
    parser.feed("<think>")
    for _ in range(10_000):
        parser.feed("a thought ")
    parser.feed("</think>" + "x" * 5_000 + "<end>")
    assert parser.finalize()[0]["thinking"] == ("a thought " * 10_000).strip()
    assert sum(map(len, parser._pieces)) < 20_000


def test_the_input_that_is_not_kept_is_explained() -> None:
    parser = ResponseParser(document("json in tags"), "", keep_input=False)
    parser.feed(GOOD)
    with pytest.raises(ParserStateError, match="keep_input=False"):
        _ = parser.input_text
    parser.finalize()
    with pytest.raises(ParserStateError, match="keep_input=False"):
        _ = parser.response
    assert parser.message["tool_calls"]
    assert parser.calls[0].raw == GOOD[6:-7]


def test_a_prefix_is_kept_no_longer_than_the_rest() -> None:
    prefix = "<bot>" + GOOD * 500
    parser = ResponseParser(document("json in tags"), prefix, keep_input=False)
    assert parser.prefix_length == len(prefix) - 5
    for _ in range(100):
        parser.feed(GOOD)
    assert sum(map(len, parser._pieces)) < 10_000 + len(prefix)
    assert len(parser.finalize()[0]["tool_calls"]) == 600
    assert chatparse.parse(GOOD * 100, document("json in tags"), prefix=prefix).message == parser.message
