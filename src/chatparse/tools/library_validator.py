"""Checking with the `jsonschema` library, kept within bounds.

Nothing here loads the library before it is needed. Each of its keywords counts its work; the few that depend on the
order of a set, cost the square of a list or round their numbers are replaced; and no reference is ever fetched, since
the schema has none but to itself and the registry is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import cache, partial
from typing import Any, Protocol

from chatparse.jsontypes import JSON, Object
from chatparse.tools.faults import Fault, Work
from chatparse.tools.subset_validator import is_multiple, is_unique

__all__ = ["Library", "load_library"]

REFERENCE_COST = 8
"""Following a reference, in keywords."""

_work: ContextVar[Work] = ContextVar("work")


class Check(Protocol):
    """A keyword of the library."""

    def __call__(self, validator: Any, limit: Any, instance: Any, schema: Any) -> Iterable[Any] | None: ...


class Library:
    """The library, loaded."""

    def __init__(self) -> None:
        # here, and not above, so that only those who check arguments pay for it
        import jsonschema  # noqa: PLC0415
        import referencing  # noqa: PLC0415
        from jsonschema import validators  # noqa: PLC0415

        self._error = jsonschema.ValidationError
        self._registry = referencing.Registry()
        base = jsonschema.Draft202012Validator
        checks: dict[str, Any] = dict(base.VALIDATORS)
        checks |= {
            "required": self._required,
            "additionalProperties": self._additional,
            "uniqueItems": self._unique,
            "multipleOf": self._multiple,
        }
        bounded = {keyword: partial(_bounded, keyword, check) for keyword, check in checks.items()}
        self._validator: Callable[..., Any] = validators.extend(base, bounded)  # type: ignore[no-untyped-call]

    def faults(self, schema: Object, value: JSON, work: Work) -> Iterator[Fault]:
        """Find what is wrong with a value.

        Args:
            schema: a schema that `read_schema` gave.
            value: the value.
            work: what the check may cost.

        Raises:
            ExhaustedError: that cost too much.
        """
        token = _work.set(work)
        try:
            for error in self._validator(schema, registry=self._registry).iter_errors(value):
                yield _fault(error)
        finally:
            _work.reset(token)

    def _required(self, _validator: Any, limit: Any, instance: Any, _schema: Any) -> Iterator[Any]:
        if isinstance(instance, dict):
            for name in limit:
                if name not in instance:
                    yield self._error("", validator="required", validator_value=name)

    def _additional(self, validator: Any, limit: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if not isinstance(instance, dict):
            return
        known = schema.get("properties", {})
        for name, member in instance.items():
            if name in known:
                continue
            if limit is False:
                yield self._error("", validator="additionalProperties", validator_value=name)
            else:
                yield from validator.descend(member, limit, path=name)

    def _unique(self, _validator: Any, limit: Any, instance: Any, _schema: Any) -> Iterator[Any]:
        if limit and isinstance(instance, list) and not is_unique(instance, _work.get()):
            yield self._error("")

    def _multiple(self, validator: Any, limit: Any, instance: Any, _schema: Any) -> Iterator[Any]:
        if validator.is_type(instance, "number") and not is_multiple(limit, instance):
            yield self._error("")


@cache
def load_library() -> Library | None:
    """Load the library; `None` where it is not installed, or not in a release that can be used."""
    try:
        return Library()
    except (ImportError, AttributeError, TypeError):
        return None


def _bounded(keyword: str, check: Check, validator: Any, limit: Any, instance: Any, schema: Any) -> Iterator[Any]:
    """Check a keyword of the library, and count what that costs."""
    if instance is None and schema.get("nullable") is True:
        return
    work = _work.get()
    work.enter(_cost(keyword, limit, instance))
    try:
        for error in check(validator, limit, instance, schema) or ():
            work.spend(work.weight)
            yield error
    finally:
        work.leave()


def _cost(keyword: str, limit: Any, instance: Any) -> int:
    cost = REFERENCE_COST if keyword == "$ref" else 1
    if isinstance(limit, list | dict):
        cost += len(limit)
    if isinstance(instance, list | dict) and keyword in ("additionalProperties", "items", "contains"):
        cost += len(instance)
    return cost


def _fault(error: Any) -> Fault:
    keyword, limit, schema = error.validator, error.validator_value, error.schema
    path = tuple(error.absolute_path)
    if keyword == "additionalProperties":
        return Fault(path, keyword, limit, error.instance, known=tuple(schema.get("properties", ())))
    if keyword == "items":
        return Fault(path, keyword, len(schema.get("prefixItems", ())), error.instance)
    if not error.context:
        return Fault(path, keyword, limit, error.instance)
    branches: dict[Any, list[Fault]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(_fault(inner))
    return Fault(path, keyword, limit, error.instance, branches=tuple(map(tuple, branches.values())))
