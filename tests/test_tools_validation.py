"""Checking the arguments of calls: with the library, with the subset, and with schemas that mean harm."""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.tools import ArgumentProblem, Tools, argument_schema, faults, library_validator, validation

INTEGER = {"type": "integer"}
STRING = {"type": "string"}
VALIDATORS = ["jsonschema", "subset"]


@contextmanager
def using(validator: str) -> Iterator[None]:
    """Check with one of the two validators."""
    library = library_validator.load_library()
    assert library is not None, "the tests need jsonschema"
    with mock.patch.object(validation, "load_library", return_value=library if validator == "jsonschema" else None):
        yield


def check(parameters: Any, arguments: Any, validator: str = "jsonschema") -> list[str]:
    """Return the problems of a call of a tool with such parameters."""
    with using(validator):
        tools = Tools.load([{"type": "function", "function": {"name": "f", "parameters": parameters}}])
        assert tools.validator == validator
        return [str(problem) for problem in tools.check("f", arguments)]


def of(schema: Any, **beside: Any) -> dict[str, Any]:
    """Return parameters of which `a` has a schema."""
    return {"type": "object", "properties": {"a": schema}, **beside}


TREE = {"type": "object", "properties": {"kids": {"items": {"$ref": "#/$defs/tree"}}, "n": INTEGER}, "required": ["n"]}

