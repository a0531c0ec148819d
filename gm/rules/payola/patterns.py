"""Repeating patterns of reduction rounds: found by what recurs, proved by arithmetic, skipped in whole periods.

Two overdrawn powers that bid for one unit swap it every round; with repetitions the swap takes a longer pattern.
As long as every comparison of one period keeps its sign in the next, the next is the same period over again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gm.rules.payola.determination import Market

LONGEST = 3000  # steps of a period that are remembered
WORTH_WHILE = 24  # steps saved; proving a period costs about as much as walking that many
ENDLESS = 1 << 60
Close = Sequence[tuple[int, ...]]


class Moment(msgspec.Struct, frozen=True):
    """The first round of a step: the reductions so far, who was over, what was chosen and spent. All numbers."""

    round: int
    reductions: tuple[int, ...]
    over: tuple[int, ...]
    winner: tuple[int, ...]
    level_spent: tuple[int, ...]
    slope_spent: tuple[int, ...]


Point = tuple[Moment, tuple[int, ...]]  # a round of a step: the step, and the reductions in that round


class History:
    """The last steps of one reduction since a bid last changed course."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._moments: list[Moment] = []
        self._seen: dict[tuple[tuple[int, ...], ...], int] = {}
        self._turns = -1
        self._patience = 0

    def skip(self, over: Sequence[int], close: Close) -> bool:
        """Note this step; if it repeats an earlier one, skip as many whole periods as are proved. True: skipped.

        close: for each unit near a change what it has chosen, what may take its place, and the lead.
        """
        turns = self._market.turns
        if turns != self._turns or len(self._moments) > LONGEST:
            self._forget(turns)
        if close:
            key = (tuple(over), *close)
            before = self._seen.get(key)
            if before is not None and len(self._moments) >= self._patience:
                if self._skip_since(before):
                    self._forget(turns)
                    return True
                # A pattern that recurs but cannot be proved would be tried in every round: wait twice as long.
                self._patience = 2 * len(self._moments)
            self._seen[key] = len(self._moments)
        self._moments.append(self._moment(over))
        return False

    def _moment(self, over: Sequence[int]) -> Moment:
        market = self._market
        return Moment(
            market.round,
            tuple(market.reductions),
            tuple(over),
            tuple(market.winner),
            tuple(market.level_spent),
            tuple(market.slope_spent),
        )

    def _forget(self, turns: int) -> None:
        self._moments.clear()
        self._seen.clear()
        self._turns = turns
        self._patience = 0

    def _skip_since(self, before: int) -> bool:
        market = self._market
        start = self._moments[before]
        if start.winner != tuple(market.winner):
            return False
        step = [now - then for now, then in zip(market.reductions, start.reductions, strict=True)]
        points = list(self._points(before))
        times = min(self._room(step), self._times_over(points, step))
        if times * len(points) >= WORTH_WHILE:
            times = min(times, self._times_chosen(points, step, market.round - start.round))
        if times * len(points) < WORTH_WHILE:
            return False
        market.pass_over([by * times for by in step], (market.round - start.round) * times)
        return True

    def _points(self, before: int) -> Iterator[Point]:
        """The first and the last round of each step since *before*: between them everything is a straight line."""
        period = self._moments[before:]
        ends = [moment.round for moment in period[1:]] + [self._market.round]
        for moment, end in zip(period, ends, strict=True):
            yield moment, moment.reductions
            more = end - moment.round - 1
            if more:
                yield moment, tuple(r + more if p in moment.over else r for p, r in enumerate(moment.reductions))

    def _room(self, step: Sequence[int]) -> int:
        """How many periods leave every bid on its course."""
        return min((self._market.room(power) // by for power, by in enumerate(step) if by), default=0)

    def _times_over(self, points: Sequence[Point], step: Sequence[int]) -> int:
        """How many further periods leave overdrawn, round for round, whoever was; who was not stays so."""
        times = ENDLESS
        for moment, reductions in points:
            for power in moment.over:
                slope = moment.slope_spent[power]
                fall = slope * step[power]
                if fall:
                    spent = moment.level_spent[power] - slope * reductions[power]
                    times = min(times, (spent - self._market.available[power] - 1) // fall)
        return times

    def _times_chosen(self, points: Sequence[Point], step: Sequence[int], length: int) -> int:
        """How many further periods keep every unit's choice in every round."""
        times = ENDLESS
        for unit, candidates in enumerate(self._market.of_unit):
            if len(candidates) > 1 and times > 0:
                chosen = {moment.winner[unit] for moment, _ in points}
                steady = self._times_steady(unit, chosen.pop(), step, length) if len(chosen) == 1 else 0
                # A lead too small for the bound may still hold, round for round.
                times = min(times, steady or self._times_swapped(points, unit, candidates, step))
        return times

    def _times_steady(self, unit: int, chosen: int, step: Sequence[int], length: int) -> int:
        """A unit with one choice throughout: its lead must outlast what a period can take from it at the most."""
        market, times = self._market, ENDLESS
        best = market.total(chosen)
        for _, c, pull in market.pulls(unit, chosen):
            spare = best - market.total(c) - pull * length - 1
            drift = self._drift(chosen, c, step)
            if spare < 0:
                return 0
            if drift > 0:
                times = min(times, spare // drift)
        return times

    def _times_swapped(
        self, points: Sequence[Point], unit: int, candidates: Sequence[int], step: Sequence[int]
    ) -> int:
        """A unit that swaps orders: in each round of the period its lead must stay a lead, and a tie a tie."""
        market, times = self._market, ENDLESS
        drifts: dict[int, list[tuple[int, int]]] = {}
        for moment, reductions in points:
            chosen = moment.winner[unit]
            if chosen not in drifts:
                found = ((c, self._drift(chosen, c, step)) for c in candidates if c != chosen)
                drifts[chosen] = [(c, drift) for c, drift in found if drift > 0]
            for c, drift in drifts[chosen]:
                lead = market.total(chosen, reductions) - market.total(c, reductions)
                times = min(times, (lead - 1) // drift if lead else 0)
        return times

    def _drift(self, chosen: int, other: int, step: Sequence[int]) -> int:
        """By how much the lead of *chosen* over *other* falls in a whole period."""
        mine: int = sum(map(mul, self._market.slope[chosen], step))
        theirs: int = sum(map(mul, self._market.slope[other], step))
        return mine - theirs
