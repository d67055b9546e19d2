"""A loaded response template: frozen, shared by every parser and thread that uses it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, final

from chatparse.errors import Problem
from chatparse.jsontypes import Object
from chatparse.template.anchor import StartAnchor
from chatparse.template.document import fresh
from chatparse.template.field import Field
from chatparse.template.losses import losses, without_loss

__all__ = ["ResponseTemplate"]


@final
@dataclass(frozen=True, slots=True, eq=False)
class ResponseTemplate:
    """A response template, ready to parse with. Two are equal when their documents and `lossless` are."""

    defaults: Object
    fields: Mapping[str, Field]
    implicit: Field | None
    anchor: StartAnchor
    version: int
    document: Object
    """The document as it was read; never change it (`to_dict` gives a copy)."""
    warnings: tuple[Problem, ...] = ()
    """What is allowed but can hardly be meant, such as a placeholder that nothing ever fills."""
    lossless: bool = False
    """Whether fields of text that do not repeat keep all their regions (see `load_document`)."""
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
        key = json.dumps(self.document, sort_keys=True, separators=(",", ":"))
        object.__setattr__(self, "key", f"lossless {key}" if self.lossless else key)

    def to_dict(self) -> Object:
        """Return a copy of the document, which loads to an equal template."""
        copied: Object = fresh(self.document)
        return copied

    def losses(self) -> tuple[Problem, ...]:
        """Return where a message can lack text that the model wrote: the place, what is lost, and the mend."""
        return losses(self.fields)

    def without_loss(self) -> ResponseTemplate:
        """Return the template with fields of text that keep all their regions, as `load_document` describes."""
        if self.lossless:
            return self
        fields = {name: without_loss(one) for name, one in self.fields.items()}
        implicit = None if self.implicit is None else fields[self.implicit.name]
        return replace(self, fields=fields, implicit=implicit, lossless=True)

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
        return (ResponseTemplate, (*arguments, self.document, self.warnings, self.lossless))
