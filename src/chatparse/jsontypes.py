"""The shapes of JSON values and documents, named once."""

from __future__ import annotations

from typing import Any, TypeAlias

JSON: TypeAlias = Any
"""A JSON value: `None`, bool, int, float, str, list or dict of these. A recursive type would make callers cast."""

Object: TypeAlias = dict[str, Any]
"""A JSON object."""

__all__ = ["JSON", "Object"]
