"""The catalogue: names and aliases, and that every template comes with facts and cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chatparse import catalog, load_response_template

CASES = Path(__file__).parents[2] / "conformance" / "catalog"
MINIMUM = 6


def cases(name: str) -> list[dict]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", catalog.names())
def test_every_template_loads_without_a_warning(name):
    assert load_response_template(name).warnings == ()


@pytest.mark.parametrize("name", catalog.names())
def test_every_template_has_cases_of_its_own(name):
    assert len(cases(name)) >= MINIMUM
    assert {case["template"] for case in cases(name)} == {name}


@pytest.mark.parametrize("name", catalog.names())
def test_every_template_has_facts(name):
    entry = catalog.entry(name)
    assert entry.name == name
    assert entry.title
    # some models have no public id
    assert entry.models or entry.checked.endswith(("no chat template was at hand", "no model id was at hand"))
    assert entry.checked
    assert entry.limits


def test_names_are_in_order_and_are_all_there_is():
    files = Path(catalog.__file__).parent.joinpath("templates").glob("*.json")
    assert catalog.names() == sorted(path.stem for path in files)


def test_no_alias_stands_for_two_templates():
    meant: dict[str, str] = {}
    for name in catalog.names():
        for alias in catalog.entry(name).aliases:
            assert meant.setdefault(alias.casefold(), name) == name


@pytest.mark.parametrize(
    ("name", "meant"), [("qwen3", "qwen3"), ("QWEN3", "qwen3"), ("harmony", "gpt-oss"), ("?", None)]
)
def test_resolve(name, meant):
    assert catalog.resolve(name) == meant


def test_read_gives_a_copy():
    document = catalog.read("hermes")
    document["fields"].clear()
    assert catalog.read("hermes")["fields"]


@pytest.mark.parametrize("function", [catalog.read, catalog.entry])
def test_an_unknown_name_is_told_with_a_suggestion(function):
    with pytest.raises(KeyError, match="did you mean `llama-3`"):
        function("lama-3")


def test_a_name_like_no_other_is_told_what_there_is():
    assert all(name in catalog.suggestion("x" * 1_000_000) for name in catalog.names())
