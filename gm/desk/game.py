"""A game as the desk holds it: one frozen value, rebuilt from the journal, written out as JSON.

No names and no addresses are in it: those lie beside (gm.store), so that they can be purged.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta
from typing import Any

import msgspec

from gm.rules import Phase


class Clock(msgspec.Struct, frozen=True):
    """The time of the phase now due. All times are aware and in UTC.

    complete: since when nothing is missing and no WAIT stands. grace: the deadline has passed, its end is `until`.
    reminders: those still to be sent. waiting: grace is over and the phase waits for whoever is missing. paused: since
    when the operator has stopped it.
    """

    phase: str
    opened: datetime
    deadline: datetime
    until: datetime
    grace: bool = False
    complete: datetime | None = None
    reminders: tuple[datetime, ...] = ()
    waiting: bool = False
    letters: int = 0
    paused: datetime | None = None


class Question(msgspec.Struct, frozen=True):
    """Something done only once its asker confirms it, by a reply to a mail that asks.

    act: "resign", "takeover" and a seat, or "letter" and the number of a letter that is held. mails: the numbers of
    the asker's mails that asked.
    """

    act: tuple[str, ...]
    asked: datetime
    mails: tuple[int, ...]


class Sitting(msgspec.Struct, frozen=True):
    """A seat: whether somebody sits on it, his time zone, and the counts that make its tokens and salts fresh.

    deadlines: how many phases ended in which the seat owed something; its reply addresses expire by them.
    """

    taken: bool
    timezone: str
    mails: int = 0
    seals: int = 0
    sealed: str = ""
    salt: str = ""
    vote: str = ""
    wait: bool = False
    deadlines: int = 0
    questions: tuple[Question, ...] = ()


class Game(msgspec.Struct, frozen=True):
    """Everything of a game but its players' names: what the rules know (state) and what the desk knows.

    options and state are the ruleset's Structs. counts: mails to readers without a seat. closed: the phase judged
    last, and when. pending: what persons without a seat (by salted hash) were asked to confirm. identity: the rule by
    which a letter counts as a player's (gm.desk.door). holds: how many letters were held until they are confirmed.
    """

    name: str
    ruleset: str
    options: Any
    seed: str
    key: str
    timezone: str
    deadlines: dict[str, int]
    seats: dict[str, Sitting]
    state: Any
    clock: Clock | None = None
    over: str = ""
    winners: tuple[str, ...] = ()
    counts: dict[str, int] = {}
    pending: dict[str, Question] = {}
    closed: str = ""
    closed_at: datetime | None = None
    identity: str = "checked"
    holds: int = 0

    def secret(self, seat: str, kind: str, count: int) -> str:
        """64 hexadecimal digits that nobody can guess without the key: HMAC(key, game, seat, kind, count)."""
        text = "\0".join((self.name, seat, kind, str(count)))
        return hmac.new(self.key.encode(), text.encode(), hashlib.sha256).hexdigest()

    def token(self, reader: str, number: int) -> str:
        """The token of the reply address of the reader's mail *number*: 20 lower-case letters and digits."""
        return short(self.secret(reader, "token", number), 20)

    def zone(self, seat: str | None) -> str:
        """The time zone in which the seat reads times."""
        return (self.seats[seat].timezone if seat in self.seats else "") or self.timezone

    def seed_hash(self) -> str:
        """What everybody is told of the seed at the start."""
        return hashlib.sha256(self.seed.encode()).hexdigest()


def short(digits: str, length: int) -> str:
    """Hexadecimal digits as that many lower-case letters and digits."""
    alphabet = "abcdefghijklmnopqrstuvwxyz234567"
    number = int(digits, 16)
    return "".join(alphabet[(number >> (5 * n)) & 31] for n in range(length))


def seal_of(salt: str, text: str) -> str:
    """The seal of an order: SHA-256 of salt, newline, text in normal form."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def start_clock(phase: Phase, at: datetime, deadlines: dict[str, int]) -> Clock:
    """The clock of a phase that opens at *at*: reminders at half time and a day before, within an hour only one."""
    length = timedelta(seconds=deadlines[phase.kind])
    deadline = at + length
    return Clock(
        phase.code, at, deadline, deadline + timedelta(seconds=deadlines["grace"]), reminders=reminders(at, deadline)
    )


def resumed(clock: Clock, at: datetime) -> Clock:
    """A paused clock set going again at *at*: the time for which it stood is given back."""
    assert clock.paused is not None
    lost = at - clock.paused
    return msgspec.structs.replace(
        clock,
        deadline=clock.deadline + lost,
        until=clock.until + lost,
        complete=at if clock.complete else None,
        reminders=tuple(due + lost for due in clock.reminders),
        paused=None,
    )


def reminders(opened: datetime, deadline: datetime) -> tuple[datetime, ...]:
    """When to remind: half time and 24 hours before the deadline, after the opening; two within an hour are one."""
    half = opened + timedelta(seconds=int((deadline - opened).total_seconds()) // 2)
    times = sorted(t for t in {half, deadline - timedelta(hours=24)} if t > opened)
    if len(times) == 2 and times[1] - times[0] <= timedelta(hours=1):
        times = times[:1]
    return tuple(times)
