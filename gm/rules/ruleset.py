"""The interface between a game's rules and everything else: a card of facts, a small core, and optional abilities.

A ruleset is one class. It has a `card`, is a Rules, and is whichever of Live, Named, Voted, Sealed, Audited, Judged
and Drawn its game needs. The registry makes a Ruleset of it, in which what it lacks is there and does nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from gm.rules import Duty, Letter, Orders, Outcome, Phase, Problems, Step

O = TypeVar("O")  # noqa: E741 - the options of a ruleset
S = TypeVar("S")  # the state of its games


class Kind(msgspec.Struct, frozen=True):
    """A kind of phase: a key of [deadlines], and how long such a phase lasts if the operator says nothing.

    live: nobody owes anything by its end, but at times of their own.
    """

    name: str
    length: str
    live: bool = False


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """What a game may choose about its deadlines. The desk's clock goes by it, the rules do not."""

    early: bool = True  # a phase ends before its deadline when everything is in
    early_after: str = "30m"  # how long after the letter that left nothing missing
    nmr: Literal["hold", "wait"] = "hold"  # at the end of grace: go on with the defaults, or wait for ever
    show_late: bool = False  # everybody is told, once the deadline has passed, who is missing


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a ruleset that has none."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a ruleset: what the desk goes by without asking the rules."""

    title: str
    options: type[Any] = NoOptions  # the Struct of its options
    state: type[Any]  # the Struct of its states
    kinds: tuple[Kind, ...]
    grace: str = "0s"  # how long grace lasts if the operator says nothing
    pace: Pace = Pace()  # what its games have unless they choose otherwise
    fixed: Mapping[str, str] = {}  # what of the pace they cannot choose, with the reason
    waits: str = "the phase waits for you"  # what becomes of a duty if a game waits for ever
    codes: str  # what the codes of its phases look like, a regular expression
    letter: Literal["whole", "each"] = "each"  # a letter is one act, or right lines stand beside wrong ones
    words: tuple[str, ...]  # the first words of its lines
    blocks: tuple[str, ...] = ()  # those of them that open a block of lines with END
    topics: tuple[str, ...] = ()  # its pages of HELP
    off: Mapping[str, str] = {}  # commands of the desk that it refuses, with the reason
    press: tuple[str, ...] = ("private", "public")  # kinds of messages that its games may have: also grey, fake
    press_default: tuple[str, ...] = ("private", "public")  # those that are on unless the operator says otherwise
    alone: bool = False  # a message to several goes to each as if to them alone
    votes: tuple[str, ...] = ()  # those of vote_draw, vote_concede and vote_end that its games have
    news: str = "something has happened"  # the subject of a mail about what another's letter did at once

    @property
    def deadlines(self) -> dict[str, str]:
        """How long each kind of phase lasts if the operator says nothing, and grace."""
        return {**{kind.name: kind.length for kind in self.kinds}, "grace": self.grace}

    @property
    def live(self) -> bool:
        """Whether some of its phases are live."""
        return any(kind.live for kind in self.kinds)

    def is_live(self, kind: str) -> bool:
        """Whether phases of this kind are live."""
        return any(one.live for one in self.kinds if one.name == kind)


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows now; a ruleset adds its own. What a footer is made of is unset for observers.

    filed: the lines on file, in normal form. example: lines that it could send now. topic: the page of HELP about them.
    """

    filed: tuple[str, ...] | UnsetType = UNSET
    example: tuple[str, ...] | UnsetType = UNSET
    topic: str | UnsetType = UNSET


class LiveView(View, frozen=True, kw_only=True):
    """What a seat of a live game knows now. answers: those that it owes; offers: what is proposed to it."""

    answers: tuple[Any, ...] | UnsetType = UNSET
    offers: tuple[Any, ...] | UnsetType = UNSET


class Rules(ABC, Generic[O, S]):
    """The core of a ruleset. Pure: the same state and the same arguments give the same answer."""

    card: Card

    def check(self, options: O) -> str:
        """What is wrong with the options beyond their types, as `key: message`; "" if nothing."""
        return ""

    @abstractmethod
    def seats(self, options: O) -> tuple[str, ...]:
        """The seats of a game with these options, in the rules' order."""

    @abstractmethod
    def open(self, options: O, seed: str, at: datetime) -> Step:
        """The first state and its notices, of a game that begins at *at*."""

    @abstractmethod
    def read(self, state: S, seat: str, letter: Letter) -> Orders | Problems:
        """What a letter asks for, or all that is wrong with it, by what *seat* knows alone."""

    @abstractmethod
    def file(self, state: S, seat: str, orders: Orders, at: datetime) -> Step:
        """What a letter does at once; a state of another phase: the one that was due is over."""

    @abstractmethod
    def phase(self, state: S) -> Phase | None:
        """The phase now due; None once the game is decided."""

    @abstractmethod
    def duties(self, state: S) -> tuple[Duty, ...]:
        """Who owes what in the phase now due."""

    @abstractmethod
    def due(self, state: S, seats: Sequence[str], at: datetime) -> Step:
        """Judge the phase; *seats* are those that owe something and have filed nothing."""

    @abstractmethod
    def seat_left(self, state: S, seat: str) -> Step:
        """A seat has no player any more."""

    def seat_taken(self, state: S, seat: str) -> Step:
        """A player takes a vacant seat, as it stands."""
        return Step(state)

    @abstractmethod
    def view(self, state: S, seat: str | None) -> View:
        """What a seat knows now, a LiveView where its phase is live; None stands for an observer."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game has ended, None while it runs."""

    def pace(self, options: O, chosen: Pace) -> Pace:
        """The pace of a game with these options, of which *chosen* is what it may choose."""
        return chosen

    def lost(self, state: S) -> tuple[str, ...]:
        """The seats that nobody can take, if they are vacant."""
        return ()

    def why_no_wait(self, state: S, seat: str) -> str:
        """Why no phase waits for *seat*, whatever it asks; "" if its WAIT counts."""
        return ""

    def in_order(self, plain: Any) -> Any:
        """A state as plain values, its tables in the rules' order again: JSON has their keys by letters."""
        return plain

    def again(self, then: S, now: S) -> S:
        """The state *then*, to which the game is taken back from *now*: numbers given since are not given anew."""
        return then


