"""The state of a game of Diplomacy, its options, and what is on file in normal form.

All of it is frozen values that serialise to JSON as they are.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gm.rules import Seat
from gm.rules.provinces import campaign
from gm.rules.provinces.board import Board, BoardOptions, Unit
from gm.rules.provinces.campaign import Campaign, own_lines_on_file
from gm.rules.provinces.judging import text_of
from gm.rules.provinces.orders import Order

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


def on_file(board: Board, state: State, seat: Seat) -> str:
    """Return what a seat has on file, in normal form as it is sealed."""
    return "\n".join(lines_on_file(board, state, seat)) or "(nothing)"
