"""Fire as a side orders it (3), line by line: a wrong line does nothing, the others stand.

Checks use only the position, which both sides know, and the side's own lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gm.rules import Problem
from gm.rules.air_war.faults import words
from gm.rules.air_war.position import Position
from gm.rules.air_war.reading import FIRE, Order
from gm.rules.lines.words import plural
from gm.rules.pictures.war import other
from gm.rules.war.fire import ends, in_order_of_shots, shot

Shots = dict[str, int]


def check_fire(position: Position, side: str, orders: Sequence[Order]) -> tuple[Shots, list[Problem]]:
    """Return the shots of the lines that stand, and what is wrong with the others.

    An order without a number is for all chips there that no other order of the letter aims.
    """
    checker = _Checker(position, side)
    lines = [tuple(line) for _, line in groupby(orders, key=lambda order: order.place[0])]
    sound = [line for line in lines if checker.may_be(line)]
    counted = [line for line in sound if checker.take(line)]
    checker.take_rest(counted)
    return in_order_of_shots(checker.shots), sorted(checker.problems, key=lambda p: (p.line, p.column))


class _Checker:
    """The chips of a side on a field that may aim, and how many the lines so far have left."""

    def __init__(self, position: Position, side: str) -> None:
        self._position, self._side = position, side
        self._used: dict[str, int] = {}
        self.shots: Shots = {}
        self.problems: list[Problem] = []

    def may_be(self, line: Sequence[Order]) -> bool:
        """Return whether all orders of a line are allowed, apart from their numbers."""
        found = [wrong for order in line if (wrong := self._wrong(order)) is not None]
        self.problems += found
        return not found

    def _wrong(self, order: Order) -> Problem | None:
        position, board, start = self._position, self._position.board, order.start
        own = position.chips[self._side]
        if order.word != FIRE:
            return words.problem(order.place, "no-fire", [f"FIRE {start}-{order.end}"])
        if start not in own:
            near = [field for field in board.near(start) if field in own]
            return words.problem(order.place, "no-chip", near, field=start)
        if position.contested(start):
            return words.problem(order.place, "contested", field=start)
        if start == order.end or order.end not in board.near(start):
            targets = position.targets(self._side, start)
            number = f"{order.chips} " if order.chips else ""
            hints = [f"FIRE {number}{start}-{target}" for target in targets]
            return words.problem(order.place, "not-adjacent.fire", hints, end=order.end, start=start)
        return None

    def take(self, line: Sequence[Order]) -> bool:
        """Aim the chips of the orders that give a number; return whether there were enough."""
        taken: list[Order] = []
        for order in line:
            if order.chips is None:
                continue
            if not 1 <= order.chips <= self._left(order.start):
                self._give_back(taken)
                self.problems.append(self._too_many(order))
                return False
            self._aim(order, order.chips)
            taken.append(order)
        return True

    def take_rest(self, lines: Sequence[Sequence[Order]]) -> None:
        """Aim all remaining chips where an order gives no number; a line fails if one of its orders finds none."""
        aiming: list[Order] = []
        for line in lines:
            rest = [order for order in line if order.chips is None]
            spent = next((order for n, order in enumerate(rest) if self._is_spent(order, [*aiming, *rest[:n]])), None)
            if spent is None:
                aiming += rest
            else:
                self.problems.append(words.problem(spent.place, "too-many-chips.elsewhere", field=spent.start))
                self._give_back([order for order in line if order.chips is not None])
        for order in aiming:
            self._aim(order, self._left(order.start))

    def _is_spent(self, order: Order, before: Sequence[Order]) -> bool:
        """Return whether another order has taken all chips that an order without a number could aim."""
        return not self._left(order.start) or order.start in [one.start for one in before]

    def _left(self, field: str) -> int:
        return self._position.chips[self._side][field] - self._used.get(field, 0)

    def _aim(self, order: Order, chips: int) -> None:
        key = shot(order.start, order.end)
        self._used[order.start] = self._used.get(order.start, 0) + chips
        self.shots[key] = self.shots.get(key, 0) + chips

    def _give_back(self, orders: Sequence[Order]) -> None:
        for order in orders:
            self._aim(order, -(order.chips or 0))

    def _too_many(self, order: Order) -> Problem:
        if not order.chips:
            return words.problem(order.place, "too-many-chips.none")
        field = order.start
        there, used = self._position.chips[self._side][field], self._used.get(field, 0)
        stand = words("stand.one" if there == 1 else "stand", there=there)
        name, are = "too-many-chips.aimed" if used else "too-many-chips", plural(used, "is", "are")
        return words.problem(order.place, name, stand=stand, field=field, used=used, are=are)


def wasted(position: Position, side: str, shots: Shots) -> tuple[str, ...]:
    """Return the targets of *shots* that hold no chip of the enemy of *side*."""
    targets = dict.fromkeys(ends(key)[1] for key in shots)
    return tuple(target for target in targets if target not in position.chips[other(side)])
