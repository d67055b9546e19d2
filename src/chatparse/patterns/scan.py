"""Running a watch over arriving text: where the next delimiter is, and which text must wait for it.

A `Watch` is the frozen side: the delimiters that are looked for at one moment (the openers, or the closer of the open
region), compiled together. A `Scan` is one run of it. All kinds of scan answer the same three questions: which
delimiter is decided first (`advance`, `read`), from where on must text be held (`held`), and what does the end of the
text decide (`finish`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TypeAlias

from chatparse.patterns.automaton import BEGIN, Automaton, State, Transition
from chatparse.patterns.dialect import Compiled, Located, Search, SearchTimeout, compile_dialect, compile_literals
from chatparse.patterns.program import program_of
from chatparse.patterns.syntax import Irregular

__all__ = ["AutomatonScan", "BacktrackScan", "Hit", "LiteralScan", "Scan", "Watch"]

JUMP_LENGTH = 12
"""Pieces of text up to this length (most tokens) are remembered as one step."""
MAX_PLAIN = 64
MAX_QUIET = 20_000
LOOP_MARGIN = 16
"""Characters that must be left for a run of them to be worth a search."""
CALL_SECONDS = 1.0
OVERDUE = -1
"""Stands for a delimiter in a hit: what began there came to nothing, after more characters than may be held."""
FIRST_STAYS = (0,)
NOTHING: list[int] = []
PENDING = (-1, -1)
DECIDES: Transition = (State((), 0, 0), ())
"""Stands for a piece of text in which a delimiter is decided, so that it has to be read."""
POSITION_COST = 16
PROBES = ("a", "!", "\n")
BACKTRACK_CONTEXT = 1_024
DEFAULT_WORK = 100_000_000


Hit: TypeAlias = tuple[int, int, int]
"""A delimiter that is decided: which of the watched, and its span in the input."""


class Watch:
    """The delimiters that are looked for together, in the order in which ties are settled."""

    __slots__ = (
        "automaton",
        "context",
        "delimiters",
        "irregular",
        "literal_owner",
        "literal_search",
        "literals",
        "only",
        "quiet",
        "short",
        "trigger",
        "trigger_char",
        "uses_context",
        "widest",
    )

    def __init__(self, delimiters: Sequence[str | tuple[str, ...]]) -> None:
        """Compile the delimiters: sources of patterns, or lists of literals of which the longest that matches wins."""
        self.delimiters = tuple(delimiters)
        self.automaton: Automaton | None = None
        self.irregular = ""
        """Why there is no automaton: empty where there is one."""
        self.trigger: Search | None = None
        """A search that finds nothing in a text in which no delimiter begins; `None` where there is no such search."""
        self.trigger_char = ""
        """The one character that all delimiters begin with, or the empty text."""
        self.context = BACKTRACK_CONTEXT
        """How many characters before a position its scan must know."""
        self.uses_context = True
        self.quiet: set[str] = set()
        """Short pieces of text that are known to leave nothing pending."""
        self.short = 0
        """Up to which length pieces of text are remembered."""
        try:
            self.automaton = Automaton(program_of(delimiters))
        except Irregular as error:
            self.irregular = str(error)
        else:
            self.uses_context = self.automaton.uses_context
            self.context = max(self.automaton.program.reach, 1) if self.uses_context else 0
            self.short = 0 if self.uses_context else JUMP_LENGTH
            self.trigger = self.automaton.trigger
            self.trigger_char = self.automaton.trigger_char or ""
        self.literals = _plain_literals(delimiters)
        """All delimiters with their numbers, if they are literals none of which is part of another."""
        self.only = self.literals[0] if len(self.literals) == 1 else None
        """The literal, with its number, where there is just one."""
        self.widest = max((len(literal) for literal, _ in self.literals), default=0)
        self.literal_owner = dict(self.literals)
        """Which delimiter each literal belongs to."""
        self.literal_search = re.compile("|".join(re.escape(literal) for literal, _ in self.literals)).search
        """Finds the next of the literals, whole."""

    def note_quiet(self, text: str) -> None:
        """Remember that a short piece of text leaves nothing pending."""
        if len(self.quiet) >= MAX_QUIET:
            self.quiet.clear()
        self.quiet.add(text)

    def scan(self, work: int = DEFAULT_WORK, most_held: int = sys.maxsize) -> Scan:
        """Begin a run: nothing has begun, nothing is held.

        Args:
            work: how many characters may be handed to patterns that have no automaton.
            most_held: after how many characters what has begun is told as `OVERDUE`.
        """
        if self.automaton is not None:
            return (LiteralScan if self.literals else AutomatonScan)(self, self.automaton, most_held)
        compiled = [
            compile_dialect(each) if isinstance(each, str) else compile_literals(each) for each in self.delimiters
        ]
        return BacktrackScan(compiled, work)


def _plain_literals(delimiters: Sequence[str | tuple[str, ...]]) -> tuple[tuple[str, int], ...]:
    owned: dict[str, int] = {}
    for number, delimiter in enumerate(delimiters):
        if isinstance(delimiter, str):
            return ()
        for literal in delimiter:
            owned.setdefault(literal, number)
    if len(owned) > MAX_PLAIN:
        return ()
    # a whole literal must never be part of another that has only begun
    if any(inner in outer[:-1] for outer in owned for inner in owned if inner != outer):
        return ()
    return tuple(owned.items())


class AutomatonScan:
    """A run of an automaton: its state and registers. After a hit it is at its beginning again."""

    __slots__ = ("automaton", "context", "held", "most_held", "registers", "seen", "state", "watch")
    exhausted = False
    """An automaton needs no budget."""

    def __init__(self, watch: Watch, automaton: Automaton, most_held: int) -> None:
        self.watch = watch
        self.most_held = most_held
        self.context = watch.context
        self.automaton = automaton
        self.state: State = automaton.start
        self.registers: list[int] = []
        self.held = -1
        """The position from which on text must be held, or -1."""
        self.seen = 0
        """The position up to which the text was read."""

    def advance(self, text: str, base: int, before: str, begin: Located | None) -> Hit | None:
        """Read a piece of the input, as `read` does; a short piece at one step.

        Args:
            text: the piece.
            base: its position in the input.
            before: the characters before it, as many as the watch's `context`.
            begin: what the trigger finds in it, if the caller has asked already.
        """
        first = self.registers[0] if self.registers else base
        if len(text) <= self.watch.short and base + len(text) - first <= self.most_held:
            jump = self.state.jumps.get(text) or self._jump(text)
            if jump is not DECIDES:
                self.state, moves = jump
                if moves:
                    registers = self.registers
                    self.registers = [registers[move] if move >= 0 else base - 1 - move for move in moves]
                    self.held = self.registers[0]
                else:
                    self.registers, self.held = NOTHING, -1
                self.seen = base + len(text)
                return None
        return self.read(text, 0, base, before, begin)

    def _jump(self, text: str) -> Transition:
        """Find out where a short piece of text leads: `DECIDES` if a delimiter is decided in it."""
        state, registers = self.state, self.registers
        count = len(registers)
        self.registers = list(range(-count, 0))
        jump = DECIDES
        if self.read(text, 0, 0, "") is None:
            jump = self.state, tuple(count + value if value < 0 else -1 - value for value in self.registers)
            if state is self.state is self.automaton.start:
                self.watch.note_quiet(text)
        self.automaton.learn(state, text, jump)
        self.state, self.registers = state, registers
        return jump

    def read(  # noqa: C901, PLR0912 - the one loop that every undecided character goes through
        self, text: str, at: int, base: int, before: str, begin: Located | None = None
    ) -> Hit | None:
        """Read `text` from index `at` on, up to the first delimiter that is decided, and return that.

        Args:
            text: a piece of the input.
            at: where in `text` to go on.
            base: the position of `text` in the input.
            before: the characters before `text`, as many as the watch's `context`.
            begin: what the trigger finds in `text`, if the caller has asked already.
        """
        watch, state, registers = self.watch, self.state, self.registers
        looping, length = False, len(text)
        while at < length:
            if state.idle:
                if watch.trigger is not None:
                    begin = begin or watch.trigger(text, at)
                    if begin is None:
                        at = length
                        break
                    at = begin.start()
                    begin = None
                if watch.uses_context:
                    state = self.automaton.idle(self.context_at(text, at, base, before))
            char = text[at]
            step = state.next.get(char)
            if step is None:
                context = self.automaton.context_after(char)
                if context is None:
                    context = self.context_at(text, at + 1, base, before)
                    step = state.next.get((char, context))
                step = step or self.automaton.step(state, char, context)
            target, moves = step
            at += 1
            if target is state and state.loop is not None and moves == state.loop_moves:
                if looping and length - at > LOOP_MARGIN:
                    run = state.loop(text, at)
                    if run is not None:
                        at = run.end()
                looping = not looping
            else:
                looping = False
                state = target
            if moves is not None:
                after = base + at
                if registers and after - registers[0] > self.most_held + 1 and moves[:1] != FIRST_STAYS:
                    self.give_up()
                    self.seen = after
                    return (OVERDUE, registers[0], registers[0])
                if moves is BEGIN:
                    registers = [after - 1]
                else:
                    registers = [registers[move] if move >= 0 else after + 1 + move for move in moves] if moves else []
            if state.complete:
                return self._decided(state, registers, base + at)
        self.state, self.registers, self.seen = state, registers, base + at
        self.held = registers[0] if registers else -1
        return None

    def context_at(self, text: str, at: int, base: int, before: str) -> int:
        """Return the context of the place before `text[at]`."""
        reach = max(self.automaton.program.reach, 1)
        tail = text[max(0, at - reach) : at]
        if len(tail) < reach:
            tail = (before + tail)[-reach:]
        return self.automaton.context(tail, at_start=base + at == 0)

    def finish(self, end: int, before: str) -> Hit | None:
        """Take the end of the text, at position `end`, and return the delimiter that it decides."""
        state = self.state
        if state.idle and self.automaton.uses_context:
            state = self.automaton.idle(self.automaton.context(before, at_start=end == 0))
        target, moves = self.automaton.end(state)
        registers = self.registers
        if moves is not None:
            registers = [registers[move] if move >= 0 else end for move in moves]
        if target.complete:
            return self._decided(target, registers, end)
        self.state, self.registers, self.seen, self.held = target, registers, end, -1
        return None

    def give_up(self) -> None:
        """Forget what has begun."""
        self.state, self.registers, self.held = self.automaton.start, NOTHING, -1

    def _decided(self, state: State, registers: list[int], seen: int) -> Hit:
        """Return the hit: of the delimiters that match from there the longest, else the first watched."""
        number, end, order = state.complete[0], registers[1], 0
        if len(state.complete) > 1:
            end, order = max((registers[1 + order], -order) for order in range(len(state.complete)))
            number = state.complete[-order]
        self.state, self.registers, self.held, self.seen = self.automaton.start, NOTHING, -1, seen
        return (number, registers[0], end)


class LiteralScan(AutomatonScan):
    """A run where all delimiters are literals, none of which is part of another: a whole one is found at one stroke."""

    __slots__ = ()

    def read(
        self,
        text: str,
        at: int,
        base: int,
        before: str,
        begin: Located | None = None,  # noqa: ARG002 - all scans are called alike
    ) -> Hit | None:
        """Read `text` from index `at` on; see `AutomatonScan.read`."""
        if self.registers:
            return AutomatonScan.read(self, text, at, base, before)
        watch = self.watch
        if watch.only is not None:
            literal, number = watch.only
            start = text.find(literal, at)
        else:
            found = watch.literal_search(text, at)
            start = -1
            if found is not None:
                start, literal = found.start(), found[0]
                number = watch.literal_owner[literal]
        if start >= 0:
            self.seen = base + start + len(literal)
            return (number, base + start, self.seen)
        return AutomatonScan.read(self, text, max(at, len(text) - watch.widest + 1), base, before)


class BacktrackScan:
    """A run of patterns that have no automaton.

    A position is pending while the whole rest of the text may be the beginning of a match, or while a match (or its
    absence) would not survive one more character: a letter, another character, a newline. The work is counted, and
    given up beyond a budget: then the patterns match nothing more.
    """

    __slots__ = ("_budget", "_origin", "_patterns", "_place", "_text", "seen")
    context = BACKTRACK_CONTEXT

    def __init__(self, patterns: Sequence[Compiled], work: int) -> None:
        self._patterns = tuple(patterns)
        self._text = ""
        self._origin: int | None = None
        self._place = 0
        self._budget = work
        self.seen = 0

    def give_up(self) -> None:
        """Forget what has begun."""
        self._origin = None
        self._place = self.seen

    @property
    def exhausted(self) -> bool:
        """Whether the budget is spent."""
        return self._budget < 0

    @property
    def held(self) -> int:
        """The position from which on text must be held, or -1."""
        return self._place if self._place < self.seen and not self.exhausted else -1

    def advance(self, text: str, base: int, before: str, begin: Located | None) -> Hit | None:
        """Read a piece of the input; see `AutomatonScan.advance`."""
        return self.read(text, 0, base, before, begin)

    def read(self, text: str, at: int, base: int, before: str, begin: Located | None = None) -> Hit | None:  # noqa: ARG002 - both scans are called alike
        """Read `text` from index `at` on; see `AutomatonScan.read`."""
        if self._origin is None:
            known = (before + text[:at])[-BACKTRACK_CONTEXT:]
            self._text, self._place = known, base + at
            self._origin = self._place - len(known)
        elif self._place - self._origin > 2 * BACKTRACK_CONTEXT:
            drop = self._place - self._origin - BACKTRACK_CONTEXT
            self._text = self._text[drop:]
            self._origin += drop
        self._text += text[at:]
        self.seen = base + len(text)
        longer = tuple(self._text + probe for probe in PROBES)
        while self._place < self.seen and not self.exhausted:
            outcome = self._at(self._place - self._origin, longer)
            if outcome is PENDING:
                self._budget -= self.seen - self._place
                return None
            if outcome is not None:
                return self._decided(outcome)
            self._place += 1
        self._place = self.seen if self.exhausted else self._place
        return None

    def _at(self, index: int, longer: tuple[str, ...]) -> tuple[int, int] | None:
        """Return the delimiter (its number and end) at an index of the text, `None` for none, or `PENDING`."""
        self._budget -= POSITION_COST
        best: tuple[int, int] | None = None
        try:
            for order, pattern in enumerate(self._patterns):
                if pattern.fullmatch(self._text, index, partial=True, timeout=CALL_SECONDS) is not None:
                    return PENDING
                match = pattern.match(self._text, index, timeout=CALL_SECONDS)
                span = match and (match.span(), match.groups())
                for text in longer:
                    other = pattern.match(text, index, timeout=CALL_SECONDS)
                    if span != (other and (other.span(), other.groups())):
                        return PENDING
                if match is not None and (best is None or match.end() > best[1]):
                    best = order, match.end()
        except SearchTimeout:
            self._budget = -1
            return None
        return best

    def _decided(self, found: tuple[int, int]) -> Hit:
        origin = self._origin or 0
        hit = (found[0], self._place, origin + found[1])
        self._origin = None
        return hit

    def finish(self, end: int, before: str) -> Hit | None:
        """Take the end of the text; see `AutomatonScan.finish`."""
        if self._origin is None:
            self._text, self._place = before, end
            self._origin = end - len(before)
        self.seen = end
        if self.exhausted:
            return None
        firsts: list[tuple[int, int, int]] = []
        try:
            for order, pattern in enumerate(self._patterns):
                match = pattern.search(self._text, self._place - self._origin, timeout=CALL_SECONDS)
                if match is not None:
                    firsts.append((match.start(), -match.end(), order))
        except SearchTimeout:
            self._budget = -1
            return None
        if not firsts:
            return None
        start, shortest, order = min(firsts)
        self._place = self._origin + start
        return self._decided((order, -shortest))


Scan: TypeAlias = AutomatonScan | BacktrackScan
