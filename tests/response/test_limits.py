"""What exceeds a limit becomes a problem and is not lost, and the same however the text is cut."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chatparse
from chatparse import Limits, Response, ResponseParser

from .drawing import Texts, cuts, texts
from .samples import Document, document

CALL = '{"name": "f", "arguments": {"a": [[1]]}}'
HELD = {
    "start_anchor": "<bot>",
    "fields": {
        "thinking": {
            "open_pattern": r"\s*<think>\s*",
            "close_pattern": r"\s*</think>\s*",
            "repeats": True,
            "join": "|",
        },
        "header": {"open_pattern": r"<h[^>]*>", "close": "</h>", "repeats": True, "join": "|"},
        "content": {"content_args": {"strip": False}, "repeats": True, "join": ""},
    },
}
IRREGULAR = {
    "start_anchor": "<bot>",
    "fields": {
        "quote": {"open_pattern": r"<(\w+)-\1>", "close": "</q>", "repeats": True},
        "content": {"content_args": {"strip": False}, "repeats": True, "join": ""},
    },
}


def streamed(pieces: list[str], template: Document, limits: Limits) -> Response:
    parser = ResponseParser(template, "", limits=limits)
    for piece in pieces:
        parser.feed(piece)
    parser.finalize()
    return parser.response


def kinds(response: Response) -> list[str]:
    return [notice.kind for notice in response.problems]


def without_notes(response: Response) -> str:
    """Return everything but what the engine says about a hold that it gave up."""
    problems = tuple(notice for notice in response.problems if notice.kind != "gave_up")
    return repr(dataclasses.replace(response, problems=problems))


# ------------------------------------------------------------------ a limit at a time
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_a_region_that_is_too_long(over: int) -> None:
    text = f"a<call>{CALL}</call>b"
    response = chatparse.parse(text, document("json in tags"), prefix="", limits=Limits(region=len(CALL) - over))
    (call,) = response.calls
    assert call.status == ("malformed" if over > 0 else "ok")
    assert response.message["content"] == "a b"
    assert response.reconstruct() == text
    assert call.raw == CALL
    if over > 0:
        assert kinds(response) == ["malformed"]
        assert (
            call.explain()
            == "The call to `f` could not be read: the region has 40 characters, more than the 39 allowed."
        )


def test_text_may_be_of_any_length() -> None:
    text = "<think>" + "t" * 100 + "</think>" + "x" * 100
    response = chatparse.parse(text, document("json in tags"), prefix="", limits=Limits(region=10))
    assert response.problems == ()
    assert response.message["content"] == "x" * 100


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("content", ["json in tags", "python-call-list"])
def test_a_value_that_nests_too_deeply(content: str, over: int) -> None:
    nested = "[" * 20 + "1" + "]" * 20
    body = f'{{"name": "f", "arguments": {{"a": {nested}}}}}' if content == "json in tags" else f"[f(a={nested})]"
    template = document(content)
    value = chatparse.parse(f"<call>{body}</call>", template, prefix="").parts[0].value
    levels = depth_of(value)
    response = chatparse.parse(f"<call>{body}</call>", template, prefix="", limits=Limits(depth=levels - over))
    assert response.calls[0].status == ("malformed" if over > 0 else "ok")
    if over > 0:
        assert "nest more than" in response.calls[0].detail


def depth_of(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


def test_an_empty_list_is_a_level() -> None:
    def status(arguments: str, depth: int) -> str:
        text = f"<call f>{arguments}</call>"
        return chatparse.parse(text, document("name in opener"), prefix="", limits=Limits(depth=depth)).calls[0].status

    for depth in range(3, 8):
        assert status("[[[[]]]]", depth) == status("[[[[1]]]]", depth)


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_a_depth_beyond_the_default(depth: int) -> None:
    text = f'<call>{{"name": "f", "arguments": {"[" * depth + "]" * depth}}}</call>after'
    response = chatparse.parse(text, document("json in tags"), prefix="")
    assert kinds(response) == ["malformed"]
    assert response.message["content"] == "after"
    assert response.reconstruct() == text


@pytest.mark.parametrize("blanks", [0, 1, 2, 3, 10, 30, 100])
def test_blanks_that_wait_too_long(blanks: int) -> None:
    text = "x" + " " * blanks + "<think>y</think>z"
    response = chatparse.parse(text, HELD, prefix="", limits=Limits(held=10))
    assert response.reconstruct() == text
    if blanks <= 2:  # with the tag and what follows it, no longer than the limit
        assert (response.message, response.problems) == ({"thinking": "y", "content": "xz"}, ())
    else:
        assert set(kinds(response)) == {"gave_up"}
        assert response.problems[0].text == "held 10 characters for one delimiter, and took them for text"
        assert (response.problems[0].start, response.problems[0].end) == (1, 11)


def test_a_header_that_never_ends() -> None:
    text = "<h" + "x" * 1_000
    response = chatparse.parse(text, HELD, prefix="", limits=Limits(held=50))
    assert response.message == {"content": text}
    assert kinds(response) == ["gave_up"]
    assert (response.problems[0].start, response.problems[0].end) == (0, 50)


def test_what_is_held_is_bounded_in_a_stream() -> None:
    parser = ResponseParser(HELD, "", limits=Limits(held=50))
    given_out = 0
    for count, char in enumerate("<h" + "x" * 1_000, 1):
        given_out += sum(len(event["text"]) for event in parser.feed(char) if event["type"] == "region_chunk")
        assert count - given_out <= 51


@pytest.mark.parametrize("size", [1, 10, 10_000])
def test_work_that_is_too_much(size: int) -> None:
    text = "word <not-the-same> " * 200 + "<a-a>quoted</q>"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    response = streamed(pieces, IRREGULAR, Limits(work=1_000))
    assert kinds(response) == ["gave_up"]
    assert response.problems[0].text == "spent all work on delimiters, and took the rest for text"
    assert response.message == {"content": text}
    assert response.reconstruct() == text
    assert streamed(pieces, IRREGULAR, Limits()).problems == ()


def test_a_call_whose_end_is_looked_for_no_more() -> None:
    template = document("json in tags", open_pattern=r"<(?P<tag>\w+)>(?=\{)", close_pattern=r"</(\w)\1ll>")
    del template["fields"]["tool_calls"]["open"], template["fields"]["tool_calls"]["close"]
    text = "before<call>" + '{"name": "f", "arguments": {"a": "' + "</x" * 500 + "after"
    response = chatparse.parse(text, template, prefix="", limits=Limits(work=500))
    assert response.reconstruct() == text
    assert "gave_up" in kinds(response)
    assert [(call.status, call.name) for call in response.calls] == [("malformed", "f")]
    assert response.message["content"].startswith("before")


# ------------------------------------------------------------------ however the text is cut
small = st.builds(
    Limits, region=st.integers(0, 60), held=st.integers(1, 40), depth=st.integers(0, 4), work=st.just(100_000_000)
)


@given(texts(), cuts(), small)
def test_limits_are_exact_however_a_text_is_cut(drawn: Texts, places: list[int], limits: Limits) -> None:
    def run(pieces: list[str]) -> tuple[Any, Response]:
        parser = ResponseParser(drawn.template, "", limits=limits)
        events = [event for piece in pieces for event in parser.feed(piece)]
        _, final = parser.finalize()
        shown: list[Any] = []
        for event in [*events, *final]:
            plain: dict[str, Any] = {**event}
            if plain["type"] == shown_type(shown) == "region_chunk":
                shown[-1]["text"] += plain["text"]
            else:
                shown.append(plain)
        return repr(shown), parser.response

    def shown_type(shown: list[Any]) -> str:
        return shown[-1]["type"] if shown else ""

    whole_events, whole = run([drawn.text])
    cut_events, cut = run(drawn.pieces(places))
    assert cut_events == whole_events
    assert without_notes(cut) == without_notes(whole)
    assert whole.reconstruct() == drawn.text


@given(texts(), st.integers(0, 3_000), cuts())
def test_no_limit_loses_text(drawn: Texts, work: int, places: list[int]) -> None:
    limits = Limits(region=20, held=8, depth=1, work=work)
    parser = ResponseParser(drawn.template, "", limits=limits)
    for piece in drawn.pieces(places):
        parser.feed(piece)
    parser.finalize()
    assert parser.response.reconstruct() == drawn.text


blanks = st.text(alphabet=" \n<think>/h", max_size=40)


@given(blanks, cuts(), st.integers(1, 12))
def test_a_hold_is_given_up_at_the_same_place(text: str, places: list[int], held: int) -> None:
    pieces = Texts("qwen3", "", text).pieces(places)
    whole = chatparse.parse(text, HELD, prefix="", limits=Limits(held=held))
    assert without_notes(streamed(pieces, HELD, Limits(held=held))) == without_notes(whole)
    assert whole.reconstruct() == text


@given(blanks, cuts(), st.integers(1, 12))
def test_a_hold_that_was_given_up_is_noted_however_the_text_is_cut(text: str, places: list[int], held: int) -> None:
    whole = chatparse.parse(text, HELD, prefix="", limits=Limits(held=held))
    streaming = streamed(Texts("qwen3", "", text).pieces(places), HELD, Limits(held=held))
    assert streaming.problems == whole.problems
