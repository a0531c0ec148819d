"""Orders that stand where nothing is read, and what mail programs make of ours: no order is lost without a word."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.livetable import LiveTable
from helpers.livetable import address as live_address
from helpers.mails import text_of
from helpers.mailtable import ALICE, BOB, START, Table
from helpers.told import kinds, notices
from helpers.turntable import TurnTable
from helpers.turntable import address as turn_address

from gm.desk.file.gamefile import read_game_file

SOUTH = "south@players.example"
WAR = """[game]
name = "spring"
ruleset = "ground-war"
seed = "s"
[seats]
SOUTH = "south@players.example"
NORTH = "north@players.example"
"""


class WarTable(Table):
    """A war game between two sides."""

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(WAR), START, "ab" * 32)


def reply(table: Table, who: str, seat: str, *lines: str) -> dict[str, Any]:
    """Answer the last mail to *who*; return the notices of the answer."""
    table.write(who, "\n".join(lines), table.last(who))
    return notices(table, seat)


def test_orders_below_a_signature_line_are_shown_with_the_sheet_that_holds_them() -> None:
    table = Table()
    told = reply(table, ALICE, "FRANCE", "4 : A PAR - BUR", "-- ", "Alice, 12 rue A", "2 : A MAR - GAS", "10 $")
    assert table.filed() == ("4 : A PAR - BUR",)
    missed = told["overlooked"]
    assert missed["below"] == ["2 : A MAR - GAS", "10 $"] and missed["quoted"] == []
    reply(table, ALICE, "FRANCE", *missed["retry"])
    assert table.filed() == ("4 : A PAR - BUR", "2 : A MAR - GAS", "10 $")


def test_a_signature_that_holds_no_order_is_not_spoken_of() -> None:
    told = reply(Table(), ALICE, "FRANCE", "4 : A PAR - BUR", "-- ", "Alice Martin", "Paris", "F. Brest", "12 rue A")
    assert "overlooked" not in told and "notread" not in told


def test_a_letter_with_nothing_but_a_signature_says_what_is_not_read() -> None:
    told = reply(WarTable(), SOUTH, "SOUTH", "-- ", "2 MEN F6-F7", "READY")
    assert told["overlooked"]["below"] == ["2 MEN F6-F7", "READY"] == told["overlooked"]["retry"]
    assert told["nothing"]["trouble"]


def test_in_a_war_what_is_sent_back_holds_the_orders_that_were_filed() -> None:
    table = WarTable()
    missed = reply(table, SOUTH, "SOUTH", "MAN F6-F7", "> TRUCK N4-N5 WITH 2")["overlooked"]
    assert missed["quoted"] == ["TRUCK N4-N5 WITH 2"] and missed["retry"] == ["MAN F6-F7", "TRUCK N4-N5 WITH 2"]
    assert table.filed("SOUTH") == ("MAN F6-F7",)


TYPED = {
    "payola": (Table, ALICE, "FRANCE", ("ACCEPT FGAEIRT", "4 : A PAR - BUR")),
    "ground war": (WarTable, SOUTH, "SOUTH", ("MAN F6-F7", "TRUCK N4-N5 WITH 2")),
    "negotiation": (LiveTable, live_address("1"), "1", ("GIVE TO 2: SUPPORT 1",)),
}


@pytest.mark.parametrize("name", TYPED)
def test_orders_typed_into_a_quotation_with_nothing_outside_are_shown_and_can_be_sent_back(name: str) -> None:
    made, who, seat, orders = TYPED[name]
    table = made()
    ours = [f"> {line}" for line in text_of(table.last(who)).splitlines()]
    typed = (f"> {order}" for order in orders)
    told = reply(table, who, seat, "On 5 Jan 2026, GM wrote:", *ours[:5], *typed, *ours[5:])
    missed = told["overlooked"]
    assert missed["quoted"] == list(orders) and told["nothing"]["trouble"]
    again = reply(table, who, seat, *missed["retry"])
    assert not {"overlooked", "nothing", "refused", "wronglines", "notread"} & set(again)


def test_a_turn_typed_into_a_quotation_can_be_sent_back() -> None:
    table = TurnTable()
    mover = table.owing()
    who = turn_address(mover)
    order = next(line.strip() for line in text_of(table.last(who)).splitlines() if line.startswith("  PLAY "))
    other = f"{order} "  # a line of ours, if not for a word more
    told = reply(table, who, mover, "> Hello", f"> {other.strip().lower()} % now")
    assert told["overlooked"]["quoted"] == [f"{order.lower()} % now"] == told["overlooked"]["retry"]
    assert told["nothing"]["trouble"]


@pytest.mark.parametrize("name", TYPED)
def test_a_mail_quoted_as_it_was_holds_nothing_that_was_overlooked(name: str) -> None:
    made, who, seat, _ = TYPED[name]
    table = made()
    first = table.last(who)
    body = text_of(first).splitlines()
    cells = [cell for line in body for cell in line.strip().split("  ") if cell.strip()]
    for quoted in (body, cells, [line.upper() for line in cells], [f"* {line.strip()}" for line in body]):
        table.write(who, "\n".join(f"> {line}" for line in quoted), first)
        told = notices(table, seat)
        assert "overlooked" not in told and told["nothing"]["trouble"]


def test_a_quotation_that_nothing_marks_is_refused_for_that_and_not_line_by_line() -> None:
    table = Table()
    first = table.last(ALICE)
    table.write(ALICE, text_of(first), first)
    assert kinds(table, "FRANCE")[0] == "nothing"
    assert "leave the quotation out" in notices(table, "FRANCE")["nothing"]["trouble"]
    assert table.filed() == ()


def test_below_a_line_that_names_us_as_its_writer_our_own_mail_needs_no_signs() -> None:
    table = Table()
    first = table.last(ALICE)
    letter = ("4 : A PAR - BUR", "", "The GameMaster <gm@example.org> wrote:", text_of(first))
    table.write(ALICE, "\n".join(letter), first)
    assert table.filed() == ("4 : A PAR - BUR",)


def test_results_passed_on_and_orders_sent_back_are_no_unmarked_quotation() -> None:
    table = Table()
    board = [line for line in text_of(table.last(ALICE)).splitlines() if line.startswith("  ")][:12]
    told = reply(table, ALICE, "FRANCE", "4 : A PAR - BUR", "PRESS TO ENGLAND", *board, "END")
    assert table.filed() == ("4 : A PAR - BUR",) and "presssent" in told
    assert text_of(table.last(BOB)).count(board[3].strip()) == 1


def test_stars_around_a_line_are_bold_for_an_order_and_stay_in_a_message() -> None:
    table = Table()
    reply(table, ALICE, "FRANCE", "*4 : A PAR - BUR*", "*2 : A MAR - GAS* ", "PRESS TO ENGLAND", "*Really?*", "END")
    assert table.filed() == ("4 : A PAR - BUR", "2 : A MAR - GAS")
    assert "*Really?*" in text_of(table.last(BOB))
