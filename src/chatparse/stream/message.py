"""Collecting the values of closed regions into the message."""

from __future__ import annotations

from chatparse.jsontypes import JSON, Object
from chatparse.template import Field, ResponseTemplate

__all__ = ["MessageBuilder"]


class MessageBuilder:
    """The message so far; the pieces of joined fields are put together only when somebody asks."""

    __slots__ = ("_joined", "_malformed", "_message", "_template")

    def __init__(self, template: ResponseTemplate) -> None:
        self._template = template
        self._malformed: set[str] = set()
        self._message: Object = template.initial_message()
        self._joined: dict[str, list[str]] = {}

    def add(self, field: Field, value: JSON) -> None:
        """Take the value of a region: appended, joined, or instead of the last one, as the field says."""
        message, name = self._message, field.name
        if field.join is None and not field.repeats:
            message[name] = value
        elif field.join is not None:
            pieces = self._joined.get(name)
            if pieces is None:
                before = message.get(name)
                pieces = self._joined[name] = [before] if isinstance(before, str) and field.gather == "document" else []
                message[name] = ""
            pieces.append(value)
        elif name in message and isinstance(message[name], list):
            message[name].append(value)
        else:
            message[name] = [value]

    def add_malformed(self, field: Field) -> None:
        """Note that the field came, though its text did not parse."""
        self._malformed.add(field.name)

    def missing(self) -> list[str]:
        """Return the fields that are not optional and never came."""
        return [name for name in self._template.required if name not in self._message and name not in self._malformed]

    def finish(self) -> Object:
        """Return the message: without the fields that stayed empty, but with every default."""
        message, defaults = self._message, self._template.defaults
        for name, pieces in self._joined.items():
            message[name] = self._template.fields[name].joined(pieces)
        return {key: value for key, value in message.items() if value or key in defaults or not _is_empty(value)}

    def copy(self) -> MessageBuilder:
        """Return a builder that goes on by itself; the values are shared."""
        copy = MessageBuilder(self._template)
        copy._malformed = set(self._malformed)
        copy._message = {key: list(each) if isinstance(each, list) else each for key, each in self._message.items()}
        copy._joined = {name: list(pieces) for name, pieces in self._joined.items()}
        return copy

    def with_open(self, field: Field, value: JSON) -> Object:
        """Return the message as it would be if the open region ended here with this value; nothing is changed."""
        copy = self.copy()
        copy.add(field, value)
        return copy.finish()


def _is_empty(value: JSON) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)
