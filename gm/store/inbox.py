"""The table of the inbox: every letter ever received, unchanged, and what became of it.

A letter is put aside while it is held (for its player's CONFIRM or for the operator), or when gm failed on it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

import msgspec

from gm.rules import NO_SEAT, Reader, Seat
from gm.store.database import Numbered, columns, listed
from gm.store.marks import mark_of_key, mark_of_letter


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
    digest: str  # of what its sender wrote, as it came
    whole: str  # a digest of all of it, as it came; "" for one that came before 0.7
    lost: str  # "files" if those that nobody reads are cut out of it, "text" if only its head is left, "" for nothing


class Asked(Listed, frozen=True):
    """A letter that was held under a question, without its text."""

    hold: int


LETTER, LISTED, ASKED = columns(Letter), columns(Listed), columns(Asked)
EMPTIED = (
    "update inbox set message_id = '', digest = '', whole = '', sender = '', subject = '', raw = ?, lost = 'all', "
    f"state = '{State.KNOWN}'"
)
# Letters of no game, and those that nobody is asked about: their text is kept for some days only. (See the index.)
STRAY = "lost != 'all' and state != 'failed' and hold is null and (game = '' or state in ('held', 'ignored'))"
OF_KEY = (
    "select state as became, null as game from inbox where key = ? "
    f"union all select '{State.KNOWN}', null from asleep where mark = ?"
)
COPIES_DONE = (
    "select null as became, game from inbox where message_id = ? and digest = ? "
    f"and state not in {listed(*ASIDE, State.KNOWN)} "
    "and (message_id != '' or received = ?) union all select null, game from asleep where mark = ?"
)
WITH_TEXT = "lost in ('', 'files')"


class Inbox(Numbered):
    """The table of the inbox."""

    table = "inbox"

    def add(
        self, key: str, message_id: str, digest: str, whole: str, received: datetime, sender: str, subject: str,
        state: State, reason: str = "", game: str = "", seat: Seat = NO_SEAT, hold: int | None = None, raw: bytes = b"",
        lost: str = "",
    ) -> int:  # fmt: skip
        """Note that a letter came and what became of it, and return its number. key: its place in the mailbox.

        digest: of what its sender wrote; whole: of all of it. raw: what is kept of it; lost: what is not.
        """
        return self._db.insert_numbered(
            "inbox", key=key, message_id=message_id, digest=digest, whole=whole, received=received, sender=sender,
            subject=subject, raw=raw, state=state, reason=reason, game=game, seat=seat, hold=hold, lost=lost,
        )  # fmt: skip

    def settle(
        self, number: int, state: State, reason: str, game: str, seat: Seat, hold: int | None, raw: bytes, lost: str
    ) -> None:
        """Note what became of a letter that was put aside, and what is kept of it. lost: what is not."""
        stored = self._db.to_store("inbox", {"raw": raw})["raw"]
        query = "update inbox set state = ?, reason = ?, game = ?, seat = ?, hold = ?, raw = ?, lost = ? where id = ?"
        self._db.change(query, [state, reason, game, seat, hold, stored, lost, number])

    def deny(self, game: str, hold: int) -> None:
        """Note that the player denies the held letter of question *hold*."""
        self._db.change(
            f"update inbox set state = '{State.DENIED}', reason = 'its player denies it' "
            f"where game = ? and hold = ? and state = '{State.HELD}'", [game, hold],
        )  # fmt: skip

    def state(self, key: str) -> State | None:
        """What became of the letter at this place in the mailbox, None if it is new."""
        state = self._db.value(OF_KEY, [key, mark_of_key(key)])
        return None if state is None else State(state)

    def is_aside(self, key: str) -> bool:
        """Whether the letter at this place in the mailbox, or a part of it, was put aside and still is."""
        query = f"select 1 from inbox where (key = ? or (key > ? and key < ?)) and state in {listed(*ASIDE)} limit 1"
        return self._db.value(query, [key, f"{key}#", f"{key}$"]) is not None

    def known(self, key: str, message_id: str, digest: str, received: datetime) -> tuple[State | None, list[str]]:
        """What became of the letter at this place in the mailbox, None if it is new; and copies_done()."""
        found = self._db.rows(
            f"{OF_KEY} union all {COPIES_DONE}",
            [key, mark_of_key(key), *self._of_copies(message_id, digest, received)],
        )
        state = next((State(str(one["became"])) for one in found if one["became"] is not None), None)
        return state, [str(one["game"]) for one in found if one["became"] is None]

    def whose(self, key: str) -> tuple[str, str]:
        """The Message-ID and the sender of the letter at this place in the mailbox; "" for what is not known."""
        row = self._db.row("select message_id, sender from inbox where key = ?", [key]) or {}
        return str(row.get("message_id", "")), str(row.get("sender", ""))

    def copies_done(self, message_id: str, digest: str, received: datetime) -> list[str]:
        """The games of the copies of a letter that were done; a copy without Message-ID is of the same second."""
        found = self._db.rows(COPIES_DONE, self._of_copies(message_id, digest, received))
        return [str(one["game"]) for one in found]

    def _of_copies(self, message_id: str, digest: str, received: datetime) -> tuple[object, ...]:
        return message_id, self._db.fixed(digest), received, mark_of_letter(message_id, digest)

    def knows(self, message_id: str, digest: str, whole: str) -> bool:
        """Whether a letter came before, with all that mail servers have written on it; whatever became of it."""
        query = "select whole from inbox where message_id = ? and digest = ?"
        wholes = self._db.tuples(query, [message_id, self._db.fixed(digest)])
        if any(self._db.opened(one) in ("", whole) for (one,) in wholes):
            return True
        query = "select 1 from asleep where mark = ? limit 1"
        return self._db.value(query, [mark_of_letter(message_id, digest)]) is not None

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

    def found(self, number: int) -> Letter | None:
        """A letter by its number, None if there is none."""
        return self._db.one(Letter, f"select {LETTER} from inbox where id = ?", [number])

    def aside(self, number: int) -> Letter | None:
        """A letter that was put aside, None if there is none with this number."""
        query = f"select {LETTER} from inbox where id = ? and state in {listed(*ASIDE)}"
        return self._db.one(Letter, query, [number])

    def put_aside(self, after: int = 0) -> list[Listed]:
        """The letters put aside whose numbers are above *after*, if their text is still kept."""
        query = f"select {LISTED} from inbox where state in {listed(*ASIDE)} and id > ? and lost != 'text' order by id"
        return self._db.all(Listed, query, [after])

    def failed(self, game: str) -> list[Listed]:
        """The letters of a game's seats on which gm has failed."""
        query = f"select {LISTED} from inbox where game = ? and seat != '' and state = '{State.FAILED}' order by id"
        return self._db.all(Listed, query, [game])

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

    def old_strays(self, before: datetime, most: int) -> list[tuple[int, int]]:
        """The first *most* letters that nobody is asked about, received before *before*: their numbers and sizes."""
        query = f"select id, length(raw) from inbox where {WITH_TEXT} and {STRAY} and received < ?"
        return self._db.tuples(f"{query} order by received, id limit ?", [before, most])

    def writers(self, since: datetime) -> set[str]:
        """The addresses from which something has come since a time."""
        return set(self._db.values("select distinct sender from inbox where received >= ?", [since]))

    def size_of_strays(self) -> int:
        """The bytes of the texts that are kept of letters that nobody is asked about."""
        query = f"select coalesce(sum(length(raw)), 0) from inbox where {WITH_TEXT} and {STRAY}"
        return int(self._db.value(query))

    def old_questions(self, before: datetime) -> list[Asked]:
        """The letters received before *before* that were held under a question, and whose text is kept."""
        query = f"select {ASKED} from inbox where state = '{State.HELD}' and hold is not null and {WITH_TEXT}"
        return self._db.all(Asked, f"{query} and received < ? order by id", [before])

    def shorten(self, number: int, shortened: Callable[[bytes], bytes]) -> None:
        """Keep no more of the text of a letter than *shortened* makes of it."""
        raw: bytes = self._db.value("select raw from inbox where id = ?", [number])
        stored = self._db.to_store("inbox", {"raw": shortened(raw)})["raw"]
        self._db.change("update inbox set raw = ?, lost = 'text' where id = ?", [stored, number])

    def forget_strays(self, before: datetime) -> int:
        """Remove letters that nobody is asked about, received before *before*; returns how many there were."""
        return self._db.changed(f"delete from inbox where lost = 'text' and {STRAY} and received < ?", [before])

    def drop(self, number: int, shortened: Callable[[bytes], bytes]) -> None:
        """Throw a letter away that was put aside: it is known, should the mailbox show it again, and no more."""
        self.shorten(number, shortened)
        reason = "reason = 'dropped by the operator'"
        self._db.change(f"update inbox set state = '{State.KNOWN}', {reason}, hold = null where id = ?", [number])

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
