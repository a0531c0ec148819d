"""Payola's offer sheets from a seed: ordinary ones, and ones meant to keep the determination busy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import msgspec

from benchmarks.positions import legal_orders, random_units, standard
from gm.rules.payola.state import (
    DIRECT,
    GIFT,
    HOLDS,
    MOST,
    MOST_BIDS,
    MOST_LINES,
    MOVES,
    NEGATIVE,
    Bid,
    Offer,
    convert,
)
from gm.rules.provinces.orders import Order

UNITS = 34  # one for each centre of the standard board
EACH = 480  # offers of each power in lockstep
OWN = 5  # units of one power at the most
BALANCE = 50
COPRIME = (1, 2, 3, 5, 7, 11, 13, 17, 19)
Sheets = dict[str, list[Offer]]
SIGNS = (DIRECT, DIRECT, NEGATIVE, MOVES, HOLDS, GIFT)


class SheetSet(msgspec.Struct, frozen=True):
    """The input of one determination: see gm.rules.payola.determination.determine."""

    kind: str
    owners: dict[str, str]
    bids: dict[str, tuple[Bid, ...]]
    acceptance: dict[str, tuple[str, ...]]
    available: dict[str, int]


class Table:
    """The units of one phase and the legal orders of each, and the chance that sheets are drawn with."""

    def __init__(self, chance: Random) -> None:
        board = standard()
        units = random_units(chance, UNITS)
        self.chance = chance
        self.powers = sorted(board.powers)
        # Owners in turn, so that nobody is without a unit.
        self.owners = {p: self.powers[n % len(self.powers)] for n, p in enumerate(sorted(units))}
        self.choices = {p: legal_orders(board, units, units[p]) for p in units}

    def orders(self, unit: str, most: int) -> tuple[Order, ...]:
        """One to *most* orders of the unit, all different."""
        choices = self.choices[unit]
        return tuple(self.chance.sample(choices, min(len(choices), self.chance.randint(1, most))))

    def seal(self, kind: str, sheets: Mapping[str, Sequence[Offer]], balance: int | None = None) -> SheetSet:
        """The sheets converted, with random acceptance lists; without *balance* each has about 50."""
        own = {power: [u for u, owner in self.owners.items() if owner == power] for power in self.powers}
        lists = {power: tuple(self.chance.sample(self.powers, len(self.powers))) for power in self.powers}
        bids = {power: convert(legal(sheets[power]), own[power]) for power in self.powers}
        have = {power: self.chance.randint(35, 65) if balance is None else balance for power in self.powers}
        return SheetSet(kind, self.owners, bids, lists, have)


def legal(sheet: Sequence[Offer]) -> list[Offer]:
    """As much of the sheet as its limits allow: 200 lines, 500 offers after conversion, the default HOLDs included."""
    kept: list[Offer] = []
    bids = 0
    for offer in sheet[:MOST_LINES]:
        bids += len(convert([offer], ()))
        if bids > MOST_BIDS - OWN:
            break
        kept.append(offer)
    return kept


def ordinary_set(chance: Random) -> SheetSet:
    """Up to 60 offers of up to 50 silver pieces from each power, most of them for units of its own."""
    table = Table(chance)
    sheets = {}
    for power in table.powers:
        own = [u for u, owner in table.owners.items() if owner == power]
        sheet = []
        for _ in range(chance.randint(10, 60)):
            unit = chance.choice(own if chance.random() < 0.6 else sorted(table.owners))
            amount = min(50, 1 + int(chance.expovariate(0.12)))
            plateau = chance.randint(0, amount) if chance.random() < 0.15 else 0
            sign = chance.choice(SIGNS) if chance.random() < 0.3 else DIRECT
            sheet.append(Offer(amount, sign, unit, table.orders(unit, 2), plateau))
        sheets[power] = sheet
    return table.seal("ordinary", sheets)


def mixed(table: Table) -> Sheets:
    """Anything at all: every type, amounts to the most, plateaus, repetitions."""
    chance, units = table.chance, sorted(table.owners)
    sheets: Sheets = {power: [] for power in table.powers}
    for power in table.powers:
        for _ in range(chance.randint(100, 200)):
            unit, amount = chance.choice(units), chance.randint(1, MOST)
            plateau = chance.choice((0, 0, amount, chance.randint(0, amount)))
            sheets[power].append(
                Offer(amount, chance.choice(SIGNS), unit, table.orders(unit, 3), plateau, chance.choice(COPRIME[:4]))
            )
    return sheets


def ties(table: Table) -> Sheets:
    """A few amounts only, so that candidates tie at every level."""
    chance, units = table.chance, sorted(table.owners)
    levels = [chance.randint(1, MOST) for _ in range(chance.randint(1, 3))]
    sheets: Sheets = {power: [] for power in table.powers}
    for power in table.powers:
        for _ in range(200):
            unit, amount = chance.choice(units), chance.choice(levels)
            plateau = chance.choice((0, 0, 0, min(levels)))
            sheets[power].append(Offer(amount, chance.choice(SIGNS), unit, table.orders(unit, 2), plateau))
    return sheets


def swaps(table: Table) -> Sheets:
    """Every power bids nearly the same for an order of its own of each of a few units, coprimely often."""
    chance = table.chance
    units = chance.sample(sorted(table.owners), chance.randint(1, 34))
    top = chance.randint(500, MOST)
    sheets: Sheets = {power: [] for power in table.powers}
    for power in table.powers:
        for unit in units:
            repeat = chance.choice(COPRIME[: chance.randint(1, len(COPRIME))])
            amount = max(1, (top - chance.randint(0, 5)) // repeat)
            plateau = chance.choice((0, 0, amount // chance.randint(1, 50)))
            sheets[power].append(Offer(amount, DIRECT, unit, table.orders(unit, 1), plateau, repeat))
    return sheets


def ladders(table: Table) -> Sheets:
    """Amounts and plateaus in steps, so that bids change course at as many different times as possible."""
    chance, units = table.chance, sorted(table.owners)
    sheets: Sheets = {power: [] for power in table.powers}
    for power in table.powers:
        step, number = chance.randint(10, 45), chance.randint(150, 200)
        for n in range(1, number):
            unit = chance.choice(units)
            sheets[power].append(
                Offer(min(MOST, 2 * n * step), chance.choice(SIGNS), unit, table.orders(unit, 2), n * (step - 1))
            )
    return sheets


def gifts(table: Table) -> Sheets:
    """Conditional offers to the same few units by everybody, which pay for nearly everything the others name."""
    chance = table.chance
    units = chance.sample(sorted(table.owners), chance.randint(2, 10))
    sheets: Sheets = {power: [] for power in table.powers}
    for power in table.powers:
        for _ in range(200):
            unit, amount = chance.choice(units), chance.randint(MOST // 2, MOST)
            plateau = chance.choice((0, 0, chance.randint(0, amount)))
            sheets[power].append(Offer(amount, chance.choice(SIGNS[2:]), unit, table.orders(unit, 2), plateau))
    return sheets


def rivals(table: Table) -> Sheets:
    """Two to seven powers, each with many orders of all units at one amount, far above what it has."""
    chance, units = table.chance, sorted(table.owners)
    rich = chance.sample(table.powers, chance.randint(2, 7))
    top = chance.randint(1000, MOST)
    sheets: Sheets = {power: [] for power in table.powers}
    for power in rich:
        for unit in chance.sample(units, len(units)):
            repeat = chance.choice(COPRIME[:5])
            sheets[power].append(Offer(top // repeat, DIRECT, unit, table.orders(unit, 4), 0, repeat))
    return sheets


def knots(table: Table) -> Sheets:
    """Several lines of a power for each of some units, all worth nearly the same: long patterns of swaps, and turns."""
    chance = table.chance
    units = chance.sample(sorted(table.owners), chance.randint(1, 34))
    top, spread = chance.randint(2000, MOST), chance.choice((0, 1, 5, 100, 1000))
    repeats = chance.choice(((1, 2), (2, 3, 5), (7, 11, 13), (1, 17, 19), (23, 29, 31), COPRIME))
    sheets: Sheets = {power: [] for power in table.powers}
    for power in table.powers:
        for unit in chance.sample(units, chance.randint(1, len(units))) * chance.choice((1, 1, 2, 3)):
            repeat = chance.choice(repeats)
            amount = max(1, (top - chance.randint(0, spread)) // repeat)
            plateau = chance.choice((0, 0, 0, chance.randint(0, amount)))
            orders = table.orders(unit, chance.randint(1, 3))
            sheets[power].append(Offer(amount, chance.choice(SIGNS), unit, orders, plateau, repeat))
    return sheets


def lockstep(table: Table) -> Sheets:
    """480 offers from each: two powers swap nearly all units at once, while others swap a few, coprimely often.

    Nothing recurs, and no unit keeps its order for long: about 18,000 reductions, with up to 34 swaps in each.
    """
    chance = table.chance
    units = chance.sample(sorted(table.owners), UNITS)
    few, many = units[: chance.randint(1, 2)], units[2:]
    repeats, steep = chance.choice(((3, 5, 7, 11, 13), (1, 7, 11, 13, 17), (2, 3, 5, 7, 11))), EACH // len(many)
    wanted = {unit: chance.sample(table.choices[unit], min(7, len(table.choices[unit]))) for unit in units}

    def offer(place: int, unit: str, amount: int, repeat: int) -> Offer:
        orders = wanted[unit]
        return Offer(amount, DIRECT, unit, (orders[place % len(orders)],), 0, repeat)

    one, other, *rest = chance.sample(table.powers, 7)
    sheets: Sheets = {one: [offer(0, unit, MOST, steep) for unit in many]}
    sheets[other] = [offer(1, unit, MOST, steep - 1) for unit in many]
    sheets[other] += [offer(1, unit, MOST - steep // 2, 1) for unit in many]
    low = chance.choice((100, 3000, 8000))
    for place, power in enumerate(rest, 2):
        often = [repeats[(place + 2 * n) % len(repeats)] for n, _ in enumerate(few)]
        sheets[power] = [offer(place, u, MOST * repeats[0] // n, n) for u, n in zip(few, often, strict=True)]
        left = (EACH - sum(often)) // len(many)
        sheets[power] += [offer(place, unit, chance.randint(1, low), left) for unit in many]
    return sheets


FAMILIES: tuple[Callable[[Table], Sheets], ...] = (mixed, ties, swaps, ladders, gifts, rivals, knots)


def ordinary_sets(seed: int, count: int) -> Iterator[SheetSet]:
    """*count* sets of ordinary sheets."""
    chance = Random(seed)
    for _ in range(count):
        yield ordinary_set(chance)


def adversarial_sets(seed: int, count: int) -> Iterator[SheetSet]:
    """*count* legal sets of sheets against balances of 50, the families in turn. One at a time: they are large."""
    chance = Random(seed)
    for number in range(count):
        family, table = FAMILIES[number % len(FAMILIES)], Table(chance)
        yield table.seal(family.__name__, family(table), BALANCE)


def lockstep_sets(seed: int, count: int) -> Iterator[SheetSet]:
    """*count* legal sets of sheets in lockstep."""
    chance = Random(seed)
    for _ in range(count):
        table = Table(chance)
        yield table.seal("lockstep", lockstep(table), BALANCE)
