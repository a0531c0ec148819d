"""Whether this machine's clock can be trusted: deadlines depend on it."""

from __future__ import annotations

import ctypes
from datetime import UTC, datetime
from pathlib import Path

from gm.config.loading import Config
from gm.doctor.finding import Finding, bad, ok, skip, warn

TIMESYNC = Path("/run/systemd/timesync/synchronized")
TIME_ERROR = 5  # what adjtimex() returns while the kernel's clock is not synchronised
TIMEX = 512  # bytes, more than the struct has on any system; all zero, so nothing is set
OLDEST = datetime(2026, 1, 1, tzinfo=UTC)  # no correct clock shows an earlier time


def check_clock(config: Config) -> list[Finding]:
    """Whether something keeps the clock right, and what time it shows."""
    now = datetime.now(UTC)
    told = f"it is {now:%Y-%m-%d %H:%M:%S} UTC, {now.astimezone(config.gm.timezone):%H:%M} {config.gm.timezone.key}"
    todo = "set it, and have it kept right: systemd-timesyncd, chrony or ntpd"
    if now < OLDEST:
        return [bad("clock", f"{told}: that cannot be", todo)]
    kept = synchronised()
    if kept is None:
        return [skip("clock", f"{told}; whether anything keeps it right cannot be seen here", todo)]
    return [ok("clock", f"{told}, synchronised") if kept else warn("clock", f"{told}; nothing keeps it right", todo)]


def synchronised() -> bool | None:
    """Whether the system says that its clock is kept right, None if it says nothing."""
    if TIMESYNC.exists():
        return True
    try:
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else state != TIME_ERROR
