"""Response templates: raw text of a chat model in, a structured message out, whole or while it streams.

`parse_response` and `ResponseParser` take a template as a dict, a catalogue name or a path; `load_response_template`
loads one to be shared. The names, keywords, event keys and message shapes are those of the guide to response parsing
and of vLLM's `chat_parsing` API.
"""

from __future__ import annotations

from chatparse.api import ResponseParser, load_response_template, parse, parse_response
from chatparse.errors import (
    ChatParseError,
    ContentError,
    MissingFieldError,
    ParserStateError,
    PrefixError,
    Problem,
    TemplateError,
)
from chatparse.response import Call, Part, Response, Span
from chatparse.stream import Event, Limits, Notice, RegionChunk, RegionClose, RegionMalformed, RegionOpen
from chatparse.template import ResponseTemplate

__version__ = "0.1.0"

__all__ = [
    "Call",
    "ChatParseError",
    "ContentError",
    "Event",
    "Limits",
    "MissingFieldError",
    "Notice",
    "ParserStateError",
    "Part",
    "PrefixError",
    "Problem",
    "RegionChunk",
    "RegionClose",
    "RegionMalformed",
    "RegionOpen",
    "Response",
    "ResponseParser",
    "ResponseTemplate",
    "Span",
    "TemplateError",
    "__version__",
    "load_response_template",
    "parse",
    "parse_response",
]
