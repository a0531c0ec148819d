"""A game that is over as one value: its journal, what was told and disclosed, its letters and mails, all together.

Such a game sleeps. It is woken, row for row as it was, when somebody wants to look at it, and when a late letter or a
bounce turns out to belong to it. Pictures in its mails are left out; they can be drawn again.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from gm.store.database import Table
from gm.store.marks import mark_of_id, mark_of_key, mark_of_letter, mark_of_token
from gm.store.packing import PACKED, PNG, loosened, pack, tightened

# What goes into a parcel. Who plays and watches stays, and so does the row of the game.
PARTS = ("ledger", "outbox", "inbox", "journal", "snapshots", "texts", "disclosed", "pieces", "tokens", "bounces")
LEAST, MOST = 1 << 20, 1 << 26  # bytes that the compression looks back


class Part(msgspec.Struct, frozen=True, array_like=True):
    """The rows of one table, column by column: like values take less room side by side."""

    table: str
    columns: dict[str, list[Any]]

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, in order."""
        return (dict(zip(self.columns, row, strict=True)) for row in zip(*self.columns.values(), strict=True))


class _Looked(Exception):
    """Undoes what was done to look at a game."""


class Parcels(Table):
    """The tables of parcels, and of the marks by which a game that sleeps is found."""

    table = "parcels"

    def names(self) -> list[str]:
        """The games that sleep, sorted."""
        return self._db.values("select game from parcels order by game")

    def has(self, game: str) -> bool:
        """Whether a game sleeps."""
        return self._db.value("select 1 from parcels where game = ?", [game]) is not None

    def holder(self, mark: int) -> str | None:
        """The game that sleeps and has something of this mark, None if there is none."""
        game: str | None = self._db.value("select game from asleep where mark = ? order by game", [mark])
        return game

    def wake_holder(self, mark: int) -> bool:
        """Wake the game that has something of this mark; False if none sleeps that has."""
        game = self.holder(mark)
        return game is not None and self.wake(game)

    def put_to_sleep(self, game: str) -> None:
        """Put a game into a parcel. It must be over, and nothing of it may wait."""
        with self._db.transaction():
            parts = [self._taken(table, game) for table in PARTS]
            marks = set(_marks({part.table: part for part in parts}))
            data = msgspec.msgpack.encode(parts)
            for table in PARTS:
                self._db.change(f"delete from {table} where game = ?", [game])
            self._db.insert("parcels", game=game, data=_squeezed(data))
            for mark in sorted(marks):
                self._db.change("insert into asleep values (?, ?) on conflict do nothing", [mark, game])

    def _taken(self, table: str, game: str) -> Part:
        names = self._db.engine.columns(table)
        wanted, number = ", ".join(f'"{name}"' for name in names), self._db.engine.numbers(table)
        rows = self._db.tuples(f"select {wanted} from {table} where game = ? order by {number}", [game])
        columns: dict[str, list[Any]] = {name: [] for name in names}
        vault = self._db.vault
        for row in rows:
            values = [loosened(value if vault is None else vault.open(value)) for value in row]
            if table != "pieces" or not any(isinstance(value, bytes) and value.startswith(PNG) for value in values):
                for column, value in zip(columns.values(), values, strict=True):
                    column.append(value)
        return Part(table, columns)

    def wake(self, game: str) -> bool:
        """Take a game out of its parcel; False, with nothing done, if it does not sleep."""
        with self._db.transaction():
            data: bytes | None = self._db.value("select data from parcels where game = ?", [game])
            if data is None:
                return False
            self._put_back(msgspec.msgpack.decode(lzma.decompress(data), type=list[Part]))
            self._db.change("delete from parcels where game = ?", [game])
            self._db.change("delete from asleep where game = ?", [game])
        return True

    @contextmanager
    def awake(self, game: str) -> Iterator[None]:
        """Wake a game to look at it. Whatever is changed meanwhile is undone, and it sleeps on."""
        if not self.has(game):
            yield
            return
        with suppress(_Looked), self._db.transaction():
            self.wake(game)
            yield
            raise _Looked

    def _put_back(self, parts: Iterable[Part]) -> None:
        numbers: dict[object, int] = {}
        for part in parts:
            packed, tight = PACKED.get(part.table, frozenset()), tightened if part.table == "outbox" else pack
            for row in part.rows():
                row |= {name: tight(row[name]) for name in packed if part.table != "snapshots" or row["kept"]}
                before = row.pop("id", None)
                if before is not None and self._is_free(part.table, before):
                    row["id"] = before
                if part.table == "bounces":
                    row["outbox"] = numbers.get(row["outbox"], row["outbox"])
                number = self._db.insert_stored(part.table, row)
                if part.table == "outbox":
                    numbers[before] = number

    def _is_free(self, table: str, number: int) -> bool:
        """Whether no other row has taken a number meanwhile."""
        return self._db.value(f"select 1 from {table} where id = ?", [number]) is None


def _squeezed(data: bytes) -> bytes:
    size = LEAST
    while size < min(len(data), MOST):
        size *= 2
    most = lzma.PRESET_EXTREME | 9
    return lzma.compress(
        data, filters=[{"id": lzma.FILTER_LZMA2, "preset": most, "dict_size": size, "lc": 4, "lp": 0, "pb": 0}]
    )


def _marks(parts: dict[str, Part]) -> Iterator[int]:
    """The marks of all that others may still name."""
    for table in ("ledger", "outbox"):
        yield from map(mark_of_id, parts[table].columns["message_id"])
    yield from map(mark_of_token, parts["tokens"].columns["token"])
    for letter in parts["inbox"].rows():
        yield mark_of_key(letter["key"])
        if letter["message_id"]:
            yield mark_of_letter(letter["message_id"], letter["digest"])
