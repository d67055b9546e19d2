"""Running a parser over pieces, and a slow parser that knows only whole texts to compare it with."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import regex
from hypothesis import strategies as st

from chatparse.errors import ContentError, MissingFieldError
from chatparse.stream import Event, ResponseParser
from chatparse.template import Field, load_document
from chatparse.tools import Tools

Document: TypeAlias = dict[str, Any]
Plain: TypeAlias = dict[str, Any]
"""An event that can be compared: the error of a malformed region is its text."""
ANCHOR = "<bot>"


def plain(event: Event) -> Plain:
    """Return an event with its error as text."""
    shown: Plain = dict(event)
    if "error" in shown and not isinstance(shown["error"], str):
        assert type(shown["error"]) is ContentError
        shown["error"] = str(shown["error"])
    return shown


def merged(events: Sequence[Event] | Sequence[Plain]) -> list[Plain]:
    """Return the events with neighbouring chunks joined."""
    joined: list[Plain] = []
    for event in events:
        one: Plain = plain(event)  # type: ignore[arg-type]
        if joined and one["type"] == joined[-1]["type"] == "region_chunk":
            assert (one["field"], one["dirty"]) == (joined[-1]["field"], joined[-1]["dirty"])
            joined[-1] = {**joined[-1], "text": joined[-1]["text"] + one["text"]}
        else:
            joined.append(one)
    return joined


@dataclass(frozen=True)
class Run:
    """What a parser made of a text: its events, merged, and the message (or the fields that are missing)."""

    events: list[Plain]
    message: Document | tuple[str, ...]


def make(document: Document, prefix: str = "", tools: Tools | None = None) -> ResponseParser:
    """Return a parser of a document."""
    return ResponseParser(load_document(document), prefix, tools=tools)


def run(document: Document, pieces: Sequence[str], prefix: str = "", tools: Tools | None = None) -> Run:
    """Feed the pieces, finalize, and check what holds of every run."""
    parser = make(document, prefix, tools)
    events = list(parser.initial_events)
    for piece in pieces:
        events += parser.feed(piece)
    assert parser.input_text.endswith("".join(pieces))
    try:
        message, final = parser.finalize()
    except MissingFieldError as error:
        return Run(merged(events), error.fields)
    return Run(merged([*events, *final]), message)


def cut(text: str, places: Sequence[int]) -> list[str]:
    """Cut a text at the given places."""
    inside = sorted({0, len(text), *(place for place in places if 0 < place < len(text))})
    return [text[start:end] for start, end in itertools.pairwise(inside)]


# ------------------------------------------------------------------ the slow parser
class Oracle:
    """Reads a whole text with one backtracking search at a time: the rules of the format and nothing else."""

    def __init__(self, document: Document, text: str) -> None:
        self.template = load_document(document)
        self.text = text
        self.events: list[Plain] = []
        self.open: Field | None = None
        self.captures: dict[str, str] = {}
        self.start = 0
        self.at = 0

    def source(self, field: Field, side: str) -> str | None:
        delimiter = field.open if side == "open" else field.close
        if delimiter is None:
            return None
        if delimiter.pattern is not None:
            return delimiter.pattern.source
        return "|".join(map(regex.escape, sorted(delimiter.literals, key=len, reverse=True)))

    def watched(self) -> list[tuple[str, Field | None]]:
        explicit = self.open if self.open is not self.template.implicit else None
        if explicit is not None:
            closer = self.source(explicit, "close")
            return [(closer, None)] if closer is not None else []
        openers: list[tuple[str | None, Field | None]] = [
            (self.source(field, "open"), field) for field in self.template.openers
        ]
        implicit = self.template.implicit
        closer = self.source(implicit, "close") if implicit is not None else None
        return [
            *((source, field) for source, field in openers if source is not None),
            *([(closer, None)] if closer else []),
        ]

    def next(self, origin: int) -> tuple[int, int, Field | None, dict[str, str]] | None:
        best: tuple[tuple[int, int, int], tuple[int, int, Field | None, dict[str, str]]] | None = None
        for order, (source, target) in enumerate(self.watched()):
            match = regex.compile(source, regex.DOTALL).search(self.text, origin)
            if match is not None:
                groups = {name: value for name, value in match.groupdict().items() if value is not None}
                key = (match.start(), -match.end(), order)
                if best is None or key < best[0]:
                    best = key, (match.start(), match.end(), target, groups)
        return None if best is None else best[1]

    def emit(self, end: int) -> None:
        if end > self.at:
            if self.open is None and self.template.implicit is not None:
                self.enter(self.template.implicit, self.at, self.at, None)
            if self.open is not None:
                chunk = {"type": "region_chunk", "field": self.open.name, "text": self.text[self.at : end]}
                self.events.append({**chunk, "dirty": self.open.dirty})
        self.at = end

    def enter(self, field: Field, start: int, end: int, captures: dict[str, str] | None) -> None:
        self.open, self.captures, self.start = field, captures or {}, end
        event = {"type": "region_open", "field": field.name, "start": start, "end": end}
        self.events.append(event if captures is None else {**event, "captures": captures})

    def leave(self, start: int, end: int, captures: dict[str, str]) -> None:
        field, self.open = self.open, None
        if field is None:
            return
        event: Plain = {"field": field.name, "start": start, "end": end}
        try:
            value = field.value(self.text[self.start : start], {**self.captures, **captures})
        except ContentError as error:
            self.events.append({"type": "region_malformed", **event, "error": str(error)})
        else:
            self.events.append({"type": "region_close", **event, "value": value})

    def run(self) -> list[Plain]:
        """Return the merged events; only for delimiters that take at least one character."""
        while (found := self.next(self.at)) is not None:
            start, end, target, captures = found
            assert end > start
            self.emit(start)
            self.at = end
            if target is None:
                self.leave(start, end, captures)
            else:
                self.leave(start, start, {})
                self.enter(target, start, end, captures)
        self.emit(len(self.text))
        self.leave(self.at, self.at, {})
        return merged(self.events)


# ------------------------------------------------------------------ documents and texts
CALL = {"type": "function", "function": "{content}"}
NAMED = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
TAGS = r"<p=(?P<key>\w+)>\s*(?P<value>.*?)\s*</p>"
FAMILIES: dict[str, tuple[Document, list[str]]] = {
    "chatml": (
        {
            "thinking": {"open": "<think>", "close": "</think>"},
            "tool_calls": {"open": "<call>", "close": "</call>", "repeats": True, "content": "json", "transform": CALL},
            "content": {"close": "<end>"},
        },
        ["<think>", "</think>", "<call>", "</call>", '{"name": "f"}', "{", "<end>", "<th", "</thi", "<"],
    ),
    "tags": (
        {
            "tool_calls": {
                "open_pattern": r"<call>\s*<fn=(?P<name>\w+)>",
                "close_pattern": r"\s*(?:</fn>\s*)?</call>\s*",
                "repeats": True,
                "content": "xml-inline",
                "content_args": {"tag_pattern": TAGS, "merge_duplicates": True},
                "transform": NAMED,
            },
            "content": {"repeats": True, "join": "\n"},
        },
        ["<call>", "<fn=f>", "<fn=", "<p=a>", "1", "</p>", "</fn>", "</call>", "\n", " ", "</f", "<ca"],
    ),
    "channels": (
        {
            "thinking": {"open": "<|ch|>analysis<|m|>", "close": ["<|end|>", "<|end|><|start|>a"]},
            "tool_calls": {
                "open_pattern": r"<\|ch\|>commentary to=(?P<name>\w+).*?<\|m\|>",
                "close": "<|call|>",
                "repeats": True,
                "content": "json",
                "content_args": {"allow_non_json": True},
                "transform": NAMED,
            },
            "content": {
                "open_pattern": r"(?:<\|start\|>a)?<\|ch\|>final<\|m\|>",
                "close_pattern": r"<\|return\|>|<\|end\|>",
            },
        },
        ["<|ch|>", "analysis", "<|m|>", "<|end|>", "<|start|>a", "commentary to=f", "final", "<|call|>", "<|"],
    ),
    "blanks": (
        {
            "thinking": {"open_pattern": r"\s*<t>\s*", "close_pattern": r"\s*</t>\s*", "repeats": True, "join": "+"},
            "count": {"open_pattern": r"\s*<n>", "close_pattern": r"</n>\n?", "content": "int"},
            "content": {"close_pattern": r"\s*(?:<end>|</s>)\s*", "content_args": {"strip": False}},
        },
        ["<t>", "</t>", "<n>", "</n>", "7", " ", "\n", "  ", "<end>", "</s>", "<", "<e"],
    ),
    "looking": (
        {
            "quoted": {"open_pattern": r"<q>(?!none)", "close_pattern": r"</q>(?=\s|<)", "repeats": True},
            "loud": {"open_pattern": r"\bHEY\b[!]", "close_pattern": r"(?<=\n)\."},
            "list": {
                "open_pattern": r"(?<!x)\[",
                "close": "]",
                "content": "kv-lines",
                "content_args": {"line_sep": ";"},
            },
        },
        ["<q>", "</q>", "none", "non", "HEY", "!", "\n", ".", "[", "]", "a:1;", "x", " "],
    ),
    "prefixes": (
        {
            "a": {"open": ["<a", "<ab>"], "close": ["</a", "</a></a>"], "repeats": True},
            "b": {"open": ["<ab>", "<abc"], "close": "b>", "content": "bool"},
            "content": {"close": ["STOP", "STOPPED NOW"]},
        },
        ["<a", "b>", "<ab", "c", "</a", ">", "STOP", "PED", " NOW", "<", "a"],
    ),
    "backreference": (
        {
            "x": {"open_pattern": r"<(?P<tag>[ab]+)-(?P=tag)>", "close_pattern": r"</(?>a|ab)>", "transform": "{tag}"},
            "content": {"repeats": True, "join": ""},
        },
        ["<a", "-a>", "<ab-ab>", "</a>", "</ab>", "-", "<", "b"],
    ),
    "calls": (
        {
            "tool_calls": {
                "open": "[calls]",
                "close": "[/calls]",
                "content": "python-call-list",
                "transform_each": True,
                "transform": {"function": {"name": "{name}", "arguments": "{arguments}"}},
            },
            "content": {"content_args": {"strip": False}},
        },
        ["[calls]", "[f(a=1)]", "[/calls]", "[", "f(", ")", "[/cal"],
    ),
}


def family(name: str) -> Document:
    """Return the document of a family."""
    return {"defaults": {"role": "assistant"}, "start_anchor": ANCHOR, "fields": FAMILIES[name][0]}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Document, str]:
    """Draw a document and a text that likes to come near its delimiters."""
    name = draw(st.sampled_from(list(FAMILIES)))
    tokens = FAMILIES[name][1]
    piece = st.sampled_from(tokens) | st.sampled_from(["word", " ", "é", "\U0001f600"]) | st.text(max_size=2)
    return family(name), "".join(draw(st.lists(piece, max_size=12)))


places: st.SearchStrategy[list[int]] = st.lists(st.integers(1, 60), max_size=6)
