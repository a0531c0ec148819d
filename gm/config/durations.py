"""Durations as people write them, in letters and in the configuration: one number and one unit."""

from __future__ import annotations

import re
from datetime import timedelta

EXPECTED = "expected a number with s, m, h, d or w, such as 30m, 12h or 3d"
# Largest first, so that writing finds the largest unit that fits.
UNITS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}  # seconds
SECONDS = {name[0]: seconds for name, seconds in UNITS.items()}


def parse_duration(text: str) -> timedelta:
    """The duration that *text* names, such as `30s`, `30m`, `12h`, `3d` or `1w`; case and spaces do not matter.

    Zero is allowed, negative numbers are not. Raises ValueError with EXPECTED as its text.
    """
    # Nine digits are plenty, and with more the product might not fit in a timedelta.
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*([smhdw])\s*", text, re.IGNORECASE)
    if match is None:
        raise ValueError(EXPECTED)
    try:
        return timedelta(seconds=int(match[1]) * SECONDS[match[2].lower()])
    except OverflowError:
        raise ValueError(EXPECTED) from None


def write_short(duration: timedelta) -> str:
    """*duration* as `parse_duration` reads it, in the largest unit that divides it exactly: `3d`, `36h`."""
    count, unit = write_duration(duration).split()
    return f"{count}{unit[0]}"


def write_duration(duration: timedelta) -> str:
    """*duration* in words, in the largest unit that divides it exactly: `3 days`, `1 day`, `36 hours`, `90 seconds`.

    Fractions of a second are dropped.
    """
    total = int(duration.total_seconds())
    # Zero is a multiple of every unit, and weeks come first.
    name = next(name for name, seconds in UNITS.items() if total % seconds == 0) if total else "second"
    count = total // UNITS[name]
    return f"{count} {name}" if abs(count) == 1 else f"{count} {name}s"
