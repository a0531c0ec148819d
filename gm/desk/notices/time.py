"""Deadlines that move, absences and requests for more time. Plain values for templates."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType


class Deadline(msgspec.Struct, frozen=True):
    """The operator moved the deadline: public."""

    title: str
    due: str


class Paused(msgspec.Struct, frozen=True):
    """The operator has stopped the clock: public."""


class ClockStands(msgspec.Struct, frozen=True):
    """The clock stands for a fault of ours: public, and the same whatever the fault is, and whoever it has hit."""


class GoesOn(msgspec.Struct, frozen=True):
    """The clock runs again, with the time for which it stood given back: to each seat in its own zone."""

    title: str
    due: str


class Rescheduled(msgspec.Struct, frozen=True):
    """A deadline has moved by itself or by a vote: public, to each seat in its own zone, and without any names.

    why: "outage" (we were out of reach from *since* to *to*), "absence", "vote" or "takeover". due: in words; grace: it
    is the end of grace that has moved. over: the deadline was in the outage.
    """

    title: str
    due: str
    why: str
    grace: bool = False
    since: str = ""
    to: str = ""
    over: bool = False


class ReadAfter(msgspec.Struct, frozen=True):
    """A letter came in an outage that the deadline was in, and was read after it: for the disclosure."""

    name: str
    received: str


class Absent(msgspec.Struct, frozen=True):
    """The sender's absences as they stand. spans: those that are not over, in words.

    left: days for which they may still be absent; of: in all in this game. moves: the deadline of *title*, if it has
    moved for this letter; stays: else why it has not. why_not: why nothing was noted.
    """

    spans: tuple[str, ...]
    left: int
    of: int
    title: str = ""
    moves: str = ""
    stays: str = ""
    why_not: str = ""


class Back(msgspec.Struct, frozen=True):
    """The sender's absences are over. nothing: they had none."""

    nothing: bool


class MoreTime(msgspec.Struct, frozen=True):
    """The sender's request for more time as it stands: in words, "" for none. moves: the new deadline, if it moves.

    why_not: why nobody can ask for it now; absence: ABSENT may help instead.
    """

    title: str
    asked: str
    moves: str = ""
    why_not: str = ""
    absence: bool = False


class MoreTimeAsked(msgspec.Struct, frozen=True):
    """Somebody asks for more time: public, without their name. word: how to agree."""

    title: str
    asked: str
    word: str


class GameSettings(msgspec.Struct, frozen=True):
    """The public settings of a game, for its players and for newcomers.

    lengths: how long each kind of phase lasts, or when it ends, in words. days: on which a deadline may fall, () for
    all. grace: how long it lasts, "" for none. early: how long after the last letter a phase may end before its
    deadline, "0 seconds" for at once, "" if it never does, None where that is no choice. waits: a phase waits for what
    is missing, and nothing replaces it; None where that is no choice. late: after the deadline everybody is told who is
    missing. commit: sheets may be filed as hashes. press: kinds of messages. absence: for how many days a player may be
    away; extend: players may ask for more time. reminders: "owing", "everybody" or "none". others: what the
    ruleset lets a game choose besides, as names and words. pages: what pages on the web show beyond what an observer is
    told; unset if they show nothing. again: how often everybody is told that a phase still waits; unset for never.
    dismissed: who has missed so many deadlines in a row is dismissed at the next; unset if nobody is.
    draw: after how many years in which nothing of this kind changes hands the game is a draw; unset if it never is.
    names: unset if the report tells who played. proposals: unset if players cannot propose an end to everybody.
    autopilot: who plays vacant seats; unset if nobody does. rated: unset unless the game does not count in ratings.
    takeover: how long before a deadline whoever takes over has at least; unset for no such time. games, on_time: the
    record that newcomers need (`Wanted`); unset if none. test: unset unless one tester has all seats.
    """

    zone: str
    lengths: tuple[tuple[str, str], ...]
    days: tuple[str, ...]
    grace: str
    early: str | None
    waits: bool | None
    late: bool
    commit: bool
    press: tuple[str, ...]
    absence: int
    extend: bool
    reminders: str
    others: tuple[tuple[str, str], ...] = ()
    pages: tuple[Literal["report", "names", "press"], ...] | UnsetType = UNSET
    again: str | UnsetType = UNSET
    dismissed: int | UnsetType = UNSET
    draw: tuple[int, str] | UnsetType = UNSET
    names: Literal["never"] | UnsetType = UNSET
    proposals: Literal["named", "anonymous"] | UnsetType = UNSET
    autopilot: Literal["bot"] | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    takeover: str | UnsetType = UNSET
    games: int | UnsetType = UNSET
    on_time: int | UnsetType = UNSET
    test: bool | UnsetType = UNSET


class OnTheWeb(msgspec.Struct, frozen=True):
    """What pages on the web show of the game beyond what an observer is told, for whoever may join: public."""

    pages: tuple[Literal["report", "names", "press"], ...]


class EndsSoon(msgspec.Struct, frozen=True):
    """A live game, or what is left of it, is near its end: to everybody."""

    title: str
    due: str


class Answer(msgspec.Struct, frozen=True):
    """An answer that the reader owes: about what, to whom, until when. ways: how to give it; default: if none comes."""

    what: str
    other: str
    due: str
    soon: str
    ways: tuple[str, ...]
    default: str


class Answers(msgspec.Struct, frozen=True):
    """The answers that the reader owes in a live game, at the top of every mail.

    offers: what they may also accept, as (the words to send, until when); more: how many others there are.
    """

    answers: tuple[Answer, ...]
    offers: tuple[tuple[str, str], ...] = ()
    more: int = 0


class Live(msgspec.Struct, frozen=True):
    """The foot of a mail in a live game: when it ends. asked: a letter awaits the reader's CONFIRM; topic: of HELP.

    until: the same time as `ends`, since nothing proposed can be accepted later.
    """

    title: str
    ends: str
    paused: bool
    asked: bool
    topic: str
    until: datetime | None = None
