"""The benchmarks measure what they say: each workload gives its message, whole and in pieces. No times are checked."""

from __future__ import annotations

import random

import pytest
from benchmarks.measure import Implementation, measure
from benchmarks.workloads import WORKLOADS

import chatparse
from chatparse import ResponseParser, parse_response

FIELDS = {
    "chat-4": {"role", "reasoning_content", "content", "tool_calls"},
    "chat-1": {"role", "reasoning_content", "content", "tool_calls"},
    "coder-4": {"role", "reasoning_content", "content", "tool_calls"},
    "argument-4": {"role", "tool_calls"},
    "lookahead-4": {"role", "reasoning_content", "content"},
    "whole": {"role", "reasoning_content", "content", "tool_calls"},
}
SHORT = 20_000


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: f"{workload.name} of {workload.length}")
def test_workloads_give_their_message_whole_and_in_pieces(workload):
    text = workload.write(min(workload.length, SHORT), random.Random(1))
    message = parse_response(text, workload.template, prefix=workload.prefix)
    assert set(message) == FIELDS[workload.name]
    parser = ResponseParser(workload.template, prefix=workload.prefix)
    step = workload.step or 1_000
    for at in range(0, len(text), step):
        parser.feed(text[at : at + step])
    assert parser.finalize()[0] == message


def test_texts_are_the_same_each_time_and_as_long_as_they_should_be():
    for workload in WORKLOADS:
        text = workload.text(quick=True)
        assert text == workload.text(quick=True)
        assert min(workload.length, 100_000) <= len(text) <= 1.2 * workload.length + 1_000


def test_measuring_compares_messages():
    ours = Implementation.of(chatparse, chatparse.load_response_template)
    row = measure(WORKLOADS[-3], ours, ours, rounds=1, quick=True)
    assert row.same_message
    assert (row.feeds, row.over_floor) == (1, None)
    streamed = measure(WORKLOADS[-4], ours, ours, rounds=1, quick=True)
    assert streamed.as_dict()["over_floor"] > 0
