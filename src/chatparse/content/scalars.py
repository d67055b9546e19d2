"""The basic content types: text, int, float and bool."""

from __future__ import annotations

from dataclasses import dataclass

from chatparse.errors import ContentError

__all__ = ["Bool", "Float", "Int", "Text"]


@dataclass(frozen=True, slots=True)
class Text:
    """The text itself, without the white space around it unless `strip` is off."""

    strip: bool = True

    def parse(self, text: str) -> str:
        """Give the text; this never fails."""
        return text.strip() if self.strip else text


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number as Python's `int` reads it, exact at any size that Python converts."""

    def parse(self, text: str) -> int:
        """Read the number."""
        try:
            return int(text.strip())
        except ValueError:
            raise ContentError("the text is not an integer, or has too many digits", 0, len(text)) from None


@dataclass(frozen=True, slots=True)
class Float:
    """A number as Python's `float` reads it."""

    def parse(self, text: str) -> float:
        """Read the number."""
        try:
            return float(text.strip())
        except ValueError:
            raise ContentError("the text is not a number", 0, len(text)) from None


@dataclass(frozen=True, slots=True)
class Bool:
    """True for `true` (in any case) and `1`, false for everything else."""

    def parse(self, text: str) -> bool:
        """Read the truth value; this never fails."""
        return text.strip().lower() in ("true", "1")
