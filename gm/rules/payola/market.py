"""All auctions while overdrawn powers are reduced (5.5): what each unit has chosen, and how its lead falls.

Between two turns of a bid's course leads fall by the same in every reduction of a power, and all of them are lanes of
one number: whether every choice holds after so many rounds is one look at the signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gm.rules import Seat
from gm.rules.payola.auction import Auction, Placed
from gm.rules.payola.courses import Course
from gm.rules.payola.lanes import BIAS, WIDTH, lane, ones, unpacked
from gm.rules.payola.state import Bid

Bids = Mapping[Seat, Sequence[Bid]]
FOREVER = 1 << 60
NONE = -1  # the choice of a unit that has not chosen yet


class Market:
    """The auctions of all units, what each unit has chosen, and how often each power was reduced; all by number.

    leads: for each candidate of each unit the lead of the choice, less 1 if the candidate would win a tie. pulls: by
    power, by how much the leads fall when it is reduced. excess: what a power would pay more than it may spend; it
    falls by *spends* when the power is reduced. turns: by power, as (reductions, unit, candidates, change), the last
    one first. swaps: how often a unit chose again.
    """

    def __init__(
        self,
        owners: Mapping[str, Seat],
        bids: Bids,
        acceptance: Mapping[Seat, Sequence[Seat]],
        available: Mapping[Seat, int],
    ) -> None:
        """See determine."""
        if sum([bid.amount for sheet in bids.values() for bid in sheet]) >= BIAS:
            raise ValueError("sheets: more money than is counted with")
        number = {power: n for n, power in enumerate(bids)}
        courses = [Course(sheet) for sheet in bids.values()]
        placed = _placed(owners, bids)
        self.auctions = [
            Auction(placed[unit], courses, [number[p] for p in acceptance[owner] if p in number])
            for unit, owner in owners.items()
        ]
        self.reductions = [0] * len(bids)
        self.excess = [-available[power] for power in bids]
        self.spends, self.pulls = [0] * len(bids), [0] * len(bids)
        self.turns = [_turns(self.auctions, power) for power in range(len(bids))]
        self.choice = [NONE] * len(owners)
        self.starts: list[int] = []
        self._unit_at: list[int] = []
        self.leads = self.swaps = 0
        self._open()
        self._signs = BIAS * ones(len(self._unit_at))

    def _open(self) -> None:
        """Give every candidate its lane, and let every unit choose."""
        for unit, auction in enumerate(self.auctions):
            start = WIDTH * len(self._unit_at)
            self.starts.append(start)
            self._unit_at += [unit] * auction.size
            totals = sum(auction.level)
            self.leads += (BIAS * auction.ones - totals) << start
            for power in auction.payers:
                self.pulls[power] -= auction.slope[power] << start
            found = unpacked(totals, auction.size)
            self._elect(unit, found.index(max(found)))

    def overdrawn(self) -> list[int]:
        """Return the powers that would pay more than they may spend for the orders now chosen."""
        return [power for power, excess in enumerate(self.excess) if excess > 0]

    def room(self, power: int) -> int:
        """Return how many reductions of *power* leave all its bids on their course."""
        return self.turns[power][-1][0] - self.reductions[power] if self.turns[power] else FOREVER

    def reduce(self, over: Sequence[int]) -> int:
        """Reduce the powers *over*, as many times at once as nothing changes in between; return how often."""
        fall = sum([self.pulls[power] for power in over])
        most = min([self.room(power) for power in over])
        ends = [-(-self.excess[power] // self.spends[power]) for power in over if self.spends[power]]
        rounds = self._steady(fall, min([most, *ends]))
        self.leads -= rounds * fall
        for power in over:
            self._count(power, rounds)
        self._choose_again()
        return rounds

    def pass_over(self, reductions: Sequence[int]) -> None:
        """Apply *reductions*, by power, that were found to be what so many single rounds do."""
        for power, left in enumerate(reductions):
            while left:
                times = min(left, self.room(power))
                self.leads -= times * self.pulls[power]
                self._count(power, times)
                left -= times
        self._choose_again()

    def _steady(self, fall: int, most: int) -> int:
        """Return after how many rounds, at most *most*, a unit first chooses again, if leads fall by *fall* in each."""
        if most == 1 or self._holds(most * fall):
            return most
        steady, late = 0, 1
        while late < most and self._holds(late * fall):
            steady, late = late, 2 * late
        late = min(late, most)
        while late - steady > 1:
            middle = (steady + late) // 2
            if self._holds(middle * fall):
                steady = middle
            else:
                late = middle
        return late

    def _holds(self, fall: int) -> bool:
        """Return whether every choice still has the lead when leads have fallen so much."""
        return (self.leads - fall) & self._signs == self._signs

    def _count(self, power: int, times: int) -> None:
        """Count the reductions of *power*, on a steady course; if some of its bids now turn, turn them."""
        self.excess[power] -= times * self.spends[power]
        self.reductions[power] += times
        now, turns = self.reductions[power], self.turns[power]
        while turns and turns[-1][0] == now:
            _, unit, candidates, change = turns.pop()
            auction = self.auctions[unit]
            auction.turn(power, candidates, change, now)
            chosen = change * lane(candidates, self.choice[unit])
            self.spends[power] += chosen
            self.pulls[power] += (chosen * auction.ones - change * candidates) << self.starts[unit]

    def _choose_again(self) -> None:
        """Let those units choose again whose choice has lost its lead."""
        lost = ~self.leads & self._signs
        while lost:
            unit = self._unit_at[lost.bit_length() // WIDTH]
            self._elect(unit, self._best(unit))
            self.swaps += 1
            lost &= (1 << self.starts[unit]) - 1

    def leads_of(self, unit: int) -> tuple[int, ...]:
        """Return the leads of the choice of *unit* over each of its candidates, BIAS higher."""
        size = self.auctions[unit].size
        return unpacked((self.leads >> self.starts[unit]) & _below(size), size)

    def _best(self, unit: int) -> int:
        """Return the candidate of *unit* with the highest total, the first of those that tie."""
        leads, choice = self.leads_of(unit), self.choice[unit]
        before = min(leads[:choice], default=FOREVER)
        behind = min(leads[choice:])
        return leads.index(before) if before < behind else leads.index(behind, choice)

    def _elect(self, unit: int, chosen: int) -> None:
        """Let *unit* issue *chosen* from now on; its payers pay for that instead of its former order."""
        auction, start, former = self.auctions[unit], self.starts[unit], self.choice[unit]
        higher = BIAS - self.leads_of(unit)[chosen] - (chosen < former)
        ties = (auction.ones & _below(max(former, 0))) - (auction.ones & _below(chosen))
        self.leads += (higher * auction.ones + ties) << start
        self.choice[unit] = chosen
        self._pay(unit, chosen, 1)
        if former != NONE:
            self._pay(unit, former, -1)

    def _pay(self, unit: int, candidate: int, sign: int) -> None:
        """Let those who offer something for *candidate* pay for it, or with the *sign* -1 no longer."""
        auction = self.auctions[unit]
        for power in auction.payers_of(candidate):
            self.excess[power] += sign * auction.offered(power, candidate, self.reductions[power])
            slope = lane(auction.slope[power], candidate)
            if slope:
                self.spends[power] += sign * slope
                self.pulls[power] += sign * slope * auction.ones << self.starts[unit]


def _below(candidate: int) -> int:
    """Return all bits of the lanes before that of a candidate."""
    return (1 << WIDTH * candidate) - 1


def _placed(owners: Mapping[str, Seat], bids: Bids) -> dict[str, list[Placed]]:
    """Return the bids for each unit; those that are written several times in a sheet once, with how often."""
    placed: dict[str, list[Placed]] = {unit: [] for unit in owners}
    for power, sheet in enumerate(bids.values()):
        # A repeated offer is converted to one bid that stands in the sheet several times; its first place counts.
        times = Counter(map(id, sheet))
        for place, bid in enumerate(sheet):
            written = times.pop(id(bid), 0)
            if written:
                placed[bid.unit].append((power, place, bid, written))
    return placed


def _turns(auctions: Sequence[Auction], power: int) -> list[tuple[int, int, int, int]]:
    """Return the turns of all bids of *power*, as (reductions, unit, candidates, change), the last one first."""
    found = [
        (at, unit, candidates, change)
        for unit, auction in enumerate(auctions)
        for (at, change), candidates in auction.turns[power].items()
    ]
    return sorted(found, key=lambda turn: -turn[0])
