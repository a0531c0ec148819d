"""Letters that a restore has put back into the mailbox: they count again; what concerned no game is not answered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from gm.store.database import iso
from gm.store.store import Store, Tables

PUT_BACK = "put back "


def note_put_back(store: Store, letters: Iterable[tuple[str, datetime]]) -> None:
    """Note that these letters (the digest of the whole of each, and when it came) are put back.

    Runs inside a transaction.
    """
    for whole, received in letters:
        store.facts.keep(f"{PUT_BACK}{whole}", iso(received))


def all_put_back(tables: Tables) -> dict[str, datetime]:
    """The letters that were put back and have not been handled since."""
    found = tables.facts.beginning(PUT_BACK, datetime)
    return {name.removeprefix(PUT_BACK): at for name, at in found.items()}


def take_put_back(store: Store, whole: str) -> bool:
    """Whether a letter was put back; it is forgotten. Runs inside a transaction."""
    name = f"{PUT_BACK}{whole}"
    if not store.facts.some(PUT_BACK) or store.facts.recall(name, datetime) is None:
        return False
    store.facts.forget(name)
    return True
