"""Tools: string arguments of calls become what the schema says."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.tools import Tools, function_schema

INTEGER = {"type": "integer"}
NUMBER = {"type": "number"}
BOOLEAN = {"type": "boolean"}
NULL = {"type": "null"}
ARRAY = {"type": "array"}
OBJECT = {"type": "object"}
STRING = {"type": "string"}


def exact(value: Any) -> Any:
    """Give a form of a value that keeps `1`, `1.0` and `True` apart."""
    if isinstance(value, dict):
        return [(key, exact(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [exact(item) for item in value]
    return type(value), repr(value)


def or_string(*types: str) -> dict[str, Any]:
    return {"type": ["string", *types]}


def tool(name: str = "f", **parameters: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", **parameters}}}


def call(name: Any = "f", arguments: Any = None) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": arguments}}


def typed(schema: Any, value: Any, **parameters: Any) -> Any:
    """Pass one argument through a tool that declares it."""
    tools = Tools.load([tool(properties={"a": schema}, **parameters)])
    return tools.typed(call(arguments={"a": value}))["function"]["arguments"]["a"]


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        (INTEGER, "7", 7),
        (INTEGER, " +007\n", 7),
        (INTEGER, "3.0", 3),
        (INTEGER, "1e3", 1000),
        (INTEGER, "1e23", 10**23),
        (INTEGER, "-0.0", 0),
        (INTEGER, "12345678901234567890123", 12345678901234567890123),
        (INTEGER, "9007199254740993.0", 9007199254740993),
        (NUMBER, "5", 5),
        (NUMBER, "5.0", 5.0),
        (NUMBER, "1.50", 1.5),
        (NUMBER, "1e3", 1000),
        (NUMBER, "1e23", 1e23),
        (NUMBER, "1e-3", 0.001),
        (NUMBER, "9007199254740993", 9007199254740993),
        (NUMBER, "9" * 400, int("9" * 400)),
        (BOOLEAN, "tRue", True),
        (BOOLEAN, " 1 ", True),
        (BOOLEAN, "false", False),
        (BOOLEAN, "0", False),
        (NULL, "null", None),
        (NULL, " None ", None),
        (ARRAY, '["a", 1]', ["a", 1]),
        (OBJECT, ' {"k": "1"} ', {"k": "1"}),
    ],
)
def test_casts(schema: Any, text: str, value: Any) -> None:
    """Integers are exact at any size; a number that is written as an integer is one."""
    assert exact(typed(schema, text)) == exact(value)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (INTEGER, "soon"),
        (INTEGER, ""),
        (INTEGER, "3.5"),
        (INTEGER, "9007199254740993.5"),
        (INTEGER, "1e400"),
        (INTEGER, "1e-400"),
        (INTEGER, "1e-99999999999999999999"),
        (INTEGER, "1e99999999999999999999"),
        (INTEGER, "0.1"),
        (INTEGER, "inf"),
        (INTEGER, "0x1"),
        (INTEGER, "9" * 5000),
        (NUMBER, "nan"),
        (NUMBER, "-Infinity"),
        (NUMBER, "1e999"),
        (BOOLEAN, "yes"),
        (BOOLEAN, ""),
        (NULL, "NULL"),
        (ARRAY, '{"a": 1}'),
        (ARRAY, "[" * 100_000),
        (OBJECT, "[1]"),
        (OBJECT, "{'a': 1}"),
        (STRING, "7"),
        (STRING, "None"),
        ({"type": "anything"}, "7"),
        ({"description": "no type"}, "7"),
        ({"enum": [1, 2]}, "1"),
        ({"const": 1}, "1"),
    ],
)
def test_what_does_not_fit_stays_text(schema: Any, text: str) -> None:
    assert typed(schema, text) == text


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        (or_string("integer"), "7", 7),
        (or_string("integer"), "-12", -12),
        (or_string("number"), "1.5", 1.5),
        (or_string("boolean"), "true", True),
        (or_string("boolean", "integer"), "1", 1),
        (or_string("null"), "null", None),
        (or_string("null"), "None", None),
        (or_string("array"), "[1]", [1]),
        (or_string("object"), '{"a": 1}', {"a": 1}),
        ({"anyOf": [STRING, OBJECT]}, '{"a": 1}', {"a": 1}),
        (STRING | {"nullable": True}, "null", None),
    ],
)
def test_a_union_with_string_casts_exact_json(schema: Any, text: str, value: Any) -> None:
    assert exact(typed(schema, text)) == exact(value)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (or_string("integer"), "007"),
        (or_string("integer"), "+7"),
        (or_string("integer"), " 7"),
        (or_string("integer"), "7.0"),
        (or_string("integer"), "9" * 5000),
        (or_string("integer"), "true"),
        (or_string("number"), "1e999"),
        (or_string("number"), "NaN"),
        (or_string("number"), ".5"),
        (or_string("boolean"), "True"),
        (or_string("boolean"), "1"),
        (or_string("null"), "none"),
        (or_string("null"), " None"),
        (or_string("array"), "[1] "),
        (or_string("object"), "[1]"),
        (or_string("integer"), ""),
    ],
)
def test_a_union_with_string_keeps_all_other_text(schema: Any, text: str) -> None:
    """Any text is a fine string, so an id such as "007" is not touched."""
    assert typed(schema, text) == text


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"type": ["integer", "null"]}, "None", None),
        (INTEGER | {"nullable": True}, "null", None),
        ({"nullable": True}, "null", None),
        ({"anyOf": [INTEGER, NULL]}, "5", 5),
        ({"oneOf": [NULL, INTEGER]}, "5", 5),
        ({"anyOf": [{"anyOf": [{"oneOf": [INTEGER]}]}]}, "5", 5),
        ({"anyOf": [INTEGER, {}, True]}, "05", 5),
        ({"type": ["boolean", "integer"]}, "1", True),
        ({"type": ["integer", "boolean"]}, "1", 1),
        ({"type": ["number", "integer"]}, "7.0", 7.0),
        ({"type": ["integer", "number"]}, "7.0", 7),
        ({"type": [5, None, "integer"]}, "7", 7),
        ({"allOf": [INTEGER]}, "07", 7),
        ({"allOf": [{"description": "d"}, INTEGER, NUMBER]}, "07", 7),
        ({"allOf": [{"type": ["string", "integer"]}, NUMBER]}, "07", 7),
        ({"type": ["string", "integer"], "allOf": [INTEGER]}, "07", 7),
        (NUMBER | {"allOf": [INTEGER]}, "7.0", 7),
        ({"allOf": [INTEGER, BOOLEAN]}, "1", "1"),
        ({"$ref": "#/$defs/Count"}, "07", 7),
        ({"$ref": "#/$defs/Chain"}, "07", 7),
        ({"$ref": "#/$defs/a~1b%20c"}, "07", 7),
        ({"$ref": "#/list/1"}, "07", 7),
        ({"anyOf": [{"$ref": "#/$defs/Count"}, NULL]}, "07", 7),
        ({"$ref": "#/$defs/Loop"}, "07", "07"),
        ({"$ref": "#/$defs/Missing"}, "07", "07"),
        ({"$ref": "#/list/9"}, "07", "07"),
        ({"$ref": "#/list/x"}, "07", "07"),
        ({"$ref": "#/type/x"}, "07", "07"),
        ({"$ref": "http://elsewhere/x"}, "07", "07"),
        ({"$ref": "#"}, "{}", {}),
        ({"$ref": 5, "anyOf": 6, "allOf": 7}, "07", "07"),
    ],
)
def test_what_a_schema_allows(schema: Any, text: str, value: Any) -> None:
    """The first type that takes the text counts; references and `allOf` are followed."""
    definitions = {
        "Count": INTEGER,
        "Chain": {"$ref": "#/$defs/Count"},
        "Loop": {"$ref": "#/$defs/Loop"},
        "a/b c": INTEGER,
    }
    assert exact(typed(schema, text, list=[None, INTEGER], **{"$defs": definitions})) == exact(value)


@pytest.mark.parametrize("value", [7, 7.0, True, None, {"k": "7"}, ["x", ["7"], 8], []])
def test_values_that_are_typed_already_are_left_alone(value: Any) -> None:
    assert exact(typed({"type": ["integer", "boolean", "object"]}, value)) == exact(value)


@pytest.mark.parametrize(
    ("schema", "value", "result"),
    [
        (INTEGER, ["7", "x", 9], [7, "x", 9]),
        (or_string("integer"), ["7", "07"], [7, "07"]),
        (ARRAY, ["7"], ["7"]),
        ({"anyOf": [ARRAY, INTEGER]}, ["7"], ["7"]),
    ],
)
def test_merged_duplicates_are_cast_one_by_one(schema: Any, value: Any, result: Any) -> None:
    """Unless the schema says array: then the list is the value itself."""
    assert exact(typed(schema, value)) == exact(result)


def test_a_list_of_calls() -> None:
    tools = Tools.load([tool(properties={"a": INTEGER}), tool("g", properties={"a": BOOLEAN})])
    calls = [call("f", {"a": "1", "b": "2"}), call("g", {"a": "1"}), call("h", {"a": "1"}), "text"]
    assert exact(tools.typed(calls)) == exact(
        [call("f", {"a": 1, "b": "2"}), call("g", {"a": True}), call("h", {"a": "1"}), "text"]
    )
    assert calls[0] == call("f", {"a": "1", "b": "2"})


@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        [],
        [1],
        {"function": "f"},
        {"function": {"name": "f"}},
        {"name": "f", "arguments": {"a": "1"}},
        call(["f"], {"a": "1"}),
        call("f", '{"a": "1"}'),
        call("f", {"b": "1"}),
        call("other", {"a": "1"}),
        [call("f", {"a": "one"})],
    ],
)
def test_all_else_is_given_back_as_it_is(value: Any) -> None:
    assert Tools.load([tool(properties={"a": INTEGER})]).typed(value) is value


@pytest.mark.parametrize(
    ("tools", "names"),
    [
        (None, set()),
        ([], set()),
        ([tool("f"), tool("g")], {"f", "g"}),
        (({"name": "flat", "parameters": {}},), {"flat"}),
        ([{"name": "no parameters"}], {"no parameters"}),
    ],
)
def test_declarations(tools: Any, names: set[str]) -> None:
    loaded = Tools.load(tools)
    assert names == loaded.names
    assert bool(loaded) == bool(names)
    assert Tools.load(loaded) is loaded


def test_of_two_tools_with_one_name_the_later_counts() -> None:
    tools = Tools.load([tool(properties={"a": BOOLEAN}), {"name": "f", "parameters": {"properties": {"a": INTEGER}}}])
    assert exact(tools.typed(call("f", {"a": "1"}))) == exact(call("f", {"a": 1}))


def test_schemas_that_multiply_are_looked_at_once() -> None:
    """Thirty definitions, each of which refers twice to the next, are not a thousand million schemas."""
    definitions: dict[str, Any] = {f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 2} for n in range(30)}
    definitions["D30"] = INTEGER
    assert typed({"$ref": "#/$defs/D0"}, "07", **{"$defs": definitions}) == 7


def test_schemas_without_end() -> None:
    deep: Any = INTEGER
    for _ in range(100_000):
        deep = {"anyOf": [deep]}
    assert typed(deep, "7") == "7"
    loop: dict[str, Any] = {"anyOf": [INTEGER]}
    loop["anyOf"].append(loop)
    assert typed(loop, "7") == 7


hostile = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["integer", "f", "#/a", "#"]),
    lambda children: (
        st.lists(children, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "function",
                    "name",
                    "parameters",
                    "properties",
                    "type",
                    "anyOf",
                    "oneOf",
                    "allOf",
                    "$ref",
                    "nullable",
                    "a",
                ]
            ),
            children,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@given(hostile, hostile, hostile, st.text())
def test_odd_tools_and_calls_do_no_harm(tools: Any, parameters: Any, value: Any, text: str) -> None:
    Tools.load(tools).typed(value)
    Tools.load([tools, {"name": "f", "parameters": parameters}]).typed([value, call("f", {"a": text, "name": value})])


@given(st.integers(), st.sampled_from([INTEGER, NUMBER, or_string("integer"), or_string("number")]))
def test_integers_are_exact(value: int, schema: Any) -> None:
    assert exact(typed(schema, str(value))) == exact(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_keep_their_value(value: float) -> None:
    assert typed(NUMBER, repr(value)) == value


@given(st.text(), st.sampled_from(["integer", "number", "boolean", "null", "array", "object"]))
def test_a_cast_gives_the_declared_type_or_the_text(text: str, name: str) -> None:
    kinds = {"integer": int, "number": int | float, "boolean": bool, "null": type(None), "array": list, "object": dict}
    value = typed({"type": name}, text)
    assert value is text or isinstance(value, kinds[name])


# Functions as tools


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


def sail(  # type: ignore[no-untyped-def]  # noqa: PLR0913, PLR0917 - one argument for each kind of hint
    port: str,
    days: int,
    speed: float | None,
    tags: list[str],
    crew: dict[str, int],
    where: tuple[float, float],
    mode: Literal["fast", "slow"] = "fast",
    either: int | str = 1,
    mixed: list[int] | int = 1,
    colour: Colour = Colour.RED,
    depth: Annotated[int, "metres"] = 1,
    names: Sequence[str] = (),
    flag: bool = False,
    whatever: Any = None,
    untyped=None,
) -> None:
    """Plan a trip.

    More about it.

    Args:
        port: Where it
            starts: a name.
        days (int): How long.
        mode: How. (choices: ["fast", "slow"])

    Returns:
        nothing: really.
    """


def test_the_schema_of_a_function() -> None:
    function = function_schema(sail)["function"]
    assert (function["name"], function["description"]) == ("sail", "Plan a trip.\n\nMore about it.")
    parameters = function["parameters"]
    assert parameters["required"] == ["port", "days", "speed", "tags", "crew", "where"]
    assert parameters["properties"] == {
        "port": STRING | {"description": "Where it starts: a name."},
        "days": INTEGER | {"description": "How long."},
        "speed": NUMBER | {"nullable": True},
        "tags": ARRAY | {"items": STRING},
        "crew": OBJECT | {"additionalProperties": INTEGER},
        "where": ARRAY | {"prefixItems": [NUMBER, NUMBER]},
        "mode": STRING | {"enum": ["fast", "slow"], "description": "How."},
        "either": {"type": ["integer", "string"]},
        "mixed": {"anyOf": [ARRAY | {"items": INTEGER}, INTEGER]},
        "colour": STRING | {"enum": ["red", "blue"]},
        "depth": INTEGER,
        "names": ARRAY | {"items": STRING},
        "flag": BOOLEAN,
        "whatever": {},
        "untyped": {},
    }


def test_calls_of_functions_are_typed() -> None:
    arguments = {"port": "7", "days": "7", "speed": "None", "tags": '["x"]', "either": "007", "untyped": "7"}
    expected = {"port": "7", "days": 7, "speed": None, "tags": ["x"], "either": "007", "untyped": "7"}
    assert exact(Tools.load([sail]).typed(call("sail", arguments))) == exact(call("sail", expected))


class Harbour:
    def moor(self, berth: int) -> None:
        """Moor the boat."""


@pytest.mark.parametrize("method", [Harbour().moor, Harbour.moor], ids=["bound", "of the class"])
def test_methods(method: Any) -> None:
    assert function_schema(method)["function"]["parameters"] == {
        "type": "object",
        "properties": {"berth": INTEGER},
        "required": ["berth"],
    }


def mystery(a: Missing, b: int) -> None:  # type: ignore[name-defined]  # noqa: F821
    """Have a hint that cannot be resolved.

    Args:
        a: One. (choices: [broken)
        b: Two. (choices: [1,])
    """


@pytest.mark.parametrize("odd", [mystery, len, print, int, dict, Colour, lambda x: x, type])
def test_functions_without_a_usable_hint_do_no_harm(odd: Any) -> None:
    assert Tools.load([odd])
