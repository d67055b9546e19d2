"""How large a response template may be, in one place."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIMITS", "TemplateLimits"]


@dataclass(frozen=True, slots=True)
class TemplateLimits:
    """The bounds that keep a hostile template from costing more than its reading is worth."""

    depth: int = 64
    """Levels of objects and lists in the document, itself included."""
    values: int = 65_536
    """Values of all kinds in the document."""
    characters: int = 1_048_576
    """Characters of all strings and keys together."""
    integer_bits: int = 4_096
    fields: int = 256
    literals: int = 1_024
    """Literals of one delimiter."""
    literal_length: int = 4_096
    pattern_length: int = 4_096
    transform_values: int = 4_096
    """Values of all kinds in one transform."""
    unknown_keys: int = 16
    """Unknown keys of one object that are named one by one in the error."""


LIMITS = TemplateLimits()
"""The limits that hold for every template."""
