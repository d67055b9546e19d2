"""A generation without a single character."""

from __future__ import annotations

import pytest

from chatparse import ResponseParser, catalog, parse


@pytest.mark.parametrize("opener", ["$", "^", ".*", r"\s*", r"(?=x)?", r"\Z"])
def test_an_opener_that_matches_nothing_opens_an_empty_region(opener):
    template = {"start_anchor": "<a>", "fields": {"x": {"open_pattern": opener, "close": "</x>"}, "content": {}}}
    parser = ResponseParser(template, prefix="")
    assert parser.feed("") == []
    message, events = parser.finalize()
    assert message == {}
    assert [event["type"] for event in events] == ["region_open", "region_close"]
    assert parser.response.reconstruct() == ""


@pytest.mark.parametrize("name", catalog.names())
def test_an_empty_generation_is_a_message_without_content(name):
    response = parse("", name, prefix="")
    assert response.message == {"role": "assistant"}
    assert response.parts == response.leftover == response.calls == ()
