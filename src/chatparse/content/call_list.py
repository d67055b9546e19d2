"""Calls written as Python writes them: `[f(a=1, b='x'), mod.g()]`.

The grammar is narrower than Python's, so that a reader in any language can agree with this one: keyword arguments only,
no trailing commas, values that JSON has. The reader goes forward only; every rule starts at `position` and leaves it
behind what it read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from chatparse.errors import ContentError
from chatparse.jsontypes import JSON, Object

__all__ = ["CallList", "CallListReader"]

Item = TypeVar("Item")

MAX_DEPTH = 100
MAX_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps."""

_SPACE = re.compile(r"[ \t\n\r]*+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*+(?:[.-][A-Za-z0-9_]++)*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?P<fraction>\.[0-9]++)?(?P<exponent>[eE][+-]?[0-9]++)?")
_STRING_BODY = {quote: re.compile(rf"[^{quote}\\\n\r]*+(?:\\.[^{quote}\\\n\r]*+)*+", re.DOTALL) for quote in ("'", '"')}
_ESCAPE = re.compile(
    r"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u(?P<unit>[0-9a-fA-F]{4})|(?P<letter>.))",
    re.DOTALL,
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_LETTERS = {"\\": "\\", "'": "'", '"': '"', "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}


@dataclass(frozen=True, slots=True)
class CallList:
    """A list of calls in brackets; each becomes `{"name": ..., "arguments": {...}}`."""

    def parse(self, text: str) -> list[Object]:
        """Read the calls."""
        try:
            return CallListReader(text).read()
        except RecursionError:
            # MAX_DEPTH keeps this from happening, but for a caller whose own stack is nearly full.
            raise ContentError("lists and dicts are nested too deeply") from None


class CallListReader:
    """Reads one call list."""

    __slots__ = ("_depth", "position", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self._depth = 0

    def read(self) -> list[Object]:
        """Read the whole text, which must be one call list."""
        self._skip_space()
        self._expect("[")
        calls = self._items("]", self._call)
        self._skip_space()
        if self.position < len(self.text):
            self._fail("text after the call list")
        return calls

    def _call(self) -> Object:
        name = self._name("a function name")
        self._skip_space()
        self._expect("(")
        return {"name": name, "arguments": self._members(")", self._argument)}

    def _argument(self) -> tuple[str, JSON]:
        name = self._name("an argument name")
        self._skip_space()
        self._expect("=")
        self._skip_space()
        return name, self._value()

    def _value(self) -> JSON:
        start = self.text[self.position : self.position + 1]
        if start in _STRING_BODY:
            return self._string()
        if start == "[":
            return self._nested(self._list)
        if start == "{":
            return self._nested(self._dict)
        if number := _NUMBER.match(self.text, self.position):
            return self._number(number)
        word = _NAME.match(self.text, self.position)
        if word is None or word[0] not in _CONSTANTS:
            self._fail("expected a string, a number, a list, a dict, True, False or None")
        self.position = word.end()
        return _CONSTANTS[word[0]]

    def _nested(self, read: Callable[[], JSON]) -> JSON:
        if self._depth == MAX_DEPTH:
            self._fail(f"lists and dicts are nested more than {MAX_DEPTH} levels deep")
        self._depth += 1
        self.position += 1
        value = read()
        self._depth -= 1
        return value

    def _list(self) -> list[JSON]:
        return self._items("]", self._value)

    def _dict(self) -> Object:
        return self._members("}", self._pair)

    def _pair(self) -> tuple[str, JSON]:
        if self.text[self.position : self.position + 1] not in _STRING_BODY:
            self._fail("expected a string as the key")
        key = self._string()
        self._skip_space()
        self._expect(":")
        self._skip_space()
        return key, self._value()

    def _members(self, closer: str, read: Callable[[], tuple[str, JSON]]) -> Object:
        members: Object = {}
        for start, (name, value) in self._items(closer, lambda: (self.position, read())):
            if name in members:
                self._fail("a name or key is given twice", start)
            members[name] = value
        return members

    def _items(self, closer: str, read: Callable[[], Item]) -> list[Item]:
        """Read items with commas between them, and the closer."""
        items: list[Item] = []
        self._skip_space()
        if self._take(closer):
            return items
        while True:
            items.append(read())
            self._skip_space()
            if self._take(closer):
                return items
            if not self._take(","):
                self._fail(f"expected ',' or {closer!r}")
            self._skip_space()

    def _number(self, number: re.Match[str]) -> int | float:
        self.position = number.end()
        if number["fraction"] is None and number["exponent"] is None:
            # The length comes first: converting a long run of digits is slow, or refused by Python.
            if len(number[0]) > len(str(-MAX_INTEGER)) or abs(integer := int(number[0])) > MAX_INTEGER:
                self._fail("an integer beyond 2**53 - 1", number.start())
            return integer
        value = float(number[0])
        if math.isinf(value):
            self._fail("a number too large for a float", number.start())
        return value

    def _string(self) -> str:
        start = self.position
        quote = self.text[start]
        body = _STRING_BODY[quote].match(self.text, start + 1)
        assert body is not None  # it matches the empty text
        if not self.text.startswith(quote, body.end()):
            self._fail("a string that is not terminated on its line", start)
        if lone := _SURROGATE.search(body[0]):
            self._fail("a lone surrogate", body.start() + lone.start())
        self.position = body.end() + 1
        return self._unescaped(body) if "\\" in body[0] else body[0]

    def _unescaped(self, body: re.Match[str]) -> str:
        def character(escape: re.Match[str]) -> str:
            if escape["high"] is not None:
                return chr(0x10000 + ((int(escape["high"], 16) - 0xD800) << 10) + int(escape["low"], 16) - 0xDC00)
            if escape["unit"] is not None:
                unit = chr(int(escape["unit"], 16))
                if _SURROGATE.match(unit):
                    self._fail("a lone surrogate", body.start() + escape.start())
                return unit
            if escape["letter"] not in _LETTERS:
                self._fail("an unknown escape", body.start() + escape.start())
            return _LETTERS[escape["letter"]]

        return _ESCAPE.sub(character, body[0])

    def _name(self, what: str) -> str:
        name = _NAME.match(self.text, self.position)
        if name is None:
            self._fail(f"expected {what}")
        self.position = name.end()
        return name[0]

    def _skip_space(self) -> None:
        space = _SPACE.match(self.text, self.position)
        assert space is not None  # it matches the empty text
        self.position = space.end()

    def _take(self, character: str) -> bool:
        found = self.text.startswith(character, self.position)
        self.position += found
        return found

    def _expect(self, character: str) -> None:
        if not self._take(character):
            self._fail(f"expected {character!r}")

    def _fail(self, cause: str, position: int | None = None) -> NoReturn:
        raise ContentError(f"not a call list: {cause}", self.position if position is None else position)
