"""The JSON types that the schema of an argument allows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

__all__ = ["SchemaTypes", "resolve_pointer"]

MAX_DEPTH = 64
"""How far schemas are followed into one another; what lies deeper says nothing."""

Types = tuple[str, ...]

_INDEX = re.compile(r"[0-9]{1,9}")


class SchemaTypes:
    """Finds the types that the schemas of one document allow.

    `type`, `anyOf`, `oneOf` and `nullable` add up; `allOf` and `$ref` narrow what is beside them. Each schema is
    looked at once however often it is referred to, so neither loops nor references that multiply do harm.
    """

    __slots__ = ("_found", "_root")

    def __init__(self, root: Mapping[str, object]) -> None:
        self._root = root
        # The schema stands beside its types so that it lives on, and its id is never another's.
        self._found: dict[int, tuple[object, Types]] = {}

    def of(self, schema: object) -> Types:
        """Give the type names in the order in which they are tried; empty where nothing is said."""
        return self._types(schema, 0)

    def _types(self, schema: object, depth: int) -> Types:
        if not isinstance(schema, dict) or depth > MAX_DEPTH:
            return ()
        if id(schema) not in self._found:
            self._found[id(schema)] = schema, ()  # for a schema that refers to itself
            self._found[id(schema)] = schema, self._compute(schema, depth)
        return self._found[id(schema)][1]

    def _compute(self, schema: dict[str, object], depth: int) -> Types:
        types = self._declared(schema.get("type"))
        for key in ("anyOf", "oneOf"):
            for branch in self._schemas(schema.get(key)):
                types += self._types(branch, depth + 1)
        narrowing = self._schemas(schema.get("allOf"))
        if isinstance(reference := schema.get("$ref"), str):
            narrowing.append(resolve_pointer(self._root, reference))
        for other in narrowing:
            types = both(types, self._types(other, depth + 1))
        if schema.get("nullable") is True:
            types += ("null",)
        return tuple(dict.fromkeys(types))

    def _declared(self, value: object) -> Types:
        if isinstance(value, str):
            return (value,)
        if isinstance(value, list | tuple):
            return tuple(name for name in value if isinstance(name, str))
        return ()

    def _schemas(self, value: object) -> list[object]:
        return list(value) if isinstance(value, list | tuple) else []


def resolve_pointer(root: object, reference: str) -> object:
    """Follow a reference (`#` or `#/...`) within a document; one to anywhere else gives `None`: nothing is fetched."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    place = root
    for step in unquote(reference[1:]).split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict):
            place = place.get(name)
        elif isinstance(place, list | tuple) and _INDEX.fullmatch(name) and int(name) < len(place):
            place = place[int(name)]
        else:
            return None
    return place


def both(left: Types, right: Types) -> Types:
    """Give the types that two schemas allow at once, where a schema that names none allows all."""
    if not left or not right:
        return left or right
    common = [name for name in left if name in right or (name == "integer" and "number" in right)]
    common += ["integer" for name in left if name == "number" and "integer" in right and "integer" not in left]
    return tuple(common)
