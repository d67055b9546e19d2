"""Every status that a call can have, in every notation that calls are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import chatparse
from chatparse.response import Call, CallStatus

from .samples import CONTENTS, TOOLS, document

CITY, BOTH = {"city": "Oslo"}, {"city": "Oslo", "days": 2}


def calls(content: str, text: str, **options: Any) -> tuple[Call, ...]:
    return chatparse.parse(text, document(content), prefix="", **{"tools": TOOLS, **options}).calls


@dataclass(frozen=True)
class Case:
    """A call as it is written, and what it is found to be."""

    content: str
    text: str
    status: CallStatus
    name: str | None
    arguments: Any
    sentence: str


TAGS, NAME, XML, LINES, LIST = CONTENTS
VALID = "The call to `forecast` is complete and valid."
NO_CITY = "The call to `forecast` has invalid arguments: arguments.city: is missing."
NO_TOOL = "The call to `fourcast` names no tool that exists: the tools are `forecast`."
CASES = [
    # ---- JSON between tags
    Case(TAGS, '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}</call>', "ok", "forecast", CITY, VALID),
    Case(TAGS, '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}', "ok", "forecast", CITY, VALID),
    Case(
        TAGS,
        '<call>{"name": "forecast", "arguments": {"days": 2}}</call>',
        *("invalid_arguments", "forecast"),
        {"days": 2},
        NO_CITY,
    ),
    Case(TAGS, '<call>{"name": "forecast"}</call>', "invalid_arguments", "forecast", None, NO_CITY),
    Case(TAGS, '<call>{"name": "fourcast", "arguments": {}}</call>', "unknown_tool", "fourcast", {}, NO_TOOL),
    Case(
        *(TAGS, '<call>{"name": "forecast", "arguments": {"city": "Os', "truncated", "forecast", {"city": "Os"}),
        "The call to `forecast` was cut off: arguments.city ends after 2 characters.",
    ),
    Case(
        *(TAGS, '<call>{"name": "forecast", "arguments": {"city": "Oslo"', "truncated", "forecast", CITY),
        "The call to `forecast` was cut off: its text ends after 49 characters.",
    ),
    Case(
        *(TAGS, '<call>{"name": "forec', "truncated", None, None),
        "The call was cut off: its text ends after 15 characters.",
    ),
    Case(TAGS, "<call>", "truncated", None, None, "The call was cut off: its text ends after 0 characters."),
    Case(
        *(TAGS, '<call>{"name": "forecast", "arguments": {"city": "Oslo"</call>', "malformed", "forecast", CITY),
        "The call to `forecast` could not be read: not valid JSON: Expecting ',' delimiter, "
        "at character 49 of the region.",
    ),
    Case(
        *(TAGS, "<call></call>", "malformed", None, None),
        "The call could not be read: not valid JSON: Expecting value, at character 0 of the region.",
    ),
    Case(TAGS, '<call>{"city": "Oslo"}</call>', "malformed", None, None, "The call could not be read: it has no name."),
    Case(TAGS, "<call>[1]</call>", "malformed", None, None, "The call could not be read: it has no name."),
    # ---- the name in the opener
    Case(NAME, '<call forecast>{"city": "Oslo"}</call>', "ok", "forecast", CITY, VALID),
    Case(NAME, '<call forecast>{"city": "Oslo"}', "ok", "forecast", CITY, VALID),
    Case(NAME, '<call forecast>{"days": 2}</call>', "invalid_arguments", "forecast", {"days": 2}, NO_CITY),
    Case(NAME, "<call fourcast>{}</call>", "unknown_tool", "fourcast", {}, NO_TOOL),
    Case(
        *(NAME, '<call forecast>{"days": 2, "city": "Os', "truncated", "forecast", {"days": 2, "city": "Os"}),
        "The call to `forecast` was cut off: arguments.city ends after 2 characters.",
    ),
    Case(
        *(NAME, "<call forecast>", "truncated", "forecast", None),
        "The call to `forecast` was cut off: its text ends after 0 characters.",
    ),
    Case(
        *(NAME, '<call forecast>{"city": </call>', "malformed", "forecast", {}),
        "The call to `forecast` could not be read: not valid JSON: Expecting value, at character 9 of the region.",
    ),
    Case(
        *(NAME, '<call forecast>"Oslo"</call>', "invalid_arguments", "forecast", "Oslo"),
        'The call to `forecast` has invalid arguments: arguments: expected object, got "Oslo".',
    ),
    # ---- tags
    Case(XML, '<call forecast><city>"Oslo"</city><days>2</days></call>', "ok", "forecast", BOTH, VALID),
    Case(XML, "<call forecast><days>2</days></call>", "invalid_arguments", "forecast", {"days": 2}, NO_CITY),
    Case(XML, "<call fourcast></call>", "unknown_tool", "fourcast", {}, NO_TOOL),
    Case(
        *(XML, '<call forecast><city>"Oslo"</city><days>2', "truncated", "forecast", CITY),
        "The call to `forecast` was cut off: its text ends after 26 characters.",
    ),
    Case(  # nothing says that no more tags were to come
        *(XML, '<call forecast><city>"Oslo"</city>', "truncated", "forecast", CITY),
        "The call to `forecast` was cut off: its text ends after 19 characters.",
    ),
    Case(
        *(XML, "<call forecast><city>Oslo</city></call>", "malformed", "forecast", None),
        "The call to `forecast` could not be read: a tag's value does not parse: "
        "not valid JSON: Expecting value, at character 0 of the region.",
    ),
    # ---- lines
    Case(LINES, "<call forecast>city: Oslo\ndays: 2\n</call>", "ok", "forecast", BOTH, VALID),
    Case(LINES, "<call forecast>\ndays: 2</call>", "invalid_arguments", "forecast", {"days": 2}, NO_CITY),
    Case(LINES, "<call fourcast>\n</call>", "unknown_tool", "fourcast", {}, NO_TOOL),
    Case(
        *(LINES, "<call forecast>city: Oslo\nda", "truncated", "forecast", CITY),
        "The call to `forecast` was cut off: its text ends after 13 characters.",
    ),
    # ---- a list as Python writes it
    Case(LIST, "<call>[forecast(city='Oslo', days=2)]</call>", "ok", "forecast", BOTH, VALID),
    Case(LIST, "<call>[forecast(city='Oslo', days=2)]", "ok", "forecast", BOTH, VALID),
    Case(LIST, "<call>[forecast(days=2)]</call>", "invalid_arguments", "forecast", {"days": 2}, NO_CITY),
    Case(LIST, "<call>[fourcast()]</call>", "unknown_tool", "fourcast", {}, NO_TOOL),
    Case(
        *(LIST, "<call>[forecast(days=2, city='Os", "truncated", "forecast", {"days": 2, "city": "Os"}),
        "The call to `forecast` was cut off: arguments.city ends after 2 characters.",
    ),
    Case(
        *(LIST, "<call>[forecast(city=)]</call>", "malformed", "forecast", {}),
        "The call to `forecast` could not be read: not a call list: expected a string, a number, a list, a dict, "
        "True, False or None, at character 15 of the region.",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.content}: {case.status}")
def test_a_call_has_its_status(case: Case) -> None:
    (call,) = calls(case.content, "Look. " + case.text)
    assert (call.status, call.name, call.arguments) == (case.status, case.name, case.arguments)
    assert call.explain() == case.sentence


@pytest.mark.parametrize("content", CONTENTS)
def test_every_notation_meets_every_status(content: str) -> None:
    met = {case.status for case in CASES if case.content == content}
    every = {"ok", "truncated", "malformed", "unknown_tool", "invalid_arguments"}
    assert met == (every - {"malformed"} if content == LINES else every)  # any line is a line


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.content}: {case.status}")
def test_a_call_knows_its_place(case: Case) -> None:
    text = "Look. " + case.text + " More."
    for call in calls(case.content, text):
        assert text[call.start : call.end].startswith("<call")
        assert call.raw in text[call.start : call.end]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.content}: {case.status}")
def test_the_message_has_the_calls_that_it_says(case: Case) -> None:
    response = chatparse.parse("Look. " + case.text, document(case.content), prefix="", tools=TOOLS)
    assert response.message.get("tool_calls", []) == [call.value for call in response.calls if call.in_message]
    assert ("tool_calls" in response.message) is (response.calls[0].in_message)
    assert response.message["content"] == "Look."
    (call,) = response.calls
    notices = [(notice.kind, notice.text, notice.start, notice.end) for notice in response.problems]
    assert notices == ([] if call.status == "ok" else [(call.status, call.explain(), call.start, call.end)])


@pytest.mark.parametrize("case", [case for case in CASES if case.status == "ok"], ids=lambda case: case.content)
@pytest.mark.parametrize("closed", [True, False])
def test_a_length_that_was_reached_cuts_the_open_call_off(case: Case, closed: bool) -> None:
    text = case.text.removesuffix("</call>") + ("</call>" if closed else "")
    response = chatparse.parse(text, document(case.content), prefix="", tools=TOOLS, finish_reason="length")
    (call,) = response.calls
    assert call.arguments == case.arguments
    assert call.status == ("ok" if closed else "truncated")
    assert ("tool_calls" in response.message) is closed
    assert response.finish_reason == "length"
    assert response.parts[-1].complete is closed


@pytest.mark.parametrize("reason", [None, "stop", "tool_calls", "content_filter", "anything"])
def test_other_reasons_cut_nothing_off(reason: str | None) -> None:
    text = '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}'
    (call,) = calls(TAGS, text, finish_reason=reason)
    assert call.status == "ok"


# ------------------------------------------------------------------ tools
def test_without_tools_nothing_is_unknown_or_invalid() -> None:
    for case in CASES:
        (call,) = calls(case.content, case.text, tools=None)
        expected = "ok" if case.status in ("unknown_tool", "invalid_arguments") else case.status
        assert call.status == expected


def test_arguments_are_typed_before_they_are_checked() -> None:
    (call,) = calls(NAME, '<call forecast>{"city": "Oslo", "days": "2"}</call>')
    assert (call.status, call.arguments) == ("ok", BOTH)
    (call,) = calls(NAME, '<call forecast>{"city": "Oslo", "days": "soon"}</call>')
    assert call.status == "invalid_arguments"
    assert call.explain().startswith("The call to `forecast` has invalid arguments: arguments.days: expected integer")


def test_every_fault_is_told() -> None:
    (call,) = calls(NAME, '<call forecast>{"days": 0}</call>')
    assert call.detail == "arguments.city: is missing; arguments.days: expected at least 1, got 0"


def test_a_model_is_told_of_some_tools_only() -> None:
    many = [{"name": f"tool_{number:03}", "parameters": {}} for number in range(100)]
    (call,) = calls(NAME, "<call fourcast>{}</call>", tools=many)
    assert call.explain().count("`tool_") == 20


# ------------------------------------------------------------------ several calls
def test_calls_that_share_a_region() -> None:
    text = "<call>[forecast(city='Oslo'), fourcast(), forecast()]</call>"
    shared = calls(LIST, text)
    assert [call.status for call in shared] == ["ok", "unknown_tool", "invalid_arguments"]
    assert [call.index for call in shared] == [0, 1, 2]
    assert {(call.start, call.end, call.raw) for call in shared} == {(0, len(text), text[6:-7])}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("<call>[forecast(city='Oslo'), forecast(city='Berg", "truncated"),
        ("<call>[forecast(city='Oslo'), forecast(city='Berg</call>", "malformed"),
    ],
)
def test_what_is_whole_in_a_list_that_is_not(text: str, status: str) -> None:
    first, second = calls(LIST, text)
    assert (first.status, first.arguments) == (status, CITY)
    assert (second.status, second.arguments) == (status, {"city": "Berg"})
    assert first.explain().startswith("The call to `forecast`")
    assert "it is whole, but the list that it stands in" in first.explain()


def test_only_the_last_call_of_a_region_is_cut_off() -> None:
    text = "<call>[forecast(city='Oslo'), forecast(city='Bergen')]"
    response = chatparse.parse(text, document(LIST), prefix="", finish_reason="length")
    assert [call.status for call in response.calls] == ["ok", "truncated"]
    assert [call["function"]["arguments"]["city"] for call in response.message["tool_calls"]] == ["Oslo"]


def test_a_repeating_field_of_lists_loses_the_cut_off_call_only() -> None:
    text = "<call>[forecast(city='Oslo')]</call><call>[forecast(city='Bergen')]"
    response = chatparse.parse(text, document(LIST, repeats=True), prefix="", finish_reason="length")
    assert [call.status for call in response.calls] == ["ok", "truncated"]
    ((kept,),) = response.message["tool_calls"]
    assert kept["function"]["arguments"] == CITY


def test_indices_count_every_call() -> None:
    good = '<call>{"name": "forecast", "arguments": {"city": "Oslo"}}</call>'
    found = calls(TAGS, good + "<call>{</call>" + good + '<call>{"name"')
    assert [(call.index, call.status) for call in found] == [(0, "ok"), (1, "malformed"), (2, "ok"), (3, "truncated")]


def test_a_default_comes_back_where_every_call_was_cut_off() -> None:
    template = document(TAGS)
    template["defaults"]["tool_calls"] = []
    text = '<call>{"name": "forecast", "arguments": {}}'
    response = chatparse.parse(text, template, prefix="", finish_reason="length")
    assert response.message == {"role": "assistant", "tool_calls": []}
    response.message["tool_calls"].append("mine")
    assert chatparse.parse("", template, prefix="").message["tool_calls"] == []


# ------------------------------------------------------------------ ids
def test_an_id_in_the_value() -> None:
    template = document(TAGS, transform={"id": "{content.id}", "function": "{content}"})
    (call,) = chatparse.parse('<call>{"id": "c7", "name": "f", "arguments": {}}</call>', template, prefix="").calls
    assert (call.id, call.status) == ("c7", "ok")


@pytest.mark.parametrize("body", ["{}", "{", '{"a": '])
def test_an_id_in_the_opener(body: str) -> None:
    transform = {"id": "{id}", "function": {"name": "{name}", "arguments": "{content}"}}
    template = document(NAME, open_pattern=r"<call (?P<name>\w+):(?P<id>\d+)>", transform=transform)
    (call,) = chatparse.parse(f"<call f:12>{body}</call>", template, prefix="").calls
    assert (call.name, call.id) == ("f", "12")


def test_an_id_that_is_no_text_is_none() -> None:
    template = document(TAGS, transform={"id": "{content.id}", "function": "{content}"})
    (call,) = chatparse.parse('<call>{"id": 7, "name": "f", "arguments": {}}</call>', template, prefix="").calls
    assert (call.id, call.value["id"]) == (None, 7)


# ------------------------------------------------------------------ what is a call
def test_a_field_without_a_function_makes_no_calls() -> None:
    template = document(TAGS, transform="{content}")
    response = chatparse.parse("<call>{</call><call>1</call>", template, prefix="")
    assert response.calls == ()
    assert [part.kind for part in response.parts] == ["data", "data"]
    assert [(notice.kind, notice.start, notice.end) for notice in response.problems] == [("malformed", 0, 14)]


def test_a_value_of_the_shape_of_a_call_is_one() -> None:
    template = document(TAGS, transform="{content}")
    text = '<call>[{"function": {"name": "f", "arguments": {}}}, {"function": {"name": "g"}}, 5]</call>'
    response = chatparse.parse(text, template, prefix="")
    assert [(call.name, call.status) for call in response.calls] == [("f", "ok")]


@pytest.mark.parametrize("closer", ["</call>", ""])
def test_a_call_whose_arguments_are_text_keeps_it(closer: str) -> None:
    field = {
        "open_pattern": r"<call (?P<name>\w+)>",
        "close": "</call>",
        "transform": {"function": {"name": "{name}", "arguments": {"input": "{content}"}}},
    }
    template = {"start_anchor": "<bot>", "fields": {"tool_calls": {**field, "repeats": True}}}
    (call,) = chatparse.parse("<call f> abc " + closer, template, prefix="").calls
    assert (call.status, call.arguments, call.raw) == ("ok", {"input": "abc"}, " abc ")
