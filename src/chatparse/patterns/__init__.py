"""Regular expressions of the format: compiled once, searched in linear time, watched incrementally."""

from __future__ import annotations

from chatparse.patterns.bounded import why_unbounded
from chatparse.patterns.dialect import Search
from chatparse.patterns.found import Found
from chatparse.patterns.pattern import Pattern, compile_pattern
from chatparse.patterns.scan import Hit, Scan, Watch

__all__ = ["Found", "Hit", "Pattern", "Scan", "Search", "Watch", "compile_pattern", "why_unbounded"]
