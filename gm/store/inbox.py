"""The table of the inbox: every letter ever received, unchanged, and what became of it.

A letter is put aside while it is held (for its player's CONFIRM or for the operator), or when gm failed on it.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from gm.rules import Reader, Seat
from gm.store.database import Numbered, columns, listed


class State(StrEnum):
    """What became of a letter."""

    DONE = "done"  # it acted, or nothing else can be said of it yet
    HELD = "held"
    FAILED = "failed"
    IGNORED = "ignored"  # no person wrote it to us
    KNOWN = "known"  # a copy of it was handled before, or nothing is left of it but its key
    ANSWERED = "answered"  # it only asked
    DENIED = "denied"  # its player says that it is not theirs


ASIDE = (State.HELD, State.FAILED)


class Listed(msgspec.Struct, frozen=True):
    """A letter without its text."""

    id: int
    received: datetime
    sender: str
    game: str  # "" if it belongs to none
    seat: Seat
    state: State
    reason: str


class Letter(Listed, frozen=True):
    """A letter."""

    raw: bytes
    hold: int | None  # the number of the question that its player was asked about it


LETTER, LISTED = columns(Letter), columns(Listed)
EMPTIED = f"update inbox set message_id = '', digest = '', sender = '', subject = '', raw = ?, state = '{State.KNOWN}'"


class Inbox(Numbered):
    """The table of the inbox."""

    table = "inbox"

    def add(
        self, key: str, message_id: str, digest: str, received: datetime, sender: str, subject: str, raw: bytes,
        state: State,
    ) -> int:  # fmt: skip
        """Store a letter and return its number. key: its place in the mailbox; digest: of what its sender wrote."""
        return self._db.insert_numbered(
            "inbox", key=key, message_id=message_id, digest=digest, received=received, sender=sender, subject=subject,
            raw=raw, state=state,
        )  # fmt: skip

    def settle(self, number: int, state: State, reason: str, game: str, seat: Seat, hold: int | None) -> None:
        """Note what became of a letter."""
        query = "update inbox set state = ?, reason = ?, game = ?, seat = ?, hold = ? where id = ?"
        self._db.change(query, [state, reason, game, seat, hold, number])

    def deny(self, game: str, hold: int) -> None:
        """Note that the player denies the held letter of question *hold*."""
        self._db.change(
            f"update inbox set state = '{State.DENIED}', reason = 'its player denies it' "
            f"where game = ? and hold = ? and state = '{State.HELD}'", [game, hold],
        )  # fmt: skip

    def state(self, key: str) -> State | None:
        """What became of the letter at this place in the mailbox, None if it is new."""
        state = self._db.value("select state from inbox where key = ?", [key])
        return None if state is None else State(state)

    def copies_done(self, message_id: str, digest: str, received: datetime) -> list[str]:
        """The games of the copies of a letter that were done; a copy without Message-ID is of the same second."""
        return self._db.values(
            "select game from inbox where message_id = ? and digest = ? "
            f"and state not in {listed(*ASIDE, State.KNOWN)} "
            "and (message_id != '' or received = ?)", [message_id, self._db.fixed(digest), received],
        )  # fmt: skip

    def copies_held(self, message_id: str, digest: str, game: str) -> list[Letter]:
        """The copies of a letter to a game that are held while their player is asked."""
        return self._db.all(
            Letter,
            f"select {LETTER} from inbox where message_id = ? and digest = ? and game = ? "
            f"and state = '{State.HELD}' and hold is not null", [message_id, self._db.fixed(digest), game],
        )  # fmt: skip

    def held(self, game: str, hold: int) -> Letter | None:
        """The held letter of a question, None if it is no longer held."""
        query = f"select {LETTER} from inbox where game = ? and hold = ? and state = '{State.HELD}'"
        return self._db.one(Letter, query, [game, hold])

    def aside(self, number: int) -> Letter | None:
        """A letter that was put aside, None if there is none with this number."""
        query = f"select {LETTER} from inbox where id = ? and state in {listed(*ASIDE)}"
        return self._db.one(Letter, query, [number])

    def put_aside(self, after: int = 0) -> list[Listed]:
        """The letters put aside whose numbers are above *after*."""
        query = f"select {LISTED} from inbox where state in {listed(*ASIDE)} and id > ? order by id"
        return self._db.all(Listed, query, [after])

    def last_done(self, game: str, seat: Reader) -> datetime | None:
        """When the last letter of a seat that acted came, None if there is none."""
        at = self._db.value(
            f"select max(received) from inbox where game = ? and seat = ? and state = '{State.DONE}'", [game, seat]
        )
        return datetime.fromisoformat(at) if at else None

    def senders(self, game: str) -> set[str]:
        """The addresses that have written to a game."""
        return set(self._db.values("select distinct sender from inbox where game = ?", [game]))

    def strays(self) -> list[Letter]:
        """The letters that belong to no game."""
        return self._db.all(Letter, f"select {LETTER} from inbox where game = ''")

    def purge_one(self, number: int) -> None:
        """Remove a letter but for its key, which says that it was handled."""
        self._db.change(f"{EMPTIED}, reason = 'purged', hold = null where id = ?", [b"", number])

    def purge(self, game: str) -> None:
        """Remove the letters to a game but for their keys, which say that they were handled."""
        self._db.change(f"{EMPTIED}, reason = 'purged', hold = null where game = ?", [b"", game])

    def put_away(self, game: str) -> None:
        """Detach the letters to a game from it, and remove them but for their keys, which say that they were handled.

        Letters that came with the game from another database stay with it: their keys begin with its name.
        """
        self._db.change(
            f"{EMPTIED}, reason = 'of a game that was put away', game = '', seat = '', n = null, hold = null "
            "where game = ? and substr(key, 1, ?) != ?", [b"", game, len(game) + 1, f"{game}/"],
        )  # fmt: skip
