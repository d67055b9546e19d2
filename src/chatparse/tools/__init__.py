"""Tools: their declared argument types, and the typing and checking of the arguments of calls."""

from __future__ import annotations

from chatparse.tools.functions import function_schema
from chatparse.tools.typing_calls import Tools
from chatparse.tools.validation import ArgumentProblem

__all__ = ["ArgumentProblem", "Tools", "function_schema"]
