"""The published schema and the loader agree, apart from what a schema cannot say."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from chatparse.content import CONTENT_TYPES
from chatparse.errors import TemplateError
from chatparse.template import LIMITS, load_document, schema

from .documents import GOOD, mutated
from .test_load import MESSAGES, one, top

VALIDATOR = jsonschema.Draft202012Validator(schema())

BEYOND_A_SCHEMA = {
    "the number 1.0 is 1 to a schema": r"\$\.version: must be an integer, got 1\.0",
    "how many members of an object lack a key": r"already is the implicit field",
    "whether a pattern compiles": r"is not a (usable )?pattern",
    "whether a pattern has named groups": r"captures .* but the field has no `transform`|has no group named",
    "whether two patterns make progress": r"matches without consuming anything",
    "how deep and how large a document is": r"nested more than|more than .* values|characters in its strings|bits$",
    "how deep value parsers stand in one another": r"stands inside more than",
    "whether Python values are JSON": r"a JSON value|JSON cannot write|contains itself|key that is not a string",
}
"""What only the loader can tell: why, and how its problems read."""


def valid(document: Any) -> bool:
    """Say whether a document satisfies the schema."""
    return bool(VALIDATOR.is_valid(document))


def problems(document: Any) -> list[str]:
    """Return the loader's problems."""
    try:
        load_document(document)
    except TemplateError as error:
        return [str(problem) for problem in error.problems]
    return []


def only_the_loader_can_tell(problem: str) -> bool:
    """Say whether a problem is of a kind that a schema cannot express."""
    return any(re.search(pattern, problem) for pattern in BEYOND_A_SCHEMA.values())


def agree(document: Any) -> bool:
    """Say whether schema and loader give the same verdict, allowing for what a schema cannot say."""
    found = [problem for problem in problems(document) if not only_the_loader_can_tell(problem)]
    return valid(document) is (not found)


MORE_BAD: list[Any] = [
    one(content="yaml"),
    one(content=None),
    one(content_args=[]),
    one(content_args={"stripp": True}),
    one(content_args={"strip": 1}),
    one(content="int", content_args={"strip": True}),
    one(content="json", content_args={"string_delims": ["<|", "|>"]}),
    one(content="json", content_args={"string_delims": [["", "x"]]}),
    one(content="json", content_args={"string_delims": [["a", "b", "c"]]}),
    one(content="json", content_args={"string_delims": [["a"]]}),
    one(content="json", content_args={"unquoted_keys": None}),
    one(content="json", content_args={"string_delims": [["a", "b" * 257]]}),
    one(content="json", content_args={"string_delims": [["a", "b"]] * 33}),
    one(content="xml-inline"),
    one(content="xml-inline", content_args={}),
    one(content="xml-inline", content_args=None),
    one(content="xml-inline", content_args={"tag_pattern": 5}),
    one(content="kv-lines", content_args={"kv_sep": ""}),
    one(content="kv-lines", content_args={"value_parser": "int"}),
    one(content="kv-lines", content_args={"value_parser": {"name": "x"}}),
    one(content="kv-lines", content_args={"value_parser": {"name": "int", "arg": {}}}),
    one(content="kv-lines", content_args={"value_parser": {"name": "int", "args": {"strip": True}}}),
    one(content="kv-lines", content_args={"value_parser": {"name": "xml-inline"}}),
    one(content="kv-lines", content_args={"value_parser": {"name": "kv-lines", "args": {"value_parser": {"x": 1}}}}),
    one(transform="{a}\n"),
    one(transform={"a": "{a} "}),
]

MORE_GOOD: list[Any] = [
    one(content="kv-lines", content_args={"value_parser": None}),
    one(content="kv-lines", content_args={"value_parser": {}}),
    one(content="kv-lines", content_args={"value_parser": {"args": {"strip": False}}}),
    one(content="kv-lines", content_args={"value_parser": {"name": "kv-lines", "args": None}}),
    one(content="json", content_args={"string_delims": []}),
    one(transform="{a.b}"),
    one(transform={"{a} b": ["{", "}", "{}", "{a b}"]}),
    one(transform=False),
    one(repeats=True, join="", transform_each=False),
    top(start_anchor=["a"] * LIMITS.literals),
]


def test_the_schema_is_a_schema() -> None:
    """The document is a valid JSON Schema, and each call gives a copy of its own."""
    jsonschema.Draft202012Validator.check_schema(schema())
    schema().clear()
    assert schema()["title"] == "Response template, version 1"


@pytest.mark.parametrize("document", [*GOOD.values(), *MORE_GOOD])
def test_good_documents(document: Any) -> None:
    """What loads satisfies the schema."""
    assert problems(document) == []
    assert valid(document)


@pytest.mark.parametrize("document", [row[1] for row in MESSAGES], ids=[row[0] for row in MESSAGES])
def test_every_message(document: Any) -> None:
    """What does not load does not satisfy the schema either, unless it says something that a schema cannot."""
    found = problems(document)
    assert found
    assert not valid(document) or all(map(only_the_loader_can_tell, found))


@pytest.mark.parametrize("document", MORE_BAD)
def test_bad_documents(document: Any) -> None:
    """Faults of contents and transforms are faults to both."""
    assert problems(document)
    assert not valid(document)


@given(mutated())
def test_broken_documents(document: Any) -> None:
    """For any document the verdicts agree."""
    assert agree(document)


def test_content_types_and_their_arguments() -> None:
    """The schema knows the content types, each with its arguments, that the package has."""
    definitions = schema()["$defs"]
    assert definitions["content"]["enum"] == list(CONTENT_TYPES)
    for name, content_type in CONTENT_TYPES.items():
        assert set(definitions[f"{name}_args"]["properties"]) == set(content_type.args)


def test_limits() -> None:
    """The schema states the limits that it can."""
    definitions = schema()["$defs"]
    assert schema()["properties"]["fields"]["maxProperties"] == LIMITS.fields
    assert definitions["literal"]["maxLength"] == LIMITS.literal_length
    assert definitions["literals"]["oneOf"][1]["maxItems"] == LIMITS.literals
    assert definitions["pattern"]["maxLength"] == LIMITS.pattern_length


def described(node: Any, path: str = "#") -> list[str]:
    """Return the places of properties that an editor could say nothing about."""
    if isinstance(node, list):
        return [place for index, item in enumerate(node) for place in described(item, f"{path}/{index}")]
    if not isinstance(node, dict):
        return []
    bare = []
    if "additionalProperties" in node and "title" in node:
        for key, value in node.get("properties", {}).items():
            target = schema()["$defs"][value["$ref"].rsplit("/", 1)[1]] if "$ref" in value else {}
            if "title" not in value and "title" not in target:
                bare.append(f"{path}/properties/{key}")
    return bare + [place for key, value in node.items() for place in described(value, f"{path}/{key}")]


def test_every_key_has_a_title() -> None:
    """An editor can say what each key is."""
    assert described(schema()) == []
