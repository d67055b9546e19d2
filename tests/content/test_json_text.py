"""json: plain, with bare keys, with strings between custom markers."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import ContentError

from .parsing import HOSTILE_TEXTS, MILLION, exact, outcome, parser

ANGLES = [["<|", "|>"]]
GUILLEMETS = ["«", "»"]
TOKEN_QUOTES = [['<|"|>', '<|"|>']]
DIALECTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "bare keys": {"unquoted_keys": True},
    "custom strings": {"string_delims": ANGLES},
    "both": {"unquoted_keys": True, "string_delims": [*ANGLES, GUILLEMETS]},
    "quotes as markers": {"string_delims": [['"', '"'], ["'", "'"]]},
}

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" 0\n", 0),
        ("1.0", 1.0),
        ("false", False),
        ("[]", []),
        ('{"b": 1, "a": 2}', {"b": 1, "a": 2}),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("[Infinity, -Infinity, NaN, 1e999]", [math.inf, -math.inf, math.nan, math.inf]),
        (r'"\ud83d\ude00"', "\U0001f600"),
        (r'"\ud800"', "\ud800"),
        ('"\ud800"', "\ud800"),
    ],
)
def test_plain_json(text: str, value: Any) -> None:
    """What the standard decoder reads is read, its constants and lone surrogates too; the last of equal keys counts."""
    assert exact(parser("json").parse(text)) == exact(value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ('{"a": ', 6),
        ("{} more", 3),
        ('"a\nb"', 2),
        (r'"\x"', 1),
        ("\u00a01", 0),
        ("\ufeff1", 0),
        ("9" * 5000, None),
        ("[" * 100_000, None),
    ],
)
def test_errors_name_the_place(text: str, place: int | None) -> None:
    with pytest.raises(ContentError, match="JSON") as caught:
        parser("json").parse(text)
    assert place == caught.value.start


def test_errors_do_not_carry_the_text() -> None:
    with pytest.raises(ContentError) as caught:
        parser("json").parse("secret" * 1000)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{city: "Rome", n: {a: 1, b_2: [2]}}', {"city": "Rome", "n": {"a": 1, "b_2": [2]}}),
        ('{\n  city: "Rome",\n  n : 1\n}', {"city": "Rome", "n": 1}),
        ('{"a": 1, b: 2}', {"a": 1, "b": 2}),
        ("{1: 2, größe: 3, \u0663: 4}", {"1": 2, "größe": 3, "\u0663": 4}),
        ("{नाम: 1, e\u0301: 2, a\u200db: 3}", {"नाम": 1, "e\u0301": 2, "a\u200db": 3}),
        ("{true: true, null: NaN}", {"true": True, "null": math.nan}),
        ("{a: 1, a: 2}", {"a": 2}),
        ('{a:"x,y:z{q:1"}', {"a": "x,y:z{q:1"}),
        (r'{a:"he said \",b:1\" ok"}', {"a": 'he said ",b:1" ok'}),
        ('{a:"{b:","c":":1}"}', {"a": "{b:", "c": ":1}"}),
        ("[1, 2, 3]", [1, 2, 3]),
    ],
)
def test_bare_keys(text: str, value: Any) -> None:
    """A word between a brace or comma and a colon is a key; what looks like one inside a string is not."""
    assert exact(parser("json", unquoted_keys=True).parse(text)) == exact(value)


@pytest.mark.parametrize(
    "text", ["{a-b: 2}", "{a.b: 1}", "{$a: 1}", "{a b: 1}", "{a: word}", "[a: 1]", "{a\u00a0: 1}", "{²: 1}"]
)
def test_bare_keys_are_single_words(text: str) -> None:
    with pytest.raises(ContentError):
        parser("json", unquoted_keys=True).parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<|a|>", "a"),
        ("[<||>]", [""]),
        ("<| a |> ", " a "),
        ("[<|a|>, «b»]", ["a", "b"]),
        ("{<|k k|>: 1}", {"k k": 1}),
        ('[<|say "hi"\\n\n|>]', ['say "hi"\\n\n']),
        ("[<|],{a:1|>]", ["],{a:1"]),
        ("[<|«a»|>, «<|b|>»]", ["«a»", "<|b|>"]),
        ("[<|a<|b|>]", ["a<|b"]),
        ("[<|\x00\x01\x02\x1f|>]", ["\x00\x01\x02\x1f"]),
        ("[<|\ud83d\ude00|>]", ["\ud83d\ude00"]),
        ('["a <|b|> c", "«"]', ["a <|b|> c", "«"]),
        ('["\\"<|", 1]', ['"<|', 1]),
    ],
)
def test_custom_strings(text: str, value: Any) -> None:
    """Text between markers is data to the letter, and a marker inside a quoted string is no marker."""
    content = parser("json", string_delims=[*ANGLES, GUILLEMETS], unquoted_keys=True)
    assert exact(content.parse(text)) == exact(value)


@pytest.mark.parametrize(
    ("delims", "text", "value"),
    [
        (TOKEN_QUOTES, '{a:<|"|>x "y"<|"|>}', {"a": 'x "y"'}),
        ([["'", "'"]], "{'a': 'x\"y', \"b\": \"it's\"}", {"a": 'x"y', "b": "it's"}),
        ([['"', '"']], r'{"a": "b\nc"}', {"a": r"b\nc"}),
        ([["<<", ">>"], ["<", ">"]], "[<<a>>, <b>]", ["a", "b"]),
        ([["<|", "|>"], ["|>", "<|"]], "[<|a|>,|>b<|]", ["a", "b"]),
        ([["[", "]"]], "[a]", "a"),
        ([['"', ">"]], '{"a": "b"}', {"a": "b"}),
    ],
    ids=repr,
)
def test_markers_may_be_anything(delims: Any, text: str, value: Any) -> None:
    """Of markers that start at one place the pair listed first counts, and one that is never closed is no marker."""
    assert exact(parser("json", string_delims=delims, unquoted_keys=True).parse(text)) == exact(value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[<|a]", 1),
        ("[<|aa|>, x]", 9),
        ('{"a": "b', 6),
        ("{key: <|a|>, other: word}", 20),
        ("{key: <|a|> <|b|>}", 12),
        ("{key: 1", 7),
    ],
)
def test_errors_of_a_dialect_name_the_place_in_the_text_as_written(text: str, place: int) -> None:
    with pytest.raises(ContentError) as caught:
        parser("json", string_delims=ANGLES, unquoted_keys=True).parse(text)
    assert place == caught.value.start


@pytest.mark.parametrize("args", DIALECTS.values(), ids=list(DIALECTS))
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("  just words \n", "just words"),
        (" ", ""),
        ('"open', '"open'),
        ("[" * 100_000, "[" * 100_000),
        ("a\x01b", "a\x01b"),
    ],
    ids=["words", "blank", "open string", "deep", "control character"],
)
def test_allow_non_json_gives_the_text_stripped(args: dict[str, Any], text: str, value: str) -> None:
    assert value == parser("json", allow_non_json=True, **args).parse(text)


@pytest.mark.parametrize("args", DIALECTS.values(), ids=list(DIALECTS))
@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=list(HOSTILE_TEXTS))
def test_hostile_texts_give_a_value_or_a_content_error(args: dict[str, Any], text: str) -> None:
    outcome(parser("json", **args), text)


@pytest.mark.parametrize("filling", ['"', "\\", "{a:", ",", "\0"])
def test_a_long_custom_string_is_kept(filling: str) -> None:
    content = parser("json", string_delims=ANGLES, unquoted_keys=True)
    assert content.parse(f"[<|{filling * MILLION}|>]") == [filling * MILLION]


@given(values, st.sampled_from([None, 1]), st.booleans())
def test_dialects_read_plain_json_as_it_is(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    for name in ("plain", "bare keys", "custom strings", "both"):
        # A marker written in a string of the value is data: only the markers' own rule differs, not the strings'.
        assert exact(parser("json", **DIALECTS[name]).parse(text)) == exact(json.loads(text))


@given(st.lists(st.text()))
def test_custom_strings_survive(strings: list[str]) -> None:
    written = [text.replace("|>", "") for text in strings if "|>" not in text and not text.endswith("|")]
    text = "[" + ", ".join(f"<|{item}|>" for item in written) + "]"
    assert parser("json", string_delims=ANGLES, unquoted_keys=True).parse(text) == written


PIECES = [
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    ":",
    ",",
    "a",
    "1",
    " ",
    "\n",
    "\\",
    "<|",
    "|>",
    "«",
    "»",
    "null",
    "\ud800",
    "{a:",
    "é",
]


@given(st.sampled_from(list(DIALECTS)), st.lists(st.sampled_from(PIECES), max_size=30), st.booleans())
def test_no_text_raises_anything_but_a_content_error(name: str, pieces: list[str], allow: bool) -> None:
    result = outcome(parser("json", **DIALECTS[name], allow_non_json=allow), "".join(pieces))
    assert not (allow and result is ContentError)
