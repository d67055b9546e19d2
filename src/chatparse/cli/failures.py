"""What ends a command early, each with its exit status."""

from __future__ import annotations

import click

from chatparse.errors import Problem, TemplateError

__all__ = ["MalformedText", "UnusableTemplate", "WrongUse", "worded"]


class WrongUse(click.ClickException):
    """The caller's fault: an unknown template, a missing file, a file that is not what it should be."""

    exit_code = 2


class UnusableTemplate(WrongUse):
    """A template that cannot be found, read or loaded, told in one line."""

    def __init__(self, error: TemplateError) -> None:
        first, *others = error.problems
        more = f"; and {len(others)} more, see `chatparse check`" if others else ""
        where = "template " if first.path == "$" else f"{error.source}: "
        super().__init__(f"{where}{worded(first)}{more}")


class MalformedText(click.ClickException):
    """The model's fault: a region does not parse, or a field that must come never came."""

    exit_code = 1


def worded(problem: Problem) -> str:
    """Return a problem as a line; the path of the whole document says nothing, so it is left out."""
    mend = f" ({problem.mend})" if problem.mend else ""
    return f"{problem.cause}{mend}" if problem.path == "$" else str(problem)
