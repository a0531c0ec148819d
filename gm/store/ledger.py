"""The tables of what readers were told: the ledger, the tokens of reply addresses, and what the final report discloses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from gm.rules import NO_SEAT, NOBODY, Person, Reader, Seat
from gm.store.database import Table, as_json, columns, from_iso, token_hash
from gm.store.marks import mark_of_id, mark_of_token


class Told(msgspec.Struct, frozen=True):
    """A mail of a game, as told to its reader."""

    game: str
    reader: Reader  # a seat, or the salted hash of a person without one
    number: int  # counts the mails to this reader
    n: int  # the journal entry that told it
    at: datetime
    kind: str
    phase: str
    subject: str
    body: str
    notices: tuple[tuple[str, Any], ...]  # the kind and the body of each
    press_from: Seat  # the seat whose message it brings, "" for none
    message_id: str


class Token(msgspec.Struct, frozen=True):
    """The mail that a reply address of gm belongs to."""

    game: str
    reader: Reader
    number: int
    at: datetime
    deadlines: int  # how many deadlines the reader's seat had had by then
    copy: Person = NOBODY  # the sitter whose copy of the mail it is; nobody: it is the reader's own mail
    spent: int = 0  # 1 once a letter to the reply address went to others, too, who may have read it


class Used(Token, frozen=True):
    """The same of a token that somebody wrote to. writer: their seat in its game, "" for none.

    Who has several, as the tester of a test game, writes for the one that the mail was to; "" if that is not theirs.
    """

    writer: Seat = NO_SEAT


class Disclosed(msgspec.Struct, frozen=True):
    """Something that the final report tells, whether or not anybody was told it before."""

    n: int  # the journal entry that told it
    at: datetime
    kind: str
    body: dict[str, Any]


TOLD, TOKEN, DISCLOSED = columns(Told), columns(Token), columns(Disclosed)
MEANT = "coalesce(min(case when a.seat = tokens.reader then seat end), case when count(*) = 1 then min(seat) end)"
USED = (
    f"select {TOKEN}, coalesce((select {MEANT} from addresses a where a.address = ? and a.game = tokens.game), '') "
    "as writer from tokens where token = ?"
)


class Ledger(Table):
    """The table of the ledger. Nothing in it is ever changed."""

    table = "ledger"

    def add(self, told: Told) -> None:
        """Add a mail."""
        self._db.insert("ledger", **msgspec.structs.asdict(told) | {"notices": as_json(told.notices)})

    def of_entry(self, game: str, n: int) -> list[Told]:
        """The mails of a journal entry, sorted by reader and number."""
        query = f"select {TOLD} from ledger where game = ? and n = ?"
        return sorted(self._db.all(Told, query, [game, n]), key=lambda told: (told.reader, told.number))

    def find(self, game: str, reader: Reader, number: int) -> Told | None:
        """The mail to a reader with this number, None if there is none."""
        query = f"select {TOLD} from ledger where game = ? and reader = ? and number = ?"
        return self._db.one(Told, query, [game, reader, number])

    def after(self, game: str, n: int) -> list[Told]:
        """The mails of the journal entries after *n*, sorted by reader and number."""
        query = f"select {TOLD} from ledger where game = ? and n > ? order by reader, number"
        return self._db.all(Told, query, [game, n])

    def first_at(self, game: str, kind: str) -> datetime | None:
        """When the first mail of a kind was told in a game, None if none was."""
        found = self._db.value("select min(at) from ledger where game = ? and kind = ?", [game, kind])
        return None if found is None else from_iso(found)

    def newest(self, game: str, reader: Reader, most: int) -> list[Told]:
        """The last *most* mails to a reader, newest first."""
        query = f"select {TOLD} from ledger where game = ? and reader = ? order by number desc limit ?"
        return self._db.all(Told, query, [game, reader, most])

    def newest_ids(self, game: str, reader: Reader, most: int) -> dict[int, str]:
        """The Message-IDs of the last *most* mails to a reader, by their numbers."""
        query = "select number, message_id from ledger where game = ? and reader = ? order by number desc limit ?"
        rows = self._db.stream(query, [game, reader, most])
        return {number: self._db.opened(message_id) for number, message_id in rows}

    def past(self, game: str, reader: Reader, before: int, without: Sequence[str]) -> list[Told]:
        """What a reader was told by the entries before *before*, except in mails of the kinds *without*."""
        kinds = ", ".join("?" for _ in without)
        # n + 0 makes SQLite search by the reader, not through all that was told before.
        query = f"""select {TOLD} from ledger where game = ? and reader = ? and kind not in ({kinds}) and n + 0 < ?
            order by number"""
        return self._db.all(Told, query, [game, reader, *without, before])

    def with_id(self, message_id: str) -> Told | None:
        """The mail with a Message-ID, whoever its reader; None if it is not ours."""
        query = f"select {TOLD} from ledger where message_id = ?"
        found = self._db.one(Told, query, [self._db.fixed(message_id)])
        if found is None and self._db.wake(mark_of_id(message_id)):
            return self._db.one(Told, query, [self._db.fixed(message_id)])
        return found

    def told_with_ids(self, message_ids: Sequence[str], game: str, reader: Reader) -> list[Told]:
        """The mails to a reader of a game that have one of these Message-IDs."""
        if not message_ids:
            return []
        query = f"select {TOLD} from ledger where message_id in ({', '.join('?' for _ in message_ids)})"
        found = self._db.all(Told, query, [self._db.fixed(one) for one in message_ids])
        return [told for told in found if (told.game, told.reader) == (game, reader)]


class Tokens(Table):
    """The table of tokens, which it knows by their hashes: whoever reads it cannot write to one."""

    table = "tokens"

    def add(self, token: str, mail: Token) -> None:
        """Note which mail a token belongs to."""
        self._db.insert("tokens", token=token_hash(token), **msgspec.structs.asdict(mail))

    def find(self, token: str) -> Token | None:
        """The mail that a token belongs to, None if it is not ours or has expired."""
        query, digest = f"select {TOKEN} from tokens where token = ?", token_hash(token)
        found = self._db.one(Token, query, [digest])
        if found is None and self._db.wake(mark_of_token(digest)):
            return self._db.one(Token, query, [digest])
        return found

    def used(self, token: str, sender: str) -> Used | None:
        """The mail that a token belongs to which *sender* wrote to, None if it is not ours or has expired."""
        digest = token_hash(token)
        found = self._db.one(Used, USED, [sender, digest])
        if found is None and self._db.wake(mark_of_token(digest)):
            return self._db.one(Used, USED, [sender, digest])
        return found

    def hashes(self, game: str, reader: Reader, number: int) -> list[str]:
        """What is known of the tokens of a reader's own mail."""
        query = "select token from tokens where game = ? and reader = ? and number = ? and copy = ''"
        return self._db.values(query, [game, reader, number])

    def add_known(self, digest: str, mail: Token) -> None:
        """Note which mail a token belongs to of which only the hash is known; nothing if it is known already."""
        if self._db.value("select 1 from tokens where token = ?", [digest]) is None:
            self._db.insert("tokens", token=digest, **msgspec.structs.asdict(mail))

    def spend(self, game: str, reader: Reader, number: int) -> None:
        """Note that others may have read the token and the Message-ID of a mail."""
        self._db.change(
            "update tokens set spent = 1 where game = ? and reader = ? and number = ?", [game, reader, number]
        )

    def is_spent(self, game: str, reader: Reader, number: int) -> bool:
        """Whether others may have read the token and the Message-ID of a mail."""
        query = "select max(spent) from tokens where game = ? and reader = ? and number = ?"
        return bool(self._db.value(query, [game, reader, number]))

    def forget(self, game: str, reader: Reader) -> None:
        """Make the reply addresses of a reader invalid."""
        self._db.change("delete from tokens where game = ? and reader = ?", [game, reader])


class Disclosures(Table):
    """The table of what the report discloses."""

    def add(self, game: str, n: int, at: datetime, told: Iterable[tuple[str, object]]) -> None:
        """Store what an entry has for the report: (kind, body) of each."""
        rows = [{"game": game, "n": n, "at": at, "kind": kind, "body": as_json(body)} for kind, body in told]
        self._db.insert_all("disclosed", rows)

    def of(self, game: str) -> list[Disclosed]:
        """Everything that the report of a game discloses, in order."""
        return self._db.all(Disclosed, f"select {DISCLOSED} from disclosed where game = ? order by id", [game])
