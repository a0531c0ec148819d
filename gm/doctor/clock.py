"""Whether this machine's clock can be trusted: deadlines depend on it. What gm serve goes by is gm.serve.houseclock."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from gm.config.durations import write_duration
from gm.config.loading import Config
from gm.doctor.finding import Finding, bad, ok, skip, warn
from gm.store.facts import Facts

TIMESYNC = Path("/run/systemd/timesync/synchronized")
TIME_ERROR = 5  # what adjtimex() returns while the kernel's clock is not synchronised
TIMEX = 512  # bytes, more than the struct has on any system; all zero, so nothing is set
OLDEST = datetime(2026, 1, 1, tzinfo=UTC)  # no correct clock shows an earlier time
BOOT = Path("/proc/sys/kernel/random/boot_id")
HOUSE = "clock"  # the fact that says when the clock of the house was last sure
BOOTED = "clock in doubt"  # and the one that says by what it goes since a boot after which it is not sure yet
UNITS = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))
ZERO, SMALL, RATE = timedelta(0), timedelta(seconds=5), 0.0001  # a clock may be set by so much, and run so wrong


class Sure(msgspec.Struct, frozen=True):
    """A moment at which the clock was sure. up: seconds since that boot, in which sleep counts."""

    boot: str
    up: float
    at: datetime

    def reckon(self, up: float) -> datetime:
        """What the clock must show when the machine has been up for so many seconds."""
        return self.at + timedelta(seconds=up - self.up)

    def is_small(self, drift: timedelta, up: float) -> bool:
        """Whether a clock may have drifted by so much since then, without having jumped."""
        return abs(drift) <= SMALL + timedelta(seconds=abs(up - self.up) * RATE)


class Hands:
    """What this machine says about the time."""

    def wall(self) -> datetime:
        """The time that it shows."""
        return datetime.now(UTC)

    def up(self) -> float:
        """Seconds since it was booted, in which sleep counts, and which nobody can set."""
        return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))

    def boot(self) -> str:
        """Which boot this is; "" where the system has no names for them."""
        return BOOT.read_text(encoding="ascii").strip() if BOOT.exists() else ""

    def kept(self) -> bool:
        """Whether the kernel says that something keeps its clock right. Whoever sets it by hand clears that."""
        return _kernel_keeps() is True


def ahead(facts: Facts, hands: Hands | None = None) -> timedelta:
    """How far this machine's clock has jumped ahead since gm serve was last sure of it; zero if it has not.

    Zero also if that cannot be known: gm serve has not run since the boot.
    """
    hands = hands or Hands()
    known = (facts.recall(HOUSE, Sure), facts.recall(BOOTED, Sure))
    sure = next((one for one in known if one is not None and one.boot == hands.boot()), None)
    if sure is None:
        return ZERO
    up = hands.up()
    drift = hands.wall() - sure.reckon(up)
    return ZERO if sure.is_small(drift, up) else drift


def in_short(drift: timedelta) -> str:
    """How far a clock is off, about: such as "5 hours ahead of"."""
    size = abs(drift)
    unit = next((unit for unit in UNITS if size >= 2 * unit), timedelta(seconds=1))
    return f"{write_duration(round(size / unit) * unit)} {'ahead of' if drift > ZERO else 'behind'}"


def check_jump(facts: Facts) -> Iterator[Finding]:
    """Say it if this machine's clock has jumped since gm serve last looked."""
    drift = ahead(facts)
    if drift:
        told = f"this machine's clock has jumped: it is {in_short(drift)} what gm reckons"
        yield bad("clock", told, "set it right; if it is right now, gm serve --clock-is-right takes it at once")


def check_clock(config: Config) -> list[Finding]:
    """Whether something keeps the clock right, and what time it shows."""
    now = datetime.now(UTC)
    zone = config.gm.timezone
    here = "" if zone.key == "UTC" else f", {now.astimezone(zone):%H:%M} {zone.key}"
    told = f"it is {now:%Y-%m-%d %H:%M:%S} UTC{here}"
    todo = "set it, and have it kept right: systemd-timesyncd, chrony or ntpd"
    if now < OLDEST:
        return [bad("clock", f"{told}: that cannot be", todo)]
    kept = synchronised()
    if kept is None:
        return [skip("clock", f"{told}; whether anything keeps it right cannot be seen here", todo)]
    return [ok("clock", f"{told}, synchronised") if kept else warn("clock", f"{told}; nothing keeps it right", todo)]


def synchronised() -> bool | None:
    """Whether the system says that its clock is kept right, None if it says nothing."""
    return True if TIMESYNC.exists() else _kernel_keeps()


def _kernel_keeps() -> bool | None:
    try:
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else state != TIME_ERROR
