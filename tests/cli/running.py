"""How the tests of the command line run it: in this process, or as a program of its own."""

from __future__ import annotations

import subprocess
import sys

from click.testing import CliRunner, Result

from chatparse.cli.main import main

__all__ = ["PROGRAM", "program", "run"]

PROGRAM = [sys.executable, "-m", "chatparse"]


def run(*arguments: str, text: str | bytes = "", colour: bool = False) -> Result:
    """Run the command line in this process."""
    return CliRunner(env={"FORCE_COLOR": "1" if colour else None, "NO_COLOR": None}).invoke(
        main, list(arguments), input=text, prog_name="chatparse"
    )


def program(*arguments: str, text: bytes = b"", **settings: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a program."""
    return subprocess.run([*PROGRAM, *arguments], input=text, capture_output=True, timeout=60, check=False, **settings)
