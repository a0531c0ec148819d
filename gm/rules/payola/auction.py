"""What all sheets offer each unit: its candidates, who pays how much for them, and how that falls (5.1 to 5.5).

Units and powers are numbers here. What a power pays for the candidates of a unit is kept in lanes (see lanes.py), one
for each candidate; the candidates stand in the order in which ties are decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gm.rules.payola.courses import Course
from gm.rules.payola.lanes import WIDTH, lane, ones
from gm.rules.payola.state import DIRECT, HOLDS, MOVES, Bid
from gm.rules.provinces.orders import HOLD, Move

NOBODY = 1 << 60  # ranks behind every place in a sheet

Placed = tuple[int, int, Bid, int]  # the power, the place in its sheet, the bid, and how often it is written
Turns = dict[tuple[int, int], int]  # after so many reductions, and by how much more candidates then fall: which do


class Auction:
    """One unit, and all that is bid for it.

    orders: the candidates; ones: lanes that hold 1 for each. level, slope: by power; it offers level - slope * (its
    reductions), until it reaches a turn. turns: by power, the changes of its slope.
    """

    def __init__(self, placed: Sequence[Placed], courses: Sequence[Course], accepts: Sequence[int]) -> None:
        """courses: of each power; accepts: the powers on the list of the unit's owner."""
        named = dict.fromkeys(bid.orders[0] for _, _, bid, _ in placed if bid.sign == DIRECT)
        self._named = {order: 1 << n for n, order in enumerate(named or [HOLD])}
        self._all = (1 << len(self._named)) - 1
        self._moves = sum([bit for order, bit in self._named.items() if isinstance(order, Move)])
        paid = [self._paid(bid) for _, _, bid, _ in placed]
        ranked = self._ranked(placed, paid, accepts) if len(self._named) > 1 else [0]
        orders = list(self._named)
        self.orders = [orders[n] for n in ranked]
        self.size, self.ones = len(orders), ones(len(orders))
        self._lanes = {1 << n: 1 << WIDTH * place for place, n in enumerate(ranked)}
        self.level, self.slope = [0] * len(courses), [0] * len(courses)
        self.turns: list[Turns] = [{} for _ in courses]
        for (power, _, bid, times), candidates in zip(placed, paid, strict=True):
            self._add(power, bid, self._spread(candidates) * times, courses[power])
        self._payers_of: dict[int, list[int]] = {}
        self.payers = [power for power, level in enumerate(self.level) if level]

    def _paid(self, bid: Bid) -> int:
        """Return the candidates that *bid* pays for, as bits: Bid.pays_for, for all at once."""
        if bid.sign == DIRECT:
            return self._named[bid.orders[0]]
        paid = self._moves if bid.sign == MOVES else self._all & ~self._moves if bid.sign == HOLDS else self._all
        for order in bid.orders:
            paid &= ~self._named.get(order, 0)
        return paid

    def _ranked(self, placed: Sequence[Placed], paid: Sequence[int], accepts: Sequence[int]) -> list[int]:
        """Return the candidates in the order in which ties are decided (5.2 to 5.4).

        To go down a list, and at each power to keep what it pays for earliest, is to order them by these places.
        """
        rows = [*zip(placed, paid, strict=True)]
        places = self._places(rows, accepts)
        if len({*map(tuple, places)}) < len(places):
            # Where a conditional bid stands above all direct ones these decide, and each of them is for one order.
            direct = self._places([(row, found) for row, found in rows if row[2].sign == DIRECT], accepts)
            places = [one + other for one, other in zip(places, direct, strict=True)]
        return sorted(range(len(places)), key=places.__getitem__)

    def _places(self, rows: Iterable[tuple[Placed, int]], accepts: Sequence[int]) -> list[list[int]]:
        """Return the earliest place in each power's sheet that pays for each candidate, in the order of *accepts*."""
        places = [[NOBODY] * len(accepts) for _ in self._named]
        columns = {power: n for n, power in enumerate(accepts)}
        seen = [0] * len(accepts)
        for (power, place, _, _), candidates in rows:
            column = columns.get(power)
            if column is not None:
                for n in bits(candidates & ~seen[column]):
                    places[n][column] = place
                seen[column] |= candidates
        return places

    def _spread(self, candidates: int) -> int:
        """Return lanes that hold 1 for each of the candidates, given as bits."""
        if candidates not in self._lanes:
            self._lanes[candidates] = sum([self._lanes[1 << n] for n in bits(candidates)])
        return self._lanes[candidates]

    def _add(self, power: int, bid: Bid, candidates: int, course: Course) -> None:
        self.level[power] += bid.amount * candidates
        turns = self.turns[power]
        for start, end in course.falls(bid):
            if start:
                turns[start, 1] = turns.get((start, 1), 0) + candidates
            else:
                self.slope[power] += candidates
            turns[end, -1] = turns.get((end, -1), 0) + candidates

    def turn(self, power: int, candidates: int, change: int, reductions: int) -> None:
        """Let the bids of *power* for *candidates* fall faster by *change*, now that it was reduced so often."""
        self.slope[power] += change * candidates
        self.level[power] += change * reductions * candidates

    def payers_of(self, candidate: int) -> list[int]:
        """Return the powers that offer something for a candidate, or did so before they were reduced."""
        if candidate not in self._payers_of:
            self._payers_of[candidate] = [power for power in self.payers if lane(self.level[power], candidate)]
        return self._payers_of[candidate]

    def offered(self, power: int, candidate: int, reductions: int) -> int:
        """Return what *power* offers for a candidate after so many reductions."""
        return lane(self.level[power], candidate) - reductions * lane(self.slope[power], candidate)


def bits(number: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, the lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
