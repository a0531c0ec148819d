"""The types that every ruleset shares: audiences, notices, steps, duties, letters, problems.

Everything below gm/rules is pure: no clock, no files, no network, and no randomness but a seed kept in the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NewType

import msgspec

Reader = NewType("Reader", str)  # who is sent mail in a game: a seat, a person without one, or the operator
Seat = NewType("Seat", Reader)  # a seat by its code; what players call it is plain text
Person = NewType("Person", Reader)  # a person by their salted hash

Given = Mapping[str, Any]  # a position as somebody has typed it, checked where it is read
Ruling = dict[str, object]  # what follows from it, in plain values


def as_seat(code: str) -> Seat:
    """A code that comes from outside (a file, a line of a letter) as the seat that it names."""
    return Seat(Reader(code))


def as_person(digest: str) -> Person:
    """A salted hash that comes from outside as the person that it stands for."""
    return Person(Reader(digest))


NO_SEAT, NOBODY = as_seat(""), as_person("")


class Audience(msgspec.Struct, frozen=True):
    """Who is told a notice. There is no default: a notice cannot be made without an audience."""

    kind: str
    seats: tuple[Seat, ...] = ()

    def includes(self, seat: Seat | None) -> bool:
        """Return whether *seat* is told; None stands for an observer."""
        if self.kind == "everybody" or (self.kind == "observers" and seat is None):
            return True
        if self.kind == "others":
            return seat not in self.seats
        return self.kind == "seats" and seat is not None and seat in self.seats


EVERYBODY = Audience("everybody")
OBSERVERS = Audience("observers")  # what each seat is told in its own words, and observers in theirs
OPERATOR = Audience("operator")
DISCLOSURE = Audience("disclosure")  # nobody while the game runs, everybody once it is over


def others(seat: Seat) -> Audience:
    """Everybody but *seat*, which is told the same in an answer."""
    return Audience("others", (seat,))


def to(*seats: Seat) -> Audience:
    """The audience of exactly these seats."""
    return Audience("seats", tuple(seats))


class Notice(msgspec.Struct, frozen=True):
    """One fact told to one audience. *kind* names its template; *body* is a frozen Struct of plain values.

    talk: the seat whose conversation with the reader this belongs to; each has a thread of mails. urgent: it
    needs an answer, so no digest holds it back. reminder: it is not sent to players who want no reminders. about: what
    it is, for the subject of its conversation's mail, or of a mail to all about the next phase; due: when its answer
    is.
    """

    audience: Audience
    kind: str
    body: object
    talk: Seat = NO_SEAT
    urgent: bool = False
    reminder: bool = False
    about: str = ""
    due: datetime | None = None


class Seal(msgspec.Struct, frozen=True):
    """A seal to make at once of what *seat* has told *other*, and send to both; without text, the last one is opened.

    what: what is sealed, in words.
    """

    seat: Seat
    other: Seat
    what: str
    text: str | None = None


class Check(msgspec.Struct, frozen=True):
    """Something that a letter's sender must confirm before the rules do it. name: theirs for it; what: in words."""

    name: str
    what: str


class Step(msgspec.Struct, frozen=True):
    """What the rules made of a state: the new state, what to tell and seal, and what the sender must confirm."""

    state: msgspec.Struct
    notices: tuple[Notice, ...] = ()
    seals: tuple[Seal, ...] = ()
    checks: tuple[Check, ...] = ()


class Phase(msgspec.Struct, frozen=True):
    """A stretch of the game: its code (S1901M), its kind (a key of [deadlines]) and its name."""

    code: str
    kind: str
    title: str


class Duty(msgspec.Struct, frozen=True):
    """What a seat owes in the phase now due (orders), whether it is on file, and what happens if nothing comes.

    what: a noun without an article, since mails also speak of "your orders".
    enough: the phase does not end early, since the seat may still change what is filed; the deadline is final. about:
    the subject of the mail that asks for it, "" for the usual one. final: the seat has said that what is filed is.
    """

    seat: Seat
    what: str
    filed: bool
    default: str
    enough: bool = False
    about: str = ""
    final: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners (several: a draw) and a sentence about it."""

    winners: tuple[Seat, ...]
    how: str


class Line(msgspec.Struct, frozen=True):
    """A line of a letter with its number in the mail. *command*: the desk has read it as one of its own commands."""

    number: int
    text: str
    command: bool = False


class Kept(msgspec.Struct, frozen=True):
    """A letter that is kept, as it was written, until the phase that it is for begins; nothing in it is checked."""

    phase: Phase
    lines: tuple[Line, ...]


class Letter(msgspec.Struct, frozen=True):
    """The part of a mail that is left to the ruleset.

    lines: the new text, with the desk's command lines marked. quoted: dropped quotations that are not lines of the mail
    replied to. phase: the phase named in the subject, or "". refs: what the notices of the mail replied to are about
    (their `ref`). digest: that mail was a digest, or the letter was held, so answers must name what they are about.
    wrong: the first line that looks like a command of the desk and cannot be read; 0 if there is none. careful: what
    stands behind a wrong line does nothing where letters count up to it. sheet: the lines on file that the mail replied
    to shows, as quoted, with those of *quoted* in their places; () if none differs. ahead: it was kept for the phase
    that has now begun. refused: an earlier letter of this phase was refused, in whole or in part.
    """

    lines: tuple[Line, ...]
    quoted: tuple[Line, ...] = ()
    phase: str = ""
    refs: tuple[str, ...] = ()
    digest: bool = False
    wrong: int = 0
    careful: bool = True
    sheet: tuple[Line, ...] = ()
    ahead: bool = False
    refused: bool = False


class Problem(msgspec.Struct, frozen=True):
    """A fault in a letter: its place (from 1, in characters), the reason, and hints that could be pasted instead.

    code is stable and meant for tests; message is for people.
    """

    line: int
    column: int
    code: str
    message: str
    hints: tuple[str, ...] = ()


class Problems(msgspec.Struct, frozen=True):
    """Why a letter does nothing. *retry*: the letter, ready to correct and resend. *reason*: why it is out of place.

    asks: its pure questions, which are answered all the same.
    """

    problems: tuple[Problem, ...]
    retry: tuple[str, ...] = ()
    reason: str = ""
    asks: tuple[msgspec.Struct, ...] = ()


class Orders(msgspec.Struct, frozen=True):
    """A letter understood: what the ruleset will do, in the order written, and what it ignored.

    problems: its wrong lines, where right lines stand without them (a ruleset whose letter is "each").

    asks: those of the acts that are pure questions, answered whatever happens to the rest. dry: nothing is to be filed
    (TRY).

    keeps: the letter does nothing now, and is kept for a phase that `due` will begin; it replaces what is kept for that
    phase. drops: the phases for which nothing shall be kept any more.
    """

    acts: tuple[msgspec.Struct, ...]
    unread: tuple[Line, ...] = ()
    retry: tuple[str, ...] = ()
    dry: bool = False
    asks: tuple[msgspec.Struct, ...] = ()
    problems: tuple[Problem, ...] = ()
    keeps: Kept | None = None
    drops: tuple[Phase, ...] = ()

    @property
    def of_later(self) -> bool:
        """Whether the letter changes what is kept for phases to come."""
        return self.keeps is not None or bool(self.drops)


class Material(msgspec.Struct, frozen=True):
    """What the registry gives a ruleset, which opens no file itself: its grammar, and its data files by name."""

    grammar: str
    files: Mapping[str, str] = msgspec.field(default_factory=dict)
