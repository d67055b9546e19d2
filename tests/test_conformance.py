"""The language-neutral cases of `conformance/`, each under every way to cut its text."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import chatparse
from chatparse import catalog

FOLDER = Path(__file__).parent.parent / "conformance"
FILES = sorted(FOLDER.glob("*.jsonl")) + sorted(FOLDER.glob("catalog/*.jsonl"))
SHORT = 300
"""Texts up to this length are cut in two at every place."""
RANDOM_CUTS = 8
PREFILLS = 16
KEYS = {"id", "area", "template", "prefix", "text", "tools", "message", "malformed", "error", "events", "why"}


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


CASES = [case for path in FILES for case in read(path)]
PARSED = [pytest.param(case, id=case["id"]) for case in CASES if case.get("error") != "template"]
REFUSED = [pytest.param(case, id=case["id"]) for case in CASES if case.get("error") == "template"]


@dataclass(frozen=True)
class Result:
    """What came out of one run."""

    message: Any
    """`None` where a required field is missing."""
    events: list[dict[str, Any]]

    @property
    def malformed(self) -> list[str]:
        return [event["field"] for event in self.events if event["type"] == "region_malformed"]


def exact(value: Any) -> Any:
    """Return a value in a form in which `1`, `1.0`, `True` and `"1"` differ."""
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    return [exact(item) for item in value] if isinstance(value, list) else (type(value).__name__, value)


def run(case: dict[str, Any], template: chatparse.ResponseTemplate, prefix: str, pieces: Sequence[str]) -> Result:
    parser = chatparse.ResponseParser(template, prefix, tools=case["tools"])
    events = list(parser.initial_events)
    for piece in pieces:
        events += parser.feed(piece)
    message: Any = None
    try:
        message, final = parser.finalize()
    except chatparse.MissingFieldError:
        return Result(None, merged(events))
    return Result(message, merged([*events, *final]))


def merged(events: Sequence[chatparse.Event]) -> list[dict[str, Any]]:
    joined: list[dict[str, Any]] = []
    for event in events:
        one = {key: value for key, value in event.items() if key != "error"}
        if joined and one["type"] == joined[-1]["type"] == "region_chunk":
            joined[-1]["text"] += one["text"]
        else:
            joined.append(one)
    return joined


def ways_to_cut(case: dict[str, Any]) -> Iterator[list[str]]:
    text: str = case["text"]
    yield [text]
    yield list(text)
    if len(text) <= SHORT:
        yield from ([text[:place], text[place:]] for place in range(1, len(text)))
    chance = random.Random(case["id"])
    for _ in range(RANDOM_CUTS):
        places = sorted(chance.sample(range(len(text) + 1), min(len(text), chance.randint(1, 9))))
        yield [text[start:end] for start, end in pairwise([0, *places, len(text)])]


@pytest.mark.parametrize("case", PARSED)
def test_case(case: dict[str, Any]) -> None:
    template = chatparse.load_response_template(case["template"])
    prefix, text = case["prefix"], case["text"]
    whole = run(case, template, prefix, [text])
    assert exact(whole.message) == exact(case["message"] if "error" not in case else None)
    assert whole.malformed == case.get("malformed", [])
    if "events" in case:
        assert exact(whole.events) == exact(case["events"])
    expected = repr(whole)  # tells `1` from `1.0` and `True`, and is quick
    for pieces in ways_to_cut(case):
        got = run(case, template, prefix, pieces)
        assert repr(got) == expected, pieces
    step = max(1, len(text) // PREFILLS)
    for size in range(1, len(text) + 1, step):
        head, tail = text[:size], text[size:]
        if template.truncate(prefix + head) == template.truncate(prefix) + head:
            got = run(case, template, prefix + head, [tail])
            assert repr(got) == expected, f"with {head!r} in the prefix"


@pytest.mark.parametrize("case", PARSED)
def test_a_whole_text_at_once(case: dict[str, Any]) -> None:
    def parse() -> Any:
        return chatparse.parse_response(case["text"], case["template"], prefix=case["prefix"], tools=case["tools"])

    if "error" in case:
        with pytest.raises(chatparse.MissingFieldError):
            parse()
    elif "malformed" in case:
        with pytest.raises(chatparse.ContentError):
            parse()
    else:
        assert exact(parse()) == exact(case["message"])


@pytest.mark.parametrize("case", REFUSED)
def test_a_template_that_must_not_load(case: dict[str, Any]) -> None:
    with pytest.raises(chatparse.TemplateError):
        chatparse.load_response_template(case["template"])


def test_the_cases_are_well_formed() -> None:
    assert [id_ for id_, count in Counter(case["id"] for case in CASES).items() if count > 1] == []
    for path in FILES:
        for case in read(path):
            assert set(case) <= KEYS, case["id"]
            assert {"template", "prefix", "text", "tools"} <= set(case), case["id"]
            assert ("message" in case) is not ("error" in case), case["id"]
            assert case.get("error") in (None, "template", "missing"), case["id"]
            assert case["id"].startswith(f"{path.stem}/"), case["id"]
            assert case.get("area", path.stem) == path.stem, case["id"]


def test_there_is_a_case_for_everything_in_the_catalogue() -> None:
    covered = {case["template"] for case in CASES if isinstance(case["template"], str)}
    assert covered == set(catalog.names())
