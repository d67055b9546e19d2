"""Texts that come near the delimiters of a template, and documents that come near being templates."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any, Protocol

from matches import matches

__all__ = ["Chooser", "RandomChooser", "cuts", "mutated", "text", "tokens"]

MATCHES = 8
"""Matches of each pattern."""
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
META = "()[]{}|*+?.^$"

PIECES = [
    *(" ", "\n", "  \n\n", "\t", "\r\n", "\0", "\x1b[31m", "\x7f", "\u2028", "\ufeff", "é", "e\u0301"),
    *("\U0001f600", "\ud83d", "\ude00", "\udfff", "word", "A longer stretch of prose, with commas. ", "don't"),
    *("{", "}", "[", "]", '"', "'", "\\", '\\"', ":", ",", "<", ">", "|", "</", "<|", "|>", "<<<", "]]", "```"),
    *('{"name": "f", "arguments": {"a": 1}}', '{"name": "f", "parameters": {}}', '{"a": "x', '"}', '[{"a": 1}]', "[]"),
    *("{}", '{"a": NaN}', '{"a": 1e999}', '"\\ud800"', "9" * 40, "-", "null", "true", "f(a=1)", "a: 1\n", "f", "1.5"),
    *("{'a': 'b'}", "{a: 1}", '{"a": "</', "&lt;", "<a>", "</a>"),
]
LONG = [" ", "\n", "{", "[", "\\", '"', "a", "<", "9", '{"a":']


class Chooser(Protocol):
    """Where the choices come from: a random generator, or the bytes of a fuzzer."""

    def below(self, limit: int) -> int:
        """Return a number from 0 up to but without `limit`."""
        ...


class RandomChooser:
    """Choices of a random generator with a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)


def tokens(document: Any) -> list[str]:
    """Return what the delimiters of a document are made of: literals, and matches and literal parts of patterns."""
    found: dict[str, None] = {}
    for name, value in _members(document):
        if name.endswith("_pattern") and isinstance(value, str):
            found |= dict.fromkeys([*_literal_parts(value), *matches(value, MATCHES)])
        elif name in ("open", "close", "start_anchor"):
            found |= dict.fromkeys(one for one in (value if isinstance(value, list) else [value]) if type(one) is str)
        elif name == "string_delims" and isinstance(value, list):
            found |= dict.fromkeys(one for pair in value if isinstance(pair, list) for one in pair if type(one) is str)
    return [token for token in found if token]


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, member in value.items():
            yield str(name), member
            yield from _members(member)
    elif isinstance(value, list):
        for item in value:
            yield from _members(item)


def _literal_parts(pattern: str) -> Iterator[str]:
    """Cut a regular expression into the stretches of it that stand for themselves, roughly."""
    part, place = "", 0
    while place < len(pattern):
        char = pattern[place]
        if char == "\\" and place + 1 < len(pattern):
            place += 1
            char = pattern[place]
            literal = ESCAPES.get(char, "" if char.isalnum() else char)
        elif char == "(" and pattern[place + 1 : place + 2] == "?":
            literal = ""
            end = pattern.find(">", place) if pattern[place + 2 : place + 4] in ("P<", "P=") else place + 2
            place = max(end, place + 2)
        else:
            literal = "" if char in META else char
        if not literal and part:
            yield part
            part = ""
        part += literal
        place += 1
    if part:
        yield part


def text(chooser: Chooser, own: list[str], most: int = 14) -> list[str]:
    """Return the pieces of a text: delimiters, parts of delimiters, JSON, blanks, and what else can be in the way."""
    pieces: list[str] = []
    for _ in range(chooser.below(most + 1)):
        kind = chooser.below(16)
        if kind < 7 and own:
            pieces.append(own[chooser.below(len(own))])
        elif kind < 10 and own:
            token = own[chooser.below(len(own))]
            begin = chooser.below(len(token))
            pieces.append(token[begin : begin + 1 + chooser.below(len(token) - begin)])
        elif kind < 15:
            pieces.append(PIECES[chooser.below(len(PIECES))])
        elif chooser.below(8):
            pieces.append(chr(chooser.below(0x3000)))
        else:
            pieces.append(LONG[chooser.below(len(LONG))] * (1 + chooser.below(600)))
    return pieces


def cuts(chooser: Chooser, whole: str, pieces: list[str]) -> list[str]:
    """Cut a text: by character, where its pieces meet, or anywhere."""
    way = chooser.below(4)
    if way == 0 and len(whole) <= 400:
        return list(whole)
    if way == 1:
        return pieces
    if way == 2 and whole:
        step = 1 + chooser.below(5)
        return [whole[place : place + step] for place in range(0, len(whole), step)]
    places = sorted({0, len(whole), *(chooser.below(len(whole) + 1) for _ in range(chooser.below(8)))})
    return [whole[start:end] for start, end in itertools.pairwise(places)]


VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**70, 1.5, "", "x", "<", ">", "}", " ", [], {}, [""], ["<a>", "</a>"], "{content}"),
    *("{name}", "{a.b}", "(?P<name>a)", "(?P<key>a)(?P<value>.*?)b", "\\s*", ".*", "(a+)+", "(?=", "[", "\\", "(?i)A"),
    *("a|b|", "\\b", "$", "^", "(?<=x)", "(?<!x)y", "(?s:.)", "a{2,9}", "a{99999}", "\\d+", "json", "text", "int"),
    *("xml-inline", "kv-lines", "python-call-list", "bool", "float", {"name": "json"}, {"function": "{content}"}),
]
NAMES = [
    *("version", "defaults", "fields", "start_anchor", "start_anchor_pattern", "open", "open_pattern", "close"),
    *("close_pattern", "content", "content_args", "join", "optional", "repeats", "transform", "transform_each"),
    *("strip", "unquoted_keys", "string_delims", "allow_non_json", "tag_pattern", "value_parser", "merge_duplicates"),
    *("line_sep", "key_value_sep", "name", "args", "role", "opne", ""),
]


def value(chooser: Chooser) -> Any:
    """Return a value that a document may hold; a copy, for it is spoilt itself in turn."""
    return copy.deepcopy(VALUES[chooser.below(len(VALUES))])


def mutated(chooser: Chooser, document: Any, most: int = 4) -> Any:
    """Return a document with some members taken away, replaced, added or moved."""
    document = json.loads(json.dumps(document))
    for _ in range(1 + chooser.below(most)):
        places = [place for place in _containers(document) if place]
        if not places:
            break
        place = places[chooser.below(len(places))]
        key = list(place)[chooser.below(len(place))] if isinstance(place, dict) else chooser.below(len(place))
        way = chooser.below(6)
        if way == 0:
            del place[key]
        elif way == 1:
            place[key] = value(chooser)
        elif way == 2 and isinstance(place, dict):
            place[NAMES[chooser.below(len(NAMES))]] = value(chooser)
        elif way == 3 and isinstance(place, dict):
            place[NAMES[chooser.below(len(NAMES))]] = place.pop(key)
        elif isinstance(place[key], str):
            old, new = place[key], value(chooser)
            at = chooser.below(len(old) + 1)
            place[key] = old[:at] + (new if isinstance(new, str) else "") + old[at + chooser.below(3) :]
        else:
            place[key] = [place[key]]
    return document


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _containers(item)
