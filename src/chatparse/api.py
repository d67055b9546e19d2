"""The public face: names, paths and documents are resolved here, then the engine does the work."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, overload

from chatparse import catalog, stream
from chatparse.errors import MissingFieldError, Problem, TemplateError
from chatparse.jsontypes import Object
from chatparse.response import Call, Response, calls_in, respond
from chatparse.stream import DEFAULT_LIMITS, Limits
from chatparse.template import ResponseTemplate, load_document
from chatparse.tools import Tools

__all__ = ["ResponseParser", "TemplateSource", "ToolSource", "load_response_template", "parse", "parse_response"]

TemplateSource: TypeAlias = "dict[str, Any] | MappingProxyType[str, Any] | ResponseTemplate | str | os.PathLike[str]"
"""A template document, a loaded template, a catalogue name, or the path of a template file, a `tokenizer_config.json`
or a model folder."""

ToolSource: TypeAlias = "Sequence[Mapping[str, Any] | Callable[..., Any]]"
"""OpenAI-style tool definitions (with or without the outer `{"type": "function", "function": ...}`) or functions."""

TOKENIZER_CONFIG = "tokenizer_config.json"
TEMPLATE_KEY = "response_template"


def load_response_template(source: TemplateSource, *, lossless: bool = False) -> ResponseTemplate:
    """Load a response template and check all of it.

    Args:
        source: the document as a dict, a template that is loaded already (returned as it is), the name of a template
            of the catalogue, or a path: a template file, a `tokenizer_config.json`, or a model folder with one.
        lossless: whether fields of text that do not repeat keep all their regions, put together, instead of the last
            (docs/template-reference.md says how; a template that is lossless already stays so).

    Returns:
        The template, frozen: load it once and share it.

    Raises:
        TemplateError: it cannot be found or read, or it is not valid; the error lists every problem with its place.
    """
    template = _load(source)
    return template.without_loss() if lossless else template


def _load(source: TemplateSource) -> ResponseTemplate:
    if isinstance(source, ResponseTemplate):
        return source
    if isinstance(source, str) and catalog.resolve(source) is not None:
        return _from_catalog(source)
    if isinstance(source, str | os.PathLike):
        return _from_path(source)
    return load_document(dict(source) if isinstance(source, MappingProxyType) else source)


@lru_cache(maxsize=256)
def _from_catalog(name: str) -> ResponseTemplate:
    return load_document(catalog.read(name), source=f"template `{name}` of the catalogue")


def _from_path(source: str | os.PathLike[str]) -> ResponseTemplate:
    shown = os.fspath(source)
    try:
        path = Path(source)
        if path.is_dir():
            path = path / TOKENIZER_CONFIG
        text = path.read_text(encoding="utf-8")
        document: Any = json.loads(text)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _unusable(shown, _nothing_there(source), catalog.suggestion(shown)) from error
    except OSError as error:
        raise _unusable(shown, f"cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise _unusable(shown, f"is not UTF-8 text: {error.reason} at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise _unusable(shown, f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise _unusable(shown, f"is not usable JSON or no path at all: {error}") from error
    if isinstance(document, dict) and TEMPLATE_KEY in document and "fields" not in document:
        return load_document(document[TEMPLATE_KEY], source=f"`{TEMPLATE_KEY}` of {path}")
    if isinstance(document, dict) and path.name == TOKENIZER_CONFIG:
        raise _unusable(shown, f"has no `{TEMPLATE_KEY}`", "pass a catalogue name, or write the template into it")
    return load_document(document, source=str(path))


def _nothing_there(source: str | os.PathLike[str]) -> str:
    return (
        "is neither a template of the catalogue nor a path that exists" if isinstance(source, str) else "does not exist"
    )


def _unusable(shown: str, cause: str, mend: str = "") -> TemplateError:
    return TemplateError([Problem("$", f"{shown!r} {cause}", mend)])


class ResponseParser(stream.ResponseParser):
    """Parse one generation while it is being written.

    Example:
        >>> parser = ResponseParser("qwen3", prefix="<|im_start|>assistant\\n")
        >>> [event["type"] for event in parser.feed("Hello")]
        ['region_open', 'region_chunk']
        >>> parser.finalize()[0]
        {'role': 'assistant', 'content': 'Hello'}
    """

    __slots__ = ("_response",)

    def __init__(
        self,
        response_template: TemplateSource,
        prefix: str | None = None,
        *,
        tools: ToolSource | None = None,
        limits: Limits = DEFAULT_LIMITS,
        keep_input: bool = True,
    ) -> None:
        """Begin a message.

        Args:
            response_template: whatever `load_response_template` takes.
            prefix: the prompt that the model continues; only what follows its last start anchor counts.
            tools: the tools the model was given: string arguments of calls are typed by their schemas.
            limits: what to spend at most on hostile text.
            keep_input: whether to keep the text for `input_text` and `response`; without, memory holds the result, the
                open region and what is held back.

        Raises:
            TemplateError: the template cannot be used.
            PrefixError: `prefix` is `None`. Pass `""` if the text is the complete message.
        """
        loaded = Tools.load(tools) if tools else None
        template = response_template
        if not isinstance(template, ResponseTemplate):
            template = load_response_template(template)
        super().__init__(template, prefix, tools=loaded, limits=limits, keep_input=keep_input)
        self._response: Response | None = None

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls so far, each with its status."""
        return tuple(call for of_region in calls_in(self) for call in of_region)

    @property
    def response(self) -> Response:
        """Everything about the generation, once it is finalized.

        Raises:
            ParserStateError: the parser is not finalized, or was made with `keep_input=False`.
        """
        if self._response is None:
            self._response = respond(self)
        return self._response