TABLE: list[tuple[Any, Any, list[str]]] = [
    (of(STRING), {"a": "x"}, []),
    (of(STRING), {"a": 5}, ["arguments.a: expected string, got 5"]),
    (of(STRING), {"a": None}, ["arguments.a: expected string, got null"]),
    (of(STRING), {"a": [1]}, ["arguments.a: expected string, got a list"]),
    (of(STRING), {"a": {}}, ["arguments.a: expected string, got an object without members"]),
    (of(INTEGER), {"a": True}, ["arguments.a: expected integer, got true"]),
    (of(INTEGER), {"a": 5.0}, []),
    (of(INTEGER), {"a": "five"}, ['arguments.a: expected integer, got "five"']),
    (of(INTEGER), {"a": "x" * 90}, [f'arguments.a: expected integer, got "{"x" * 37}..."']),
    (of(INTEGER), {"a": "é\n\ud800"}, ['arguments.a: expected integer, got "\\u00e9\\n\\ud800"']),
    (of(STRING), {"a": 10**5000}, ["arguments.a: expected string, got a very large integer"]),
    (of({"type": ["integer", "null"]}), {"a": None}, []),
    (of({"type": ["integer", "null"]}), {"a": "x"}, ['arguments.a: expected integer or null, got "x"']),
    (of({"type": "integer", "nullable": True}), {"a": None}, []),
    (of({"enum": [1], "nullable": True}), {"a": None}, []),
    (of(STRING, required=["a", "b"]), {}, ["arguments.a: is missing", "arguments.b: is missing"]),
    (of(STRING, required=["a"]), None, ["arguments.a: is missing"]),
    (of(STRING), "text", ['arguments: expected object, got "text"']),
    (of(STRING), {"b": 1}, []),
    (
        of(STRING, additionalProperties=False),
        {"b c": 1},
        ['arguments["b c"]: is not a known name; expected "a"'],
    ),
    ({"additionalProperties": False}, {"b": 1}, ["arguments.b: is not a known name"]),
    (of(STRING, additionalProperties=INTEGER), {"b": "x"}, ['arguments.b: expected integer, got "x"']),
    (of({"enum": ["x", "y"]}), {"a": "z"}, ['arguments.a: expected one of "x" or "y", got "z"']),
    (of({"enum": [1]}), {"a": True}, ["arguments.a: expected 1, got true"]),
    (of({"enum": [1]}), {"a": 1.0}, []),
    (of({"const": {"k": [1]}}), {"a": {"k": [2]}}, ['arguments.a: expected {"k": [1]}, got an object']),
    (of({"const": {"k": [1]}}), {"a": {"k": [1.0]}}, []),
    (
        of({"enum": list(range(20))}),
        {"a": 99},
        ["arguments.a: expected one of 0, 1, 2, 3, 4, 5, 6, 7 or 12 more, got 99"],
    ),
    (
        of({"items": {"type": "object", "properties": {"id": INTEGER}}}),
        {"a": [{"id": 1}, {}, {"id": "x"}]},
        ['arguments.a[2].id: expected integer, got "x"'],
    ),
    (of({"items": False}), {"a": [1]}, ["arguments.a: expected at most 0 items, got 1"]),
    (of({"prefixItems": [INTEGER], "items": STRING}), {"a": ["x", 2]}, [
        'arguments.a[0]: expected integer, got "x"',
        "arguments.a[1]: expected string, got 2",
    ]),
    (of({"items": [INTEGER]}), {"a": ["x", 2]}, ['arguments.a[0]: expected integer, got "x"']),
    (of({"minimum": 1, "maximum": 3}), {"a": 0}, ["arguments.a: expected at least 1, got 0"]),
    (of({"minimum": 1, "maximum": 3}), {"a": 3.5}, ["arguments.a: expected at most 3, got 3.5"]),
    (of({"minimum": 1}), {"a": "x"}, []),
    (of({"exclusiveMinimum": 1}), {"a": 1}, ["arguments.a: expected more than 1, got 1"]),
    (of({"exclusiveMaximum": 1}), {"a": 1}, ["arguments.a: expected less than 1, got 1"]),
    (of({"minimum": 0, "exclusiveMinimum": True}), {"a": 0}, []),
    (of({"multipleOf": 0.01}), {"a": 19.99}, []),
    (of({"multipleOf": 0.01}), {"a": 19.999}, ["arguments.a: expected a multiple of 0.01, got 19.999"]),
    (of({"minLength": 2}), {"a": "\U0001f600"}, ["arguments.a: expected at least 2 characters, got 1"]),
    (of({"maxLength": 1}), {"a": "ab"}, ["arguments.a: expected at most 1 character, got 2"]),
    (of({"minItems": 1}), {"a": []}, ["arguments.a: expected at least 1 item, got 0"]),
    (of({"maxProperties": 0}), {"a": {"b": 1}}, ["arguments.a: expected at most 0 members, got 1"]),
    (of({"uniqueItems": True}), {"a": [1, True, {"x": [1]}, {"x": [1.0]}]}, [
        "arguments.a: has an item that comes twice"
    ]),
    (of({"uniqueItems": True}), {"a": [1, True, "1", None, False, 0]}, []),
    (of({"anyOf": [INTEGER, STRING]}), {"a": []}, [
        "arguments.a: expected integer or string, got a list without items"
    ]),
    (of({"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "null"}]}, **{"$defs": {"tree": TREE}}), {"a": {}}, [
        "arguments.a.n: is missing"
    ]),
    (of({"anyOf": [{"minimum": 5}, {"multipleOf": 2}]}), {"a": 3}, ["arguments.a: has none of the 2 allowed forms"]),
    (of({"oneOf": [INTEGER, {"type": "number"}]}), {"a": 1}, [
        "arguments.a: fits more than one of the forms of which it must have one"
    ]),
    (
        of({"oneOf": [
            {"properties": {"kind": {"const": "x"}, "v": INTEGER}},
            {"properties": {"kind": {"const": "y"}, "v": STRING}},
        ]}),
        {"a": {"kind": "y", "v": 1}},
        ["arguments.a.v: expected string, got 1"],
    ),
    (of({"allOf": [INTEGER, {"minimum": 5}]}), {"a": 1}, ["arguments.a: expected at least 5, got 1"]),
    (of(False), {"a": 1}, ["arguments.a: is not allowed"]),
    (of(True), {"a": 1}, []),
    (of({"$ref": "#/$defs/tree"}, **{"$defs": {"tree": TREE}}), {"a": {"n": 1, "kids": [{"kids": [{"n": "x"}]}]}}, [
        "arguments.a.kids[0].n: is missing",
        'arguments.a.kids[0].kids[0].n: expected integer, got "x"',
    ]),
    (of({"$ref": "#/odd/a~1b%20c/1"}, odd={"a/b c": [0, INTEGER]}), {"a": "x"}, [
        'arguments.a: expected integer, got "x"'
    ]),
    (of({"type": "object", "properties": {"$ref": STRING, "$id": STRING}}), {"a": {"$ref": 1, "$id": 2}}, [
        'arguments.a["$ref"]: expected string, got 1',
        'arguments.a["$id"]: expected string, got 2',
    ]),
]  # fmt: skip


@pytest.mark.parametrize("validator", VALIDATORS)
@pytest.mark.parametrize(("parameters", "arguments", "problems"), TABLE)
def test_problems(parameters: Any, arguments: Any, problems: list[str], validator: str) -> None:
    assert sorted(check(parameters, arguments, validator)) == sorted(problems)


@pytest.mark.parametrize(
    ("schema", "value", "problems"),
    [
        ({"not": INTEGER}, 1, ["arguments.a: is of a form that is not allowed"]),
        ({"contains": INTEGER}, ["x"], ["arguments.a: has no item of the form that one must have"]),
        ({"if": INTEGER, "then": {"minimum": 5}}, 1, ["arguments.a: expected at least 5, got 1"]),
        ({"dependentRequired": {"x": ["y"]}}, {"x": 1}, ["arguments.a: does not satisfy `dependentRequired`"]),
    ],
)
def test_what_only_the_library_knows(schema: Any, value: Any, problems: list[str]) -> None:
    """The subset says nothing about it, and never the contrary."""
    assert check(of(schema), {"a": value}, "jsonschema") == problems
    assert check(of(schema), {"a": value}, "subset") == []
    assert check(of({"oneOf": [schema, INTEGER]}), {"a": 1}, "subset") == []


@pytest.mark.parametrize("validator", VALIDATORS)
@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^(a+)+$"},
        {"patternProperties": {"(a+)+$": False}, "additionalProperties": False},
        {"$ref": "https://example.invalid/schema.json"},
        {"$ref": "file:///etc/passwd"},
        {"$ref": "#missing"},
        {"$ref": "#/missing"},
        {"$ref": "#/$defs/loop"},
        {"$dynamicRef": "#x"},
        {"$id": "https://example.invalid/", "$ref": "#/$defs/integer"},
        {"$schema": "https://example.invalid/"},
        {"type": "tuple"},
        {"type": []},
        {"type": {"type": "integer"}},
        {"type": ["integer", 5]},
        {"enum": []},
        {"enum": "text"},
        {"enum": [object()]},
        {"const": float("nan")},
        {"const": [0] * 100},
        {"const": "x" * 10_000},
        {"anyOf": []},
        {"anyOf": [5]},
        {"anyOf": {"type": "integer"}},
        {"oneOf": [{"pattern": "b"}, {"pattern": "c"}]},
        {"not": {"pattern": "b"}},
        {"not": {"type": "tuple"}},
        {"not": {"$ref": "#/missing"}},
        {"if": {"pattern": "b"}, "then": False},
        {"minLength": "5"},
        {"minLength": -1},
        {"minLength": 2.5},
        {"minimum": float("nan")},
        {"minimum": "5"},
        {"multipleOf": 0},
        {"required": True},
        {"required": [5]},
        {"properties": [1], "additionalProperties": False},
        {"format": "date"},
        5,
        None,
    ],
)
def test_what_cannot_be_used_says_nothing(schema: Any, validator: str) -> None:
    """Nor does it turn into an accusation where something else denies it."""
    definitions = {"loop": {"$ref": "#/$defs/loop"}, "integer": INTEGER}
    for value in ("a" * 40 + "!", {"aaaa!": 1}):
        assert check(of(schema, **{"$defs": definitions}), {"a": value}, validator) == []


