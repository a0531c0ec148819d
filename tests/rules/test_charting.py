"""What a map is told of a phase: of orders and outcomes as everybody reads them, worked out by hand."""

from __future__ import annotations

from gm.registry import boards
from gm.rules.pictures.map import Way
from gm.rules.provinces.charting import moves_of
from gm.rules.provinces.telling import Told

BOARD = boards().board("standard")


def ways(*orders: tuple[str, str, bool]) -> list[Way]:
    rows = [Told(power, order, "", ok, "succeeds" if ok else "bounces") for power, order, ok in orders]
    return list(moves_of(BOARD, rows))


def test_a_move_over_land_is_an_arrow_and_one_that_bounced_is_not_done() -> None:
    assert ways(("FRANCE", "A PAR - BUR", True), ("GERMANY", "A MUN - BUR", False)) == [
        Way("FRANCE", "move", "PAR", "BUR"), Way("GERMANY", "move", "MUN", "BUR", done=False),
    ]  # fmt: skip


def test_a_convoyed_army_goes_through_the_fleets_that_carry_it() -> None:
    found = ways(
        ("ENGLAND", "A LON - NWY", True), ("ENGLAND", "F NTH C A LON - NWY", True), ("ENGLAND", "F IRI H", True)
    )
    assert found == [
        Way("ENGLAND", "move", "LON", "NWY", through=("NTH",)),
        Way("ENGLAND", "convoy", "NTH", "NWY", "LON"),
        Way("ENGLAND", "hold", "IRI"),
    ]


def test_a_chain_of_fleets_is_in_the_order_of_the_way() -> None:
    (army, *_) = ways(
        ("ENGLAND", "A YOR - SPA", True),
        ("ENGLAND", "F MAO C A YOR - SPA", True),
        ("ENGLAND", "F NTH C A YOR - SPA", True),
        ("ENGLAND", "F ENG C A YOR - SPA", True),
    )
    assert army.through == ("NTH", "ENG", "MAO")


def test_an_army_that_can_walk_goes_by_sea_only_if_it_says_so() -> None:
    fleet = ("ENGLAND", "F ENG C A PIC - BEL", True)
    assert [ways(("ENGLAND", order, True), fleet)[0].through for order in ("A PIC - BEL", "A PIC - BEL VIA")] == [
        (), ("ENG",)
    ]  # fmt: skip


def test_supports_name_the_unit_and_where_it_goes() -> None:
    assert ways(("FRANCE", "A MAR S A PAR - BUR", True), ("FRANCE", "F BRE S F MAO", False)) == [
        Way("FRANCE", "support", "MAR", "BUR", "PAR"), Way("FRANCE", "support", "BRE", "", "MAO", False),
    ]  # fmt: skip


def test_coasts_stay_in_it_and_void_orders_are_left_out() -> None:
    rows = [
        Told("RUSSIA", "F STP/SC - BOT", "moved", True, "succeeds"),
        Told("FRANCE", "A PAR - MOS", "void", False, "void"),
    ]
    assert list(moves_of(BOARD, rows)) == [Way("RUSSIA", "move", "STP/SC", "BOT")]
