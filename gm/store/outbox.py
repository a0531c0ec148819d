"""The tables of the outbox (every mail of gm's, and whether it was sent) and of bounces (mails that came back)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from gm.rules import Reader, Seat
from gm.store.database import Numbered, Table, columns, from_iso, listed
from gm.store.leases import LONGEST
from gm.store.marks import mark_of_id
from gm.store.packing import files_of, lacks_token, with_token


class State(StrEnum):
    """What has become of a mail of gm's."""

    WAITING = "waiting"  # it will be sent
    HELD = "held"  # the operator holds it
    WITHHELD = "withheld"  # its reader got too many answers in that hour; sent later if it waits for a bucket
    REFUSED = "refused"  # the server refused it
    DROPPED = "dropped"  # the operator dropped it
    SENT = "sent"  # the server accepted it


class Listed(msgspec.Struct, frozen=True):
    """A mail of gm's without its text."""

    id: int
    game: str  # "" for a mail that belongs to no game
    reader: str  # a seat, the salted hash of a person, an address, or the operator
    recipient: str
    message_id: str
    queued: datetime
    state: State
    tries: int
    next_try: datetime
    answer: str  # what the server said last
    sent: datetime | None


class Post(Listed, frozen=True):
    """A mail of gm's."""

    raw: bytes


class Stuck(msgspec.Struct, frozen=True):
    """Mails that have waited long: how many, since when the oldest, and what the server last said about that one."""

    count: int
    since: datetime
    answer: str


class Overdue(msgspec.Struct, frozen=True):
    """Mails that should have left, and since when the oldest; None if there are none."""

    count: int
    since: datetime | None


class Failing(msgspec.Struct, frozen=True):
    """How mail to a seat fails: how often, when last, at which address, and what its server said."""

    n: int
    at: datetime
    recipient: str
    said: str


POST, LISTED = columns(Post), columns(Listed)
WAITS_FOR_ROOM = f"state = '{State.WITHHELD}' and bucket != ''"  # in these words: there is an index of them

NOT_OTHERS = (
    "not exists (select 1 from sending s where s.recipient = outbox.recipient and s.holder != ? "
    "and s.\"until\" > ? and s.\"until\" <= ?)"
)


