"""A lazily built automaton that finds the delimiters of one moment in a stream, character by character.

Strategy. All delimiters that are watched together are one `Program`. A state of the automaton is what a set of
parallel threads knows: threads are grouped by where their match would begin, oldest group first, and within a group
they stand in the order of the pattern's preference. That order is what makes the result exactly the leftmost match
that a backtracking engine finds; the groups say which text must be held back. A thread that stands where an older or
preferred one stands already can never win, so it is dropped, and a state stays small however long the text is.

Positions live in registers outside the state (where each group began, where a match ended), and a transition says how
registers move, so states are finite and transitions are cached: one dictionary look-up a character, and only while
something is pending. With no thread alive the state is idle, and one search at C speed looks for the next place where
a delimiter can begin.

What a thread must know besides its place: lookaheads that it still owes (`Obligation`s: small sets of places in the
lookahead's own program), and, before it can pass `\\b` or the end of the text, the next character. The end of the text
is an input of its own. Nothing is decided before it is decided for every continuation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from chatparse.patterns.dialect import ANY, CharSet, Search, Speller, char_set
from chatparse.patterns.program import (
    AFTER_WORD,
    AT_START,
    FIRST_LOOKBEHIND_BIT,
    Accept,
    Ahead,
    AtEnd,
    Before,
    Edge,
    Instruction,
    Match,
    One,
    Program,
    Split,
)

__all__ = ["AFTER", "BEFORE", "BEGIN", "Automaton", "State", "Transition"]

BEFORE, AFTER = -2, -1
"""Sources of a register that are not registers: the position before and after the character just taken."""

BEGIN = (BEFORE,)
"""The moves of a transition that begins one group and has no other."""

MAX_STATES = 4_000
MAX_JUMPS = 50_000
MAX_TRANSITIONS = 2_048
TRIGGER_DEPTH = 4
TRIGGER_SIZE = 200

Obligation: TypeAlias = tuple[bool, tuple[int, ...]]
Obligations: TypeAlias = tuple[Obligation, ...]
Thread: TypeAlias = tuple[int, int, Obligations]
"""Pattern, place in the program, what is owed."""
Group: TypeAlias = tuple[tuple[int, ...], tuple[Thread, ...]]
"""The patterns that have matched from this beginning, and the threads that may still do better."""
Item: TypeAlias = tuple[int, Obligations]

_WORD = char_set(r"\w")
_UNKNOWN = object()


class State:
    """What is known after some text: the groups of threads, the context, and the transitions found so far."""

    __slots__ = (
        "at_end",
        "complete",
        "context",
        "groups",
        "idle",
        "jumps",
        "loop",
        "loop_moves",
        "next",
        "size",
        "traces",
    )

    def __init__(self, groups: tuple[Group, ...], context: int, size: int) -> None:
        self.groups = groups
        self.size = size
        """How many registers the state has: for each group its beginning, the ends of its matches, and the ends of
        matches that still owe a lookahead."""
        self.context = context
        self.idle = not groups
        self.complete: tuple[int, ...] = groups[0][0] if groups and not groups[0][1] else ()
        """The patterns that match, when nothing can change that any more; register 1 and on are their ends."""
        self.next: dict[str | tuple[str, int], Transition] = {}
        """The transition on a character, or, where that alone does not say it, on a character and the context after."""
        self.at_end: Transition | None = None
        self.jumps: dict[str, Transition] = {}
        """Where whole short pieces of text lead; a source below 0 is the place -1 - source in the piece."""
        self.traces: dict[tuple[tuple[CharSet, bool], ...], Transition] = {}
        self.loop: Search | None = None
        """Matches a run of characters that change nothing here but ends that move along, once such a run was seen."""
        self.loop_moves: tuple[int, ...] | None = None
        """How each character of such a run moves the registers."""


Transition: TypeAlias = tuple[State, tuple[int, ...] | None]
"""The next state, and for each of its registers where it comes from (`None`: all as they are)."""


class Automaton:
    """The automaton of one program; shared by all runs, filled as they go."""

    __slots__ = (
        "_idle",
        "_jumps",
        "_speller",
        "_states",
        "program",
        "start",
        "trigger",
        "trigger_char",
        "uses_context",
    )

    def __init__(self, program: Program) -> None:
        self.program = program
        self.uses_context = any(isinstance(each, Before | Edge) for each in program.instructions)
        self._states: dict[tuple[tuple[Group, ...], int], State] = {}
        self._idle: dict[int, State] = {}
        self._jumps: list[dict[str, Transition]] = []
        self.start = self.idle()
        """The state to begin in; a program that asks about the context begins each time in `idle(context)`."""
        self._speller = Speller(each.chars for each in program.instructions if isinstance(each, One))
        source, char = _Trigger(program, self._speller).source()
        self.trigger: Search | None = None
        if source is not None:
            self.trigger = self._speller.compile(source)[0] if source else _nowhere
        """Finds the next place where a delimiter can begin (`None`: every place)."""
        self.trigger_char = char
        """The one character that all delimiters begin with, where there is one."""

    # ------------------------------------------------------------------ states
    def idle(self, context: int = 0) -> State:
        """Return the state in which no delimiter has begun."""
        state = self._idle.get(context)
        if state is None:
            state = self._idle[context] = State((), context, 0)
        return state

    def context(self, before: str, at_start: bool) -> int:
        """Return what the program can ask of the text that stands before a position.

        Args:
            before: the last characters before the position, at least `program.reach` where there are that many.
            at_start: whether the position is the beginning of the input.
        """
        if not self.uses_context:
            return 0
        bits = AT_START if at_start else 0
        if before and _WORD.has(before[-1]):
            bits |= AFTER_WORD
        for number, behind in enumerate(self.program.behinds):
            if before and not any(each.has(before[-1]) for each in behind.last):
                continue
            if behind.holds(before):
                bits |= FIRST_LOOKBEHIND_BIT << number
        return bits

    def context_after(self, char: str) -> int | None:
        """Return the context after `char` where that character alone decides it, else `None`."""
        if not self.uses_context:
            return 0
        if self.program.reach > 1 and any(each.has(char) for behind in self.program.behinds for each in behind.last):
            return None
        return self.context(char, at_start=False)

    def step(self, state: State, char: str, context: int) -> Transition:
        """Return the transition of `state` on `char`, which leaves the text in `context`; it is remembered."""
        if len(state.next) >= MAX_TRANSITIONS:
            state.next.clear()
            state.traces.clear()
        if not self.uses_context:
            for trace, known in state.traces.items():
                if all(chars.has(char) is inside for chars, inside in trace):
                    state.next[char] = known
                    return known
        builder = _Step(self.program, state.context, char, context)
        transition = self._intern(state, builder.groups(state), context)
        alone = self.context_after(char) is not None
        state.next[char if alone else (char, context)] = transition
        if not self.uses_context:
            trace = tuple(builder.asked.items())
            state.traces[trace] = transition
            self._learn_loop(state, transition)
        return transition

    def learn(self, state: State, text: str, jump: Transition) -> None:
        """Remember where a short piece of text leads from a state."""
        if len(self._jumps) >= MAX_JUMPS:
            for jumps in self._jumps:
                jumps.clear()
            self._jumps.clear()
        self._jumps.append(state.jumps)
        state.jumps[text] = jump

    def end(self, state: State) -> Transition:
        """Return the transition of `state` on the end of the text."""
        if state.at_end is None:
            builder = _Step(self.program, state.context, None, 0)
            state.at_end = self._intern(state, builder.groups(state), 0)
        return state.at_end

    def _learn_loop(self, state: State, transition: Transition) -> None:
        """Have a search for runs of characters that leave the state as it is, but for ends that move along."""
        target, moves = transition
        if target is not state or (state.loop is not None and moves != state.loop_moves):
            return
        if moves is None or all(move in (place, AFTER) for place, move in enumerate(moves)):
            state.loop = self._speller.compile(self._loop_source(state.traces, transition))[1]
            state.loop_moves = moves

    def _loop_source(self, traces: dict[tuple[tuple[CharSet, bool], ...], Transition], loop: Transition) -> str:
        ways = [
            self._speller.intersection(
                [chars for chars, inside in trace if inside], [chars for chars, inside in trace if not inside]
            )
            for trace, transition in traces.items()
            if transition == loop
        ]
        return f"(?:{'|'.join(ways)})+" if len(ways) > 1 else f"{ways[0]}+"

    def _intern(self, state: State, groups: tuple[tuple[Group, tuple[int, ...]], ...], context: int) -> Transition:
        shape = tuple(group for group, _ in groups)
        moves = tuple(source for _, sources in groups for source in sources)
        if not shape:
            return self.idle(context), ()
        key = (shape, context)
        target = self._states.get(key)
        if target is None:
            if len(self._states) >= MAX_STATES:
                self._states.clear()
                for idle in self._idle.values():
                    idle.next.clear()
                    idle.traces.clear()
            target = self._states[key] = State(shape, context, len(moves))
        same = len(moves) == state.size and moves == tuple(range(len(moves)))
        return target, None if same else BEGIN if moves == BEGIN else moves


def _nowhere(text: str, at: int = 0) -> None:
    """The search where nothing is watched for."""


class _Step:
    """One transition in the making: every thread meets the character (or, `None`, the end of the text)."""

    def __init__(self, program: Program, context: int, char: str | None, context_after: int) -> None:
        self.program = program
        self.code: tuple[Instruction, ...] = program.instructions
        self.context = context
        self.char = char
        self.context_after = context_after
        self.asked: dict[CharSet, bool] = {}
        """Every set that was asked about the character, with the answer: characters that answer alike step alike."""
        self.standing: set[Item] = set()
        self.settled: dict[Obligation, Obligation | bool] = {}

    def has(self, chars: CharSet) -> bool:
        answer = self.asked.get(chars)
        if answer is None:
            answer = self.asked[chars] = self.char is not None and chars.has(self.char)
        return answer

    def groups(self, state: State) -> tuple[tuple[Group, tuple[int, ...]], ...]:
        """Return the groups after the step, each with the sources of its registers."""
        out: list[tuple[Group, tuple[int, ...]]] = []
        register = 0
        for matched, threads in state.groups:
            start = register
            ends = {pattern: start + 1 + place for place, pattern in enumerate(matched)}
            register += 1 + len(matched)
            sourced: list[tuple[Thread, int]] = []
            for thread in threads:
                sourced.append((thread, register if thread[2] and self.is_match(thread[1]) else BEFORE))
                register += bool(thread[2]) and self.is_match(thread[1])
            if not out or not out[-1][0][0]:
                self.group(out, start, ends, sourced)
        if not out or not out[-1][0][0]:
            fresh: list[tuple[Thread, int]] = [
                ((pattern, entry, ()), BEFORE) for pattern, entry in enumerate(self.program.entries)
            ]
            self.group(out, BEFORE, {}, fresh)
        return tuple(out)

    def is_match(self, place: int) -> bool:
        return isinstance(self.code[place], Match)

    def group(
        self,
        out: list[tuple[Group, tuple[int, ...]]],
        start: int,
        ends: dict[int, int],
        sourced: list[tuple[Thread, int]],
    ) -> None:
        ends = dict(ends)
        threads: list[Thread] = []
        owing: list[int] = []
        done: set[int] = set()
        for (pattern, place, owed), source in sourced:
            if pattern in done:
                continue
            for (there, owes), end in self.advance(place, owed, source):
                if self.is_match(there) and not owes:
                    ends[pattern] = end
                    done.add(pattern)
                    break
                if (there, owes) in self.standing or (there, ()) in self.standing:
                    continue
                self.standing.add((there, owes))
                threads.append((pattern, there, owes))
                if self.is_match(there):
                    owing.append(end)
        if threads or ends:
            matched = tuple(sorted(ends))
            out.append(((matched, tuple(threads)), (start, *(ends[each] for each in matched), *owing)))

    def advance(self, place: int, owed: Obligations, source: int) -> Iterator[tuple[Item, int]]:
        """Yield where a thread stands after the step, in order of preference, with the source of its end."""
        for there, owes in self.closure(place, owed, self.context, self.char):
            kept = self.settle_all(owes)
            if kept is None:
                continue
            instruction = self.code[there]
            if isinstance(instruction, Match):
                yield (there, kept), source
            elif isinstance(instruction, One) and self.has(instruction.chars):
                for item in self.closure(instruction.then, kept, self.context_after, _UNKNOWN):
                    yield item, AFTER

    # ------------------------------------------------------------------ places that cost no character
    def closure(  # noqa: C901, PLR0912 - one arm an instruction
        self, place: int, owed: Obligations, context: int, char: object
    ) -> Iterator[Item]:
        """Yield the places reached from `place` without taking a character, in order of preference.

        `char` is the next character, `None` for the end of the text, `_UNKNOWN` while it has not arrived: then a
        thread rests before what asks about it.
        """
        stack: list[Item] = [(place, owed)]
        seen: set[Item] = set()
        while stack:
            item = stack.pop()
            if item in seen:
                continue
            seen.add(item)
            place, owed = item
            match self.code[place]:
                case Split(first, second):
                    stack.append((second, owed))
                    stack.append((first, owed))
                case Before(bit, wanted, then):
                    if bool(context & bit) is wanted:
                        stack.append((then, owed))
                case Ahead(entry, negative, then):
                    obligation = self.owe(entry, negative, context, char)
                    if obligation is True:
                        stack.append((then, owed))
                    elif obligation is not False and obligation not in owed:
                        stack.append((then, tuple(sorted((*owed, obligation)))))
                    elif obligation is not False:
                        stack.append((then, owed))
                case Edge() | AtEnd() if char is _UNKNOWN:
                    yield item
                case Edge(negative, then):
                    if (bool(context & AFTER_WORD) is not self.has(_WORD)) is not negative:
                        stack.append((then, owed))
                case AtEnd(then):
                    if char is None:
                        stack.append((then, owed))
                case _:
                    yield item

    def owe(self, entry: int, negative: bool, context: int, char: object) -> Obligation | bool:
        """Return what a lookahead that begins here leaves to be seen, or its outcome where that is certain."""
        places = {place for place, _ in self.closure(entry, (), context, char)}
        return self.outcome(negative, places)

    def outcome(self, negative: bool, places: set[int]) -> Obligation | bool:
        if any(isinstance(self.code[place], Accept) for place in places):
            return not negative
        return (negative, tuple(sorted(places))) if places else negative

    def settle_all(self, owed: Obligations) -> Obligations | None:
        """Return what is still owed after the character, or `None` when an obligation has failed."""
        if not owed:
            return owed
        kept: list[Obligation] = []
        for obligation in owed:
            left = self.settle(obligation)
            if left is False:
                return None
            if left is not True and left not in kept:
                kept.append(left)
        return tuple(sorted(kept))

    def settle(self, obligation: Obligation) -> Obligation | bool:
        known = self.settled.get(obligation)
        if known is None:
            known = self.settled[obligation] = self._settle(*obligation)
        return known

    def _settle(self, negative: bool, places: tuple[int, ...]) -> Obligation | bool:
        after: set[int] = set()
        for place in places:
            for there, _ in self.closure(place, (), self.context, self.char):
                instruction = self.code[there]
                if isinstance(instruction, Accept):
                    return not negative
                if isinstance(instruction, One) and self.has(instruction.chars):
                    after.update(there for there, _ in self.closure(instruction.then, (), self.context_after, _UNKNOWN))
        return self.outcome(negative, after)


class _Trigger:
    """A search for the places where a delimiter can begin: its first characters, or fewer at the end of the text."""

    def __init__(self, program: Program, speller: Speller) -> None:
        self.program = program
        self.spell = speller.spell
        self.size = 0

    def source(self) -> tuple[str | None, str | None]:
        """Return the pattern of the search (`None`: any place; empty: none), and the only first character, if any."""
        firsts = self.following(set(self.program.entries))
        if firsts is None:
            return None, None
        if not firsts:
            return "", None
        tree = self.tree(set(self.program.entries), TRIGGER_DEPTH)
        if self.size > TRIGGER_SIZE:
            tree = "|".join(map(self.spell, firsts))
        return tree, next(iter(firsts)).char if len(firsts) == 1 else None

    def tree(self, places: set[int], depth: int) -> str:
        ways = self.following(places)
        if ways is None or depth == 0:
            return ""
        branches: list[str] = []
        for chars, then in ways.items():
            self.size += 1
            if self.size > TRIGGER_SIZE:
                return ""
            deeper = self.tree(then, depth - 1)
            branches.append(f"{self.spell(chars)}(?:{deeper}|\\Z)" if deeper else self.spell(chars))
        return "|".join(branches) if len(branches) == 1 else f"(?:{'|'.join(branches)})"

    def following(self, places: set[int]) -> dict[CharSet, set[int]] | None:
        """Return the sets that can come next with where they lead, or `None` when nothing more need come."""
        ways: dict[CharSet, set[int]] = {}
        stack, seen = list(places), set(places)
        while stack:
            place = stack.pop()
            onward: tuple[int, ...] = ()
            match self.program.instructions[place]:
                case One(chars, then):
                    ways.setdefault(chars, set()).add(then)
                    continue
                case Split(first, second):
                    onward = (first, second)
                case Before(_, _, then) | Edge(_, then):
                    onward = (then,)
                case Ahead(entry, negative, then):
                    onward = (then if negative else entry,)
                case AtEnd():
                    pass
                case _:
                    return None
            stack += [each for each in onward if each not in seen]
            seen.update(onward)
        return None if ANY in ways and len(ways) == 1 else ways
