"""Up to when the mailbox has been read, and the time given back to running games after an outage.

The clock of a game waits while nobody can write; afterwards each game is given the time lost, in a transaction of its
own, and a journal entry says so. If we are stopped halfway, the next start gives each game what it has not yet had.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from gm.config.durations import write_duration
from gm.desk.clock.timing import Lost, lost_by
from gm.desk.game.game import Game
from gm.desk.time.times import in_words
from gm.store.database import from_iso, iso
from gm.store.engine import StoreError
from gm.store.store import Store

if TYPE_CHECKING:
    from gm.desk.office import Office

ALIVE = "alive"
OFTEN = timedelta(minutes=1)  # how often we note that the mailbox has been read
LEAST = timedelta(hours=1)  # an outage always given back; a shorter one only if something was due in it
PROMPT = timedelta(minutes=5)  # an outage never given back


class Watch:
    """Notes when the mailbox is read, and gives back the time when it was not. It reads no clock."""

    def __init__(self, office: Office) -> None:
        self._office, self._store = office, office.store

    def read_up_to(self, at: datetime) -> None:
        """Note that the mailbox has been read and handled up to *at*; written at most once a minute."""
        alive = last_read(self._store)
        if alive is None or not alive <= at < alive + OFTEN:
            with self._store.transaction():
                self._store.facts.keep(ALIVE, iso(at))

    def come_back(self, at: datetime, now: datetime) -> None:
        """Give back the time since the mailbox was last read: a look begun at *at* has reached it again.

        Call it before any letter of that look is handled. now: when mails leave.
        """
        since = last_read(self._store)
        if since is None or at - since < PROMPT:
            return
        given = [name for name in self._store.games.alive() if self._give_back(name, since, at, now)]
        with self._store.transaction():
            if given or at - since >= LEAST:
                lost = write_duration(_rounded(at - since))
                facts = {"since": in_words(since, "UTC"), "to": in_words(at, "UTC"), "lost": lost, "games": given}
                self._office.alarm("outage", facts, now)
            self._store.facts.keep(ALIVE, iso(at))

    def _give_back(self, name: str, since: datetime, to: datetime, now: datetime) -> bool:
        """Give back the time that a game has lost; False if it lost none, or too little, or cannot be read."""
        with self._store.transaction():
            try:
                game = self._office.game(name)
            except StoreError:
                raise
            except Exception:  # gm fsck says what is wrong with it; the others must get their time
                return False
            since = max(since, self._given_up_to(game))
            lost = lost_by(game, since, to, least=LEAST, prompt=PROMPT)
            if lost == Lost.NOTHING:
                return False
            data = {"since": iso(since), "to": iso(to), **({"short": True} if lost == Lost.SOME else {})}
            self._office.enter(game, max(to, self._store.journal.last_at(name)), now, kind="outage", data=data)
        return lost == Lost.ALL

    def _given_up_to(self, game: Game) -> datetime:
        """The earliest time that a game can have lost: after its phase opened and after the last time given back."""
        last = self._store.journal.newest(game.name, "outage")
        given = from_iso(last.data["to"]) if last is not None else None
        opened = game.clock.opened if game.clock else None
        return max((at for at in (given, opened) if at is not None), default=from_iso("1970-01-01T00:00:00Z"))


def begin_to_count(store: Store, at: datetime) -> None:
    """Note that a game is open: from now on players may write, daemon or not. Runs inside a transaction."""
    if last_read(store) is None:
        store.facts.keep(ALIVE, iso(at))


def last_read(store: Store) -> datetime | None:
    """Up to when the mailbox has been read; None before the first game."""
    return store.facts.recall(ALIVE, datetime)


def _rounded(lost: timedelta) -> timedelta:
    """A time lost, rounded down to the hour; to the minute if it was short."""
    return lost - lost % (timedelta(hours=1) if lost >= timedelta(hours=2) else timedelta(minutes=1))
