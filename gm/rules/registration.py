"""A ruleset as everything else sees it: each ability is there, and does nothing where the game has no need of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import msgspec

from gm.rules import Given, Ruling, Seat, Step
from gm.rules.ruleset import (
    Audited,
    Bordered,
    Card,
    Drawn,
    Judged,
    Live,
    Named,
    O,
    Owned,
    Rules,
    S,
    Sealed,
    Standing,
    Storied,
    Tapped,
    Voted,
    Yearly,
)
from gm.rules.stories.story import Part, Story

Own: TypeAlias = Any  # options or a state, whose Structs only the ruleset itself knows


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset as registered. Each ability is the ruleset itself, or a stand-in that does nothing.

    seals: whether what is filed is sealed. borders: whether seats lie beside each other on a board that all see. years:
    whether the game goes by years, in which what seats own changes hands.
    """

    name: str
    rules: Rules[Own, Own]
    live: Live[Own]
    named: Named[Own, Own]
    voted: Voted[Own]
    sealed: Sealed[Own]
    standing: Standing[Own]
    audited: Audited[Own]
    judged: Judged
    drawn: Drawn[Own]
    bordered: Bordered[Own]
    yearly: Yearly[Own]
    storied: Storied[Own]
    tapped: Tapped[Own, Own]
    seals: bool
    borders: bool
    years: bool

    @property
    def card(self) -> Card:
        """The card of the ruleset."""
        return self.rules.card


def registered(name: str, rules: Rules[Own, Own]) -> Ruleset:
    """Wrap *rules* as a Ruleset."""
    return Ruleset(
        name=name,
        rules=rules,
        live=rules if isinstance(rules, Live) else _NotLive(),
        named=rules if isinstance(rules, Named) else _ByCode(rules),
        voted=rules if isinstance(rules, Voted) else _NotVoted(),
        sealed=rules if isinstance(rules, Sealed) else _NotSealed(),
        standing=rules if isinstance(rules, Standing) else _NotStanding(),
        audited=rules if isinstance(rules, Audited) else _NotAudited(),
        judged=rules if isinstance(rules, Judged) else _NotJudged(),
        drawn=rules if isinstance(rules, Drawn) else _NotDrawn(),
        bordered=rules if isinstance(rules, Bordered) else _NotBordered(),
        yearly=rules if isinstance(rules, Yearly) else _NotYearly(),
        storied=rules if isinstance(rules, Storied) else _NotStoried(),
        tapped=rules if isinstance(rules, Tapped) else _NotTapped(),
        seals=isinstance(rules, Sealed),
        borders=isinstance(rules, Bordered),
        years=isinstance(rules, Yearly),
    )


class _NotLive(Live[S]):
    """A stand-in for Live: the only times are the deadlines of phases."""

    def alarms(self, state: S) -> tuple[datetime, ...]:
        return ()

    def alarm(self, state: S, at: datetime) -> Step:
        return Step(state)

    def ends(self, state: S) -> datetime | None:
        return None

    def warning(self, state: S) -> timedelta | None:
        return None

    def wake(self, state: S, at: datetime, absent: Sequence[Seat]) -> Step:
        return Step(state)

    def later(self, state: S, since: datetime, by: timedelta) -> S:
        return state

    def put_off(self, state: S, since: datetime, to: datetime, by: timedelta) -> Step:
        return Step(state)

    def heard(self, state: S, seat: Seat) -> S:
        return state

    def digest(self, state: S, seat: Seat, at: datetime) -> Step:
        return Step(state)


class _ByCode(Named[Own, Own]):
    """A stand-in for Named: the seats are called by their codes."""

    def __init__(self, rules: Rules[Own, Own]) -> None:
        self._rules = rules

    def names(self, options: Own) -> dict[Seat, str]:
        return {seat: seat for seat in self._rules.seats(options)}


class _NotVoted(Voted[S]):
    def votes_needed(self, state: S) -> tuple[Seat, ...]:
        return ()


class _NotSealed(Sealed[S]):
    def on_file(self, state: S, seat: Seat) -> str:
        return ""


class _NotStanding(Standing[S]):
    def stands(self, state: S, seat: Seat) -> None:
        return None

    def standing_lines(self, state: S, seat: Seat) -> tuple[str, ...]:
        return ()


class _NotAudited(Audited[S]):
    def audit(self, state: S) -> str:
        return ""


class _NotJudged(Judged):
    def position(self, given: Given, board: str = "standard") -> Ruling:
        raise ValueError("this ruleset judges no single positions")


class _NotDrawn(Drawn[S]):
    def picture(self, state: S, seat: Seat | None) -> None:
        return None


class _NotBordered(Bordered[S]):
    def touching(self, state: S, seat: Seat) -> tuple[Seat, ...]:
        return ()


class _NotYearly(Yearly[S]):
    thing = ""

    def owned(self, state: S) -> Owned:
        return Owned(0, {})


class _NotStoried(Storied[O]):
    def story(self, options: O, parts: Sequence[Part], outcome: str) -> Story:
        return Story()


class _NotTapped(Tapped[O, S]):
    def boards_to_tap(self) -> tuple[O, ...]:
        return ()

    def board_to_tap(self, options: O) -> None:
        return None

    def to_tap(self, state: S, seat: Seat) -> None:
        return None
