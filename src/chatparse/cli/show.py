"""`chatparse show`: one template of the catalogue."""

from __future__ import annotations

import click

from chatparse import catalog
from chatparse.cli.console import print_json, print_line
from chatparse.cli.failures import WrongUse

__all__ = ["show"]


@click.command(short_help="Print a template of the catalogue.")
@click.argument("name")
@click.option("--about", is_flag=True, help="Print what is known about it instead: models, limits, quirks.")
def show(name: str, *, about: bool) -> None:
    """Print the template NAME of the catalogue (an alias will do) as JSON."""
    if catalog.resolve(name) is None:
        raise WrongUse(f"the catalogue has no template {name!r}: {catalog.suggestion(name)}")
    if about:
        _describe(catalog.entry(name))
    else:
        print_json(catalog.read(name), document=True)


def _describe(entry: catalog.Entry) -> None:
    print_line(f"{entry.name}: {entry.title}")
    print_line(f"Checked on: {entry.checked}")
    for title, lines in (
        ("Models", entry.models),
        ("Also called", entry.aliases),
        ("Limits", entry.limits),
        ("Quirks", entry.quirks),
    ):
        if lines:
            print_line(f"{title}:")
            for line in lines:
                print_line(f"  - {line}")