@pytest.mark.parametrize("validator", VALIDATORS)
@pytest.mark.parametrize("parameters", [None, 5, "text", [], True, False, {"properties": 5}, {1: 2}])
def test_odd_parameters_allow_everything(parameters: Any, validator: str) -> None:
    assert check(parameters, {"a": 1}, validator) == []


def wide() -> Any:
    definitions: dict[str, Any] = {f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 2} for n in range(30)}
    return of({"$ref": "#/$defs/D0"}, **{"$defs": {**definitions, "D30": INTEGER}})


def deep() -> Any:
    schema: Any = INTEGER
    for _ in range(50_000):
        schema = {"anyOf": [schema]}
    return of(schema)


def looped() -> Any:
    schema: dict[str, Any] = {"type": "object"}
    schema["allOf"] = [schema, schema]
    return of(schema)


def shared() -> Any:
    schema: Any = INTEGER
    for _ in range(60):
        schema = {"allOf": [schema, schema]}
    return of(schema)


class CountedWork(faults.Work):
    """Work that says how often it was counted."""

    spent = 0

    def spend(self, amount: int) -> None:
        CountedWork.spent += 1
        super().spend(amount)


@pytest.mark.parametrize("validator", VALIDATORS)
@pytest.mark.parametrize(
    ("parameters", "value"),
    [
        (wide(), "x"),
        (deep(), "x"),
        (looped(), {}),
        (shared(), "x"),
        (of({"$ref": "#"}), {"a": {"a": {"a": {}}}}),
        ({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}, 1),
        (of({"anyOf": [STRING] * 15_000}), ["x" * 1_000] * 1_000),
        (of({"enum": ["x"] * 1_000_000}), "y"),
        (of({"items": {"anyOf": [INTEGER, {"type": "null"}]}}), ["x"] * 300_000),
        (of({"uniqueItems": True}), [[n] for n in range(300_000)]),
        (of({"items": {"items": {"items": {"uniqueItems": True}}}}), [[[[0]] * 200] * 50] * 50),
    ],
    ids=["wide", "deep", "looped", "shared", "root", "roots", "branches", "choices", "items", "unique", "nested"],
)
def test_hostile_schemas_end(parameters: Any, value: Any, validator: str) -> None:
    """The work of a check is bounded, whatever the schema and the arguments are."""
    CountedWork.spent = 0
    with mock.patch.object(validation, "Work", CountedWork):
        assert len(check(parameters, {"a": value}, validator)) <= 8
    assert CountedWork.spent <= faults.MAX_WORK + 1


