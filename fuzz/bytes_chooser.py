"""Choices that a coverage-guided fuzzer makes."""

from __future__ import annotations

from typing import Any

__all__ = ["BytesChooser"]


class BytesChooser:
    """Reads choices from the bytes that atheris gives."""

    def __init__(self, provider: Any) -> None:
        self._provider = provider

    def below(self, limit: int) -> int:
        """Return a number from 0 up to but without `limit`; 0 when the bytes are used up."""
        return int(self._provider.ConsumeIntInRange(0, limit - 1)) if limit > 1 else 0
