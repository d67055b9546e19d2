"""A response as Qwen3.5 writes it, parsed while it streams: `make demo`."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from rich.rule import Rule

from chatparse import ResponseParser
from chatparse.cli.console import console, print_json
from chatparse.cli.live import LiveView

HERE = Path(__file__).parent
SECONDS = 4.0
"""How long the stream takes on a terminal; in a pipe nobody watches, so there it takes no time."""


def main() -> None:
    """Show the raw text, then its regions as they stream, then the message."""
    terminal = console()
    text = (HERE / "response.txt").read_text(encoding="utf-8")
    prompt = (HERE / "prompt.txt").read_text(encoding="utf-8")
    pieces = re.findall(r"<[^<>\s]+>|\s*\w+|[^\w<]+|<", text)  # about what a tokenizer makes of it

    terminal.print(Rule("what the model writes", style="dim"), soft_wrap=False)
    terminal.out(text.rstrip(), style="dim", highlight=False)

    terminal.print(Rule("what chatparse makes of it, while it streams", style="dim"), soft_wrap=False)
    view = LiveView(terminal)
    parser = ResponseParser("qwen3.5", prefix=prompt, tools=json.loads((HERE / "tools.json").read_text()))
    for event in parser.initial_events:
        view.show(event)
    for piece in pieces:
        for event in parser.feed(piece):
            view.show(event)
        time.sleep(SECONDS / len(pieces) if terminal.is_terminal else 0)
    message, events = parser.finalize()
    for event in events:
        view.show(event)

    terminal.print(Rule("the message", style="dim"), soft_wrap=False)
    print_json(message, document=True)

    terminal.print(Rule("the same by hand", style="dim"), soft_wrap=False)
    terminal.out(
        ".venv/bin/chatparse parse examples/response.txt -t qwen3.5 --prefix-file examples/prompt.txt "
        "--tools examples/tools.json --live",
        highlight=False,
    )


if __name__ == "__main__":
    main()
