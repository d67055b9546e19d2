"""The public face: where templates come from, batches, and every error a caller can meet."""

from __future__ import annotations

import json
import os
import sys
import types
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import chatparse
from chatparse import catalog

DOCUMENT: dict[str, Any] = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<bot>",
    "fields": {
        "thinking": {"open": "<think>", "close": "</think>"},
        "calls": {
            "open": "<call>",
            "close": "</call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close": "<end>"},
    },
}
TOOLS = [{"name": "f", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}]
CALL = '<call>{"name": "f", "arguments": {"n": "7"}}</call>'


def f(n: int) -> None:
    """Do it.

    Args:
        n: how often.
    """


# ------------------------------------------------------------------ where a template comes from
@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with a template file, a tokenizer configuration and a model folder."""
    (tmp_path / "template.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    model = tmp_path / "model"
    model.mkdir()
    config = {"model_max_length": 10, "response_template": DOCUMENT}
    (model / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    return tmp_path


SOURCES: dict[str, Callable[[Path], Any]] = {
    "a document": lambda files: DOCUMENT,
    "an ordered document": lambda files: OrderedDict(DOCUMENT),
    "a loaded template": lambda files: chatparse.load_response_template(DOCUMENT),
    "a template file": lambda files: files / "template.json",
    "a template file as a string": lambda files: str(files / "template.json"),
    "a tokenizer configuration": lambda files: files / "model" / "tokenizer_config.json",
    "a model folder": lambda files: files / "model",
    "a model folder as a string": lambda files: os.fspath(files / "model"),
}


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_gives_the_template(files: Path, source: str) -> None:
    assert chatparse.load_response_template(SOURCES[source](files)) == chatparse.load_response_template(DOCUMENT)


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_will_do_to_parse_with(files: Path, source: str) -> None:
    message = {"role": "assistant", "content": "hi"}
    assert chatparse.parse_response("hi<end>", SOURCES[source](files), prefix="") == message
    parser = chatparse.ResponseParser(SOURCES[source](files), prefix="<bot>")
    parser.feed("hi<end>")
    assert parser.finalize()[0] == message


def test_a_loaded_template_is_returned_as_it_is() -> None:
    template = chatparse.load_response_template(DOCUMENT)
    assert chatparse.load_response_template(template) is template


def test_the_catalogue_by_name_and_alias() -> None:
    for name in catalog.names():
        template = chatparse.load_response_template(name)
        assert template.to_dict() == catalog.read(name)
        for alias in catalog.entry(name).aliases:
            assert chatparse.load_response_template(alias.upper()) == chatparse.load_response_template(alias)


def test_a_name_of_the_catalogue_comes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = catalog.names()[0]
    (tmp_path / name).write_text(json.dumps(DOCUMENT), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert chatparse.load_response_template(name).to_dict() == catalog.read(name)
    assert chatparse.load_response_template(Path(name)).to_dict() == DOCUMENT


# ------------------------------------------------------------------ sources that are none
def test_a_name_that_nobody_knows() -> None:
    with pytest.raises(chatparse.TemplateError, match="neither a template of the catalogue nor a path that exists"):
        chatparse.load_response_template("no-such-model")
    with pytest.raises(chatparse.TemplateError, match="did you mean `qwen3`"):
        chatparse.load_response_template("qwen33")


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


BROKEN: list[tuple[str, bytes, str]] = [
    ("t.json", b"{", "is not JSON: .* at line 1, column 2"),
    ("t.json", b"", "is not JSON"),
    ("t.json", b"\xff\xfe{}", "is not UTF-8 text"),
    ("t.json", b"[" * 100_000, "usable JSON"),
    ("t.json", b'{"fields": ' + b"9" * 5_000 + b"}", "usable JSON"),
    ("t.json", b"[]", "list|array|object"),
    ("t.json", b'{"start_anchor": "<bot>"}', r"\$.fields|fields"),
    ("tokenizer_config.json", b'{"model_max_length": 1}', "has no `response_template`"),
    ("tokenizer_config.json", b'{"response_template": null}', r"object"),
    (
        "tokenizer_config.json",
        b'{"response_template": {"fields": {}}}',
        "`response_template` of .*config.json",
    ),
]


@pytest.mark.parametrize(("name", "content", "wording"), BROKEN)
def test_files_that_hold_no_template(tmp_path: Path, name: str, content: bytes, wording: str) -> None:
    path = written(tmp_path, name, content)
    with pytest.raises(chatparse.TemplateError, match=wording):
        chatparse.load_response_template(path)


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    with pytest.raises(chatparse.TemplateError, match="does not exist"):
        chatparse.load_response_template(tmp_path / "none.json")
    with pytest.raises(chatparse.TemplateError, match=r"does not exist|no tokenizer_config\.json"):
        chatparse.load_response_template(tmp_path)
    plain = written(tmp_path, "plain", b"{}")
    with pytest.raises(chatparse.TemplateError):
        chatparse.load_response_template(plain / "inside")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = written(tmp_path, "t.json", b"{}")
    path.chmod(0)
    with pytest.raises(chatparse.TemplateError, match="cannot be read"):
        chatparse.load_response_template(path)


ODD: list[Any] = [
    None,
    1,
    1.5,
    True,
    b"qwen3",
    [],
    [DOCUMENT],
    set(),
    object(),
    print,
    "",
    "\0",
    "a" * 100_000,
    "\ud800",
    "/\ud800/x",
    {1: 2},
    {"fields": {1: {}}},
    {"start_anchor": b"x", "fields": {"x": {}}},
    {"start_anchor": "x", "fields": {"x": {"open": {1, 2}}}},
]


@pytest.mark.parametrize("source", ODD, ids=[type(each).__name__ for each in ODD])
def test_odd_sources_are_template_errors(source: Any) -> None:
    for use in (
        chatparse.load_response_template,
        lambda source: chatparse.parse_response("x", source, prefix=""),
        lambda source: chatparse.ResponseParser(source, prefix=""),
    ):
        with pytest.raises(chatparse.TemplateError) as caught:
            use(source)
        assert caught.value.problems
        assert str(caught.value)


def test_an_error_lists_every_problem_with_its_place() -> None:
    document = {"fields": {"x": {"opne": "<", "content": "jsn"}, "y": {"open": ""}}}
    with pytest.raises(chatparse.TemplateError) as caught:
        chatparse.load_response_template(document)
    paths = {problem.path for problem in caught.value.problems}
    assert {"$.fields.x.opne", "$.fields.x.content", "$.fields.y.open"} <= paths
    assert "did you mean" in str(caught.value)


# ------------------------------------------------------------------ one text
def test_one_text() -> None:
    text = "<think>hm</think>Hi.<end>"
    expected = {"role": "assistant", "thinking": "hm", "content": "Hi."}
    assert chatparse.parse_response(text, DOCUMENT, prefix="") == expected
    assert chatparse.parse_response(text[7:], DOCUMENT, prefix="<bot>old<bot><think>") == expected


@pytest.mark.parametrize("tools", [TOOLS, [{"type": "function", "function": TOOLS[0]}], [f], (f,)])
def test_tools_of_every_kind(tools: Any) -> None:
    message = chatparse.parse_response(CALL, DOCUMENT, prefix="", tools=tools)
    assert message["calls"][0]["function"]["arguments"] == {"n": 7}
    parser = chatparse.ResponseParser(DOCUMENT, prefix="", tools=tools)
    parser.feed(CALL)
    assert parser.finalize()[0] == message


@pytest.mark.parametrize("tools", [None, [], (), [None], [1], [{}], [{"function": 1}], [print]])
def test_tools_that_say_nothing(tools: Any) -> None:
    message = chatparse.parse_response(CALL, DOCUMENT, prefix="", tools=tools)
    assert message["calls"][0]["function"]["arguments"] == {"n": "7"}


@pytest.mark.parametrize(
    "call",
    [
        lambda: chatparse.parse_response("x", DOCUMENT),
        lambda: chatparse.parse_response(["x"], DOCUMENT),
        lambda: chatparse.parse_response("x", DOCUMENT, prefix=None),
        lambda: chatparse.ResponseParser(DOCUMENT),
    ],
)
def test_the_prefix_is_required(call: Callable[[], object]) -> None:
    with pytest.raises(chatparse.PrefixError, match="requires `prefix`"):
        call()


def test_the_first_malformed_region_is_raised() -> None:
    with pytest.raises(chatparse.ContentError, match="not valid JSON"):
        chatparse.parse_response("<call>{</call>", DOCUMENT, prefix="")
    with pytest.raises(chatparse.ContentError):
        chatparse.parse_response("fine", DOCUMENT, prefix="<bot><call>[</call>")


def test_a_missing_field_is_raised() -> None:
    document = {"start_anchor": "<bot>", "fields": {"x": {"open": "<x>", "optional": False}, "content": {}}}
    with pytest.raises(chatparse.MissingFieldError, match="missing from parsed output") as caught:
        chatparse.parse_response("words", document, prefix="")
    assert caught.value.fields == ("x",)
    assert caught.value.message == {"content": "words"}


def test_one_text_with_several_prefixes_is_refused() -> None:
    with pytest.raises(ValueError, match="prefix"):
        chatparse.parse_response("x", DOCUMENT, prefix=["", ""])  # type: ignore[call-overload]


# ------------------------------------------------------------------ batches
def content(*texts: str) -> list[dict[str, Any]]:
    return [{"role": "assistant", "content": text} for text in texts]


def test_a_batch_with_one_prefix_for_all() -> None:
    assert chatparse.parse_response(["a<end>", "b"], DOCUMENT, prefix="<bot>") == content("a", "b")
    assert chatparse.parse_response(("a", "b"), DOCUMENT, prefix="<bot>x") == content("xa", "xb")


def test_a_batch_with_a_prefix_each() -> None:
    assert chatparse.parse_response(["a", "b"], DOCUMENT, prefix=["<bot>1", "2"]) == content("1a", "2b")
    assert chatparse.parse_response(["a", "b"], DOCUMENT, prefix=("1", "2")) == content("1a", "2b")


def test_an_empty_batch() -> None:
    assert chatparse.parse_response([], DOCUMENT, prefix="") == []
    assert chatparse.parse_response([], DOCUMENT, prefix=[]) == []


def test_a_batch_needs_as_many_prefixes_as_texts() -> None:
    with pytest.raises(ValueError, match=r"2 texts .* not 3"):
        chatparse.parse_response(["a", "b"], DOCUMENT, prefix=["", "", ""])


def test_messages_of_a_batch_share_nothing() -> None:
    first, second = chatparse.parse_response([CALL, CALL], DOCUMENT, prefix="", tools=TOOLS)
    first["calls"].clear()
    assert second["calls"][0]["function"]["arguments"] == {"n": 7}


# ------------------------------------------------------------------ the stream
def test_the_public_parser_is_the_engine() -> None:
    parser = chatparse.ResponseParser("qwen3", "")
    assert parser.initial_events == []
    parser.feed("Hello")
    assert parser.input_text == "Hello"
    message, events = parser.finalize()
    assert message["content"] == "Hello"
    assert [event["type"] for event in events] == ["region_close"]
    with pytest.raises(chatparse.ParserStateError):
        parser.feed("more")


def test_a_read_only_document_will_do() -> None:
    document = types.MappingProxyType({"start_anchor": "<a>", "fields": {"content": {}}})
    assert chatparse.parse_response("x", document, prefix="") == {"content": "x"}
