"""All bids while overdrawn powers are reduced (5.5): what each order is offered, and what a round of reduction changes.

Between two changes every amount is linear in the number of its power's reductions, so the rounds until something can
change are counted, not walked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

from gm.rules import Seat
from gm.rules.payola.state import DIRECT, Bid
from gm.rules.payola.ties import TieBreaker
from gm.rules.provinces.orders import HOLD, Order

FOREVER = 1 << 60


class Course:
    """How the bids of one power fall as it is reduced: to their plateaus and then, plateaus void, to nothing.

    turns: at which reduction a bid changes course, as (reductions, bid, its new level, its new slope), sorted; a bid
    is worth level - slope * reductions.
    """

    def __init__(self, bids: Sequence[Bid], first: int) -> None:
        self.full = max((bid.amount - bid.plateau for bid in bids), default=0)
        turns = []
        for number, bid in enumerate(bids, first):
            turns.append((bid.amount - bid.plateau, number, bid.plateau, 0))
            if bid.plateau:
                turns.append((self.full, number, bid.plateau + self.full, 1))
                turns.append((self.full + bid.plateau, number, 0, 0))
        self.turns = sorted(turns)
        self.next = 0

    def amount(self, bid: Bid, reductions: int) -> int:
        """Return what *bid* is worth after *reductions* (5.5)."""
        if reductions <= self.full:
            return max(bid.plateau, bid.amount - reductions)
        return max(0, bid.plateau - (reductions - self.full))


class Market:
    """All bids on all units, and the state of the reduction. Candidates, units and powers are numbers here."""

    def __init__(
        self,
        owners: Mapping[str, Seat],
        bids: Mapping[Seat, Sequence[Bid]],
        acceptance: Mapping[Seat, Sequence[Seat]],
        available: Mapping[Seat, int],
    ) -> None:
        """owners: the power of each unit; available: what each power may spend (balance less savings, at least 0)."""
        self.powers = list(bids)
        self.units = list(owners)
        self.available = [available[power] for power in self.powers]
        self.reductions = [0] * len(self.powers)
        self.bids = [bid for power in self.powers for bid in bids[power]]
        self._payers = [number for number, power in enumerate(self.powers) for _ in bids[power]]
        self._number = {unit: number for number, unit in enumerate(self.units)}
        self._collect_candidates()
        self._price()
        firsts = [self._payers.index(n) if n in self._payers else 0 for n in range(len(self.powers))]
        self.courses = [Course(bids[p], first) for p, first in zip(self.powers, firsts, strict=True)]
        ranks = {power: number for number, power in enumerate(self.powers)}
        self.ties = TieBreaker(
            [[ranks[p] for p in acceptance[owner] if p in ranks] for owner in owners.values()], self.places, self.direct
        )
        self.winner = [-1] * len(self.units)
        self.level_spent = [0] * len(self.powers)
        self.slope_spent = [0] * len(self.powers)
        self.round = self.turns = 0
        self.due = [0] * len(self.units)
        # The total of each candidate when last computed, and the candidate that each unit has chosen.
        self._known = [[FOREVER] * len(candidates) for candidates in self.of_unit]
        self._place = [0] * len(self.units)
        # Pulls change only where a bid changes course, but are asked for in every round.
        self._pulls: list[dict[int, list[tuple[int, int, int]]]] = [{} for _ in self.units]
        # Units whose due round holds only while exactly the powers of _over are reduced.
        self._leaning: set[int] = set()
        self._over: tuple[int, ...] = ()
        self._drifts: list[dict[tuple[int, tuple[int, ...]], list[tuple[int, int, int]]]] = [{} for _ in self.units]
        for power in range(len(self.powers)):
            self._turn(power)

    def _collect_candidates(self) -> None:
        """Collect the candidates of each unit: the orders named by direct bids, or HOLD where nobody bids."""
        self.orders: list[Order] = []
        self.of_unit: list[list[int]] = [[] for _ in self.units]
        index: list[dict[Order, int]] = [{} for _ in self.units]
        wanted = [(self._number[bid.unit], bid.orders[0]) for bid in self.bids if bid.sign == DIRECT]
        bid_for = {unit for unit, _ in wanted}
        wanted += [(unit, HOLD) for unit in range(len(self.units)) if unit not in bid_for]
        for unit, order in wanted:
            if order not in index[unit]:
                index[unit][order] = len(self.orders)
                self.of_unit[unit].append(len(self.orders))
                self.orders.append(order)
        self.pays = [
            [index[unit][bid.orders[0]]]
            if bid.sign == DIRECT
            else [c for c in self.of_unit[unit] if bid.pays_for(self.orders[c])]
            for bid in self.bids
            for unit in (self._number[bid.unit],)
        ]

    def _price(self) -> None:
        """Compute level and slope of each candidate by power, its total level, and its earliest place in each sheet."""
        count = len(self.orders)
        self.level = [[0] * len(self.powers) for _ in range(count)]
        self.slope = [[0] * len(self.powers) for _ in range(count)]
        self.places: list[dict[int, int]] = [{} for _ in range(count)]
        self.direct: list[dict[int, int]] = [{} for _ in range(count)]
        for place, (bid, power, paid) in enumerate(zip(self.bids, self._payers, self.pays, strict=True)):
            for c in paid:
                self.level[c][power] += bid.amount
                self.slope[c][power] += 1
                self.places[c].setdefault(power, place)
            if bid.sign == DIRECT:
                self.direct[paid[0]].setdefault(power, place)
        self.height = [sum(level) for level in self.level]
        self.bid_level = [bid.amount for bid in self.bids]
        self.bid_slope = [1] * len(self.bids)

    def overdrawn(self) -> list[int]:
        """Return the powers that would pay more than they may spend for the orders now chosen."""
        accounts = zip(self.level_spent, self.slope_spent, self.reductions, self.available, strict=True)
        return [p for p, (level, slope, gone, have) in enumerate(accounts) if level - slope * gone > have]

    def _excess(self, power: int) -> int:
        """Return by how much the power is overdrawn with the orders now chosen."""
        spent = self.level_spent[power] - self.slope_spent[power] * self.reductions[power]
        return spent - self.available[power]

    def advance(self, over: Sequence[int]) -> None:
        """Reduce the powers *over*, as many times at once as nothing can change in between."""
        self._lean_on(tuple(over))
        rounds = max(1, min(self.due) - self.round)
        if rounds > 1:
            ends = [-(-self._excess(power) // self.slope_spent[power]) for power in over if self.slope_spent[power]]
            rounds = max(1, min(rounds, *ends, *[self.room(power) for power in over]))
        self.round += rounds
        for power in over:
            self.reductions[power] += rounds
            self._turn(power)

    def _lean_on(self, over: tuple[int, ...]) -> None:
        """Look farther ahead for units due at once: while only *over* are reduced, leads fall by known steps.

        The bound of _safe always holds but is low: where candidates are close and their payers fall alike, every round
        would be walked though nothing changes.
        """
        if over != self._over:
            self._over = over
            for unit in self._leaning:
                if self.due[unit] > self.round:
                    self.due[unit] = self.round + 1
        for unit, due in enumerate(self.due):
            if due <= self.round + 1:
                self._leaning.add(unit)
                self.due[unit] = self.round + 1 + self._straight(unit, over)

    def _straight(self, unit: int, over: tuple[int, ...]) -> int:
        """Return how many rounds the choice of *unit* is safe if exactly the powers *over* are reduced in each."""
        chosen, known = self.winner[unit], self._known[unit]
        drifts = self._drifts[unit].get((chosen, over))
        if drifts is None:
            drifts = self._drifts[unit][chosen, over] = self._falling_leads(unit, chosen, over)
        safe = FOREVER
        best = self.total(chosen) if drifts else 0
        for place, c, drift in drifts:
            # What was known earlier is at least the total now, so this lead is a lower bound.
            if (best - known[place] - 1) // drift < safe:
                known[place] = self.total(c)
                safe = min(safe, max(0, (best - known[place] - 1) // drift))
        return safe

    def _falling_leads(self, unit: int, chosen: int, over: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Return the candidates that gain on *chosen* in a round that reduces *over*: place, candidate, gain."""
        mine = sum([self.slope[chosen][p] for p in over])
        falls = ((place, c, sum([self.slope[c][p] for p in over])) for place, c in enumerate(self.of_unit[unit]))
        return [(place, c, mine - fall) for place, c, fall in falls if fall < mine]

    def room(self, power: int) -> int:
        """Return how many reductions of *power* leave all its bids on their course."""
        course = self.courses[power]
        if course.next == len(course.turns):
            return FOREVER
        return course.turns[course.next][0] - self.reductions[power]

    def _turn(self, power: int) -> None:
        """Change the course of those bids of *power* that have reached a turn."""
        course, now = self.courses[power], self.reductions[power]
        while course.next < len(course.turns) and course.turns[course.next][0] <= now:
            _, bid, level, slope = course.turns[course.next]
            course.next += 1
            self.turns += 1
            more_level, more_slope = level - self.bid_level[bid], slope - self.bid_slope[bid]
            self.bid_level[bid], self.bid_slope[bid] = level, slope
            unit = self._number[self.bids[bid].unit]
            self.due[unit] = 0
            self._pulls[unit].clear()
            self._drifts[unit].clear()
            for c in self.pays[bid]:
                self.level[c][power] += more_level
                self.height[c] += more_level
                self.slope[c][power] += more_slope
                if self.winner[unit] == c:
                    self.level_spent[power] += more_level
                    self.slope_spent[power] += more_slope

    def decide(self) -> list[tuple[int, ...]]:
        """Let units choose again where something may have changed; return what is close to change, for the history."""
        close: list[tuple[int, ...]] = []
        for unit, due in enumerate(self.due):
            if due <= self.round:
                self._choose(unit, close)
        return close

    def look_again(self) -> None:
        """Recompute the due round of every unit so that it holds whoever is reduced."""
        for unit in self._leaning:
            self.due[unit] = 0
        self.decide()

    def pass_over(self, reductions: Sequence[int], rounds: int) -> None:
        """Apply *reductions*, by power, over *rounds* in which nothing else is known to change."""
        self.round += rounds
        self.due = [0] * len(self.due)
        for power, more in enumerate(reductions):
            self.reductions[power] += more
            self._turn(power)

    def total(self, candidate: int, reductions: Sequence[int] | None = None) -> int:
        """Return the money that all powers together offer for a candidate, now or after other *reductions* (5.1)."""
        fallen: int = sum(map(mul, self.slope[candidate], reductions or self.reductions))
        return self.height[candidate] - fallen

    def _choose(self, unit: int, close: list[tuple[int, ...]]) -> None:
        """Choose for *unit* now. Totals only fall, so one that was below the best when last computed still is."""
        self._leaning.discard(unit)
        candidates = self.of_unit[unit]
        if len(candidates) == 1:
            self._elect(unit, candidates[0])
            self.due[unit] = FOREVER
            return
        known = self._known[unit]
        best = known[self._place[unit]] = self.total(candidates[self._place[unit]])
        for place, c in enumerate(candidates):
            if known[place] >= best:
                known[place] = self.total(c)
                best = max(best, known[place])
        tied = [c for c, total in zip(candidates, known, strict=True) if total == best]
        chosen = tied[0] if len(tied) == 1 else self.ties.winner(unit, tuple(tied))
        if chosen != self.winner[unit]:
            self._elect(unit, chosen)
            self._place[unit] = candidates.index(chosen)
        self.due[unit] = self.round + 1 + self._safe(unit, chosen, best, close)

    def _safe(self, unit: int, chosen: int, best: int, close: list[tuple[int, ...]]) -> int:
        """Return how many rounds the choice of *unit* is safe, even if all powers that could change it are reduced."""
        safe, known = FOREVER, self._known[unit]
        for place, c, pull in self.pulls(unit, chosen):
            if best - known[place] <= pull:
                known[place] = self.total(c)
            rounds = max(0, (best - known[place] - 1) // pull)
            if rounds < safe:
                safe = rounds
            if not rounds:
                close.append((chosen, c, best - known[place]))
        return safe

    def pulls(self, unit: int, chosen: int) -> list[tuple[int, int, int]]:
        """Return the candidates that may gain on *chosen*: place, candidate, and at most how much in one round."""
        found = self._pulls[unit].get(chosen)
        if found is None:
            every = [(place, c, self._pull(chosen, c)) for place, c in enumerate(self.of_unit[unit])]
            found = self._pulls[unit][chosen] = [entry for entry in every if entry[2]]
        return found

    def _pull(self, chosen: int, other: int) -> int:
        pairs = zip(self.slope[chosen], self.slope[other], strict=True)
        return sum([fast - slow for fast, slow in pairs if fast > slow])

    def _elect(self, unit: int, chosen: int) -> None:
        """Let *unit* issue *chosen* from now on; its payers pay for that instead of its former order."""
        for sign, candidate in ((-1, self.winner[unit]), (1, chosen)):
            if candidate >= 0:
                level, slope = self.level[candidate], self.slope[candidate]
                for power in self.places[candidate]:
                    self.level_spent[power] += sign * level[power]
                    self.slope_spent[power] += sign * slope[power]
        self.winner[unit] = chosen
