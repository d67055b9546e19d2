"""A short random run over the catalogue; `fuzz/README.md` has the long ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).parents[1] / "fuzz" / "random_run.py"


def test_random_texts_break_nothing() -> None:
    command = [sys.executable, str(RUN), "--seconds", "5", "--seed", "1"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "nothing broke" in run.stdout
