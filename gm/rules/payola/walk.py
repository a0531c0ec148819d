"""Rounds walked one by one, where units swap orders in nearly every round.

Each pair of candidates that may be chosen has a lane with the lead of one over the other, so all that a round takes is
one subtraction, and a look into what the signs of all leads meant before: nothing is done for each unit that swaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from operator import mul

from gm.rules.payola.auction import Auction
from gm.rules.payola.lanes import BIAS, WIDTH, lane, ones, unpacked
from gm.rules.payola.market import Market

STRETCHES = (4000, 1000, 250, 60)  # rounds to walk, the longest first
PAIRS = 1500  # at most so many pairs of candidates are walked with
SELDOM = 4  # rounds without a swap, on average, from which on it is better to jump
KEPT = 500  # patterns of signs whose meaning is kept


class Pairs:
    """All pairs of some candidates, a lane for each pair.

    signed: by candidate, 1 in the lanes where it is the first of the pair, -1 where it is the second. own, led: the
    signs of its pairs, and of those in which it is the first.
    """

    def __init__(self, candidates: int) -> None:
        self.signed, self.own, self.led = [0] * candidates, [0] * candidates, [0] * candidates
        pairs = list(combinations(range(candidates), 2))
        for n, (first, second) in enumerate(pairs):
            self.signed[first] += 1 << WIDTH * n
            self.signed[second] -= 1 << WIDTH * n
            self.own[first] += BIAS << WIDTH * n
            self.own[second] += BIAS << WIDTH * n
            self.led[first] += BIAS << WIDTH * n
        self.width = WIDTH * len(pairs)
        self._winners: dict[int, int] = {}

    def differences(self, values: Sequence[int]) -> int:
        """Return by how much the first of each pair has more than the second, given what each candidate has."""
        return sum(map(mul, values, self.signed))

    def winner(self, signs: int) -> int:
        """Return the candidate that has the lead in all its pairs, given in which the first has it."""
        if signs not in self._winners:
            tests = enumerate(zip(self.own, self.led, strict=True))
            self._winners[signs] = next(c for c, (own, led) in tests if signs & own == led)
        return self._winners[signs]


class Contest:
    """One unit that may swap orders, and those of its candidates that it may choose meanwhile.

    start: where its lanes begin. offers, slopes: by candidate, what each power offers now, and how that falls, in the
    lanes of powers. leads: of one candidate of each pair over the other; pulls: by power, how they fall when it is
    reduced.
    """

    def __init__(
        self, auction: Auction, near: Sequence[int], reductions: Sequence[int], pairs: Pairs, start: int
    ) -> None:
        self.near, self.pairs, self.start = near, pairs, start
        payers = [auction.payers_of(c) for c in near]
        offers = [
            {p: auction.offered(p, c, reductions[p]) for p in found} for c, found in zip(near, payers, strict=True)
        ]
        slopes = [{p: lane(auction.slope[p], c) for p in found} for c, found in zip(near, payers, strict=True)]
        self.offers, self.slopes = [packed(row.items()) for row in offers], [packed(row.items()) for row in slopes]
        self.leads = pairs.differences([sum(row.values()) for row in offers]) << start
        powers = {power for found in payers for power in found}
        self.pulls = {power: self.falling([row.get(power, 0) for row in slopes]) for power in powers}

    def falling(self, slopes: Sequence[int]) -> int:
        """Return by how much leads fall, given by how much each candidate does."""
        return self.pairs.differences(slopes) << self.start

    def winner(self, signs: int) -> int:
        """Return which candidate is chosen, given which of each pair of all units has the lead."""
        return self.pairs.winner((signs >> self.start) & ((1 << self.pairs.width) - 1))


def packed(held: Iterable[tuple[int, int]]) -> int:
    """Return lanes, given which holds what."""
    return sum([number << WIDTH * n for n, number in held])


class Walk:
    """A walk from where a market stands."""

    def __init__(self, market: Market, near: Mapping[int, Sequence[int]], rounds: int) -> None:
        """near: the candidates that may be chosen in so many rounds, by unit, where there are several."""
        self._market, self._rounds = market, rounds
        self._excess, self._spends = list(market.excess), list(market.spends)
        self._turns = [list(turns) for turns in market.turns]
        self._powers = len(self._excess)
        self._over = BIAS * ones(self._powers)
        self._contests: dict[int, Contest] = {}
        self._leads, self._pulls, start = 0, [0] * self._powers, 0
        pairs = {count: Pairs(count) for count in {*map(len, near.values())}}
        for unit, found in near.items():
            contest = Contest(market.auctions[unit], found, market.reductions, pairs[len(found)], start)
            self._without(contest, found.index(market.choice[unit]))
            self._contests[unit] = contest
            self._leads += contest.leads
            for power, pull in contest.pulls.items():
                self._pulls[power] += pull
            start += contest.pairs.width
        self._signs = BIAS * ones(start // WIDTH)
        self._leads += self._signs
        self.swaps = 0
        self._known: dict[int, int] = {}
        self._falls: dict[int, int] = {}

    def _without(self, contest: Contest, choice: int) -> None:
        """Take what is paid for the choice of a unit from the accounts: what it pays depends on its next choice."""
        for power in range(self._powers):
            self._excess[power] -= lane(contest.offers[choice], power)
            self._spends[power] -= lane(contest.slopes[choice], power)

    def run(self) -> tuple[int, ...]:
        """Walk until nobody is overdrawn; return how often each power is reduced."""
        gone, seen, until = 0, -1, 0
        rooms = self._rooms()
        for _ in range(self._rounds):
            signs = self._leads & self._signs
            if signs != seen:
                seen, until = signs, self._until(signs)
                self.swaps += 1
            over = (until - gone) & self._over
            if not over:
                break
            if (rooms - gone) & self._over != self._over:
                if not self._turn(unpacked(gone, self._powers)):
                    break
                rooms, seen = self._rooms(), -1
                continue
            self._leads -= self._fall(over)
            gone += over // BIAS
        return unpacked(gone, self._powers)

    def _rooms(self) -> int:
        """Return the last reduction of each power before one of its bids turns, in lanes, BIAS higher."""
        market = self._market
        last = [
            min(turns[-1][0] - gone, self._rounds + 1) - 1 if turns else self._rounds
            for turns, gone in zip(self._turns, market.reductions, strict=True)
        ]
        return packed(enumerate([BIAS + most for most in last]))

    def _turn(self, gone: Sequence[int]) -> bool:
        """Turn the bids that turn after so many reductions; return whether it is known how to go on."""
        for power, turns in enumerate(self._turns):
            now = self._market.reductions[power] + gone[power]
            while turns and turns[-1][0] == now:
                _, unit, candidates, change = turns.pop()
                # Where totals fall faster, candidates may be chosen that seemed out of reach.
                if change > 0:
                    return False
                if unit in self._contests:
                    self._turn_near(self._contests[unit], power, candidates, gone[power])
                else:
                    chosen = lane(candidates, self._market.choice[unit])
                    self._spends[power] -= chosen
                    self._excess[power] -= chosen * gone[power]
                    if chosen:
                        self._known.clear()
        return True

    def _turn_near(self, contest: Contest, power: int, candidates: int, gone: int) -> None:
        """Let candidates of a unit that may swap no longer fall by so much."""
        falls = [lane(candidates, c) for c in contest.near]
        if not any(falls):
            return
        self._falls.clear()
        self._pulls[power] -= contest.falling(falls)
        for c, fall in enumerate(falls):
            contest.slopes[c] -= fall << WIDTH * power
            contest.offers[c] -= fall * gone << WIDTH * power
        for signs in list(self._known):
            if falls[contest.winner(signs)]:
                del self._known[signs]

    def _fall(self, over: int) -> int:
        """Return by how much leads fall in a round that reduces *over*: powers, by the signs of their lanes."""
        if over not in self._falls:
            self._falls[over] = sum([pull for power, pull in enumerate(self._pulls) if lane(over, power)])
        return self._falls[over]

    def _until(self, signs: int) -> int:
        """Return the last reduction of each power for which it is over, in lanes, BIAS higher.

        signs: which of each pair of candidates has the lead.
        """
        if signs not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[signs] = self._worked_out(signs)
        return self._known[signs]

    def _worked_out(self, signs: int) -> int:
        offers = slopes = 0
        for contest in self._contests.values():
            winner = contest.winner(signs)
            offers += contest.offers[winner]
            slopes += contest.slopes[winner]
        until = []
        for power, (fixed, steady) in enumerate(zip(self._excess, self._spends, strict=True)):
            excess, spends = fixed + lane(offers, power), steady + lane(slopes, power)
            last = (excess - 1) // spends if spends else self._rounds
            until.append(BIAS + min(last, self._rounds) if excess > 0 else BIAS - 1)
        return packed(enumerate(until))


def walk(market: Market) -> bool:
    """Walk as far as can be seen that few units may swap; return whether it was worth walking."""
    leads = [market.leads_of(unit) for unit in range(len(market.auctions))]
    for stretch in STRETCHES:
        near = _near(market, leads, stretch)
        if sum([len(candidates) * (len(candidates) - 1) for candidates in near.values()]) <= 2 * PAIRS:
            steps = Walk(market, near, stretch)
            market.pass_over(steps.run())
            return steps.swaps > stretch // SELDOM
    return False


def _near(market: Market, leads: Sequence[Sequence[int]], rounds: int) -> dict[int, list[int]]:
    """Return the candidates that units may choose in so many rounds, where there are several.

    No offer rises, so a candidate whose total is less than what is left of the choice's then cannot be chosen.
    """
    near = {}
    for unit, (auction, choice, found) in enumerate(zip(market.auctions, market.choice, leads, strict=True)):
        reach = BIAS + rounds * sum([lane(slope, choice) for slope in auction.slope])
        candidates = [c for c, lead in enumerate(found) if lead <= reach]
        if len(candidates) > 1:
            near[unit] = candidates
    return near
