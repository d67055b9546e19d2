"""The shape a region's value is given: constants, and placeholders for its content and its captures.

A transform is compiled once into nodes. The node of an object keeps a ready-made dict of its constants, with every key
in its final order, so that building a value is a copy of that dict and an assignment for each placeholder. Every
container of a result is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from chatparse.errors import ContentError, Problem
from chatparse.jsontypes import JSON, Object
from chatparse.patterns import compile_pattern
from chatparse.template.limits import LIMITS
from chatparse.template.wording import element, kind, listed, member, quoted

__all__ = ["Placeholder", "Transform"]

PLACEHOLDER = compile_pattern(r"\{(?P<path>\w+(?:\.\w+)*)\}")
CONTENT = "content"
MOST_NAMES_SHOWN = 12


class Node(Protocol):
    """A compiled part of a transform."""

    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:
        """Return a new value of this part."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A "{...}" string of a transform: where it stands and the names it descends through."""

    path: str
    steps: tuple[str, ...]

    def __str__(self) -> str:
        return '"{' + ".".join(self.steps) + '}"'


@dataclass(frozen=True, slots=True)
class Constant:
    value: JSON

    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:  # noqa: ARG002 - the protocol of nodes
        return self.value


@dataclass(frozen=True, slots=True)
class ContentNode:
    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:  # noqa: ARG002 - the protocol of nodes
        return content


@dataclass(frozen=True, slots=True)
class NameNode:
    name: str

    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:  # noqa: ARG002 - the protocol of nodes
        try:
            return names[self.name]
        except KeyError:
            raise undefined(self.name, names) from None


@dataclass(frozen=True, slots=True)
class PathNode:
    """Descends through objects, from the content (`name` is `None`) or from the variable `name`."""

    name: str | None
    steps: tuple[str, ...]
    placeholder: Placeholder

    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:
        value = content
        if self.name is not None:
            if self.name not in names:
                raise undefined(self.name, names)
            value = names[self.name]
        for step in self.steps:
            if not isinstance(value, dict) or step not in value:
                raise self.missing(step, value)
            value = value[step]
        return value

    def missing(self, step: str, value: JSON) -> ContentError:
        if isinstance(value, dict):
            return ContentError(f"placeholder {self.placeholder}: the object has no key `{step}`{available(value)}")
        return ContentError(f"placeholder {self.placeholder} looks for `{step}` in {kind(value)}")


@dataclass(frozen=True, slots=True)
class ListNode:
    items: tuple[Node, ...]

    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:
        return [item.build(content, names) for item in self.items]


@dataclass(frozen=True, slots=True)
class ObjectNode:
    constants: Object
    """Every key in order; `None` stands where one of the parts below writes."""
    contents: tuple[str, ...]
    """Keys whose value is the content itself."""
    captures: tuple[tuple[str, str], ...]
    """Keys whose value is the variable of a name."""
    nodes: tuple[tuple[str, Node], ...]
    """Keys whose value has to be built."""

    def build(self, content: JSON, names: Mapping[str, JSON]) -> JSON:
        out = self.constants.copy()
        for key in self.contents:
            out[key] = content
        for key, name in self.captures:
            if name not in names:
                raise undefined(name, names)
            out[key] = names[name]
        for key, node in self.nodes:
            out[key] = node.build(content, names)
        return out


def object_node(members: Mapping[str, Node]) -> ObjectNode:
    """Sort the members of an object by what building them takes."""
    constants: Object = dict.fromkeys(members)
    contents: list[str] = []
    captures: list[tuple[str, str]] = []
    nodes: list[tuple[str, Node]] = []
    for key, node in members.items():
        if isinstance(node, Constant):
            constants[key] = node.value
        elif isinstance(node, ContentNode):
            contents.append(key)
        elif isinstance(node, NameNode):
            captures.append((key, node.name))
        else:
            nodes.append((key, node))
    return ObjectNode(constants, tuple(contents), tuple(captures), tuple(nodes))


