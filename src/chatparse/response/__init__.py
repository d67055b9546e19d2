"""A generation as a whole: message, calls with their status, parts in order, nothing lost."""

from __future__ import annotations

from chatparse.response.call import Call, CallStatus
from chatparse.response.response import Part, PartKind, Response, Span, calls_in, respond

__all__ = ["Call", "CallStatus", "Part", "PartKind", "Response", "Span", "calls_in", "respond"]
