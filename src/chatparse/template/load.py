"""A response template document -> a `ResponseTemplate`, or every problem that it has."""

from __future__ import annotations

from chatparse.content import STREAMABLE, load_content
from chatparse.errors import Problem, TemplateError
from chatparse.jsontypes import JSON, Object
from chatparse.template.anchor import StartAnchor
from chatparse.template.bounds import unbounded_anchor, unbounded_delimiters, unbounded_tags, unbounded_together
from chatparse.template.checks import check_join, check_keys, check_names, check_progress, read_flag, unfillable
from chatparse.template.delimiter import Delimiter
from chatparse.template.document import DocumentReader
from chatparse.template.field import Field
from chatparse.template.limits import LIMITS
from chatparse.template.model import ResponseTemplate
from chatparse.template.transform import Transform
from chatparse.template.wording import closest, kind, listed, member

__all__ = ["VERSIONS", "load_document"]

VERSIONS: tuple[int, ...] = (1,)
"""The versions of the format that this release reads; the last one is the newest."""

DOCUMENT_KEYS = frozenset({"version", "defaults", "fields", "start_anchor", "start_anchor_pattern"})
OPENER_KEYS = frozenset({"open", "open_pattern"})
FIELD_KEYS = OPENER_KEYS | {
    "close",
    "close_pattern",
    "content",
    "content_args",
    "join",
    "optional",
    "repeats",
    "transform",
    "transform_each",
}


def load_document(document: object, source: str = "response template", *, lossless: bool = False) -> ResponseTemplate:
    """Load a response template.

    Args:
        document: the document, or a template that is already loaded (returned as it is, or without its losses).
        source: what to call the document in errors.
        lossless: whether a field of text that does not repeat keeps all its regions instead of the last: the pieces of
            the implicit field are put together as they stand and trimmed once, the regions of others are separated
            by newlines. Fields with other values are as the document says: several values in place of one would be
            another type (`ResponseTemplate.losses` names these fields).

    Returns:
        The template, which shares nothing with `document`.

    Raises:
        TemplateError: the document cannot be used; it lists every problem.
    """
    if type(document) is ResponseTemplate:
        return document.without_loss() if lossless else document
    reader = DocumentReader()
    copied = reader.read(document)
    problems = list(reader.problems)
    if not isinstance(copied, dict):
        raise TemplateError(problems or [not_an_object(copied)], source)
    version = check_version(copied)
    if version is not None and type(copied["version"]) is int:
        # the keys of another version are not this one's: what else seems wrong with them says nothing
        raise TemplateError([*problems, version], source)
    loader = Loader()
    template = loader.template(copied)
    # a value that is no JSON was reported once: what is said about its stand-in is no news
    told = {problem.path for problem in problems}
    found = loader.problems if version is None else [version, *loader.problems]
    problems += [problem for problem in found if problem.path not in told]
    if template is None or problems:
        raise TemplateError(problems, source)
    return template.without_loss() if lossless else template


def not_an_object(value: JSON) -> Problem:
    mend = "parse the JSON text first" if isinstance(value, str) else ""
    return Problem("$", f"must be an object, got {kind(value)}", mend)


def check_version(document: Object) -> Problem | None:
    """Return what is wrong with the document's version; this is the one place that decides which versions are read."""
    version: JSON = document.get("version", 1)
    path = member("$", "version")
    reads = "this release reads " + ("version " if len(VERSIONS) == 1 else "versions ") + listed(map(str, VERSIONS))
    if type(version) is not int:
        return Problem(path, f"must be an integer, got {kind(version)}", reads)
    if version not in VERSIONS:
        return Problem(path, f"is {kind(version)}, which cannot be read", reads)
    return None


