"""Straits and a sea that is closed, on Loeb9: positions judged by hand from the rules that the board states for them.

Of straits: (1) the army that crosses counts 0 for itself, so that its strength is its supports only; (2) unsupported
it cuts no support, (3) and closes nothing to retreats; (4) no support is given across; (5) a retreat across loses to
one that does not cross. Of the Arctic Ocean, open in spring only: (6) nothing may enter it while it is closed,
(7) nor be supported into it; (8) a fleet inside may only hold: no support, no convoy; (9) in winter it may be removed.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from helpers.rows import each_row
from msgspec.structs import replace

from gm.registry import ruleset
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.movement import Dislodged, adjudicate
from gm.rules.provinces.orders import Move, Order, Retreat, Support
from gm.rules.provinces.retreats import judge_retreats

Ordered = tuple[str, str, str]  # power, order with its unit, fate (of a dislodged unit that did more: dislodged, cut)


class Case(msgspec.Struct, frozen=True):
    """A movement phase. retreats: where each dislodged unit may go; contested: what a standoff closed to them."""

    says: str
    phase: str
    orders: tuple[Ordered, ...]
    retreats: dict[str, list[str]] = {}
    contested: list[str] = []


def judged(given: dict[str, Any]) -> dict[str, Any]:
    """The answer to a position on Loeb9."""
    answer: dict[str, Any] = ruleset("diplomacy").judged.position(given, "loeb9")
    assert "problems" not in answer
    return answer


def unit_of(order: str) -> str:
    """The unit that an order is for."""
    return " ".join(order.split()[:2])


def position(case: Case) -> dict[str, Any]:
    """What the case gives to the judge: all of its units have orders."""
    powers = sorted({power for power, _, _ in case.orders})
    orders = {one: [order for power, order, _ in case.orders if power == one] for one in powers}
    return {
        "phase": case.phase, "orders": orders,
        "units": {power: [unit_of(order) for order in lines] for power, lines in orders.items()},
    }  # fmt: skip


STRAITS = [
    # (1): 0 is more than the nothing in an empty province.
    Case("an army crosses alone into an empty province", "S1901M", (
        ("ITALY", "A NAP - SIC", "succeeds"),
    )),
    # The way is a border for the army: it leaves its province to the unit behind it.
    Case("a unit follows into the province that the army leaves", "F1901M", (
        ("SPAIN", "A COR - NAF", "succeeds"),
        ("SPAIN", "A MAD - COR", "succeeds"),
    )),
    # (1): 0 against the 1 of the fleet, which meets nobody that it would have to be equal to.
    Case("a rival that does not cross takes the province", "S1901M", (
        ("ITALY", "A NAP - SIC", "bounces"),
        ("TURKEY", "F ION - SIC", "succeeds"),
    )),
    # (1), (3): with a support it is 1 against 1; supported, it closes Sicily as any standoff does.
    Case("with one support it is equal to a rival alone", "S1901M", (
        ("ITALY", "A NAP - SIC", "bounces"),
        ("ITALY", "F TYS S A NAP - SIC", "succeeds"),
        ("TURKEY", "F ION - SIC", "bounces"),
    ), contested=["SIC"]),
    # (1): 1 against 1.
    Case("with one support it does not dislodge", "S1901M", (
        ("SPAIN", "A COR - NAF", "bounces"),
        ("SPAIN", "F MAO S A COR - NAF", "succeeds"),
        ("FRANCE", "A NAF H", "succeeds"),
    )),
    # (1): 2 against 1. Nobody retreats to where the attacker came from, by whatever border it came.
    Case("with two supports it dislodges", "S1901M", (
        ("SPAIN", "A COR - NAF", "succeeds"),
        ("SPAIN", "F MAO S A COR - NAF", "succeeds"),
        ("SPAIN", "F WES S A COR - NAF", "succeeds"),
        ("FRANCE", "A NAF H", "dislodged"),
    ), retreats={"A NAF": ["TUN"]}),
    # (2): Sicily's support stands, so the Ionian fleet is 2 against 1.
    Case("alone it cuts no support", "S1901M", (
        ("ITALY", "A NAP - SIC", "bounces"),
        ("ITALY", "F TYS H", "dislodged"),
        ("TURKEY", "F SIC S F ION - TYS", "succeeds"),
        ("TURKEY", "F ION - TYS", "succeeds"),
    ), retreats={"F TYS": ["CRS", "LYO", "ROM", "SAR", "TUN", "TUS", "WES"]}),
    # (2) the other way round: supported it cuts, so the fleet from Tunis is 1 against 1.
    Case("with a support it cuts support", "S1901M", (
        ("ITALY", "A NAP - SIC", "bounces"),
        ("ITALY", "F ION S A NAP - SIC", "succeeds"),
        ("ITALY", "F TYS H", "succeeds"),
        ("TURKEY", "F SIC S F TUN - TYS", "cut"),
        ("TURKEY", "F TUN - TYS", "bounces"),
    )),
    # (2): the attack from the Ionian Sea cuts the only support of the crossing, which is unsupported then.
    Case("with a support that is cut it cuts none", "S1901M", (
        ("ITALY", "A NAP - SIC", "bounces"),
        ("ITALY", "F TYS S A NAP - SIC", "dislodged, cut"),
        ("TURKEY", "F SIC S F ION - TYS", "succeeds"),
        ("TURKEY", "F ION - TYS", "succeeds"),
    ), retreats={"F TYS": ["CRS", "LYO", "ROM", "SAR", "TUN", "TUS", "WES"]}),
    # (4): so the army from Rome is 1 against 1.
    Case("no army supports an attack across", "S1901M", (
        ("ITALY", "A SIC S A ROM - NAP", "void"),
        ("ITALY", "A ROM - NAP", "bounces"),
        ("TURKEY", "A NAP H", "succeeds"),
    )),
    # (4): so Naples holds with 1 against 2. It could retreat over the strait if nobody stood there.
    Case("no army supports another to hold across", "F1901M", (
        ("ITALY", "A SIC S A NAP", "void"),
        ("ITALY", "A NAP H", "dislodged"),
        ("AUSTRIA", "A ROM - NAP", "succeeds"),
        ("AUSTRIA", "A APU S A ROM - NAP", "succeeds"),
    ), retreats={"A NAP": []}),
    # (4) is of who supports from where: the army in Tunis has no strait before it. 1 against 1.
    Case("an army on the other side supports one that crosses", "S1901M", (
        ("SPAIN", "A COR - NAF", "bounces"),
        ("SPAIN", "A TUN S A COR - NAF", "succeeds"),
        ("FRANCE", "F WES - NAF", "bounces"),
    ), contested=["NAF"]),
    # A strait is a way to retreat.
    Case("a dislodged army may retreat across", "S1901M", (
        ("ITALY", "A NAP H", "dislodged"),
        ("AUSTRIA", "A ROM - NAP", "succeeds"),
        ("AUSTRIA", "F TYS S A ROM - NAP", "succeeds"),
    ), retreats={"A NAP": ["APU", "SIC"]}),
    # (1) for both: 0 against 0, and none is stronger.
    Case("two armies cannot cross against one another", "S1901M", (
        ("ITALY", "A NAP - SIC", "bounces"),
        ("TURKEY", "A SIC - NAP", "bounces"),
    )),
    # (1) for both: 1 against 0.
    Case("of two that cross against one another the supported one wins", "S1901M", (
        ("ITALY", "A NAP - SIC", "dislodged, bounces"),
        ("TURKEY", "A SIC - NAP", "succeeds"),
        ("TURKEY", "F TYS S A SIC - NAP", "succeeds"),
    ), retreats={"A NAP": ["APU", "ROM"]}),
    # An army that is carried does not cross by land: it counts 1, as on any coast.
    Case("a convoyed army counts for itself", "S1901M", (
        ("ITALY", "A NAP - SIC VIA", "bounces"),
        ("ITALY", "F TYS C A NAP - SIC", "succeeds"),
        ("TURKEY", "F ION - SIC", "bounces"),
    ), contested=["SIC"]),
    # The same, and (2) is of armies that cross: the convoyed army cuts, though nobody supports it.
    Case("a convoyed army cuts support alone", "S1901M", (
        ("SPAIN", "A COR - NAF VIA", "bounces"),
        ("SPAIN", "F MAO C A COR - NAF", "succeeds"),
        ("SPAIN", "F WES H", "succeeds"),
        ("ITALY", "F NAF S F TUN - WES", "cut"),
        ("ITALY", "F TUN - WES", "bounces"),
    )),
    # (3): the fleets from Tunis and the Western Mediterranean close North Africa, and the army closes nothing more.
    Case("a standoff of others closes what an army alone leaves open", "S1901M", (
        ("SPAIN", "A COR - NAF", "bounces"),
        ("FRANCE", "F WES - NAF", "bounces"),
        ("ITALY", "F TUN - NAF", "bounces"),
    ), contested=["NAF"]),
]  # fmt: skip


CLOSED_SEA = [
    # Spring: the sea is like any other.
    Case("in spring a fleet enters", "S1901M", (
        ("ENGLAND", "F NWG - ARC", "succeeds"),
    )),
    # (6).
    Case("in autumn no fleet enters", "F1901M", (
        ("ENGLAND", "F NWG - ARC", "void"),
        ("RUSSIA", "F SIB - ARC", "void"),
    )),
    # (8).
    Case("in autumn a fleet inside does not leave", "F1901M", (
        ("ENGLAND", "F ARC - NAO", "void"),
    )),
    # Holding is what it may do.
    Case("in autumn a fleet inside holds", "F1901M", (
        ("ENGLAND", "F ARC H", "succeeds"),
    )),
    # The sea opens again.
    Case("in the next spring the fleet leaves", "S1902M", (
        ("ENGLAND", "F ARC - NAO", "succeeds"),
    )),
    # 2 against 1.
    Case("in spring a fleet inside is dislodged", "S1901M", (
        ("ENGLAND", "F NWG - ARC", "succeeds"),
        ("ENGLAND", "F BAR S F NWG - ARC", "succeeds"),
        ("RUSSIA", "F ARC H", "dislodged"),
    ), retreats={"F ARC": ["NAO", "SIB"]}),
    # (6), (7).
    Case("in autumn nobody attacks the fleet inside", "F1901M", (
        ("ENGLAND", "F NWG - ARC", "void"),
        ("ENGLAND", "F BAR S F NWG - ARC", "void"),
        ("RUSSIA", "F ARC H", "succeeds"),
    )),
    # 2 against 1; a place to retreat to is also the Arctic Ocean only if it is free, and here it is not.
    Case("in spring a fleet inside supports", "S1901M", (
        ("RUSSIA", "F ARC S F NWG - NAO", "succeeds"),
        ("RUSSIA", "F NWG - NAO", "succeeds"),
        ("ENGLAND", "F NAO H", "dislodged"),
    ), retreats={"F NAO": ["CLY", "ICE", "IRE", "IRI", "LVP", "MAO"]}),
    # (8): 1 against 1.
    Case("in autumn a fleet inside supports nobody", "F1901M", (
        ("RUSSIA", "F ARC S F NWG - NAO", "void"),
        ("RUSSIA", "F NWG - NAO", "bounces"),
        ("ENGLAND", "F NAO H", "succeeds"),
    )),
    # A move out of it cuts in spring: 1 against 1.
    Case("in spring an attack out of it cuts support", "S1901M", (
        ("RUSSIA", "F ARC - NAO", "bounces"),
        ("RUSSIA", "F NWG H", "succeeds"),
        ("ENGLAND", "F NAO S F CLY - NWG", "cut"),
        ("ENGLAND", "F CLY - NWG", "bounces"),
    )),
    # (8): there is no such attack: 2 against 1. (6): the Norwegian Sea's fleet cannot retreat to the Arctic Ocean,
    # and could not if it were empty.
    Case("in autumn there is no attack out of it", "F1901M", (
        ("RUSSIA", "F ARC - NAO", "void"),
        ("RUSSIA", "F NWG H", "dislodged"),
        ("ENGLAND", "F NAO S F CLY - NWG", "succeeds"),
        ("ENGLAND", "F CLY - NWG", "succeeds"),
    ), retreats={"F NWG": ["BAR", "EDI", "ICE", "NTH", "OSL"]}),
    # Free and open.
    Case("in spring a fleet retreats into it", "S1901M", (
        ("RUSSIA", "F NWG H", "dislodged"),
        ("ENGLAND", "F NAO S F CLY - NWG", "succeeds"),
        ("ENGLAND", "F CLY - NWG", "succeeds"),
    ), retreats={"F NWG": ["ARC", "BAR", "EDI", "ICE", "NTH", "OSL"]}),
    # (6): free, but closed.
    Case("in autumn no fleet retreats into it", "F1901M", (
        ("RUSSIA", "F NWG H", "dislodged"),
        ("ENGLAND", "F NAO S F CLY - NWG", "succeeds"),
        ("ENGLAND", "F CLY - NWG", "succeeds"),
    ), retreats={"F NWG": ["BAR", "EDI", "ICE", "NTH", "OSL"]}),
    # Siberia touches the Arctic Ocean, which touches the Norwegian Sea, which touches Clyde.
    Case("in spring a convoy goes through it", "S1901M", (
        ("RUSSIA", "A SIB - CLY", "succeeds"),
        ("RUSSIA", "F ARC C A SIB - CLY", "succeeds"),
        ("RUSSIA", "F NWG C A SIB - CLY", "succeeds"),
    )),
    # (8): without it no fleet touches Siberia, so that there is nothing that the other could be part of.
    Case("in autumn no convoy goes through it", "F1901M", (
        ("RUSSIA", "A SIB - CLY", "void"),
        ("RUSSIA", "F ARC C A SIB - CLY", "void"),
        ("RUSSIA", "F NWG C A SIB - CLY", "void"),
    )),
    # (8): the fleets of the Barents and the Norwegian Sea are a chain, too, and carry on.
    Case("in autumn a convoy goes round it", "F1901M", (
        ("RUSSIA", "A SIB - CLY", "succeeds"),
        ("RUSSIA", "F ARC C A SIB - CLY", "void"),
        ("RUSSIA", "F BAR C A SIB - CLY", "succeeds"),
        ("RUSSIA", "F NWG C A SIB - CLY", "succeeds"),
    )),
    # In spring there are two chains: with the one through the Barents Sea lost, the other is left.
    Case("in spring a convoy that has lost one way goes through it", "S1901M", (
        ("RUSSIA", "A SIB - CLY", "succeeds"),
        ("RUSSIA", "F ARC C A SIB - CLY", "succeeds"),
        ("RUSSIA", "F BAR C A SIB - CLY", "dislodged, disrupted"),
        ("RUSSIA", "F NWG C A SIB - CLY", "succeeds"),
        ("NORWAY", "F OSL - BAR", "succeeds"),
        ("NORWAY", "F STP/NC S F OSL - BAR", "succeeds"),
    ), retreats={"F BAR": ["SIB"]}),
    # (8): in autumn there is only the one that is lost. Siberia stays, so that the fleet has nowhere to go.
    Case("in autumn a convoy that has lost its way stays", "F1901M", (
        ("RUSSIA", "A SIB - CLY", "disrupted"),
        ("RUSSIA", "F ARC C A SIB - CLY", "void"),
        ("RUSSIA", "F BAR C A SIB - CLY", "dislodged, disrupted"),
        ("RUSSIA", "F NWG C A SIB - CLY", "succeeds"),
        ("NORWAY", "F OSL - BAR", "succeeds"),
        ("NORWAY", "F STP/NC S F OSL - BAR", "succeeds"),
    ), retreats={"F BAR": []}),
]  # fmt: skip


@each_row("case", STRAITS + CLOSED_SEA)
def test_every_order_has_the_fate_that_the_rules_of_the_board_give_it(case: Case) -> None:
    answer = judged(position(case))
    assert {unit: said(fate) for unit, fate in answer["fates"].items()} == {
        unit_of(order): fate for _, order, fate in case.orders
    }
    assert {unit: lost["retreats"] for unit, lost in answer["dislodged"].items()} == case.retreats
    assert answer["contested"] == case.contested


def said(fate: dict[str, Any]) -> str:
    """The fate of a unit, and that of its own order if it was dislodged while it did more than hold."""
    own = fate.get("order_fate", "dislodged")
    return fate["fate"] if own == "dislodged" else f"{fate['fate']}, {own}"


def test_an_army_that_cuts_nothing_is_not_told_as_the_cause_of_a_cut() -> None:
    # (2): the fleet from the Ionian Sea cuts, the army does not.
    answer = judged({
        "phase": "S1901M",
        "units": {"ITALY": ["A NAP", "F ION"], "TURKEY": ["F SIC", "F TYS"]},
        "orders": {"ITALY": ["A NAP - SIC", "F ION - SIC"], "TURKEY": ["F SIC S F TYS", "F TYS H"]},
    })  # fmt: skip
    assert answer["fates"]["F SIC"] == {"order": "F SIC S F TYS", "fate": "cut", "by": ["F ION - SIC"]}


def retreats(orders: dict[str, list[str]]) -> dict[str, Any]:
    """The answer where an army in Naples and two fleets were dislodged, and Sicily is free."""
    return judged({
        "phase": "S1901R",
        "units": {"AUSTRIA": ["A NAP", "F TYS", "F ION"]},
        "dislodged": {
            "A NAP": {"power": "ITALY", "from": "ROM", "retreats": ["APU", "SIC"]},
            "F TYS": {"power": "FRANCE", "from": "TUN", "retreats": ["SIC", "TUS"]},
            "F ION": {"power": "TURKEY", "from": "ADR", "retreats": ["AEG", "SIC"]},
        },
        "orders": orders,
    })  # fmt: skip


RETREATS = [
    # Nobody else goes there.
    ({"ITALY": ["A NAP - SIC"]}, {"A NAP": "succeeds"}),
    # (5).
    ({"ITALY": ["A NAP - SIC"], "FRANCE": ["F TYS - SIC"]}, {"A NAP": "disbands", "F TYS": "succeeds"}),
    # Two that do not cross are rivals as ever, and the army has lost to each of them.
    (
        {"ITALY": ["A NAP - SIC"], "FRANCE": ["F TYS - SIC"], "TURKEY": ["F ION - SIC"]},
        {"A NAP": "disbands", "F TYS": "disbands", "F ION": "disbands"},
    ),
    # By land as ever.
    ({"ITALY": ["A NAP - APU"], "FRANCE": ["F TYS - SIC"]}, {"A NAP": "succeeds", "F TYS": "succeeds"}),
]


@pytest.mark.parametrize(("orders", "fates"), RETREATS)
def test_a_retreat_across_loses_to_one_that_does_not_cross(orders: dict[str, list[str]], fates: dict[str, str]) -> None:
    found = retreats(orders)["fates"]
    assert {unit: found[unit]["fate"] for unit in fates} == fates


def test_a_fleet_in_the_closed_sea_may_be_removed() -> None:
    # (9). One centre, two units.
    answer = judged({
        "phase": "W1901A", "units": {"RUSSIA": ["F ARC", "A MOS"]}, "centers": {"RUSSIA": ["MOS"]},
        "orders": {"RUSSIA": ["REMOVE F ARC"]},
    })  # fmt: skip
    assert answer["fates"] == {"F ARC": {"order": "REMOVE F ARC", "fate": "disbands"}}
    assert answer["units"] == {"RUSSIA": ["A MOS"]}


def test_a_fleet_in_the_closed_sea_stays_over_the_winter() -> None:
    answer = judged({
        "phase": "W1901A", "units": {"RUSSIA": ["F ARC"]}, "centers": {"RUSSIA": ["MOS"]}, "orders": {},
    })  # fmt: skip
    assert answer["units"] == {"RUSSIA": ["F ARC"]}


def test_of_the_convoy_that_hangs_on_a_crossing_the_army_goes_nowhere() -> None:
    # If the convoy stands, Tunis is cut, the crossing is unsupported and cuts nothing (2), and the convoy is lost; if
    # it is lost, Tunis supports the crossing, which cuts, and the convoy stands. So the rule for paradoxes breaks it:
    # then the crossing is supported, North Africa is cut, and the carrier is not dislodged.
    case = Case("", "S1901M", (
        ("FRANCE", "A SAR - TUN", "disrupted"),
        ("FRANCE", "F WES C A SAR - TUN", "succeeds"),
        ("SPAIN", "A COR - NAF", "bounces"),
        ("SPAIN", "A TUN S A COR - NAF", "succeeds"),
        ("ITALY", "F NAF S F MAO - WES", "cut"),
        ("ITALY", "F MAO - WES", "bounces"),
    ))  # fmt: skip
    found = judged(position(case))["fates"]
    assert {unit: said(fate) for unit, fate in found.items()} == {unit_of(o): fate for _, o, fate in case.orders}


def strait(*pairs: tuple[str, str]) -> Board:
    """The standard board with straits for some borders of armies, over which fleets may go, too."""
    board: Board = ruleset("diplomacy").rules.known.board("standard")
    return replace(board, straits=frozenset(pair for one, two in pairs for pair in ((one, two), (two, one))))


def test_a_fleet_does_not_cross_where_it_has_a_border_of_its_own() -> None:
    # (1), (2) are of armies: the fleet counts 1, with the support 2 against 1.
    units = {
        "LON": Unit("ENGLAND", "F", "LON"), "NTH": Unit("ENGLAND", "F", "NTH"), "YOR": Unit("FRANCE", "A", "YOR"),
        "WAL": Unit("FRANCE", "A", "WAL"),
    }  # fmt: skip
    board = strait(("LON", "YOR"))
    ruling = adjudicate(board, units, {"LON": Move("YOR"), "NTH": Support("LON", "YOR")})
    assert ruling.fates["YOR"].fate == "dislodged"
    # Alone it cuts.
    ruling = adjudicate(board, units, {"LON": Move("YOR"), "YOR": Support("WAL")})
    assert ruling.fates["YOR"].fate == "cut"


def test_a_fleet_that_retreats_where_an_army_would_cross_is_a_rival() -> None:
    # (5) is of armies, too: the fleet does not cross, so that the two are rivals.
    lost = {
        "LON": Dislodged(Unit("ENGLAND", "F", "LON"), "WAL", ("YOR",)),
        "EDI": Dislodged(Unit("FRANCE", "A", "EDI"), "CLY", ("YOR",)),
    }
    fates, saved = judge_retreats(strait(("LON", "YOR")), lost, {"LON": Retreat("YOR"), "EDI": Retreat("YOR")})
    assert {province: fate.fate for province, fate in fates.items()} == {"LON": "disbands", "EDI": "disbands"}
    assert saved == ()


def test_two_crossings_that_would_each_cut_the_support_of_the_other_are_judged_alike() -> None:
    # Picardy supports the crossing to Brest, and Brest the one to Picardy: the rules prefer neither.
    units = {p: Unit("FRANCE" if p in ("BEL", "BRE") else "ENGLAND", "A", p) for p in ("BEL", "BRE", "GAS", "PIC")}
    orders: dict[str, Order] = {
        "BEL": Move("PIC"), "BRE": Support("BEL", "PIC"), "GAS": Move("BRE"), "PIC": Support("GAS", "BRE"),
    }  # fmt: skip
    fates = adjudicate(strait(("BEL", "PIC"), ("GAS", "BRE")), units, orders).fates
    assert fates["BRE"].fate == fates["PIC"].fate
    assert fates["BEL"].fate == fates["GAS"].fate == "bounces"


REASONS = [  # what a void order's player is told
    ("F1901M", "F ARC - NAO", "Arctic Ocean is closed in this season: a fleet there can only hold"),
    ("F1901M", "F NWG - ARC", "Arctic Ocean is closed in this season"),
    ("S1901M", "A SIC S A NAP", "no support is given over the strait from Sicily to Naples"),
]


@pytest.mark.parametrize(("phase", "order", "why"), REASONS)
def test_a_void_order_says_that_the_sea_is_closed_or_the_strait_is_in_the_way(phase: str, order: str, why: str) -> None:
    units = [unit_of(order), *["A NAP"] * (" S " in order)]
    answer = judged({"phase": phase, "units": {"ITALY": units}, "orders": {"ITALY": [order]}})
    assert answer["fates"][unit_of(order)] == {"order": order, "fate": "void", "why": why}
