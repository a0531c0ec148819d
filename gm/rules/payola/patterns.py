"""Repeating patterns of reduction rounds: found by what recurs, proved by arithmetic, skipped in whole periods.

Two overdrawn powers that bid for one unit swap it every round; with repetitions the pattern of swaps is longer.
As long as every comparison of one period keeps its sign in the next, the next is the same period over again.
Coprime repetitions make periods longer than the whole reduction; then rounds are walked, but only for the units
that can swap at all (Stride).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

import msgspec

from gm.rules.payola.market import Market

LONGEST = 3000  # steps of a period that are remembered
WORTH_WHILE = 24  # steps to be saved; proving a period costs about as much as walking that many
ENDLESS = 1 << 60
RESTLESS = 60  # short steps without a pattern after which units are walked alone
STRIDES = (3000, 1000, 300, 100)  # rounds to walk alone, the longest first
FEW = 6  # units worth walking alone; where more of them swap there are fewer rounds
Close = Sequence[tuple[int, ...]]


class Moment(msgspec.Struct, frozen=True):
    """The first round of a step: the reductions so far, and who was over, what was chosen and spent, all as numbers."""

    round: int
    reductions: tuple[int, ...]
    over: tuple[int, ...]
    winner: tuple[int, ...]
    level_spent: tuple[int, ...]
    slope_spent: tuple[int, ...]


Point = tuple[Moment, tuple[int, ...]]  # a round of a step: the step, and the reductions in that round


class History:
    """The last steps of a reduction since a bid last changed course."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._moments: list[Moment] = []
        self._seen: dict[tuple[tuple[int, ...], ...], int] = {}
        self._turns = -1
        self._patience = 0
        self._calm = RESTLESS

    def skip(self, over: Sequence[int], close: Close) -> bool:
        """Note this step; if it repeats an earlier one, skip all periods that are proved. Return whether it skipped.

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

    def stride(self) -> bool:
        """Walk many rounds for a few units if steps are single rounds without a pattern. Return whether it walked."""
        steps = len(self._moments)
        if steps < self._calm or self._market.round - self._moments[0].round > 2 * steps:
            return False
        self._market.look_again()
        for rounds in STRIDES:
            units = [unit for unit, due in enumerate(self._market.due) if due < self._market.round + rounds]
            if len(units) <= FEW:
                if Stride(self._market, units, rounds).walk():
                    self._forget(self._turns)
                    return True
                break
        self._calm = 2 * steps
        return False

    def _moment(self, over: Sequence[int]) -> Moment:
        market = self._market
        return Moment(
            round=market.round,
            reductions=tuple(market.reductions),
            over=tuple(over),
            winner=tuple(market.winner),
            level_spent=tuple(market.level_spent),
            slope_spent=tuple(market.slope_spent),
        )

    def _forget(self, turns: int) -> None:
        self._moments.clear()
        self._seen.clear()
        self._turns = turns
        self._patience = 0
        self._calm = RESTLESS

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
        """Yield the first and the last round of each step since *before*: everything between them is linear."""
        period = self._moments[before:]
        ends = [moment.round for moment in period[1:]] + [self._market.round]
        for moment, end in zip(period, ends, strict=True):
            yield moment, moment.reductions
            more = end - moment.round - 1
            if more:
                yield moment, tuple(r + more if p in moment.over else r for p, r in enumerate(moment.reductions))

    def _room(self, step: Sequence[int]) -> int:
        """Return how many periods leave every bid on its course."""
        return min((self._market.room(power) // by for power, by in enumerate(step) if by), default=0)

    def _times_over(self, points: Sequence[Point], step: Sequence[int]) -> int:
        """Return how many further periods leave the same powers overdrawn, round for round."""
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
        """Return how many further periods keep every unit's choice in every round."""
        times = ENDLESS
        for unit, candidates in enumerate(self._market.of_unit):
            if len(candidates) > 1 and times > 0:
                chosen = {moment.winner[unit] for moment, _ in points}
                steady = self._times_steady(unit, chosen.pop(), step, length) if len(chosen) == 1 else 0
                # A lead too small for the bound may still hold, round for round.
                times = min(times, steady or self._times_swapped(points, unit, candidates, step))
        return times

    def _times_steady(self, unit: int, chosen: int, step: Sequence[int], length: int) -> int:
        """The same for a unit that never changes its choice: its lead must outlast all that a period can take."""
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

    def _times_swapped(self, points: Sequence[Point], unit: int, candidates: Sequence[int], step: Sequence[int]) -> int:
        """The same for a unit that swaps orders: in each round of the period a lead must stay a lead, a tie a tie."""
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
        """Return by how much the lead of *chosen* over *other* falls in a whole period."""
        mine: int = sum(map(mul, self._market.slope[chosen], step))
        theirs: int = sum(map(mul, self._market.slope[other], step))
        return mine - theirs


