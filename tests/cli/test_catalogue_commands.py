"""`chatparse templates`, `show` and `check`."""

from __future__ import annotations

import json

import pytest

from chatparse import catalog, load_response_template
from cli.running import run


def test_templates_lists_all_of_them_one_a_line_in_a_pipe():
    result = run("templates")
    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == catalog.names()


def test_templates_is_a_table_on_a_terminal():
    result = run("templates", colour=True)
    assert "\x1b[" in result.stdout
    assert all(name in result.stdout for name in catalog.names())


@pytest.mark.parametrize("name", catalog.names())
def test_show_prints_a_template_that_loads(name):
    document = json.loads(run("show", name).stdout)
    assert load_response_template(document) == load_response_template(name)


def test_show_takes_an_alias_and_tells_about_it():
    result = run("show", "harmony", "--about")
    assert result.stdout.startswith("gpt-oss: ")
    assert "openai/gpt-oss-20b" in result.stdout


def test_show_suggests():
    result = run("show", "gemma4-it")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "did you mean `gemma-4`" in result.stderr


def test_check_takes_a_file_a_folder_and_a_name(tmp_path):
    document = json.dumps({"response_template": catalog.read("hermes")})
    (tmp_path / "tokenizer_config.json").write_text(document)
    for source in (str(tmp_path), str(tmp_path / "tokenizer_config.json"), "hermes"):
        result = run("check", source)
        assert (result.exit_code, result.stdout) == (0, f"{source} is valid: version 1, fields tool_calls, content\n")


def test_check_prints_every_problem_on_a_line(tmp_path):
    path = tmp_path / "t.json"
    path.write_text('{"start_anchor": 1, "fields": {"a": {"opn": "x"}}}')
    result = run("check", str(path))
    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["$.start_anchor", "$.fields.a.opn"]
    assert "did you mean `open`?" in result.stdout
    assert result.stderr == f"Error: {path} is not valid: 2 problems\n"


@pytest.mark.parametrize("content", [None, b"{", b"\xff", b"[" * 100_000])
def test_check_of_what_cannot_be_read_is_wrong_use(tmp_path, content):
    path = tmp_path / "t.json"
    if content is not None:
        path.write_bytes(content)
    result = run("check", str(path))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
