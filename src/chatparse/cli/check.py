"""`chatparse check`: is this a response template, and if not, why not?"""

from __future__ import annotations

from pathlib import Path

import click

from chatparse.api import load_response_template
from chatparse.cli.console import print_line, visible
from chatparse.cli.failures import UnusableTemplate, worded
from chatparse.errors import TemplateError
from chatparse.template import ResponseTemplate

__all__ = ["check"]

INVALID = 1


@click.command(short_help="Validate a template.")
@click.argument("file")
@click.pass_context
def check(context: click.Context, file: str) -> None:
    """Validate the template in FILE: a template, a tokenizer_config.json, or a model folder.

    Every problem is printed on a line of its own, with its place and the mend. The exit status is 0 if the template is
    valid, 1 if it is not, and 2 if there is nothing that could be checked.
    """
    path = Path(file)
    try:
        template = load_response_template(path if path.exists() else file)
    except TemplateError as error:
        if error.__cause__ is not None:  # not a document: the reading of it failed
            raise UnusableTemplate(error) from error
        for problem in error.problems:
            print_line(visible(worded(problem)))
        count = len(error.problems)
        click.echo(f"Error: {file} is not valid: {count} problem{'s' if count > 1 else ''}", err=True)
        context.exit(INVALID)
    _report(file, template)


def _report(file: str, template: ResponseTemplate) -> None:
    for warning in (*template.warnings, *template.losses()):
        print_line(visible(f"warning: {warning}"))
    print_line(visible(f"{file} is valid: version {template.version}, fields {', '.join(template.fields)}"))