class Loader:
    """Builds the template of one plain document; `problems` and `warnings` gather on the way."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def template(self, document: Object) -> ResponseTemplate | None:
        check_keys(document, DOCUMENT_KEYS, "$", self.problems)
        defaults = self.defaults(document)
        anchor = self.anchor(document)
        fields = self.fields(document)
        if self.problems or anchor is None:
            return None
        implicit = next((field for field in fields.values() if field.open is None), None)
        outside = [field.close if field is implicit else field.open for field in fields.values()]
        self.warnings.extend(unbounded_together(each for each in outside if each is not None))
        return ResponseTemplate(
            defaults=defaults,
            fields=fields,
            implicit=implicit,
            anchor=anchor,
            version=document.get("version", 1),
            document=document,
            warnings=tuple(self.warnings),
        )

    def defaults(self, document: Object) -> Object:
        defaults: JSON = document.get("defaults", {})
        if isinstance(defaults, dict):
            return defaults
        mend = "leave the key out where there are no defaults" if defaults is None else ""
        self.problem("$.defaults", f"must be an object, got {kind(defaults)}", mend)
        return {}

    def anchor(self, document: Object) -> StartAnchor | None:
        if "start_anchor" not in document and "start_anchor_pattern" not in document:
            self.problem(
                "$.start_anchor",
                "is missing",
                "give the text that the chat template writes before each message, or a `start_anchor_pattern`",
            )
            return None
        delimiter = Delimiter.load(document, "start_anchor", "$", self.problems)
        if delimiter is None:
            return None
        self.warnings.extend(unbounded_anchor(delimiter))
        return StartAnchor(delimiter)

    def fields(self, document: Object) -> dict[str, Field]:
        if "fields" not in document:
            self.problem("$.fields", "is missing", "name at least one key of the message")
            return {}
        sources: JSON = document["fields"]
        if not isinstance(sources, dict):
            self.problem("$.fields", f"must be an object, got {kind(sources)}", "the name of a field is its key")
        elif not sources:
            self.problem("$.fields", "is empty", "name at least one key of the message")
        elif len(sources) > LIMITS.fields:
            self.problem("$.fields", f"has more than {LIMITS.fields} fields")
        else:
            self.check_implicit(sources)
            loaded = [self.field(name, source, member("$.fields", name)) for name, source in sources.items()]
            return {field.name: field for field in loaded if field is not None}
        return {}

    def check_implicit(self, sources: Object) -> None:
        """Report every field without an opener but the first."""
        first, *others = [name for name, source in sources.items() if lacks_opener(source)] or [""]
        for name in others:
            cause = f"has no opener, but `{first}` already is the implicit field"
            self.problem(member("$.fields", name), cause, "give one of them `open` or `open_pattern`")

    def field(self, name: str, source: JSON, path: str) -> Field | None:
        if not isinstance(source, dict):
            self.problem(path, f"must be an object, got {kind(source)}", '{"open": ..., "close": ...}, say')
            return None
        problems = self.problems
        before = len(problems)
        check_keys(source, FIELD_KEYS, path, problems)
        opener = Delimiter.load(source, "open", path, problems)
        close = Delimiter.load(source, "close", path, problems)
        content_type: JSON = source.get("content", "text")
        content = load_content(content_type, source.get("content_args"), path, problems)
        repeats = read_flag(source, "repeats", False, path, problems)
        optional = read_flag(source, "optional", True, path, problems)
        each = read_flag(source, "transform_each", False, path, problems)
        join = check_join(source, repeats, each, path, problems)
        transform = self.transform(source, each, path)
        if source.get("transform") is None:
            check_names(opener, close, path, problems)
        check_progress(opener, close, path, problems)
        if len(problems) > before or content is None:
            return None
        self.warnings.extend(unbounded_delimiters(opener, close, path))
        self.warnings.extend(unbounded_tags(content, path))
        scalar = content_type in STREAMABLE
        if transform is not None:
            self.warnings.extend(unfillable(transform, opener, close, scalar))
        return Field(
            name=name,
            open=opener,
            close=close,
            repeats=repeats,
            join=join,
            optional=optional,
            content_type=content_type,
            content=content,
            dirty=not scalar,
            transform=transform,
        )

    def transform(self, source: Object, each: bool, path: str) -> Transform | None:
        shape: JSON = source.get("transform")
        if shape is not None:
            return Transform.load(shape, member(path, "transform"), self.problems, each)
        if each:
            self.problem(member(path, "transform_each"), "needs a `transform` to apply to each element")
        return None

    def problem(self, path: str, cause: str, mend: str = "") -> None:
        self.problems.append(Problem(path, cause, mend))


def lacks_opener(source: JSON) -> bool:
    """Say whether a field is implicit; one with a misspelt opener is not, it has one problem already."""
    return isinstance(source, dict) and not any(
        key in OPENER_KEYS or (key not in FIELD_KEYS and closest(key, FIELD_KEYS) in OPENER_KEYS) for key in source
    )