class Outbox(Numbered):
    """The table of the outbox."""

    table = "outbox"

    def add(
        self,
        game: str,
        reader: str,
        recipient: str,
        message_id: str,
        raw: bytes,
        queued: datetime,
        withheld: bool,
        bucket: str = "",
        leaves: datetime | None = None,
        press: bool = False,
    ) -> None:
        """Add a mail, to be sent at once unless *withheld*. bucket: what it then waits for, "" if for nothing.

        leaves: when it is sent if not at once; press: it lets all other mail go first.
        """
        self._db.insert(
            "outbox", game=game, reader=reader, recipient=recipient, message_id=message_id, raw=raw, queued=queued,
            state=State.WITHHELD if withheld else State.WAITING, next_try=leaves or queued,
            bucket=bucket if withheld else "", press=int(press),
        )  # fmt: skip

    def move(self, by: timedelta) -> None:
        """Move the times at which waiting mails are tried: the clock by which they were noted was wrong by so much."""
        waiting = self._db.tuples("select id, next_try from outbox where state = 'waiting'")
        for number, at in waiting:
            self._db.change("update outbox set next_try = ? where id = ?", [from_iso(at) + by, number])

    def awaited(self) -> list[str]:
        """The buckets that withheld mails wait for."""
        return self._db.values(f"select distinct bucket from outbox where {WAITS_FOR_ROOM}")

    def withheld(self, bucket: str, most: int) -> list[Listed]:
        """The first *most* mails that wait for a bucket, oldest first."""
        query = f"select {LISTED} from outbox where {WAITS_FOR_ROOM} and bucket = ? order by id limit ?"
        return self._db.all(Listed, query, [bucket, most])

    def count_withheld(self, bucket: str) -> int:
        """The number of mails that wait for a bucket."""
        query = f"select count(*) from outbox where {WAITS_FOR_ROOM} and bucket = ?"
        return int(self._db.value(query, [bucket]))

    def due(self, now: datetime, most: int, press: bool = False, holder: str = "") -> list[Post]:
        """The first *most* mails that are due to be sent: *press*, or all the others.

        holder: who asks, where others send, too; what another daemon sends is left out (see gm.store.sending).
        """
        which, args = "state = ? and press = ? and next_try <= ?", [State.WAITING, int(press), now]
        if holder:
            which, args = f"{which} and {NOT_OTHERS}", [*args, holder, now, now + LONGEST]
        query = f"select {POST} from outbox where {which} order by next_try, id limit ?"
        return self._db.all(Post, query, [*args, most])

    def sent(self, number: int, tries: int, answer: str, at: datetime) -> None:
        """Note that the server accepted a mail, whatever the operator did with it meanwhile.

        Nobody needs the token of its reply address any more: from now on only its hash is known.
        """
        self._set_token(number, "")
        query = "update outbox set state = ?, tries = ?, answer = ?, sent = ? where id = ?"
        self._db.change(query, [State.SENT, tries, answer, at, number])

    def _set_token(self, number: int, token: str) -> None:
        stored = self._db.first("select raw from outbox where id = ?", [number])
        if stored is None:
            return
        vault = self._db.vault
        raw = with_token(stored[0] if vault is None else vault.open(stored[0]), token)
        self._db.change("update outbox set raw = ? where id = ?", [raw if vault is None else vault.seal(raw), number])

    def lacks_token(self, number: int) -> bool:
        """Whether the token of a mail's reply address was forgotten when it was sent."""
        stored = self._db.first("select raw from outbox where id = ?", [number])
        vault = self._db.vault
        return stored is not None and lacks_token(stored[0] if vault is None else vault.open(stored[0]))

    def files_of(self, number: int) -> list[str]:
        """The hashes of the files of a mail that are kept apart from it (see gm.store.pieces)."""
        stored = self._db.first("select raw from outbox where id = ?", [number])
        vault = self._db.vault
        return files_of(stored[0] if vault is None else vault.open(stored[0])) if stored is not None else []

    def give_token(self, number: int, token: str) -> None:
        """Put the token of a mail's reply address back, so that it can be sent again."""
        self._set_token(number, token)

    def not_sent(self, number: int, refused: bool, tries: int, answer: str, next_try: datetime) -> None:
        """Note that the server did not accept a mail. If the operator held or dropped it meanwhile, it stays so."""
        query = "update outbox set state = ?, tries = ?, answer = ?, next_try = ? where id = ? and state = ?"
        state = State.REFUSED if refused else State.WAITING
        self._db.change(query, [state, tries, answer, next_try, number, State.WAITING])

    def change(self, number: int, before: Sequence[State], after: State, at: datetime) -> bool:
        """Move a mail from one of the states *before* to *after*, to be tried *at*; False if it was in none of them."""
        marks = ", ".join("?" for _ in before)
        query = f"update outbox set state = ?, next_try = ? where id = ? and state in ({marks})"
        return self._db.changed(query, [after, at, number, *before]) > 0

    def hold(self, game: str) -> None:
        """Hold the mails of a game that wait to be sent, or for room in a bucket."""
        query = f"update outbox set state = ?, bucket = '' where game = ? and (state = ? or {WAITS_FOR_ROOM})"
        self._db.change(query, [State.HELD, game, State.WAITING])

    def release(self, bucket: str, now: datetime) -> None:
        """Send what waits for a bucket that nobody uses any more, or for one that begins with its name and a slash."""
        self._db.change(
            f"update outbox set state = ?, next_try = ?, bucket = '' where {WAITS_FOR_ROOM} "
            "and (bucket = ? or substr(bucket, 1, ?) = ?)",
            [State.WAITING, now, bucket, len(bucket) + 1, f"{bucket}/"],
        )  # fmt: skip

    def listed(self, number: int) -> Listed | None:
        """A mail without its text, None if there is none with this number."""
        return self._db.one(Listed, f"select {LISTED} from outbox where id = ?", [number])

    def state(self, number: int) -> State | None:
        """The state of a mail, None if there is none with this number."""
        state = self._db.value("select state from outbox where id = ?", [number])
        return None if state is None else State(state)

    def count_in(self, game: str, *states: State) -> int:
        """The number of a game's mails that are in one of *states*."""
        marks = ", ".join("?" for _ in states)
        query = f"select count(*) from outbox where game = ? and state in ({marks})"
        return int(self._db.value(query, [game, *states]))

    def awaits_room(self, game: str) -> int:
        """The number of a game's mails that wait for room in a bucket."""
        return int(self._db.value(f"select count(*) from outbox where {WAITS_FOR_ROOM} and game = ?", [game]))

    def not_going(self) -> dict[str, int]:
        """The number of mails that are held, refused or withheld, by state."""
        states = listed(State.HELD, State.REFUSED, State.WITHHELD)
        return dict(self._db.tuples(
            f"select state, count(*) from outbox where state in {states} group by state order by state"
        ))  # fmt: skip

    def stuck(self, before: datetime) -> Stuck | None:
        """The mails that have waited since *before* or longer, None if there are none."""
        # One that has not been tried yet may have been meant to leave later.
        query = (
            "select queued, answer from outbox where state = ? and queued <= ? and (tries > 0 or next_try <= ?) "
            "order by queued, id"
        )
        rows = self._db.tuples(query, [State.WAITING, before, before])
        return Stuck(len(rows), datetime.fromisoformat(rows[0][0]), rows[0][1]) if rows else None

    def overdue(self, now: datetime) -> Overdue:
        """The mails that should have left: not those meant to leave later, but those tried in vain.

        Their age is that of those which never wait on purpose: a message between players may have done so before.
        """
        which = f"state = '{State.WAITING}' and (tries > 0 or next_try <= ?)"
        since = "min(case when press = 1 then null when tries > 0 or queued > next_try then queued else next_try end)"
        count, oldest = self._db.first(f"select count(*), {since} from outbox where {which}", [now])
        return Overdue(count, None if oldest is None else from_iso(oldest))

    def answer(self, after: int, seat: Seat, address: str) -> int | None:
        """The first mail after a number that leaves at once to a seat or an address; None if there is none."""
        query = f"select {LISTED} from outbox where id > ? and press = 0 and state = ? order by id"
        mails = self._db.all(Listed, query, [after, State.WAITING])
        return next((one.id for one in mails if one.recipient == address or (seat and one.reader == seat)), None)

    def waits(self) -> bool:
        """Whether any mail waits to be sent."""
        return self._db.value("select 1 from outbox where state = ? limit 1", [State.WAITING]) is not None

    def before(self, mail: Post, after: int, since: datetime | None) -> list[Post]:
        """The mails of a game that were sent before *mail* to the same address, in order.

        after: only those behind the mail of that number; since: only those written from then on.
        """
        return self._db.all(
            Post,
            f"select {POST} from outbox where game = ? and recipient = ? and state = ? and id > ? and id < ? "
            "and queued >= ? order by id", [mail.game, mail.recipient, State.SENT, after, mail.id, since or ""],
        )  # fmt: skip

    def unsent(self) -> list[Listed]:
        """The mails that were not sent. The query names their states: "not sent" would go through all the sent ones."""
        states = listed(*(state for state in State if state != State.SENT))
        return self._db.all(Listed, f"select {LISTED} from outbox where state in {states} order by id")

    def tried(self, game: str) -> list[Listed]:
        """The mails of a game that have been tried in vain, and will be tried again."""
        query = f"select {LISTED} from outbox where game = ? and state = ? and tries > 0 order by id"
        return self._db.all(Listed, query, [game, State.WAITING])

    def last(self, most: int) -> list[Listed]:
        """The last *most* mails, oldest first."""
        return self._db.all(Listed, f"select {LISTED} from outbox order by id desc limit ?", [most])[::-1]

    def all(self) -> list[Post]:
        """All mails, in order."""
        return self._db.all(Post, f"select {POST} from outbox order by id")

    def find(self, message_id: str) -> Post | None:
        """A mail by its Message-ID, None if there is none."""
        found = self._find(message_id)
        return self._find(message_id) if found is None and self._db.wake(mark_of_id(message_id)) else found

    def _find(self, message_id: str) -> Post | None:
        query = f"select {POST} from outbox where message_id = ? limit 1"
        return self._db.one(Post, query, [self._db.fixed(message_id)])

    def with_id(self, message_id: str) -> Listed | None:
        """A mail by its Message-ID, without its text; None if there is none awake."""
        query = f"select {LISTED} from outbox where message_id = ? limit 1"
        return self._db.one(Listed, query, [self._db.fixed(message_id)])

    def beginning(self, word: str) -> Post | None:
        """A mail whose Message-ID begins with *word* (of BEGIN characters at least), None if there is none."""
        found = self._beginning(word)
        return self._beginning(word) if found is None and self._db.wake(mark_of_id(word)) else found

    def _beginning(self, word: str) -> Post | None:
        if self._db.vault is not None:  # in a sealed database there is no order of Message-IDs
            known = (self._db.opened(one) for (one,) in self._db.stream("select message_id from outbox"))
            return next((self.find(one) for one in known if one.startswith(word)), None)
        query = f"select {POST} from outbox where message_id >= ? and message_id < ? limit 1"
        return self._db.one(Post, query, [word, f"{word}\x7f"])

    def strays(self) -> list[Post]:
        """The mails that belong to no game and are not waiting."""
        query = f"select {POST} from outbox where game = '' and state != ?"
        return self._db.all(Post, query, [State.WAITING])

    def forget_strays(self, before: datetime) -> None:
        """Remove the mails that belong to no game, were queued before a time and do not wait, and their bounces."""
        self._db.change(
            "delete from outbox where game = '' and queued < ? and state in (?, ?, ?)",
            [before, State.SENT, State.REFUSED, State.DROPPED],
        )
        self._db.change("delete from bounces where game = '' and at < ?", [before])

    def remove(self, number: int) -> None:
        """Remove a mail."""
        self._db.change("delete from outbox where id = ?", [number])


