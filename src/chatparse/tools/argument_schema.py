"""The schema of a tool's parameters, read into one that is safe to check with.

Tools come from anywhere, so their schemas may be wrong in any way. The schema that is read has only keywords that are
known and of the right kind, in one order whatever the order of the source; its references are to its own `$defs`; and
it is small. What cannot be used says nothing. A schema that says less than it should is harmless where it stands alone
but not within `not`, `if` and `oneOf`, where what is not said turns into an accusation; so a document that lost
anything loses `not` and `if` too, and `oneOf` becomes `anyOf`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from chatparse.jsontypes import JSON, Object
from chatparse.tools.schema_types import resolve_pointer

__all__ = ["EVERY_KEYWORD", "JSON_TYPES", "SUBSET_KEYWORDS", "read_schema"]

MAX_DEPTH = 64
MAX_NODES = 20_000
"""Schemas, and the elements of their lists."""
MAX_CONSTANT = 64
"""Values of all kinds in one constant."""
MAX_TEXT = 4_096
"""Characters of one text in a constant."""

JSON_TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")


class UnusableError(Exception):
    """The schema is too large to be used."""


class Nothing:
    """What a keyword says whose value cannot be used."""


LOST: Final = Nothing()


def read_schema(source: object, keywords: frozenset[str]) -> Object:
    """Read the schema of a tool's parameters.

    Args:
        source: any value.
        keywords: the keywords that the validator knows.

    Returns:
        A JSON Schema (2020-12, with OpenAPI's `nullable`) that shares nothing with `source`; empty, which allows
        everything, where `source` cannot be used.
    """
    if not isinstance(source, dict):
        return {}
    try:
        reader = Reader(source, keywords, exact=True)
        schema = reader.document()
        return schema if reader.exact else Reader(source, keywords, exact=False).document()
    except UnusableError:
        return {}


class Reader:
    """Reads one document."""

    def __init__(self, root: Object, keywords: frozenset[str], *, exact: bool) -> None:
        self.root = root
        self.keywords = keywords
        self.exact = exact
        """Whether the schema says all that the source says."""
        self.relaxed = not exact
        self.nodes = 0
        self.numbers: dict[str, str] = {}
        self.waiting: list[tuple[str, object]] = []

    def document(self) -> Object:
        schema = self.schema(self.root, 0, own_base=False)
        definitions: Object = {}
        while self.waiting:
            number, target = self.waiting.pop()
            definitions[number] = self.schema(target, 0, own_base=False)
        if definitions:
            schema["$defs"] = definitions
        return schema

    def schema(self, source: object, depth: int, *, own_base: bool) -> Object:
        """Return a schema; the empty one for what is none."""
        if isinstance(source, bool):
            return {} if source else {"enum": []}
        if not isinstance(source, dict) or depth > MAX_DEPTH:
            self.exact = False
            return {}
        self.count(1)
        if depth and "$id" in source:
            own_base = True  # its references are to places within it
        schema: Object = {}
        for keyword, read in READERS.items():
            if keyword not in source:
                continue
            value = read(self, source[keyword], depth, own_base) if keyword in self.keywords else LOST
            if value is LOST:
                self.exact = False
            else:
                schema[keyword] = value
        if not UNREAD.isdisjoint(source):
            self.exact = False
        return self.consistent(schema, source)

    def consistent(self, schema: Object, source: Object) -> Object:
        """Drop what means something else now that other keywords are gone."""
        if "patternProperties" in source or ("properties" in source) is not ("properties" in schema):
            schema.pop("additionalProperties", None)
        if isinstance(schema.get("items"), list):
            schema["prefixItems"] = schema.pop("items")  # the form of the older drafts
        elif ("prefixItems" in source) is not ("prefixItems" in schema):
            schema.pop("items", None)
        if "if" not in schema:
            schema.pop("then", None)
            schema.pop("else", None)
        if self.relaxed:
            for keyword in ("not", "if", "then", "else", "contains", "minContains", "maxContains"):
                schema.pop(keyword, None)
            if "oneOf" in schema:
                schema["allOf"] = [*schema.get("allOf", ()), {"anyOf": schema.pop("oneOf")}]
        return schema

    def count(self, amount: int) -> None:
        self.nodes += amount
        if self.nodes > MAX_NODES:
            raise UnusableError

    # ------------------------------------------------------------------ keywords
    def reference(self, value: object, _depth: int, own_base: bool) -> JSON:
        if not isinstance(value, str) or own_base:
            return LOST
        if value not in self.numbers:
            target = resolve_pointer(self.root, value)
            if not isinstance(target, dict | bool):
                return LOST
            self.numbers[value] = str(len(self.numbers))
            self.waiting.append((self.numbers[value], target))
        return f"#/$defs/{self.numbers[value]}"

    def types(self, value: object, _depth: int, _own_base: bool) -> JSON:
        if isinstance(value, str):
            return value if value in JSON_TYPES else LOST
        if not isinstance(value, list | tuple) or not value or len(value) > MAX_CONSTANT:
            return LOST
        return list(value) if all(isinstance(name, str) and name in JSON_TYPES for name in value) else LOST

    def choices(self, value: object, _depth: int, _own_base: bool) -> JSON:
        if not isinstance(value, list | tuple):
            return LOST
        self.count(len(value))
        constants = [self.constant(item, 0, False) for item in value]
        return LOST if LOST in constants or not constants else constants

    def constant(self, value: object, _depth: int, _own_base: bool) -> JSON:
        return value if is_plain(value) else LOST

    def name_list(self, value: object, _depth: int, _own_base: bool) -> JSON:
        if not isinstance(value, list | tuple):
            return LOST
        self.count(len(value))
        return list(dict.fromkeys(value)) if all(isinstance(name, str) for name in value) else LOST

    def name_lists(self, value: object, depth: int, own_base: bool) -> JSON:
        if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
            return LOST
        lists = {name: self.name_list(names, depth, own_base) for name, names in value.items()}
        return LOST if LOST in lists.values() else lists

    def schemas_by_name(self, value: object, depth: int, own_base: bool) -> JSON:
        if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
            return LOST
        self.count(len(value))
        return {name: self.schema(schema, depth + 1, own_base=own_base) for name, schema in value.items()}

    def schema_list(self, value: object, depth: int, own_base: bool) -> JSON:
        if not isinstance(value, list | tuple) or not value:
            return LOST
        self.count(len(value))
        return [self.schema(schema, depth + 1, own_base=own_base) for schema in value]

    def one_schema(self, value: object, depth: int, own_base: bool) -> JSON:
        if not isinstance(value, dict | bool):
            return LOST
        return self.schema(value, depth + 1, own_base=own_base)

    def others(self, value: object, depth: int, own_base: bool) -> JSON:
        # `false` is about what is left over as a whole, so it stays what it is
        return False if value is False else self.one_schema(value, depth, own_base)

    def elements(self, value: object, depth: int, own_base: bool) -> JSON:
        read = self.schema_list if isinstance(value, list | tuple) else self.others
        return read(value, depth, own_base)

    def size(self, value: object, _depth: int, _own_base: bool) -> JSON:
        return value if type(value) is int and value >= 0 else LOST

    def number(self, value: object, _depth: int, _own_base: bool) -> JSON:
        return value if is_number(value) else LOST

    def positive(self, value: object, _depth: int, _own_base: bool) -> JSON:
        return value if is_number(value) and isinstance(value, int | float) and value > 0 else LOST

    def flag(self, value: object, _depth: int, _own_base: bool) -> JSON:
        return value if isinstance(value, bool) else LOST


def is_number(value: object) -> bool:
    """Say whether a value is a number that can be compared with: finite, and of a size that can be written."""
    if type(value) is int:
        return value.bit_length() <= MAX_TEXT
    return type(value) is float and math.isfinite(value)


def is_plain(value: object) -> bool:
    """Say whether a value is small JSON."""
    waiting, seen = [value], 0
    while waiting:
        seen += 1
        if seen > MAX_CONSTANT:
            return False
        item = waiting.pop()
        if type(item) is list:
            waiting += item[:MAX_CONSTANT]
            seen += len(item) // MAX_CONSTANT * MAX_CONSTANT
        elif type(item) is dict:
            if len(item) > MAX_CONSTANT or not all(type(key) is str for key in item):
                return False
            waiting += item.values()
        elif not (
            item is None or type(item) is bool or is_number(item) or (type(item) is str and len(item) <= MAX_TEXT)
        ):
            return False
    return True


READERS: Mapping[str, Callable[[Reader, object, int, bool], JSON]] = {
    "nullable": Reader.flag,
    "$ref": Reader.reference,
    "type": Reader.types,
    "enum": Reader.choices,
    "const": Reader.constant,
    "required": Reader.name_list,
    "properties": Reader.schemas_by_name,
    "additionalProperties": Reader.others,
    "minProperties": Reader.size,
    "maxProperties": Reader.size,
    "dependentRequired": Reader.name_lists,
    "minItems": Reader.size,
    "maxItems": Reader.size,
    "uniqueItems": Reader.flag,
    "prefixItems": Reader.schema_list,
    "items": Reader.elements,
    "contains": Reader.one_schema,
    "minContains": Reader.size,
    "maxContains": Reader.size,
    "minLength": Reader.size,
    "maxLength": Reader.size,
    "minimum": Reader.number,
    "maximum": Reader.number,
    "exclusiveMinimum": Reader.number,
    "exclusiveMaximum": Reader.number,
    "multipleOf": Reader.positive,
    "allOf": Reader.schema_list,
    "anyOf": Reader.schema_list,
    "oneOf": Reader.schema_list,
    "not": Reader.one_schema,
    "if": Reader.one_schema,
    "then": Reader.one_schema,
    "else": Reader.one_schema,
}
"""The keywords, in the order in which they are checked."""

UNREAD = frozenset(
    {
        "pattern",
        "patternProperties",
        "propertyNames",
        "additionalItems",
        "dependencies",
        "dependentSchemas",
        "unevaluatedItems",
        "unevaluatedProperties",
        "$dynamicRef",
        "$recursiveRef",
    }
)
"""Keywords that say something and are not checked: patterns above all, whose engine a hostile one could keep busy."""

EVERY_KEYWORD = frozenset(READERS)
SUBSET_KEYWORDS = EVERY_KEYWORD - {
    "contains",
    "minContains",
    "maxContains",
    "dependentRequired",
    "not",
    "if",
    "then",
    "else",
}
"""What the validator of this package knows."""
