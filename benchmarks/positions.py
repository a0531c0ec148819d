"""Positions of a board, by default the standard one, with a legal order for every unit, from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random

import msgspec

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.movement import choose_ways, split_void
from gm.rules.provinces.orders import (
    HOLD,
    Convoy,
    Move,
    Order,
    Support,
    chain_exists,
    chain_needs,
    fleets_at_sea,
    why_illegal,
)

UNITS = 29  # as in a game's busiest years on the standard board, between the 22 at the start and the 34 centres
TRIES = 40  # how often a random place or order is drawn before the unit holds


class Case(msgspec.Struct, frozen=True):
    """A movement phase to be judged: units by province, and legal orders with land or convoy settled."""

    kind: str
    units: dict[str, Unit]
    orders: dict[str, Order]


@cache
def board_of(name: str) -> Board:
    """A board of gm's."""
    return read_board((files("gm.rules.provinces") / "boards" / f"{name}.toml").read_text())


def standard() -> Board:
    """The standard board."""
    return board_of("standard")


def settled(kind: str, units: Mapping[str, Unit], orders: Mapping[str, Order], board: Board | None = None) -> Case:
    """The case in which every unit has an order: *orders*, where the rules allow them, else a hold."""
    board = board or standard()
    legal, _ = split_void(board, units, orders)
    return Case(kind, dict(units), choose_ways(board, units, dict.fromkeys(units, HOLD) | legal))


def random_units(chance: Random, count: int, sea: float = 0.4, board: Board | None = None) -> dict[str, Unit]:
    """*count* units of random powers in random provinces; about *sea* of them are fleets."""
    board = board or standard()
    powers, provinces = sorted(board.powers), sorted(board.provinces)
    units: dict[str, Unit] = {}
    for province in chance.sample(provinces, len(provinces)):
        if len(units) == count:
            break
        places = board.fleet_places(province)
        fleet = board.is_sea(province) or (bool(places) and chance.random() < sea)
        place = chance.choice(places) if fleet else province
        units[province] = Unit(chance.choice(powers), "F" if fleet else "A", place)
    return units


def any_move(chance: Random, units: Mapping[str, Unit], unit: Unit, board: Board | None = None) -> Order:
    """A move over a border, or for an army on the coast now and then wherever the fleets at sea may carry it."""
    board = board or standard()
    seas = fleets_at_sea(board, units)
    if unit.kind == "A" and seas & board.touches[unit.province] and chance.random() < 0.5:
        far = [p for p in sorted(board.provinces) if not board.is_sea(p) and p != unit.province and board.touches[p]]
        carried = [p for p in far if chain_exists(board, seas, unit.province, p)]
        if carried:
            target = chance.choice(carried)
            return Move(target, via=target not in board.army[unit.province] or chance.random() < 0.3)
    near = sorted(board.reach(unit.kind, unit.place))
    return Move(chance.choice(near)) if near else HOLD


def any_help(
    chance: Random, units: Mapping[str, Unit], unit: Unit, orders: Mapping[str, Order], board: Board | None = None
) -> Order:
    """A support or a convoy of what another unit is ordered to do, if the rules allow one."""
    board = board or standard()
    others = [p for p in sorted(units) if p != unit.province]
    for other in chance.sample(others, min(TRIES, len(others))):
        order = orders.get(other, HOLD)
        to = order.to[:3] if isinstance(order, Move) else ""
        wanted: list[Order] = [Support(other, to)]
        # A convoy with an unneeded fleet is legal for us, but the peer refuses it.
        if to and unit.kind == "F" and chain_needs(board, fleets_at_sea(board, units), other, to, unit.province):
            wanted.insert(0, Convoy(other, to))
        for help_ in wanted:
            if not why_illegal(board, units, unit, help_):
                return help_
    return HOLD


def order_all(
    chance: Random, units: Mapping[str, Unit], helping: float = 0.5, board: Board | None = None
) -> dict[str, Order]:
    """A legal order for every unit: moves first, then, for about *helping* of the units, help for what was ordered."""
    orders: dict[str, Order] = {}
    helpers = [p for p in sorted(units) if chance.random() < helping]
    for province in sorted(units):
        if province not in helpers:
            orders[province] = any_move(chance, units, units[province], board)
    for province in helpers:
        orders[province] = any_help(chance, units, units[province], orders, board)
    return orders


def ordinary(seed: int, count: int, board: Board | None = None, least: int = UNITS - 2) -> list[Case]:
    """*count* full phases: about 29 units, or *least* and up to four more, all ordered, many supports and convoys."""
    chance = Random(seed)
    cases = []
    for _ in range(count):
        units = random_units(chance, least + 2 + chance.randint(-2, 2), board=board)
        cases.append(settled("ordinary", units, order_all(chance, units, board=board), board))
    return cases


def legal_orders(board: Board, units: Mapping[str, Unit], unit: Unit) -> Sequence[Order]:
    """Many legal orders of *unit*: every step, every support, HOLD."""
    steps: list[Order] = [Move(place) for place in sorted(board.reach(unit.kind, unit.place))]
    near = board.reach_provinces(unit.kind, unit.place)
    helps: list[Order] = [Support(p) for p in sorted(units) if p in near]
    for other in sorted(units):
        targets = sorted(near & board.reach_provinces(units[other].kind, units[other].place))
        helps.extend(Support(other, target) for target in targets if other != unit.province)
    return [HOLD, *steps, *helps]
