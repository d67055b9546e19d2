"""What a command writes: JSON for programs and for people, tables, and nothing that upsets a terminal."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from rich.console import Console
from rich.highlighter import JSONHighlighter
from rich.text import Text

from chatparse.jsontypes import JSON

__all__ = ["as_json", "console", "print_json", "print_line", "visible"]

UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What JSON may hold as it is, but no terminal, no line reader or no UTF-8 can."""
CONTROLS = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"} | {0x7F: 0x2421}
CONTROLS |= dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


class Terminal(Console):
    """A console that leaves a reader who went away to the program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return a console for standard output as it is now."""
    return Terminal(file=sys.stdout, highlight=False, soft_wrap=True)


def as_json(value: JSON, indent: int | None = None) -> str:
    """Return JSON that can be read by people, programs and terminals alike."""
    return UNSAFE.sub(_escaped, json.dumps(value, ensure_ascii=False, indent=indent, default=_shown))


def print_line(text: str) -> None:
    """Write a line to standard output, in UTF-8 whatever the locale, at once."""
    out = sys.stdout.buffer
    out.write(text.encode())
    out.write(b"\n")
    out.flush()


def print_json(value: JSON, *, document: bool = False) -> None:
    """Write a value: indented and coloured on a terminal, else on one line, or indented if it is a document."""
    terminal = console()
    if terminal.is_terminal:
        terminal.print(JSONHighlighter()(Text(as_json(value, indent=2))))
    else:
        print_line(as_json(value, indent=2 if document else None))


def visible(text: str) -> str:
    """Return text a terminal can show: control characters become their pictures."""
    return text.translate(CONTROLS)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _shown(value: Any) -> JSON:
    """Write an exception, the one value of an event that is not JSON."""
    return {"type": type(value).__name__, "message": str(value)}
