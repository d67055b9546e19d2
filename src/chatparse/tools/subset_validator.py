"""The validator of this package: the part of JSON Schema that the parameters of tools use.

It knows `type`, `enum`, `const`, `required`, `properties`, `additionalProperties`, `items`, `prefixItems`, the limits
of numbers, lengths and sizes, `multipleOf`, `uniqueItems`, `anyOf`, `oneOf`, `allOf`, `$ref` within the parameters, and
`nullable`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction

from chatparse.jsontypes import JSON, Object
from chatparse.tools.faults import Fault, Work

__all__ = ["SubsetValidator", "is_multiple", "is_unique", "type_fits"]

Path = tuple[str | int, ...]


class SubsetValidator:
    """Checks values against one schema that `read_schema` gave."""

    __slots__ = ("_definitions", "_schema")

    def __init__(self, schema: Object) -> None:
        self._schema = schema
        self._definitions: Object = schema.get("$defs", {})

    def faults(self, value: JSON, work: Work) -> Iterator[Fault]:
        """Find what is wrong with a value.

        Raises:
            ExhaustedError: that cost too much.
        """
        return self._check(self._schema, value, (), work)

    def _check(self, schema: Object, value: JSON, path: Path, work: Work) -> Iterator[Fault]:
        if value is None and schema.get("nullable") is True:
            return
        for keyword, limit in schema.items():
            if (allows := _SIMPLE.get(keyword)) is not None:
                work.spend(1 + len(limit) if isinstance(limit, list) else 1)
                if not allows(limit, value, work):
                    yield Fault(path, keyword, limit, value)
            elif (check := _COMPOUND.get(keyword)) is not None:
                work.enter(1 + (len(limit) if isinstance(limit, list | dict) else 0))
                try:
                    yield from check(self, limit, value, path, work, schema)
                finally:
                    work.leave()

    def _reference(self, limit: JSON, value: JSON, path: Path, work: Work, _schema: Object) -> Iterator[Fault]:
        return self._check(self._definitions[limit.rpartition("/")[2]], value, path, work)

    def _required(self, limit: JSON, value: JSON, path: Path, _work: Work, _schema: Object) -> Iterator[Fault]:
        if isinstance(value, dict):
            for name in limit:
                if name not in value:
                    yield Fault(path, "required", name, value)

    def _properties(self, limit: JSON, value: JSON, path: Path, work: Work, _schema: Object) -> Iterator[Fault]:
        if isinstance(value, dict):
            for name, schema in limit.items():
                if name in value:
                    yield from self._check(schema, value[name], (*path, name), work)

    def _additional(self, limit: JSON, value: JSON, path: Path, work: Work, schema: Object) -> Iterator[Fault]:
        if not isinstance(value, dict):
            return
        work.spend(len(value))
        known = schema.get("properties", {})
        for name, member in value.items():
            if name in known:
                continue
            if limit is False:
                yield Fault(path, "additionalProperties", name, value, known=tuple(known))
            else:
                yield from self._check(limit, member, (*path, name), work)

    def _prefix_items(self, limit: JSON, value: JSON, path: Path, work: Work, _schema: Object) -> Iterator[Fault]:
        if isinstance(value, list):
            for index, (schema, item) in enumerate(zip(limit, value, strict=False)):
                yield from self._check(schema, item, (*path, index), work)

    def _items(self, limit: JSON, value: JSON, path: Path, work: Work, schema: Object) -> Iterator[Fault]:
        if not isinstance(value, list):
            return
        begin = len(schema.get("prefixItems", ()))
        if limit is False and len(value) > begin:
            yield Fault(path, "items", begin, value)
            return
        work.spend(len(value))
        for index in range(begin, len(value)):
            yield from self._check(limit, value[index], (*path, index), work)

    def _all_of(self, limit: JSON, value: JSON, path: Path, work: Work, _schema: Object) -> Iterator[Fault]:
        for schema in limit:
            yield from self._check(schema, value, path, work)

    def _any_of(self, limit: JSON, value: JSON, path: Path, work: Work, _schema: Object) -> Iterator[Fault]:
        branches: list[tuple[Fault, ...]] = []
        for schema in limit:
            faults = tuple(self._check(schema, value, path, work))
            if not faults:
                return
            branches.append(faults)
        yield Fault(path, "anyOf", limit, value, branches=tuple(branches))

    def _one_of(self, limit: JSON, value: JSON, path: Path, work: Work, _schema: Object) -> Iterator[Fault]:
        branches = [tuple(self._check(schema, value, path, work)) for schema in limit]
        fitting = sum(not faults for faults in branches)
        if fitting != 1:
            yield Fault(path, "oneOf", limit, value, branches=() if fitting else tuple(branches))


# ---------------------------------------------------------------------- keywords about one value
def type_fits(limit: JSON, value: JSON) -> bool:
    """Say whether a value is of a type, or of one of several."""
    return any(_TYPES[name](value) for name in (limit if isinstance(limit, list) else (limit,)))


def is_number(value: JSON) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_integer(value: JSON) -> bool:
    return value.is_integer() if isinstance(value, float) else is_number(value)


_TYPES: Mapping[str, Callable[[JSON], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": is_integer,
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def same(left: JSON, right: JSON) -> bool:
    """Say whether two values are the same JSON: `1` is `1.0`, and neither is `true`."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(member, right[name]) for name, member in left.items())
    return isinstance(left, bool) is isinstance(right, bool) and bool(left == right)


