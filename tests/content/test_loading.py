"""The table of content types, and what a template may say about them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.content import CONTENT_TYPES, STREAMABLE, load_content
from chatparse.errors import Problem

EMPTY: tuple[object, ...] = (None, {})
TAG = r"<(?P<key>\w+)>(?P<value>.*?)</>"


def problems_of(name: object, args: object) -> list[str]:
    problems: list[Problem] = []
    loaded = load_content(name, args, "$.fields.x", problems)
    assert (loaded is None) == bool(problems)
    return [str(problem) for problem in problems]


def test_the_names_are_those_of_the_format() -> None:
    names = {"text", "int", "float", "bool", "json", "xml-inline", "kv-lines", "python-call-list"}
    assert names == set(CONTENT_TYPES)
    assert {"text", "int", "float", "bool"} == STREAMABLE


@pytest.mark.parametrize(
    ("name", "args"),
    [
        *((name, args) for name in CONTENT_TYPES if name != "xml-inline" for args in EMPTY),
        ("text", {"strip": False}),
        ("json", {"unquoted_keys": True, "string_delims": [["<|", "|>"]], "allow_non_json": True}),
        ("json", {"string_delims": []}),
        ("xml-inline", {"tag_pattern": TAG, "merge_duplicates": True, "value_parser": {"name": "int"}}),
        ("kv-lines", {"line_sep": ";", "kv_sep": "=", "strip": False, "value_parser": None}),
        ("kv-lines", {"value_parser": {}}),
        ("kv-lines", {"value_parser": {"name": "json", "args": None}}),
        ("kv-lines", {"value_parser": {"name": "kv-lines", "args": {"value_parser": {"name": "int"}}}}),
    ],
)
def test_what_loads(name: str, args: object) -> None:
    assert problems_of(name, args) == []


@pytest.mark.parametrize(
    ("name", "args", "problem"),
    [
        ("jsn", {}, "$.fields.x.content: unknown content type 'jsn' (did you mean 'json'?)"),
        ("yaml" * 99, {}, "$.fields.x.content: unknown content type 'yamlyaml"),
        (None, {}, "$.fields.x.content: is null"),
        (["json"], {}, "$.fields.x.content: is a list"),
        ("text", ["strip"], "$.fields.x.content_args: is a list"),
        ("text", {"stripp": False}, "$.fields.x.content_args.stripp: unknown key (did you mean 'strip'?)"),
        ("text", {5: False}, "$.fields.x.content_args: has a key that is a number"),
        ("text", {"strip": 1}, "$.fields.x.content_args.strip: is a number"),
        ("int", {"strip": True}, "$.fields.x.content_args.strip: unknown key (there are none here)"),
        ("json", {"string_delims": None}, "$.fields.x.content_args.string_delims: is null"),
        ("json", {"string_delims": ["<|"]}, "$.fields.x.content_args.string_delims[0]: is not a pair"),
        ("json", {"string_delims": [["<|"]]}, "$.fields.x.content_args.string_delims[0]: is not a pair"),
        ("json", {"string_delims": [["", "x"]]}, "$.fields.x.content_args.string_delims[0][0]: is empty"),
        ("json", {"string_delims": [["x", 1]]}, "$.fields.x.content_args.string_delims[0][1]: is a number"),
        (
            "json",
            {"string_delims": [["x" * 999, "y"]]},
            "$.fields.x.content_args.string_delims[0][0]: has 999 characters",
        ),
        ("json", {"string_delims": [["x", "y"]] * 99}, "$.fields.x.content_args.string_delims: has 99 pairs"),
        ("kv-lines", {"kv_sep": ""}, "$.fields.x.content_args.kv_sep: is empty"),
        ("kv-lines", {"line_sep": 7}, "$.fields.x.content_args.line_sep: is a number"),
        ("kv-lines", {"value_parser": "int"}, "$.fields.x.content_args.value_parser: is a string"),
        (
            "kv-lines",
            {"value_parser": {"name": "itn"}},
            "$.fields.x.content_args.value_parser.name: unknown content type",
        ),
        ("kv-lines", {"value_parser": {"nam": "int"}}, "$.fields.x.content_args.value_parser.nam: unknown key"),
        ("kv-lines", {"value_parser": {"args": {"x": 1}}}, "$.fields.x.content_args.value_parser.args.x: unknown key"),
        ("kv-lines", {"value_parser": {"args": []}}, "$.fields.x.content_args.value_parser.args: is a list"),
        ("xml-inline", {}, "$.fields.x.content_args.tag_pattern: is missing"),
        ("xml-inline", {"tag_pattern": 1}, "$.fields.x.content_args.tag_pattern: is a number"),
        ("xml-inline", {"tag_pattern": "(?P<key>"}, "$.fields.x.content_args.tag_pattern: is not a usable pattern"),
        (
            "xml-inline",
            {"tag_pattern": "(?P<key>a)"},
            "$.fields.x.content_args.tag_pattern: has no group named 'value'",
        ),
        (
            "xml-inline",
            {"tag_pattern": "(?P<value>a)"},
            "$.fields.x.content_args.tag_pattern: has no group named 'key'",
        ),
        ("text", {"strip": object()}, "$.fields.x.content_args.strip: is a Python object"),
    ],
)
def test_problems_name_the_place_and_the_mend(name: object, args: object, problem: str) -> None:
    (found,) = problems_of(name, args)
    assert found.startswith(problem)


def test_all_problems_are_listed() -> None:
    assert len(problems_of("kv-lines", {"kv_sep": "", "strip": 1, "x": 2, "value_parser": {"name": 3, "args": 4}})) == 5


def test_value_parsers_within_value_parsers_have_a_limit() -> None:
    """Even a document that contains itself is refused in good order."""
    parser: dict[str, Any] = {"name": "kv-lines", "args": {}}
    parser["args"]["value_parser"] = parser
    (found,) = problems_of("kv-lines", {"value_parser": parser})
    assert "stands inside more than 8 value parsers" in found


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(list(CONTENT_TYPES)),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "name",
                    "args",
                    "strip",
                    "string_delims",
                    "tag_pattern",
                    "value_parser",
                    "kv_sep",
                    "line_sep",
                    "unquoted_keys",
                ]
            ),
            children,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(anything, anything)
def test_any_document_loads_or_has_problems(name: object, args: object) -> None:
    problems_of(name, args)


@given(st.sampled_from(list(CONTENT_TYPES)), st.dictionaries(st.text(max_size=5) | st.just("value_parser"), anything))
def test_any_arguments_load_or_have_problems(name: str, args: object) -> None:
    problems_of(name, args)
