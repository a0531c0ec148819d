"""Up to when the mailbox has been read, and the time given back to running games after an outage.

The clock of a game waits while nobody can write; afterwards each game is given the time lost, in a transaction of its
own, and a journal entry says so. If we are stopped halfway, the next start gives each game what it has not yet had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
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
    """Notes when a mailbox is read, and gives back the time when it was not. It reads no clock.

    mailbox: its name, "" for one without; check: raises an error unless this is still who reads it.
    """

    def __init__(self, office: Office, mailbox: str = "", check: Callable[[], None] = lambda: None) -> None:
        self._office, self._store, self._mailbox, self._check = office, office.store, mailbox, check

    def is_to_note(self, at: datetime) -> bool:
        """Whether it is time to note that the mailbox has been read, as once a minute."""
        alive = last_read(self._store, self._mailbox)
        return alive is None or not alive <= at < alive + OFTEN

    def read_up_to(self, at: datetime) -> None:
        """Note it in a transaction of its own, if it is time."""
        if self.is_to_note(at):
            self._store.act(partial(self.note, at))

    def note(self, at: datetime, last: bool = True) -> None:
        """Note that all mails received before *at* are filed. Runs inside a transaction.

        last: the clock says so, since the mailbox was read to its end; else a mail does, which may be an old one.
        """
        alive = last_read(self._store, self._mailbox)
        if last or alive is None or alive < at:
            self._store.facts.keep(_name(self._mailbox), iso(at))

    def come_back(self, at: datetime, now: datetime, read: bool = True) -> None:
        """Give back the time since the mailbox was last read: a look begun at *at* has reached it again.

        Call it before any letter of that look is filed. now: when mails leave. read: note, too, that it has been read.
        """
        since = last_read(self._store, self._mailbox)
        if since is None or at - since < PROMPT:
            return
        names = self._store.games.alive()
        given = [name for name in names if self._store.act(partial(self._give_back, name, since, at, now))]
        self._store.act(partial(self._tell, given, since, at, now=now, read=read))

    def _tell(self, given: Sequence[str], since: datetime, at: datetime, now: datetime, read: bool) -> None:
        self._check()
        if given or at - since >= LEAST:
            lost = write_duration(_rounded(at - since))
            facts = {"since": in_words(since, "UTC"), "to": in_words(at, "UTC"), "lost": lost, "games": list(given)}
            self._office.alarm("outage", facts, now)
        if read:
            self._store.facts.keep(_name(self._mailbox), iso(at))

    def _give_back(self, name: str, since: datetime, to: datetime, now: datetime) -> bool:
        """Give back the time that a game has lost; False if it lost none, or too little, or cannot be read."""
        self._check()
        try:
            game = self._office.game(name)
        except StoreError:
            raise
        except Exception:  # gm fsck says what is wrong with it; the others must get their time
            return False
        given = False
        for begin, end in self._not_given(game, since, to):
            game = self._office.game(name)
            lost = lost_by(game, begin, end, least=LEAST, prompt=PROMPT)
            if lost != Lost.NOTHING:
                data = {"since": iso(begin), "to": iso(end), **({"short": True} if lost == Lost.SOME else {})}
                self._office.enter(game, max(end, self._store.journal.last_at(name)), now, kind="outage", data=data)
            given = given or lost == Lost.ALL
        return given

    def _not_given(self, game: Game, since: datetime, to: datetime) -> list[tuple[datetime, datetime]]:
        """What of a time a game can have lost: since its phase opened, and without what was given back before.

        That may be something in the middle: another mailbox may have been out of reach for a part of the time.
        """
        if game.clock is not None:
            since = max(since, game.clock.opened)
        left = [(since, to)] if since < to else []
        for entry in self._store.journal.of_kind(game.name, "outage"):
            begin, end = from_iso(entry.data["since"]), from_iso(entry.data["to"])
            parts = [part for a, b in left for part in ((a, min(b, begin)), (max(a, end), b))]
            left = [(a, b) for a, b in parts if a < b]
        return left


def begin_to_count(store: Store, at: datetime) -> None:
    """Note that a game is open: from now on players may write, daemon or not. Runs inside a transaction."""
    if last_read(store) is None:
        store.facts.keep(ALIVE, iso(at))


def last_read(store: Store, mailbox: str = "") -> datetime | None:
    """Up to when a mailbox has been read; None before the first game."""
    return store.facts.recall(_name(mailbox), datetime)


def settle_marks(store: Store, mailboxes: Sequence[str]) -> None:
    """Forget the marks of mailboxes that are read no more. One that is new, or renamed, begins with the oldest mark."""
    known, names = store.facts.beginning(ALIVE, datetime), [_name(mailbox) for mailbox in mailboxes]
    if known and {*known} != {*names}:
        store.act(partial(_settle, store, known, names))


def _settle(store: Store, known: Mapping[str, datetime], names: Sequence[str]) -> None:
    for name in known.keys() - {*names}:
        store.facts.forget(name)
    for name in {*names} - known.keys():
        store.facts.keep(name, iso(min(known.values())))


def _name(mailbox: str) -> str:
    """The name of the fact up to when a mailbox has been read."""
    return f"{ALIVE} {mailbox}".rstrip()


def _rounded(lost: timedelta) -> timedelta:
    """A time lost, rounded down to the hour; to the minute if it was short."""
    return lost - lost % (timedelta(hours=1) if lost >= timedelta(hours=2) else timedelta(minutes=1))