def is_multiple(limit: JSON, value: JSON) -> bool:
    """Say whether a number is a multiple of another, as they are written: 19.99 is one of 0.01."""
    if isinstance(value, float) and not abs(value) < float("inf"):
        return True  # no JSON
    return _exact(value) % _exact(limit) == 0


def _exact(number: JSON) -> Fraction:
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def is_unique(value: list[JSON], work: Work) -> bool:
    """Say whether no element of a list comes twice.

    Raises:
        ExhaustedError: that cost too much.
    """
    return len({_key(item, work) for item in value}) == len(value)


def _key(value: JSON, work: Work) -> Hashable:
    """Return what is equal for values that are the same JSON, and only for them."""
    work.spend(1)
    if isinstance(value, list):
        return "list", tuple(_key(item, work) for item in value)
    if isinstance(value, dict):
        return "dict", frozenset((name, _key(member, work)) for name, member in value.items())
    return isinstance(value, bool), value


_SIMPLE: Mapping[str, Callable[[JSON, JSON, Work], bool]] = {
    "type": lambda limit, value, _: type_fits(limit, value),
    "enum": lambda limit, value, _: any(same(choice, value) for choice in limit),
    "const": lambda limit, value, _: same(limit, value),
    "minProperties": lambda limit, value, _: not isinstance(value, dict) or len(value) >= limit,
    "maxProperties": lambda limit, value, _: not isinstance(value, dict) or len(value) <= limit,
    "minItems": lambda limit, value, _: not isinstance(value, list) or len(value) >= limit,
    "maxItems": lambda limit, value, _: not isinstance(value, list) or len(value) <= limit,
    "uniqueItems": lambda limit, value, work: not limit or not isinstance(value, list) or is_unique(value, work),
    "minLength": lambda limit, value, _: not isinstance(value, str) or len(value) >= limit,
    "maxLength": lambda limit, value, _: not isinstance(value, str) or len(value) <= limit,
    "minimum": lambda limit, value, _: not is_number(value) or not value < limit,
    "maximum": lambda limit, value, _: not is_number(value) or not value > limit,
    "exclusiveMinimum": lambda limit, value, _: not is_number(value) or not value <= limit,
    "exclusiveMaximum": lambda limit, value, _: not is_number(value) or not value >= limit,
    "multipleOf": lambda limit, value, _: not is_number(value) or is_multiple(limit, value),
}

_COMPOUND: Mapping[str, Callable[[SubsetValidator, JSON, JSON, Path, Work, Object], Iterator[Fault]]] = {
    "$ref": SubsetValidator._reference,  # noqa: SLF001 - a table of this class's methods
    "required": SubsetValidator._required,  # noqa: SLF001
    "properties": SubsetValidator._properties,  # noqa: SLF001
    "additionalProperties": SubsetValidator._additional,  # noqa: SLF001
    "prefixItems": SubsetValidator._prefix_items,  # noqa: SLF001
    "items": SubsetValidator._items,  # noqa: SLF001
    "allOf": SubsetValidator._all_of,  # noqa: SLF001
    "anyOf": SubsetValidator._any_of,  # noqa: SLF001
    "oneOf": SubsetValidator._one_of,  # noqa: SLF001
}
