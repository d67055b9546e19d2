"""Response templates: raw text of a chat model in, a structured message out, whole or while it streams.

`parse_response` and `ResponseParser` take a template as a dict, a catalogue name or a path; `load_response_template`
loads one to be shared. The names, keywords, event keys and message shapes are those of the guide to response parsing
and of vLLM's `chat_parsing` API.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "chatparse.api": ("ResponseParser", "load_response_template", "parse", "parse_response"),
    "chatparse.errors": (
        "ChatParseError",
        "ContentError",
        "MissingFieldError",
        "ParserStateError",
        "PrefixError",
        "Problem",
        "TemplateError",
    ),
    "chatparse.response": ("Call", "Part", "Response", "Span"),
    "chatparse.stream": ("Event", "Limits", "Notice", "RegionChunk", "RegionClose", "RegionMalformed", "RegionOpen"),
    "chatparse.template": ("ResponseTemplate",),
}
_PARTS = ("api", "catalog", "content", "errors", "patterns", "response", "stream", "template", "tools")
_HOME = {name: home for home, names in _HOMES.items() for name in names}

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


def __getattr__(name: str) -> Any:
    """Load what a name stands for when it is first used, so that `import chatparse` costs next to nothing."""
    home = _HOME.get(name)
    if home is not None:
        value = globals()[name] = getattr(import_module(home), name)
        return value
    if name in _PARTS:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PARTS})
