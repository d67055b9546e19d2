"""The message and the calls while the text still comes, and what is kept of the text."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest
from hypothesis import given

import chatparse
from chatparse import MissingFieldError, ParserStateError, ResponseParser, ResponseTemplate

from .drawing import Texts, cuts, template_of, texts
from .samples import CATALOG, TOOLS, document

GOOD = '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}</call>'


def goes_on(before: Any, after: Any, template: ResponseTemplate) -> bool:
    """Say whether a message is what another became: lists and joined texts have only got longer."""
    for key, value in before.items():
        field = template.fields.get(key)
        if field is not None and field.repeats and isinstance(value, str | list) and after[key][: len(value)] != value:
            return False
    return before.keys() <= after.keys()


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


def test_a_message_that_was_asked_for_stays_as_it_was() -> None:
    parser = ResponseParser(document("json in tags"), "")
    parser.feed(GOOD)
    asked = parser.message
    parser.feed(GOOD)
    assert len(asked["tool_calls"]) == 1
    parser.message["tool_calls"].clear()
    assert len(parser.finalize()[0]["tool_calls"]) == 2


@given(texts(), cuts())
def test_a_running_message_never_contradicts_the_end(drawn: Texts, places: list[int]) -> None:
    parser = ResponseParser(drawn.template, drawn.prefix)
    seen, known = [copy.deepcopy(parser.message)], [parser.calls]
    for piece in drawn.pieces(places):
        parser.feed(piece)
        seen.append(copy.deepcopy(parser.message))
        known.append(parser.calls)
    try:
        message, _ = parser.finalize()
    except MissingFieldError as error:
        message = error.message
    assert parser.message == message
    for before, after in itertools.pairwise([*seen, message]):
        assert goes_on(before, after, drawn.template)
    for earlier in known:
        assert repr(parser.calls[: len(earlier)]) == repr(earlier)


@pytest.mark.parametrize("name", CATALOG)
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
@pytest.mark.parametrize("name", CATALOG)
def test_forgetting_the_input_of_a_long_text(name: str, size: int) -> None:
    text = (CATALOG[name] + "x" * 50) * 60
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    template = template_of(name)
    assert run(template, "", pieces, keep_input=False) == run(template, "", pieces, keep_input=True)


def kept_at_most(name: str, size: int, characters: int) -> tuple[int, int]:
    """Return how many pieces, and how many characters, a parser keeps at most while it reads a text in pieces."""
    parser = ResponseParser(name, "", keep_input=False)
    text = CATALOG[name] * (characters // len(CATALOG[name]))
    pieces = kept = 0
    for number, at in enumerate(range(0, len(text), size)):
        parser.feed(text[at : at + size])
        if number % 89 == 0:
            pieces, kept = max(pieces, len(parser._pieces)), max(kept, sum(map(len, parser._pieces)))
    return pieces, kept


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("name", CATALOG)
def test_what_is_kept_does_not_grow_with_the_text(name: str, size: int) -> None:
    pieces, kept = kept_at_most(name, size, 200_000)
    assert pieces <= 8_192
    assert kept <= 8_192 * size


def test_what_is_kept_does_not_depend_on_the_size_of_the_pieces() -> None:
    assert kept_at_most("qwen3", 4_000, 2_000_000)[1] <= 100_000


def test_what_is_open_is_kept_whole() -> None:
    parser = ResponseParser(document("json in tags"), "", keep_input=False)
    parser.feed("<think>")
    for _ in range(10_000):
        parser.feed("a thought ")
    parser.feed("</think>" + "x" * 5_000 + "<end>")
    assert parser.message["thinking"] == ("a thought " * 10_000).strip()
    for _ in range(20_000):
        parser.feed("y<end>")
    assert sum(map(len, parser._pieces)) < 50_000


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
