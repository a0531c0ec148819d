"""A movement phase judged: what the orders on file make of the position. Units without an order hold."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules import EVERYBODY, Seat, Step
from gm.rules.diplomacy.state import State
from gm.rules.lines.letters import note
from gm.rules.provinces.board import Board
from gm.rules.provinces.judging import text_of
from gm.rules.provinces.movement import Ruling, adjudicate, choose_ways
from gm.rules.provinces.orders import HOLD, Order
from gm.rules.provinces.telling import Told, tell_movement
from gm.rules.provinces.turning import Turning, after_battle, told_moves


def fought(board: Board, state: State, orders: dict[str, Order]) -> tuple[Ruling, tuple[Told, ...]]:
    """Return what becomes of all units, and in words of all orders; *orders* by province, those left out hold."""
    ruling = adjudicate(board, state.units, choose_ways(board, state.units, orders))
    texts = {p: text_of(board, unit, orders.get(p, HOLD), state.units) for p, unit in state.units.items()}
    return ruling, tell_movement(board, state.units, texts, ruling.fates)


def rehearsed(board: Board, state: State, power: Seat) -> tuple[tuple[str, str], ...]:
    """Return the orders of *power*'s units and what would become of them if all other units held."""
    _, told = fought(board, state, state.orders.get(power, {}))
    return tuple((row.order, row.outcome) for row in told if row.power == power)


class Judge(Turning[State]):
    """Judges the phase of one state, and moves on to the next phase in which somebody has something to do."""

    def judge(self, state: State) -> Step:
        """Return the state in the next phase and everything told about this one."""
        return super().judge(replace(state, ready=()))

    def movement(self, state: State) -> Step:
        """Judge the orders on file."""
        orders = {province: order for own in state.orders.values() for province, order in own.items()}
        ruling, told = fought(self.board, state, orders)
        after = replace(state, **after_battle(ruling), orders={})
        return self.after_movement(after, [note(EVERYBODY, told_moves(state, told, ruling))])
