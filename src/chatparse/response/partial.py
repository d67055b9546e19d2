"""What can be read of calls that were cut off or broken.

Whatever a region holds is first written as JSON, as far as it goes, and then read by a decoder that takes the beginning
of a text for an answer. What it gives is a part of what the whole would have been: never a number that may lack digits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from chatparse.content.base import ContentParser
from chatparse.content.call_list import CallList
from chatparse.content.json_text import JsonDialect, JsonText
from chatparse.jsontypes import JSON, Object

__all__ = ["Cut", "PartialCall", "partial_calls"]

NAMES = ("name", "tool_name", "function", "tool")
ARGUMENTS = ("arguments", "parameters", "args", "input")
NUMBER = "0123456789+-.eE"

_WORD = r"[A-Za-z_][\w.-]*+"
_CALL_TOKEN = re.compile(
    r"""(?P<double>"(?:[^"\\]|\\.)*+(?:"|\\?\Z))"""
    r"""|'(?P<single>(?:[^'\\]|\\.)*+)(?:(?P<closed>')|\\?\Z)"""
    rf"|(?P<call>{_WORD})\s*+\(|(?P<argument>{_WORD})\s*+=|(?P<word>{_WORD})(?P<unfinished>\Z)?|(?P<done>\))",
    re.DOTALL,
)
_CONSTANTS = {"True": "true", "False": "false", "None": "null"}
_IN_SINGLE = re.compile(r"""\\'|"|\\.""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a text breaks off: the string that was being written, and how much of it there is."""

    path: str
    characters: int


@dataclass(frozen=True, slots=True)
class PartialCall:
    """What can be read of a call."""

    name: str | None = None
    arguments: JSON = None
    """The arguments so far, `None` where nothing can be read."""
    cut: Cut | None = None


def partial_calls(body: str, content: ContentParser, *, has_name: bool, at_end: bool) -> list[PartialCall]:
    """Read the beginning of a call, or of a list of calls.

    Args:
        body: the text of the region.
        content: what could not parse it.
        has_name: whether the name stands elsewhere, so that the body is the arguments alone.
        at_end: whether the text ends with the body, so that what stands last may not be whole.

    Returns:
        The calls; all but the last are whole. At least one, of which nothing may be known.
    """
    written = _as_json(body, content)
    known, with_string = (None, None) if written is None else _read(written, at_end=at_end)
    if has_name:
        arguments = with_string if isinstance(with_string, dict) else None
        return [PartialCall(None, arguments, _cut(known, with_string, "arguments"))]
    values = with_string if isinstance(with_string, list) else [with_string]
    settled = known if isinstance(known, list) else [known]
    settled += [None] * (len(values) - len(settled))
    calls = [_call(before, value) for before, value in zip(settled, values, strict=False) if isinstance(value, dict)]
    return calls or [PartialCall()]


def _call(known: JSON, value: Object) -> PartialCall:
    known = known if isinstance(known, dict) else {}
    inner = value.get("function")
    if isinstance(inner, dict):
        return _call(known.get("function"), inner)
    name = next((known[key] for key in NAMES if isinstance(known.get(key), str)), None)
    key = next((key for key in ARGUMENTS if key in value), None)
    if key is None:
        return PartialCall(name)
    return PartialCall(name, value[key], _cut(known.get(key), value[key], "arguments"))


def _cut(known: JSON, value: JSON, path: str) -> Cut | None:
    """Follow the last member of a value down to the string that is open, which `known` lacks."""
    while True:
        if isinstance(value, dict) and value:
            key = next(reversed(value))
            path, known = f"{path}.{key}", known.get(key) if isinstance(known, dict) else None
            value = value[key]
        elif isinstance(value, list) and value:
            place = len(value) - 1
            path, known = f"{path}[{place}]", known[place] if isinstance(known, list) and place < len(known) else None
            value = value[place]
        else:
            return Cut(path, len(value)) if isinstance(value, str) and known is None else None


# ------------------------------------------------------------------ the beginning of a JSON text
def _read(text: str, *, at_end: bool) -> tuple[JSON, JSON]:
    """Return what is certain, and the same with the string that is open at the end of the text."""
    try:
        known, with_string = _decoded(text, "on"), _decoded(text, "trailing-strings")
    except ValueError:
        text = text[: _first_fault(text)]
        known = with_string = _decoded_if_possible(text)
        at_end = True
    if at_end and text[-1:].isdigit() and known == with_string:
        # more digits may have been to come
        known = with_string = _decoded_if_possible(text.rstrip(NUMBER))
    return known, with_string


def _first_fault(text: str) -> int:
    """Return up to where a text may be the beginning of JSON."""
    try:
        text.encode()
        json.loads(text)
    except UnicodeEncodeError as error:
        return error.start
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        pass
    return 0


def _decoded_if_possible(text: str) -> JSON:
    try:
        return _decoded(text, "on")
    except ValueError:
        return None


def _decoded(text: str, strings: Literal["on", "trailing-strings"]) -> JSON:
    import jiter  # noqa: PLC0415 - only a broken call is worth loading it

    return jiter.from_json(text.encode(), partial_mode=strings)


# ------------------------------------------------------------------ other notations, written as JSON
def _as_json(body: str, content: ContentParser) -> str | None:
    """Return a body as JSON as far as it goes, or `None` where it is of no kin to JSON."""
    if isinstance(content, JsonText):
        return body
    if isinstance(content, CallList):
        return _CALL_TOKEN.sub(_call_token, body)
    return "".join(_from_dialect(body, content)) if isinstance(content, JsonDialect) else None


def _call_token(token: re.Match[str]) -> str:
    if token["single"] is not None:
        inside = _IN_SINGLE.sub(_from_single, token["single"])
        return f'"{inside}"' if token["closed"] else f'"{inside}'
    if token["call"] is not None:
        return f'{{"name":"{token["call"]}","arguments":{{'
    if token["argument"] is not None:
        return f'"{token["argument"]}":'
    if token["word"] is not None:
        return _CONSTANTS.get(token["word"], "" if token["unfinished"] is not None else token["word"])
    return "}}" if token["done"] else token[0]


def _from_single(token: re.Match[str]) -> str:
    return {"\\'": "'", '"': '\\"'}.get(token[0], token[0])


def _from_dialect(body: str, content: JsonDialect) -> Iterator[str]:
    closers = dict(reversed(content.string_delims))
    markers = "|".join(re.escape(opener) for opener, _ in content.string_delims)
    grammar = r"""(?P<string>"(?:[^"\\]|\\.)*+(?:"|\\?\Z))"""
    if content.unquoted_keys:
        grammar += r"|(?P<before>[{,]\s*+)(?P<key>\w++)(?:(?=\s*+:)|(?P<unfinished>\s*+\Z))"
    if markers:
        grammar = f"(?P<marker>{markers})|{grammar}"
    search, at = re.compile(grammar, re.DOTALL).search, 0
    while (found := search(body, at)) is not None:
        yield body[at : found.start()]
        at = found.end()
        kind = found.lastgroup
        if kind == "marker":
            closer = closers[found[0]]
            end = body.find(closer, at)
            if end < 0:
                yield _quoted(_without_beginning(body[at:], [closer]))[:-1]
                return
            yield _quoted(body[at:end])
            at = end + len(closer)
        elif kind == "string":
            yield found[0]
        else:
            yield found["before"] if found["unfinished"] is not None else f'{found["before"]}"{found["key"]}"'
    yield _without_beginning(body[at:], list(closers))


def _without_beginning(text: str, markers: Sequence[str]) -> str:
    """Return a text without the beginning of a marker that it ends in."""
    most = max(
        (size for marker in markers for size in range(1, len(marker)) if text.endswith(marker[:size])), default=0
    )
    return text[: len(text) - most]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
