"""Timing two implementations side by side, and the least that any Python parser must do."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from types import ModuleType
from typing import Any

from benchmarks.workloads import Workload

__all__ = ["Implementation", "Row", "measure"]

FEEDS_A_SAMPLE = 2_000
CHARACTERS_A_SAMPLE = 1_000_000
MANY_FEEDS = 100_000
ROUNDS_OF_MANY = 3
"""So many feeds take the reference a minute and more, and vary little."""


@dataclass(frozen=True, slots=True)
class Implementation:
    """One of the two sides: its names are the same on both."""

    load: Callable[[dict[str, Any]], Any]
    parser: Callable[..., Any]
    parse: Callable[..., dict[str, Any]]

    @classmethod
    def of(cls, package: ModuleType, load: Callable[[dict[str, Any]], Any]) -> Implementation:
        """Return the implementation that a package offers."""
        return cls(load, package.ResponseParser, package.parse_response)


@dataclass(frozen=True, slots=True)
class Row:
    """What came out: medians over the rounds, in nanoseconds a feed (or a call, for whole texts)."""

    workload: str
    characters: int
    feeds: int
    chatparse: float
    reference: float
    floor: float | None
    """`None` for whole texts, where one call has no floor worth the name."""
    same_message: bool

    @property
    def speed_up(self) -> float:
        return self.reference / self.chatparse

    @property
    def over_floor(self) -> float | None:
        return None if self.floor is None else self.chatparse / self.floor

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "speed_up": self.speed_up, "over_floor": self.over_floor}


class Floor:
    """The least a stream parser in Python does for a feed: one call, one append, one event."""

    __slots__ = ("pieces",)

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def feed(self, text: str) -> list[dict[str, Any]]:
        self.pieces.append(text)
        return [{"type": "region_chunk", "field": "content", "text": text, "dirty": False}]


def measure(workload: Workload, ours: Implementation, reference: Implementation, rounds: int, quick: bool) -> Row:
    """Measure one workload, both sides in turn in each round."""
    text = workload.text(quick)
    step = workload.step or len(text)
    pieces = [text[at : at + step] for at in range(0, len(text), step)]
    samples: list[Callable[[], float]] = []
    messages: list[dict[str, Any]] = []
    for side in (ours, reference):
        template = side.load(workload.template)
        if workload.step is None:
            samples.append(_whole(side, template, text, workload.prefix))
        else:
            samples.append(_streamed(side, template, pieces, workload.prefix))
        messages.append(side.parse(text, template, prefix=workload.prefix))
    if workload.step is not None:
        samples.append(_floor(pieces))
    repeats = max(1, FEEDS_A_SAMPLE // len(pieces) if workload.step else min(200, CHARACTERS_A_SAMPLE // len(text)))
    times: list[list[float]] = [[] for _ in samples]
    for _ in range(rounds if len(pieces) < MANY_FEEDS else min(rounds, ROUNDS_OF_MANY)):
        for taken, sample in zip(times, samples, strict=True):
            gc.collect()
            taken.append(sum(sample() for _ in range(repeats)) / repeats)
    ns = [statistics.median(taken) / len(pieces) * 1e9 for taken in times]
    floor = ns[2] if workload.step is not None else None
    return Row(workload.name, len(text), len(pieces), ns[0], ns[1], floor, messages[0] == messages[1])


def _whole(side: Implementation, template: Any, text: str, prefix: str) -> Callable[[], float]:
    def sample() -> float:
        begin = time.perf_counter()
        side.parse(text, template, prefix=prefix)
        return time.perf_counter() - begin

    return sample


def _streamed(side: Implementation, template: Any, pieces: list[str], prefix: str) -> Callable[[], float]:
    def sample() -> float:
        parser = side.parser(template, prefix=prefix)
        feed = parser.feed
        events = 0
        begin = time.perf_counter()
        for piece in pieces:
            events += len(feed(piece))
        parser.finalize()
        return time.perf_counter() - begin

    return sample


def _floor(pieces: list[str]) -> Callable[[], float]:
    def sample() -> float:
        feed = Floor().feed
        events = 0
        begin = time.perf_counter()
        for piece in pieces:
            events += len(feed(piece))
        return time.perf_counter() - begin

    return sample
