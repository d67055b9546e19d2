"""The program: its commands, and what every one of them does about wrong use and a reader that went away."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from chatparse.cli.check import check
from chatparse.cli.parse import parse
from chatparse.cli.show import show
from chatparse.cli.templates import templates

__all__ = ["main"]

INTERRUPTED = 130
READER_GONE = 141
"""What a shell reports for a program that wrote into a closed pipe."""


class Program(click.Group):
    """A group whose failures are one line on standard error and an exit status."""

    def main(  # type: ignore[override]  # the two overloads of the original as one
        self, args: Sequence[str] | None = None, *, standalone_mode: bool = True, **extra: Any
    ) -> Any:
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **extra)
        _write_whatever_comes()
        try:
            # what a command returns is nothing, what it exits with is its status
            status = super().main(args, standalone_mode=False, **extra)
        except click.ClickException as error:
            click.echo(f"Error: {' '.join(error.format_message().split())}", err=True)
            status = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            status = INTERRUPTED
        sys.exit(status or 0)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # nobody reads on: what is still buffered must not be tried again when the interpreter ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(READER_GONE)
        return result


def _write_whatever_comes() -> None:
    """Let text that the terminal's encoding cannot say, lone surrogates above all, be written as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="chatparse", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Turn the raw text of a chat model into a message, with a response template."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (parse, templates, show, check):
    main.add_command(command)
