"""One field of a template: its delimiters, and how the text of its regions becomes a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from chatparse.content.base import ContentParser
from chatparse.errors import ContentError
from chatparse.jsontypes import JSON
from chatparse.template.delimiter import Delimiter
from chatparse.template.transform import Transform
from chatparse.template.wording import kind

__all__ = ["Field", "Gather"]

Gather: TypeAlias = Literal["document", "trimmed", "verbatim"]
"""How the values of a field's regions become one: as the document says (the last, a list, or joined), or, in a template
that is loaded without loss, as one text, trimmed at its ends or verbatim."""


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
    gather: Gather = "document"

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
        join = self.join or ""
        return join.join(filter(None, pieces)).strip() if self.gather == "trimmed" else join.join(pieces)
