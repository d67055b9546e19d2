"""`chatparse templates`: what the catalogue has."""

from __future__ import annotations

import click
from rich.table import Table

from chatparse import catalog
from chatparse.cli.console import console, print_line

__all__ = ["templates"]


@click.command(short_help="List the catalogue.")
def templates() -> None:
    """List the templates of the catalogue: name, format, models.

    In a pipe each template is one line, its columns separated by tabs.
    """
    entries = [catalog.entry(name) for name in catalog.names()]
    terminal = console()
    if not terminal.is_terminal:
        for one in entries:
            print_line("\t".join((one.name, one.title, ", ".join(one.models))))
        return
    table = Table("name", "format", box=None, header_style="dim", pad_edge=False)
    table.add_column("models", overflow="fold")
    for one in entries:
        table.add_row(f"[bold green]{one.name}[/]", one.title, "\n".join(one.models))
    terminal.print(table, soft_wrap=False)
