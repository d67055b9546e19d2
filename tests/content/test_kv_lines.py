"""kv-lines: one key a line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import ContentError

from .parsing import HOSTILE_TEXTS, exact, outcome, parser

LAX_JSON = {"name": "json", "args": {"allow_non_json": True}}


@pytest.mark.parametrize(
    ("args", "text", "value"),
    [
        ({}, "name: ada\nage: 36", {"name": "ada", "age": "36"}),
        ({}, "url: http://h:80/", {"url": "http://h:80/"}),
        ({}, "\n  \nno separator\na: 1\n", {"a": "1"}),
        ({}, "a: 1\r\nb: 2\r\n", {"a": "1", "b": "2"}),
        ({}, "a:\nb: 1\n: v", {"a": "", "b": "1", "": "v"}),
        ({}, "a: 1\nb: 2\na: 3", {"a": "3", "b": "2"}),
        ({}, "a:1\u2028b:2\x0bc:3", {"a": "1\u2028b:2\x0bc:3"}),
        ({}, " \n ", {}),
        ({"line_sep": "&&", "kv_sep": "->"}, "a -> 1 && b -> 2", {"a": "1", "b": "2"}),
        ({"strip": False}, " a : 1 \nb:2", {" a ": " 1 ", "b": "2"}),
        ({"kv_sep": " "}, " a\nb c", {"b": "c"}),
        ({"kv_sep": " ", "strip": False}, " a\nb c", {"": "a", "b": "c"}),
        ({"value_parser": LAX_JSON}, 'a: {"k": 1}\nb: word', {"a": {"k": 1}, "b": "word"}),
        ({"value_parser": {}, "strip": False}, "a: x ", {"a": "x"}),
        ({"value_parser": {"args": {"strip": False}}, "strip": False}, "a: x ", {"a": " x "}),
    ],
)
def test_lines_become_keys(args: dict[str, Any], text: str, value: Any) -> None:
    """Lines end at the separator alone; the first `kv_sep` of a line, once stripped, splits it."""
    assert exact(parser("kv-lines", **args).parse(text)) == exact(value)


def test_errors_name_the_line() -> None:
    with pytest.raises(ContentError, match="a line's value") as caught:
        parser("kv-lines", value_parser={"name": "int"}).parse("a: 1\n  b: two\nc: 3")
    assert (caught.value.start, caught.value.end) == (5, 13)


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=list(HOSTILE_TEXTS))
def test_hostile_texts_give_a_value_or_a_content_error(text: str) -> None:
    outcome(parser("kv-lines", value_parser={"name": "json"}), text)


def test_a_hundred_thousand_lines() -> None:
    lines = {f"key{number}": str(number) for number in range(100_000)}
    assert lines == parser("kv-lines").parse("\n".join(f"{key}: {value}" for key, value in lines.items()))


@given(st.lists(st.text(alphabet="ab :\n\r\t\u2003", max_size=20)))
def test_stripped_text_never_has_white_space_at_its_ends(lines: list[str]) -> None:
    for key, value in parser("kv-lines").parse("\n".join(lines)).items():
        assert (key, value) == (key.strip(), value.strip())
