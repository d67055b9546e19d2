"""Parts in the order of the text, markers, leftovers and problems."""

from __future__ import annotations

from typing import Any

import pytest

import chatparse
from chatparse import MissingFieldError, ParserStateError, Response, ResponseParser

from .samples import CATALOG, TOOLS, Document, document

GOOD = '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}</call>'
BAD = '<call>{"name": "forecast", </call>'


def parse(text: str, template: Document | str | None = None, **options: Any) -> Response:
    return chatparse.parse(text, template or document("json in tags"), **{"prefix": "", **options})


# ------------------------------------------------------------------ parts
def test_parts_keep_the_order_that_the_message_cannot_show() -> None:
    text = f"<think>one</think>Let me see.{GOOD}<think>two</think>Sunny.<end>"
    response = parse(text)
    assert [(part.kind, part.field, part.value) for part in response.parts] == [
        ("text", "thinking", "one"),
        ("text", "content", "Let me see."),
        ("call", "tool_calls", response.calls[0].value),
        ("text", "thinking", "two"),
        ("text", "content", "Sunny."),
    ]
    assert response.message == {
        "role": "assistant",
        "thinking": "one\ntwo",
        "tool_calls": [response.calls[0].value],
        "content": "Let me see. Sunny.",
    }
    assert response.problems == response.leftover == response.markers == ()


def test_a_part_knows_how_it_was_written() -> None:
    text = f"<think> one </think>{GOOD}x</s>"
    response = parse(text)
    for part in response.parts:
        assert part.raw == part.opener + part.body + part.closer == text[part.start : part.end]
    assert [(part.opener, part.closer) for part in response.parts] == [
        *(("<think>", "</think>"), ("<call>", "</call>"), ("", "</s>"))
    ]
    assert response.parts[0].body == " one "


@pytest.mark.parametrize("broken", [BAD, "<call></call>", "<call>{{}}</call>"])
def test_a_broken_call_takes_nothing_along(broken: str) -> None:
    response = parse(f"before{broken}after{GOOD}last")
    assert response.message["content"] == "before after last"
    assert response.message["tool_calls"] == [response.calls[1].value]
    assert [(part.kind, part.complete) for part in response.parts] == [
        *(("text", True), ("call", False), ("text", True), ("call", True), ("text", True))
    ]
    part = response.parts[1]
    assert part.value is None
    assert part.error is not None
    assert part.calls == (response.calls[0],)


def test_a_value_that_is_neither_text_nor_call() -> None:
    template = document("json in tags", transform="{content}")
    response = parse("<call>[1, {}]</call>", template)
    (part,) = response.parts
    assert (part.kind, part.value, part.calls) == ("data", [1, {}], ())


@pytest.mark.parametrize(
    ("text", "reason", "complete"),
    [
        ("<think>x</think>", None, True),
        ("<think>x</think>", "length", True),
        ("<think>x", None, False),
        ("<think>x", "stop", False),
        ("answer<end>", None, True),
        ("answer", None, True),  # whoever made the text may have taken its end marker away
        ("answer", "stop", True),
        ("answer", "length", False),
        (BAD, None, False),
    ],
)
def test_whether_a_part_is_complete(text: str, reason: str | None, complete: bool) -> None:
    (part,) = parse(text, finish_reason=reason).parts
    assert part.complete is complete


def test_a_text_that_was_cut_off_is_told() -> None:
    response = parse("<think>a</think>An answer", finish_reason="length")
    (notice,) = response.problems
    assert (notice.kind, notice.field, notice.start, notice.end) == ("truncated", "content", 16, 25)
    assert str(notice) == "truncated at 16..25: `content` was cut off: its text ends after 9 characters"
    assert parse("<think>a</think>An answer<end>", finish_reason="length").problems == ()
    assert response.message["content"] == "An answer"


# ------------------------------------------------------------------ markers and leftover
@pytest.mark.parametrize("end", ["", "<end>", "<end><end>", "</s><end></s>"])
def test_end_markers_absent_present_or_doubled(end: str) -> None:
    response = parse(f"answer{GOOD}{end}")
    assert response.message == parse(f"answer{GOOD}").message
    assert "".join(span.text for span in response.markers) == end
    assert response.reconstruct() == f"answer{GOOD}{end}"
    assert response.leftover == response.problems == ()


def test_a_marker_knows_its_place() -> None:
    response = parse("<end>x<end>")
    assert [(span.text, span.start, span.end) for span in response.markers] == [("<end>", 0, 5)]
    assert response.parts[0].closer == "<end>"


