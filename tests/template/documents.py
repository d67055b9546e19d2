"""Documents for the tests of this folder: hand-written ones, and hypothesis strategies that break them."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

GOOD: dict[str, dict[str, Any]] = {
    "smallest": {"start_anchor": "<bot>", "fields": {"content": {}}},
    "anchor list": {"start_anchor": ["<bot>", "<tool>"], "fields": {"content": {"close": "<end>"}}},
    "anchor pattern": {"start_anchor_pattern": "<bot>\\n?", "fields": {"content": {"close": ["<end>", "<stop>"]}}},
    "version": {"version": 1, "start_anchor": "<bot>", "fields": {"content": {}}},
    "defaults": {"defaults": {"role": "assistant", "n": [1, {"a": None}]}, "start_anchor": "b", "fields": {"x": {}}},
    "nulls": {
        "start_anchor": "b",
        "fields": {"x": {"open": "<", "transform": None, "join": None, "content_args": None}},
    },
    "chat": {
        "defaults": {"role": "assistant"},
        "start_anchor": "<bot>",
        "fields": {
            "thinking": {"open": "<think>", "close": "</think>", "repeats": True, "join": "\n"},
            "tool_calls": {
                "open_pattern": "<call (?P<name>\\w+)>",
                "close_pattern": "</call>\\s*",
                "repeats": True,
                "content": "json",
                "content_args": {"allow_non_json": True},
                "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{content.args}"}},
            },
            "content": {"close": "<end>", "optional": False, "content_args": {"strip": False}},
        },
    },
    "each": {
        "start_anchor": "<bot>",
        "fields": {
            "tool_calls": {
                "open": "[calls]",
                "content": "python-call-list",
                "transform_each": True,
                "transform": {"function": "{name}", "constants": [1, 2.5, None, True, "{}", "{a b}", "text"]},
            },
        },
    },
    "numbered groups": {"start_anchor": "b", "fields": {"x": {"open_pattern": "<(a|b)>"}}},
    "odd names": {"start_anchor": "b", "fields": {"": {"open": "<"}, "a b": {"open": ">"}, "{content}": {}}},
    "transform of a scalar": {"start_anchor": "b", "fields": {"x": {"open": "<", "transform": 0}}},
    "tags": {
        "start_anchor": "b",
        "fields": {
            "x": {
                "open": "<",
                "content": "xml-inline",
                "content_args": {
                    "tag_pattern": "<(?P<key>\\w+)>(?P<value>.*?)</>",
                    "merge_duplicates": True,
                    "value_parser": {"name": "json", "args": {"string_delims": [["<q>", "</q>"]]}},
                },
            },
            "y": {"open": ">", "content": "kv-lines", "content_args": {"kv_sep": "=", "value_parser": {"name": "int"}}},
        },
    },
}
"""Documents that load, by what they show."""

KEYS = [
    *("version", "defaults", "start_anchor", "start_anchor_pattern", "fields", "open", "open_pattern", "close"),
    *("close_pattern", "content", "content_args", "repeats", "join", "optional", "transform", "transform_each"),
    *("opne", "x", "", "strip", "name", "args", "tag_pattern", "string_delims", "value_parser"),
]

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.floats(allow_nan=False, allow_infinity=False, width=16),
    st.sampled_from(["", "<a>", "text", "json", "int", "kv-lines", "{content}", "{n}", "{content.a}", "a {content}"]),
    st.sampled_from(["(?P<n>x)", "[a", "x+", "{}", "python-call-list", "xml-inline", "nope", "content"]),
    st.text(max_size=3),
)

JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=2)), inner, max_size=4),
    ),
    max_leaves=12,
)

PYTHON_VALUES = st.recursive(
    st.one_of(
        SCALARS,
        st.floats(),
        st.binary(max_size=2),
        st.just(10**2000),
        st.complex_numbers(),
        st.sampled_from([object(), int, print, ...]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.frozensets(st.integers(), max_size=2),
        st.dictionaries(st.one_of(st.sampled_from(KEYS), st.integers(), st.none()), inner, max_size=4),
    ),
    max_leaves=12,
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the key paths of all values inside `value`."""
    if isinstance(value, dict):
        return [path for key, item in value.items() for path in [(*at, key), *places(item, (*at, key))]]
    if isinstance(value, list):
        return [path for index, item in enumerate(value) for path in [(*at, index), *places(item, (*at, index))]]
    return []


@st.composite
def mutated(draw: st.DrawFn, values: st.SearchStrategy[Any] = JSON_VALUES) -> Any:
    """Draw a good document with one to three values replaced, removed or added."""
    document = copy.deepcopy(draw(st.sampled_from(list(GOOD.values()))))
    for _ in range(draw(st.integers(1, 3))):
        paths = places(document)
        if not paths:
            break
        *way, last = draw(st.sampled_from(paths))
        parent = document
        for step in way:
            parent = parent[step]
        action = draw(st.sampled_from(["replace", "remove", "add"]))
        if action == "remove":
            del parent[last]
        elif action == "add" and isinstance(parent, dict):
            parent[draw(st.sampled_from(KEYS))] = draw(values)
        else:
            parent[last] = draw(values)
    return document
