"""Packs what an earlier version of gm left in the database, step by step: each is a transaction of its own.

If gm is stopped in between, the next start goes on from there; meanwhile, what is not packed is read as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gm.store.packing import PACKED

if TYPE_CHECKING:
    from gm.store.store import Store

TO_PACK = "to pack"  # the fact that says how far it has come; there is none once all is packed
STEP = 4_000_000  # bytes that are read in one step, if one row alone has not more
TABLES = [table for table in PACKED if table != "pieces"]
BESIDE = {"snapshots": ("kept",), "outbox": ("game", "state")}  # what else says how a row is packed


class Place(msgspec.Struct, frozen=True):
    """How far it has come: everything before a table, and the rows of it up to a number."""

    table: str
    row: int


def pack_old(store: Store) -> None:
    """Pack whatever was stored before there was packing."""
    while store.facts.recall(TO_PACK, Place) is not None:
        with store.transaction():
            place = store.facts.recall(TO_PACK, Place)  # another process may have gone on
            left = STEP
            while place is not None and left > 0:
                place, read = _pack_some(store, place, left)
                left -= read
            if place is None:
                store.facts.forget(TO_PACK)
            else:
                store.facts.keep(TO_PACK, place)


def _pack_some(store: Store, place: Place, most: int) -> tuple[Place | None, int]:
    """Pack the rows behind a place, up to *most* bytes; returns where to go on, None at the end, and what was read."""
    table, last, read = place.table, place.row, 0
    names = sorted(PACKED[table])
    wanted, settings = ", ".join([*names, *BESIDE.get(table, ())]), ", ".join(f"{name} = ?" for name in names)
    query = f"select rowid, {wanted} from {table} where rowid > ? order by rowid limit 1"
    while read < most:
        cursor = store.execute(query, [last])
        found = cursor.fetchone()
        if found is None:
            following = TABLES[TABLES.index(table) + 1 :]
            return (Place(following[0], 0) if following else None), read
        last = found[0]
        row = {column[0]: store.opened(value) for column, value in zip(cursor.description, found, strict=True)}
        packed = store.to_store(table, row)
        store.change(f"update {table} set {settings} where rowid = ?", [*(packed[name] for name in names), last])
        read += sum(len(value) for value in row.values() if isinstance(value, str | bytes))
    return Place(table, last), read
