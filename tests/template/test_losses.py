"""Where templates lose text, and templates that are loaded without loss."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse import ResponseParser, load_response_template, parse_response
from chatparse.template import ResponseTemplate, load_document

CALL = {"open": "<c>", "close": "</c>", "repeats": True}
THINK = {"open": "<t>", "close": "</t>"}


def document(defaults: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a document with these fields."""
    return {"start_anchor": "<bot>", "defaults": defaults or {}, "fields": fields}


def lossless(defaults: dict[str, Any] | None = None, **fields: Any) -> ResponseTemplate:
    """Return the template of a document, loaded without loss."""
    return load_document(document(defaults, **fields), lossless=True)


@pytest.mark.parametrize(
    ("fields", "lost"),
    [
        ({"content": {}}, []),
        ({"content": {}, "c": {"open": "<c>"}}, []),
        ({"content": {}, "c": CALL}, ["$.fields.content"]),
        ({"content": {"close": "<end>"}}, ["$.fields.content"]),
        ({"content": {"repeats": True}, "c": CALL}, []),
        ({"content": {"repeats": True, "join": ""}, "c": CALL}, []),
        ({"c": CALL}, ["$.fields"]),
        ({"content": {"repeats": True}, "t": THINK}, ["$.fields.t"]),
        ({"content": {"repeats": True}, "t": {"open": "<t>"}}, []),
        ({"a b": THINK, "t": THINK}, ["$.fields", '$.fields["a b"]', "$.fields.t"]),
    ],
)
def test_where_text_is_lost(fields: dict[str, Any], lost: list[str]) -> None:
    assert [problem.path for problem in load_document(document(**fields)).losses()] == lost


def test_the_mends() -> None:
    """Each mend fits the field: a text can be joined, other values can only repeat."""
    fields = {
        "content": {},
        "n": {**THINK, "content": "int"},
        "calls": {**THINK, "content": "json", "transform": {"f": "{a}"}, "transform_each": True},
    }
    content, number, calls = load_document(document(**fields)).losses()
    assert str(content) == (
        "$.fields.content: keeps only the last of its pieces of text between other regions "
        '(add "repeats": true and "join": "\\n", or load it with `lossless=True`)'
    )
    assert str(number) == (
        '$.fields.n: keeps only the last of its regions (if there can be several, add "repeats": true)'
    )
    assert "a region of its own" in calls.mend


def test_what_a_lossless_template_can_still_lose() -> None:
    """Text is kept; values that are no text are as the document says, and named."""
    template = lossless(t=THINK, n={**THINK, "content": "int"}, c={**THINK, "transform": "{content}"})
    assert [problem.path for problem in template.losses()] == ["$.fields", "$.fields.n", "$.fields.c"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("one<c>x</c>two", "onetwo"),
        ("\n Queuing it now.\n<c>x</c>\nThe job is queued.\n", "Queuing it now.\n\nThe job is queued."),
        ("one\n<c>x</c>\n\n<c>x</c>\ntwo", "one\n\n\n\ntwo"),
        ("one<end>two<end>", "onetwo"),
        ("one<c>x</c>\n", "one"),
    ],
)
def test_the_implicit_field_is_joined_as_it_stands_and_trimmed_once(text: str, content: str) -> None:
    template = lossless(content={"close": "<end>"}, c=CALL)
    assert parse_response(text, template, prefix="")["content"] == content


def test_white_space_alone_makes_no_content() -> None:
    text = " \n<c>x</c>\n \n<c>y</c>\n"
    assert parse_response(text, lossless(content={}, c=CALL), prefix="") == {"c": ["x", "y"]}


def test_regions_with_an_opener_are_trimmed_and_put_on_lines() -> None:
    text = "<t> one\n</t>a<t>\n</t>b<t>two</t>"
    assert parse_response(text, lossless(content={}, t=THINK), prefix="") == {"t": "one\ntwo", "content": "ab"}


def test_text_that_is_not_stripped_is_verbatim() -> None:
    verbatim = {"content_args": {"strip": False}}
    template = lossless(content=verbatim, t={**THINK, **verbatim})
    assert parse_response(" a <t> b </t> c <t> d </t>", template, prefix="") == {"content": " a  c ", "t": " b  d "}


def test_what_repeats_and_what_is_no_text_is_as_the_document_says() -> None:
    number = {"open": "<n>", "close": "</n>", "content": "int"}
    template = lossless(content={"repeats": True, "join": "|"}, c=CALL, n=number)
    text = "a <c>x</c> b <n>1</n> <n>2</n>"
    assert parse_response(text, template, prefix="") == {"content": "a|b|", "c": ["x"], "n": 2}
    assert template.fields["c"] == load_document(document(c=CALL)).fields["c"]


def test_a_default_is_replaced_not_joined() -> None:
    template = lossless({"content": "nothing", "t": "nothing"}, content={}, c=CALL, t=THINK)
    assert parse_response("a<c>x</c>b", template, prefix="") == {"content": "ab", "t": "nothing", "c": ["x"]}


def test_a_lossless_template_is_another_template() -> None:
    """It shares nothing with the plain one, and keeps its nature in pickles, copies and further loads."""
    fields = {"content": {}, "c": CALL}
    plain, kept = load_document(document(**fields)), lossless(**fields)
    assert plain != kept
    assert len({plain, kept}) == 2
    assert not plain.lossless
    assert kept.lossless
    assert load_document(plain, lossless=True) == kept == load_document(kept)
    assert load_document(kept.to_dict(), lossless=True) == kept
    assert load_response_template(kept) is kept
    assert load_response_template(kept, lossless=True) is kept
    assert load_response_template(document(**fields), lossless=True) == kept
    again = pickle.loads(pickle.dumps(kept))
    assert again == kept
    assert again.lossless
    assert again.implicit is again.fields["content"]
    assert copy.deepcopy(kept) is kept
    for template, content in ((plain, "b"), (kept, "ab"), (plain, "b")):
        assert parse_response("a<c>x</c>b", template, prefix="")["content"] == content


def test_a_template_of_the_catalogue_loads_without_loss() -> None:
    assert load_response_template("hermes", lossless=True).lossless
    assert not load_response_template("hermes").lossless


MARKS = ["a", "b c", " ", "\n", "<c>", "</c>", "<t>", "</t>", "<", "<end>"]


@given(st.lists(st.sampled_from(MARKS), max_size=20).map("".join))
def test_no_text_outside_of_calls_is_lost(text: str) -> None:
    """The characters of the chunks are those of the message, white space aside, however the text is cut."""
    template = lossless(content={"close": "<end>"}, t=THINK, c=CALL)
    parser = ResponseParser(template, prefix="")
    events = [event for char in text for event in parser.feed(char)]
    message, last = parser.finalize()
    assert message == parse_response(text, template, prefix="")
    for name in ("content", "t"):
        chunks = [each["text"] for each in events + last if each["type"] == "region_chunk" and each["field"] == name]
        assert "".join(message.get(name, "").split()) == "".join("".join(chunks).split())
