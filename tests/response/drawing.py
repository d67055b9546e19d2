"""Random texts that come near the delimiters of the catalogue's templates."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

import chatparse
from chatparse import ResponseTemplate, catalog
from fuzz.texts import text, tokens

from .samples import CATALOG

__all__ = ["NAMES", "Texts", "cuts", "reasons", "template_of", "texts"]

NAMES = catalog.names()
reasons = st.sampled_from([None, "stop", "length", "tool_calls"])


@cache
def template_of(name: str) -> ResponseTemplate:
    return chatparse.load_response_template(name)


@cache
def tokens_of(name: str) -> list[str]:
    return tokens(template_of(name).document)


def anchor_of(template: ResponseTemplate) -> str:
    anchor: Any = template.document["start_anchor"]
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


@st.composite
def texts(draw: st.DrawFn, name: str | None = None) -> Texts:
    """Draw a text for a template: pieces of its delimiters, JSON, noise, and what its model might well write."""
    name = draw(st.sampled_from(NAMES)) if name is None else name
    chooser = DrawingChooser(draw)
    pieces = text(chooser, tokens_of(name), most=10)
    if chooser.below(2):
        sample = CATALOG[name]
        begin = chooser.below(len(sample)) if chooser.below(3) == 0 else 0
        end = chooser.below(len(sample)) if chooser.below(3) == 0 else len(sample)
        pieces.insert(chooser.below(len(pieces) + 1), sample[begin:end])
    if chooser.below(6) == 0:
        pieces.append(draw(st.text(st.characters(), max_size=6)))
    whole = "".join(pieces)
    if chooser.below(3):
        return Texts(name, "", whole)
    at = chooser.below(len(whole) + 1)
    return Texts(name, "earlier" + anchor_of(template_of(name)) + whole[:at], whole[at:])


def cuts() -> st.SearchStrategy[list[int]]:
    """Draw places to cut a text at."""
    return st.lists(st.integers(0, 10_000), max_size=8)
