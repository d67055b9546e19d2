"""Collecting the values of closed regions into the message."""

from __future__ import annotations

from chatparse.errors import MissingFieldError
from chatparse.jsontypes import JSON, Object
from chatparse.template import Field, ResponseTemplate

__all__ = ["MessageBuilder"]


class MessageBuilder:
    """The message so far."""

    __slots__ = ("_malformed", "_template", "message")

    def __init__(self, template: ResponseTemplate) -> None:
        self._template = template
        self._malformed: set[str] = set()
        self.message: Object = template.initial_message()

    def add(self, field: Field, value: JSON) -> None:
        """Take the value of a region: appended, joined, or instead of the last one, as the field says."""
        message, name = self.message, field.name
        if field.join is not None:
            message[name] = message[name] + field.join + value if isinstance(message.get(name), str) else value
        elif not field.repeats:
            message[name] = value
        elif isinstance(message.get(name), list):
            message[name].append(value)
        else:
            message[name] = [value]

    def add_malformed(self, field: Field) -> None:
        """Note that the field came, though its text did not parse."""
        self._malformed.add(field.name)

    def finish(self) -> Object:
        """Return the message: without the fields that stayed empty, but with every default.

        Raises:
            MissingFieldError: a field that is not optional never came.
        """
        defaults = self._template.defaults
        message = {key: value for key, value in self.message.items() if key in defaults or not _is_empty(value)}
        missing = [
            name
            for name, field in self._template.fields.items()
            if not field.optional and name not in self.message and name not in self._malformed
        ]
        if missing:
            raise MissingFieldError(missing, message)
        return message


def _is_empty(value: JSON) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)
