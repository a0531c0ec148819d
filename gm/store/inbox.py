"""The table of the inbox: every letter that ever came, as it came, and what became of it.

A letter is put aside while it is held (for its player's CONFIRM, or the operator) or after an error of ours (failed).
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.store.database import Numbered, columns


class Listed(msgspec.Struct, frozen=True):
    """A letter without its text."""

    id: int
    received: datetime
    sender: str
    game: str  # "" if it is of none
    seat: str
    state: str
    reason: str


class Letter(Listed, frozen=True):
    """A letter."""

    raw: bytes
    hold: int | None  # the number of the question about it, if its player was asked


LETTER, LISTED = columns(Letter), columns(Listed)
EMPTIED = "update inbox set message_id = '', digest = '', sender = '', subject = '', raw = ?, state = 'known'"


class Inbox(Numbered):
    """The table of the inbox."""

    table = "inbox"

    def add(
        self, key: str, message_id: str, digest: str, received: datetime, sender: str, subject: str, raw: bytes,
        state: str,
    ) -> int:  # fmt: skip
        """Keep a letter; its number. key: its place in the mailbox; digest: of what its sender wrote."""
        return self._db.insert_numbered(
            "inbox", key=key, message_id=message_id, digest=digest, received=received, sender=sender, subject=subject,
            raw=raw, state=state,
        )  # fmt: skip

    def settle(self, number: int, state: str, reason: str, game: str, seat: str, hold: int | None) -> None:
        """What became of a letter."""
        query = "update inbox set state = ?, reason = ?, game = ?, seat = ?, hold = ? where id = ?"
        self._db.change(query, [state, reason, game, seat, hold, number])

    def deny(self, game: str, hold: int) -> None:
        """Its player denies the held letter of a question."""
        self._db.change(
            "update inbox set state = 'denied', reason = 'its player denies it' "
            "where game = ? and hold = ? and state = 'held'", [game, hold],
        )  # fmt: skip

    def state(self, key: str) -> str | None:
        """What became of the letter at a place of the mailbox, None if it is new."""
        state: str | None = self._db.value("select state from inbox where key = ?", [key])
        return state

    def copies_done(self, message_id: str, digest: str, received: datetime) -> list[str]:
        """The games of the copies of a letter that were done; a copy without Message-ID is of the same second."""
        return self._db.values(
            "select game from inbox where message_id = ? and digest = ? and state not in ('held', 'failed', 'known') "
            "and (message_id != '' or received = ?)", [message_id, digest, received],
        )  # fmt: skip

    def copies_held(self, message_id: str, digest: str, game: str) -> list[Letter]:
        """The copies of a letter to a game about which its player has been asked."""
        return self._db.all(
            Letter,
            f"select {LETTER} from inbox where message_id = ? and digest = ? and game = ? and state = 'held' "
            "and hold is not null", [message_id, digest, game],
        )  # fmt: skip

    def held(self, game: str, hold: int) -> Letter | None:
        """The letter about which a player was asked, None if it is no longer held."""
        query = f"select {LETTER} from inbox where game = ? and hold = ? and state = 'held'"
        return self._db.one(Letter, query, [game, hold])

    def aside(self, number: int) -> Letter | None:
        """A letter that was put aside, None if there is none of that number."""
        query = f"select {LETTER} from inbox where id = ? and state in ('held', 'failed')"
        return self._db.one(Letter, query, [number])

    def put_aside(self, after: int = 0) -> list[Listed]:
        """The letters that were put aside, those after number *after*."""
        query = f"select {LISTED} from inbox where state in ('held', 'failed') and id > ? order by id"
        return self._db.all(Listed, query, [after])

    def last_done(self, game: str, seat: str) -> datetime | None:
        """When a seat's last letter came that was done, None if there was none."""
        at = self._db.value(
            "select max(received) from inbox where game = ? and seat = ? and state = 'done'", [game, seat]
        )
        return datetime.fromisoformat(at) if at else None

    def senders(self, game: str) -> set[str]:
        """Who has written to a game."""
        return set(self._db.values("select distinct sender from inbox where game = ?", [game]))

    def strays(self) -> list[Letter]:
        """The letters of no game."""
        return self._db.all(Letter, f"select {LETTER} from inbox where game = ''")

    def purge_one(self, number: int) -> None:
        """Keep nothing of a letter but that it was handled, by its key."""
        self._db.change(f"{EMPTIED}, reason = 'purged', hold = null where id = ?", [b"", number])

    def purge(self, game: str) -> None:
        """Keep nothing of the letters to a game but that they were handled, by their keys."""
        self._db.change(f"{EMPTIED}, reason = 'purged', hold = null where game = ?", [b"", game])

    def put_away(self, game: str) -> None:
        """The letters to a game leave it, and only that they were handled stays, by their keys; but for letters that
        came with the game from another database, whose keys begin with its name: they go with it.
        """
        self._db.change(
            f"{EMPTIED}, reason = 'of a game that was put away', game = '', seat = '', n = null, hold = null "
            "where game = ? and substr(key, 1, ?) != ?", [b"", game, len(game) + 1, f"{game}/"],
        )  # fmt: skip
