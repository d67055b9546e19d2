"""Documentation that shows code is run: every fenced block of Python with `>>>` in a Markdown file is a test.

The examples of a page go on from one another, so with xdist they need `--dist loadfile`.
"""

from __future__ import annotations

from doctest import ELLIPSIS

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)], patterns=["*.md"], excludes=[".venv/**"]
).pytest()