def parse(
    text: str,
    response_template: TemplateSource,
    *,
    prefix: str | None = None,
    tools: ToolSource | None = None,
    finish_reason: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Response:
    """Parse a whole generation, whatever is wrong with it, and lose nothing.

    Args:
        text: what the model wrote after the prefix, special tokens kept.
        response_template: whatever `load_response_template` takes.
        prefix: the prompt that the model continued.
        tools: the tools the model was given: arguments are typed and checked by their schemas.
        finish_reason: why the generation ended, as the engine that made it says; `"length"` means it was cut off.
        limits: what to spend at most on hostile text.

    Returns:
        The response; for no text is anything raised.

    Raises:
        TemplateError: the template cannot be used.
        PrefixError: `prefix` is missing.
    """
    parser = ResponseParser(response_template, prefix, tools=tools, limits=limits)
    parser.feed(text)
    with contextlib.suppress(MissingFieldError):
        parser.finalize(finish_reason)
    return parser.response


@overload
def parse_response(
    text: str,
    response_template: TemplateSource,
    *,
    prefix: str | None = None,
    tools: ToolSource | None = None,
) -> Object: ...
@overload
def parse_response(
    text: list[str] | tuple[str, ...],
    response_template: TemplateSource,
    *,
    prefix: str | Sequence[str] | None = None,
    tools: ToolSource | None = None,
) -> list[Object]: ...
def parse_response(
    text: str | list[str] | tuple[str, ...],
    response_template: TemplateSource,
    *,
    prefix: str | Sequence[str] | None = None,
    tools: ToolSource | None = None,
) -> Object | list[Object]:
    """Parse a whole generation, or a batch of them, into messages.

    Args:
        text: what the model wrote after the prefix, special tokens kept; or a list of such texts.
        response_template: whatever `load_response_template` takes.
        prefix: the prompt that the model continued; for a batch, one for all or one each.
        tools: the tools the model was given: string arguments of calls are typed by their schemas.

    Returns:
        The message, or a list of messages in the order of the texts.

    Raises:
        ContentError: a region does not parse (the first such region's error, as the reference has it).
        MissingFieldError: a field that the template does not call optional never came.
        TemplateError: the template cannot be used.
        PrefixError: `prefix` is missing.
        ValueError: a batch has another number of prefixes than of texts.
    """
    template = load_response_template(response_template)
    loaded = Tools.load(tools) if tools else None
    if isinstance(text, str):
        if prefix is not None and not isinstance(prefix, str):
            raise ValueError("one text takes one `prefix`, a string")
        return _parse_one(text, template, prefix, loaded)
    prefixes = [prefix] * len(text) if prefix is None or isinstance(prefix, str) else list(prefix)
    if len(prefixes) != len(text):
        raise ValueError(f"{len(text)} texts need one `prefix` or one each, not {len(prefixes)}")
    return [_parse_one(each, template, before, loaded) for each, before in zip(text, prefixes, strict=True)]


def _parse_one(text: str, template: ResponseTemplate, prefix: str | None, tools: Tools | None) -> Object:
    parser = stream.ResponseParser(template, prefix, tools=tools)
    events = [*parser.initial_events, *parser.feed(text)]
    message, final = parser.finalize()
    for event in (*events, *final):
        if event["type"] == "region_malformed":
            raise event["error"]
    return message
