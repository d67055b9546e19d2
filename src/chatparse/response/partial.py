"""What can be read of a call that was cut off or broken."""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.jsontypes import JSON

__all__ = ["Cut", "partial_arguments"]

NAMES = ("name", "tool_name", "function", "tool")
ARGUMENTS = ("arguments", "parameters", "args", "input")


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a JSON text breaks off: the last value that was being written, and how much of it there is."""

    path: str
    characters: int


def partial_arguments(body: str, *, has_name: bool) -> tuple[str | None, JSON, Cut | None]:
    """Read the beginning of a JSON call.

    Args:
        body: the text of the region.
        has_name: whether the name stands elsewhere, so that the body is the arguments alone.

    Returns:
        The name, the arguments so far (`None` where nothing can be read), and where the text breaks off.
    """
    value = _partial(body)
    if isinstance(value, list) and value:
        value = value[-1]
    if not isinstance(value, dict):
        return None, None, None
    if has_name:
        return None, value, _cut(value, "arguments")
    name = next((value[key] for key in NAMES if isinstance(value.get(key), str)), None)
    key = next((key for key in ARGUMENTS if key in value), None)
    if key is None:
        return name, None, None
    return name, value[key], _cut(value[key], "arguments")


def _partial(body: str) -> JSON:
    import jiter  # noqa: PLC0415 - only a broken call is worth loading it

    try:
        return jiter.from_json(body.encode(), partial_mode="trailing-strings")
    except ValueError:
        return None


def _cut(value: JSON, path: str) -> Cut | None:
    while True:
        if isinstance(value, dict) and value:
            key = next(reversed(value))
            path, value = f"{path}.{key}", value[key]
        elif isinstance(value, list) and value:
            path, value = f"{path}[{len(value) - 1}]", value[-1]
        else:
            return Cut(path, len(value)) if isinstance(value, str) else None
