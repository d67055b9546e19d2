"""Warnings about patterns without a bound: which patterns, where, and that hostile ones do not hang the loader."""

from __future__ import annotations

from typing import Any

import pytest

from chatparse.errors import TemplateError
from chatparse.template import load_document

BACK_REFERENCE = r"([ab])\1"


def warned(fields: dict[str, Any], **top: Any) -> list[tuple[str, str]]:
    """Return the paths and causes of the warnings of a document with these fields."""
    template = load_document({"start_anchor": "<bot>", "fields": fields, **top})
    return [(warning.path, warning.cause) for warning in template.warnings]


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (BACK_REFERENCE, r"the escape \1"),
        ("(?>a|ab)c", "the group (?>a"),
        ("a++b", "a possessive quantifier"),
        ("(?P<n>a)(?P=n)", "the group (?P="),
        ("[ab]{5000}c", "a counted repeat that unrolls too far"),
        ("(?:a|bc){2000}d", "more than the automaton takes"),
    ],
)
@pytest.mark.parametrize("key", ["open_pattern", "close_pattern"])
def test_delimiters(key: str, pattern: str, reason: str) -> None:
    """A delimiter without an automaton is named, with what keeps it from having one."""
    field = {"open_pattern": "<", "close_pattern": ">", "transform": "{content}", key: pattern}
    [(path, cause)] = warned({"x": field})
    assert path == f"$.fields.x.{key}"
    assert cause == f"has no bound on the work per character ({reason}): once a budget is spent it matches no more"


@pytest.mark.parametrize(
    "pattern", [r"(?=[\s\S]*?</think>)", r"\s*<a>\s*", "(?i)<a>", r"(?<=\})\s*</c>|\Z", "a{1,64}", r"x*"]
)
def test_what_has_an_automaton_is_not_warned_about(pattern: str) -> None:
    assert warned({"x": {"open_pattern": pattern, "close": ">"}}) == []


def test_the_start_anchor() -> None:
    """An anchor is searched for in the prompt; what cannot be searched in linear time is named."""
    document = {"start_anchor_pattern": BACK_REFERENCE, "fields": {"x": {}}}
    [warning] = load_document(document).warnings
    assert warning.path == "$.start_anchor_pattern"
    assert warning.cause.startswith(r"cannot be searched for in linear time (the escape \1)")


def test_tag_patterns_at_any_depth() -> None:
    """The patterns of content parsers are named with their own paths."""
    tags = {"name": "xml-inline", "args": {"tag_pattern": r"(?P<key>\w)(?P<value>a)\2"}}
    fields = {
        "k": {"open": "<", "close": ">", "content": "kv-lines", "content_args": {"value_parser": tags}},
        "x": {"open": "[", "close": "]", "content": "xml-inline", "content_args": tags["args"]},
    }
    assert [path for path, _ in warned(fields)] == [
        "$.fields.k.content_args.value_parser.args.tag_pattern",
        "$.fields.x.content_args.tag_pattern",
    ]
    assert all("(the escape \\2)" in cause for _, cause in warned(fields))


def test_delimiters_that_are_too_many_together() -> None:
    """Each may have a bound where all of them, watched for at once, have none."""
    fields = {f"x{number}": {"open_pattern": f"{number}(?:[ab]{{200}}c)", "close": ">"} for number in range(40)}
    [(path, cause)] = warned(fields)
    assert path == "$.fields"
    assert "what is watched for outside of all regions" in cause


def test_a_pattern_that_would_be_too_large_is_a_problem_at_each_place() -> None:
    huge = "((a{1000}){1000}){1000}"
    document = {
        "start_anchor_pattern": huge,
        "fields": {
            "x": {
                "open_pattern": huge,
                "close_pattern": huge,
                "content": "xml-inline",
                "content_args": {"tag_pattern": f"(?P<key>a)(?P<value>{huge})"},
            }
        },
    }
    with pytest.raises(TemplateError) as caught:
        load_document(document)
    assert [problem.path for problem in caught.value.problems] == [
        "$.start_anchor_pattern",
        "$.fields.x.open_pattern",
        "$.fields.x.close_pattern",
        "$.fields.x.content_args.tag_pattern",
    ]
    assert all("more than the 20,000 allowed" in problem.cause for problem in caught.value.problems)


def test_patterns_that_backtrack_for_ever_load() -> None:
    """The loader tries patterns on short texts; one that would take for ever is left alone."""
    slow = r"(?:(?:a|a|a|a|a|a|a|a|a)*\Bb?)*(aaaaaaaaaaaaaaaa)?(?=aaaaaaaaaaaaaaaab)\2"
    opener = {"open_pattern": slow.replace(r"\2", r"\1"), "close_pattern": r"(?:a|a|a|a|a|a)*(?=q)|(?=a)"}
    assert [path for path, _ in warned({"x": opener})] == ["$.fields.x.open_pattern"]


def test_an_anchor_that_backtracks_for_ever_gives_up() -> None:
    """The message then begins after the last anchor that was found in time."""
    document = {"start_anchor_pattern": r"<b>|(?:a|a|a|a)*?(c)\1", "fields": {"x": {}}}
    template = load_document(document)
    assert template.truncate("<b>" + "a" * 40) == "a" * 40
