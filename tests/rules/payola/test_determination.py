"""Section 5: the worked cases, and the fast determination compared with the literal one, one silver piece at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from unittest.mock import patch

import msgspec
import pytest
from helpers.examples import quickly
from helpers.rows import each_row
from helpers.steps import steps
from hypothesis import given
from hypothesis import strategies as st
from slow import determine_slowly

from gm.rules.payola import reduction, walk
from gm.rules.payola.courses import Course
from gm.rules.payola.determination import Determination, determine
from gm.rules.payola.state import Bid, Offer, convert, savings
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
LINE = re.compile(r"(?:(\d+)\*)?(\d+)(?:#(\d+))? (?:\$|([:!>@&]) [AF] (\w+) (.+))")
BUR, GAS, PIC = Move("BUR"), Move("GAS"), Move("PIC")


def order(text: str) -> Order:
    """`H`, `- BUR` or `S A MUN - BUR`."""
    match text.split():
        case ["-", to]:
            return Move(to)
        case ["S", _, of, "-", to]:
            return Support(of, to)
        case ["S", _, of]:
            return Support(of)
        case ["C", _, of, "-", to]:
            return Convoy(of, to)
    assert text == "H"
    return HOLD


def offer(line: str) -> Offer:
    """An offer line as players write it, in its plainest form."""
    found = LINE.fullmatch(line)
    assert found, line
    repeat, amount, plateau, sign, unit, orders = found.groups()
    return Offer(
        int(amount),
        sign or "$",
        unit or "",
        tuple(order(part.strip()) for part in orders.split("|")) if orders else (),
        int(plateau or 0),
        int(repeat or 1),
    )


class Given(msgspec.Struct, frozen=True):
    """What determine is given, in its order."""

    owners: Mapping[str, str]
    bids: Mapping[str, tuple[Bid, ...]]
    acceptance: Mapping[str, tuple[str, ...]]
    available: Mapping[str, int]

    def decide(self) -> Determination:
        """The fast determination."""
        return determine(self.owners, self.bids, self.acceptance, self.available)


# The worked cases. Units: France A PAR, Germany A MUN. Each: rule, sheets, treasuries other than 50, then for each
# unit its order and who pays what, and for each power that is reduced how often.
WORKED = [
    (
        "5.1 the dearest order wins",
        {"FRANCE": ["4 : A PAR - BUR"], "GERMANY": ["5 : A PAR - PIC"]},
        {},
        {"PAR": ("- PIC", {"GERMANY": 5}), "MUN": ("H", {})},
        {},
    ),
    (
        "5.1 bribes for one order add up",
        {"FRANCE": ["4 : A PAR - BUR"], "ENGLAND": ["2 : A PAR - BUR"], "GERMANY": ["5 : A PAR - PIC"]},
        {},
        {"PAR": ("- BUR", {"FRANCE": 4, "ENGLAND": 2}), "MUN": ("H", {})},
        {},
    ),
    (
        "5.5 13, then 11, then 9",
        {"FRANCE": ["4 : A PAR - BUR", "9 : A MUN - BUR"], "GERMANY": ["6 : A MUN H"]},
        {"FRANCE": 10},
        {"PAR": ("- BUR", {"FRANCE": 2}), "MUN": ("- BUR", {"FRANCE": 7})},
        {"FRANCE": 2},
    ),
    (
        "5.5 an offer stops at its plateau",
        {"FRANCE": ["8#4 : A PAR - BUR", "9 : A MUN - BUR"]},
        {"FRANCE": 8},
        {"PAR": ("- BUR", {"FRANCE": 4}), "MUN": ("- BUR", {"FRANCE": 4})},
        {"FRANCE": 5},
    ),
    (
        "5.5 the same without the plateau",
        {"FRANCE": ["8 : A PAR - BUR", "9 : A MUN - BUR"]},
        {"FRANCE": 8},
        {"PAR": ("- BUR", {"FRANCE": 3}), "MUN": ("- BUR", {"FRANCE": 4})},
        {"FRANCE": 5},
    ),
    (
        "5.5 all at their plateaus: plateaus are void",
        {"FRANCE": ["8#4 : A PAR - BUR", "9#6 : A MUN - BUR"]},
        {"FRANCE": 5},
        {"PAR": ("- BUR", {"FRANCE": 1}), "MUN": ("- BUR", {"FRANCE": 3})},
        {"FRANCE": 7},
    ),
    (
        "3.2 savings are not spent",
        {"FRANCE": ["8#4 : A PAR - BUR", "9 : A MUN - BUR", "2 $"]},
        {"FRANCE": 10},
        {"PAR": ("- BUR", {"FRANCE": 4}), "MUN": ("- BUR", {"FRANCE": 4})},
        {"FRANCE": 5},
    ),
    (
        "3.2 a move offer pays for another move that somebody names",
        {"FRANCE": ["3 > A PAR - BUR"], "GERMANY": ["1 : A PAR - PIC"]},
        {},
        {"PAR": ("- PIC", {"FRANCE": 3, "GERMANY": 1}), "MUN": ("H", {})},
        {},
    ),
    (
        "3.2 a negative offer names a HOLD and pays for it",
        {"FRANCE": ["2 : A PAR - BUR"], "GERMANY": ["3 ! A PAR - BUR"]},
        {},
        {"PAR": ("H", {"GERMANY": 3}), "MUN": ("H", {})},
        {},
    ),
    (
        "5.4 a gift above direct offers: the list is gone through once more, for direct offers only",
        {"FRANCE": ["3 & A PAR H", "2 : A PAR - BUR | - GAS"]},
        {},
        {"PAR": ("- BUR", {"FRANCE": 5}), "MUN": ("H", {})},
        {},
    ),
    (
        "5.3, 5.5 two overdrawn powers swap a unit for 190 rounds",
        {"GERMANY": ["100 : A PAR - BUR"], "ITALY": ["100 : A PAR - GAS"]},
        {"GERMANY": 5, "ITALY": 5},
        {"PAR": ("- BUR", {"GERMANY": 5}), "MUN": ("H", {})},
        {"GERMANY": 95, "ITALY": 95},
    ),
]


def phase(sheets: Mapping[str, Sequence[str]], balances: Mapping[str, int]) -> Given:
    """The phase of the worked cases; acceptance lists begin with their own power."""
    owners = {"PAR": "FRANCE", "MUN": "GERMANY"}
    read = {power: [offer(line) for line in sheets.get(power, ())] for power in POWERS}
    return Given(
        owners,
        {power: convert(read[power], [u for u, owner in owners.items() if owner == power]) for power in POWERS},
        {power: (power, *(other for other in POWERS if other != power)) for power in POWERS},
        {power: max(0, balances.get(power, 50) - savings(read[power])) for power in POWERS},
    )


@each_row("rule, sheets, balances, units, reductions", WORKED)
def test_the_worked_cases_come_out_as_written(
    rule: str,
    sheets: Mapping[str, Sequence[str]],
    balances: Mapping[str, int],
    units: Mapping[str, tuple[str, Mapping[str, int]]],
    reductions: Mapping[str, int],
) -> None:
    made = phase(sheets, balances).decide()
    assert made.orders == {unit: order(text) for unit, (text, _) in units.items()}
    assert made.total == {unit: sum(paid.values()) for unit, (_, paid) in units.items()}
    assert made.paid == {
        power: {unit: paid[power] for unit, (_, paid) in units.items() if power in paid} for power in POWERS
    }
    assert made.reductions == dict.fromkeys(POWERS, 0) | dict(reductions)


CONVERTED = [
    ("3.2 direct: one bid for each order", "4#1 : A PAR - BUR | - GAS", [(":", [BUR], 4, 1), (":", [GAS], 4, 1)]),
    ("3.2 negative: a zero HOLD", "3#2 ! A PAR - BUR | - GAS", [(":", [HOLD], 0, 0), ("!", [BUR, GAS], 3, 2)]),
    ("3.2 negative, HOLD among the orders", "3 ! A PAR H", [(":", [HOLD], 0, 0), ("!", [HOLD], 3, 0)]),
    (
        "3.2 move: direct ones, then the condition",
        "3 > A PAR - BUR | - GAS",
        [(":", [BUR], 3, 0), (":", [GAS], 3, 0), (">", [BUR, GAS], 3, 0)],
    ),
    ("3.2 hold", "3#1 @ A PAR H", [(":", [HOLD], 3, 1), ("@", [HOLD], 3, 1)]),
    ("3.2 gift", "1 & A PAR - BUR", [(":", [BUR], 1, 0), ("&", [BUR], 1, 0)]),
    ("3.3 repetition, in full", "2*5 > A PAR - BUR", [(":", [BUR], 5, 0), (">", [BUR], 5, 0)] * 2),
]


@each_row("rule, line, bids", CONVERTED)
def test_each_type_is_converted_as_the_rules_say(
    rule: str, line: str, bids: Sequence[tuple[str, list[Order], int, int]]
) -> None:
    expected = tuple(Bid("PAR", sign, tuple(orders), amount, plateau) for sign, orders, amount, plateau in bids)
    assert convert([offer(line)], ["PAR"]) == expected


def test_own_units_without_an_offer_get_a_zero_hold_at_the_end_and_savings_are_no_bids() -> None:
    converted = convert([offer("2*5 $"), offer("4 : A PAR - BUR")], ["MUN", "PAR", "BRE"])
    assert converted == (
        Bid("PAR", ":", (BUR,), 4), Bid("MUN", ":", (HOLD,), 0), Bid("BRE", ":", (HOLD,), 0)
    )  # fmt: skip


PAYS = [
    (":", BUR, {BUR}),
    ("!", BUR, {GAS, HOLD, Support("MUN"), Convoy("LON", "BRE")}),
    (">", BUR, {GAS}),
    ("@", HOLD, {Support("MUN"), Convoy("LON", "BRE")}),
    ("&", BUR, {GAS, HOLD, Support("MUN"), Convoy("LON", "BRE")}),
]


@each_row("sign, named, paid", PAYS)
def test_a_bid_pays_for_the_orders_of_its_type_only(sign: str, named: Order, paid: set[Order]) -> None:
    everything = (BUR, GAS, HOLD, Support("MUN"), Convoy("LON", "BRE"))
    assert {one for one in everything if Bid("PAR", sign, (named,), 1).pays_for(one)} == paid


ORDERS = (HOLD, BUR, GAS, PIC, Support("MAR"), Support("MAR", "SPA"))
COPRIME = (1, 1, 1, 2, 3, 5, 7)
# A seed is drawn, so an example can be repeated; drawing every single choice would be ten times slower.
chances = st.randoms(use_true_random=True)


def an_offer(chance: Random, unit: str, top: int, close: bool) -> Offer:
    """Any type; amounts at random, or close to *top* in all so that powers swap the unit."""
    repeat = chance.choice(COPRIME)
    amount = max(0, top - chance.randint(0, 3)) // (repeat if close else 1) if close else chance.randint(0, top)
    plateau = chance.choice((0, 0, 0, amount, chance.randint(0, amount)))
    named = tuple(chance.sample(ORDERS, chance.randint(1, 3)))
    return Offer(amount, chance.choice(":::!>@&"), unit, named, plateau, repeat)


def a_phase(chance: Random, powers: int, units: int, lines: int, top: int) -> Given:
    """Random sheets of a few powers for a few units; a small *top* makes ties at every level."""
    names = POWERS[: chance.randint(1, powers)]
    owners = {f"U{number:02}": chance.choice(names) for number in range(chance.randint(1, units))}
    close = chance.random() < 0.4
    sheets = {
        name: [
            an_offer(chance, chance.choice(sorted(owners)), top, close) for _ in range(chance.randint(0, lines))
        ]
        for name in names
    }
    return Given(
        owners,
        {name: convert(sheets[name], [u for u, owner in owners.items() if owner == name]) for name in names},
        {name: tuple(chance.sample(names, len(names))) for name in names},
        {name: chance.choice((0, 1, 2, 5, 10, 50)) for name in names},
    )


def a_small_phase(chance: Random) -> Given:
    """Amounts small enough for the literal determination to be quick."""
    return a_phase(chance, 4, 4, 6, chance.choice((1, 3, 8, 30, 60)))


def a_dear_phase(chance: Random) -> Given:
    """Amounts to the most, a handful of offers."""
    return a_phase(chance, 3, 2, 2, chance.choice((500, 2000, 9999)))


def check_against_the_literal_reading(phase: Given) -> None:
    made = phase.decide()
    orders, paid, reductions = determine_slowly(phase.owners, phase.bids, phase.acceptance, phase.available)
    assert (made.orders, made.paid, made.reductions) == (orders, paid, reductions)


@quickly(1600)
@given(chances)
def test_jumps_give_exactly_what_one_piece_at_a_time_gives(chance: Random) -> None:
    check_against_the_literal_reading(a_small_phase(chance))


@quickly(140)
@given(chances)
def test_so_they_do_for_amounts_up_to_the_most(chance: Random) -> None:
    check_against_the_literal_reading(a_dear_phase(chance))


def a_quarrel(chance: Random) -> Given:
    """Two powers swap many units at once, and others a few units of their own, coprimely often; the rest bid low.

    The repetitions of the two add up to the same for each unit, so that all units swap in the same rounds.
    """
    top, owned = chance.randint(20, 120), chance.randint(1, 6)
    steep = chance.randint(2, 6)
    names = POWERS[: chance.randint(3, 7)]
    owners = {f"U{number:02}": chance.choice(names) for number in range(owned + 3)}
    many, few, alone = sorted(owners)[:owned], sorted(owners)[owned : owned + 2], sorted(owners)[-1]
    orders = {name: ORDERS[number % len(ORDERS)] for number, name in enumerate(names)}

    def bid(name: str, unit: str, amount: int, repeat: int) -> Offer:
        plateau = chance.choice((0, 0, 0, chance.randint(0, amount)))
        return Offer(max(0, amount), chance.choice("::::::!>&"), unit, (orders[name],), plateau, repeat)

    sheets: dict[str, list[Offer]] = {}
    for name in names[:2]:
        sheets[name] = [bid(name, unit, top, steep) for unit in many]
    sheets[names[1]] += [bid(names[1], unit, steep // 2, 1) for unit in many]
    for name in names[2:]:
        repeats = [chance.choice((1, 2, 3, 5, 7, 11)) for _ in few]
        sheets[name] = [bid(name, unit, 2 * top // n, n) for unit, n in zip(few, repeats, strict=True)]
        sheets[name] += [bid(name, unit, chance.randint(0, top), steep) for unit in many if chance.random() < 0.3]
    steady, amount = owners[alone], chance.randint(0, top)
    sheets[steady].append(Offer(amount, ":", alone, (orders[steady],), chance.randint(0, amount)))
    return Given(
        owners,
        {name: convert(sheets[name], [u for u, owner in owners.items() if owner == name]) for name in names},
        {name: tuple(chance.sample(names, len(names))) for name in names},
        {name: chance.choice((0, 0, 1, 10, top)) for name in names},
    )


@quickly(500)
@given(chances)
def test_so_they_do_where_many_units_swap_at_once(chance: Random) -> None:
    check_against_the_literal_reading(a_quarrel(chance))


EARLY = {"long": (4000, 500), "of few rounds": (7, 2)}


@pytest.mark.parametrize("stretch, kept", EARLY.values(), ids=EARLY)
def test_walks_taken_as_early_as_can_be_change_nothing(stretch: int, kept: int) -> None:
    @quickly(700)
    @given(chances)
    def check(chance: Random) -> None:
        with (
            # size: walks are taken in quarrels of a few units
            patch.multiple(reduction, SWAPS=0, ROUNDS=1 << 60),
            patch.multiple(walk, STRETCHES=(stretch, 5), KEPT=kept, SELDOM=1 << 60),
        ):
            check_against_the_literal_reading(
                a_quarrel(chance) if chance.random() < 0.4 else a_phase(chance, 5, 3, 5, chance.choice((30, 60, 100)))
            )

    check()


def test_a_walk_goes_on_past_the_plateau_of_a_bid_that_stands_alone() -> None:
    given = Given(
        {"U0": "RUSSIA", "U1": "ITALY", "U2": "FRANCE"},
        {
            "FRANCE": convert([Offer(60, ":", "U2", (BUR,), 20), Offer(100, ":", "U0", (BUR,))], ()),
            "GERMANY": convert([Offer(190, ":", "U1", (BUR,))], ()),
            "ITALY": convert([Offer(190, ":", "U1", (GAS,))], ()),
            "RUSSIA": convert([Offer(300, ":", "U0", (GAS,))], ()),
        },
        dict.fromkeys(("FRANCE", "ITALY", "RUSSIA"), POWERS),
        {"FRANCE": 5, "GERMANY": 0, "ITALY": 0, "RUSSIA": 300},
    )
    with patch.multiple(reduction, SWAPS=0, ROUNDS=1 << 60):  # size: walks are taken in a quarrel of three units
        check_against_the_literal_reading(given)


def test_walks_are_taken_where_many_units_swap_at_once() -> None:
    def quarrels() -> None:
        chance = Random(5)
        for _ in range(20):
            a_quarrel(chance).decide()

    usual = steps(quarrels)
    with patch.multiple(reduction, SWAPS=1 << 60):  # size: no number of swaps is large
        assert usual < 0.95 * steps(quarrels)


@quickly(300)
@given(chances)
def test_a_bid_falls_when_its_course_says_so(chance: Random) -> None:
    bids = [bid for bid in convert([an_offer(chance, "PAR", 9, False) for _ in range(3)], ()) if bid.amount]
    course = Course(bids)
    for bid in bids:
        worth = [course.amount(bid, reductions) for reductions in range(40)]
        fell = [any(start <= gone < end for start, end in course.falls(bid)) for gone in range(39)]
        assert fell == [now > then for now, then in pairwise(worth)]


def test_coprime_repetitions_for_one_unit_by_all_powers_come_out_as_literally() -> None:
    repeats = (2, 3, 5, 7, 11, 13, 1)
    targets = ("BUR", "GAS", "PIC", "BRE", "MAR", "RUH", "BEL")
    sheets = {
        power: [Offer(700 // repeat, ":", "PAR", (Move(to),), 0, repeat)]
        for power, repeat, to in zip(POWERS, repeats, targets, strict=True)
    }
    own = {power: ["PAR"] if power == "FRANCE" else [] for power in POWERS}
    check_against_the_literal_reading(
        Given(
            {"PAR": "FRANCE"},
            {power: convert(sheets[power], own[power]) for power in POWERS},
            dict.fromkeys(POWERS, POWERS),
            dict.fromkeys(POWERS, 9),
        )
    )


@quickly(600)
@given(chances)
def test_nobody_pays_more_than_is_available_and_the_sums_agree(chance: Random) -> None:
    phase = a_phase(chance, 7, 8, 12, chance.choice((3, 30, 9999)))
    made = phase.decide()
    assert all(made.spent[power] <= phase.available[power] for power in phase.bids)
    assert made.spent == {power: sum(amounts.values()) for power, amounts in made.paid.items()}
    received = {unit: sum(amounts.get(unit, 0) for amounts in made.paid.values()) for unit in phase.owners}
    assert made.total == received


@quickly(600)
@given(chances)
def test_no_power_is_reduced_more_often_than_its_amounts_and_plateaus_allow(chance: Random) -> None:
    phase = a_phase(chance, 7, 8, 12, chance.choice((3, 30, 9999)))
    made = phase.decide()
    for power, sheet in phase.bids.items():
        most = max((bid.amount - bid.plateau for bid in sheet), default=0)
        assert made.reductions[power] <= most + max((bid.plateau for bid in sheet), default=0)


@quickly(300)
@given(chances)
def test_a_repetition_is_the_line_written_so_many_times(chance: Random) -> None:
    lines = [an_offer(chance, "PAR", 50, False) for _ in range(chance.randint(1, 5))]
    written = [msgspec.structs.replace(line, repeat=1) for line in lines for _ in range(line.repeat)]
    assert convert(lines, ["PAR", "MUN"]) == convert(written, ["PAR", "MUN"])
