"""The interface between a game's rules and everything else: a card of facts, a small core, and optional abilities.

A ruleset is one class. It has a `card`, is a Rules, and is whichever of Live, Named, Voted, Sealed, Standing, Audited,
Judged, Drawn, Bordered, Yearly, Storied and Tapped its game needs. The registry wraps it in a Ruleset
(gm.rules.registration), where each ability that it lacks does nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from gm.rules import Duty, Given, Letter, Orders, Outcome, Phase, Problems, Ruling, Seat, Step
from gm.rules.pictures import Shape
from gm.rules.stories.story import Part, Story

O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741 - the options of a ruleset
S = TypeVar("S", bound=msgspec.Struct)  # the state of its games


class Kind(msgspec.Struct, frozen=True):
    """A kind of phase: a key of [deadlines], and how long such a phase lasts by default.

    live: nobody owes anything by its end; what is owed has times of its own. press: messages may be sent in it.
    brief: it is judged as it begins if only seats without a player owe anything in it.
    """

    name: str
    length: str
    live: bool = False
    press: bool = True
    brief: bool = False


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """What a game may choose about its deadlines. The desk's clock follows it; the rules do not."""

    early: bool = True  # a phase ends before its deadline when everything is in
    early_after: str = "30m"  # how long after the letter that completed the phase
    nmr: Literal["hold", "wait"] = "hold"  # at the end of grace: go on with the defaults, or wait forever
    show_late: bool = False  # everybody is told who is missing once the deadline has passed
    late_notice: str | UnsetType = UNSET  # how often everybody is told that a phase still waits; unset for never
    dismiss_after: int | UnsetType = UNSET  # who has missed so many deadlines in a row is dismissed at the next
    draw_after: int | UnsetType = UNSET  # after so many years in which nothing changes hands the game is a draw
    takeover: str | UnsetType = UNSET  # the least time before a deadline for whoever takes over; unset for none
    heads: bool = True  # in a live game everybody is told its journal's head each day
    commit: bool = False  # sheets may be filed as hashes, and are opened in a window behind the deadline


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a ruleset that has none."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about a ruleset that the desk needs without asking the rules."""

    title: str
    options: type[msgspec.Struct] = NoOptions  # the Struct of its options
    state: type[msgspec.Struct]  # the Struct of its states
    kinds: tuple[Kind, ...]
    grace: str = "0s"  # how long grace lasts by default
    pace: Pace = Pace()  # the pace of its games unless they choose otherwise
    fixed: Mapping[str, str] = {}  # what they cannot choose about the pace, with the reason
    waits: str = "the phase waits for you"  # what happens to a duty in a game that waits forever
    codes: str  # a regular expression for the codes of its phases
    letter: Literal["whole", "each", "until"] = "each"  # all or nothing, each right line, or those above a wrong one
    words: tuple[str, ...]  # the first words of its lines
    blocks: tuple[str, ...] = ()  # those of them that open a block of lines closed by END
    lasting: tuple[str, ...] = ()  # those of them whose lines belong to no phase
    topics: tuple[str, ...] = ()  # its HELP pages
    off: Mapping[str, str] = {}  # commands of the desk that it refuses, with the reason
    press: tuple[str, ...] = ("private", "public")  # kinds of messages that its games may allow: also grey, fake
    press_default: tuple[str, ...] = ("private", "public")  # those allowed unless the operator says otherwise
    alone: bool = False  # a message to several players goes to each as if to them alone
    votes: tuple[str, ...] = ()  # those of vote_draw, vote_concede and vote_end that its games offer
    counts: tuple[str, ...] = ()  # what each seat has at the end that can be counted, such as centres (Rules.counted)
    news: str = "something has happened"  # the subject of a mail about the immediate effect of another player's letter

    @property
    def deadlines(self) -> dict[str, str]:
        """How long each kind of phase, and grace, lasts by default."""
        return {**{kind.name: kind.length for kind in self.kinds}, "grace": self.grace}

    @property
    def live(self) -> bool:
        """Return whether any of its phases are live."""
        return any(kind.live for kind in self.kinds)

    def is_live(self, kind: str) -> bool:
        """Return whether phases of this kind are live."""
        return any(one.live for one in self.kinds if one.name == kind)

    def is_brief(self, kind: str) -> bool:
        """Return whether phases of this kind are judged as they begin if only seats without a player owe anything."""
        return any(one.brief for one in self.kinds if one.name == kind)


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows now; a ruleset adds its own fields. The fields for the footer are unset for observers.

    filed: the lines on file, in normal form. example: lines that it could send now. topic: the HELP page about them.
    """

    filed: tuple[str, ...] | UnsetType = UNSET
    example: tuple[str, ...] | UnsetType = UNSET
    topic: str | UnsetType = UNSET


class LiveView(View, frozen=True, kw_only=True):
    """What a seat of a live game knows now. answers: those it owes; offers: what has been proposed to it."""

    answers: tuple[Any, ...] | UnsetType = UNSET
    offers: tuple[Any, ...] | UnsetType = UNSET


class Rules(ABC, Generic[O, S]):
    """The core of a ruleset. Pure: the same state and arguments always give the same result."""

    card: Card

    def check(self, options: O) -> str:
        """Return what is wrong with the options beyond their types, as `key: message`; "" if nothing."""
        return ""

    def filled(self, options: O) -> O:
        """Return the options of a game that begins now with all texts that it needs for good, such as its board."""
        return options

    @abstractmethod
    def seats(self, options: O) -> tuple[Seat, ...]:
        """Return the seats of a game with these options, in the rules' order."""

    @abstractmethod
    def open(self, options: O, seed: str, at: datetime) -> Step:
        """Return the first state, and its notices, of a game that begins at *at*."""

    @abstractmethod
    def read(self, state: S, seat: Seat, letter: Letter) -> Orders | Problems:
        """Return what a letter asks for, or everything wrong with it, judged only by what *seat* knows."""

    @abstractmethod
    def file(self, state: S, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Carry out what a letter does at once. If the new state is in another phase, the one that was due is over."""

    @abstractmethod
    def phase(self, state: S) -> Phase | None:
        """Return the phase now due; None once the game is decided."""

    @abstractmethod
    def duties(self, state: S) -> tuple[Duty, ...]:
        """Return who owes what in the phase now due."""

    @abstractmethod
    def due(self, state: S, seats: Sequence[Seat], at: datetime) -> Step:
        """Judge the phase. *seats*: those that owe something and have filed nothing."""

    @abstractmethod
    def seat_left(self, state: S, seat: Seat) -> Step:
        """A seat has lost its player."""

    def seat_taken(self, state: S, seat: Seat) -> Step:
        """A player takes over a vacant seat as it stands."""
        return Step(state)

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """Return what a seat knows now, a LiveView if its phase is live; None stands for an observer."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while it runs."""

    def loosely(self, state: S, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines that one in plain words may have been meant as, as far as *seat* knows; () if none is known.

        Nothing is done by it: the desk proposes those that are right.
        """
        return ()

    def counted(self, state: S) -> Mapping[str, Mapping[Seat, int | Fraction]]:
        """Return what each seat has at the end of a game, however it ended: of each of the card's `counts`, how many.
        """
        return {}

    def strength(self, state: S) -> Mapping[Seat, str]:
        """Return how strong each seat is, in words such as `8 of 34 centres`, as everybody knows; {} if that is secret.
        """
        return {}

    def tables(self, options: O) -> Mapping[int, O]:
        """Return the numbers of players for which there is such a game, each with the options that make it so."""
        return {len(self.seats(options)): options}

    def pace(self, options: O, chosen: Pace) -> Pace:
        """Return the pace of a game with these options. *chosen*: what the game has chosen, where it may."""
        return chosen

    def settings(self, options: O) -> tuple[tuple[str, str], ...]:
        """Return what else a game with these options has chosen, for everybody: names of a word or two, and words."""
        return ()

    def confirmed(self, state: S, seat: Seat, name: str, at: datetime) -> Step:
        """Do what *seat* was asked to confirm (`Check`), and has, if it can still be done."""
        return Step(state)

    def about(self, options: O, topic: str) -> tuple[msgspec.Struct, ...]:
        """Return what HELP on *topic*, in capitals, tells below its page, such as the board of a game: all public.

        If the topic has several words, this alone is the answer.
        """
        return ()

    def ways(self, kind: str, told: Mapping[str, Any], reader: str) -> tuple[str, ...]:
        """Return the lines, complete as they stand, with which a notice says that it can be answered, in its order.

        They must do nothing once the phase is over, since mails are kept.
        kind, told: the notice, in plain values; reader: the name of the seat that reads it.
        """
        return ()

    def lost(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that nobody can take when they are vacant."""
        return ()

    def why_no_wait(self, state: S, seat: Seat) -> str:
        """Return why no phase waits for *seat*, whatever it asks; "" if its WAIT counts."""
        return ""

    def in_order(self, plain: object) -> object:
        """Restore the rules' order in the tables of a state given as plain values, since JSON sorts their keys."""
        return plain

    def again(self, then: S, now: S) -> S:
        """Return *then*, the state to which the game is rolled back from *now*, without reusing numbers given since."""
        return then


class Live(ABC, Generic[S]):
    """Letters act on arrival, and what is owed has times of its own."""

    @abstractmethod
    def alarms(self, state: S) -> tuple[datetime, ...]:
        """Return when something happens without a letter, apart from the deadline of the phase."""

    @abstractmethod
    def alarm(self, state: S, at: datetime) -> Step:
        """Let happen what was set for *at* or earlier."""

    @abstractmethod
    def ends(self, state: S) -> datetime | None:
        """Return when the phase ends, if the rules say it and not [deadlines]; else None."""

    @abstractmethod
    def warning(self, state: S) -> timedelta | None:
        """Return how long before the end of a live phase everybody is warned; None if they are not."""

    @abstractmethod
    def wake(self, state: S, at: datetime, absent: Sequence[Seat]) -> Step:
        """Begin an event at *at*, while the seats *absent* are ABSENT."""

    @abstractmethod
    def later(self, state: S, since: datetime, by: timedelta) -> S:
        """Return the state after time was lost: what was pending at *since* is put off *by* that time."""

    @abstractmethod
    def put_off(self, state: S, since: datetime, to: datetime, by: timedelta) -> Step:
        """Put off *by* that time what was due after *since* and not after *to*, and tell those whom it concerns."""

    @abstractmethod
    def heard(self, state: S, seat: Seat) -> S:
        """Return the state after any letter from *seat*."""

    @abstractmethod
    def digest(self, state: S, seat: Seat, at: datetime) -> Step:
        """Return what a digest for *seat* ends with."""


class Named(ABC, Generic[O, S]):
    """The seats have names other than their codes."""

    @abstractmethod
    def names(self, options: O) -> dict[Seat, str]:
        """Return the name of each seat, as players say it."""

    def also(self, options: O) -> dict[str, Seat]:
        """Return what players may also call a seat, in capitals, besides its code, its name and their beginnings."""
        return {}

    def names_now(self, state: S) -> dict[Seat, str]:
        """Return the seats whose names have changed during the game, as when players exchange what they play."""
        return {}


class Voted(ABC, Generic[S]):
    """The players can end the game by voting."""

    @abstractmethod
    def votes_needed(self, state: S) -> tuple[Seat, ...]:
        """Return whose votes an agreed end needs; empty if there can be no vote now."""

    def enough(self, state: S, votes: Sequence[Seat]) -> bool:
        """Return whether the votes of these seats end the game; by default all must agree."""
        return {*votes} >= {*self.votes_needed(state)} != set()

    def why_no_draw(self, state: S, among: Sequence[Seat]) -> str:
        """Return why a draw cannot be shared by these seats alone; "" if it can."""
        return ""

    def stop(self, state: S) -> Step:
        """End the game by the players' votes."""
        return Step(state)


class Sealed(ABC, Generic[S]):
    """What is filed is sealed, and the seals of a phase are told with its result."""

    @abstractmethod
    def on_file(self, state: S, seat: Seat) -> str:
        """Return what a seat has on file, in normal form."""


class Standing(ABC, Generic[S]):
    """Players may have standing orders: what they want in each phase to come, until they say otherwise."""

    @abstractmethod
    def stands(self, state: S, seat: Seat) -> msgspec.Struct | None:
        """Return a seat's standing orders, as the body of a notice to it alone; None if it has none."""

    @abstractmethod
    def standing_lines(self, state: S, seat: Seat) -> tuple[str, ...]:
        """Return the order lines that a seat's standing orders file in the phase that has just begun; () if none."""


class Audited(ABC, Generic[S]):
    """The game keeps books that can be checked."""

    @abstractmethod
    def audit(self, state: S) -> str:
        """Return what is wrong with the books; "" if nothing."""


class Judged(ABC):
    """Single positions can be judged by `gm judge`. own_boards: a board may also be given as the text of its file."""

    own_boards: ClassVar[bool] = False

    @abstractmethod
    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position. Raises ValueError, with the key and the reason, if it cannot be meant."""

    def boards(self) -> tuple[str, ...]:
        """Return the boards to choose from; by default none, since a position brings its own."""
        return ("standard",)


class Drawn(ABC, Generic[S]):
    """The board is drawn. Pictures in mails are drawn from the field `picture` of notices, once it is completed."""

    @abstractmethod
    def picture(self, state: S, seat: Seat | None) -> Shape | None:
        """Return the board as a seat knows it, for the drawing room; None if nothing is drawn for it."""

    def completed(self, options: Any, picture: object) -> object:
        """Return what a notice has in its field `picture` with what the board adds to it, and mails do not repeat.

        picture: as the notice has it, or as plain values, as the report keeps them; of these, what is no picture of
        this ruleset comes back as it is.
        """
        return picture

    def shown(self, state: S, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return what MAP shows: the board as a seat knows it (None: an observer), or a phase *asked* for by its code.

        () if there is nothing to show to them.
        """
        return ()

    def truth(self, state: S) -> msgspec.Struct | None:
        """Return the board as it really is, as the body of a notice, for an operator who looks; None: no such board."""
        return None


class Bordered(ABC, Generic[S]):
    """The seats lie beside each other on a board that everybody sees; not for games of hidden positions."""

    @abstractmethod
    def touching(self, state: S, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that lie beside *seat* on the board as it stands, in the rules' order."""


class Owned(msgspec.Struct, frozen=True):
    """What the seats own, as everybody sees it. years: how many years of the game are over."""

    years: int
    by: Mapping[Seat, tuple[str, ...]]


class Yearly(ABC, Generic[S]):
    """The game goes by years, and what the seats own in sight of all changes hands. thing: what each is called."""

    thing: ClassVar[str]

    @abstractmethod
    def owned(self, state: S) -> Owned:
        """Return what each seat owns now; those are left out, or own nothing, that are out of the game."""


class Storied(ABC, Generic[O]):
    """The report tells how a game went, of what was disclosed.

    public: the kinds of notices, told to everybody while the game runs, of which alone the first plot of the story can
    be made; () where what it counts is secret until the end.
    """

    public: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def story(self, options: O, parts: Sequence[Part], outcome: str) -> Story:
        """Return the story of a game, from its phases as they were disclosed, and from how it ended in words.

        Raises LookupError, TypeError or ValueError for facts that are not such as the ruleset tells.
        """


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """The board of a page on which orders are tapped: all that never changes in a game.

    name: of the page's file, in small letters, digits and hyphens. scripts: those in templates/compose that play it, in
    order; each may have a style beside it. board: plain values for them. picture: the empty board, for the drawing
    room; None if the scripts draw it.
    """

    name: str
    title: str
    scripts: tuple[str, ...]
    board: object
    picture: Shape | None = None


class Tapped(ABC, Generic[O, S]):
    """Orders can be put together by tapping a board, on a page of its own (gm.compose)."""

    @abstractmethod
    def boards_to_tap(self) -> tuple[O, ...]:
        """Return the options of games on each of the boards that come with gm."""

    @abstractmethod
    def board_to_tap(self, options: O) -> Tap | None:
        """Return the board of a game with these options; None if nothing can be tapped on it."""

    @abstractmethod
    def to_tap(self, state: S, seat: Seat) -> object | None:
        """Return what *seat* knows now, as short plain values for the script of the page: no more than `view` tells.

        None if there is nothing to tap. All text in it is ASCII.
        """
