"""The schema of a tool that is given as a Python function, read from its hints and its docstring."""

from __future__ import annotations

import collections.abc
import inspect
import json
import re
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from chatparse.jsontypes import JSON, Object

__all__ = ["function_schema"]

MAX_DEPTH = 32

_BASIC: Mapping[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    None: "null",
    type(None): "null",
}
_ARRAYS = (list, set, frozenset, tuple, collections.abc.Collection, collections.abc.Iterable)
_OBJECTS = (dict, collections.abc.Mapping)

_SECTION = re.compile(r"^\s*(?P<name>Args|Arguments|Parameters|Returns|Raises|Yields|Examples?|Notes?):\s*$")
_ARGUMENT = re.compile(r"^(?P<indent>\s+)\*{0,2}(?P<name>\w+)\s*(?:\([^)]*\))?\s*:(?P<text>.*)$")
_CHOICES = re.compile(r"\s*\(choices:\s*(?P<choices>\[.*\])\s*\)\s*$", re.IGNORECASE | re.DOTALL)


def function_schema(function: Callable[..., Any]) -> Object:
    """Describe a Python function as a tool in OpenAI's form.

    Args:
        function: A function, a method or any other callable. Hints that cannot be resolved, or have no JSON
            counterpart, leave their argument without a type; nothing is raised for them.
    """
    summary, descriptions = _docstring(function)
    properties: Object = {}
    required: list[str] = []
    hints = _hints(function)
    for parameter in _parameters(function):
        schema = _schema(hints.get(parameter.name, parameter.annotation), 0)
        description = descriptions.get(parameter.name, "")
        if choices := _CHOICES.search(description):
            description = description[: choices.start()]
            _add_choices(schema, choices["choices"])
        if description:
            schema["description"] = description
        properties[parameter.name] = schema
        if parameter.default is parameter.empty:
            required.append(parameter.name)
    parameters: Object = {"type": "object", "properties": properties}
    if required:
        parameters["required"] = required
    name = getattr(function, "__name__", type(function).__name__)
    return {"type": "function", "function": {"name": name, "description": summary, "parameters": parameters}}


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a builtin without a signature
        return []
    if found and found[0].name in ("self", "cls") and found[0].annotation is inspect.Parameter.empty:
        del found[0]  # a method taken from its class
    return found


def _hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(function)
    except Exception:  # noqa: BLE001 - hints are code of the caller's: resolving them can raise anything
        return {}


def _schema(hint: Any, depth: int) -> Object:
    """Give the JSON schema of a type hint; an empty one where it has none."""
    if depth > MAX_DEPTH:
        return {}
    if (name := _basic(hint)) is not None:
        return {"type": name}
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _schema(arguments[0], depth + 1)
    if origin is typing.Literal:
        return _enumeration(list(arguments))
    if origin in (typing.Union, types.UnionType):
        return _union(arguments, depth)
    kind = origin or hint
    return _class_schema(kind, arguments, depth) if isinstance(kind, type) else {}


def _class_schema(kind: type, arguments: tuple[Any, ...], depth: int) -> Object:
    if issubclass(kind, Enum):
        return _enumeration([member.value for member in kind])
    if issubclass(kind, _OBJECTS):
        return _object(arguments, depth)
    if issubclass(kind, _ARRAYS) and not issubclass(kind, str | bytes | bytearray):
        return _array(kind, arguments, depth)
    return {}


def _basic(hint: Any) -> str | None:
    try:
        return _BASIC.get(hint)
    except TypeError:  # not hashable
        return None


def _object(arguments: tuple[Any, ...], depth: int) -> Object:
    schema: Object = {"type": "object"}
    if len(arguments) == 2 and (values := _schema(arguments[1], depth + 1)):
        schema["additionalProperties"] = values
    return schema


def _array(kind: type, arguments: tuple[Any, ...], depth: int) -> Object:
    schema: Object = {"type": "array"}
    if kind is tuple and arguments and arguments[-1] is not ...:
        schema["prefixItems"] = [_schema(argument, depth + 1) for argument in arguments]
    elif arguments and (items := _schema(arguments[0], depth + 1)):
        schema["items"] = items
    return schema


def _union(arguments: tuple[Any, ...], depth: int) -> Object:
    present = [argument for argument in arguments if _basic(argument) != "null"]
    schemas = [_schema(argument, depth + 1) for argument in present]
    union: Object
    if len(schemas) == 1:
        union = schemas[0]
    elif all(schema.keys() == {"type"} and isinstance(schema["type"], str) for schema in schemas):
        union = {"type": sorted({schema["type"] for schema in schemas})}
    else:
        union = {"anyOf": schemas}
    if len(present) < len(arguments):
        union["nullable"] = True
    return union


def _enumeration(values: list[Any]) -> Object:
    names = list(dict.fromkeys(name for value in values if (name := _BASIC.get(type(value))) is not None))
    if not names:
        return {"enum": values}
    return {"type": names[0] if len(names) == 1 else names, "enum": values}


def _docstring(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """Split a docstring of Google's style into what stands before the sections and the arguments' descriptions."""
    summary: list[str] = []
    arguments: dict[str, list[str]] = {}
    section: str | None = None
    indent = ""
    current: list[str] = []
    for line in (inspect.getdoc(function) or "").splitlines():
        if heading := _SECTION.match(line):
            section = "Args" if heading["name"] in ("Args", "Arguments", "Parameters") else heading["name"]
            indent = ""
        elif section is None:
            summary.append(line)
        elif section == "Args":
            argument = _ARGUMENT.match(line)
            if argument is not None and argument["indent"] == (indent or argument["indent"]):
                indent = argument["indent"]
                current = arguments[argument["name"]] = [argument["text"]]
            else:
                current.append(line)
    return "\n".join(summary).strip(), {name: " ".join(" ".join(text).split()) for name, text in arguments.items()}


def _add_choices(schema: Object, choices: str) -> None:
    try:
        values: JSON = json.loads(choices)
    except (ValueError, RecursionError):
        return
    if isinstance(values, list):
        schema["enum"] = values