def test_text_that_no_field_claims() -> None:
    template = document("json in tags")
    del template["fields"]["content"]
    text = f"lost<think>x</think> \n {GOOD}gone"
    response = parse(text, template)
    assert [(span.text, span.start, span.end) for span in response.leftover] == [
        *(("lost", 0, 4), (" \n ", 20, 23), ("gone", len(text) - 4, len(text)))
    ]
    assert [(notice.kind, notice.start, notice.end) for notice in response.problems] == [
        *(("unclaimed", 0, 4), ("unclaimed", len(text) - 4, len(text)))
    ]
    assert response.problems[0].text == "no field of the template claims 'lost'"
    assert response.reconstruct() == text


def test_a_long_leftover_is_not_repeated_in_its_problem() -> None:
    template = document("json in tags")
    del template["fields"]["content"]
    (notice,) = parse("x" * 10_000, template).problems
    assert len(notice.text) < 100


# ------------------------------------------------------------------ problems
def test_problems_come_in_the_order_of_the_text() -> None:
    template = document("json in tags")
    template["fields"]["number"] = {"open": "<n>", "close": "</n>", "content": "int"}
    template["fields"]["wanted"] = {"open": "<w>", "close": "</w>", "optional": False}
    unknown = GOOD.replace("forecast", "fourcast")
    text = f"{BAD}<n>one</n>{unknown}{GOOD.replace('city', 'town')}<call>"
    response = parse(text, template, tools=TOOLS)
    assert [(notice.kind, notice.field) for notice in response.problems] == [
        ("malformed", "tool_calls"),
        ("malformed", "number"),
        ("unknown_tool", "tool_calls"),
        ("invalid_arguments", "tool_calls"),
        ("truncated", "tool_calls"),
        ("missing_field", "wanted"),
    ]
    assert [notice.start for notice in response.problems] == sorted(notice.start for notice in response.problems)
    assert response.problems[1].text.startswith("`number` could not be read: ")
    assert response.problems[-1].text == "`wanted` never came"


def test_a_missing_field_is_a_problem_and_no_exception() -> None:
    template = document("json in tags")
    template["fields"]["thinking"]["optional"] = False
    response = parse("answer", template)
    assert response.message == {"role": "assistant", "content": "answer"}
    assert [notice.kind for notice in response.problems] == ["missing_field"]
    parser = ResponseParser(template, prefix="")
    parser.feed("answer")
    with pytest.raises(MissingFieldError):
        parser.finalize()
    assert parser.response == response


# ------------------------------------------------------------------ prefix
def test_what_the_prompt_began_is_part_of_the_response() -> None:
    response = parse("b</think>c", prefix="system<bot>ignored<bot><think>a")
    assert response.prefix_length == len("<think>a")
    assert [part.raw for part in response.parts] == ["<think>ab</think>", "c"]
    assert response.message == {"role": "assistant", "thinking": "ab", "content": "c"}
    assert response.reconstruct() == "b</think>c"


def test_a_call_that_the_prompt_began() -> None:
    (call,) = parse('"forecast", "arguments": {}}</call>', prefix='<bot><call>{"name": ', tools=TOOLS).calls
    assert (call.start, call.status) == (0, "invalid_arguments")


# ------------------------------------------------------------------ the response of a stream
@pytest.mark.parametrize("name", CATALOG)
@pytest.mark.parametrize("reason", [None, "length"])
def test_a_stream_ends_with_the_same_response(name: str, reason: str | None) -> None:
    text = CATALOG[name] + "more" + CATALOG[name][:-20]
    whole = parse(text, name, tools=TOOLS, finish_reason=reason)
    parser = ResponseParser(name, "", tools=TOOLS)
    for char in text:
        parser.feed(char)
    parser.finalize(reason)
    assert repr(parser.response) == repr(whole)
    assert parser.response is parser.response
    assert parser.calls == whole.calls


def test_a_response_comes_after_the_end() -> None:
    parser = ResponseParser("qwen3", "")
    parser.feed("x")
    with pytest.raises(ParserStateError, match="after `finalize`"):
        _ = parser.response
    parser.finalize()
    assert parser.response.message == {"role": "assistant", "content": "x"}


@pytest.mark.parametrize("name", CATALOG)
def test_each_part_of_a_generation(name: str) -> None:
    response = parse(CATALOG[name], name, tools=TOOLS)
    assert [call.status for call in response.calls] == ["ok"]
    assert response.message["tool_calls"] == [response.calls[0].value]
    kinds = [part.kind for part in response.parts]
    assert kinds == sorted(kinds, key=["text", "call"].index)
    assert all(notice.kind == "unclaimed" for notice in response.problems)
    assert response.reconstruct() == CATALOG[name]
