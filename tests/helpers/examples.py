"""Settings for Hypothesis."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def quickly(examples: int) -> settings:
    """Run this number of examples, without a deadline and without health checks."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
