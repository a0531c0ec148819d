"""Positions meant to be hard to judge, from a seed: circles, convoy paradoxes, swaps by convoy, head-to-heads."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.positions import Case, any_help, any_move, order_all, random_units, settled, standard
from gm.rules.provinces.board import Unit
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support, chain_exists, chain_needs, fleets_at_sea

TABLES = Path(__file__).parents[1] / "tests" / "cases" / "datc"
SECTIONS = ("6c", "6f", "6g")  # circles, convoys and their paradoxes, convoys to a neighbour
Position = tuple[dict[str, Unit], dict[str, Order]]


def read_order(text: str) -> tuple[str, Order]:
    """The province and the order of a line such as `F NTH C A LON - NWY`, as the tables write it."""
    _, place, *words = text.split()
    match words:
        case ["-", to, *via]:
            return place[:3], Move(to, via=bool(via))
        case ["S", _, other, "-", to]:
            return place[:3], Support(other[:3], to)
        case ["S", _, other]:
            return place[:3], Support(other[:3])
        case ["C", _, other, "-", to]:
            return place[:3], Convoy(other[:3], to)
    return place[:3], HOLD


@cache
def published() -> tuple[Position, ...]:
    """The positions of the published test cases that deal with circles and convoys."""
    found = []
    for section in SECTIONS:
        for case in tomllib.loads((TABLES / f"{section}.toml").read_text())["case"]:
            if case["phase"].endswith("M"):
                units = [Unit(power, *name.split()) for power, names in case["units"].items() for name in names]
                read = [read_order(line) for lines in case["orders"].values() for line in lines]
                standing = {unit.province: unit for unit in units}
                found.append((standing, {p: order for p, order in read if p in standing}))
    return tuple(found)


def mutated(chance: Random) -> Position:
    """One or two published positions on one board, other units around them, and now and then another order."""
    units: dict[str, Unit] = {}
    orders: dict[str, Order] = {}
    for _ in range(chance.randint(1, 2)):
        more, given = chance.choice(published())
        if not units.keys() & more.keys():
            units |= more
            orders |= given
    around = random_units(chance, chance.randint(0, 20))
    units = around | units
    orders = {p: order for p, order in order_all(chance, units).items() if p in around} | orders
    if chance.random() < 0.5:
        province = chance.choice(sorted(units))
        orders[province] = any_move(chance, units, units[province])
    return units, orders


def crowded(chance: Random, most: int = 34) -> dict[str, Unit]:
    """Fleets in most seas, and armies on coasts."""
    board = standard()
    powers = sorted(board.powers)[: chance.randint(2, 7)]
    seas = [p for p in sorted(board.provinces) if board.is_sea(p)]
    coasts = [p for p in sorted(board.provinces) if board.provinces[p].kind == "coast"]
    fleets = chance.sample(seas, chance.randint(8, len(seas)))
    armies = chance.sample(coasts, min(len(coasts), most - len(fleets)))
    return {p: Unit(chance.choice(powers), "F", p) for p in fleets} | {
        p: Unit(chance.choice(powers), "A", p) for p in armies
    }


def fleets_convoying(chance: Random) -> Position:
    """Many fleets carry a few armies, which go where others stand, in swaps too; the other fleets attack carriers."""
    units = crowded(chance)
    board, seas = standard(), fleets_at_sea(standard(), units)
    armies = [p for p in sorted(units) if units[p].kind == "A"]
    orders: dict[str, Order] = {}
    for army in chance.sample(armies, len(armies)):
        if len(orders) < 4:
            wanted = [p for p in armies if p != army and chain_exists(board, seas, army, p)]
            back = [p for p in wanted if isinstance(order := orders.get(p), Move) and order.to == army]
            if wanted:
                orders[army] = Move(chance.choice(back or wanted), via=True)
    carried = [(army, order.to) for army, order in orders.items() if isinstance(order, Move)]
    for sea in sorted(seas):
        chains = [way for way in carried if chain_needs(board, seas, *way, sea)]
        if chains and chance.random() < 0.8:
            orders[sea] = Convoy(*chance.choice(chains))
        else:
            orders[sea] = any_move(chance, units, units[sea])
    for province in sorted(set(units) - set(orders)):
        orders[province] = any_help(chance, units, units[province], orders)
    return units, orders


def paradox(chance: Random) -> Position:
    """Up to five armies carried to a coast whose fleet helps an attack on a carrier, of this convoy or the next."""
    board = standard()
    powers = sorted(board.powers)
    units: dict[str, Unit] = {}
    orders: dict[str, Order] = {}
    seas = chance.sample([p for p in sorted(board.provinces) if board.is_sea(p)], chance.randint(2, 8))
    for number, sea in enumerate(seas):
        attacked = seas[(number + 1) % len(seas)] if chance.random() < 0.5 else sea
        coasts = [p for p in sorted(board.near[sea]) if board.provinces[p].kind == "coast" and p not in units]
        there = [p for p in coasts if p in board.near[attacked]]
        attackers = [p for p in sorted(board.fleet.get(attacked, ())) if p[:3] not in units and p[:3] not in seas]
        if len(coasts) < 2 or not there or not attackers or sea in units:
            continue
        target, attacker = chance.choice(there), chance.choice(attackers)
        start = chance.choice([p for p in coasts if p != target])
        if attacker[:3] in (start, target):
            continue
        standing = chance.choice(board.fleet_places(target))
        units |= {
            sea: Unit(chance.choice(powers), "F", sea),
            start: Unit(chance.choice(powers), "A", start),
            target: Unit(chance.choice(powers), "F", standing),
            attacker[:3]: Unit(chance.choice(powers), "F", attacker),
        }
        orders |= {
            sea: Convoy(start, target),
            start: Move(target, via=True),
            target: Support(attacker[:3], attacked),
            attacker[:3]: Move(attacked),
        }
    return units, _filled(chance, units, orders)


def _filled(chance: Random, units: dict[str, Unit], orders: dict[str, Order]) -> dict[str, Order]:
    """*orders*, with more units on the board that help what is ordered."""
    for province, unit in random_units(chance, chance.randint(0, 12), sea=0.6).items():
        if province not in units:
            units[province] = unit
            orders[province] = any_help(chance, units, unit, orders) if chance.random() < 0.7 else HOLD
    return orders


def circle(chance: Random) -> Position:
    """Long circles of moves, by land, by sea and with a link by convoy, with supports and attacks from outside."""
    board = standard()
    powers = sorted(board.powers)
    path = [chance.choice([p for p in sorted(board.provinces) if board.provinces[p].kind != "sea"])]
    for _ in range(chance.randint(3, 25)):
        onward = [p for p in sorted(board.army[path[-1]]) if p not in path]
        if not onward:
            break
        path.append(chance.choice(onward))
    # Closed over a border if there is one, else the last one hopes for a convoy.
    units = {p: Unit(chance.choice(powers), "A", p) for p in path}
    orders: dict[str, Order] = {p: Move(to) for p, to in zip(path, path[1:] + path[:1], strict=True) if p != to}
    for sea in sorted(board.touches[path[-1]] | board.touches[path[0]]):
        units[sea] = Unit(chance.choice(powers), "F", sea)
        orders[sea] = Convoy(path[-1], path[0])
    return units, _filled(chance, units, orders)


def head_to_head(chance: Random) -> Position:
    """Pairs that attack one another, with help on either side and rivals for the same places."""
    board = standard()
    units = random_units(chance, 34, sea=0.5)
    orders: dict[str, Order] = {}
    for province in chance.sample(sorted(units), len(units)):
        unit = units[province]
        for other in sorted(board.reach_provinces(unit.kind, unit.place)):
            back = province in board.reach_provinces(units[other].kind, units[other].place) if other in units else False
            if back and other not in orders and province not in orders:
                orders[province] = Move(min(p for p in board.reach(unit.kind, unit.place) if p[:3] == other))
                there = units[other]
                orders[other] = Move(min(p for p in board.reach(there.kind, there.place) if p[:3] == province))
    for province in sorted(set(units) - set(orders)):
        help_, move = any_help(chance, units, units[province], orders), any_move(chance, units, units[province])
        orders[province] = help_ if chance.random() < 0.7 else move
    return units, orders


FAMILIES: tuple[Callable[[Random], Position], ...] = (mutated, fleets_convoying, paradox, circle, head_to_head)


def hard(seed: int, count: int) -> Iterator[Case]:
    """*count* hard positions, the families in turn. What the rules forbid among the orders becomes a hold."""
    chance = Random(seed)
    for number in range(count):
        family = FAMILIES[number % len(FAMILIES)]
        yield settled(family.__name__, *family(chance))
