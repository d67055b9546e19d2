"""Templates of every structured content, and what models write under the templates of the catalogue."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["CATALOG", "CONTENTS", "FORECAST", "TOOLS", "Document", "document"]

Document: TypeAlias = dict[str, Any]

FORECAST: Document = {
    "type": "function",
    "function": {
        "name": "forecast",
        "description": "Look up the weather.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
            "required": ["city"],
        },
    },
}
TOOLS = [FORECAST]
NAMED = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
CALLS: dict[str, Document] = {
    "json in tags": {
        "open": "<call>",
        "close": "</call>",
        "repeats": True,
        "content": "json",
        "transform": {"type": "function", "function": "{content}"},
    },
    "name in opener": {
        "open_pattern": r"<call (?P<name>\w*)>",
        "close": "</call>",
        "repeats": True,
        "content": "json",
        "transform": NAMED,
    },
    "xml-inline": {
        "open_pattern": r"<call (?P<name>\w*)>",
        "close": "</call>",
        "repeats": True,
        "content": "xml-inline",
        "content_args": {"tag_pattern": r"<(?P<key>\w+)>(?P<value>.*?)</(?P=key)>", "value_parser": {"name": "json"}},
        "transform": NAMED,
    },
    "kv-lines": {
        "open_pattern": r"<call (?P<name>\w*)>",
        "close": "</call>",
        "repeats": True,
        "content": "kv-lines",
        "transform": NAMED,
    },
    "python-call-list": {
        "open": "<call>",
        "close": "</call>",
        "content": "python-call-list",
        "transform_each": True,
        "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{arguments}"}},
    },
}
CONTENTS = tuple(CALLS)


def document(content: str, **call: Any) -> Document:
    """Return a template of thoughts, text and calls of one content; `call` changes the field of the calls."""
    return {
        "defaults": {"role": "assistant"},
        "start_anchor": "<bot>",
        "fields": {
            "thinking": {"open": "<think>", "close": "</think>", "repeats": True, "join": "\n"},
            "tool_calls": {**CALLS[content], **call},
            "content": {"close": ["<end>", "</s>"], "repeats": True, "join": " "},
        },
    }


CATALOG: dict[str, str] = {
    "command-r7b": (
        "<|START_THINKING|>Look it up.<|END_THINKING|><|START_ACTION|>["
        '{"tool_call_id": "0", "tool_name": "forecast", "parameters": {"city": "Oslo", "days": 2}}]'
        "<|END_ACTION|><|END_OF_TURN_TOKEN|>"
    ),
    "deepseek-r1-distill": (
        "<think>\nLook it up.\n</think>\n\nA moment.<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>forecast"
        '\n```json\n{"city": "Oslo", "days": 2}\n```<|tool_call_end|><|tool_calls_end|><|end_of_sentence|>'
    ).translate({ord("|"): "\uff5c", ord("_"): "\u2581"}),
    "gemma-4": (
        "<|channel>thought\nLook it up.<channel|>A moment."
        '<|tool_call>call:forecast{city:<|"|>Oslo<|"|>,days:2}<tool_call|><turn|>'
    ),
    "glm-4.5": (
        "<think>Look it up.</think>\nA moment.\n<tool_call>forecast\n"
        "<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>2</arg_value>\n</tool_call><|observation|>"
    ),
    "gpt-oss": (
        "<|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant"
        "<|channel|>commentary<|message|>A moment.<|end|>"
        "<|start|>assistant<|channel|>commentary to=functions.forecast <|constrain|>json<|message|>"
        '{"city": "Oslo", "days": 2}<|call|>'
    ),
    "hermes": (
        'A moment.\n<tool_call>\n{"name": "forecast", "arguments": {"city": "Oslo", "days": 2}}\n</tool_call><|im_end|>'
    ),
    "llama-3": '{"name": "forecast", "parameters": {"city": "Oslo", "days": 2}}<|eom_id|>',
    "qwen3": (
        "<think>\nLook it up.\n</think>\n\nA moment.\n<tool_call>\n"
        '{"name": "forecast", "arguments": {"city": "Oslo", "days": 2}}\n</tool_call><|im_end|>\n'
    ),
    "qwen3.5": (
        "<think>\nLook it up.\n</think>\n\nA moment.\n\n<tool_call>\n<function=forecast>\n"
        "<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n2\n</parameter>\n</function>\n</tool_call><|im_end|>\n"
    ),
    "smollm3": (
        "<think>\nLook it up.\n</think>\nA moment.\n<tool_call>"
        '{"name": "forecast", "arguments": {"city": "Oslo", "days": 2}}</tool_call><|im_end|>'
    ),
}
"""One generation with a call under each template; all but `llama-3` with a thought or a text before it."""
