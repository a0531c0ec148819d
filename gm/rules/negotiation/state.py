"""The state of a game of Negotiation and its options: frozen values that serialise to JSON as they are.

Players are numbers as text, "1" to "10". Times are aware.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from gm.rules import Seat
from gm.rules.negotiation.acts import Give, Positive
from gm.rules.negotiation.books import Books
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.items import Groups, Items

LIVE, CLOSING = "game", "closing"
CODES = r"LIVE|CLOSE"


class Contest(StrEnum):
    """The actions that the other player answers."""

    THREAT = "THREAT"
    ATTACK = "ATTACK"


THREAT, ATTACK = Contest
FEWEST, MOST = 3, 10
SPAN = re.compile(r"(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game may choose.

    names: the players' registered names in order, or none. end: a time such as 2026-12-24T20:00+01:00 or a duration;
    "" if [deadlines] says how long the game lasts. answer_within, period: durations such as 24h.
    """

    players: int = 7
    names: tuple[str, ...] = ()
    end: str = ""
    answer_within: str = "24h"
    period: str = "24h"
    call_for_end: bool = False
    vote_end: bool = True
    prisoners: bool = False

    def word(self, player: str) -> str:
        """Return a player in words: `Player 3`, with a registered name if there is one."""
        name = self.names[int(player) - 1] if self.names else ""
        return f"Player {player} ({name})" if name else f"Player {player}"


class Action(msgspec.Struct, frozen=True):
    """An open THREAT or ATTACK, which keeps *by* and *to* on the phone until it is answered.

    square, groups, risk: of a THREAT; risk: support by owner. size: of an ATTACK. counter: it was joined to an answer,
    and cannot be countered in turn. remind: when the other is to be reminded; None once done. sealed: what the seal of
    its RISK says it is; "" in games begun with 0.3.0 or earlier.
    """

    kind: Contest
    by: str
    to: str
    number: int
    begun: datetime
    due: datetime
    remind: datetime | None
    square: str = ""
    groups: Groups = ()
    risk: dict[str, int] = {}
    size: int = 0
    counter: bool = False
    sealed: str = ""


class Proposal(msgspec.Struct, frozen=True):
    """A proposed deal: what *by* would give and take. It lapses at *due*."""

    by: str
    to: str
    number: int
    give: Items
    take: Items
    due: datetime


class Waiting(msgspec.Struct, frozen=True):
    """Something that waits for the line, with its number among its sender's waiting items.

    period: the one in which it counts as a positive action, None if it is none. proposal: the accepted deal.
    """

    number: int
    by: str
    act: Positive | Give | None
    since: datetime
    period: int | None = None
    proposal: Proposal | None = None


class Closed(msgspec.Struct, frozen=True):
    """Something between two players that is over: its number for the pair, what it was, and how it ended."""

    by: str
    to: str
    number: int
    what: str
    how: str
    at: datetime


class Standing(msgspec.Struct, frozen=True):
    """How the GameMaster answers for a silent player. now: at once, without a window."""

    threat: str = "CALL"
    attack: str = "DEFEND"
    quote: tuple[str, ...] = ()
    now: bool = False


class Begun(msgspec.Struct, frozen=True):
    """A positive action that counts against the limit of its period."""

    by: str
    to: str
    period: int


class State(msgspec.Struct, frozen=True):
    """A game between two events.

    numbers: the last number of each pair, by `2/6`. waits: how many items of each player have waited so far. silent:
    those for whom the GameMaster had to answer; away: those who are ABSENT; vacant: those who have resigned. last: the
    time of the last event. shown: the boards last shown to each player, in cells. how: how the game ended, in words; ""
    while it runs.
    """

    options: Options
    seed: str
    began: datetime
    last: datetime
    books: Books
    actions: tuple[Action, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    closed: tuple[Closed, ...] = ()
    begun: tuple[Begun, ...] = ()
    numbers: dict[str, int] = {}
    waits: dict[str, int] = {}
    standing: dict[str, Standing] = {}
    silent: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    vacant: tuple[str, ...] = ()
    closing: bool = False
    shown: dict[str, dict[str, str]] = {}
    winners: tuple[Seat, ...] = ()
    how: str = ""

    @property
    def players(self) -> tuple[Seat, ...]:
        """The players, 1 to N."""
        return self.books.players

    def action_of(self, player: str) -> Action | None:
        """Return the THREAT or ATTACK that keeps *player* on the phone, or None."""
        return next((action for action in self.actions if player in (action.by, action.to)), None)

    def waits_for(self, player: str) -> bool:
        """Return whether *player* gets a window for answers: not if silent, absent or gone, nor if they want none."""
        held = player in (*self.silent, *self.away, *self.vacant)
        return not (held or self.standing_of(player).now)

    def standing_of(self, player: str) -> Standing:
        """Return the standing instructions of *player*."""
        return self.standing.get(player, Standing())

    def committed(self, player: str) -> dict[str, int]:
        """Return the pieces of *player* committed by their open THREAT, by place."""
        action = self.action_of(player)
        return dict(action.groups) if action is not None and action.by == player else {}

    def period(self, at: datetime, length: timedelta) -> int:
        """Return the number of the period that contains *at*, from 0; it ends after the letters of its last second."""
        seconds = at.replace(microsecond=0) - self.began.replace(microsecond=0)
        return max(timedelta(0), seconds - timedelta(seconds=1)) // length


def span(text: str) -> timedelta:
    """Parse a duration such as 24h or 1d12h. Raises ValueError."""
    found = SPAN.fullmatch(text.strip().lower())
    if found is None or not any(found.groups()):
        raise ValueError(words("duration.none", text=text))
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def pair(one: str, other: str) -> str:
    """Return a key for two players, the same in either order."""
    first, second = sorted((one, other), key=int)
    return f"{first}/{second}"
