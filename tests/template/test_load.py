"""Loading documents: every message, and the laws that hold for any document."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given

from chatparse.errors import Problem, TemplateError
from chatparse.template import LIMITS, ResponseTemplate, load_document

from .documents import GOOD, JSON_VALUES, PYTHON_VALUES, mutated

READS = "this release reads version `1`"
FIELD_KEYS = (
    "known are `close`, `close_pattern`, `content`, `content_args`, `join`, `open`, `open_pattern`, `optional`, "
    "`repeats`, `transform`, `transform_each`"
)
MISSING_ANCHOR = (
    "$.start_anchor",
    "is missing",
    "give the text that the chat template writes before each message, or a `start_anchor_pattern`",
)
EMPTY_LITERAL = "is an empty string, which would match everywhere"
MEND_LITERAL = "write the text of the delimiter or leave it out"
UNNAMED = "add a `transform` or use groups without names: (?:...)"


def top(**keys: Any) -> dict[str, Any]:
    """Return the smallest document with some of its keys set."""
    return {"start_anchor": "<bot>", "fields": {"content": {}}, **keys}


def one(**keys: Any) -> dict[str, Any]:
    """Return a document whose only field is `x`, explicit unless the keys say otherwise."""
    opener = {} if "open_pattern" in keys else {"open": "<x>"}
    return top(fields={"x": {**opener, **keys}})


MESSAGES: list[tuple[str, Any, list[tuple[str, str, str]]]] = [
    ("a list", [], [("$", "must be an object, got a list", "")]),
    ("null", None, [("$", "must be an object, got null", "")]),
    ("text", "{}", [("$", 'must be an object, got the string "{}"', "parse the JSON text first")]),
    ("a set", {1}, [("$", "must be a JSON value, got a Python set", "")]),
    ("version as text", top(version="1"), [("$.version", 'must be an integer, got the string "1"', READS)]),
    ("version true", top(version=True), [("$.version", "must be an integer, got true", READS)]),
    ("version 1.0", top(version=1.0), [("$.version", "must be an integer, got 1.0", READS)]),
    ("version null", top(version=None), [("$.version", "must be an integer, got null", READS)]),
    ("later version", top(version=7, skip="x"), [("$.version", "is 7, which cannot be read", READS)]),
    (
        "huge version",
        top(version=10**400),
        [("$.version", "is a very large integer, which cannot be read", READS)],
    ),
    ("misspelt key", top(default={}), [("$.default", 'the key "default" is not known', "did you mean `defaults`?")]),
    (
        "unknown key",
        top(zz=1),
        [
            (
                "$.zz",
                'the key "zz" is not known',
                "known are `defaults`, `fields`, `start_anchor`, `start_anchor_pattern`, `version`",
            )
        ],
    ),
    (
        "defaults null",
        top(defaults=None),
        [("$.defaults", "must be an object, got null", "leave the key out where there are no defaults")],
    ),
    ("defaults list", top(defaults=[]), [("$.defaults", "must be an object, got a list", "")]),
    ("no fields", {"start_anchor": "b"}, [("$.fields", "is missing", "name at least one key of the message")]),
    ("empty fields", top(fields={}), [("$.fields", "is empty", "name at least one key of the message")]),
    (
        "fields a list",
        top(fields=[]),
        [("$.fields", "must be an object, got a list", "the name of a field is its key")],
    ),
    (
        "too many fields",
        top(fields={str(n): {"open": "<"} for n in range(257)}),
        [("$.fields", "has more than 256 fields", "")],
    ),
    ("no anchor", {"fields": {"content": {}}}, [MISSING_ANCHOR]),
    ("empty anchor", top(start_anchor=""), [("$.start_anchor", EMPTY_LITERAL, MEND_LITERAL)]),
    (
        "both anchors",
        top(start_anchor_pattern="b"),
        [
            (
                "$.start_anchor_pattern",
                "stands next to `start_anchor`",
                "keep one of `start_anchor` and `start_anchor_pattern`",
            )
        ],
    ),
    (
        "field null",
        top(fields={"x": None}),
        [("$.fields.x", "must be an object, got null", '{"open": ..., "close": ...}, say')],
    ),
    (
        "misspelt field key",
        one(cloze="y"),
        [("$.fields.x.cloze", 'the key "cloze" is not known', "did you mean `close`?")],
    ),
    ("unknown field key", one(zz=1), [("$.fields.x.zz", 'the key "zz" is not known', FIELD_KEYS)]),
    (
        "misspelt opener is no second implicit field",
        top(fields={"content": {}, "x": {"opne": "<"}}),
        [("$.fields.x.opne", 'the key "opne" is not known', "did you mean `open`?")],
    ),
    (
        "both openers",
        one(open="<", open_pattern="<"),
        [("$.fields.x.open_pattern", "stands next to `open`", "keep one of `open` and `open_pattern`")],
    ),
    (
        "both closers",
        one(close="<", close_pattern="<"),
        [("$.fields.x.close_pattern", "stands next to `close`", "keep one of `close` and `close_pattern`")],
    ),
    ("empty opener", one(open=""), [("$.fields.x.open", EMPTY_LITERAL, MEND_LITERAL)]),
    (
        "empty list",
        one(close=[]),
        [("$.fields.x.close", "is an empty list", "give at least one literal or leave the key out")],
    ),
    (
        "bad literals",
        one(close=["a", 1, ""]),
        [
            ("$.fields.x.close[1]", "must be a string, got 1", ""),
            ("$.fields.x.close[2]", EMPTY_LITERAL, MEND_LITERAL),
        ],
    ),
    (
        "null closer",
        one(close=None),
        [
            (
                "$.fields.x.close",
                "must be a string or a list of strings, got null",
                "leave the key out where there is no such delimiter",
            )
        ],
    ),
    (
        "closer an object",
        one(close={}),
        [("$.fields.x.close", "must be a string or a list of strings, got an object", "")],
    ),
    ("long literal", one(close="y" * 4097), [("$.fields.x.close", "is longer than 4,096 characters", "")]),
    ("many literals", one(close=["y"] * 1025), [("$.fields.x.close", "has more than 1,024 literals", "")]),
    (
        "pattern list",
        one(close_pattern=["a"]),
        [
            (
                "$.fields.x.close_pattern",
                "must be a regular expression in a string, got a list",
                "join alternatives with |",
            )
        ],
    ),
    (
        "pattern null",
        one(close_pattern=None),
        [("$.fields.x.close_pattern", "must be a regular expression in a string, got null", "")],
    ),
    (
        "long pattern",
        one(close_pattern="y" * 4097),
        [("$.fields.x.close_pattern", "is longer than 4,096 characters", "")],
    ),
    (
        "two implicit fields",
        top(fields={"a": {}, "b": {}, "c": {"close": "<"}}),
        [
            (
                f"$.fields.{name}",
                "has no opener, but `a` already is the implicit field",
                "give one of them `open` or `open_pattern`",
            )
            for name in "bc"
        ],
    ),
    (
        "repeats as text",
        one(repeats="no"),
        [
            (
                "$.fields.x.repeats",
                'must be true or false, got the string "no"',
                "write true or false, without quotes",
            )
        ],
    ),
    ("optional 1", one(optional=1), [("$.fields.x.optional", "must be true or false, got 1", "")]),
    (
        "each null",
        one(transform_each=None),
        [("$.fields.x.transform_each", "must be true or false, got null", "leave the key out for the default")],
    ),
    (
        "each without transform",
        one(transform_each=True),
        [("$.fields.x.transform_each", "needs a `transform` to apply to each element", "")],
    ),
    (
        "each with a null transform",
        one(transform_each=True, transform=None),
        [("$.fields.x.transform_each", "needs a `transform` to apply to each element", "")],
    ),
    (
        "mixed placeholder",
        one(transform={"a b": ["x {content}"]}),
        [
            (
                '$.fields.x.transform["a b"][0]',
                'mixes the placeholder "{content}" with other text',
                "a placeholder must be the whole string",
            )
        ],
    ),
    (
        "large transform",
        one(transform=[0] * 4096),
        [("$.fields.x.transform", "has more than 4,096 values", "")],
    ),
    ("join a number", one(join=7, repeats=True), [("$.fields.x.join", "must be a string, got 7", "")]),
    (
        "join without repeats",
        one(join=""),
        [("$.fields.x.join", "needs a field that repeats", 'add "repeats": true')],
    ),
    (
        "join with each",
        one(join="", repeats=True, content="json", transform="{a}", transform_each=True),
        [("$.fields.x.join", "cannot join the lists that `transform_each` makes", "remove one of the two")],
    ),
    (
        "join beside a bad repeats",
        one(join="", repeats="yes"),
        [
            (
                "$.fields.x.repeats",
                'must be true or false, got the string "yes"',
                "write true or false, without quotes",
            )
        ],
    ),
    (
        "captures of the opener",
        one(open_pattern="<(?P<n>x)>"),
        [
            (
                "$.fields.x.open_pattern",
                "captures `n`, but the field has no `transform` that could use a capture",
                UNNAMED,
            )
        ],
    ),
    (
        "captures of the implicit closer",
        top(fields={"content": {"close_pattern": "(?P<n>x)(?P<m>y)", "transform": None}}),
        [
            (
                "$.fields.content.close_pattern",
                "captures `n`, `m`, but the field has no `transform` that could use a capture",
                UNNAMED,
            )
        ],
    ),
    (
        "no progress",
        one(open_pattern="(?=<a>)", close_pattern="(?=<)"),
        [
            (
                "$.fields.x.close_pattern",
                'matches without consuming anything where `open_pattern` does too (before "<a>", say)',
                "let one of the two consume its delimiter",
            )
        ],
    ),
    (
        "no progress anywhere",
        one(open_pattern="a*", close_pattern="b?"),
        [
            (
                "$.fields.x.close_pattern",
                'matches without consuming anything where `open_pattern` does too (before "x", say)',
                "let one of the two consume its delimiter",
            )
        ],
    ),
    (
        "quoted path",
        top(fields={"a b": {"open": ""}}),
        [('$.fields["a b"].open', EMPTY_LITERAL, MEND_LITERAL)],
    ),
    (
        "several at once",
        {"version": "x", "fields": {"x": {"open": "", "optional": 0}}, "default": 1},
        [
            ("$.version", 'must be an integer, got the string "x"', READS),
            ("$.default", 'the key "default" is not known', "did you mean `defaults`?"),
            MISSING_ANCHOR,
            ("$.fields.x.open", EMPTY_LITERAL, MEND_LITERAL),
            ("$.fields.x.optional", "must be true or false, got 0", ""),
        ],
    ),
    (
        "not JSON, told once",
        top(version=b"1", fields={"x": {"open": ["a", ("b",)]}}),
        [
            ("$.fields.x.open[1]", "must be a JSON value, got a Python tuple", "write it as a list"),
            ("$.version", "must be a JSON value, got a Python bytes", ""),
        ],
    ),
]


@pytest.mark.parametrize(("document", "problems"), [row[1:] for row in MESSAGES], ids=[row[0] for row in MESSAGES])
def test_every_problem_has_its_path_and_its_mend(document: Any, problems: list[tuple[str, str, str]]) -> None:
    """A document that cannot be used says everything that is wrong with it."""
    with pytest.raises(TemplateError) as caught:
        load_document(document, "the template of a test")
    assert [(p.path, p.cause, p.mend) for p in caught.value.problems] == problems
    assert str(caught.value).startswith("the template of a test is not valid: ")


def test_a_broken_pattern_is_named() -> None:
    """The cause comes from the pattern compiler, the path from the document."""
    with pytest.raises(TemplateError) as caught:
        load_document(top(start_anchor_pattern="(a", fields={"x": {"open_pattern": "[b"}}))
    paths = [problem.path for problem in caught.value.problems]
    assert paths == ["$.start_anchor_pattern", "$.start_anchor_pattern", "$.fields.x.open_pattern"]


@pytest.mark.parametrize("content", ["yaml", 5, None, ["json"], {}])
def test_an_unknown_content_type_is_named(content: Any) -> None:
    """What is wrong with the content type is told at its own path."""
    with pytest.raises(TemplateError) as caught:
        load_document(one(content=content))
    assert {problem.path for problem in caught.value.problems} == {"$.fields.x.content"}


def test_many_unknown_keys_are_counted() -> None:
    """The first few unknown keys are named, the rest are counted."""
    with pytest.raises(TemplateError) as caught:
        load_document(top(**{f"k{n}": 0 for n in range(LIMITS.unknown_keys + 3)}))
    assert len(caught.value.problems) == LIMITS.unknown_keys + 1
    assert caught.value.problems[-1] == Problem("$", "has 3 more keys that are not known")


@pytest.mark.parametrize("document", GOOD.values(), ids=GOOD.keys())
def test_good_documents_load(document: dict[str, Any]) -> None:
    """A good document gives a template without warnings that writes the same document."""
    before = copy.deepcopy(document)
    template = load_document(document)
    assert template.warnings == ()
    assert template.to_dict() == document == before
    assert list(template.fields) == list(document["fields"])


def test_a_loaded_template_is_returned() -> None:
    """What is loaded already is not loaded again."""
    template = load_document(GOOD["chat"])
    assert load_document(template) is template


def test_the_fields_of_a_template() -> None:
    """The chat document in all its parts."""
    template = load_document(GOOD["chat"])
    thinking, calls, content = (template.fields[name] for name in ("thinking", "tool_calls", "content"))
    assert template.implicit is content
    assert [field.name for field in template.openers] == ["thinking", "tool_calls"]
    assert (thinking.repeats, thinking.join, thinking.optional, thinking.dirty) == (True, "\n", True, False)
    assert thinking.open is not None
    assert thinking.open.literals == ("<think>",)
    assert (calls.repeats, calls.join, calls.dirty, calls.content_type) == (True, None, True, "json")
    assert calls.open is not None
    assert calls.open.names == ("name",)
    assert (content.open, content.optional, content.content_type) == (None, False, "text")


WARNINGS = [
    ("{missing}", 'the placeholder "{missing}" is neither the content nor a named group: no region can fill it'),
    ("{missing.a}", 'the placeholder "{missing.a}" is neither the content nor a named group: no region can fill it'),
    ("{n.a}", 'the placeholder "{n.a}" looks into `n`, which is never an object'),
    ("{content.a}", 'the placeholder "{content.a}" looks into `content`, which is never an object'),
]


@pytest.mark.parametrize(("placeholder", "cause"), WARNINGS)
def test_placeholders_that_nothing_fills_are_warnings(placeholder: str, cause: str) -> None:
    """A template that can only make malformed regions loads, with a warning."""
    template = load_document(one(open_pattern="<(?P<n>x)>", transform={"a": placeholder}))
    assert [(warning.path, warning.cause) for warning in template.warnings] == [("$.fields.x.transform.a", cause)]


@pytest.mark.parametrize("content", ["json", "text"])
def test_elements_may_have_any_key(content: str) -> None:
    """With `transform_each` nobody knows the variables before the model writes them."""
    document = one(content=content, transform="{a.b}", transform_each=True)
    assert load_document(document).warnings == ()


def test_zero_width_delimiters_that_make_progress_load() -> None:
    """Lookaheads, anchors and optional delimiters are refused only where a region could open and close for ever."""
    for opener, closer in [("(?=<a>)", "</a>"), ("(?=<a>)", "$"), ("^", "</a>|$"), ("(?=<a>)", "(?=</b>)"), ("a", "")]:
        load_document(one(open_pattern=opener, close_pattern=closer))


def attempt(document: Any) -> ResponseTemplate | TemplateError:
    """Load a document and return what comes of it."""
    try:
        return load_document(document)
    except TemplateError as error:
        return error


@given(JSON_VALUES | PYTHON_VALUES | mutated() | mutated(PYTHON_VALUES))
def test_any_value_loads_or_is_refused(document: Any) -> None:
    """No value raises anything but `TemplateError`; what loads writes a document that loads to an equal template."""
    outcome = attempt(document)
    if isinstance(outcome, ResponseTemplate):
        again = load_document(outcome.to_dict())
        assert again == outcome
        assert again.to_dict() == outcome.to_dict() == document
    else:
        assert outcome.problems
        assert len(set(outcome.problems)) == len(outcome.problems)
        assert all(problem.path.startswith("$") and problem.cause for problem in outcome.problems)
        assert str(pickle.loads(pickle.dumps(outcome))) == str(outcome)


@given(mutated())
def test_problems_do_not_depend_on_what_was_loaded_before(document: Any) -> None:
    """Loading is a function: the same document, the same outcome; the document is left as it was."""
    before = copy.deepcopy(document)
    outcomes = [str(getattr(attempt(document), "document", attempt(document))) for _ in range(2)]
    assert outcomes[0] == outcomes[1]
    assert document == before


def test_the_template_keeps_nothing_of_the_document() -> None:
    """Who changes a document after loading it changes no template."""
    document = copy.deepcopy(GOOD["chat"])
    template = load_document(document)
    document["defaults"]["role"] = "user"
    document["fields"]["tool_calls"]["transform"]["type"] = "changed"
    assert template.to_dict() == GOOD["chat"]


def test_threads_share_templates() -> None:
    """Loading and using templates needs no lock."""
    template = load_document(GOOD["chat"])
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda n: template.fields["thinking"].value(f" {n} ", {}), range(200)))
    assert values == [str(n) for n in range(200)]
