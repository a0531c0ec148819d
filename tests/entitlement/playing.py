"""A game at the desk that keeps one reader's mail: letters go in at given times, and what they were sent comes out.

Knows no ruleset. Nothing here looks at a mail; whoever plays the game writes down what the reader may know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, ClassVar

import msgspec

from gm.desk.entries.events import person_hash
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.game import Game
from gm.desk.game.telling import Mail
from gm.desk.mails.delivery import Delivery
from gm.desk.mails.words import Written
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.post.inbound.authenticity import Authenticity
from gm.registry import ruleset
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
KEY = "0" * 64
OBSERVER = "OBSERVER"  # who reads when nobody does from a seat
DOUBT = b"X-Doubt"  # in the head of a letter for whose sender no mail server vouches


class Part(msgspec.Struct, frozen=True):
    """A stretch of a history. allowed: what the rules tell the reader by its end; mails: all that he was sent in it."""

    name: str
    allowed: Any
    mails: tuple[bytes, ...]


class Played(msgspec.Struct, frozen=True):
    """A whole history. secrets: everything on record. track: what the second of a pair may go by."""

    parts: tuple[Part, ...]
    secrets: str
    track: tuple[Any, ...] = ()

    @property
    def mails(self) -> tuple[bytes, ...]:
        """All bytes that the reader was sent, in order."""
        return tuple(raw for part in self.parts for raw in part.mails)

    @property
    def allowed(self) -> tuple[Any, ...]:
        """All that he may know."""
        return tuple(part.allowed for part in self.parts)


class Secret(msgspec.Struct, frozen=True):
    """What is hidden from the reader: which kinds of things the others do, and the chance that fills them in."""

    seed: int | str
    hidden: frozenset[str] = frozenset()


def secret_of(seed: int, hidden: Sequence[str]) -> Secret:
    """The secret that a number stands for: most of what may be hidden is."""
    chance = Random(f"secret {seed}")
    return Secret(seed, frozenset(what for what in hidden if chance.random() < 0.8))


class ReadersDelivery(Delivery):
    """The delivery, but for words and bytes of mails to others: nobody compares them, and they take longest to make."""

    reads = seat = ""

    def write(self, game: Game, mail: Mail) -> Written:
        return super().write(game, mail) if mail.reader == self.seat else Written("", "")

    def wants_html(self, game: Game, mail: Mail) -> bool:
        return mail.reader == self.seat and super().wants_html(game, mail)

    def queue(self, game: str, reader: str, recipient: str, subject: str, **named: Any) -> None:
        if recipient == self.reads:
            assert subject, "a mail to the reader that was not written"
            super().queue(game, reader, recipient, subject, **named)


class ReadersOffice(Office):
    """An office that sends mail to one reader only."""

    reads = seat = ""

    def delivery(self, now: datetime, answering: Any = None) -> Delivery:
        bucket = None if self._believes else self._bucket
        delivery = ReadersDelivery(self.store, self.sender, self.operator, self._disclose, now, answering, bucket)
        delivery.reads, delivery.seat = self.reads, self.seat
        return delivery


def address_of(who: str) -> str:
    """The address of a seat, or of anybody else who writes."""
    return f"{who.lower()}@players.example"


def vouched(raw: bytes, _: str) -> Authenticity:
    """What the mail server says of a letter's sender."""
    return Authenticity("none" if DOUBT in raw else "pass", "as its head says")


class Enough(Exception):
    """A history is played as far as anybody compares it."""


