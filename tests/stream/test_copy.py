"""A parser can be copied at any moment, and the two go on by themselves."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatparse import ResponseParser

TEXT = (
    "So <think>plan</think>\n\nHi <tool_call>\n"
    '{"name": "f", "arguments": {"a": 1}}\n</tool_call> and <tool_cal done<|im_end|>'
)
OTHER = "</think> other <tool_call>{}</tool_call>"


def ended(parser: ResponseParser, text: str) -> tuple[object, ...]:
    events = parser.feed(text)
    message, final = parser.finalize()
    shown = [{key: value for key, value in event.items() if key != "error"} for event in events + final]
    return message, shown, parser.input_text, parser.response.reconstruct()


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
@given(cut=st.integers(0, len(TEXT)))
def test_a_copy_goes_on_like_the_original_and_neither_disturbs_the_other(make, cut):
    original = ResponseParser("qwen3", prefix="")
    original.feed(TEXT[:cut])
    twin, third = make(original), make(original)
    ended(third, OTHER)

    alone = ResponseParser("qwen3", prefix="")
    alone.feed(TEXT[:cut])

    expected = ended(alone, TEXT[cut:])
    assert ended(original, TEXT[cut:]) == expected
    assert ended(twin, TEXT[cut:]) == expected
