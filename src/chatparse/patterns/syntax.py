"""The syntax tree of the regular part of the dialect.

`parse` reads a pattern into a handful of node types, or raises `Irregular` naming the first construct that no finite
automaton can follow (backreferences, recursion, atomic groups, ...). It never has to understand a character class: the
class's own source goes to `dialect.char_set`.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from chatparse.errors import PatternError
from chatparse.patterns.dialect import ANY, CharSet, char_set, escape, one_char

__all__ = [
    "Alternatives",
    "Boundary",
    "Chars",
    "End",
    "Group",
    "Irregular",
    "Look",
    "Node",
    "Repeat",
    "Sequence",
    "Start",
    "fixed_width",
    "is_nullable",
    "literal_text",
    "parse",
    "parse_literals",
    "parse_top",
]


class Irregular(Exception):
    """The pattern uses something that no finite automaton follows; the text says what."""


class Chars(NamedTuple):
    """One character out of a set; `text` is the character where there is only one."""

    chars: CharSet
    text: str | None = None


class Sequence(NamedTuple):
    items: tuple[Node, ...]


class Alternatives(NamedTuple):
    options: tuple[Node, ...]


class Repeat(NamedTuple):
    item: Node
    least: int
    most: int | None
    greedy: bool


class Group(NamedTuple):
    item: Node
    name: str | None
    source: str


class Look(NamedTuple):
    """A lookahead, or a lookbehind with its own source (`(?<=...)`)."""

    item: Node
    ahead: bool
    negative: bool
    source: str


class Start(NamedTuple):
    """`^` and `\\A`: the very beginning of the input."""


class End(NamedTuple):
    """`\\Z`, or `$` which also holds before a final newline."""

    before_newline: bool


class Boundary(NamedTuple):
    """`\\b` and `\\B`."""

    negative: bool


Node: TypeAlias = Chars | Sequence | Alternatives | Repeat | Group | Look | Start | End | Boundary

_QUANTIFIER = re.compile(r"\{(\d*)(,?)(\d*)\}")
_FUZZY = re.compile(r"\{[^{}]*[A-Za-z<][^{}]*\}")
_COMMENT = re.compile(r"\(\?#(?:\\.|[^\\)])*\)", re.DOTALL)
_NAMED = re.compile(r"\(\?P?<([^\W\d]\w*)>")
_CLASS_ESCAPE = re.compile(r"\\(?:[dDsSwW]|[pP]\{[^{}]*\}|[pP][A-Za-z])")
_CHAR_ESCAPE = re.compile(r"\\(?:[abfnrtv]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|0(?![0-9]))")
_CONTROL = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_EVERYTHING = frozenset({r"[\s\S]", r"[\S\s]", r"[\w\W]", r"[\W\w]", r"[\d\D]", r"[\D\d]"})
MAX_NESTING = 40


def parse(source: str) -> Node:
    """Read `source`, a pattern that compiles.

    Raises:
        Irregular: the pattern is not regular, or not in a way that this parser reads with certainty.
    """
    reader = _Reader(source)
    node = reader.alternatives(0)
    if reader.at < len(source):
        raise Irregular(f"unread {source[reader.at]!r}")
    return node


def parse_top(source: str) -> tuple[tuple[Node, str], ...]:
    """Read `source` as a sequence, and return its items with the source of each.

    Raises:
        Irregular: the pattern is not regular, or is no sequence.
    """
    reader = _Reader(source)
    items: list[tuple[Node, str]] = []
    while reader.at < len(source):
        if source[reader.at] in "|)":
            raise Irregular("alternatives")
        begin = reader.at
        atom = reader.atom(0)
        if atom is None:
            raise Irregular("a comment or a flag")
        node = reader.quantified(atom)
        items.append((node, source[begin : reader.at]))
    return tuple(items)


def parse_literals(literals: tuple[str, ...]) -> Node:
    """Return the tree of a list of literals: the longest that matches wins, as the format says of lists."""
    ordered = sorted(set(literals), key=lambda text: (-len(text), text))
    options = tuple(Sequence(tuple(_char(char) for char in text)) for text in ordered)
    return options[0] if len(options) == 1 else Alternatives(options)


def _char(char: str, ignore_case: bool = False) -> Chars:
    if ignore_case and not char.lower() == char.upper() == char:
        return Chars(char_set(escape(char), ignore_case))
    return Chars(one_char(char), char)


class _Reader:
    """A recursive-descent reader over one pattern."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.ignore_case = False

    def alternatives(self, depth: int) -> Node:
        if depth > MAX_NESTING:
            raise Irregular("groups nested too deeply")
        options = [self.sequence(depth)]
        while self.peek("|"):
            self.at += 1
            options.append(self.sequence(depth))
        return options[0] if len(options) == 1 else Alternatives(tuple(options))

    def peek(self, text: str) -> bool:
        return self.source.startswith(text, self.at)

    def sequence(self, depth: int) -> Node:
        items: list[Node] = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            atom = self.atom(depth)
            if atom is not None:
                items.append(self.quantified(atom))
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def quantified(self, atom: Node) -> Node:
        while True:
            limits = self.quantifier()
            if limits is None:
                return atom
            least, most = limits
            if self.peek("+"):
                raise Irregular("a possessive quantifier")
            greedy = not self.peek("?")
            self.at += not greedy
            if most is None and is_nullable(atom):
                raise Irregular("a loop over something that may be empty")
            if isinstance(atom, Look | Start | End | Boundary):
                raise Irregular("a repeated assertion")
            atom = Repeat(atom, least, most, greedy)
            if self.source[self.at : self.at + 1] in ("*", "+", "?"):
                raise Irregular("a doubled quantifier")

    def quantifier(self) -> tuple[int, int | None] | None:
        char = self.source[self.at : self.at + 1]
        simple = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(char)
        if simple is not None:
            self.at += 1
            return simple
        if char != "{":
            return None
        found = _QUANTIFIER.match(self.source, self.at)
        if found is None or not (found[1] or found[3]):
            if found is None and not _FUZZY.match(self.source, self.at):
                return None
            raise Irregular("a brace that may be fuzzy matching")
        self.at = found.end()
        least = int(found[1] or 0)
        if not found[2]:
            return least, least
        return least, int(found[3]) if found[3] else None

    def atom(self, depth: int) -> Node | None:  # noqa: PLR0911 - one way an atom
        char = self.source[self.at]
        if char == "(":
            return self.group(depth)
        if char == "[":
            return self.char_class()
        if char == "\\":
            return self.escaped()
        self.at += 1
        if char == ".":
            return Chars(ANY)
        if char == "^":
            return Start()
        if char == "$":
            return End(before_newline=True)
        if char in "*+?":
            raise Irregular("a quantifier with nothing before it")
        return _char(char, self.ignore_case)

    def char_class(self) -> Node:
        begin, at = self.at, self.at + 1
        at += self.source.startswith("^", at)
        at += self.source.startswith("]", at)
        while at < len(self.source) and self.source[at] != "]":
            if self.source[at] == "\\":
                at += 1
            elif self.source.startswith("[:", at):
                at = self.source.find(":]", at) + 1
                if at == 0:
                    raise Irregular("an unusual class")
            at += 1
        self.at = at + 1
        return Chars(self.checked_set(self.source[begin : self.at]))

    def checked_set(self, source: str) -> CharSet:
        if source in _EVERYTHING:
            return ANY
        try:
            return char_set(source, self.ignore_case)
        except PatternError:
            raise Irregular(f"the class {source}") from None

    def escaped(self) -> Node:
        found = _CLASS_ESCAPE.match(self.source, self.at)
        if found is not None:
            self.at = found.end()
            return Chars(self.checked_set(found[0]))
        begin = self.at
        char = self.source[begin + 1 : begin + 2]
        assertions: dict[str, Node] = {
            "A": Start(),
            "Z": End(before_newline=False),
            "b": Boundary(negative=False),
            "B": Boundary(negative=True),
        }
        assertion = assertions.get(char)
        if assertion is not None:
            self.at += 2
            return assertion
        found = _CHAR_ESCAPE.match(self.source, begin)
        if found is not None:
            self.at = found.end()
            code = found[0][1:]
            text = _CONTROL.get(code) or chr(int(code[1:] or "0", 16))
            return _char(text, self.ignore_case)
        if not char or char.isalnum():
            raise Irregular(f"the escape \\{char}")
        self.at += 2
        return _char(char, self.ignore_case)

    def group(self, depth: int) -> Node | None:
        begin = self.at
        comment = _COMMENT.match(self.source, begin)
        if comment is not None:
            self.at = comment.end()
            return None
        if self.peek("(?i)") or self.peek("(?s)"):
            if begin:
                raise Irregular("a flag inside the pattern")
            self.ignore_case = self.peek("(?i)")
            self.at += 4
            return None
        look = next((mark for mark in ("(?=", "(?!", "(?<=", "(?<!") if self.peek(mark)), None)
        named = _NAMED.match(self.source, begin)
        if look is not None:
            self.at += len(look)
        elif named is not None:
            self.at = named.end()
        elif self.peek("(?:"):
            self.at += 3
        elif self.peek("(?") or self.peek("(*"):
            raise Irregular(f"the group {self.source[begin : begin + 4]}")
        else:
            self.at += 1
        item = self.alternatives(depth + 1)
        if not self.peek(")"):
            raise Irregular("an open group")
        self.at += 1
        source = self.source[begin : self.at]
        if look is not None:
            return Look(item, "<" not in look, "!" in look, f"(?i){source}" if self.ignore_case else source)
        return Group(item, named[1] if named is not None else None, source)


