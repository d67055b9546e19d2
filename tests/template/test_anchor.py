"""Cutting a prompt to the message being written."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse.patterns import compile_pattern
from chatparse.template import Delimiter, StartAnchor

CUT: list[tuple[tuple[str, ...], str, str]] = [
    (("<A>",), "x<A>old<A>new", "new"),
    (("<A>",), "nothing", "nothing"),
    (("<A>",), "", ""),
    (("<A>",), "x<A>", ""),
    (("[a].*",), "b[a].*hey", "hey"),
    (("\n\n",), "q\n\n\na", "\na"),
    (("\n\n",), "q\n\n\n\na", "a"),
    (("aba",), "ababa!", "ba!"),
    (("<A>", "<B>"), "<A>1<B>2", "2"),
    (("<A>", "<B>"), "<B>1<A>2", "2"),
    (("<A>", "<B>"), "12", "12"),
    (("ab", "bc"), "abc", "c"),
    (("END", "ENDX"), "ENDXy", "y"),
    (("<A>", "<A>x"), "<A>xy", "y"),
]


@pytest.mark.parametrize(("literals", "prefix", "rest"), CUT)
def test_literals(literals: tuple[str, ...], prefix: str, rest: str) -> None:
    """The last of the occurrences counts, scanning from the left, the longest first."""
    assert StartAnchor(Delimiter(literals)).cut(prefix) == rest


PATTERNS = [("<t>.*?<go>", "<t>a\nb<go>keep", "keep"), ("^<go>", "x\n<go>a", "x\n<go>a"), ("<go>\\n?", "<go>\na", "a")]


@pytest.mark.parametrize(("pattern", "prefix", "rest"), PATTERNS)
def test_patterns(pattern: str, prefix: str, rest: str) -> None:
    """A pattern cuts where its last match ends."""
    assert StartAnchor(Delimiter(pattern=compile_pattern(pattern))).cut(prefix) == rest


@given(st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=4), st.text("abc", max_size=30))
def test_literals_are_an_alternation(literals: list[str], prefix: str) -> None:
    """Literals cut where the pattern of all of them, the longest first, would."""
    pattern = "|".join(map(re.escape, sorted(literals, key=len, reverse=True)))
    end = max((found.end() for found in re.finditer(pattern, prefix)), default=0)
    assert StartAnchor(Delimiter(tuple(literals))).cut(prefix) == prefix[end:]


def test_long_prompts_are_cut_fast() -> None:
    """Many occurrences of many literals cost no more than reading the prompt a few times."""
    literals = tuple(f"<{n}>" for n in range(200))
    prefix = "<7>ab<199>" * 20_000
    before = time.perf_counter()
    assert StartAnchor(Delimiter(literals)).cut(prefix + "end") == "end"
    assert time.perf_counter() - before < 2
