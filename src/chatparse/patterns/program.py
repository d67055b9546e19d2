"""Delimiters as small programs for the automaton.

A program is a list of instructions, each naming the next one. Several patterns share one program, each with its own
entry and its own `Match`. The order in which a `Split` names its two ways is the preference of the pattern (greedy,
lazy, the first alternative), so that the automaton finds exactly the match that a backtracking engine would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from chatparse.patterns.dialect import ANY, CharSet, compile_dialect, one_char
from chatparse.patterns.syntax import (
    Alternatives,
    Boundary,
    Chars,
    End,
    Group,
    Irregular,
    Look,
    Node,
    Repeat,
    Start,
    fixed_width,
    is_nullable,
    parse,
    parse_literals,
)
from chatparse.patterns.syntax import Sequence as Items

__all__ = [
    "AFTER_WORD",
    "AT_START",
    "FIRST_LOOKBEHIND_BIT",
    "Accept",
    "Ahead",
    "AtEnd",
    "Before",
    "Behind",
    "Edge",
    "Instruction",
    "Match",
    "One",
    "Program",
    "Split",
    "assemble",
    "program_of",
]

MAX_INSTRUCTIONS = 6_000
MAX_UNROLLED = 300
"""Instructions of one counted repeat. While `[ab]{5000}` runs, a match may have begun at any of the last 5,000
characters, and each of them would be a thread."""
MAX_LOOKBEHIND = 256
AT_START, AFTER_WORD = 1, 2
FIRST_LOOKBEHIND_BIT = 4


class One(NamedTuple):
    """Take one character of the set."""

    chars: CharSet
    then: int


class Split(NamedTuple):
    """Go two ways, the first preferred."""

    first: int
    second: int


class Before(NamedTuple):
    """Go on if the context (what stands before) has the bit, or has it not."""

    bit: int
    wanted: bool
    then: int


class Edge(NamedTuple):
    """Go on if a word begins or ends here (`\\b`), or if none does (`\\B`)."""

    negative: bool
    then: int


class AtEnd(NamedTuple):
    """Go on if the text ends here."""

    then: int


class Ahead(NamedTuple):
    """Go on, owing that the program at `entry` matches from here, or that it does not."""

    entry: int
    negative: bool
    then: int


class Accept(NamedTuple):
    """The end of a lookahead."""


class Match(NamedTuple):
    """The end of pattern number `pattern`."""

    pattern: int


Instruction: TypeAlias = One | Split | Before | Edge | AtEnd | Ahead | Accept | Match


class Behind(NamedTuple):
    """One lookbehind: whether it holds after a text, and the sets that its last character comes from."""

    holds: Callable[[str], bool]
    last: tuple[CharSet, ...]


class Program(NamedTuple):
    """The instructions of all patterns that are watched together.

    `entries[k]` is where pattern k begins. `behinds` are the lookbehinds, one bit of the context each; `reach` is how
    many characters before a position the context depends on.
    """

    instructions: tuple[Instruction, ...]
    entries: tuple[int, ...]
    behinds: tuple[Behind, ...]
    reach: int


@dataclass(slots=True)
class _Assembler:
    instructions: list[Instruction] = field(default_factory=list)
    behinds: dict[str, int] = field(default_factory=dict)
    lasts: dict[str, tuple[CharSet, ...]] = field(default_factory=dict)
    reach: int = 0

    def add(self, instruction: Instruction) -> int:
        if len(self.instructions) >= MAX_INSTRUCTIONS:
            raise Irregular("more than the automaton takes")
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def node(self, node: Node, then: int, in_look: bool = False) -> int:  # noqa: PLR0911 - one arm a node type
        """Add the node's instructions before `then`; return where they begin."""
        match node:
            case Chars(chars, _):
                return self.add(One(chars, then))
            case Items(items):
                for item in reversed(items):
                    then = self.node(item, then, in_look)
                return then
            case Alternatives(options):
                starts = [self.node(option, then, in_look) for option in options]
                entry = starts[-1]
                for start in reversed(starts[:-1]):
                    entry = self.add(Split(start, entry))
                return entry
            case Group(item, _, _):
                return self.node(item, then, in_look)
            case Repeat():
                return self.repeat(node, then, in_look)
            case Look():
                return self.look(node, then, in_look)
            case _:
                return self.assertion(node, then, in_look)

    def repeat(self, node: Repeat, then: int, in_look: bool) -> int:
        begin = len(self.instructions)
        if node.most is None:
            loop = self.add(Split(then, then))
            body = self.node(node.item, loop, in_look)
            self.instructions[loop] = Split(body, then) if node.greedy else Split(then, body)
            then = loop
        else:
            after = then
            for _ in range(node.most - node.least):
                body = self.node(node.item, then, in_look)
                then = self.add(Split(body, after) if node.greedy else Split(after, body))
        for _ in range(node.least):
            then = self.node(node.item, then, in_look)
        if len(self.instructions) - begin > MAX_UNROLLED and max(node.least, node.most or 0) > 1:
            raise Irregular("a counted repeat that unrolls too far")
        return then

    def look(self, node: Look, then: int, in_look: bool) -> int:
        if not node.ahead:
            width = fixed_width(node.item)
            if width is None or width > MAX_LOOKBEHIND or _has_assertion(node.item):
                raise Irregular("an unusual lookbehind")
            self.reach = max(self.reach, width)
            positive = node.source.replace("(?<!", "(?<=", 1)
            self.lasts[positive] = tuple(_last_sets(node.item))
            bit = self.behinds.setdefault(positive, FIRST_LOOKBEHIND_BIT << len(self.behinds))
            return self.add(Before(bit, not node.negative, then))
        if in_look:
            raise Irregular("a lookahead inside a lookahead")
        entry = self.node(node.item, self.add(Accept()), in_look=True)
        return self.add(Ahead(entry, node.negative, then))

    def assertion(self, node: Node, then: int, in_look: bool) -> int:
        match node:
            case Start():
                return self.add(Before(AT_START, True, then))
            case Boundary(negative):
                self.reach = max(self.reach, 1)
                return self.add(Edge(negative, then))
            case End(before_newline=False):
                return self.add(AtEnd(then))
            case _:
                # `$` is the end, or a newline that is followed by it
                at_end = self.add(AtEnd(then))
                if in_look:
                    raise Irregular("`$` inside a lookahead")
                newline = self.add(One(one_char("\n"), self.add(AtEnd(self.add(Accept())))))
                return self.add(Split(at_end, self.add(Ahead(newline, False, then))))


