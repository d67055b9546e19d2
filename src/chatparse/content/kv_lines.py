"""Lines of `key: value`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chatparse.content.base import ContentParser, patterns_in
from chatparse.errors import ContentError
from chatparse.jsontypes import Object
from chatparse.patterns import Pattern

__all__ = ["KvLines"]


@dataclass(frozen=True, slots=True)
class KvLines:
    """Every line that holds `kv_sep` gives one key, whose last value stands; other lines are passed over."""

    line_sep: str = "\n"
    kv_sep: str = ":"
    strip: bool = True
    """Whether lines, keys and values lose the white space around them."""
    value_parser: ContentParser | None = None
    """Parses the text of each value, which stays as it is where there is none."""

    def parse(self, text: str) -> Object:
        """Collect the lines."""
        values: Object = {}
        line_start = 0
        for raw_line in text.split(self.line_sep):
            line = raw_line.strip() if self.strip else raw_line
            key, found, value = line.partition(self.kv_sep)
            if found:
                if self.strip:
                    key, value = key.strip(), value.strip()
                values[key] = value if self.value_parser is None else self._parsed(value, line_start, len(raw_line))
            line_start += len(raw_line) + len(self.line_sep)
        return values

    def patterns(self, path: str) -> Iterator[tuple[str, Pattern]]:
        """Yield the patterns of the values' parser, each with its JSON path."""
        yield from patterns_in(self.value_parser, f"{path}.value_parser.args")

    def _parsed(self, value: str, line_start: int, line_length: int) -> object:
        assert self.value_parser is not None
        try:
            return self.value_parser.parse(value)
        except ContentError as error:
            cause = f"a line's value does not parse: {error.cause}"
            raise ContentError(cause, line_start, line_start + line_length) from None
