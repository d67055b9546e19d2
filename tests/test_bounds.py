"""Twice the text is at most twice the work, for every template of the catalogue and for texts made to break that.

Work is counted: lines of the package that run, characters that searches pass over, and, where a text comes in pieces,
characters that are handed from call to call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import chatparse
from chatparse import ResponseParser, ResponseTemplate, catalog
from chatparse.stream.plan import plan_for
from counting import characters_and_lines, lines
from response.drawing import generations
from response.samples import document

MOST = 2.2
SLACK = 2_000
IN_PIECES = 400
WHOLE = 2_000
Maker = Callable[[str, str, str], tuple[str, str]]
"""Makes the head of a text and what is repeated after it of the opener, the body and the closer of a call."""


@dataclass(frozen=True)
class Sample:
    """A call as a template's model writes it."""

    opener: str
    body: str
    closer: str


@cache
def load(name: str) -> ResponseTemplate:
    return chatparse.load_response_template(name)


@cache
def sample(name: str) -> Sample:
    """Return the first call that a template's cases have, or, where it has no calls, the first region."""
    responses = [chatparse.parse(text, load(name), prefix="") for text in generations(name)]
    parts = [part for response in responses for part in response.parts if len(part.raw) < 400]
    called = [part for part in parts if part.calls and part.calls[0].status == "ok"]
    delimited = [part for part in parts if part.opener]
    part = (called or delimited or parts)[0]
    return Sample(part.opener, part.body, part.closer)


# ------------------------------------------------------------------ counting
class Searches:
    """Counts the characters that the searches of a template pass over."""

    def __init__(self) -> None:
        self.characters = 0

    def counted(self, search: Any) -> Any:
        def passing(text: str, at: int = 0) -> Any:
            found = search(text, at)
            self.characters += (len(text) if found is None else found.end()) - at
            return found

        return passing

    @contextmanager
    def within(self, template: ResponseTemplate) -> Iterator[None]:
        """Count while the block runs."""
        plan = plan_for(template)
        watches = {id(each.watch): each.watch for each in (plan.outside, *plan.inside.values())}.values()
        before = [(watch, watch.trigger, watch.literal_search) for watch in watches]
        try:
            for watch, trigger, literal_search in before:
                watch.trigger = None if trigger is None else self.counted(trigger)
                watch.literal_search = self.counted(literal_search)
            yield
        finally:
            for watch, trigger, literal_search in before:
                watch.trigger, watch.literal_search = trigger, literal_search


def feed(parser: ResponseParser, text: str, size: int) -> None:
    for at in range(0, len(text), size):
        parser.feed(text[at : at + size])


def end(parser: ResponseParser, tail: str) -> None:
    parser.feed(tail)
    parser.finalize()


def work_of(template: ResponseTemplate, text: str, tail: str, size: int | None) -> int:
    """Count the work that a text is, whole (`None`) or in pieces.

    What follows the tail goes over one long region, which is handed on and on and costs nothing by that: there,
    only lines count.
    """
    searches = Searches()
    with searches.within(template):
        if size is None:
            counted = lines(lambda: chatparse.parse(text + tail, template, prefix=""))
        else:
            parser = ResponseParser(template, "")
            counted = characters_and_lines(lambda: feed(parser, text, size))
            counted += lines(lambda: end(parser, tail))
    return counted + searches.characters


