"""Random texts that come near the delimiters of the catalogue's templates, made of what their models write."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from texts import Chooser, text, tokens

import chatparse
from chatparse import ResponseTemplate, catalog

__all__ = ["NAMES", "Texts", "cuts", "generations", "random_text", "reasons", "template_of", "texts"]

CASES = Path(__file__).parents[2] / "conformance" / "catalog"

NAMES = catalog.names()
reasons = st.sampled_from([None, "stop", "length", "tool_calls"])


@cache
def template_of(name: str) -> ResponseTemplate:
    return chatparse.load_response_template(name)


@cache
def tokens_of(name: str) -> list[str]:
    return tokens(template_of(name).document)


@cache
def generations(name: str) -> tuple[str, ...]:
    """Return what models write under a template, from its conformance cases."""
    path = CASES / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    texts = [json.loads(line)["text"] for line in lines]
    return tuple(text for text in texts if 0 < len(text) < 1_000) or ("text",)


def anchor_of(template: ResponseTemplate) -> str:
    """Return a literal that the prefix is cut after, or the empty text."""
    anchor: Any = template.document.get("start_anchor", "")
    return str(anchor[0] if isinstance(anchor, list) else anchor)


@dataclass(frozen=True)
class Texts:
    """A template, a prefix and what is generated after it."""

    name: str
    prefix: str
    text: str

    @property
    def template(self) -> ResponseTemplate:
        return template_of(self.name)

    def pieces(self, places: Sequence[int]) -> list[str]:
        """Return the text, cut at some places; none at all cut it into characters."""
        if not places:
            return list(self.text)
        size = len(self.text)
        inside = sorted({0, size, *(place % size for place in places)} if size else {0})
        return [self.text[start:end] for start, end in itertools.pairwise(inside)]


class DrawingChooser:
    """Choices that hypothesis makes, and can make smaller."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def below(self, limit: int) -> int:
        return self._draw(st.integers(0, limit - 1))


def random_text(chooser: Chooser, name: str) -> Texts:
    """Return a text for a template: pieces of its delimiters, JSON, noise, and what its model might well write."""
    pieces = text(chooser, tokens_of(name), most=10)
    for _ in range(chooser.below(3)):
        known = generations(name)
        sample = known[chooser.below(len(known))]
        begin = chooser.below(len(sample)) if chooser.below(3) == 0 else 0
        end = chooser.below(len(sample)) if chooser.below(3) == 0 else len(sample)
        pieces.insert(chooser.below(len(pieces) + 1), sample[begin:end])
    whole = "".join(pieces)
    if chooser.below(3):
        return Texts(name, "", whole)
    at = chooser.below(len(whole) + 1)
    return Texts(name, "earlier" + anchor_of(template_of(name)) + whole[:at], whole[at:])


@st.composite
def texts(draw: st.DrawFn) -> Texts:
    """Draw a template of the catalogue and a text for it."""
    return random_text(DrawingChooser(draw), draw(st.sampled_from(NAMES)))


def cuts() -> st.SearchStrategy[list[int]]:
    """Draw places to cut a text at."""
    return st.lists(st.integers(0, 10_000), max_size=8)
