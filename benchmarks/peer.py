"""The peer: the PyPI package `diplomacy`. It gets the same positions, with the orders parsed beforehand."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from benchmarks.positions import Case
from gm.rules.provinces.board import Board
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.movement import Result, adjudicate
from gm.rules.provinces.orders import Move, write_with_unit

# Borders that the peer's boards lack, and borders between seas and coasts that they have besides ours.
LACKING = {"standard": (), "colonial": (("AKI", "TOK"), ("BLA", "CON"))}
BESIDES = {"standard": (), "colonial": (("DAV", "MID"),)}


@cache
def board_of(name: str) -> Board:
    """A board of ours with the borders that the peer's has."""
    text = (files("gm.rules.provinces") / "boards" / f"{name}.toml").read_text()
    for one, other in _both_ways(LACKING[name]):
        text = re.sub(rf'(?m)^({one} = \[.*?)(?:, )?"{other}"', r"\1", text).replace("[, ", "[")
    land, mark, fleet = text.partition("\n[fleet]")
    for one, other in _both_ways(BESIDES[name]):
        fleet = re.sub(rf"(?m)^({one} = \[.*?)\]", rf'\1, "{other}"]', fleet)
    return read_board(land + mark + fleet)


def _both_ways(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return (*pairs, *((other, one) for one, other in pairs))


def load(game: Any, board: Board, case: Case) -> bool:
    """Set up *case* in the peer's *game*; False if the peer refuses one of the orders, legal or not."""
    game.set_current_phase("S1901M")
    game.clear_units()
    game.clear_orders()
    game.error = []
    for power in board.powers:
        game.set_units(power, [str(u) for u in case.units.values() if u.power == power], reset=True)
    for power in board.powers:
        own = [unit for unit in case.units.values() if unit.power == power]
        game.set_orders(power, [write_with_unit(u, case.orders[u.province], case.units) for u in own])
    return not game.error


def units_after(game: Any) -> set[tuple[str, str]]:
    """The power and unit of everything that the peer did not dislodge."""
    return {(name, unit) for name, power in game.powers.items() for unit in power.units if not unit.startswith("*")}


def ours_after(board: Board, case: Case) -> set[tuple[str, str]]:
    """The same by our ruling."""
    return {(unit.power, str(unit)) for unit in adjudicate(board, case.units, case.orders).units.values()}


def walking(board: Board, case: Case) -> Case:
    """The case as the peer reads it: an army that asks for a convoy to a neighbour goes by land if none comes about.

    By the rulebook of 2023 it stays where it is.
    """
    ruling = adjudicate(board, case.units, case.orders)
    failed = {province for province, one in ruling.fates.items() if Result.DISRUPTED in (one.fate, one.order_fate)}
    walked = {
        province: replace(order, via=False) for province, order in case.orders.items()
        if isinstance(order, Move) and order.to[:3] in board.army.get(province, ()) and province in failed
    }  # fmt: skip
    return replace(case, orders={**case.orders, **walked})