def _has_assertion(node: Node) -> bool:
    match node:
        case Chars():
            return False
        case Items(parts) | Alternatives(parts):
            return any(map(_has_assertion, parts))
        case Repeat(item, _, _, _) | Group(item, _, _):
            return _has_assertion(item)
        case _:
            return True


def program_of(delimiters: Iterable[str | tuple[str, ...]]) -> Program:
    """Return the program of delimiters that are watched together: sources of patterns, or lists of literals.

    Raises:
        Irregular: one of them has no finite automaton that this package builds.
    """
    return assemble([parse(each) if isinstance(each, str) else parse_literals(each) for each in delimiters])


def assemble(patterns: Sequence[Node]) -> Program:
    """Assemble the patterns, in the order in which ties are settled, into one program.

    Raises:
        Irregular: one of them has no finite automaton that this package builds.
    """
    assembler = _Assembler()
    entries = tuple(assembler.node(node, assembler.add(Match(k))) for k, node in enumerate(patterns))
    behinds = tuple(_behind(source, assembler.lasts[source]) for source in assembler.behinds)
    return Program(tuple(assembler.instructions), entries, behinds, assembler.reach)


def _behind(source: str, last: tuple[CharSet, ...]) -> Behind:
    match = compile_dialect(source).match
    return Behind(lambda before: match(before, len(before)) is not None, last)


def _last_sets(node: Node) -> list[CharSet]:  # noqa: PLR0911 - one arm a node type
    match node:
        case Chars(chars, _):
            return [chars]
        case Items(items):
            sets: list[CharSet] = []
            for item in reversed(items):
                sets += _last_sets(item)
                if not is_nullable(item):
                    return sets
            return [ANY]
        case Alternatives(options):
            return [each for option in options for each in _last_sets(option)]
        case Repeat(item, least, _, _):
            return [*_last_sets(item), *([] if least else [ANY])]
        case Group(item, _, _):
            return _last_sets(item)
        case _:
            return [ANY]
