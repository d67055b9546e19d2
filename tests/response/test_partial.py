"""What can be read of a call that was cut off: at every place in it."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chatparse
from chatparse.response import Call

from .samples import CATALOG, TOOLS, Document, document

ARGUMENTS = {
    "city": 'Oslo "S" \\ \u00e9 \U0001f600',
    "days": 12,
    "units": ["metric", {"deep": {"er": "value"}}, -1.5e3, True, None, ""],
    "empty": {},
    "last": "the end",
}
JSON = (
    '{"city": "Oslo \\"S\\" \\\\ \\u00e9 \\ud83d\\ude00", "days": 12, '
    '"units": ["metric", {"deep": {"er": "value"}}, -1.5e3, true, null, ""], "empty": {}, "last": "the end"}'
)
PYTHON = (
    "city='Oslo \"S\" \\\\ \\u00e9 \\ud83d\\ude00', days=12, "
    "units=['metric', {'deep': {\"er\": 'value'}}, -1.5e3, True, None, ''], empty={}, last='the end'"
)
GEMMA = (
    '{city:<|"|>Oslo "S" \\ \u00e9 \U0001f600<|"|>,days:12,units:[\'metric\',{deep:{er:<|"|>value<|"|>}},-1.5e3,'
    "true,null,"
    '\'\'],empty:{},"last":"the end"}'
)
gemma = document(
    "name in opener", content_args={"unquoted_keys": True, "string_delims": [['<|"|>', '<|"|>'], ["'", "'"]]}
)
WHOLE: dict[str, tuple[Document, str, str]] = {
    "json": (document("json in tags"), "<call>", f'{{"name": "f", "arguments": {JSON}}}'),
    "json, arguments first": (document("json in tags"), "<call>", f'{{"arguments": {JSON}, "name": "f"}}'),
    "json, nested": (document("json in tags"), "<call>", f'{{"function": {{"name": "f", "parameters": {JSON}}}}}'),
    "name in opener": (document("name in opener"), "<call f>", JSON),
    "python": (document("python-call-list"), "<call>", f"[f({PYTHON})]"),
    "a dialect": (gemma, "<call f>", GEMMA),
}


def is_beginning(part: Any, whole: Any) -> bool:
    """Say whether a value is what can be known of another when its text is cut."""
    if isinstance(whole, str):
        return isinstance(part, str) and whole.startswith(part)
    if isinstance(whole, dict):
        names = list(whole)[: len(part)] if isinstance(part, dict) else []
        return isinstance(part, dict) and list(part) == names and _all_but_the_last_whole(part, whole, names)
    if isinstance(whole, list):
        return (
            isinstance(part, list)
            and len(part) <= len(whole)
            and _all_but_the_last_whole(part, whole, range(len(part)))
        )
    return type(part) is type(whole) and bool(part == whole)


def _all_but_the_last_whole(part: Any, whole: Any, keys: Any) -> bool:
    keys = list(keys)
    return all(part[key] == whole[key] for key in keys[:-1]) and all(
        is_beginning(part[key], whole[key]) for key in keys[-1:]
    )


def at_path(call: Call) -> Any:
    """Return the value that the sentence about a call names."""
    found = re.search(r"cut off: arguments(\S*) ends after ([\d,]+) characters", call.explain())
    if found is None:
        assert "its text ends after" in call.explain()
        return None
    value = call.arguments
    for key, place in re.findall(r"\.(\w+)|\[(\d+)\]", found[1]):
        value = value[key or int(place)]
    assert len(value) == int(found[2].replace(",", ""))
    return value


@pytest.mark.parametrize("name", WHOLE)
def test_the_whole_is_whole(name: str) -> None:
    template, opener, body = WHOLE[name]
    (call,) = chatparse.parse(f"{opener}{body}</call>", template, prefix="").calls
    assert call.status == ("malformed" if name == "json, nested" else "ok")  # the template does not know that shape
    if call.status == "ok":
        assert (call.name, call.arguments) == ("f", ARGUMENTS)


@pytest.mark.parametrize("name", WHOLE)
def test_every_cut_leaves_a_beginning(name: str) -> None:
    template, opener, body = WHOLE[name]
    most = -1
    for end in range(len(body)):
        (call,) = chatparse.parse(opener + body[:end], template, prefix="").calls
        assert call.status == "truncated", body[:end]
        assert call.name in ((None, "f") if "opener" not in name and name != "a dialect" else ("f",))
        assert call.arguments is None or is_beginning(call.arguments, ARGUMENTS), (body[:end], call.arguments)
        named = at_path(call)
        assert named is None or isinstance(named, str)
        size = len(str(call.arguments)) if call.arguments is not None else -1
        assert size >= most or body[end - 1].isdigit(), f"less is known than before at {body[:end]!r}"
        most = max(most, size)
    assert call.arguments == ARGUMENTS


@pytest.mark.parametrize("name", WHOLE)
def test_an_open_string_is_named(name: str) -> None:
    template, opener, body = WHOLE[name]
    named = set()
    for end in range(len(body)):
        (call,) = chatparse.parse(opener + body[:end], template, prefix="").calls
        found = re.search(r"cut off: (arguments\S*)", call.explain())
        if found is not None:
            named.add(found[1])
    assert named == {
        *("arguments.city", "arguments.units[0]", "arguments.units[1].deep.er", "arguments.units[5]", "arguments.last")
    }


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ('{"a": 12', {}),
        ('{"a": 12,', {"a": 12}),
        ('{"a": 12 ', {"a": 12}),
        ('{"a": "12', {"a": "12"}),
        ('{"a": [1, 2', {"a": [1]}),
        ('{"a": -', {}),
        ('{"a": 1.', {}),
        ('{"a": 1e', {}),
        ('{"a": tru', {}),
        ('{"a": true', {"a": True}),
        ('{"a": "\\', {"a": ""}),
        ('{"a": "\\u00', {"a": ""}),
        ('{"a": "\\ud83d', {"a": ""}),
        ('{"a": "\\ud83d\\ude00', {"a": "\U0001f600"}),
        ('{"a": 123456789012345678901234567890,', {"a": 123456789012345678901234567890}),
        ('{"a": 1e999,', {"a": math.inf}),
        ('{"a": "x", "b": oops', {"a": "x"}),
        ('{"a": "x", "b": [1, oops, 2], "c": 3', {"a": "x", "b": [1]}),
        ('{"a": "x", "b": "\ud800y", "c": 3', {"a": "x"}),
        ('{"a": "line\nbreak"', {}),
        ('{"a": 1}}', {"a": 1}),
        ("[1, 2", None),
        ('"text', None),
        ("12", "ok"),
        ("", None),
        ("no JSON", None),
        ("{" * 500, {}),
        ('{"a": ' + "[" * 500, None),
    ],
)
def test_what_cannot_be_certain_is_left_out(body: str, arguments: Any) -> None:
    (call,) = chatparse.parse("<call f>" + body, document("name in opener"), prefix="").calls
    if arguments == "ok":
        assert (call.status, call.arguments) == ("ok", 12)  # it parses, and nothing says that it was cut off
    else:
        assert (call.status, call.name, call.arguments) == ("truncated", "f", arguments)


def test_a_large_argument_is_counted() -> None:
    text = '<call f>{"path": "a.txt", "content": "' + "x" * 9_812
    (call,) = chatparse.parse(text, document("name in opener"), prefix="").calls
    assert call.explain() == "The call to `f` was cut off: arguments.content ends after 9,812 characters."


def test_a_name_that_is_cut_is_no_name() -> None:
    (call,) = chatparse.parse('<call>{"name": "forec', document("json in tags"), prefix="").calls
    assert call.name is None
    (call,) = chatparse.parse("<call>[forec", document("python-call-list"), prefix="").calls
    assert call.name is None


@pytest.mark.parametrize("name", CATALOG)
def test_every_cut_of_a_generation(name: str) -> None:
    text = CATALOG[name]
    (whole,) = chatparse.parse(text, name, prefix="", tools=TOOLS).calls
    assert (whole.status, whole.name, whole.arguments) == ("ok", "forecast", {"city": "Oslo", "days": 2})
    for end in range(len(text)):
        for reason in (None, "length"):
            response = chatparse.parse(text[:end], name, prefix="", tools=TOOLS, finish_reason=reason)
            assert response.reconstruct() == text[:end]
            for call in response.calls:
                # the closer of llama-3 may be a brace at the end of the text, and it cannot know which one
                allowed = ("truncated", "ok", "malformed") if text[:end].endswith("2}") else ("truncated", "ok")
                assert call.status in allowed
                assert call.name in (None, "forecast")
                if call.status == "ok":
                    assert call.arguments == whole.arguments
                elif call.arguments is not None:
                    assert set(call.arguments) <= {"city", "days"}
                at_path(call) if call.status == "truncated" else None


@given(st.sampled_from(list(WHOLE)), st.text(alphabet="{}[]\",:\\'=()<|>af1\n ", max_size=12), st.integers(0, 200))
def test_no_body_makes_reading_it_fail(name: str, noise: str, place: int) -> None:
    template, opener, body = WHOLE[name]
    for closer in ("", "</call>"):
        text = opener + body[:place] + noise + body[place:] + closer
        response = chatparse.parse(text, template, prefix="")
        assert response.reconstruct() == text
        assert all(call.explain() for call in response.calls)
