"""The program as a whole: help, version, how it starts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import chatparse
from chatparse.cli.main import main
from cli.running import program, run

DOCS = Path(__file__).parents[2] / "docs"


def test_without_a_command_it_says_what_there_is():
    result = run()
    assert result.exit_code == 0
    assert all(name in result.stdout for name in main.commands)


def test_the_version_is_the_package_s():
    assert run("--version").stdout == f"chatparse {chatparse.__version__}\n"


def test_an_unknown_command_is_one_line():
    result = run("pars")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_it_runs_as_a_module():
    done = program("parse", "-t", "hermes", text=b"Hi")
    assert (done.returncode, done.stdout) == (0, b'{"role": "assistant", "content": "Hi"}\n')


def test_every_command_and_option_has_help_and_a_place_in_the_documentation():
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    for name, command in main.commands.items():
        assert command.help
        assert f"## chatparse {name}" in page
        for parameter in command.params:
            for option in parameter.opts if parameter.param_type_name == "option" else ():
                assert f"`{option}" in page, f"{name} {option}"


def test_importing_the_package_loads_nothing_of_the_command_line():
    script = "import sys, chatparse; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    unwanted = re.compile(r"click|rich|jiter|chatparse\.cli")
    assert not [name for name in loaded if unwanted.match(name)]
