"""The table of content types, and the making of a parser from what a template says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from chatparse.content.arguments import Flag, MarkerPairs, Separator, TagPattern, kind_of
from chatparse.content.base import ArgumentKind, ContentParser, ContentType
from chatparse.content.call_list import CallList
from chatparse.content.json_text import build_json
from chatparse.content.kv_lines import KvLines
from chatparse.content.scalars import Bool, Float, Int, Text
from chatparse.content.xml_inline import XmlInline
from chatparse.errors import Problem

__all__ = ["CONTENT_TYPES", "STREAMABLE", "load_content"]

MAX_VALUE_PARSERS = 8
"""How deep value parsers may stand inside one another."""
MAX_SHOWN = 64
"""How much of a name from the template an error shows."""


@dataclass(frozen=True, slots=True)
class ValueParser:
    """A content type of its own, `{"name": ..., "args": {...}}`, for each value."""

    default: None = None
    required: bool = False

    def read(self, value: object, path: str, problems: list[Problem]) -> ContentParser | None:
        """Give the parser of the values; null stands for none."""
        if value is None:
            return None
        if not isinstance(value, dict):
            problems.append(Problem(path, f"is {kind_of(value)}", 'an object such as {"name": "json"} is wanted'))
            return None
        if path.count(".value_parser") > MAX_VALUE_PARSERS:
            problems.append(Problem(path, f"stands inside more than {MAX_VALUE_PARSERS} value parsers"))
            return None
        report_unknown_keys(value, ("name", "args"), path, problems)
        return load_parser(value.get("name", "text"), value.get("args"), f"{path}.name", f"{path}.args", problems)


def _table(*types: ContentType) -> Mapping[str, ContentType]:
    return MappingProxyType({content_type.name: content_type for content_type in types})


def _args(**kinds: ArgumentKind) -> Mapping[str, ArgumentKind]:
    return MappingProxyType(kinds)


CONTENT_TYPES: Mapping[str, ContentType] = _table(
    ContentType("text", False, _args(strip=Flag(True)), Text),
    ContentType("int", False, _args(), Int),
    ContentType("float", False, _args(), Float),
    ContentType("bool", False, _args(), Bool),
    ContentType(
        "json",
        True,
        _args(unquoted_keys=Flag(False), string_delims=MarkerPairs(), allow_non_json=Flag(False)),
        build_json,
    ),
    ContentType(
        "xml-inline",
        True,
        _args(tag_pattern=TagPattern(), value_parser=ValueParser(), merge_duplicates=Flag(False)),
        XmlInline,
    ),
    ContentType(
        "kv-lines",
        True,
        _args(line_sep=Separator("\n"), kv_sep=Separator(":"), strip=Flag(True), value_parser=ValueParser()),
        KvLines,
    ),
    ContentType("python-call-list", True, _args(), CallList),
)
"""The content types by name. A new one is a file with its parser and an entry here."""

STREAMABLE: frozenset[str] = frozenset(name for name, kind in CONTENT_TYPES.items() if not kind.structured)
"""The content types whose chunks are clean: fit to be shown as they come."""


def load_content(name: object, args: object, path: str, problems: list[Problem]) -> ContentParser | None:
    """Make the content parser of a field.

    Args:
        name: The field's `content`.
        args: The field's `content_args`; None stands for no arguments.
        path: The JSON path of the field, such as `$.fields.x`.
        problems: Gets everything that is wrong with the two; nothing is raised.

    Returns:
        The parser, or None when there was a problem.
    """
    return load_parser(name, args, f"{path}.content", f"{path}.content_args", problems)


def load_parser(
    name: object, args: object, name_path: str, args_path: str, problems: list[Problem]
) -> ContentParser | None:
    """Make a content parser from a name and arguments that have paths of their own."""
    before = len(problems)
    content_type = _content_type(name, name_path, problems)
    if args is None:
        args = {}
    if not isinstance(args, dict):
        problems.append(Problem(args_path, f"is {kind_of(args)}", "an object is wanted"))
    elif content_type is not None:
        values = _arguments(content_type, args, args_path, problems)
        if len(problems) == before:
            return content_type.build(**values)
    return None


def _content_type(name: object, path: str, problems: list[Problem]) -> ContentType | None:
    if not isinstance(name, str):
        problems.append(Problem(path, f"is {kind_of(name)}", f"one of {', '.join(CONTENT_TYPES)} is wanted"))
        return None
    content_type = CONTENT_TYPES.get(name)
    if content_type is None:
        problems.append(Problem(path, f"unknown content type {shown(name)}", suggestion(name, CONTENT_TYPES)))
    return content_type


def _arguments(
    content_type: ContentType, args: Mapping[Any, Any], path: str, problems: list[Problem]
) -> dict[str, Any]:
    report_unknown_keys(args, content_type.args, path, problems)
    values: dict[str, Any] = {}
    for key, kind in content_type.args.items():
        if key in args:
            values[key] = kind.read(args[key], f"{path}.{key}", problems)
        elif kind.required:
            problems.append(Problem(f"{path}.{key}", "is missing", f"{content_type.name} needs it"))
        else:
            values[key] = kind.default
    return values


def report_unknown_keys(found: Iterable[object], known: Iterable[str], path: str, problems: list[Problem]) -> None:
    """Add a problem for each key that is not known."""
    known = tuple(known)
    for key in found:
        if not isinstance(key, str):
            problems.append(Problem(path, f"has a key that is {kind_of(key)}", "keys are strings"))
        elif key not in known:
            problems.append(Problem(f"{path}.{key[:MAX_SHOWN]}", "unknown key", suggestion(key, known)))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Give the mend of a name that is not known: the nearest one, else all there are."""
    known = tuple(known)
    near = get_close_matches(name[:MAX_SHOWN], known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(known)}" if known else "there are none here"


def shown(name: str) -> str:
    """Quote a name from a template, cut short when it is long."""
    return repr(name) if len(name) <= MAX_SHOWN else f"{name[:MAX_SHOWN]!r}..."
