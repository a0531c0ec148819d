"""Whether the server of the database is still the one that had it: one that was promoted or restored may lack letters.

The database says on which server, and on which timeline of it, it was last sure to be. If a connection leads anywhere
else, letters act, but nothing strikes until the operator has said that the database is right.
"""

from __future__ import annotations

import logging

import msgspec

from gm.store.server import SERVER, Place
from gm.store.store import Store

log = logging.getLogger("gm")


class Elsewhere(msgspec.Struct, frozen=True):
    """The server is another one, or has another timeline, than it was."""

    was: Place
    now: Place


class HouseServer:
    """The server of the database, in the eyes of one process. A database in a file is never in doubt."""

    def __init__(self, store: Store, trusted: bool = False) -> None:
        """*trusted*: the operator says that the database is right now. Writes nothing before the first look."""
        self._store, self._trusted = store, trusted
        self._taken: Place | None = None  # the one that this process took for right last
        self.doubt: Elsewhere | None = None

    @property
    def sure(self) -> bool:
        """Whether anything may strike. Asked in a transaction, it holds to its end."""
        place = self._store.engine.place()
        return place is None or place == self._taken

    def look(self) -> None:
        """Find out whether the server is another one since the look before. Raises Unavailable."""
        if self.sure:
            return
        was, now = self._store.act(self._compared)
        if was == now:
            if self.doubt is not None or self._trusted:
                log.info("the server of the database is taken for right: %s", now)
            self._taken, self._trusted, self.doubt = now, False, None
        elif self.doubt != (doubt := Elsewhere(was, now)):
            log.error("nothing strikes: the database was on %s, and is on %s", was, now)
            self.doubt = doubt

    def _compared(self) -> tuple[Place, Place]:
        """Where the database was, and is; the same if that is right, which is noted then. Runs in a transaction."""
        facts, now = self._store.facts, self._store.engine.place()
        assert now is not None
        was = facts.recall(SERVER, Place)
        if was is None or (self._trusted and was != now):
            facts.keep(SERVER, now)
        if was is None or self._trusted:
            return now, now
        # One that was replaced, and is back by itself, believes that it is right.
        last = self._taken
        back = last is not None and last.system == now.system and last.timeline > now.timeline
        return (last if back and last is not None else was), now
