"""Letters that are filed and wait to act, and which daemon does what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from gm.doctor.finding import Finding, ok, warn
from gm.rules.lines.words import count
from gm.store.database import iso
from gm.store.store import Tables

LONG = timedelta(minutes=10)  # a letter that has waited longer waits for something


def check_letters(tables: Tables) -> Iterator[Finding]:
    """Say whether letters wait that should have acted, and who holds which lease where several daemons can."""
    oldest = tables.waiting.oldest()
    if oldest is not None and datetime.now(UTC) - oldest > LONG:
        told = f"{count(tables.waiting.count(0), 'letter')} came and wait to act, the oldest since {iso(oldest)}"
        why = "while a mailbox is out of reach, or the clock in doubt, those wait that came after something was due"
        yield warn("letters", told, f"{why}; else see the log of gm serve")
    for name, holder in tables.leases.holders().items() if not tables.engine.alone else ():
        machine, process = holder.split()[:2]
        yield ok("daemon", f"{name}: process {process} on {machine}")
