"""Coverage-guided: JSON-ish documents either load or are refused with a `TemplateError`. See README.md."""

from __future__ import annotations

import json
import sys

import atheris

with atheris.instrument_imports(include=["chatparse"]):
    from chatparse import catalog

from bytes_chooser import BytesChooser
from invariants import check_document
from texts import mutated

DOCUMENTS = [catalog.read(name) for name in catalog.names()]


def one_input(data: bytes) -> None:
    """Load raw JSON, or a document of the catalogue that the bytes spoil."""
    if data[:1] in (b"{", b"[", b'"'):
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return
    else:
        chooser = BytesChooser(atheris.FuzzedDataProvider(data))
        document = mutated(chooser, DOCUMENTS[chooser.below(len(DOCUMENTS))], most=8)
    check_document(document)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
