"""What `chatparse check` says about a template that is valid: patterns without a bound, and lost text."""

from __future__ import annotations

import json

from cli.running import run


def test_check_warns_about_what_can_be_lost_and_what_has_no_bound(tmp_path):
    path = tmp_path / "t.json"
    fields = {"content": {}, "c": {"open_pattern": r"(?>a|ab)c", "close": "</c>", "repeats": True}}
    path.write_text(json.dumps({"start_anchor": "<bot>", "fields": fields}))
    result = run("check", str(path))
    assert result.exit_code == 0
    pattern, lost, verdict = result.stdout.splitlines()
    assert pattern.startswith("warning: $.fields.c.open_pattern: has no bound on the work per character")
    assert lost.startswith("warning: $.fields.content: keeps only the last of its pieces of text")
    assert verdict == f"{path} is valid: version 1, fields content, c"
    assert result.stderr == ""


def test_check_says_that_a_pattern_would_be_too_large(tmp_path):
    path = tmp_path / "t.json"
    path.write_text(json.dumps({"start_anchor": "<bot>", "fields": {"x": {"open_pattern": "((a{1000}){1000}){1000}"}}}))
    result = run("check", str(path))
    assert result.exit_code == 1
    assert result.stdout.startswith("$.fields.x.open_pattern: is not a pattern that can be used: its repeats unroll to")
