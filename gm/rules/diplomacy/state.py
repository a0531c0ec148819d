"""The state of a game of Diplomacy, its options, and what is on file in normal form.

All of it is frozen values that serialise to JSON as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from gm.rules import Seat
from gm.rules.provinces import campaign
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Board, BoardOptions, Unit
from gm.rules.provinces.campaign import Campaign, own_lines_on_file
from gm.rules.provinces.judging import text_of
from gm.rules.provinces.orders import Adjustment, Build, Order, Waive

WHAT = {"M": "orders", **campaign.WHAT}


class Options(BoardOptions, frozen=True, forbid_unknown_fields=True):
    """What a game may choose: its board, and whether all survivors share a draw, or those whom the votes name."""

    draws: Literal["all", "named"] = "all"


class State(Campaign, frozen=True, kw_only=True):
    """A game between two events. orders: what is on file for a movement phase, by power and province of the unit.

    ready: the powers that wait for nobody, though some of their units have no order.
    """

    options: Options
    orders: dict[Seat, dict[str, Order]] = msgspec.field(default_factory=dict)
    ready: tuple[Seat, ...] = ()

    def lacking(self, power: Seat) -> tuple[Unit, ...]:
        """Return the units of *power* that may have an order in this phase and have none yet, by place."""
        if self.kind == "M":
            return tuple(unit for unit in self.owned_by(power) if unit.province not in self.orders.get(power, {}))
        if self.kind == "R":
            own = sorted(lost.unit for p, lost in self.dislodged.items() if p not in self.retreats.get(power, {}))
            return tuple(unit for unit in own if unit.power == power)
        return ()


def lines_on_file(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    """Return what is on file for the phase now due, in normal form."""
    if state.kind != "M":
        return own_lines_on_file(state, seat)
    orders = state.orders.get(seat, {})
    own = [unit for unit in state.owned_by(seat) if unit.province in orders]
    return tuple(text_of(board, unit, orders[unit.province], state.units) for unit in own)


def may_order(board: Board, state: State, seat: Seat) -> bool:
    """Return whether a seat can order anything in this phase."""
    if state.kind == "M":
        return bool(state.owned_by(seat))
    if state.kind == "R":
        return any(lost.unit.power == seat for lost in state.dislodged.values())
    owes = account(board, seat, state.units, state.centres.get(seat, ()))
    return bool(owes.builds or owes.removals)


def builds_due(board: Board, state: State, seat: Seat) -> int:
    """Return how many builds a seat may order or waive in this phase."""
    if state.kind != "A":
        return 0
    return account(board, seat, state.units, state.centres.get(seat, ())).builds


def with_builds_on_file(
    board: Board, state: State, seat: Seat, orders: Sequence[Adjustment]
) -> tuple[Adjustment, ...]:
    """Return the builds of a letter with those that are on file, perhaps more than are due.

    One for the same place is replaced, and so is a waived one if it must be. All builds that are due replace all.
    """
    most = builds_due(board, state, seat)
    if len(orders) >= most:
        return tuple(orders)
    places = {order.place[:3] for order in orders if isinstance(order, Build)}
    kept = [one for one in state.adjustments.get(seat, ()) if not isinstance(one, Build) or one.place[:3] not in places]
    while Waive() in kept and len(kept) + len(orders) > most:
        kept.remove(Waive())
    return (*kept, *orders)


def on_file(board: Board, state: State, seat: Seat) -> str:
    """Return what a seat has on file, in normal form as it is sealed."""
    return "\n".join(lines_on_file(board, state, seat)) or "(nothing)"
