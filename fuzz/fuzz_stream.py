"""Coverage-guided: every template of the catalogue, every text, every way to cut it. See README.md."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["chatparse"]):
    from chatparse import catalog, load_response_template

from bytes_chooser import BytesChooser
from invariants import check_text
from texts import cuts, text, tokens

TEMPLATES = [load_response_template(name) for name in catalog.names()]
TOKENS = [tokens(template.document) for template in TEMPLATES]


def one_input(data: bytes) -> None:
    """Pick a template, build a text of its delimiters or take the bytes as they are, and cut it."""
    provider = atheris.FuzzedDataProvider(data)
    chooser = BytesChooser(provider)
    which = chooser.below(len(TEMPLATES))
    pieces = text(chooser, TOKENS[which], most=24)
    if chooser.below(4) == 0:
        pieces.append(provider.ConsumeUnicode(64))
    check_text(TEMPLATES[which], cuts(chooser, "".join(pieces), pieces))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