def undefined(name: str, names: Mapping[str, JSON]) -> ContentError:
    return ContentError(f"the transform asks for `{name}`, which this region does not have{available(names)}")


def available(names: Mapping[str, JSON]) -> str:
    if not names:
        return ""
    shown = [str(name) for name in list(names)[:MOST_NAMES_SHOWN]]
    return f"; it has {listed(shown)}" + (", ..." if len(names) > len(shown) else "")


class Compiler:
    """Compiles one transform; what is wrong with it goes to `problems`."""

    def __init__(self, problems: list[Problem], each: bool) -> None:
        self.problems = problems
        self.each = each
        self.values = 0
        self.placeholders: list[Placeholder] = []

    def node(self, source: JSON, path: str) -> Node:
        self.values += 1
        if isinstance(source, dict):
            return object_node({key: self.node(value, member(path, key)) for key, value in source.items()})
        if isinstance(source, list):
            return ListNode(tuple(self.node(value, element(path, index)) for index, value in enumerate(source)))
        return self.string(source, path) if isinstance(source, str) else Constant(source)

    def string(self, source: str, path: str) -> Node:
        found = next(PLACEHOLDER.find_all(source), None)
        if found is None:
            return Constant(source)
        if found.end - found.start < len(source):
            self.problems.append(
                Problem(
                    path,
                    f"mixes the placeholder {quoted(source[found.start : found.end])} with other text",
                    "a placeholder must be the whole string",
                )
            )
            return Constant(source)
        placeholder = Placeholder(path, tuple(found.groups["path"].split(".")))
        self.placeholders.append(placeholder)
        return self.variable(placeholder)

    def variable(self, placeholder: Placeholder) -> Node:
        head, *steps = placeholder.steps
        name = None if head == CONTENT and not self.each else head
        if steps:
            return PathNode(name, tuple(steps), placeholder)
        return ContentNode() if name is None else NameNode(name)


@dataclass(frozen=True, slots=True)
class Transform:
    """A compiled transform: the content and the captures of a region in, its value out."""

    root: Node
    each: bool
    """Whether it shapes each element of a list, with the element's keys as variables."""
    placeholders: tuple[Placeholder, ...]

    @classmethod
    def load(cls, source: JSON, path: str, problems: list[Problem], each: bool) -> Transform | None:
        """Compile the transform that stands at `path`.

        Args:
            source: the transform, a plain JSON value.
            path: its JSON path, such as `$.fields.x.transform`.
            problems: where what is wrong goes.
            each: the field's `transform_each`.

        Returns:
            The transform; `None` where problems were added.
        """
        before = len(problems)
        compiler = Compiler(problems, each)
        root = compiler.node(source, path)
        if compiler.values > LIMITS.transform_values:
            problems.append(Problem(path, f"has more than {LIMITS.transform_values:,} values"))
        return None if len(problems) > before else cls(root, each, tuple(compiler.placeholders))

    def apply(self, content: JSON, captures: Mapping[str, str]) -> JSON:
        """Shape the value of one region.

        Args:
            content: what the content parser made of the region's body.
            captures: the named groups of the delimiters that took part.

        Returns:
            The value: new containers throughout, apart from those that come from `content`.

        Raises:
            ContentError: a placeholder has no value, or `each` meets something other than a list of objects.
        """
        if not self.each:
            return self.root.build(content, captures)
        if not isinstance(content, list):
            raise ContentError(f"`transform_each` needs content that is a list, got {kind(content)}")
        return [self.apply_to(item, index, captures) for index, item in enumerate(content)]

    def apply_to(self, item: JSON, index: int, captures: Mapping[str, str]) -> JSON:
        if not isinstance(item, dict):
            raise ContentError(f"`transform_each` needs a list of objects, got {kind(item)} as element {index}")
        return self.root.build(None, {**captures, **item} if captures else item)
