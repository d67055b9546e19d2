"""Prefix, implicit field, delimiters without a character, late decisions, the end, and what a parser refuses."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from chatparse.errors import MissingFieldError, ParserStateError, PrefixError, TemplateError
from chatparse.stream import Event, ResponseParser
from chatparse.template import load_document
from chatparse.tools import Tools

from .running import ANCHOR, Document, make, merged, run


def document(fields: dict[str, Any], **more: Any) -> Document:
    return {"start_anchor": ANCHOR, "fields": fields, **more}


THINK = document({"thinking": {"open": "<think>", "close": "</think>"}, "content": {"close": "<end>"}})


def texts(events: list[Event]) -> str:
    return "".join(event["text"] for event in events if event["type"] == "region_chunk")


# ------------------------------------------------------------------ the prefix
def test_the_prefix_must_be_given() -> None:
    with pytest.raises(PrefixError, match="requires `prefix`"):
        ResponseParser(load_document(THINK))


@pytest.mark.parametrize(
    ("prefix", "kept"),
    [
        ("", ""),
        ("no anchor at all", "no anchor at all"),
        (ANCHOR, ""),
        (f"old<think>x{ANCHOR}", ""),
        (f"{ANCHOR}one{ANCHOR}two", "two"),
        (f"{ANCHOR}<think>", "<think>"),
    ],
)
def test_what_counts_of_the_prefix(prefix: str, kept: str) -> None:
    assert make(THINK, prefix).input_text == kept


def test_what_the_prompt_wrote_is_in_the_initial_events() -> None:
    parser = make(THINK, ANCHOR + "<think>ok</think>Dear")
    assert [event["type"] for event in parser.initial_events] == [
        *("region_open", "region_chunk", "region_close", "region_open", "region_chunk"),
    ]
    parser.feed(" you")
    assert parser.finalize()[0] == {"thinking": "ok", "content": "Dear you"}


def test_an_anchor_in_the_text_is_text() -> None:
    assert run(THINK, [f"a{ANCHOR}b"], ANCHOR).message == {"content": f"a{ANCHOR}b"}


def test_what_the_prefix_began_the_text_can_complete() -> None:
    parser = make(THINK, ANCHOR + "<thi")
    assert parser.initial_events == []
    assert [event["type"] for event in parser.feed("nk>x")] == ["region_open", "region_chunk"]
    parser = make(THINK, ANCHOR + "<thi")
    assert texts(parser.feed("s")) == "<this", "a chunk begins where the last one ended, not where the prefix did"


def test_empty_prefix_and_no_text() -> None:
    assert run(THINK, []).message == {}
    assert run(document({"x": {"open": "<"}}, defaults={"role": "a", "x": None}), []).message == {
        "role": "a",
        "x": None,
    }


# ------------------------------------------------------------------ the implicit field
@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ({}, "one<think>t</think>two", "two"),
        ({}, "one<think>t</think>", "one"),
        ({}, "one<think>t</think>\n", ""),
        ({"repeats": True}, "one<think>t</think>two", ["one", "two"]),
        ({"repeats": True, "join": "|"}, "one<think>t</think>two", "one|two"),
        ({"close": "<end>"}, "one<end>two", "two"),
        ({"close": "<end>", "repeats": True}, "one<end><end>two<end>", ["one", "two"]),
        ({"close_pattern": r"\s*<end>", "content_args": {"strip": False}}, " a \n<end>", " a"),
    ],
)
def test_text_outside_of_regions(field: dict[str, Any], text: str, value: Any) -> None:
    fields = {"thinking": {"open": "<think>", "close": "</think>"}, "content": field}
    message = run(document(fields), [text]).message
    assert isinstance(message, dict)
    assert message.get("content", "") == value


def test_openers_are_not_watched_inside_of_a_region() -> None:
    fields = {"a": {"open": "<a>", "close": "</a>"}, "b": {"open": "<b>", "close": "</b>"}, "content": {}}
    assert run(document(fields), ["<a>x<b>y</a>z"]).message == {"a": "x<b>y", "content": "z"}


def test_a_region_without_a_closer_takes_the_rest() -> None:
    fields = {"a": {"open": "<a>"}, "content": {}}
    assert run(document(fields), ["x<a>y<a>z"]).message == {"a": "y<a>z", "content": "x"}


def test_of_openers_at_one_place_the_longest_wins_then_the_first_name() -> None:
    fields = {"b": {"open": "<x>"}, "a": {"open_pattern": "<x>"}, "c": {"open": "<x>>"}}
    assert run(document(fields), ["<x>v"]).message == {"a": "v"}
    assert run(document(fields), ["<x>>v"]).message == {"c": "v"}


def test_an_opener_beats_the_implicit_closer_at_one_place() -> None:
    fields = {"z": {"open": "<x>"}, "content": {"close": "<x>"}}
    assert run(document(fields), ["a<x>v"]).message == {"z": "v", "content": "a"}


# ------------------------------------------------------------------ delimiters that take no character
EMPTY: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"x": {"open_pattern": "(?=<a>)", "close": "</a>"}}, "q<a>w</a>", {"x": "<a>w"}),
    ({"x": {"open": "<a>", "close_pattern": "(?=</a>)"}}, "<a>w</a>", {"x": "w"}),
    ({"x": {"open_pattern": "^", "close": "|"}, "content": {}}, "a|b", {"x": "a", "content": "b"}),
    ({"x": {"open_pattern": "^", "close_pattern": "$"}}, "ab", {"x": "ab"}),
    ({"content": {"close_pattern": r"<end>\s*|$"}}, "ab", {"content": "ab"}),
    ({"content": {"close_pattern": r"<end>\s*|$"}}, "ab<end> ", {"content": "ab"}),
    ({"content": {"close_pattern": "$", "content_args": {"strip": False}}}, "ab\n", {"content": "ab"}),
    ({"content": {"close_pattern": "$", "content_args": {"strip": False}}}, "ab\n\n", {"content": "ab\n"}),
    ({"content": {"close_pattern": r"\Z", "content_args": {"strip": False}}}, "ab\n", {"content": "ab\n"}),
    ({"content": {"close_pattern": r"(?=!)", "repeats": True}}, "a!b!c", {"content": ["a", "!b", "!c"]}),
    ({"content": {"close_pattern": r"\b", "repeats": True, "join": ","}}, "ab cd", {"content": "ab,,cd"}),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "text", "message"), EMPTY)
def test_delimiters_that_take_no_character_come_to_an_end(fields: dict[str, Any], text: str, message: Any) -> None:
    whole = run(document(fields), [text])
    assert whole.message == message
    assert run(document(fields), list(text)) == whole
    for place in range(len(text) + 1):
        assert run(document(fields), [text[:place], text[place:]]) == whole
        assert run(document(fields), [text[place:]], ANCHOR + text[:place]) == whole


@pytest.mark.parametrize("opener", ["", "^", "$", "(?=a)", r"\b", "a*?", r"(?<=a)", r"\Z"])
@pytest.mark.parametrize("closer", ["", "^", "$", "(?=a)", r"\b", "a*?", r"(?<=a)", r"\Z"])
def test_every_pair_of_empty_delimiters_comes_to_an_end(opener: str, closer: str) -> None:
    fields = {
        "x": {"open_pattern": opener, "close_pattern": closer, "repeats": True},
        "content": {"close_pattern": closer},
    }
    try:
        whole = run(document(fields), ["ab a\naa\n"])
    except TemplateError:
        return  # refused, which is an end as well
    assert run(document(fields), list("ab a\naa\n")) == whole
    assert len(whole.events) < 60


def test_a_pair_that_slips_past_the_loader_opens_and_closes_once_at_a_place() -> None:
    fields = {
        "x": {"open_pattern": "(?=[0-5])(?=[3-9])(?!3)", "close_pattern": "(?=[0-5])", "repeats": True},
        "content": {},
    }
    whole = run(document(fields), ["a445b"])
    assert [event["start"] for event in whole.events if event["type"] == "region_open"] == [0, 1, 1, 2, 2, 3, 3]
    assert whole.message == {"content": "5b", "x": ["", "", ""]}
    for place in range(6):
        assert run(document(fields), ["a445b"[:place], "a445b"[place:]]) == whole


# ------------------------------------------------------------------ late decisions
LATE: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"content": {"close": "<end>"}}, [("a<", "a"), ("e", ""), ("x", "<ex"), ("<end", ""), (">", "")]),
    ({"content": {"close": ["<e>", "<e><s>"]}}, [("a<e>", "a"), ("<s", ""), ("b", "<sb")]),
    ({"content": {"close_pattern": r"<e>\s*"}}, [("a<e>", "a"), (" \n", ""), ("b", "b")]),
    ({"content": {"close_pattern": r"\s*<e>"}}, [("a ", "a"), ("  ", ""), ("b", "   b")]),
    ({"content": {"close_pattern": r"<e>|$"}}, [("a", "a"), ("\n", ""), ("b", "\nb")]),
    ({"content": {"close_pattern": r"<e>(?!abc)"}}, [("x<e>", "x"), ("ab", ""), ("d", "abd")]),
    ({"content": {"close_pattern": r"<e>(?!abc)"}}, [("x<e>", "x"), ("ab", ""), ("c", "<e>abc")]),
    ({"content": {"close_pattern": r"<e>(?:</s>)?"}}, [("x<e>", "x"), ("</s", ""), ("y", "</sy")]),
    ({"content": {}, "t": {"open_pattern": r"(?=[^!]*!)", "close": "!"}}, [("abc", ""), ("d", ""), ("!", "abcd")]),
    ({"content": {}, "t": {"open_pattern": r"<t .*?>", "close": "."}}, [("x<t a", "x"), ("b c", ""), (">y", "y")]),
    ({"content": {"close_pattern": r"\bend\b"}}, [("an end", "an "), ("s", "ends"), (" end", " "), (" ", " ")]),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "feeds"), LATE)
def test_text_waits_for_no_longer_than_it_may_be_a_delimiter(
    fields: dict[str, Any], feeds: list[tuple[str, str]]
) -> None:
    parser = make(document(fields))
    for text, released in feeds:
        assert texts(parser.feed(text)) == released, text


def test_quiet_feeds_give_one_chunk_each() -> None:
    parser = make(THINK)
    parser.feed("<think>")
    for text in ("plain ", "words\n", "é", "x" * 100_000, ">"):
        assert parser.feed(text) == [{"type": "region_chunk", "field": "thinking", "text": text, "dirty": False}]
    assert parser.feed("") == []
    assert parser.feed("</think>")[-1]["type"] == "region_close"


# ------------------------------------------------------------------ the end, and after it
def test_a_parser_is_used_once() -> None:
    parser = make(THINK)
    parser.feed("x")
    parser.finalize()
    for call in (parser.finalize, lambda: parser.feed("y"), lambda: parser.feed("")):
        with pytest.raises(ParserStateError, match="finalized"):
            call()
    assert issubclass(ParserStateError, RuntimeError)
    assert parser.input_text == "x"


def test_a_parser_whose_field_is_missing_is_used_up_too() -> None:
    parser = make(document({"x": {"open": "<x>", "optional": False}, "y": {"open": "<y>", "optional": False}}))
    parser.feed("<y>1")
    with pytest.raises(MissingFieldError, match=r"Required.*missing from parsed output: \['x'\]") as caught:
        parser.finalize()
    assert caught.value.fields == ("x",)
    assert caught.value.message == {"y": "1"}
    with pytest.raises(ParserStateError):
        parser.finalize()


def test_a_malformed_field_is_not_missing_and_a_default_is_not_enough() -> None:
    field = {"open": "<x>", "content": "int", "optional": False}
    assert run(document({"x": field}), ["<x>many"]).message == {}
    assert run(document({"x": field}), ["<x>0"]).message == {"x": 0}


def test_empty_values_are_dropped_unless_they_have_a_default() -> None:
    fields = {
        "a": {"open": "<a>", "close": ">"},
        "b": {"open": "<b>", "close": ">", "content": "json"},
        "c": {"open": "<c>", "close": ">", "repeats": True},
        "d": {"open": "<d>", "close": ">", "content": "int"},
        "e": {"open": "<e>", "close": ">", "content": "bool"},
    }
    assert run(document(fields), ["<a>><b>[]><c>><d>0><e>no>"]).message == {"c": [""], "d": 0, "e": False}
    assert run(document(fields), ["<b>null>"]).message == {}
    assert run(document(fields, defaults={"a": "-", "b": 1}), ["<a>><b>{}>"]).message == {"a": "", "b": {}}


def test_a_field_that_comes_again() -> None:
    once = {"x": {"open": "<x>", "close": ">", "content": "int"}}
    assert run(document(once), ["<x>1><x>2>"]).message == {"x": 2}
    assert run(document(once), ["<x>1><x>z>"]).message == {"x": 1}
    listed = {"x": {**once["x"], "repeats": True}}
    assert run(document(listed), ["<x>1><x>z><x>2>"]).message == {"x": [1, 2]}
    joined = {"x": {"open": "<x>", "close": ">", "repeats": True, "join": ", "}}
    assert run(document(joined), ["<x>a><x> ><x>b>"]).message == {"x": "a, , b"}


def test_a_default_is_continued_where_it_fits_and_else_replaced() -> None:
    fields = {"x": {"open": "<x>", "close": ">", "repeats": True}, "content": {"repeats": True, "join": "+"}}
    text = "a<x>1>b"
    for defaults, message in [
        ({"x": ["old"], "content": "old"}, {"x": ["old", "1"], "content": "old+a+b"}),
        ({"x": "old", "content": ["old"]}, {"x": ["1"], "content": "a+b"}),
        ({"x": None, "content": None}, {"x": ["1"], "content": "a+b"}),
    ]:
        before = copy.deepcopy(defaults)
        for _ in range(2):
            assert run(document(fields, defaults=defaults), [text]).message == message
        assert run(document(fields, defaults=defaults), []).message == defaults == before


def test_tools_type_the_arguments_as_a_region_closes() -> None:
    fields = {
        "calls": {
            "open": "<c>",
            "close": "</c>",
            "content": "json",
            "repeats": True,
            "transform": {"function": "{content}"},
        }
    }
    tools = Tools.load([{"name": "f", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}])
    text = '<c>{"name": "f", "arguments": {"n": "7"}}</c><c>{"name": "g", "arguments": {"n": "7"}}</c>'
    result = run(document(fields), [text], tools=tools)
    values = [
        event["value"]["function"]["arguments"]["n"] for event in result.events if event["type"] == "region_close"
    ]
    assert values == [7, "7"]
    assert isinstance(result.message, dict)
    assert [call["function"]["arguments"]["n"] for call in result.message["calls"]] == [7, "7"]


def test_parsers_of_one_template_do_not_meet() -> None:
    one, two = make(THINK), make(THINK)
    assert texts(one.feed("a<thi")) == "a"
    assert texts(two.feed("b<")) == "b"
    assert [event["type"] for event in one.feed("nk>")] == ["region_close", "region_open"]
    assert texts(two.feed("c")) == "<c"
    twin = copy.deepcopy(one)
    assert texts(twin.feed("t</")) == texts(one.feed("t</")) == "t"
    assert one.finalize() == twin.finalize()


def test_a_document_that_is_changed_later_changes_nothing() -> None:
    own = copy.deepcopy(THINK)
    parser = make(own)
    own["fields"]["content"]["close"] = "x"
    assert texts(parser.feed("axb")) == "axb"


def test_merging_joins_neighbours_only() -> None:
    whole = run(THINK, ["ab<end>cd"])
    assert [event["text"] for event in whole.events if event["type"] == "region_chunk"] == ["ab", "cd"]
    assert merged(whole.events) == whole.events
