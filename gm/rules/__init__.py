"""The words that every ruleset shares: audiences, notices, duties, problems, and the one interface of a ruleset.

Everything below gm/rules is pure: no clock, no files, no network, no chance but a seed kept in the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

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
    """What a seat owes in the phase now due, whether it is on file, and what happens if it stays away.

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


class Ruleset(Protocol):
    """The one interface between a game's rules and everything else.

    words: its command words; blocks: those that open a block of lines with END; letter: "whole" (one act) or "each"
    (right lines stand beside wrong ones); codes: what its phase codes look like, a regular expression; votes: those of
    vote_draw, vote_concede and vote_end that its games have; off: commands of the desk that it refuses, with the
    reason; press: the kinds of messages that its games may have (private, public, grey, fake), of which press_default
    are on; alone: a message to several goes to each as if to him alone; sealing: what is filed is sealed, and the
    seals of a phase are told with its result; kinds: its kinds of phase, keys of [deadlines]; live: those of them in
    which nobody owes anything by the end, but at times of his own; deadlines: how long they last if the operator says
    nothing, and grace; news: the subject of a mail about what another's letter did at once; topics: its pages of HELP.
    options and state are its Structs; options hold early, early_after, nmr and show_late, which the desk's clock reads.
    """

    name: str
    title: str
    words: tuple[str, ...]
    letter: str
    off: Mapping[str, str]
    options: Any
    state: Any
    kinds: tuple[str, ...]
    deadlines: Mapping[str, str]
    news: str
    blocks: tuple[str, ...]
    codes: str
    votes: tuple[str, ...]
    press: tuple[str, ...]
    press_default: tuple[str, ...]
    alone: bool
    sealing: bool
    live: tuple[str, ...]
    topics: tuple[str, ...]

    def check(self, options: Any) -> str:
        """What is wrong with the options beyond their types, as `key: message`; "" if nothing."""
        ...

    def seat_names(self, options: Any) -> dict[str, str]:
        """The seats in the players' words."""
        ...

    def names_now(self, state: Any) -> dict[str, str]:
        """The same as a game stands: who plays what may be exchanged in it."""
        ...

    def why_no_wait(self, state: Any, seat: str) -> str:
        """Why no phase waits for *seat*, whatever it asks; "" if its WAIT counts."""
        ...

    def votes_needed(self, state: Any) -> tuple[str, ...]:
        """Whose votes an agreed end needs."""
        ...

    def seats(self, options: Any) -> tuple[str, ...]:
        """The seats of a game with these options."""
        ...

    def open(self, options: Any, seed: str, at: datetime) -> Step:
        """The first state and its notices, of a game that begins at *at*."""
        ...

    def read(self, state: Any, seat: str, letter: Letter) -> Orders | Problems:
        """What a letter asks for, or all that is wrong with it, by what *seat* knows alone."""
        ...

    def file(self, state: Any, seat: str, orders: Orders, at: datetime) -> Step:
        """What an order does at once; a state of another phase: the one that was due is over."""
        ...

    def phase(self, state: Any) -> Phase | None:
        """The phase now due, None once the game is decided."""
        ...

    def duties(self, state: Any) -> tuple[Duty, ...]:
        """Who owes what."""
        ...

    def leave(self, state: Any, seat: str) -> Step:
        """A seat has no player any more."""
        ...

    def take(self, state: Any, seat: str) -> Step:
        """A player takes a vacant seat."""
        ...

    def alarms(self, state: Any) -> tuple[datetime, ...]:
        """When something happens without a letter, the deadline of the phase apart."""
        ...

    def alarm(self, state: Any, at: datetime) -> Step:
        """What happens by the alarms that were set for *at* or before it."""
        ...

    def warning(self, state: Any) -> timedelta | None:
        """How long before the end of a live phase everybody is told that it is near."""
        ...

    def ends(self, state: Any) -> datetime | None:
        """When the phase ends, where the rules say it and not [deadlines]."""
        ...

    def lost(self, state: Any) -> tuple[str, ...]:
        """The seats that nobody can take, if they are vacant."""
        ...

    def wake(self, state: Any, at: datetime, absent: Sequence[str]) -> Step:
        """An event begins at *at*; these seats are ABSENT."""
        ...

    def digest(self, state: Any, seat: str, at: datetime) -> Step:
        """What a digest of *seat* ends with."""
        ...

    def heard(self, state: Any, seat: str) -> Any:
        """The state after a letter of *seat* has come, whatever it says."""
        ...

    def enough(self, state: Any, votes: Sequence[str]) -> bool:
        """Whether the game ends if these seats vote for its end."""
        ...

    def stop(self, state: Any) -> Step:
        """The players have voted for the end of the game."""
        ...

    def audit(self, state: Any) -> str:
        """What in the books of the game cannot be, "" if nothing."""
        ...

    def in_order(self, plain: Any) -> Any:
        """A state as plain values, its tables in the rules' order again: JSON has their keys by letters."""
        ...

    def again(self, then: Any, now: Any) -> Any:
        """The state *then*, to which the game is taken back from *now*: numbers given since are not given anew."""
        ...

    def later(self, state: Any, since: datetime, by: timedelta) -> Any:
        """The state with so much time given back that was lost since a time: what waited then waits so much longer."""
        ...

    def due(self, state: Any, seats: Sequence[str], at: datetime) -> Step:
        """Judge the phase; *seats* are those that have filed nothing."""
        ...

    def view(self, state: Any, seat: str | None) -> Any:
        """What a seat knows now, with filed, example and topic for its footer; None stands for an observer."""
        ...

    def picture(self, state: Any, seat: str | None) -> Any:
        """The board as a seat knows it, for the drawing room; None: nothing is drawn of this game.

        What goes into a mail is drawn from the field `picture` of its notices.
        """
        ...

    def sealed(self, state: Any, seat: str) -> str:
        """What a seat has on file, in normal form."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """How the game has ended, None while it runs."""
        ...

    def judge(self, given: Any, board: str = "standard") -> Any:
        """One position of `gm judge`."""
        ...

    def boards(self) -> tuple[str, ...]:
        """The boards there are."""
        ...
