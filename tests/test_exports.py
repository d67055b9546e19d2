"""What the package exports, and what importing it costs."""

from __future__ import annotations

import importlib
import json
import pkgutil
import subprocess
import sys

import pytest

import chatparse

MODULES = ["chatparse", *(each.name for each in pkgutil.walk_packages(chatparse.__path__, "chatparse."))]
LAZY = ("click", "rich", "jiter", "jsonschema", "transformers", "hypothesis", "chatparse.cli")


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_everything_in_all_is_there(name: str) -> None:
    module = importlib.import_module(name)
    assert hasattr(module, "__all__"), f"{name} has no __all__"
    assert len(set(module.__all__)) == len(module.__all__)
    for each in module.__all__:
        assert hasattr(module, each), each


def test_the_public_names_are_sorted_and_documented() -> None:
    assert chatparse.__all__ == sorted(chatparse.__all__)
    for name in ("load_response_template", "parse_response", "ResponseParser", "TemplateError", "ContentError"):
        assert name in chatparse.__all__
        assert getattr(chatparse, name).__doc__


def test_importing_the_package_loads_no_more_than_it_needs() -> None:
    code = "import json, sys; from chatparse import *; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "chatparse.api" in loaded
    assert sorted(loaded.intersection(LAZY)) == []


def test_names_are_loaded_at_first_use() -> None:
    code = "import chatparse, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in json.loads(done.stdout) if name.startswith("chatparse.")] == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'parse_respose'"):
        chatparse.parse_respose  # noqa: B018
    assert "parse" in dir(chatparse)
    assert chatparse.catalog.names()


def test_errors_are_value_errors_but_for_the_state() -> None:
    for error in (chatparse.TemplateError, chatparse.PrefixError, chatparse.ContentError, chatparse.MissingFieldError):
        assert issubclass(error, chatparse.ChatParseError)
        assert issubclass(error, ValueError)
    assert issubclass(chatparse.ParserStateError, RuntimeError)
    assert not issubclass(chatparse.ParserStateError, ValueError)