@pytest.mark.parametrize("validator", VALIDATORS)
def test_nothing_is_fetched_or_opened(validator: str) -> None:
    with mock.patch("socket.socket", side_effect=AssertionError), mock.patch.object(builtins, "open") as opened:
        for reference in ("https://example.invalid/x", "file:///etc/hosts", "other.json#/a", "urn:x"):
            parameters = {"$id": reference, "$schema": reference, **of({"$ref": reference, "type": "integer"})}
            assert check(parameters, {"a": "x"}, validator) == ['arguments.a: expected integer, got "x"']
        assert not opened.called


@pytest.mark.parametrize("validator", VALIDATORS)
def test_deep_arguments(validator: str) -> None:
    value: Any = 1
    for _ in range(100_000):
        value = [value]
    assert check(of(INTEGER), {"a": value}, validator) == ["arguments.a: expected integer, got a list"]
    check(of({"const": [[[1]]], "uniqueItems": True}), {"a": value}, validator)


def test_at_most_eight_problems_always_the_same() -> None:
    parameters = of({"items": INTEGER}, required=["b", "c"], additionalProperties=False)
    arguments = {"z": 1, "a": ["x"] * 20, "y": 2}
    expected = ["arguments.b: is missing", "arguments.c: is missing"] + [
        f'arguments.a[{n}]: expected integer, got "x"' for n in range(6)
    ]
    backwards = dict(reversed(parameters.items()))
    for validator in VALIDATORS:
        assert check(parameters, arguments, validator) == expected
        assert check(backwards, arguments, validator) == expected


def test_long_places_are_clipped() -> None:
    name = "n" * 30
    parameters: Any = INTEGER
    arguments: Any = "x"
    for _ in range(20):
        parameters, arguments = {"properties": {name: parameters}}, {name: arguments}
    (problem,) = check(parameters, arguments)
    assert len(problem) < 220
    (problem,) = check({"properties": {"k" * 9_000: INTEGER}}, {"k" * 9_000: "x"})
    assert len(problem) < 100


def book(city: str, nights: int, kind: Literal["room", "flat"] = "room", note: str | None = None) -> None:
    """Book a place.

    Args:
        city: Where.
        nights: How long.
    """


def test_tools_and_functions() -> None:
    tools = Tools.load([book, {"name": "bare"}])
    assert tools.knows("book")
    assert tools.knows("bare")
    assert not tools.knows("other")
    assert not Tools.load(None).knows("book")
    assert tools.check("other", {"a": 1}) == ()
    assert tools.check("bare", {"a": 1}) == ()
    assert tools.check("book", {"city": "Oslo", "nights": 2, "note": None}) == ()
    assert tools.check("book", {"city": "Oslo", "nights": "2", "kind": "tent"}) == (
        ArgumentProblem("arguments.nights", 'expected integer, got "2"'),
        ArgumentProblem("arguments.kind", 'expected one of "room" or "flat", got "tent"'),
    )


