"""The command line, one module a command; the only part that knows click and rich."""

from __future__ import annotations

__all__: list[str] = []
