"""A flat run of tags, each of which is one key and its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chatparse.content.base import ContentParser, patterns_in
from chatparse.errors import ContentError
from chatparse.jsontypes import JSON, Object
from chatparse.patterns import Found, Pattern

__all__ = ["XmlInline"]


@dataclass(frozen=True, slots=True)
class XmlInline:
    """Every match of `tag_pattern` gives one key; text between the tags is passed over."""

    tag_pattern: Pattern
    value_parser: ContentParser | None = None
    """Parses the text of each value, which stays as it is where there is none."""
    merge_duplicates: bool = False
    """Whether a key that comes again makes a list of its values; otherwise the last value stands."""

    def parse(self, text: str) -> Object:
        """Collect the tags."""
        values: Object = {}
        merged: set[str] = set()
        for tag in self.tag_pattern.find_all(text):
            key = tag.groups.get("key")
            if key is None:
                raise ContentError("a tag has no key: the group 'key' took no part in the match", tag.start, tag.end)
            value = self._value(tag)
            if not self.merge_duplicates or key not in values:
                values[key] = value
            elif key in merged:
                values[key].append(value)
            else:
                values[key] = [values[key], value]
                merged.add(key)
        return values

    def patterns(self, path: str) -> Iterator[tuple[str, Pattern]]:
        """Yield the tag pattern, and the patterns of the values' parser, each with its JSON path."""
        yield f"{path}.tag_pattern", self.tag_pattern
        yield from patterns_in(self.value_parser, f"{path}.value_parser.args")

    def _value(self, tag: Found) -> JSON:
        raw = tag.groups.get("value")
        if self.value_parser is None:
            return raw
        if raw is None:
            raise ContentError("a tag has no value: the group 'value' took no part in the match", tag.start, tag.end)
        try:
            return self.value_parser.parse(raw)
        except ContentError as error:
            raise ContentError(f"a tag's value does not parse: {error.cause}", tag.start, tag.end) from None
