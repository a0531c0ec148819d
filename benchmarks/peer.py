"""The peer: the PyPI package `diplomacy`. It gets the same positions, with the orders parsed beforehand."""

from __future__ import annotations

from typing import Any

from benchmarks.positions import Case, standard
from gm.rules.provinces.orders import Move, write_with_unit


def load(game: Any, case: Case) -> bool:
    """Set up *case* in the peer's *game*; False if the peer refuses one of the orders, legal or not."""
    game.set_current_phase("S1901M")
    game.clear_units()
    game.clear_orders()
    game.error = []
    for power in standard().powers:
        game.set_units(power, [str(u) for u in case.units.values() if u.power == power], reset=True)
    for power in standard().powers:
        own = [unit for unit in case.units.values() if unit.power == power]
        game.set_orders(power, [write_with_unit(u, case.orders[u.province], case.units) for u in own])
    return not game.error


def units_after(game: Any) -> set[tuple[str, str]]:
    """The power and unit of everything that the peer did not dislodge."""
    return {(name, unit) for name, power in game.powers.items() for unit in power.units if not unit.startswith("*")}


def convoyed(case: Case) -> bool:
    """Whether an army moves by convoy: that is where the peer is known to err."""
    return any(isinstance(order, Move) and order.via for order in case.orders.values())