class Bounces(Table):
    """The table of bounces. A hard one means that trying again is useless."""

    table = "bounces"

    def add(self, mail: Post, at: datetime, hard: bool, said: str) -> None:
        """Note that a mail came back."""
        self._db.insert(
            "bounces", outbox=mail.id, game=mail.game, reader=mail.reader, recipient=mail.recipient, at=at,
            hard=int(hard), said=said,
        )  # fmt: skip

    def newest(self) -> int:
        """The number of the newest bounce, 0 if there is none."""
        return int(self._db.value("select coalesce(max(id), 0) from bounces"))

    def count_after(self, number: int, since: datetime) -> dict[int, int]:
        """How many bounces after *number* were soft (0) and hard (1).

        since: those of before are not counted; they came again, with a game that was woken or imported.
        """
        query = "select hard, count(*) from bounces where id > ? and at >= ? group by hard"
        return dict(self._db.tuples(query, [number, since]))

    def hard_since(self, game: str, reader: str, since: datetime) -> bool:
        """Whether a mail to a reader bounced hard after *since*."""
        query = "select 1 from bounces where game = ? and reader = ? and hard = 1 and at > ? limit 1"
        return self._db.value(query, [game, reader, since]) is not None

    def failing(self, game: str, seat: Reader, since: datetime | None) -> Failing | None:
        """The last hard bounce of mail to a player's address (after *since* if given), and how many there were.

        None if there was none.
        """
        rows = self._db.all(
            Failing,
            'select 1 as n, at, recipient, said from bounces b where game = ? and reader = ? and hard = 1 and at > ? '
            'and recipient = (select address from players p where p.game = b.game and p.seat = b.reader '
            'and p."left" is null) order by at desc, id desc', [game, seat, since or ""],
        )  # fmt: skip
        return msgspec.structs.replace(rows[0], n=len(rows)) if rows else None

    def hard_in_live_games(self) -> list[tuple[str, Reader]]:
        """The game and reader of each mail that bounced hard, in games that are not over."""
        return self._db.tuples(
            "select distinct b.game, b.reader from games g cross join bounces b "
            "where b.game = g.name and g.over = '' and b.hard = 1 order by 1, 2"
        )

    def purge_to(self, recipient: str) -> None:
        """Remove the bounces from an address of mails that belong to no game."""
        self._db.change("delete from bounces where game = '' and recipient = ?", [recipient])
