"""The documentation: generated pages are up to date, links lead somewhere, every key of the format is explained."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from chatparse.template import schema

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "conformance/README.md",
]


def generated() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: page() for name, page in module.PAGES.items()}


def test_generated_pages_are_up_to_date():
    for name, text in generated().items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, "run `make docs`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_key_of_the_format_is_in_the_reference():
    text = (ROOT / "docs" / "template-reference.md").read_text(encoding="utf-8")
    document = schema()
    headings = {word for line in re.findall(r"^### (.*)$", text, re.MULTILINE) for word in line.split(", ")}
    assert set(document["properties"]) <= headings
    assert set(document["$defs"]["field"]["properties"]) <= headings
    assert set(document["$defs"]["content"]["enum"]) <= headings
