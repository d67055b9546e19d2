"""Transforms: what a placeholder is, where its value comes from, and that results share nothing."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

from chatparse.errors import ContentError, Problem
from chatparse.template import Transform

from .documents import JSON_VALUES


def load(source: Any, each: bool = False) -> Transform:
    """Compile a transform that has no problems."""
    problems: list[Problem] = []
    transform = Transform.load(source, "$.t", problems, each)
    assert problems == []
    assert transform is not None
    return transform


BUILT: list[tuple[Any, Any, dict[str, str], Any]] = [
    ("{content}", [7], {}, [7]),
    ({"type": "function", "function": "{content}"}, {"a": 1}, {}, {"type": "function", "function": {"a": 1}}),
    ({"name": "{n}", "args": "{content}"}, {}, {"n": "f"}, {"name": "f", "args": {}}),
    (["{n}", ["{content}"], {}], 1, {"n": "f"}, ["f", [1], {}]),
    ("{content.a.b}", {"a": {"b": [1]}}, {}, [1]),
    ({"x": {"y": "{content.a}"}}, {"a": None}, {}, {"x": {"y": None}}),
    ({"{content}": 1}, 0, {}, {"{content}": 1}),
    ("{content}", "body", {"content": "capture"}, "body"),
    ("{1}", 0, {"1": "digits are names"}, "digits are names"),
    ("{naïve_é}", 0, {"naïve_é": "v"}, "v"),
    *[
        (text, 0, {}, text)
        for text in ["{}", "{a b}", "{-}", "{a.}", "{.a}", "{a..b}", "{ content }", "{a:b}", "x{}", ""]
    ],
    *[(value, 0, {}, value) for value in [0, 1.5, True, False, [], {}, [None], {"a": {"b": [1, "x"]}}]],
]


@pytest.mark.parametrize(("source", "content", "captures", "value"), BUILT)
def test_build(source: Any, content: Any, captures: dict[str, str], value: Any) -> None:
    """Placeholders give their value with its type, all else is constant."""
    assert load(source).apply(content, captures) == value


def test_keys_keep_their_order() -> None:
    """The order of the transform is the order of the result."""
    source = {"z": "{n}", "a": 1, "m": {"k": "{content}"}, "b": "{content}"}
    assert list(load(source).apply(1, {"n": ""})) == ["z", "a", "m", "b"]


MIXED = ["{content} ", " {content}", "{content}\n", "{{content}}", "{a}{b}", "{{n}", "{n}}", "pre {content.args}"]


@pytest.mark.parametrize("text", MIXED)
def test_mixed_placeholders_are_refused(text: str) -> None:
    """A placeholder is the whole string or the template is wrong."""
    problems: list[Problem] = []
    assert Transform.load({"a": [text]}, "$.t", problems, False) is None
    assert [problem.path for problem in problems] == ["$.t.a[0]"]


EACH: list[tuple[Any, Any, dict[str, str], Any]] = [
    ({"g": "{g}", "v": "{v}"}, [{"v": 1}, {"v": 2}], {"g": "k"}, [{"g": "k", "v": 1}, {"g": "k", "v": 2}]),
    ("{g}", [{"g": 1}, {}], {"g": "k"}, [1, "k"]),
    ("{f.a}", [{"f": {"a": 1}}], {}, [1]),
    ("{content}", [{"content": 1}], {}, [1]),
    ({"c": 1}, [{}, {}], {}, [{"c": 1}, {"c": 1}]),
    ("{v}", [], {}, []),
]


@pytest.mark.parametrize(("source", "content", "captures", "value"), EACH)
def test_each(source: Any, content: Any, captures: dict[str, str], value: Any) -> None:
    """With `transform_each` the variables are the captures and the element's own keys, which win."""
    assert load(source, each=True).apply(content, captures) == value


FAILING: list[tuple[Any, bool, Any, dict[str, str], str]] = [
    ("{n}", False, 0, {}, "the transform asks for `n`, which this region does not have"),
    ({"a": "{n}"}, False, 0, {"m": ""}, "the transform asks for `n`, which this region does not have; it has `m`"),
    ("{n.a}", False, 0, {}, "the transform asks for `n`, which this region does not have"),
    ("{n.a}", False, 0, {"n": "x"}, 'placeholder "{n.a}" looks for `a` in the string "x"'),
    ("{content.0}", False, [5], {}, 'placeholder "{content.0}" looks for `0` in a list'),
    ("{content.a}", False, {"b": 1}, {}, 'placeholder "{content.a}": the object has no key `a`; it has `b`'),
    ("{v}", True, {}, {}, "`transform_each` needs content that is a list, got an object"),
    ("{v}", True, [{"v": 1}, 2], {}, "`transform_each` needs a list of objects, got 2 as element 1"),
    ("{v}", True, [{"w": 1}], {}, "the transform asks for `v`, which this region does not have; it has `w`"),
    (
        "{content}",
        True,
        [dict.fromkeys("abcdefghijklmn")],
        {},
        (
            "the transform asks for `content`, which this region does not have; it has "
            "`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`, `k`, `l`, ..."
        ),
    ),
]


@pytest.mark.parametrize(("source", "each", "content", "captures", "message"), FAILING)
def test_errors(source: Any, each: bool, content: Any, captures: dict[str, str], message: str) -> None:
    """What a region lacks is named."""
    with pytest.raises(ContentError) as caught:
        load(source, each).apply(content, captures)
    assert str(caught.value) == message


def scramble(value: Any) -> None:
    """Change every container of `value` in place."""
    for item in list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []:
        scramble(item)
    if isinstance(value, dict):
        value["changed"] = True
    if isinstance(value, list):
        value.append("changed")


@given(JSON_VALUES)
def test_results_share_no_state(source: Any) -> None:
    """Changing one result changes neither the next one nor the transform, nor its source."""
    problems: list[Problem] = []
    transform = Transform.load(source, "$.t", problems, False)
    before = copy.deepcopy(source)
    if transform is None:
        assert problems
        return
    try:
        first = transform.apply({"a": []}, {"n": "x"})
        expected = copy.deepcopy(first)
        scramble(first)
        assert transform.apply({"a": []}, {"n": "x"}) == expected
    except ContentError:
        pass
    assert source == before


def test_transforms_travel() -> None:
    """A transform can be pickled and compares by what it does."""
    transform = load({"a": ["{content.b}", "{n}"], "c": {"d": 1}})
    assert pickle.loads(pickle.dumps(transform)) == transform == copy.deepcopy(transform)
