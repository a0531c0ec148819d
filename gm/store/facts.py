"""The table of facts: small JSON values by name, such as when the last digest was sent."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec

from gm.store.database import Database, Table, as_json, from_iso, iso

T = TypeVar("T")
UNKNOWN = (None, False)
TIME = re.compile(r'"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"')


class Facts(Table):
    """The table of facts."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self._some: dict[str, tuple[object | None, bool]] = {}  # what `some` found, and the stamp of the store then

    def some(self, start: str) -> bool:
        """Whether there are values whose names begin with *start*; asked of the database only if that may have changed.
        """
        known, stamp = self._some.get(start), self._db.stamp
        if known is None or known[0] is not stamp:
            starts = list(self._some | {start: None})  # whoever asks for one asks for the others, too
            query = "exists (select 1 from facts where name >= ? and name < ?)"
            args = [end for one in starts for end in (one, f"{one}\x7f")]
            found = self._db.first(f"select {', '.join([query] * len(starts))}", args)
            self._some = {one: (stamp, bool(is_there)) for one, is_there in zip(starts, found, strict=True)}
        return self._some[start][1]

    def recall(self, name: str, kind: type[T]) -> T | None:
        """The value of *name* as a *kind*, None if there is none."""
        text = self._db.value("select value from facts where name = ?", [name])
        return msgspec.json.decode(text, type=kind) if text is not None else None

    def keep(self, name: str, value: object) -> None:
        """Store *value* as *name*."""
        self._some = dict.fromkeys(self._some, UNKNOWN)
        self._db.change(
            "insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
            [name, as_json(value)],
        )

    def forget(self, name: str) -> None:
        """Remove the value of *name*."""
        self._some = dict.fromkeys(self._some, UNKNOWN)
        self._db.change("delete from facts where name = ?", [name])

    def beginning(self, start: str, kind: type[T]) -> dict[str, T]:
        """All values as *kind* whose names begin with *start*, by their names."""
        query = "select name, value from facts where substr(name, 1, ?) = ? order by name"
        rows = self._db.tuples(query, [len(start), start])
        return {name: msgspec.json.decode(text, type=kind) for name, text in rows}

    def forget_all(self, start: str) -> None:
        """Remove all values whose names begin with *start*."""
        self._some = dict.fromkeys(self._some, UNKNOWN)
        self._db.change("delete from facts where substr(name, 1, ?) = ?", [len(start), start])

    def move(self, by: timedelta, but: str) -> None:
        """Move all times among the values, but for when the database was made, and for those of one name."""
        for name, value in self._db.tuples("select name, value from facts where name not in ('made', ?)", [but]):
            moved = TIME.sub(lambda time: f'"{iso(from_iso(time[1]) + by)}"', value)
            if moved != value:
                self._db.change("update facts set value = ? where name = ?", [moved, name])

    def made(self) -> datetime:
        """When this database was created; mail from before then is not ours."""
        return datetime.fromisoformat(self._db.value("select value from facts where name = 'made'"))