class Step(msgspec.Struct, frozen=True):
    """A round with certain choices: who is reduced, what that takes from each candidate, and how long it stays so.

    falls: by walked unit and by candidate near enough to be chosen. caps: for each power of *over*, the reductions
    since the stride began after which it may no longer be over, or a bid changes course.
    """

    over: tuple[int, ...]
    falls: tuple[tuple[int, ...], ...]
    caps: tuple[tuple[int, int], ...]


class Stride:
    """Rounds walked for a few units alone, while the choices of all others are known to be safe."""

    def __init__(self, market: Market, units: Sequence[int], rounds: int) -> None:
        """*rounds*: how long at most the units not among *units* keep their choices, whoever is reduced."""
        self._market, self._units, self._rounds = market, units, rounds
        self._near = [self._reachable(unit) for unit in units]
        self._gone = [0] * len(market.powers)
        self._steps: dict[tuple[int, ...], Step] = {}

    def _reachable(self, unit: int) -> list[int]:
        """Return the candidates that may be chosen meanwhile: no total rises, and the fall of the best is bounded."""
        market = self._market
        best = market.winner[unit]
        least = market.total(best) - sum(market.slope[best]) * self._rounds
        return [c for c in market.of_unit[unit] if market.total(c) >= least]

    def walk(self) -> bool:
        """Walk until a bid changes course, nobody is over, or the rounds are used up. Return whether it walked."""
        totals = [[self._market.total(c) for c in near] for near in self._near]
        gone, walked = self._gone, 0
        while walked < self._rounds:
            step = self._step(tuple([self._choice(n, found) for n, found in enumerate(totals)]))
            if not step.over or any([gone[power] >= cap for power, cap in step.caps]):
                break
            for power in step.over:
                gone[power] += 1
            totals = [
                [total - fall for total, fall in zip(found, falls, strict=True)]
                for found, falls in zip(totals, step.falls, strict=True)
            ]
            walked += 1
        if walked:
            self._market.pass_over(gone, walked)
        return walked > 0

    def _choice(self, number: int, totals: Sequence[int]) -> int:
        """Return the candidate that a unit chooses, as its place among the near ones."""
        best = max(totals)
        if totals.count(best) == 1:
            return totals.index(best)
        near = self._near[number]
        tied = tuple([c for c, total in zip(near, totals, strict=True) if total == best])
        return near.index(self._market.ties.winner(self._units[number], tied))

    def _step(self, choices: tuple[int, ...]) -> Step:
        """Return what a round does with these *choices*, computed again only when it no longer applies."""
        step = self._steps.get(choices)
        if step is None or any([self._gone[power] >= cap for power, cap in step.caps]):
            step = self._steps[choices] = self._worked_out(choices)
        return step

    def _worked_out(self, choices: Sequence[int]) -> Step:
        market = self._market
        level, slope = list(market.level_spent), list(market.slope_spent)
        for unit, near, choice in zip(self._units, self._near, choices, strict=True):
            for sign, c in ((-1, market.winner[unit]), (1, near[choice])):
                for power in range(len(level)):
                    level[power] += sign * market.level[c][power]
                    slope[power] += sign * market.slope[c][power]
        caps = []
        for power, start in enumerate(market.reductions):
            # A power is over while level - slope * (start + gone) is more than it has.
            spare = level[power] - slope[power] * start - market.available[power] - 1
            if spare >= slope[power] * self._gone[power]:
                last = spare // slope[power] + 1 if slope[power] else ENDLESS
                caps.append((power, min(last, market.room(power))))
        over = tuple([power for power, _ in caps])
        falls = tuple([tuple([sum([market.slope[c][p] for p in over]) for c in near]) for near in self._near])
        return Step(over, falls, tuple(caps))
