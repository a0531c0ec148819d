"""Movement on random positions: what holds of every ruling, and rulings compared with trying every outcome."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from random import Random

from helpers.examples import quickly
from hypothesis import event, given
from hypothesis import strategies as st
from reference import Equations

from gm.rules.provinces.board import Unit
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.movement import Fate, Ruling, adjudicate, choose_ways, split_void
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support, chain_exists, fleets_at_sea, why_illegal

BOARD = read_board((files("gm.rules.provinces") / "boards" / "standard.toml").read_text())
SEAS = [p for p in sorted(BOARD.provinces) if BOARD.is_sea(p)]
POWERS = sorted(BOARD.powers)
FATES = {"succeeds", "bounces", "cut", "disrupted", "void", "dislodged"}
MOST_MOVES = 6  # of a position small enough for trying every outcome
MOST_CONVOYED = 2
# A seed is drawn, so an example can be repeated; drawing every single choice would be ten times slower.
chances = st.randoms(use_true_random=True)
Position = tuple[dict[str, Unit], dict[str, Order]]


def place_units(chance: Random, provinces: Sequence[str], count: int, powers: int) -> dict[str, Unit]:
    """Units in some of *provinces*, the first one always taken; a coast holds either kind."""
    units = {}
    for province in [provinces[0], *chance.sample(provinces[1:], min(count, len(provinces)) - 1)]:
        places = BOARD.fleet_places(province)
        fleet = BOARD.is_sea(province) or (bool(places) and chance.random() < 0.4)
        place = chance.choice(places) if fleet else province
        units[province] = Unit(chance.choice(POWERS[:powers]), "F" if fleet else "A", place)
    return units


def a_move(chance: Random, units: dict[str, Unit], unit: Unit) -> Order:
    """A step, rather to where somebody stands; or for an army as far as the fleets at sea may carry it."""
    seas = fleets_at_sea(BOARD, units)
    if unit.kind == "A" and chance.random() < 0.7:
        coasts = [p for p in sorted(BOARD.provinces) if not BOARD.is_sea(p) and p != unit.province]
        carried = [p for p in coasts if chain_exists(BOARD, seas, unit.province, p)]
        taken = [p for p in carried if p in units]
        if carried:
            return Move(chance.choice(taken if taken and chance.random() < 0.6 else carried), via=True)
    near = sorted(BOARD.reach(unit.kind, unit.place))
    taken = [p for p in near if p[:3] in units]
    return Move(chance.choice(taken if taken and chance.random() < 0.7 else near)) if near else HOLD


def a_help(chance: Random, units: dict[str, Unit], unit: Unit, orders: dict[str, Order]) -> Order:
    """A legal support or convoy of something that is ordered, if there is one; an attack on a fleet is liked best."""
    found: list[Order] = []
    for other in sorted(units):
        order = orders.get(other, HOLD)
        to = order.to[:3] if isinstance(order, Move) else ""
        found += [Support(other, to)] * (3 if to in SEAS else 1)
        if isinstance(order, Move) and order.via:
            found += [Convoy(other, to)] * 4
    legal = [order for order in found if not why_illegal(BOARD, units, unit, order)]
    return chance.choice(legal) if legal else HOLD


def a_position(chance: Random, provinces: Sequence[str], count: int, powers: int = 3) -> Position:
    """Units with legal orders, ways settled: moves first, then help for them."""
    units = place_units(chance, provinces, count, powers)
    orders: dict[str, Order] = {}
    convoyed = 0
    for province in chance.sample(sorted(units), len(units)):
        unit = units[province]
        if len(orders) < MOST_MOVES and chance.random() < (0.2 if unit.kind == "F" and province in SEAS else 0.6):
            order = a_move(chance, units, unit)
            convoyed += isinstance(order, Move) and order.via
            if convoyed <= MOST_CONVOYED:
                orders[province] = order
    for province in sorted(set(units) - set(orders)):
        orders[province] = a_help(chance, units, units[province], orders)
    legal, _ = split_void(BOARD, units, orders)
    return units, choose_ways(BOARD, units, legal)


def around(chance: Random) -> list[str]:
    """A sea, its shores and neighbours, and sometimes those of the sea next to it."""
    sea = chance.choice(SEAS)
    found = {sea} | BOARD.near[sea]
    if chance.random() < 0.5:
        found |= BOARD.near[chance.choice(sorted(BOARD.touches[sea]) or [sea])]
    return [sea, *sorted(found - {sea})]


def a_small_position(chance: Random) -> Position:
    """Few units, close together, around a sea."""
    return a_position(chance, around(chance), chance.randint(3, 9))


def a_knot(chance: Random) -> Position:
    """One or two convoys to coasts from where an attack on a carrier, of this convoy or the other, is supported."""
    seas = chance.sample(SEAS, chance.randint(1, 2))
    units: dict[str, Unit] = {sea: Unit(chance.choice(POWERS[:3]), "F", sea) for sea in seas}
    orders: dict[str, Order] = {}
    for sea in seas:
        attacked = chance.choice(seas)
        coasts = [p for p in sorted(BOARD.near[sea]) if not BOARD.is_sea(p) and p not in units]
        targets = [p for p in coasts if p in BOARD.near[attacked]]
        attackers = [p for p in sorted(BOARD.fleet[attacked]) if p[:3] not in units]
        if len(coasts) > 1 and targets and attackers:
            start, target, attacker = chance.choice(coasts), chance.choice(targets), chance.choice(attackers)
            units |= {
                start: Unit(chance.choice(POWERS[:3]), "A", start),
                target: Unit(chance.choice(POWERS[:3]), "F", chance.choice(BOARD.fleet_places(target))),
                attacker[:3]: Unit(chance.choice(POWERS[:3]), "F", attacker),
            }
            orders |= {attacker[:3]: Move(attacked), target: Support(attacker[:3], attacked)}
            orders |= {sea: Convoy(start, target), start: Move(target, via=True)}
    near = sorted({p for sea in seas for p in BOARD.near[sea]} - set(units))
    for province, unit in place_units(chance, near, chance.randint(1, 5), 3).items() if near else ():
        units[province] = unit
        orders[province] = a_help(chance, units, unit, orders)
    legal, _ = split_void(BOARD, units, {p: order for p, order in orders.items() if p in units})
    return units, choose_ways(BOARD, units, legal)


def a_large_position(chance: Random) -> Position:
    """A board as full as it gets."""
    provinces = chance.sample(sorted(BOARD.provinces), len(BOARD.provinces))
    units = place_units(chance, provinces, chance.randint(2, 34), 7)
    orders: dict[str, Order] = {p: a_move(chance, units, units[p]) for p in sorted(units) if chance.random() < 0.6}
    for province in sorted(set(units) - set(orders)):
        orders[province] = a_help(chance, units, units[province], orders)
    legal, _ = split_void(BOARD, units, orders)
    return units, choose_ways(BOARD, units, legal)


def own(fate: Fate) -> str:
    """The fate of the order itself."""
    return fate.order_fate or fate.fate


def moved(ruling: Ruling, orders: dict[str, Order]) -> dict[str, str]:
    """Target by mover of the moves that succeeded."""
    return {
        p: order.to[:3]
        for p, order in orders.items()
        if isinstance(order, Move) and ruling.fates[p].fate == "succeeds"
    }


@quickly(700)
@given(chances)
def test_every_unit_has_a_fate_and_none_is_lost_or_doubled(chance: Random) -> None:
    units, orders = a_large_position(chance)
    ruling = adjudicate(BOARD, units, orders)
    assert set(ruling.fates) == set(units)
    assert {fate.fate for fate in ruling.fates.values()} <= FATES
    assert {p for p, fate in ruling.fates.items() if fate.fate == "dislodged"} == set(ruling.dislodged)
    assert all(unit.province == province for province, unit in ruling.units.items())
    # Power and kind of all units, wherever they are now, are those of before.
    after = [*ruling.units.values(), *(lost.unit for lost in ruling.dislodged.values())]
    assert sorted((u.power, u.kind) for u in after) == sorted((u.power, u.kind) for u in units.values())


@quickly(500)
@given(chances)
def test_units_stand_where_their_fates_say(chance: Random) -> None:
    units, orders = a_large_position(chance)
    ruling = adjudicate(BOARD, units, orders)
    arrived = moved(ruling, orders)
    assert len(set(arrived.values())) == len(arrived)
    for province, unit in units.items():
        if province in arrived:
            order = orders[province]
            assert isinstance(order, Move)
            assert ruling.units[arrived[province]] == Unit(unit.power, unit.kind, order.to)
        elif province not in ruling.dislodged:
            assert ruling.units[province] == unit


@quickly(500)
@given(chances)
def test_the_dislodged_have_a_foreign_attacker_that_arrived_and_free_places_to_retreat_to(chance: Random) -> None:
    units, orders = a_large_position(chance)
    ruling = adjudicate(BOARD, units, orders)
    arrived = moved(ruling, orders)
    for province, lost in ruling.dislodged.items():
        assert arrived[lost.attacker] == province
        assert units[lost.attacker].power != lost.unit.power
        assert province not in arrived
        by_land = not orders[lost.attacker].via  # type: ignore[union-attr]
        for place in lost.retreats:
            assert place in BOARD.reach(lost.unit.kind, lost.unit.place)
            assert place[:3] not in ruling.units
            assert place[:3] not in ruling.contested
            assert not (by_land and place[:3] == lost.attacker)


@quickly(500)
@given(chances)
def test_a_support_that_stands_is_attacked_by_no_foreigner_but_from_where_it_is_directed(chance: Random) -> None:
    units, orders = a_large_position(chance)
    ruling = adjudicate(BOARD, units, orders)
    for province, order in orders.items():
        if isinstance(order, Support) and own(ruling.fates[province]) == "succeeds":
            aimed = order.to[:3] or order.of
            for attacker, attack in orders.items():
                if isinstance(attack, Move) and attack.to[:3] == province and attacker != aimed:
                    foreign = units[attacker].power != units[province].power
                    assert not foreign or own(ruling.fates[attacker]) == "disrupted"
            assert ruling.fates[province].fate == "succeeds"


@quickly(500)
@given(chances)
def test_contested_provinces_are_empty_and_two_equal_moves_met_there(chance: Random) -> None:
    units, orders = a_large_position(chance)
    ruling = adjudicate(BOARD, units, orders)
    for province in ruling.contested:
        assert province not in ruling.units
        tried = [p for p, o in orders.items() if isinstance(o, Move) and o.to[:3] == province]
        assert len([p for p in tried if own(ruling.fates[p]) == "bounces"]) >= 2


@quickly(500)
@given(chances)
def test_the_ruling_does_not_depend_on_the_order_in_which_units_and_orders_are_listed(chance: Random) -> None:
    units, orders = a_large_position(chance) if chance.random() < 0.5 else a_small_position(chance)
    ruling = adjudicate(BOARD, units, orders)
    again = adjudicate(
        BOARD,
        dict(chance.sample(sorted(units.items()), len(units))),
        dict(chance.sample(sorted(orders.items(), key=lambda item: item[0]), len(orders))),
    )
    assert again == ruling
    assert [*again.dislodged] == [*ruling.dislodged] == sorted(ruling.dislodged)


def compare(units: dict[str, Unit], orders: dict[str, Order]) -> str:
    """Compare the ruling with every outcome there is; what kind of position it was."""
    ruling = adjudicate(BOARD, units, orders)
    outcomes = Equations(BOARD, units, orders).outcomes()
    broken = frozenset(p for p, fate in ruling.fates.items() if fate.paradox)
    if len(outcomes) == 1:
        assert not broken
        kind = "one outcome"
    else:
        # Without any outcome, or with several, the Szykman rule: the armies of the paradox go nowhere.
        assert broken
        assert Equations(BOARD, units, orders).convoyed
        outcomes = Equations(BOARD, units, orders, broken).outcomes()
        assert len(outcomes) == 1
        kind = "paradox"
    check_outcome(units, orders, ruling, Equations(BOARD, units, orders, broken), outcomes[0])
    return kind


def check_outcome(
    units: dict[str, Unit], orders: dict[str, Order], ruling: Ruling, equations: Equations, outcome: tuple
) -> None:
    """Whether every fate is that of the outcome."""
    equations.won, equations.path = outcome
    assert {p for p, won in equations.won.items() if won} == set(moved(ruling, orders))
    assert {p for p, stands in equations.path.items() if not stands} == {
        p for p in equations.convoyed if own(ruling.fates[p]) == "disrupted"
    }
    assert {p for p in units if equations.dislodged(p)} == set(ruling.dislodged)
    for province, order in orders.items():
        if isinstance(order, Support):
            matched = equations.matches(province, order.of)
            expected = "void" if not matched else "succeeds" if equations.given(province) else "cut"
            assert own(ruling.fates[province]) == expected


@quickly(2500)
@given(chances)
def test_the_ruling_is_the_only_consistent_outcome_or_the_szykman_rule_decides(chance: Random) -> None:
    event(compare(*a_small_position(chance)))


@quickly(1500)
@given(chances)
def test_convoys_that_hang_on_one_another_are_judged_so_too(chance: Random) -> None:
    event(compare(*a_knot(chance)))