class Live(ABC, Generic[S]):
    """Letters act as they come, and what is owed has times of its own."""

    @abstractmethod
    def alarms(self, state: S) -> tuple[datetime, ...]:
        """When something happens without a letter, the deadline of the phase apart."""

    @abstractmethod
    def alarm(self, state: S, at: datetime) -> Step:
        """What happens by the alarms that were set for *at* or before it."""

    @abstractmethod
    def ends(self, state: S) -> datetime | None:
        """When the phase ends, where the rules say it and not [deadlines]."""

    @abstractmethod
    def warning(self, state: S) -> timedelta | None:
        """How long before the end of a live phase everybody is told that it is near; None: they are not."""

    @abstractmethod
    def wake(self, state: S, at: datetime, absent: Sequence[str]) -> Step:
        """An event begins at *at*; these seats are ABSENT."""

    @abstractmethod
    def later(self, state: S, since: datetime, by: timedelta) -> S:
        """The state after time was lost: what waited at *since* waits so much longer."""

    @abstractmethod
    def heard(self, state: S, seat: str) -> S:
        """The state after a letter of *seat* has come, whatever it says."""

    @abstractmethod
    def digest(self, state: S, seat: str, at: datetime) -> Step:
        """What a digest of *seat* ends with."""


class Named(ABC, Generic[O, S]):
    """The seats are not called by their codes."""

    @abstractmethod
    def names(self, options: O) -> dict[str, str]:
        """Every seat in the players' words."""

    def names_now(self, state: S) -> dict[str, str]:
        """The seats that are called otherwise as a game stands: who plays what may be exchanged in it."""
        return {}


class Voted(ABC, Generic[S]):
    """The players can end the game by votes."""

    @abstractmethod
    def votes_needed(self, state: S) -> tuple[str, ...]:
        """Whose votes an agreed end needs; empty: there can be none now."""

    def enough(self, state: S, votes: Sequence[str]) -> bool:
        """Whether the game ends if these seats vote for its end: here all must agree."""
        return {*votes} >= {*self.votes_needed(state)} != set()

    def stop(self, state: S) -> Step:
        """The players have voted for the end of the game."""
        return Step(state)


