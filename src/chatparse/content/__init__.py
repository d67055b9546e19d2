"""Content types: what the text of a region is, and the parsers that turn it into values."""

from __future__ import annotations

from chatparse.content.base import ArgumentKind, ContentParser, ContentType, patterns_in
from chatparse.content.loading import CONTENT_TYPES, STREAMABLE, load_content

__all__ = ["CONTENT_TYPES", "STREAMABLE", "ArgumentKind", "ContentParser", "ContentType", "load_content", "patterns_in"]
