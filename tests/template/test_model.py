"""Loaded templates: values, equality, copies."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from chatparse.errors import ContentError
from chatparse.template import ResponseTemplate, load_document

from .documents import GOOD


def test_value_is_parsed_then_transformed() -> None:
    """The body goes through the content parser and then the transform."""
    field = load_document(GOOD["chat"]).fields["tool_calls"]
    assert field.value('{"args": {"a": 1}}', {"name": "f"}) == {
        "type": "function",
        "function": {"name": "f", "arguments": {"a": 1}},
    }


def joined(**keys: Any) -> ResponseTemplate:
    """Return a template whose field `x` joins."""
    return load_document({"start_anchor": "b", "fields": {"x": {"open": "<", "repeats": True, "join": "", **keys}}})


def test_join_takes_strings() -> None:
    """The value of a field that joins is a string, from whatever content."""
    assert joined().fields["x"].value(" a ", {}) == "a"
    assert joined(content="json").fields["x"].value('"a"', {}) == "a"
    assert joined(content="json", transform="{content.t}").fields["x"].value('{"t": "a"}', {}) == "a"


def test_join_refuses_all_else() -> None:
    """A value that cannot be joined is the model's fault."""
    with pytest.raises(ContentError, match=r"^field `x` joins strings, but this region's value is an object$"):
        joined(content="json").fields["x"].value("{}", {})


@pytest.mark.parametrize("document", GOOD.values(), ids=GOOD.keys())
def test_templates_travel(document: dict[str, Any]) -> None:
    """A template survives a pickle; copies are the template itself, which never changes."""
    template = load_document(document)
    again = pickle.loads(pickle.dumps(template))
    assert again == template
    assert hash(again) == hash(template)
    assert again.to_dict() == document
    assert again.implicit is None or again.implicit is again.fields[again.implicit.name]
    assert copy.copy(template) is template
    assert copy.deepcopy({"t": [template]})["t"][0] is template


def test_equality_is_the_document_s() -> None:
    """Templates are equal when their documents say the same, whatever the order of keys; numbers keep their kind."""
    one = load_document({"start_anchor": "b", "fields": {"x": {"open": "<", "close": ">"}}})
    two = load_document({"fields": {"x": {"close": ">", "open": "<"}}, "start_anchor": "b"})
    assert one == two
    assert len({one, two}) == 1
    assert one != load_document({"start_anchor": "c", "fields": {"x": {"open": "<", "close": ">"}}})
    true, number = (load_document({"start_anchor": "b", "defaults": {"n": n}, "fields": {"x": {}}}) for n in (True, 1))
    assert true != number
    assert one != one.document


def test_templates_are_frozen() -> None:
    """Nothing of a template can be set."""
    template = load_document(GOOD["chat"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        template.version = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        template.fields["x"] = template.fields["content"]  # type: ignore[index]


def test_messages_start_from_fresh_defaults() -> None:
    """Each message has its own copy of the defaults."""
    template = load_document(GOOD["defaults"])
    message = template.initial_message()
    message["n"][1]["a"] = 5
    assert template.initial_message() == {"role": "assistant", "n": [1, {"a": None}]}
    copied = template.to_dict()
    copied["fields"].clear()
    assert template.to_dict() == GOOD["defaults"]


def test_truncate() -> None:
    """A template cuts prompts at its anchor."""
    assert load_document(GOOD["anchor list"]).truncate("<bot>x<tool>y") == "y"


def test_openers_are_sorted_by_name() -> None:
    """Where two openers match the same span, the first name decides."""
    template = load_document({"start_anchor": "b", "fields": {"b": {"open": "<"}, "c": {}, "a": {"open": "<"}}})
    assert [field.name for field in template.openers] == ["a", "b"]
