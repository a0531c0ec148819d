"""Durations as people write them: one number and one unit, in letters and in the configuration alike."""

from __future__ import annotations

import re
from datetime import timedelta

EXPECTED = "expected a number with s, m, h, d or w, such as 30m, 12h or 3d"
# The largest first, so that writing finds the largest that fits.
UNITS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}  # seconds
SECONDS = {name[0]: seconds for name, seconds in UNITS.items()}


def parse_duration(text: str) -> timedelta:
    """The duration *text* names, such as `30s`, `30m`, `12h`, `3d` or `1w`; capitals and spaces do not matter.

    Zero is a duration, a negative number is none. Raises ValueError, with EXPECTED as its text.
    """
    # Nine digits are plenty, and the product of more might not fit into a timedelta.
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*([smhdw])\s*", text, re.IGNORECASE)
    if match is None:
        raise ValueError(EXPECTED)
    try:
        return timedelta(seconds=int(match[1]) * SECONDS[match[2].lower()])
    except OverflowError:
        raise ValueError(EXPECTED) from None


def write_short(duration: timedelta) -> str:
    """*duration* as `parse_duration` reads it, in the largest unit that leaves no rest: `3d`, `36h`."""
    count, unit = write_duration(duration).split()
    return f"{count}{unit[0]}"


def write_duration(duration: timedelta) -> str:
    """*duration* in words, in the largest unit that leaves no rest: `3 days`, `1 day`, `36 hours`, `90 seconds`.

    Parts of a second are left out.
    """
    total = int(duration.total_seconds())
    # Zero would be any unit's multiple, weeks first.
    name = next(name for name, seconds in UNITS.items() if total % seconds == 0) if total else "second"
    count = total // UNITS[name]
    return f"{count} {name}" if abs(count) == 1 else f"{count} {name}s"
