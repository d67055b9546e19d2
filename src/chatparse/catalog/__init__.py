"""Response templates of the models people run: one JSON file a family, and what is known about each in `index.json`.

Nothing is read before it is asked for, so importing the package costs nothing.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from chatparse.jsontypes import JSON, Object

__all__ = ["Entry", "entry", "names", "read", "resolve", "suggestion"]

CLOSE = 0.6
"""How alike two names must be for one to be suggested for the other."""
LONGEST_NAME = 80
"""No name is longer; looking for what a longer text may have meant would only cost time."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known about one template of the catalogue."""

    name: str
    title: str
    aliases: tuple[str, ...]
    """Other names of the format: those of serving engines, of older versions, of models that write the same."""
    models: tuple[str, ...]
    """Model ids it is for."""
    checked: str
    """What it was checked on."""
    limits: tuple[str, ...]
    """What the template cannot do, and what the wire format does not say."""
    quirks: tuple[str, ...]
    """What is odd about the format or about how models write it."""


def names() -> list[str]:
    """Return the names of all templates, in the order of the alphabet."""
    return sorted(_entries())


def entry(name: str) -> Entry:
    """Return what is known about a template.

    Args:
        name: a name or an alias.

    Raises:
        KeyError: the catalogue has no such template; the message suggests what may have been meant.
    """
    return _entries()[_known(name)]


def read(name: str) -> Object:
    """Return the document of a template; the copy is yours to change.

    Args:
        name: a name or an alias.

    Raises:
        KeyError: the catalogue has no such template; the message suggests what may have been meant.
    """
    document: Object = _json(f"templates/{_known(name)}.json")
    return document


def resolve(name: str) -> str | None:
    """Return the template's name for a name or an alias in any case, `None` for what is neither."""
    return _by_alias().get(name.casefold())


def suggestion(name: str) -> str:
    """Return the mend for a name that the catalogue does not have: what may have been meant, else what there is."""
    known = _by_alias()
    close = difflib.get_close_matches(name.casefold(), known, n=3, cutoff=CLOSE) if len(name) <= LONGEST_NAME else []
    meant = list(dict.fromkeys(known[one] for one in close))
    if meant:
        return f"did you mean {' or '.join(f'`{one}`' for one in meant)}?"
    return f"the catalogue has {', '.join(f'`{one}`' for one in names())}"


def _known(name: str) -> str:
    found = resolve(name)
    if found is None:
        raise KeyError(f"no template {name!r} in the catalogue: {suggestion(name)}")
    return found


@cache
def _entries() -> Mapping[str, Entry]:
    return MappingProxyType({name: _entry(name, facts) for name, facts in _json("index.json").items()})


def _entry(name: str, facts: dict[str, Any]) -> Entry:
    return Entry(
        name=name,
        title=facts["title"],
        aliases=tuple(facts["aliases"]),
        models=tuple(facts["models"]),
        checked=facts["checked"],
        limits=tuple(facts["limits"]),
        quirks=tuple(facts["quirks"]),
    )


@cache
def _by_alias() -> Mapping[str, str]:
    aliases = {alias.casefold(): one.name for one in _entries().values() for alias in one.aliases}
    # a name always means itself, even where another template has it as an alias
    return MappingProxyType(aliases | {name.casefold(): name for name in _entries()})


def _json(path: str) -> JSON:
    return json.loads(resources.files(__name__).joinpath(path).read_text(encoding="utf-8"))
