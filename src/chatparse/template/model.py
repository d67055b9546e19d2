"""A loaded response template: frozen, shared by every parser and thread that uses it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, final

from chatparse.content.base import ContentParser
from chatparse.errors import ContentError, Problem
from chatparse.jsontypes import JSON, Object
from chatparse.template.anchor import StartAnchor
from chatparse.template.delimiter import Delimiter
from chatparse.template.document import fresh
from chatparse.template.transform import Transform
from chatparse.template.wording import kind

__all__ = ["Field", "ResponseTemplate"]


@dataclass(frozen=True, slots=True)
class Field:
    """One key of the message: what opens and closes its regions and how their text becomes a value."""

    name: str
    open: Delimiter | None
    """`None` for the implicit field, which takes the text outside all regions."""
    close: Delimiter | None
    repeats: bool
    join: str | None
    optional: bool
    content_type: str
    content: ContentParser
    dirty: bool
    """Whether chunks are raw text that only means something once the region is closed."""
    transform: Transform | None

    def value(self, body: str, captures: Mapping[str, str]) -> JSON:
        """Return the value of a closed region.

        Args:
            body: the region's text.
            captures: the named groups of its delimiters that took part.

        Returns:
            The parsed and transformed value.

        Raises:
            ContentError: the body is not of the content type, or its value does not fit the transform or the join.
        """
        value = self.content.parse(body)
        if self.transform is not None:
            value = self.transform.apply(value, captures)
        if self.join is not None and not isinstance(value, str):
            raise ContentError(f"field `{self.name}` joins strings, but this region's value is {kind(value)}")
        return value

    def joined(self, pieces: list[str]) -> str:
        """Return the pieces of a joined field as one text."""
        return (self.join or "").join(pieces)


@final
@dataclass(frozen=True, slots=True, eq=False)
class ResponseTemplate:
    """A response template, ready to parse with. Two are equal when their documents are."""

    defaults: Object
    fields: Mapping[str, Field]
    implicit: Field | None
    anchor: StartAnchor
    version: int
    document: Object
    """The document as it was read; never change it (`to_dict` gives a copy)."""
    warnings: tuple[Problem, ...] = ()
    """What is allowed but can hardly be meant, such as a placeholder that nothing ever fills."""
    openers: tuple[Field, ...] = field(init=False)
    """The fields that have an opener, by name: where two openers match the same span, the first name wins."""
    required: tuple[str, ...] = field(init=False)
    """The fields that are not optional."""
    flat: bool = field(init=False, repr=False)
    """Whether the defaults hold nothing that could be changed in place."""
    key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        fields = MappingProxyType(dict(self.fields))
        opening = [one for one in fields.values() if one.open is not None]
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "openers", tuple(sorted(opening, key=lambda one: one.name)))
        object.__setattr__(self, "required", tuple(one.name for one in fields.values() if not one.optional))
        flat = not any(isinstance(value, dict | list) for value in self.defaults.values())
        object.__setattr__(self, "flat", flat)
        object.__setattr__(self, "key", json.dumps(self.document, sort_keys=True, separators=(",", ":")))

    def to_dict(self) -> Object:
        """Return a copy of the document, which loads to an equal template."""
        copied: Object = fresh(self.document)
        return copied

    def initial_message(self) -> Object:
        """Return a copy of the defaults, to be filled by a parser."""
        defaults = self.defaults
        copied: Object = defaults.copy() if self.flat else fresh(defaults)
        return copied

    def truncate(self, prefix: str) -> str:
        """Return the part of a prompt that belongs to the message being written: what follows the last start anchor."""
        return self.anchor.cut(prefix)

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, ResponseTemplate) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __copy__(self) -> ResponseTemplate:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> ResponseTemplate:
        # nothing in it ever changes, so whoever copies a parser shares its template
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.defaults, dict(self.fields), self.implicit, self.anchor, self.version)
        return (ResponseTemplate, (*arguments, self.document, self.warnings))
