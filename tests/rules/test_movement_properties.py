"""Movement on random positions: what holds of every ruling, and rulings compared with trying every outcome."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import NamedTuple

from helpers.examples import quickly
from hypothesis import event, given
from hypothesis import strategies as st
from msgspec.structs import replace
from reference import Equations, HangsOnItself

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.movement import Fate, Ruling, adjudicate, choose_ways, split_void
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support, chain_exists, fleets_at_sea, why_illegal


class Field:
    """A board in a season of movement.

    whole: with all borders; plain: its straits and closed seas besides are borders and seas like others. ends: where
    straits lead; liked: seas next to them, and those that may be closed with their neighbours.
    """

    def __init__(self, whole: Board, season: str) -> None:
        self.whole, self.season = whole, season
        self.board = whole.in_season(season)
        self.plain = replace(whole, straits=frozenset(), seasonal={})
        self.seas = [p for p in sorted(whole.provinces) if whole.is_sea(p)]
        self.powers = sorted(whole.powers)
        self.ends = {end for pair in whole.straits for end in pair}
        self.liked = [p for p in self.seas if p in whole.seasonal or whole.near[p] & (self.ends | {*whole.seasonal})]

    def sea(self, chance: Random) -> str:
        """A sea, rather one that is liked."""
        return chance.choice(self.liked if self.liked and chance.random() < 0.7 else self.seas)


class Position(NamedTuple):
    """Units with orders: written, those that would be legal on the plain board; orders, the legal, ways settled."""

    field: Field
    units: dict[str, Unit]
    orders: dict[str, Order]
    written: dict[str, Order]

    def judged(self) -> Ruling:
        """The ruling of the engine."""
        return adjudicate(self.field.board, self.units, self.orders)


def known(name: str) -> Board:
    """A board that comes with gm."""
    return read_board((files("gm.rules.provinces") / "boards" / f"{name}.toml").read_text())


def with_waters(board: Board) -> Board:
    """The board with every other border between coasts a strait for armies, and with seas that are closed in spring."""
    coasts = [p for p in sorted(board.provinces) if board.provinces[p].kind == "coast"]
    pairs = [(one, two) for one in coasts for two in sorted(board.army[one]) if two in coasts and one < two][::2]
    straits = frozenset(pair for one, two in pairs for pair in ((one, two), (two, one)))
    return replace(board, straits=straits, seasonal={"NTH": ("fall",), "ION": ("fall",)})


MADE = with_waters(known("standard"))
BOARDS = [
    (known("standard"), "S"), (known("loeb9"), "S"), (known("loeb9"), "F"), (known("colonial"), "S"),
    (known("youngstown"), "F"), (MADE, "S"),
]  # fmt: skip
FIELDS = [Field(board, season) for board, season in BOARDS]
OFTEN = (3, 3, 3, 1, 1, 2)  # how often each of them is drawn
FATES = {"succeeds", "bounces", "cut", "disrupted", "void", "dislodged"}
MOST_MOVES = 6  # of a position small enough for trying every outcome
MOST_CONVOYED = 2
MOST_PROVINCES = 75  # of a position as large as a whole standard board
# A seed is drawn, so an example can be repeated; drawing every single choice would be ten times slower.
chances = st.randoms(use_true_random=True)


def a_field(chance: Random) -> Field:
    """One of the boards."""
    return chance.choices(FIELDS, OFTEN)[0]


def place_units(chance: Random, field: Field, provinces: Sequence[str], count: int, powers: int) -> dict[str, Unit]:
    """Units in some of *provinces*, the first one always taken; a coast holds either kind."""
    units = {}
    for province in [provinces[0], *chance.sample(provinces[1:], min(count, len(provinces)) - 1)]:
        places = field.whole.fleet_places(province)
        fleet = field.whole.is_sea(province) or (bool(places) and chance.random() < 0.4)
        place = chance.choice(places) if fleet else province
        units[province] = Unit(chance.choice(field.powers[:powers]), "F" if fleet else "A", place)
    return units


def a_move(chance: Random, field: Field, units: dict[str, Unit], unit: Unit) -> Order:
    """A step, rather over a strait or to where somebody stands; or as far as the fleets at sea may carry an army."""
    board = field.plain
    near = sorted(board.reach(unit.kind, unit.place))
    across = [p for p in near if unit.kind == "A" and (unit.province, p) in field.whole.straits]
    if across and chance.random() < 0.6:
        return Move(across[0])
    seas = fleets_at_sea(board, units)
    if unit.kind == "A" and chance.random() < 0.7:
        coasts = sorted({p for sea in seas for p in board.near[sea] if not board.is_sea(p)} - {unit.province})
        carried = [p for p in coasts if chain_exists(board, seas, unit.province, p)]
        taken = [p for p in carried if p in units]
        if carried:
            return Move(chance.choice(taken if taken and chance.random() < 0.6 else carried), via=True)
    taken = [p for p in near if p[:3] in units]
    return Move(chance.choice(taken if taken and chance.random() < 0.7 else near)) if near else HOLD


def a_help(chance: Random, field: Field, units: dict[str, Unit], unit: Unit, orders: dict[str, Order]) -> Order:
    """A support or convoy of something that is ordered, if there is one; an attack on a fleet is liked best."""
    found: list[Order] = []
    for other in sorted(units):
        order = orders.get(other, HOLD)
        to = order.to[:3] if isinstance(order, Move) else ""
        found += [Support(other, to)] * (3 if to in field.seas or (other, to) in field.whole.straits else 1)
        if isinstance(order, Move) and order.via:
            found += [Convoy(other, to)] * 4
    legal = [order for order in found if not why_illegal(field.plain, units, unit, order)]
    return chance.choice(legal) if legal else HOLD


def ready(field: Field, units: dict[str, Unit], written: dict[str, Order]) -> Position:
    """The position with those of its orders that are legal, ways settled."""
    legal, _ = split_void(field.board, units, written)
    return Position(field, units, choose_ways(field.board, units, legal), written)


def a_position(chance: Random, field: Field, provinces: Sequence[str], count: int, powers: int = 3) -> Position:
    """Units with orders: moves first, then help for them."""
    units = place_units(chance, field, provinces, count, powers)
    orders: dict[str, Order] = {}
    convoyed = 0
    for province in chance.sample(sorted(units), len(units)):
        unit = units[province]
        if len(orders) < MOST_MOVES and chance.random() < (0.2 if unit.kind == "F" and province in field.seas else 0.6):
            order = a_move(chance, field, units, unit)
            convoyed += isinstance(order, Move) and order.via
            if convoyed <= MOST_CONVOYED:
                orders[province] = order
    for province in sorted(set(units) - set(orders)):
        orders[province] = a_help(chance, field, units, units[province], orders)
    return ready(field, units, orders)


def around(chance: Random, field: Field) -> list[str]:
    """A sea, its shores and neighbours, and sometimes those of the sea next to it; the end of a strait rather first."""
    board = field.whole
    sea = field.sea(chance)
    found = {sea} | board.near[sea]
    if chance.random() < 0.5:
        found |= board.near[chance.choice(sorted(board.touches[sea]) or [sea])]
    ends = sorted(found & field.ends)
    first = chance.choice(ends) if ends and chance.random() < 0.7 else sea
    return [first, *sorted(found - {first})]


def a_small_position(chance: Random) -> Position:
    """Few units, close together, around a sea."""
    field = a_field(chance)
    return a_position(chance, field, around(chance, field), chance.randint(3, 9))


def a_knot(chance: Random) -> Position:
    """One or two convoys to coasts from where an attack on a carrier, of this convoy or the other, is supported."""
    field = a_field(chance)
    board, powers = field.whole, field.powers[:3]
    seas = list(dict.fromkeys(field.sea(chance) for _ in range(chance.randint(1, 2))))
    units: dict[str, Unit] = {sea: Unit(chance.choice(powers), "F", sea) for sea in seas}
    orders: dict[str, Order] = {}
    for sea in seas:
        attacked = chance.choice(seas)
        coasts = [p for p in sorted(board.near[sea]) if not board.is_sea(p) and p not in units]
        targets = [p for p in coasts if p in board.near[attacked]]
        attackers = [p for p in sorted(board.fleet[attacked]) if p[:3] not in units]
        if len(coasts) > 1 and targets and attackers:
            start, target, attacker = chance.choice(coasts), chance.choice(targets), chance.choice(attackers)
            units |= {
                start: Unit(chance.choice(powers), "A", start),
                target: Unit(chance.choice(powers), "F", chance.choice(board.fleet_places(target))),
                attacker[:3]: Unit(chance.choice(powers), "F", attacker),
            }
            orders |= {attacker[:3]: Move(attacked), target: Support(attacker[:3], attacked)}
            orders |= {sea: Convoy(start, target), start: Move(target, via=True)}
    near = sorted({p for sea in seas for p in board.near[sea]} - set(units))
    for province, unit in place_units(chance, field, near, chance.randint(1, 5), 3).items() if near else ():
        units[province] = unit
        across = [p for p in sorted(board.army.get(province, ())) if unit.kind == "A" and board.crosses(province, p)]
        crosses = across and chance.random() < 0.7
        orders[province] = Move(across[0]) if crosses else a_help(chance, field, units, unit, orders)
    orders = {p: order for p, order in orders.items() if p in units}
    return ready(field, units, split_void(field.plain, units, orders)[0])


def a_region(chance: Random, field: Field) -> list[str]:
    """A whole board, or as many provinces of a larger one, close together."""
    found = [chance.choice(sorted(field.whole.provinces))]
    for here in found:
        near = sorted(field.whole.near[here] - {*found})
        found += chance.sample(near, len(near))
        if len(found) >= MOST_PROVINCES:
            break
    return chance.sample(found[:MOST_PROVINCES], len(found[:MOST_PROVINCES]))


def a_large_position(chance: Random) -> Position:
    """A board as full as it gets."""
    field = a_field(chance)
    units = place_units(chance, field, a_region(chance, field), chance.randint(2, 34), 7)
    orders: dict[str, Order] = {
        p: a_move(chance, field, units, units[p]) for p in sorted(units) if chance.random() < 0.6
    }
    for province in sorted(set(units) - set(orders)):
        orders[province] = a_help(chance, field, units, units[province], orders)
    return ready(field, units, orders)


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
    position = a_large_position(chance)
    units, ruling = position.units, position.judged()
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
    position = a_large_position(chance)
    units, orders, ruling = position.units, position.orders, position.judged()
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
    position = a_large_position(chance)
    units, orders, ruling = position.units, position.orders, position.judged()
    arrived = moved(ruling, orders)
    for province, lost in ruling.dislodged.items():
        assert arrived[lost.attacker] == province
        assert units[lost.attacker].power != lost.unit.power
        assert province not in arrived
        by_land = not orders[lost.attacker].via  # type: ignore[union-attr]
        for place in lost.retreats:
            assert place in position.field.board.reach(lost.unit.kind, lost.unit.place)
            assert place[:3] not in ruling.units
            assert place[:3] not in ruling.contested
            assert not (by_land and place[:3] == lost.attacker)


@quickly(500)
@given(chances)
def test_a_support_that_stands_is_attacked_by_no_foreigner_but_from_where_it_is_directed(chance: Random) -> None:
    position = a_large_position(chance)
    units, orders, ruling = position.units, position.orders, position.judged()
    for province, order in orders.items():
        if isinstance(order, Support) and own(ruling.fates[province]) == "succeeds":
            aimed = order.to[:3] or order.of
            for attacker, attack in orders.items():
                if isinstance(attack, Move) and attack.to[:3] == province and attacker != aimed:
                    foreign = units[attacker].power != units[province].power
                    alone = (attacker, province) in position.field.whole.straits and not attack.via
                    helps = [p for p, o in orders.items() if o == Support(attacker, province)]
                    alone = alone and all(own(ruling.fates[p]) != "succeeds" for p in helps)
                    assert not foreign or alone or own(ruling.fates[attacker]) == "disrupted"
            assert ruling.fates[province].fate == "succeeds"


@quickly(500)
@given(chances)
def test_contested_provinces_are_empty_and_two_equal_moves_met_there(chance: Random) -> None:
    position = a_large_position(chance)
    orders, ruling = position.orders, position.judged()
    for province in ruling.contested:
        assert province not in ruling.units
        tried = [p for p, o in orders.items() if isinstance(o, Move) and o.to[:3] == province]
        assert len([p for p in tried if own(ruling.fates[p]) == "bounces"]) >= 2


@quickly(500)
@given(chances)
def test_the_ruling_does_not_depend_on_the_order_in_which_units_and_orders_are_listed(chance: Random) -> None:
    position = a_large_position(chance) if chance.random() < 0.5 else a_small_position(chance)
    units, orders, ruling = position.units, position.orders, position.judged()
    again = adjudicate(
        position.field.board,
        dict(chance.sample(sorted(units.items()), len(units))),
        dict(chance.sample(sorted(orders.items(), key=lambda item: item[0]), len(orders))),
    )
    assert again == ruling
    assert [*again.dislodged] == [*ruling.dislodged] == sorted(ruling.dislodged)


def compare(position: Position) -> str:
    """Compare the ruling with every outcome there is; what kind of position it was."""
    field, units = position.field, position.units
    ruling = position.judged()
    broken = frozenset(p for p, fate in ruling.fates.items() if fate.paradox)
    equations = Equations(field.whole, units, position.written, season=field.season)
    assert equations.void == {*position.written} - {*position.orders}
    try:
        outcomes = equations.outcomes()
    except HangsOnItself:
        return "hangs on itself"
    if len(outcomes) == 1:
        assert not broken
        kind = "one outcome"
    else:
        # Without any outcome, or with several, the Szykman rule: the armies of the paradox go nowhere.
        assert broken
        assert equations.convoyed
        equations = Equations(field.whole, units, position.written, broken, field.season)
        outcomes = equations.outcomes()
        assert len(outcomes) == 1
        kind = "paradox"
    check_outcome(units, position.orders, ruling, equations, outcomes[0])
    crossed = any(equations.crosses(mover) for mover in equations.moves)
    return ", ".join([kind, *["strait"] * crossed, *["void"] * bool(equations.void)])


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
    event(compare(a_small_position(chance)))


@quickly(1500)
@given(chances)
def test_convoys_that_hang_on_one_another_are_judged_so_too(chance: Random) -> None:
    event(compare(a_knot(chance)))
