"""Checking the arguments of calls against the parameters that the tools declare.

The `jsonschema` library does it where it is installed (the extra `chatparse[validation]`), else a validator of this
package, which knows the keywords that tools use. Either way a schema is first read into one that is safe: references
are followed within the parameters only and nothing is ever fetched; `pattern` is not checked, because patterns of
others can take time without end; schemas and work have limits. What cannot be checked is not complained about.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from chatparse.jsontypes import JSON, Object
from chatparse.tools.argument_schema import EVERY_KEYWORD, SUBSET_KEYWORDS, read_schema
from chatparse.tools.fault_wording import explained
from chatparse.tools.faults import ExhaustedError, Fault, Work
from chatparse.tools.library_validator import load_library
from chatparse.tools.subset_validator import SubsetValidator

__all__ = ["ArgumentCheck", "ArgumentProblem", "ValidatorName", "validator_name"]

ValidatorName = Literal["jsonschema", "subset"]

MOST_PROBLEMS = 8
MOST_VALUES = 1_000_000
DEEPEST = 50
"""Levels of arguments that the library gets to see; it recurses, and writes whole values into its messages."""
LARGEST_INTEGER = 12_000
"""Bits of an integer that the library may write."""
WRITTEN_PER_STEP = 256
"""Characters of messages that count as one step of work."""


@dataclass(frozen=True, slots=True)
class ArgumentProblem:
    """One thing that is wrong with the arguments of a call, fit to be shown to the model."""

    path: str
    """Where: `arguments`, `arguments.city`, `arguments.items[2].id`."""
    cause: str
    """What: `expected string, got 5`."""

    def __str__(self) -> str:
        return f"{self.path}: {self.cause}"


def validator_name() -> ValidatorName:
    """Say which validator checks arguments: the library `jsonschema`, or the subset that this package brings."""
    return "subset" if load_library() is None else "jsonschema"


class ArgumentCheck:
    """Checks arguments against the parameters of one tool; the schema is read when first needed."""

    __slots__ = ("_parameters", "_read", "_subset")

    def __init__(self, parameters: object) -> None:
        self._parameters = parameters
        self._read: Object | None = None
        self._subset: SubsetValidator | None = None

    def problems(self, arguments: JSON) -> tuple[ArgumentProblem, ...]:
        """Return what is wrong with arguments, at most eight problems, in the order of the schema's keywords.

        Args:
            arguments: the arguments; `None` is a call without any.
        """
        size = measured({} if arguments is None else arguments)
        if size.values > MOST_VALUES:
            return ()
        found: dict[ArgumentProblem, None] = {}
        try:
            for fault in self._faults({} if arguments is None else arguments, size):
                for where, cause in explained(fault):
                    found[ArgumentProblem(where, cause)] = None
                if len(found) >= MOST_PROBLEMS:
                    break
        except ExhaustedError:
            pass
        except Exception:  # noqa: BLE001, S110 - odd values may break a validator; that is no fault of the call's
            pass
        return tuple(itertools.islice(found, MOST_PROBLEMS))

    def _faults(self, arguments: JSON, size: Size) -> Iterator[Fault]:
        library = load_library()
        if library is None or not size.plain:
            if self._subset is None:
                self._subset = SubsetValidator(read_schema(self._parameters, SUBSET_KEYWORDS))
            return self._subset.faults(arguments, Work())
        if self._read is None:
            self._read = read_schema(self._parameters, EVERY_KEYWORD)
        return library.faults(self._read, arguments, Work(1 + size.characters // WRITTEN_PER_STEP))


@dataclass(frozen=True, slots=True)
class Size:
    """How large arguments are."""

    values: int
    characters: int
    """About what it takes to write them."""
    plain: bool
    """Whether they are JSON of an everyday depth."""


def measured(value: JSON) -> Size:
    """Measure arguments, without recursion."""
    values, characters, plain, depth = 0, 0, True, 0
    level: list[JSON] = [value]
    while level and values <= MOST_VALUES:
        depth += 1
        values += len(level)
        following: list[JSON] = []
        for item in level:
            if isinstance(item, str):
                characters += len(item)
            elif isinstance(item, dict):
                following += item.values()
                plain = plain and all(isinstance(name, str) for name in item)
                characters += sum(map(len, item)) if plain else 0
            elif isinstance(item, list):
                following += item
            elif isinstance(item, int):
                plain = plain and item.bit_length() <= LARGEST_INTEGER
            elif not (item is None or isinstance(item, float)):
                plain = False
        characters += 8 * len(level)
        level = following
    return Size(values, characters, plain and depth <= DEEPEST)
