"""`chatparse parse`: text in, a message, events or a live view out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from chatparse.api import ResponseParser
from chatparse.cli.console import as_json, console, print_json, print_line
from chatparse.cli.failures import MalformedText
from chatparse.cli.inputs import arriving_text, load_template, load_tools, read_text
from chatparse.cli.live import LiveView
from chatparse.errors import MissingFieldError
from chatparse.stream import Event, RegionMalformed

__all__ = ["parse"]


@click.command(short_help="Parse a generation into a message.")
@click.argument("file", metavar="[FILE|-]", default="-", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("-t", "--template", metavar="NAME|PATH", required=True, help="A catalogue name, or where a template is.")
@click.option("--prefix", metavar="TEXT", help="The prompt the model continued. [default: none, the text is complete]")
@click.option("--prefix-file", metavar="FILE", type=click.Path(path_type=Path), help="A file with that prompt.")
@click.option("--tools", metavar="FILE", type=click.Path(path_type=Path), help="JSON list of tools, to type arguments.")
@click.option("--events", is_flag=True, help="Print one JSON event a line, as the text arrives.")
@click.option("--live", is_flag=True, help="Show the regions as they stream, for people.")
def parse(
    file: str,
    template: str,
    prefix: str | None,
    prefix_file: Path | None,
    tools: Path | None,
    *,
    events: bool,
    live: bool,
) -> None:
    """Parse what a model wrote, from FILE or standard input, into a message.

    The message is printed as JSON. The exit status is 0 if all of the text was understood, 1 if a region of it is
    malformed or a required field is missing, and 2 for wrong use.
    """
    if events and live:
        raise click.UsageError("--events and --live exclude one another")
    if prefix is not None and prefix_file is not None:
        raise click.UsageError("--prefix and --prefix-file exclude one another")
    parser = ResponseParser(
        load_template(template),
        prefix=read_text(prefix_file) if prefix_file else prefix or "",
        tools=load_tools(tools) if tools else None,
    )
    show: Callable[[Event], object] | None = None
    if events:
        show = _print_event
    elif live:
        show = LiveView(console()).show
    run = Run(parser)
    for event in run.events(arriving_text(file)):
        if show:
            show(event)
    if show is None:
        print_json(run.message)
    if run.failure:
        raise MalformedText(run.failure)


class Run:
    """One generation going through a parser, and what came of it."""

    def __init__(self, parser: ResponseParser) -> None:
        self.parser = parser
        self.message: dict[str, object] | None = None
        self.failure = ""
        """One line about what is wrong with the text, empty if nothing is."""

    def events(self, pieces: Iterator[str]) -> Iterator[Event]:
        """Yield the events of all pieces and of the end; afterwards `message` and `failure` stand."""
        malformed: list[RegionMalformed] = []
        for event in self._all(pieces):
            if event["type"] == "region_malformed":
                malformed.append(event)
            yield event
        if malformed and not self.failure:
            first, *others = malformed
            more = f" (and {len(others)} more)" if others else ""
            place = f"the region of `{first['field']}` that ends at character {first['start']}"
            self.failure = f"{place} is malformed: {first['error']}{more}"

    def _all(self, pieces: Iterator[str]) -> Iterator[Event]:
        yield from self.parser.initial_events
        for piece in pieces:
            yield from self.parser.feed(piece)
        try:
            self.message, final = self.parser.finalize()
        except MissingFieldError as error:
            self.message, self.failure = error.message, str(error)
            return
        yield from final


def _print_event(event: Event) -> None:
    print_line(as_json(event))
