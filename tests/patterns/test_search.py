"""Searching a whole text: the matches of a backtracking engine, in linear time."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from chatparse.errors import ContentError
from chatparse.patterns import compile_pattern
from counting import lines

TAGS = [
    r"<p=(?P<key>\w+)>(?P<value>.*?)</p>",
    r"<p=(?P<key>\w+)>\s*(?P<value>.*?)\s*</p>",
    r"<p=(?P<key>[^>]+)>\n?(?P<value>.*?)(?:\n</p>|</p>(?=\s*(?:<|$)))",
    r"<k>(?P<key>.*?)</k>\s*<v>(?P<value>.*?)</v>",
    r"<k>(?P<key>.+?)</k>(?P<value>.*?)(?=<k>|\Z)",
    r'(?P<key>\w+)="(?P<value>[^"]*)"',
    r"(?:<k>|<p>)(?P<value>.*?)(?:</k>|</p>)(?P<key>\w)?",
    r"<k>(?:.*?)</k>",
    r"<k>(?P<a>.*?)(?P<key>x)(?P<value>.*?)</k>",
    r"^<k>.*?</k>",
    r"(?<=</k>)<k>.*?</k>",
    r"<k>.*?</k>\b",
    r"(?P<key>a|ab)(?P<value>.*?)b",
    r"<(?P<key>[kp])>(?P<value>.*?)</(?P=key)>",
]
tokens = st.sampled_from(
    [
        "<p=a>",
        "<p=",
        "</p>",
        "<k>",
        "</k>",
        "<v>",
        "</v>",
        "x",
        "a",
        "b",
        ' n="1"',
        '"',
        " ",
        "\n",
        "<",
        ">",
        "é",
        "<p>",
    ]
)
texts = st.lists(tokens, max_size=14).map("".join)


def matches(source: str, text: str) -> list[tuple[int, int, dict[str, str]]]:
    return [
        (*match.span(), {name: value for name, value in match.groupdict().items() if value is not None})
        for match in regex.finditer(source, text, regex.DOTALL)
    ]


@pytest.mark.parametrize("source", TAGS)
@given(texts)
def test_all_matches_are_those_of_a_backtracking_engine(source: str, text: str) -> None:
    found = [(one.start, one.end, dict(one.groups)) for one in compile_pattern(source).find_all(text)]
    assert found == matches(source, text)


RUNS = {
    "a value of blanks without an end": (r"<p=(?P<key>\w+)>\s*(?P<value>.*?)\s*</p>", "<p=a>", " "),
    "tags without an end": (r"<p=(?P<key>\w+)>(?P<value>.*?)</p>", "", "<p=a>"),
    "keys without values": (r"<k>(?P<key>.*?)</k>\s*<v>(?P<value>.*?)</v>", "", "<k>a</k>"),
    "good tags": (r"<k>(?P<key>.*?)</k>\s*<v>(?P<value>.*?)</v>", "", "<k>a</k> <v>b</v>"),
    "words": (r'(?P<key>\w+)="(?P<value>[^"]*)"', "", "word"),
}


@pytest.mark.parametrize("name", RUNS)
def test_twice_the_text_is_twice_the_work(name: str) -> None:
    source, head, run = RUNS[name]
    pattern = compile_pattern(source)
    once, twice = head + run * 200, head + run * 400
    list(pattern.find_all(twice))
    assert lines(lambda: list(pattern.find_all(twice))) <= 2.1 * lines(lambda: list(pattern.find_all(once))) + 300


def test_a_pattern_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatparse.patterns.search.SECONDS", 0.01)
    with pytest.raises(ContentError, match="too long"):
        list(compile_pattern(r"(x+x+)+\1y").find_all("x" * 60))
