"""Where a version 1 template loses text, and the same field without the loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from chatparse.content.scalars import Text
from chatparse.errors import Problem
from chatparse.template.field import Field
from chatparse.template.wording import member

__all__ = ["losses", "without_loss"]

LOAD = "or load it with `lossless=True`"


def without_loss(field: Field) -> Field:
    """Return the field as it keeps all its regions: changed only if it does not repeat and its values are texts.

    The pieces of the implicit field are one text that regions interrupt: they are put together as they stand, and the
    whole is trimmed once. Regions with an opener are texts of their own: each is trimmed, and a newline separates them.
    """
    content = field.content
    if field.repeats or field.transform is not None or not isinstance(content, Text):
        return field
    if not content.strip:
        return replace(field, join="", gather="verbatim")
    if field.open is None:
        return replace(field, join="", gather="trimmed", content=replace(content, strip=False))
    return replace(field, join="\n", gather="trimmed")


def losses(fields: Mapping[str, Field]) -> tuple[Problem, ...]:
    """Return the places where text can be lost."""
    return tuple(_losses(fields))


def _losses(fields: Mapping[str, Field]) -> Iterator[Problem]:
    if all(field.open is not None for field in fields.values()):
        mend = 'add a field without an opener, such as "content": {}'
        yield Problem("$.fields", "none of the fields takes the text outside of all regions: that text is lost", mend)
    for field in fields.values():
        if field.repeats or field.gather != "document" or not _comes_again(field, fields):
            continue
        pieces = "pieces of text between other regions" if field.open is None else "regions"
        yield Problem(member("$.fields", field.name), f"keeps only the last of its {pieces}", _mend(field))


def _comes_again(field: Field, fields: Mapping[str, Field]) -> bool:
    """Say whether a message can have more than one region of the field: something must have ended the first."""
    if field.close is not None:
        return True
    return field.open is None and any(other.open is not None and other.close is not None for other in fields.values())


def _mend(field: Field) -> str:
    if field.transform is not None and field.transform.each:
        return 'if there can be several, let each call be a region of its own, with "repeats": true'
    if field.transform is not None or not isinstance(field.content, Text):
        return 'if there can be several, add "repeats": true'
    return f'add "repeats": true and "join": "\\n", {LOAD}'