def is_nullable(node: Node) -> bool:
    """Say whether the node can match the empty text."""
    match node:
        case Chars():
            return False
        case Sequence(items):
            return all(map(is_nullable, items))
        case Alternatives(options):
            return any(map(is_nullable, options))
        case Repeat(item, least, _, _):
            return least == 0 or is_nullable(item)
        case Group(item, _, _):
            return is_nullable(item)
        case _:
            return True


def fixed_width(node: Node) -> int | None:
    """Return the most characters the node matches when it is of bounded length, else `None`."""
    match node:
        case Chars():
            return 1
        case Sequence(items):
            widths = [fixed_width(item) for item in items]
            return None if None in widths else sum(width for width in widths if width is not None)
        case Alternatives(options):
            widths = [fixed_width(option) for option in options]
            return None if None in widths else max(width for width in widths if width is not None)
        case Repeat(item, _, most, _):
            width = fixed_width(item)
            return None if width is None or most is None else width * most
        case Group(item, _, _):
            return fixed_width(item)
        case _:
            return 0


def literal_text(node: Node) -> str | None:
    """Return the only text that the node matches, or `None`."""
    match node:
        case Chars(_, text):
            return text
        case Sequence(items):
            texts = [literal_text(item) for item in items]
            return None if None in texts else "".join(text for text in texts if text is not None)
        case Group(item, None, _):
            return literal_text(item)
        case _:
            return None