class Sealed(ABC, Generic[S]):
    """What is filed is sealed, and the seals of a phase are told with its result."""

    @abstractmethod
    def on_file(self, state: S, seat: str) -> str:
        """What a seat has on file, in normal form."""


class Audited(ABC, Generic[S]):
    """Books are kept."""

    @abstractmethod
    def audit(self, state: S) -> str:
        """What in the books cannot be; "" if nothing."""


class Judged(ABC):
    """Single positions are judged by `gm judge`."""

    @abstractmethod
    def position(self, given: Mapping[str, Any], board: str = "standard") -> dict[str, Any]:
        """The ruling on one position. Raises ValueError, KeyError and the like if it is malformed."""

    def boards(self) -> tuple[str, ...]:
        """The boards there are: here a position brings its own."""
        return ("standard",)


class Drawn(ABC, Generic[S]):
    """The board is drawn. What goes into a mail is drawn from the field `picture` of its notices."""

    @abstractmethod
    def picture(self, state: S, seat: str | None) -> Any:
        """The board as a seat knows it, for the drawing room; None: nothing is drawn for it."""


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset as it is registered: each ability is itself where it has it, else one that does nothing.

    seals: whether what is filed is sealed.
    """

    name: str
    rules: Rules[Any, Any]
    live: Live[Any]
    named: Named[Any, Any]
    voted: Voted[Any]
    sealed: Sealed[Any]
    audited: Audited[Any]
    judged: Judged
    drawn: Drawn[Any]
    seals: bool

    @property
    def card(self) -> Card:
        """Its facts."""
        return self.rules.card


def registered(name: str, rules: Rules[Any, Any]) -> Ruleset:
    """*rules* as a Ruleset."""
    return Ruleset(
        name=name,
        rules=rules,
        live=rules if isinstance(rules, Live) else _NotLive(),
        named=rules if isinstance(rules, Named) else _ByCode(rules),
        voted=rules if isinstance(rules, Voted) else _NotVoted(),
        sealed=rules if isinstance(rules, Sealed) else _NotSealed(),
        audited=rules if isinstance(rules, Audited) else _NotAudited(),
        judged=rules if isinstance(rules, Judged) else _NotJudged(),
        drawn=rules if isinstance(rules, Drawn) else _NotDrawn(),
        seals=isinstance(rules, Sealed),
    )


class _NotLive(Live[Any]):
    """The time is the deadlines of the phases alone."""

    def alarms(self, state: Any) -> tuple[datetime, ...]:
        return ()

    def alarm(self, state: Any, at: datetime) -> Step:
        return Step(state)

    def ends(self, state: Any) -> datetime | None:
        return None

    def warning(self, state: Any) -> timedelta | None:
        return None

    def wake(self, state: Any, at: datetime, absent: Sequence[str]) -> Step:
        return Step(state)

    def later(self, state: Any, since: datetime, by: timedelta) -> Any:
        return state

    def heard(self, state: Any, seat: str) -> Any:
        return state

    def digest(self, state: Any, seat: str, at: datetime) -> Step:
        return Step(state)


class _ByCode(Named[Any, Any]):
    """The seats are called by their codes."""

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self._rules = rules

    def names(self, options: Any) -> dict[str, str]:
        return {seat: seat for seat in self._rules.seats(options)}


class _NotVoted(Voted[Any]):
    def votes_needed(self, state: Any) -> tuple[str, ...]:
        return ()


class _NotSealed(Sealed[Any]):
    def on_file(self, state: Any, seat: str) -> str:
        return ""


class _NotAudited(Audited[Any]):
    def audit(self, state: Any) -> str:
        return ""


class _NotJudged(Judged):
    def position(self, given: Mapping[str, Any], board: str = "standard") -> dict[str, Any]:
        raise ValueError("this ruleset judges no single positions")


class _NotDrawn(Drawn[Any]):
    def picture(self, state: Any, seat: str | None) -> Any:
        return None
