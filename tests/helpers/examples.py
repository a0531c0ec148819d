"""Hypothesis, as tests here use it."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def quickly(examples: int) -> settings:
    """So many examples, without a limit of time and without checks of how they are made."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
