"""Profiles of the random tests: `fast` by default, `full` with CHATPARSE_HYPOTHESIS=full."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# No deadlines: what the tests say about time they say in counted work, never in seconds.
settings.register_profile(
    "fast", max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("full", max_examples=3_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("CHATPARSE_HYPOTHESIS", "fast"))

# what draws texts for the fuzzers draws them for tests
sys.path.append(str(Path(__file__).parents[1] / "fuzz"))
