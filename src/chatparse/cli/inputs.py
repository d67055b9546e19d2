"""What a command reads: templates, tools, the prompt, and text as it arrives."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

import click

from chatparse.api import load_response_template
from chatparse.cli.failures import UnusableTemplate, WrongUse
from chatparse.errors import TemplateError
from chatparse.template import ResponseTemplate

__all__ = ["arriving_text", "load_template", "load_tools", "read_text"]

LARGEST_PIECE = 1 << 16


class ArrivingBytes(Protocol):
    """A binary stream that can give what it has now instead of waiting for a full buffer."""

    def read1(self, size: int, /) -> bytes: ...


def load_template(source: str) -> ResponseTemplate:
    """Load the template that an option names, or end with wrong use."""
    try:
        return load_response_template(source)
    except TemplateError as error:
        raise UnusableTemplate(error) from error


def load_tools(path: Path) -> list[dict[str, Any]]:
    """Read a JSON file with a list of tool definitions, or end with wrong use."""
    try:
        tools = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise WrongUse(
            f"tools file {path} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"tools file {path} is not usable JSON: {error}") from error
    if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
        raise WrongUse(f"tools file {path} must hold a JSON list of tool definitions")
    return tools


def read_text(path: Path) -> str:
    """Read a file of the caller's, or end with wrong use; newlines stay as they are."""
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise WrongUse(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise WrongUse(f"{path} is not UTF-8 text: {error.reason} at byte {error.start}") from error


def arriving_text(source: str) -> Iterator[str]:
    """Yield the text of a file or, for `-`, of standard input, piece by piece as it arrives.

    A byte that is not UTF-8 becomes U+FFFD: a generation may end in the middle of a character.
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    with _opened(source) as stream:
        while piece := _next_piece(source, stream):
            if text := decoder.decode(piece):
                yield text
    if rest := decoder.decode(b"", final=True):
        yield rest


def _opened(source: str) -> BinaryIO:
    try:
        return cast("BinaryIO", click.open_file(source, "rb"))
    except OSError as error:
        raise WrongUse(f"{source} cannot be read: {error.strerror or error}") from error


def _next_piece(source: str, stream: BinaryIO) -> bytes:
    try:
        return cast("ArrivingBytes", stream).read1(LARGEST_PIECE)
    except OSError as error:
        raise WrongUse(f"{source} cannot be read: {error.strerror or error}") from error