def check(template: ResponseTemplate, head: str, run: str, size: int | None, tail: str = "") -> None:
    """Check that a run that is twice as long is twice the work."""
    count = max(6, (WHOLE if size is None else IN_PIECES) // len(run))
    once, twice = head + run * count, head + run * count * 2
    learning = ResponseParser(template, "")  # automata learn as they go
    feed(learning, twice, size or len(twice))
    end(learning, tail)
    first, second = work_of(template, once, tail, size), work_of(template, twice, tail, size)
    assert second <= MOST * first + SLACK, (
        f"{first:,} for {len(once):,} characters, {second:,} for {len(twice):,}: {head[-60:]!r} and then {run[:60]!r}"
    )


# ------------------------------------------------------------------ every template
RUNS: dict[str, Maker] = {
    "prose": lambda opener, body, closer: ("", "Words, and more of them. "),
    "blanks": lambda opener, body, closer: ("x", " "),
    "line ends": lambda opener, body, closer: ("", "\n"),
    "angles": lambda opener, body, closer: ("", "<"),
    "openers that nothing closes": lambda opener, body, closer: ("", opener),
    "beginnings of openers": lambda opener, body, closer: ("", opener[:-1]),
    "closers": lambda opener, body, closer: ("", closer),
    "beginnings of closers": lambda opener, body, closer: (opener + body, closer[: max(1, len(closer) // 2)]),
    "brackets": lambda opener, body, closer: (opener, "["),
    "braces": lambda opener, body, closer: (opener, '{"a":'),
    "closing braces": lambda opener, body, closer: (opener, "}"),
    "backslashes": lambda opener, body, closer: (opener + '{"a": "', "\\"),
    "quotes": lambda opener, body, closer: (opener + "{", '"a'),
    "blanks in a call": lambda opener, body, closer: (opener + body[:-1], " "),
    "calls and text": lambda opener, body, closer: ("", opener + body + closer + " text "),
    "broken calls": lambda opener, body, closer: ("", opener + body[: len(body) // 2] + closer + "x"),
}


@pytest.mark.parametrize("size", [None, 3])
@pytest.mark.parametrize("name", catalog.names())
def test_twice_the_text_is_twice_the_work(name: str, size: int | None) -> None:
    call = sample(name)
    for make in RUNS.values():
        head, repeated = make(call.opener, call.body, call.closer)
        if repeated:
            check(load(name), head, repeated, size)


# ------------------------------------------------------------------ traps
def fields(**each: dict[str, Any]) -> dict[str, Any]:
    return {"start_anchor": "<bot>", "fields": each}


JOINED = {"repeats": True, "join": ""}
BLANKS = fields(
    thinking={"open_pattern": r"\s*<think>\s*", "close_pattern": r"\s*</think>\s*", **JOINED},
    content={"close_pattern": r"\s*<end>\s*", **JOINED},
)
AHEAD = fields(thinking={"open_pattern": r"(?=[\s\S]*?</think>)", "close": "</think>"}, content={})
HEADER = fields(
    tool_calls={
        "open_pattern": r"<\|channel\|>commentary to=functions\.(?P<name>\w+).*?<\|message\|>",
        "close": "<|call|>",
        "repeats": True,
        "content": "json",
        "transform": {"function": {"name": "{name}", "arguments": "{content}"}},
    },
    content=JOINED,
)
DIALECT = document(
    "name in opener", content_args={"unquoted_keys": True, "string_delims": [['<|"|>', '<|"|>'], ["'", "'"]]}
)
TAGS = {"tag_pattern": r"<(?P<key>\w+)>\s*(?P<value>.*?)\s*</(?:\w+)>"}
LOOSE = document("xml-inline", content_args=TAGS)
TRAPS: dict[str, tuple[Any, str, str]] = {
    "a parameter of blanks": ("qwen3.5", "<tool_call>\n<function=f>\n<parameter=a>\n", " "),
    "parameters that nothing closes": ("qwen3.5", "<tool_call>\n<function=f>\n", "<parameter=a>"),
    "parameters": ("qwen3.5", "<tool_call>\n<function=f>\n", "<parameter=a>\n1\n</parameter>\n"),
    "arguments that nothing closes": ("glm-4.5", "<tool_call>f\n<arg_key>a", "</arg_key>\n<arg_value>"),
    "blanks before a delimiter": (BLANKS, "x", " "),
    "blanks in a region": (BLANKS, "<think>x", "\t"),
    "blanks that almost lead to a delimiter": (BLANKS, "x", "   <thin"),
    "blanks and delimiters": (BLANKS, "", "  <think>  x  </think>  "),
    "a header that nothing ends": (HEADER, "<|channel|>commentary to=functions.f ", "x "),
    "headers that nothing ends": (HEADER, "", "<|channel|>commentary to=functions.f "),
    "a header of blanks": ("gpt-oss", "<|channel|>commentary to=functions.f", " "),
    "a lookahead for what never comes": (AHEAD, "", "words "),
    "a lookahead for what almost comes": (AHEAD, "", "</thin"),
    "markers of strings": (DIALECT, "<call f>{a:", '<|"|>'),
    "beginnings of markers": (DIALECT, "<call f>{a:", '<|"|'),
    "a string between markers": (DIALECT, '<call f>{a:<|"|>', "\\"),
    "apostrophes": (DIALECT, "<call f>{a:'", "''"),
    "quotes in a dialect": (DIALECT, "<call f>{", '"a'),
    "backslashes in a dialect": (DIALECT, '<call f>{"a":"', "\\"),
    "keys without quotes": (DIALECT, "<call f>{", "a:"),
    "keys and blanks": (DIALECT, "<call f>{", ",a "),
    "words in a dialect": (DIALECT, "<call f>{", "aé"),
    "brackets in a dialect": (DIALECT, "<call f>", "["),
    "tags that nothing closes": (LOOSE, "<call f>", "<a>"),
    "a tag of blanks": (LOOSE, "<call f><a>", " "),
    "lines": (document("kv-lines"), "<call f>", "a: 1\n"),
    "colons": (document("kv-lines"), "<call f>", ":"),
    "a list of calls": (document("python-call-list"), "<call>[", "f(a=1), "),
    "calls in calls": (document("python-call-list"), "<call>[", "f(a="),
    "apostrophes in a list": (document("python-call-list"), "<call>[f(a='", "\\'"),
    "numbers": (document("name in opener"), '<call f>{"a": ', "9"),
    "calls between text": (document("json in tags"), "", 'x<call>{"name":"f","arguments":{}}</call>'),
    "broken calls between text": (document("json in tags"), "", "x<call>{</call>"),
    "calls of no name": (document("json in tags"), "", "<call>[]</call>"),
    "a list of half calls": (document("json in tags"), "<call>[", '{"name":"f"},'),
}


@pytest.mark.parametrize("tail", ["", "</call></parameter></function></tool_call>"])
@pytest.mark.parametrize("size", [None, 1, 4])
@pytest.mark.parametrize("trap", TRAPS)
def test_twice_the_trap_is_twice_the_work(trap: str, size: int | None, tail: str) -> None:
    source, head, run = TRAPS[trap]
    check(chatparse.load_response_template(source), head, run, size, tail)


# ------------------------------------------------------------------ many regions
@pytest.mark.parametrize("name", catalog.names())
def test_asking_for_a_message_does_not_add_up(name: str) -> None:
    """The message of a stream costs what it holds, not what it took to get there."""
    call = sample(name)
    run = call.opener + call.body[: len(call.body) // 2] + call.closer + "x"

    def asked(count: int) -> int:
        parser = ResponseParser(load(name), "")
        parser.feed(run * count)
        return lines(lambda: parser.message)

    assert asked(200) <= MOST * asked(100) + SLACK
