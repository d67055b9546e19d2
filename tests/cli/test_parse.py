"""`chatparse parse`: messages, events as they arrive, the live view, and every way it can fail."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from cli.running import PROGRAM, program, run

TEXT = 'Sure.\n<tool_call>\n{"name": "f", "arguments": {"a": "é"}}\n</tool_call><|im_end|>'
CALL = {"type": "function", "function": {"name": "f", "arguments": {"a": "é"}}}
MESSAGE = {"role": "assistant", "content": "Sure.", "tool_calls": [CALL]}
CUT = 'Sure.\n<tool_call>{"name": "f", "argu'


def events_of(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.mark.parametrize("arguments", [("-",), ()])
def test_reads_standard_input(arguments):
    result = run("parse", *arguments, "-t", "hermes", text=TEXT)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == MESSAGE
    assert result.stdout.count("\n") == 1, "one line in a pipe"


def test_reads_a_file_and_a_template_file(tmp_path):
    (tmp_path / "text").write_text("<a>1</a>")
    (tmp_path / "template.json").write_text(
        json.dumps({"start_anchor": "A", "fields": {"a": {"open": "<a>", "close": "</a>", "content": "int"}}})
    )
    result = run("parse", str(tmp_path / "text"), "-t", str(tmp_path / "template.json"))
    assert json.loads(result.stdout) == {"a": 1}


def test_newlines_of_a_file_stay_as_they_are(tmp_path):
    (tmp_path / "text").write_bytes(b"a\r\nb\rc")
    assert json.loads(run("parse", str(tmp_path / "text"), "-t", "hermes").stdout)["content"] == "a\r\nb\rc"


def test_pretty_and_coloured_on_a_terminal():
    result = run("parse", "-t", "hermes", text=TEXT, colour=True)
    assert "\x1b[" in result.stdout
    assert result.stdout.count("\n") > 5


def test_the_prompt_as_text_and_as_a_file(tmp_path):
    prompt = "<|im_start|>assistant\n<think>\n"
    (tmp_path / "prompt").write_text(prompt)
    expected = {"role": "assistant", "reasoning_content": "Hm.", "content": "Yes."}
    for arguments in (("--prefix", prompt), ("--prefix-file", str(tmp_path / "prompt"))):
        result = run("parse", "-t", "qwen3", *arguments, text="Hm.\n</think>\n\nYes.")
        assert json.loads(result.stdout) == expected


def test_tools_type_the_arguments(tmp_path):
    tool = {"name": "f", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    (tmp_path / "tools.json").write_text(json.dumps([tool]))
    text = "<tool_call>\n<function=f>\n<parameter=n>\n7\n</parameter>\n</function>\n</tool_call>"
    typed = run("parse", "-t", "qwen3.5", "--tools", str(tmp_path / "tools.json"), text=text)
    assert json.loads(typed.stdout)["tool_calls"][0]["function"]["arguments"] == {"n": 7}


def test_events_begin_with_those_of_the_prompt():
    result = run("parse", "-t", "qwen3", "--events", "--prefix", "<|im_start|>assistant\n<think>\n", text="Hm.</think>")
    events = events_of(result.stdout)
    assert [event["type"] for event in events] == ["region_open", "region_chunk", "region_close"]
    assert events[-1]["value"] == "Hm."


def test_a_malformed_region_is_told_and_what_parsed_is_printed():
    result = run("parse", "-t", "hermes", text=CUT)
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"role": "assistant", "content": "Sure."}
    assert result.stderr.startswith("Error: the region of `tool_calls` that ends at character 36 is malformed: ")
    assert result.stderr.count("\n") == 1


def test_the_error_of_an_event_is_json():
    result = run("parse", "-t", "hermes", "--events", text=CUT)
    last = events_of(result.stdout)[-1]
    assert (result.exit_code, last["type"], last["error"]["type"]) == (1, "region_malformed", "ContentError")
    assert last["error"]["message"]


def test_a_missing_field_is_told_and_what_parsed_is_printed(tmp_path):
    fields = {"a": {"open": "<a>", "close": "</a>", "optional": False}, "content": {}}
    (tmp_path / "t.json").write_text(json.dumps({"start_anchor": "A", "fields": fields}))
    result = run("parse", "-t", str(tmp_path / "t.json"), text="x")
    assert (result.exit_code, json.loads(result.stdout)) == (1, {"content": "x"})
    assert "Required" in result.stderr
    assert result.stderr.count("\n") == 1


def test_live_is_plain_in_a_pipe_and_shows_every_region():
    result = run("parse", "-t", "hermes", "--live", text=TEXT)
    assert result.exit_code == 0
    assert result.stdout == (
        "content\n  Sure.\ntool_calls\n"
        '  {"name": "f", "arguments": {"a": "é"}}\n'
        '  = {"type": "function", "function": {"name": "f", "arguments": {"a": "é"}}}\n'
    )


def test_live_is_coloured_on_a_terminal_and_shows_control_characters():
    result = run("parse", "-t", "hermes", "--live", text="a\x1b[2Jb", colour=True)
    assert "content" in result.stdout
    assert "\x1b[2J" not in result.stdout
    assert "␛[2J" in result.stdout


def test_live_shows_captures_and_malformed_regions():
    result = run("parse", "-t", "gpt-oss", "--live", text=" to=functions.f<|channel|>commentary json<|message|>{")
    assert result.exit_code == 1
    assert "tool_calls  name: f" in result.stdout
    assert "malformed: " in result.stdout


def test_lone_surrogates_and_odd_characters_are_escaped():
    result = run("parse", "-t", "hermes", "--prefix", "<|im_start|>assistant\n\ud83d", text="\x9b\u2028\x7f")
    assert result.exit_code == 0
    assert result.stdout.isprintable() or result.stdout.rstrip("\n").isprintable()
    assert json.loads(result.stdout)["content"] == "\ud83d\x9b\u2028\x7f"


def test_bytes_that_are_not_utf8_become_replacement_characters():
    result = run("parse", "-t", "hermes", text=b"a\xffb\xe2\x82")
    assert json.loads(result.stdout)["content"] == "a\ufffdb\ufffd"


def test_values_of_any_size_and_depth_are_printed():
    digits = "1" * 5000
    call = f'<tool_call>{{"name": "f", "arguments": {{"n": {digits}}}}}</tool_call>'
    result = run("parse", "-t", "hermes", text=call)
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    for depth in (200, 900, 5000):
        call = f'<tool_call>{{"name": "f", "arguments": {"[" * depth}{"]" * depth}}}</tool_call>'
        for mode in ((), ("--events",), ("--live",)):
            result = run("parse", "-t", "hermes", *mode, text=call)
            assert result.exception is None or isinstance(result.exception, SystemExit), (depth, mode)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-t", "qwenn3"), "did you mean `qwen3`"),
        (("-t", "no/such/file.json"), "neither a template of the catalogue nor a path that exists"),
        ((), "Missing option '-t'"),
        (("-t", "hermes", "{dir}/missing"), "does not exist"),
        (("-t", "hermes", "{dir}"), "is a directory"),
        (("-t", "{dir}/broken.json"), "is not JSON"),
        (("-t", "{dir}/invalid.json"), "and 1 more, see `chatparse check`"),
        (("-t", "hermes", "--tools", "{dir}/missing"), "cannot be read"),
        (("-t", "hermes", "--tools", "{dir}/broken.json"), "is not JSON"),
        (("-t", "hermes", "--tools", "{dir}/invalid.json"), "must hold a JSON list of tool definitions"),
        (("-t", "hermes", "--prefix-file", "{dir}/missing"), "cannot be read"),
        (("-t", "hermes", "--prefix-file", "{dir}/latin1"), "is not UTF-8 text"),
        (("-t", "hermes", "--prefix", "a", "--prefix-file", "{dir}/latin1"), "exclude one another"),
        (("-t", "hermes", "--events", "--live"), "exclude one another"),
        (("-t", "hermes", "--evnts"), "No such option"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(tmp_path, arguments, told):
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "invalid.json").write_text('{"start_anchor": 1, "fields": {"a": {"opn": 1}}}')
    (tmp_path / "latin1").write_bytes(b"\xe9")
    result = run("parse", *(argument.format(dir=tmp_path) for argument in arguments), text="x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


def test_events_are_written_before_the_text_has_ended():
    with subprocess.Popen(
        [*PROGRAM, "parse", "-t", "hermes", "--events"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = []
        for piece in (b"Hel", b"lo \xc3", b"\xa9"):  # the last character comes in two halves
            process.stdin.write(piece)
            process.stdin.flush()
            if piece == b"Hel":
                seen.append(json.loads(process.stdout.readline()))
            seen.append(json.loads(process.stdout.readline()))
        assert [event.get("text") for event in seen] == [None, "Hel", "lo", " é"]
        process.stdin.close()
        assert json.loads(process.stdout.readline())["value"] == "Hello é"
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize("mode", ["--events", "--live"])
def test_a_reader_that_goes_away_is_no_traceback(tmp_path, mode):
    (tmp_path / "text").write_text(("word " * 20 + '\n<tool_call>{"name": "f", "arguments": {}}</tool_call>') * 5000)
    with subprocess.Popen(
        [*PROGRAM, "parse", str(tmp_path / "text"), "-t", "hermes", mode],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 141


def test_output_is_utf8_whatever_the_locale():
    settings = {"env": {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}}
    done = program("parse", "-t", "hermes", text="é".encode(), **settings)
    assert json.loads(done.stdout.decode("utf-8"))["content"] == "é"
    live = program("parse", "-t", "hermes", "--live", text="é".encode(), **settings)
    assert (live.returncode, live.stderr) == (0, b"")
