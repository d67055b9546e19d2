"""Any Python value -> a private, plain JSON document within the limits, or the problems that stand in the way.

Whatever comes after this step may trust its input: only `dict`, `list`, `str`, `int`, `float`, `bool` and `None`
themselves (no subclasses whose methods could do anything), string keys, finite numbers, no cycles, bounded size.
"""

from __future__ import annotations

import math
from typing import Any

from chatparse.errors import Problem
from chatparse.jsontypes import JSON
from chatparse.template.limits import LIMITS, TemplateLimits
from chatparse.template.wording import element, kind, member

__all__ = ["DocumentReader", "fresh"]


class BeyondLimitError(Exception):
    """The document is beyond a limit: there is no point in reading on."""


class DocumentReader:
    """Copies one document; `problems` holds what is not JSON in it."""

    def __init__(self, limits: TemplateLimits = LIMITS) -> None:
        self.limits = limits
        self.problems: list[Problem] = []
        self.values = 0
        self.characters = 0
        self.inside: list[int] = []

    def read(self, document: object) -> JSON:
        """Return a plain copy of `document`, with `None` where a value is not JSON.

        Args:
            document: any Python value at all.

        Returns:
            The copy. It is complete only when `problems` is empty afterwards; beyond a limit it is `None`.
        """
        try:
            return self.copy(document, "$")
        except BeyondLimitError:
            return None

    def copy(self, value: object, path: str) -> JSON:
        self.values += 1
        if self.values > self.limits.values:
            self.stop("$", f"has more than {self.limits.values:,} values")
        # `isinstance` would ask the value for its `__class__`, which can be any code
        of = type(value)
        if value is None or of is bool:
            return value
        if issubclass(of, str):
            return self.string(value)
        if issubclass(of, int):
            return self.integer(value, path)
        if issubclass(of, float):
            return self.number(value, path)
        if issubclass(of, (dict, list)):
            return self.container(value, path)
        mend = "write it as a list" if issubclass(of, tuple) else ""
        return self.refuse(path, f"must be a JSON value, got {kind(value)}", mend)

    def string(self, value: Any) -> str:
        text: str = str.__str__(value)
        self.characters += len(text)
        if self.characters > self.limits.characters:
            self.stop("$", f"has more than {self.limits.characters:,} characters in its strings")
        return text

    def integer(self, value: Any, path: str) -> JSON:
        number: int = int.__pos__(value)
        if number.bit_length() > self.limits.integer_bits:
            return self.refuse(path, f"is an integer of more than {self.limits.integer_bits:,} bits")
        return number

    def number(self, value: Any, path: str) -> JSON:
        number: float = float.__pos__(value)
        if not math.isfinite(number):
            return self.refuse(path, "is a number that JSON cannot write (NaN or infinity)")
        return number

    def container(self, value: Any, path: str) -> JSON:
        if id(value) in self.inside:
            return self.refuse(path, "contains itself")
        if len(self.inside) >= self.limits.depth:
            self.stop(path, f"is nested more than {self.limits.depth} levels deep")
        self.inside.append(id(value))
        try:
            if issubclass(type(value), dict):
                return self.mapping(value, path)
            return [self.copy(item, element(path, index)) for index, item in enumerate(list.__iter__(value))]
        finally:
            self.inside.pop()

    def mapping(self, value: Any, path: str) -> dict[str, JSON]:
        out: dict[str, JSON] = {}
        for key, item in list(dict.items(value)):
            if not issubclass(type(key), str):
                self.refuse(path, f"has a key that is not a string: {kind(key)}", "write the key as a string")
                continue
            name = self.string(key)
            out[name] = self.copy(item, member(path, name))
        return out

    def refuse(self, path: str, cause: str, mend: str = "") -> None:
        self.problems.append(Problem(path, cause, mend))

    def stop(self, path: str, cause: str) -> None:
        self.refuse(path, cause)
        raise BeyondLimitError


def fresh(value: JSON) -> JSON:
    """Return a copy of a plain JSON value that shares no list and no object with it."""
    if type(value) is dict:
        return {key: fresh(item) for key, item in value.items()}
    if type(value) is list:
        return [fresh(item) for item in value]
    return value
