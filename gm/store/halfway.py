"""A restore on its way: the database that takes another's place says so until all that came after is brought back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

from gm.store.database import iso
from gm.store.shelf import TRIED
from gm.store.store import Store, Tables

RESTORING = "restoring"  # a fact


class Restoring(msgspec.Struct, frozen=True):
    """A restore that was begun and has not ended. before: the database that it replaces, "" if there was none."""

    before: str
    begun: datetime


def half_restored(tables: Tables) -> Restoring | None:
    """The restore of this database that has not ended, None if there is none."""
    return tables.facts.recall(RESTORING, Restoring)


def begin_restoring(store: Store, before: Path | None, at: datetime) -> None:
    """Note in the copy that takes the database's place that the restore has begun. Runs inside a transaction.

    A copy made by the daemon knows that one was begun, but not that it went well: the next one need not wait for that.
    """
    store.facts.forget(TRIED)
    store.facts.keep(RESTORING, {"before": str(before or ""), "begun": iso(at)})


def end_restoring(store: Store) -> None:
    """Note that the restore has ended."""
    with store.transaction():
        store.facts.forget(RESTORING)
