"""Tools: their declared argument types, and the typing of the arguments of calls."""

from __future__ import annotations

from chatparse.tools.functions import function_schema
from chatparse.tools.typing_calls import Tools

__all__ = ["Tools", "function_schema"]