class Table:
    """A game called spring and its one reader: a seat, or OBSERVER. `own` chance fills in what is hidden from him."""

    most: ClassVar[int | None] = None  # so many parts of each history are played at most

    def __init__(self, reader: str, game_file: str, own: Random) -> None:
        self.reader, self.own = reader, own
        self.kept: list[Any] = []  # what the second of a pair may go by
        self._against: Played | None = None
        self.store = Store(":memory:")
        self.store.conn.execute("pragma synchronous = off")
        self.office = ReadersOffice(self.store, GM, OPERATOR, lambda *_: ("", ""), 10**6, prove=vouched, believes=False)
        self.office.reads = address_of(reader)
        self.office.seat = reader if reader != OBSERVER else person_hash(KEY, address_of(reader))
        file = read_game_file(game_file)
        self.rules = ruleset(file.ruleset).rules
        self.seats: tuple[str, ...] = self.rules.seats(file.options)
        self.others = [seat for seat in self.seats if seat != reader]
        self.office.open_game(file, START, KEY, "hidden")
        self._events: list[tuple[int, int, Callable[[datetime], None]]] = []
        self._number = 0
        self._seen = self._running = 0
        self.parts: list[Part] = []
        if reader == OBSERVER:
            self.receive(START + timedelta(seconds=1), OBSERVER, "OBSERVE spring AS Watcher")
            self.confirm(START + timedelta(seconds=2), OBSERVER)
            assert self.game.watchers("observer")

    def play(self) -> None:
        """Play the whole history."""
        raise NotImplementedError

    def tell(self, against: Played | None = None) -> Played:
        """The history, played as far as it can be compared with *against*: until the reader may know something else."""
        self._against = against
        with suppress(Enough):
            self.play()
        return self.played()

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.office.game("spring")

    # -- letters -----------------------------------------------------------------------------------------------

    def at(self, seconds: int, act: Callable[[datetime], None]) -> None:
        """Let *act* happen so many seconds after the opening of the phase."""
        self._events.append((seconds, len(self._events), act))

    def write(self, seconds: int, who: str, *lines: str, head: str = "") -> None:
        """A letter so many seconds after the opening of the phase."""
        self.at(seconds, lambda at: self.receive(at, who, "\n".join(lines), head))

    def receive(self, at: datetime, who: str, body: str, head: str = "") -> None:
        """One letter at the mailbox. Its Message-ID tells of the sender alone."""
        self._number += 1
        name = f"{at:%m%d%H%M%S}.{self._number if who != self.reader else 0}"
        top = f"From: {address_of(who)}\nTo: gm@gm.invalid\nSubject: [spring]\nMessage-ID: <{name}@x>\n{head}"
        handled = self.office.receive(f"mbox/{self._number}", f"{top}\n{body}\n".encode(), at, at)
        assert handled.state in ("done", "held", "answered"), (who, body, handled)

    def confirm(self, at: datetime, who: str) -> None:
        """CONFIRM in reply to the last mail that somebody was sent; nothing if there was none."""
        reader = who if who in self.seats else person_hash(KEY, address_of(who))
        row = self.store.row(
            "select message_id from ledger where game = 'spring' and reader = ? order by number desc limit 1", [reader]
        )
        if row is not None:
            self.receive(at, who, "CONFIRM", f"In-Reply-To: <{row['message_id']}>\n")

    def sometime(self, before: int, after: int = 120) -> int:
        """A time of the others' own: an odd second, which no letter of the reader shares."""
        return self.own.randrange(after, before - 2) // 2 * 2 + 1

    # -- the clock ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Let the letters arrive and the clock strike, until the phase is over or the game is."""
        clock = self.game.clock
        assert clock is not None
        for seconds, _, act in sorted(self._events, key=lambda event: event[:2]):
            at = clock.opened + timedelta(seconds=seconds)
            while self._runs(clock.phase) and self.office.strike_before(at):
                self._look(clock.phase)
            if self._runs(clock.phase):
                act(at)
                self._look(clock.phase)
        while self._runs(clock.phase):
            self._look(clock.phase)
            assert self.office.strike_before(datetime.max.replace(tzinfo=UTC))
        self._events = []

    def run_to(self, seconds: int) -> None:
        """Let the letters arrive and the clock strike up to a time after the start, in a game without rounds."""
        due = sorted((event for event in self._events if event[0] < seconds), key=lambda event: event[:2])
        self._events = [event for event in self._events if event[0] >= seconds]
        for second, _, act in due:
            at = START + timedelta(seconds=second)
            assert at >= self.store.journal.last_at("spring"), "a letter cannot come before what has happened"
            self._strike(at)
            act(at)
        self._strike(START + timedelta(seconds=seconds))

    def _strike(self, limit: datetime) -> None:
        while self.office.strike_before(limit):
            pass

    def _look(self, phase: str) -> None:
        """Note how far the reader's mail has come while the phase still runs."""
        if self._runs(phase):
            row = self.store.row("select max(id) as last from outbox")
            self._running = (row and row["last"]) or 0

    def _runs(self, phase: str) -> bool:
        clock = self.game.clock
        return clock is not None and clock.phase == phase

    # -- what came of it ---------------------------------------------------------------------------------------

    def part(self, name: str, allowed: Any, running: bool = False) -> None:
        """A part of its own: what the reader was sent since the last one; *running*: while the phase still ran."""
        rows = self.store.rows(
            "select id, raw from outbox where recipient = ? and id > ? and id <= ? order by id",
            [self.office.reads, self._seen, self._running if running else 2**62],
        )
        self._seen = max([self._seen, *(row["id"] for row in rows)])
        self.parts.append(Part(name, allowed, tuple(row["raw"] for row in rows)))
        if len(self.parts) == self.most or not self._agrees():
            raise Enough

    def _agrees(self) -> bool:
        """Whether the reader may know after the last part what they may know in the history compared with."""
        if self._against is None:
            return True
        number = len(self.parts)
        return number <= len(self._against.parts) and self._against.parts[number - 1].allowed == self.parts[-1].allowed

    def strikes(self, running: bool = False) -> tuple[str, ...]:
        """When the clock struck, which everybody is told, but for reminders; *running*: before the phase was over."""
        rows = self.store.rows("select at, kind, data from journal order by n")
        rows = rows[:-1] if running else rows
        return tuple(f"{r['at']} {r['data']}" for r in rows if r["kind"] == "time" and '"remind"' not in r["data"])

    def played(self) -> Played:
        """The history; the game is closed."""
        secrets = self.store.rows("select at, data from journal order by n")
        self.store.close()
        return Played(tuple(self.parts), json.dumps(secrets), tuple(self.kept))
