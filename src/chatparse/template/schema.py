"""The published JSON Schema of the format."""

from __future__ import annotations

import json
from importlib.resources import files

from chatparse.jsontypes import Object

__all__ = ["schema"]


def schema() -> Object:
    """Return the JSON Schema (2020-12) of version 1 response templates, a fresh copy at each call.

    It says all that a schema can say about a document; that patterns compile, for one, only `load_document` can tell.
    """
    text = files("chatparse.template").joinpath("schema.json").read_text(encoding="utf-8")
    document: Object = json.loads(text)
    return document
