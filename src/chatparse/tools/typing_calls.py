"""The tools of a model: they give string arguments the declared types, and tell what is wrong with a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from chatparse.jsontypes import JSON, Object
from chatparse.tools.casts import NOT_CAST, cast
from chatparse.tools.functions import function_schema
from chatparse.tools.schema_types import SchemaTypes
from chatparse.tools.validation import ArgumentCheck, ArgumentProblem, ValidatorName, validator_name

__all__ = ["Tools"]


class Parameters:
    """The arguments of one tool; their types are worked out when first asked for."""

    __slots__ = ("_properties", "_schemas", "_types", "check")

    def __init__(self, schema: object) -> None:
        root = schema if isinstance(schema, dict) else {}
        properties = root.get("properties")
        self._properties: Mapping[str, object] = properties if isinstance(properties, dict) else {}
        self._schemas = SchemaTypes(root)
        self._types: dict[str, tuple[str, ...]] = {}
        self.check = ArgumentCheck(schema)

    def types(self, name: str) -> tuple[str, ...]:
        """Give the JSON types of an argument; empty for one that is not declared."""
        types = self._types.get(name)
        if types is None:
            if name not in self._properties:
                return ()  # not kept: what names a model makes up has no end
            types = self._types[name] = self._schemas.of(self._properties[name])
        return types

    def typed(self, arguments: Object) -> Object:
        """Give the arguments with their strings cast; the very same object where nothing changes."""
        changed: Object = {}
        for name, value in arguments.items():
            if isinstance(value, str | list) and (types := self.types(name)):
                cast_value = _typed_argument(value, types)
                if cast_value is not NOT_CAST:
                    changed[name] = cast_value
        return {**arguments, **changed} if changed else arguments


def _typed_argument(value: str | list[JSON], types: Sequence[str]) -> JSON:
    if isinstance(value, str):
        return cast(value, types)
    if "array" in types:
        return NOT_CAST
    # Several values of one key (`merge_duplicates`), each of which the schema describes.
    return [_typed_element(element, types) for element in value]


def _typed_element(element: JSON, types: Sequence[str]) -> JSON:
    value = cast(element, types) if isinstance(element, str) else NOT_CAST
    return element if value is NOT_CAST else value


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools that a model may call."""

    _by_name: Mapping[str, Parameters] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def load(cls, tools: Iterable[Mapping[str, Any] | Callable[..., Any]] | Tools | None) -> Tools:
        """Read the declarations of tools.

        Args:
            tools: Dicts in OpenAI's form, with or without the outer `{"type": "function", "function": ...}`, or Python
                functions, whose hints give the types. What is neither is passed over; of two tools with one name the
                later counts.
        """
        if isinstance(tools, Tools):
            return tools
        by_name: dict[str, Parameters] = {}
        for tool in tools if isinstance(tools, list | tuple) else ():
            declared = _declaration(tool)
            if declared is not None and isinstance(name := declared.get("name"), str):
                by_name[name] = Parameters(declared.get("parameters"))
        return cls(MappingProxyType(by_name))

    def __bool__(self) -> bool:
        return bool(self._by_name)

    @property
    def names(self) -> frozenset[str]:
        """The names of the tools."""
        return frozenset(self._by_name)

    @property
    def validator(self) -> ValidatorName:
        """What checks arguments: the library `jsonschema` where it is installed, else the subset of this package."""
        return validator_name()

    def knows(self, name: str) -> bool:
        """Say whether there is a tool of that name."""
        return name in self._by_name

    def check(self, name: str, arguments: JSON) -> tuple[ArgumentProblem, ...]:
        """Check the arguments of a call against the parameters of its tool.

        Args:
            name: the name of the tool; nothing is known to be wrong with a call of a tool that is not known.
            arguments: the arguments as they were parsed and typed; `None` is a call without any.

        Returns:
            What is wrong, at most eight problems; nothing where the tool's schema cannot be used.
        """
        parameters = self._by_name.get(name)
        return () if parameters is None else parameters.check.problems(arguments)

    def typed(self, value: JSON) -> JSON:
        """Cast the string arguments of a call, or of each call of a list.

        Args:
            value: Any value of a region. A call is a dict of the shape `{"function": {"name": N, "arguments": {...}}}`
                whose N is among the tools; everything else is given back as it is.

        Returns:
            The same value, or a copy of what had to change; `value` itself is left alone.
        """
        if isinstance(value, list):
            typed = [self._typed_call(item) for item in value]
            return typed if any(new is not old for new, old in zip(typed, value, strict=True)) else value
        return self._typed_call(value)

    def _typed_call(self, call: JSON) -> JSON:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict):
            return call
        name, arguments = function.get("name"), function.get("arguments")
        if not isinstance(name, str) or not isinstance(arguments, dict) or name not in self._by_name:
            return call
        typed = self._by_name[name].typed(arguments)
        return call if typed is arguments else {**call, "function": {**function, "arguments": typed}}


def _declaration(tool: object) -> dict[str, Any] | None:
    """Find the name and parameters of one tool."""
    if not isinstance(tool, dict):
        if not callable(tool):
            return None
        tool = function_schema(tool)
    function = tool.get("function", tool)
    return function if isinstance(function, dict) else None
