"""What the tests of the content types share: making a parser, and comparing values to the letter."""

from __future__ import annotations

from typing import Any

from chatparse.content import ContentParser, load_content
from chatparse.errors import ContentError, Problem

MILLION = 1_000_000

HOSTILE_TEXTS = {
    "open brackets": "[" * MILLION,
    "open objects": '{"a":' * 200_000,
    "quotes": '"' * (MILLION + 1),
    "backslashes": "\\" * MILLION,
    "a string of backslashes": '"' + "\\" * MILLION,
    "escaped quotes that never end": '"' + '\\"' * (MILLION // 2),
    "openers of custom strings": "<|" * (MILLION // 2),
    "two openers in turn": "<|«" * (MILLION // 3),
    "keys without a colon": "{a" * (MILLION // 2),
    "one long key": "{" + "a" * MILLION,
    "blanks after a brace": "{" + " " * MILLION,
    "digits": "1" * MILLION,
    "digits of a fraction": "1." + "1" * MILLION,
    "digits of an exponent": "1e" + "9" * MILLION,
    "NULs": "\0" * MILLION,
    "lone surrogates": "\ud800" * MILLION,
    "lone surrogate escapes": '["' + "\\ud800" * (MILLION // 6) + '"]',
    "lines": "a:1\n" * (MILLION // 4),
    "separators": ":" * MILLION,
    "calls that never end": "[" + "f()," * (MILLION // 4),
    "arguments that never end": "[f(" + "a=1," * (MILLION // 4),
    "nested arguments": "[f(a=" + "[" * MILLION,
    "a long dotted name": "[" + "a." * (MILLION // 2),
    "a call list of escapes": "[f(a='" + "\\u0041" * (MILLION // 6) + "')]",
    "unclosed tags": "<a>" * (MILLION // 3),
}
"""Texts that make a careless parser slow, or make it raise what it should not."""


def parser(name: str, /, **args: Any) -> ContentParser:
    """Make a content parser; the arguments are those of `content_args`."""
    problems: list[Problem] = []
    loaded = load_content(name, args, "$.fields.x", problems)
    assert loaded is not None, problems
    return loaded


def exact(value: Any) -> Any:
    """Give a form of a value that keeps `1`, `1.0` and `True`, `0.0` and `-0.0`, and the order of keys apart."""
    if isinstance(value, dict):
        return [(key, exact(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [exact(item) for item in value]
    return type(value), repr(value)


def outcome(content: ContentParser, text: str) -> Any:
    """Give the value, or `ContentError`; the place of an error must lie within the text."""
    try:
        return content.parse(text)
    except ContentError as error:
        start, end = error.start, error.end
    assert start is None or 0 <= start <= len(text)
    assert start is None or end is None or start <= end <= len(text)
    return ContentError
