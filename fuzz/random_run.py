"""Throw random texts at every template of the catalogue for some seconds: `python fuzz/random_run.py --seconds 60`.

Needs nothing but chatparse. Texts are built from each template's own delimiters, parts of them, JSON, Unicode and
control characters, and parsed whole, in pieces and behind a prefix; documents are the catalogue's, spoilt.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
import traceback
from typing import Any

from invariants import check_document, check_text, shrunk
from texts import RandomChooser, cuts, mutated, text, tokens

from chatparse import ResponseTemplate, catalog, load_response_template

EVERY_DOCUMENT = 10
"""One round in so many spoils a document as well."""


def main() -> int:
    """Run until the time is over or something breaks, and return the exit status."""
    options = arguments()
    until = time.monotonic() + options.seconds
    names = [options.template] if options.template else catalog.names()
    templates = [(name, load_response_template(name)) for name in names]
    texts = loaded = refused = 0
    for number in itertools.count():
        if time.monotonic() >= until or (options.texts is not None and texts >= options.texts):
            break
        # every text can be made again from the seed and its number
        chooser = RandomChooser(options.seed * 1_000_003 + number)
        name, template = templates[number % len(templates)]
        document = template.to_dict()
        texts += 1
        if not holds(name, template, chooser):
            return 1
        if number % EVERY_DOCUMENT == 0:
            spoilt = mutated(chooser, document)
            try:
                other = check_document(spoilt)
                if other is not None and options.documents:
                    texts += 1
                    if not holds(json.dumps(spoilt), other, chooser):
                        return 1
            except Exception:  # noqa: BLE001 - whatever it is, it is reported
                traceback.print_exc()
                print(f"document: {json.dumps(spoilt)}")
                return 1
            loaded, refused = loaded + (other is not None), refused + (other is None)
    print(f"{texts:,} texts, {loaded + refused:,} documents ({refused:,} refused): nothing broke")
    return 0


def holds(name: str, template: ResponseTemplate, chooser: RandomChooser) -> bool:
    """Try a text; report what breaks, made small."""
    document = template.to_dict()
    parts = text(chooser, tokens(document))
    pieces = cuts(chooser, "".join(parts), parts)
    anchor = start_anchor(document) if chooser.below(3) == 0 else None
    try:
        check_text(template, pieces, anchor)
    except Exception:  # noqa: BLE001 - whatever it is, it is reported
        small = shrunk(template, pieces, anchor)
        try:
            check_text(template, small, anchor)
        except Exception:  # noqa: BLE001
            traceback.print_exc()
        print(f"template: {name}\npieces: {small!r}\nanchor: {anchor!r}")
        return False
    return True


def start_anchor(document: dict[str, Any]) -> str | None:
    """Return a start anchor of a document."""
    anchor = document.get("start_anchor")
    first = anchor[0] if isinstance(anchor, list) and anchor else anchor
    return first if isinstance(first, str) else None


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--texts", type=int, default=None, help="stop after so many texts")
    parser.add_argument("--template", default=None, help="one template instead of the whole catalogue")
    parser.add_argument("--documents", action="store_true", help="parse with spoilt documents that load, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
