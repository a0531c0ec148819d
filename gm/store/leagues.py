"""The table of leagues: a row for each, with all about it as JSON that nothing in this room looks into."""

from __future__ import annotations

import msgspec

from gm.store.database import Table, as_json


class Leagues(Table):
    """The table of leagues."""

    table = "leagues"

    def save(self, name: str, league: msgspec.Struct) -> None:
        """Store a league, in place of what was stored of it."""
        self.remove(name)
        self._db.insert("leagues", name=name, state=as_json(league))

    def find(self, name: str) -> str | None:
        """A league as JSON, None if there is none of this name."""
        found: str | None = self._db.value("select state from leagues where name = ?", [name])
        return found

    def names(self) -> list[str]:
        """The names of all leagues, sorted."""
        return self._db.values("select name from leagues order by name")

    def remove(self, name: str) -> None:
        """Forget a league."""
        self._db.change("delete from leagues where name = ?", [name])