LAZY = """
import json, sys
import chatparse
from chatparse.tools import Tools
tools = Tools.load([{"name": "f", "parameters": {"properties": {"a": {"type": "integer"}}}}])
tools.typed({"function": {"name": "f", "arguments": {"a": "1"}}})
before = "jsonschema" in sys.modules
if sys.argv[1:]:
    sys.modules["jsonschema"] = None
problems = [str(problem) for problem in tools.check("f", {"a": "x"})]
print(json.dumps([before, tools.validator, problems]))
"""


@pytest.mark.parametrize(("without", "validator"), [([], "jsonschema"), (["without"], "subset")])
def test_the_library_is_loaded_when_a_call_is_checked(without: list[str], validator: str) -> None:
    run = subprocess.run([sys.executable, "-c", LAZY, *without], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [False, validator, ['arguments.a: expected integer, got "x"']]


# Laws

names = st.sampled_from(["a", "b", "c d"])
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 1.0, 2.5]) | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
types = st.sampled_from(argument_schema.JSON_TYPES)
sizes = st.integers(0, 3)


def keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=3)
    return st.booleans() | st.fixed_dictionaries(
        {},
        optional={
            "type": types | st.lists(types, min_size=1, max_size=3),
            "enum": st.lists(plain, min_size=1, max_size=3),
            "const": plain,
            "required": st.lists(names, max_size=2, unique=True),
            "properties": st.dictionaries(names, inner, max_size=3),
            "additionalProperties": inner,
            "items": inner,
            "prefixItems": some,
            "anyOf": some,
            "oneOf": some,
            "allOf": some,
            "$ref": st.sampled_from(["#", "#/$defs/a", "#/$defs/b", "#/$defs/c", "elsewhere"]),
            "nullable": st.booleans(),
            "minimum": st.integers(-2, 2),
            "exclusiveMaximum": st.integers(-2, 2),
            "multipleOf": st.sampled_from([1, 2, 0.5]),
            "minLength": sizes,
            "maxItems": sizes,
            "minProperties": sizes,
            "uniqueItems": st.booleans(),
        },
    )


schemas = st.recursive(st.sampled_from([{}, STRING, INTEGER, {"type": "null"}]), keywords, max_leaves=8)


@given(schemas, st.dictionaries(names, schemas, max_size=3), plain)
def test_both_validators_agree(schema: Any, definitions: dict[str, Any], value: Any) -> None:
    parameters = {**schema, "$defs": definitions} if isinstance(schema, dict) else of(schema)
    assert check(parameters, value, "jsonschema") == check(parameters, value, "subset")


@given(schemas.filter(lambda schema: "$ref" not in json.dumps(schema)), plain)
def test_a_problem_is_found_exactly_where_the_standard_says_so(schema: Any, value: Any) -> None:
    """The library by itself, with nothing bounded, agrees that there is a problem."""
    jsonschema = pytest.importorskip("jsonschema")
    if not isinstance(schema, dict) or value is None or "nullable" in json.dumps(schema):
        return
    assert bool(check(schema, value)) is not jsonschema.Draft202012Validator(schema).is_valid(value)


hostile = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.binary(max_size=2)
    | st.sampled_from(["integer", "object", "#", "#/a", "#/$defs/a", "(a+)+$", "http://x.invalid/"])
    | st.just(10).map(lambda base: base**5000),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(
            st.sampled_from([*sorted(argument_schema.EVERY_KEYWORD | argument_schema.UNREAD), "$defs", "$id", "a"])
            | st.integers(0, 1),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(hostile, hostile, st.sampled_from(VALIDATORS))
def test_odd_schemas_and_arguments_do_no_harm(parameters: Any, arguments: Any, validator: str) -> None:
    for problem in check(parameters, arguments, validator) + check(of(parameters), {"a": arguments}, validator):
        assert problem.startswith("arguments")
        assert len(problem) < 1_000
        problem.encode()
