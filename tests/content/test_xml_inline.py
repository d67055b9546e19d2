"""xml-inline: one key a tag."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import ContentError

from .parsing import HOSTILE_TEXTS, exact, outcome, parser

TAG = r"<p=(?P<key>\w+)>(?P<value>.*?)</p>"
LAX_JSON = {"name": "json", "args": {"allow_non_json": True}}


@pytest.mark.parametrize(
    ("args", "text", "value"),
    [
        ({}, "<p=a> 1 </p>\n<p=b>two\nlines</p>", {"a": " 1 ", "b": "two\nlines"}),
        ({}, "nothing", {}),
        ({}, "<p=a>1</p> between <p=b>2", {"a": "1"}),
        ({}, "<p=größe>1</p>", {"größe": "1"}),
        ({}, "<p=a>1</p><p=b>2</p><p=a>3</p>", {"a": "3", "b": "2"}),
        ({"value_parser": None}, "<p=a> w </p>", {"a": " w "}),
        ({"value_parser": {}}, "<p=a> w </p>", {"a": "w"}),
        ({"value_parser": {"name": "int"}}, "<p=a> 7 </p>", {"a": 7}),
        ({"value_parser": LAX_JSON}, "<p=a>[1]</p><p=b> word </p>", {"a": [1], "b": "word"}),
        ({"value_parser": {"name": "kv-lines"}}, "<p=a>k: 1\nl: 2</p>", {"a": {"k": "1", "l": "2"}}),
    ],
)
def test_tags_become_keys(args: dict[str, Any], text: str, value: Any) -> None:
    """Values stay as they are written unless they have a parser; of equal keys the last counts."""
    assert exact(parser("xml-inline", tag_pattern=TAG, **args).parse(text)) == exact(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<p=a>1</p><p=b>x</p><p=a>2</p><p=a>3</p>", {"a": [1, 2, 3], "b": "x"}),
        ("<p=a>[1]</p><p=a>[2]</p><p=a>3</p>", {"a": [[1], [2], 3]}),
        ("<p=a>[1]</p>", {"a": [1]}),
    ],
)
def test_merged_duplicates_are_one_element_each(text: str, value: Any) -> None:
    """A value that is a list itself is one element, and a key that comes once is no list."""
    content = parser("xml-inline", tag_pattern=TAG, merge_duplicates=True, value_parser=LAX_JSON)
    assert exact(content.parse(text)) == exact(value)


@pytest.mark.parametrize(
    ("pattern", "text", "value"),
    [
        (r"<(?P<key>\w+)>(?P<value>.*?)</\1>", "<a>1</a><b>x</a>2</b>", {"a": "1", "b": "x</a>2"}),
        (r"^(?P<key>.)=(?P<value>.*)$", "a=1\nb=2", {"a": "1\nb=2"}),
        (r"<(?P<key>.)(?P<value>=.)?>", "<a><b=1>", {"a": None, "b": "=1"}),
        (r"(?P<key>a?)(?P<value>)", "bab", {"": "", "a": ""}),
    ],
    ids=["backreference", "anchors", "absent value", "matches nothing"],
)
def test_patterns(pattern: str, text: str, value: Any) -> None:
    """Dots cross lines, anchors are those of the whole text, and a match of nothing does not stop the scan."""
    assert exact(parser("xml-inline", tag_pattern=pattern).parse(text)) == exact(value)


@pytest.mark.parametrize(
    ("pattern", "args", "text", "place"),
    [
        (TAG, {"value_parser": {"name": "int"}}, "<p=a>1</p><p=b>w</p>", 10),
        (r"<(?P<key>\w+)(?:=(?P<value>\w+))?>", {"value_parser": {"name": "int"}}, "<flag>", 0),
        (r"<(?P<key>a)?(?P<value>b)?>", {}, "<a><>", 3),
    ],
    ids=["value does not parse", "no value to parse", "no key"],
)
def test_errors_name_the_tag(pattern: str, args: dict[str, Any], text: str, place: int) -> None:
    with pytest.raises(ContentError, match="a tag") as caught:
        parser("xml-inline", tag_pattern=pattern, **args).parse(text)
    assert place == caught.value.start


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=list(HOSTILE_TEXTS))
def test_hostile_texts_give_a_value_or_a_content_error(text: str) -> None:
    outcome(parser("xml-inline", tag_pattern=r"<(?P<key>\w+)>(?P<value>\w*)", value_parser={"name": "json"}), text)


@given(
    st.dictionaries(
        st.text(st.characters(categories=["L", "Nd"]), min_size=1),
        st.text().filter(lambda text: "</p>" not in text + "</p"),
    )
)
def test_values_survive(values: dict[str, str]) -> None:
    text = "\n".join(f"<p={key}>{value}</p>" for key, value in values.items())
    assert values == parser("xml-inline", tag_pattern=TAG).parse(text)
