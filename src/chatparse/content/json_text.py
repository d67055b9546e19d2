"""JSON, and the almost-JSON that models write: bare keys, and strings between markers of their own.

Plain JSON is one call of the standard decoder. A dialect is read by one pass of a scanner that stops at the four things
that matter (a marker, a quoted string, a quote that nothing closes, a bare key), puts JSON in the place of what is not,
and hands the result to the same decoder. So numbers, constants, repeated keys and errors are alike in both, and what
stands inside a string, of either kind, is never looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from chatparse.errors import ContentError
from chatparse.jsontypes import JSON
from chatparse.patterns import compile_pattern

__all__ = ["JsonDialect", "JsonText", "build_json"]

_decoder = json.JSONDecoder()
_decode = _decoder.decode
_scan: Callable[[str, int], tuple[JSON, int]] = cast("Any", _decoder).scan_once  # the stubs do not know it
_JSON_SPACE = " \t\n\r"
# Not the ASCII encoder: it would turn two lone surrogates that are neighbours into one character.
_quote = json.JSONEncoder(ensure_ascii=False).encode

# What a word is beyond ASCII is for the format's own dialect to say, and it differs from that of `re`.
_WORD = compile_pattern(r"\w+")
_WORD_OR_NOT_ASCII = r"[\w\x80-\U0010ffff]++"

_SPACE = r"[ \t\n\r]*+"
_STRING = r'(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")|(?P<open_quote>")'


def _problem(error: ValueError | RecursionError) -> tuple[str, int | None]:
    """Say what the decoder did not like, and where."""
    if isinstance(error, json.JSONDecodeError):
        return f"not valid JSON: {error.msg}", error.pos
    if isinstance(error, RecursionError):
        return "not usable JSON: nested too deeply", None
    return "not usable JSON: a number has too many digits", None


@dataclass(frozen=True, slots=True)
class JsonText:
    """Plain JSON."""

    allow_non_json: bool = False
    """Whether text that is not JSON is given as it is, stripped."""

    def parse(self, text: str) -> JSON:
        """Decode the text."""
        body = text.strip(_JSON_SPACE)
        try:
            value, end = _scan(body, 0)
            if end == len(body):
                return value
        except (ValueError, StopIteration, RecursionError):
            pass  # the decoder proper says what is wrong, and where
        try:
            return _decode(text)
        except (ValueError, RecursionError) as error:
            if self.allow_non_json:
                return text.strip()
            raise ContentError(*_problem(error)) from None


@dataclass(frozen=True, slots=True)
class JsonDialect:
    """JSON whose keys may be bare words and whose strings may stand between custom markers."""

    unquoted_keys: bool = False
    string_delims: tuple[tuple[str, str], ...] = ()
    allow_non_json: bool = False
    _token: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _plain_token: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        markers = "|".join(re.escape(opener) for opener, _ in self.string_delims)
        plain = _STRING
        if self.unquoted_keys:
            not_a_marker = f"(?!{markers})" if markers else ""
            plain += rf"|[{{,]{_SPACE}{not_a_marker}(?P<key>{_WORD_OR_NOT_ASCII})(?={_SPACE}:)"
        token = f"(?P<marker>{markers})|{plain}" if markers else plain
        object.__setattr__(self, "_token", re.compile(token, re.DOTALL))
        object.__setattr__(self, "_plain_token", re.compile(plain, re.DOTALL))

    def parse(self, text: str) -> JSON:
        """Rewrite the text as JSON and decode it."""
        try:
            return self._parse(text)
        except ContentError:
            if self.allow_non_json:
                return text.strip()
            raise

    def _parse(self, text: str) -> JSON:
        rewrite = self._rewrite(text)
        try:
            return _decode("".join(rewrite.pieces))
        except (ValueError, RecursionError) as error:
            cause, position = _problem(error)
            raise ContentError(cause, None if position is None else rewrite.origin(position)) from None

    def _rewrite(self, text: str) -> _Rewrite:
        rewrite = _Rewrite(text)
        delimited = _DelimitedStrings(text, self.string_delims)
        position = 0
        while (token := self._token.search(text, position)) is not None:
            kind = token.lastgroup
            if kind == "marker":
                body = delimited.at(token.start())
                if body is not None:
                    start, end, position = body
                    rewrite.replace(token.start(), position, _quote(text[start:end]))
                    continue
                # Nothing closes it, so it is no marker here: see what else may start at this place.
                position = token.start() + 1
                plain_token = self._plain_token.match(text, token.start())
                if plain_token is None:
                    continue
                token, kind = plain_token, plain_token.lastgroup
            if kind == "open_quote":
                # Reading on from here would meet every later quote as an opener again.
                raise ContentError("not valid JSON: a string is not terminated", token.start())
            if kind == "key" and _is_word(token["key"]):
                rewrite.replace(*token.span("key"), f'"{token["key"]}"')
            position = token.end()
        rewrite.finish()
        return rewrite


def _is_word(text: str) -> bool:
    return text.isascii() or [(0, len(text))] == [(word.start, word.end) for word in _WORD.find_all(text)]


class _DelimitedStrings:
    """Finds the strings between custom markers in one text.

    A closer that was once looked for in vain is not looked for again, so the search is linear.
    """

    __slots__ = ("_pairs", "_text")

    def __init__(self, text: str, pairs: tuple[tuple[str, str], ...]) -> None:
        self._text = text
        self._pairs = list(pairs)

    def at(self, position: int) -> tuple[int, int, int] | None:
        """Give the start and end of the string that opens at `position`, and where its closer ends."""
        for pair in tuple(self._pairs):
            opener, closer = pair
            if self._text.startswith(opener, position):
                start = position + len(opener)
                end = self._text.find(closer, start)
                if end >= 0:
                    return start, end, end + len(closer)
                self._pairs.remove(pair)
        return None


class _Rewrite:
    """A text with parts of it replaced, which still knows where each character came from.

    `pieces` holds, in turn, text that was kept and what replaces the text after it; it ends with a kept one.
    """

    __slots__ = ("_origins", "_source", "pieces")

    def __init__(self, source: str) -> None:
        self._source = source
        self.pieces: list[str] = []
        self._origins: list[int] = [0]

    def replace(self, start: int, end: int, replacement: str) -> None:
        """Put `replacement` in the place of `start:end`, which lies after all that was replaced before."""
        self.pieces += (self._source[self._origins[-1] : start], replacement)
        self._origins += (start, end)

    def finish(self) -> None:
        """Keep the rest of the text."""
        self.pieces.append(self._source[self._origins[-1] :])
        self._origins.append(len(self._source))

    def origin(self, position: int) -> int:
        """Give the place in the source that a place in the joined pieces came from."""
        passed = 0
        for piece, (start, end) in zip(self.pieces, pairwise(self._origins), strict=True):
            if position < passed + len(piece):
                return min(start + position - passed, max(start, end - 1))
            passed += len(piece)
        return len(self._source)


def build_json(
    *, unquoted_keys: bool, string_delims: tuple[tuple[str, str], ...], allow_non_json: bool
) -> JsonText | JsonDialect:
    """Make the parser that the arguments of the content type `json` ask for."""
    if unquoted_keys or string_delims:
        return JsonDialect(unquoted_keys, string_delims, allow_non_json)
    return JsonText(allow_non_json)
