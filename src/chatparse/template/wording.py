"""How errors about a document name places and values."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable

__all__ = ["closest", "element", "kind", "listed", "member", "quoted", "unknown"]

LONGEST_QUOTE = 60
LONGEST_GUESS = 40
LONGEST_INTEGER = 128


def member(path: str, key: str) -> str:
    """Return the JSON path of the member `key` of the object at `path`: `$.fields.x`, `$.fields["a b"]`."""
    if key.isidentifier() and len(key) <= LONGEST_QUOTE:
        return f"{path}.{key}"
    return f"{path}[{quoted(key)}]"


def element(path: str, index: int) -> str:
    """Return the JSON path of an element of the list at `path`."""
    return f"{path}[{index}]"


def quoted(text: str) -> str:
    """Return `text` in double quotes, shortened when long, with nothing in it that a terminal could choke on."""
    short = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."
    return json.dumps(short, ensure_ascii=not short.isprintable())


def kind(value: object) -> str:
    """Say what any Python value is, for "must be a string, got ..."; runs no code of the value."""
    # exact types: `isinstance` would ask the value for its `__class__`
    of = type(value)
    if of is str:
        return f"the string {quoted(str(value))}"
    if of is dict:
        return "an object"
    if of is list:
        return "a list"
    if of is int and int.bit_length(value) > LONGEST_INTEGER:  # type: ignore[arg-type]
        return "a very large integer"
    if value is None or of in (bool, int, float):
        return json.dumps(value)
    return f"a Python {class_name(value)}"


def class_name(value: object) -> str:
    """Return the name of the class of `value`, whatever its metaclass does about names."""
    try:
        return str(type(value).__name__)
    except Exception:  # noqa: BLE001 - a hostile metaclass may raise anything
        return "object"


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` was most likely meant to be, if any is close."""
    if len(word) > LONGEST_GUESS:
        return None
    found = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return found[0] if found else None


def listed(words: Iterable[str]) -> str:
    """Return the words in back quotes, separated by commas."""
    return ", ".join(f"`{word}`" for word in words)


def unknown(word: str, known: Iterable[str]) -> str:
    """Return the mend for an unknown word: the known one that is close, else all known ones."""
    words = sorted(known)
    guess = closest(word, words)
    return f"did you mean `{guess}`?" if guess else f"known are {listed(words)}"
