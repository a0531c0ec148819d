"""The table of letters that have come and wait to act: filed in order of receipt, each gone once it has acted.

A letter's lane is the game that it is for, or its sender, if it is for none; letters of one lane act in order, and so
do those of one sender. "": that was not looked up; such a letter acts when none is before it, and none acts before it.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.store.database import Numbered, columns, from_iso

ANY = ""  # the lane of a letter of which that was not looked up


class Filed(msgspec.Struct, frozen=True):
    """A letter that waits, without its text. size: of that, in bytes."""

    id: int
    mailbox: str
    key: str
    received: datetime
    trouble: str  # why only its head is there; "" if all is
    sender: str
    lane: str
    tries: int
    size: int
    part: str  # which part of a mail to several games it is, as the desk has written it; "" for a whole mail
    timed: str  # whose word the time of receipt is; "": the mailbox's


class Claimed(msgspec.Struct, frozen=True):
    """Whether a letter may act. strikes: when a clock strikes next that it must let strike first; None if none does.

    raw: its text, if it may.
    """

    may: bool
    strikes: datetime | None = None
    raw: bytes = b""


FILED = columns(Filed).replace('"size"', "length(raw) as size")
ORDER = "received, mailbox, id"
BEFORE = "(e.received, e.mailbox, e.id) < (w.received, w.mailbox, w.id)"
BARRED = f"exists (select 1 from waiting e where {BEFORE} and (e.lane = '' or e.lane = w.lane or e.sender = w.sender))"
WAITS = "exists (select 1 from games where name = w.lane and next_strike < w.received)"
FIRST = f"exists (select 1 from waiting e where {BEFORE})"


class Waiting(Numbered):
    """The table of letters that wait."""

    table = "waiting"

    def file(
        self, mailbox: str, key: str, received: datetime, raw: bytes, trouble: str, sender: str, lane: str,
        part: str = "", timed: str = "",
    ) -> None:  # fmt: skip
        """File a letter, unless it is there already; or a part of one, whose key is its letter's, a # and more."""
        self._db.insert_new(
            "waiting", mailbox=mailbox, key=key, received=received, raw=raw, trouble=trouble, sender=sender, lane=lane,
            part=part, timed=timed,
        )  # fmt: skip

    def first(self, most: int, free: bool = False) -> list[Filed]:
        """The first *most* letters in order. free: without those that wait for a strike of their game's clock."""
        which = f"where not {WAITS}" if free else ""
        return self._db.all(Filed, f"select {FILED} from waiting w {which} order by {ORDER} limit ?", [most])

    def text(self, number: int) -> bytes:
        """The text of a letter, b"" if it does not wait any more."""
        found: bytes = self._db.value("select raw from waiting where id = ?", [number]) or b""
        return found

    def claim(self, letter: Filed) -> Claimed:
        """Find out whether a letter may act: it still waits, and so does none that must act before it.

        Nobody else can claim anything of its lane before this transaction ends.
        """
        claimed: list[object] = []
        self._db.engine.claim(letter.lane or "any", claimed.append)
        barred, game = (BARRED, "where name = w.lane") if letter.lane else (FIRST, "")
        strikes = f"(select min(next_strike) from games {game})"
        query = f"select case when {barred} then 0 else 1 end, {strikes}, raw from waiting w where id = ?"
        found = self._db.first(query, [letter.id])
        if found is None or not found[0] or not claimed[0]:
            return Claimed(False)
        return Claimed(True, None if found[1] is None else from_iso(found[1]), self._db.opened(found[2]))

    def try_again(self, number: int, now: datetime, since: datetime) -> None:
        """Count that a letter is tried that waited before, unless that was counted after *since*."""
        query = "update waiting set tries = tries + 1, tried = ? where id = ? and tried <= ?"
        self._db.change(query, [now, number, since])

    def sort(self, number: int, lane: str) -> None:
        """Put a letter into the lane in which it belongs after all."""
        self._db.change("update waiting set lane = ? where id = ?", [lane, number])

    def remove(self, number: int) -> None:
        """Remove a letter, which has acted."""
        self._db.change("delete from waiting where id = ?", [number])

    def keys(self, mailbox: str) -> set[str]:
        """The keys of the letters of a mailbox that wait, or of which a part waits."""
        found = self._db.tuples("select key, part from waiting where mailbox = ?", [mailbox])
        return {key.rpartition("#")[0] if part else key for key, part in found}

    def all_keys(self) -> set[str]:
        """The keys of all letters and parts of letters that wait."""
        return set(self._db.values("select key from waiting"))

    def some_until(self, game: str, at: datetime) -> bool:
        """Whether letters wait that were received up to *at* and may be for a game, or seem to be for none."""
        query = f"select 1 from waiting where received <= ? and (lane in ('{ANY}', ?) or lane like '@%') limit 1"
        return self._db.value(query, [at, game]) is not None

    def oldest(self) -> datetime | None:
        """When the letter was received that has waited longest; None if none waits."""
        at: str | None = self._db.value("select min(received) from waiting")
        return datetime.fromisoformat(at) if at else None
