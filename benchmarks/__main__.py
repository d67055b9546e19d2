"""`python -m benchmarks`: print the table."""

from __future__ import annotations

import argparse
import json
import os
import sys

import chatparse
from benchmarks.measure import Implementation, Row, measure
from benchmarks.workloads import WORKLOADS

REFERENCE = "transformers==5.24.0"
HEAD = ("workload", "characters", "speed-up", "of the floor", "same message")


def main() -> int:
    """Measure, and print one line a workload as soon as it is known."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=f"chatparse and {REFERENCE}, in one process"
    )
    parser.add_argument("--only", metavar="TEXT", default="", help="only workloads with this in their name")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds to take medians of (default: 5)")
    parser.add_argument("--quick", action="store_true", help="shorten the longest texts: for a first look")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, with nanoseconds a feed")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    chosen = [workload for workload in WORKLOADS if options.only in workload.name]
    if not chosen:
        parser.error(f"--only must be part of one of {', '.join(sorted({one.name for one in WORKLOADS}))}")
    try:
        reference = reference_implementation()
    except ImportError as error:
        print(
            f"{REFERENCE} is not installed ({error}): run `make bench`, or `pip install --group bench`", file=sys.stderr
        )
        return 1
    ours = Implementation.of(chatparse, chatparse.load_response_template)
    if not options.json:
        print_head()
    for workload in chosen:
        row = measure(workload, ours, reference, options.rounds, options.quick)
        print(json.dumps(row.as_dict()) if options.json else as_line(row), flush=True)
    return 0


def reference_implementation() -> Implementation:
    """Import the reference: the subpackage alone, which is light, without torch or any model."""
    os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    from transformers.utils import chat_parsing  # noqa: PLC0415 - an optional package, and slow to import
    from transformers.utils.chat_parsing.response_templates import load_response_template  # noqa: PLC0415

    return Implementation.of(chat_parsing, load_response_template)


def print_head() -> None:
    print(f"| {' | '.join(HEAD)} |")
    print("|---|--:|--:|--:|---|", flush=True)


def as_line(row: Row) -> str:
    over = "" if row.over_floor is None else f"{row.over_floor:.1f}x"
    same = "yes" if row.same_message else "NO"
    return f"| {row.workload} | {row.characters:,} | {row.speed_up:,.1f}x | {over} | {same} |"


if __name__ == "__main__":
    sys.exit(main())
