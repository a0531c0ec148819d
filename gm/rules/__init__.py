"""The words that every ruleset shares: audiences, notices, steps, duties, letters, problems.

Everything below gm/rules is pure: no clock, no files, no network, no chance but a seed kept in the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Audience(msgspec.Struct, frozen=True):
    """Who is told a notice. There is no default: a notice without an audience cannot be made."""

    kind: str
    seats: tuple[str, ...] = ()

    def includes(self, seat: str | None) -> bool:
        """Whether *seat* is told (None stands for an observer)."""
        if self.kind == "everybody" or (self.kind == "observers" and seat is None):
            return True
        if self.kind == "others":
            return seat not in self.seats
        return self.kind == "seats" and seat is not None and seat in self.seats


EVERYBODY = Audience("everybody")
OBSERVERS = Audience("observers")  # what each seat is told in words of its own, in words for observers
OPERATOR = Audience("operator")
DISCLOSURE = Audience("disclosure")  # nobody while the game runs, everybody when it is over


def others(seat: str) -> Audience:
    """Everybody but *seat*, who is told the same in an answer."""
    return Audience("others", (seat,))


def to(*seats: str) -> Audience:
    """The audience of exactly these seats."""
    return Audience("seats", tuple(seats))


class Notice(msgspec.Struct, frozen=True):
    """One fact told to one audience. *kind* names its template, *body* is a frozen Struct of plain values.

    talk: the seat with whom the reader has the conversation that this belongs to, which is a thread of mails of its
    own. urgent: it wants an answer, so no digest holds it back. reminder: whoever wants no reminders is not told.
    """

    audience: Audience
    kind: str
    body: Any
    talk: str = ""
    urgent: bool = False
    reminder: bool = False


class Seal(msgspec.Struct, frozen=True):
    """A seal to be made at once of what *seat* has said to *other*, and told to both; no text: the last one is opened.

    what: its name in words.
    """

    seat: str
    other: str
    what: str
    text: str | None = None


class Step(msgspec.Struct, frozen=True):
    """What a rule made of a state: the state after it, what is to be told, and what is to be sealed."""

    state: Any
    notices: tuple[Notice, ...] = ()
    seals: tuple[Seal, ...] = ()


class Phase(msgspec.Struct, frozen=True):
    """A stretch of the game: its code (S1901M), its kind (a key of [deadlines]) and its name in words."""

    code: str
    kind: str
    title: str


class Duty(msgspec.Struct, frozen=True):
    """What a seat owes in the phase now due (orders), whether it is on file, and what happens if it stays away.

    what: in words without an article, since mails speak of "your orders", too.
    enough: the seat may still change it, so the phase does not end early; at the deadline nobody waits for more.
    """

    seat: str
    what: str
    filed: bool
    default: str
    enough: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winners (several: a draw) and the words for it."""

    winners: tuple[str, ...]
    how: str


class Line(msgspec.Struct, frozen=True):
    """A line of a letter with its number in the mail. *command*: the desk has read it as one of its own."""

    number: int
    text: str
    command: bool = False


class Letter(msgspec.Struct, frozen=True):
    """What of a mail is left to the ruleset.

    lines: the new text, the desk's command lines marked; quoted: dropped quotations that are no line of the mail
    replied to; phase: the phase named in the subject, or "". refs: what the notices of the mail replied to are about
    (their `ref`); digest: that mail was a digest, or the letter was held: answers must name what they are about.
    """

    lines: tuple[Line, ...]
    quoted: tuple[Line, ...] = ()
    phase: str = ""
    refs: tuple[str, ...] = ()
    digest: bool = False


class Problem(msgspec.Struct, frozen=True):
    """A fault of a letter: its place (from 1, in characters), the reason, and words that could be pasted instead.

    code is stable and for tests; message is for people.
    """

    line: int
    column: int
    code: str
    message: str
    hints: tuple[str, ...] = ()


class Problems(msgspec.Struct, frozen=True):
    """The letter does nothing. *retry* is the letter ready to mend and send back, *reason* why it is out of place.

    asks: its pure questions, answered all the same.
    """

    problems: tuple[Problem, ...]
    retry: tuple[str, ...] = ()
    reason: str = ""
    asks: tuple[Any, ...] = ()


class Orders(msgspec.Struct, frozen=True):
    """A letter understood: what the ruleset will do, in the order written, and what it did not read.

    problems: its wrong lines, where the right ones stand all the same (a ruleset whose letter is "each").

    asks: those of the acts that are pure questions, answered whatever becomes of the rest. dry: nothing is to be filed
    (TRY).
    """

    acts: tuple[Any, ...]
    unread: tuple[Line, ...] = ()
    retry: tuple[str, ...] = ()
    dry: bool = False
    asks: tuple[Any, ...] = ()
    problems: tuple[Problem, ...] = ()


class Material(msgspec.Struct, frozen=True):
    """What the registry hands to a ruleset, which opens no file: its grammar and its data files by name."""

    grammar: str
    files: Mapping[str, str] = msgspec.field(default_factory=dict)
