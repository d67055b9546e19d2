"""What holds of every text, whatever is in it: nothing is raised and nothing is lost."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import RandomChooser

import chatparse
from chatparse import Response, ResponseParser

from .drawing import NAMES, Texts, cuts, generations, random_text, reasons, texts
from .samples import TOOLS

STATUSES = {"ok", "truncated", "malformed", "unknown_tool", "invalid_arguments"}
tools = st.sampled_from([None, TOOLS])


def check(response: Response, drawn: Texts) -> None:
    """Check what holds of the response to every text."""
    assert response.reconstruct() == drawn.text
    beginning = drawn.template.truncate(drawn.prefix)
    assert response.prefix_length == len(beginning)
    whole = beginning + drawn.text
    check_tiles(response, whole)
    for call in response.calls:
        assert call.status in STATUSES
        assert call.explain().endswith(".")
        assert "\n" not in call.explain() or "\n" in (call.name or "") or call.detail.count("\n")
        assert (call.value is None) <= (call.status in ("truncated", "malformed"))
    assert [call.index for call in response.calls] == list(range(len(response.calls)))
    assert response.calls == tuple(call for part in response.parts for call in part.calls)
    places = [(notice.start, notice.end) for notice in response.problems]
    assert places == sorted(places, key=lambda place: place[0])
    assert all(0 <= start <= end <= len(whole) for start, end in places)


def check_tiles(response: Response, whole: str) -> None:
    """Check that parts, markers and leftovers lie side by side, and are all of the input."""
    tiles = [(part.start, part.end, part.raw) for part in response.parts]
    tiles += [(span.start, span.end, span.text) for span in (*response.leftover, *response.markers)]
    at = 0
    for start, end, text in sorted(tiles):
        assert start == at
        assert whole[start:end] == text
        at = end
    assert at == len(whole)


@given(texts(), reasons, tools)
def test_nothing_is_raised_and_nothing_is_lost(
    drawn: Texts, reason: str | None, known: list[dict[str, object]] | None
) -> None:
    check(chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix, tools=known, finish_reason=reason), drawn)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost_under_any_template(name: str) -> None:
    for seed in range(settings.default.max_examples):
        chooser = RandomChooser(seed)
        drawn = random_text(chooser, name)
        reason = (None, "stop", "length")[chooser.below(3)]
        check(chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix, finish_reason=reason), drawn)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost_of_what_models_write(name: str) -> None:
    for text in generations(name):
        for reason in (None, "length"):
            for cut in {len(text), len(text) // 2, len(text) - 1}:
                drawn = Texts(name, "", text[:cut])
                check(chatparse.parse(drawn.text, drawn.template, prefix="", finish_reason=reason), drawn)


@given(texts(), st.text(st.characters()), st.integers(0, 100))
def test_any_text_at_all(drawn: Texts, noise: str, place: int) -> None:
    mixed = Texts(drawn.name, drawn.prefix, drawn.text[:place] + noise + drawn.text[place:])
    for text in (mixed, Texts(drawn.name, "", noise)):
        check(chatparse.parse(text.text, text.template, prefix=text.prefix), text)


@given(texts(), cuts(), reasons, tools)
def test_a_stream_ends_with_the_response_of_the_whole(
    drawn: Texts, places: list[int], reason: str | None, known: list[dict[str, object]] | None
) -> None:
    whole = chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix, tools=known, finish_reason=reason)
    parser = ResponseParser(drawn.template, drawn.prefix, tools=known)
    for piece in drawn.pieces(places):
        parser.feed(piece)
    parser.finalize(reason)
    assert repr(parser.response) == repr(whole)


@given(texts(), tools)
def test_a_reason_changes_the_last_region_only(drawn: Texts, known: list[dict[str, object]] | None) -> None:
    plain = chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix, tools=known)
    for reason in ("stop", "tool_calls", "content_filter"):
        other = chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix, tools=known, finish_reason=reason)
        assert (repr(other.message), repr(other.parts)) == (repr(plain.message), repr(plain.parts))
    cut = chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix, tools=known, finish_reason="length")
    assert repr(cut.parts[:-1]) == repr(plain.parts[:-1])
    assert (cut.leftover, cut.markers) == (plain.leftover, plain.markers)
    for before, after in zip(plain.calls, cut.calls, strict=True):
        assert after.status in (before.status, "truncated")
        assert repr((after.name, after.arguments, after.raw)) == repr((before.name, before.arguments, before.raw))
    for key, value in cut.message.items():
        if key == "tool_calls":
            assert all(
                any(one is each.value or one == each.value for each in cut.calls if each.in_message) for one in value
            )
        else:
            assert repr(value) == repr(plain.message[key])


@given(texts())
def test_a_message_is_that_of_parse_response(drawn: Texts) -> None:
    response = chatparse.parse(drawn.text, drawn.template, prefix=drawn.prefix)
    try:
        message = chatparse.parse_response(drawn.text, drawn.template, prefix=drawn.prefix)
    except chatparse.ContentError:
        assert any(part.error for part in response.parts)
        return
    assert not any(part.error for part in response.parts)
    if all(call.in_message for call in response.calls):
        assert repr(response.message) == repr(message)


@given(texts(), cuts())
def test_a_copied_parser_has_a_response_of_its_own(drawn: Texts, places: list[int]) -> None:
    parser = ResponseParser(drawn.template, drawn.prefix)
    for piece in drawn.pieces(places):
        parser.feed(piece)
    twin = copy.copy(parser)
    twin.feed("<more> }] and </more>")
    twin.finalize()
    parser.finalize()
    check(parser.response, drawn)
    assert twin.response.reconstruct() == drawn.text + "<more> }] and </more>"
