"""A stream for people: each region under its field's name, as it comes."""

from __future__ import annotations

from rich.console import Console
from rich.highlighter import JSONHighlighter
from rich.text import Text

from chatparse.cli.console import as_json, visible
from chatparse.stream import Event

__all__ = ["LiveView"]

COLOURS = ("green", "magenta", "cyan", "yellow", "blue")
INDENT = "  "


class LiveView:
    """Writes events to a console; nothing is ever redrawn, so it can be piped and scrolled back."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._colours: dict[str, str] = {}
        self._at_line_start = True
        self._just_opened = False

    def show(self, event: Event) -> None:
        """Write one event."""
        match event["type"]:
            case "region_open":
                self._heading(event["field"], event.get("captures", {}))
            case "region_chunk":
                # empty lines at a region's start are layout
                text = event["text"].lstrip("\n") if self._just_opened else event["text"]
                self._just_opened = not text and self._just_opened
                self._write(visible(text), "dim" if event["dirty"] else "")
            case "region_close":
                self._end_line()
                if not isinstance(event["value"], str):
                    self._value(as_json(event["value"]))
            case "region_malformed":
                self._end_line()
                self._write(f"malformed: {visible(str(event['error']))}", "bold red")
                self._end_line()

    def _heading(self, field: str, captures: dict[str, str]) -> None:
        self._just_opened = True
        colour = self._colours.setdefault(field, COLOURS[len(self._colours) % len(COLOURS)])
        name = Text(visible(field), style=f"bold {colour}")
        if captures:
            name.append(visible("  " + ", ".join(f"{key}: {value}" for key, value in captures.items())), style=colour)
        self._console.print(name)

    def _write(self, text: str, style: str) -> None:
        for line in text.splitlines(keepends=True):
            lead = INDENT if self._at_line_start else ""
            self._console.out(lead + line, style=style or None, highlight=False, end="")
            self._at_line_start = line.endswith("\n")
        self._console.file.flush()

    def _value(self, text: str) -> None:
        self._console.print(Text(f"{INDENT}= ", style="bold"), JSONHighlighter()(Text(text)), sep="")

    def _end_line(self) -> None:
        if not self._at_line_start:
            self._console.out("")
            self._at_line_start = True
