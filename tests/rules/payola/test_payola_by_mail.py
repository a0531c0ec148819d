"""Whole letters to a game of Payola, and what their answers say about money."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import NEWCOMER, SEATS, SevenTable
from helpers.told import faults, kinds, notices
from msgspec.structs import replace

from gm.registry import ruleset

COSTS = [
    (("4 : A PAR - BUR",), (4, 48, 48)),
    (("4 : A PAR - BUR", "save 25"), (4, 48, 23)),
    (("$25", "40 : A PAR - BUR | - PIC", "39 : A MAR H"), (79, 48, 23)),
    (("$ 99", "4 : A PAR - BUR"), (4, 48, 0)),
    (("4 : A PAR - BUR", "9 : A PAR H", "3 & A PAR H"), (12, 48, 48)),  # HOLD: 9 and the gift; BUR: 4 and the gift
    (("2*4 : A PAR - BUR", "TRANSFER 8 TO ITALY"), (8, 40, 40)),  # a transfer comes before the sheet
    (("0 $",), (0, 48, 48)),
]


@each_row(("lines", "cost"), COSTS)
def test_a_filed_sheet_is_answered_with_what_it_can_cost_and_the_balance(
    lines: tuple[str, ...], cost: tuple[int, int, int]
) -> None:
    table = SevenTable()
    table.tell("FRANCE", "TRY", *lines)
    trial = notices(table, "FRANCE")["trial"]
    assert (trial["most"], trial["available"]) == (cost[0], cost[2])
    table.tell("FRANCE", *lines)
    told = notices(table, "FRANCE")["filed"]["cost"]
    assert (told["most"], told["balance"], told["available"]) == cost
    assert ("reduced" in text_of(table.of("FRANCE"))) == (cost[0] > cost[2])


def test_what_a_sheet_costs_is_figured_from_the_sheet_of_its_sender_alone() -> None:
    quiet, loud = SevenTable(), SevenTable()
    loud.tell("GERMANY", "30 : A PAR - PIC", "20 : A MUN - BUR", "ACCEPT GAEFIRT")
    answers = []
    for table in (quiet, loud):
        table.tell("FRANCE", "40 : A PAR - BUR", "20 : A MUN H")
        answers.append(notices(table, "FRANCE")["filed"]["cost"])
    assert answers[0] == answers[1]


GERMANY = ["G", "g", "GER", "Germ", "Germany", "GERMAN", "german"]


@each_row("name", GERMANY)
def test_a_power_is_understood_in_all_spellings_in_every_command(name: str) -> None:
    table = SevenTable()
    for line in (f"TRANSFER 5 TO {name}", f"TRANSFER 5 AgP TO {name}", f"transfer 5AgP to {name}."):
        table.tell("FRANCE", line)
        assert notices(table, "GERMANY")["statement"]["entries"] == [{"what": "from France", "amount": 5}]
    table.tell("FRANCE", f"PRESS TO {name}", "Hello", "END")
    assert notices(table, "GERMANY")["press"]["sender"] == "France"
    table.tell("FRANCE", f"VOTE CONCEDE TO {name}")
    assert table.game.seats["FRANCE"].vote.endswith("GERMANY")
    table.tell("FRANCE", f"ACCEPT France, {name}, AUS, English, i, Russia and T")
    assert notices(table, "FRANCE")["accepted"]["letters"] == "FGAEIRT"


@each_row("name", GERMANY)
def test_a_vacant_power_is_taken_in_all_spellings(name: str) -> None:
    table = SevenTable(played=tuple(seat for seat in SEATS if seat != "GERMANY"))
    table.write(NEWCOMER, f"TAKEOVER {name}", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert table.game.seats["GERMANY"].taken


@pytest.mark.parametrize("lines", [
    ("5 : German A MUN H", "4 AgP : A PAR - BUR"),
    ("5 AgP : Germany A MUN H", "4AgP : French A PAR - BUR"),
    ("5 silver: A MUN H", "4 : A PAR - BUR"),
    ("5 : german army munich h", "4 : france a par - bur"),
])
def test_a_unit_may_be_written_as_accounts_show_it(lines: tuple[str, ...]) -> None:
    table = SevenTable()
    table.tell("FRANCE", *lines)
    assert notices(table, "FRANCE")["filed"]["lines"] == ["5 : A MUN H", "4 : A PAR - BUR"]


@each_row(("line", "column"), [
    ("5 : French A MUN H", 14),
    ("5 : A PAR S English A MUN H", 23),
    ("5 : German A MNU H", 14),
    ("TRANSFER 5 TO GERMNY", 15),
    ("TRANSFER 5 TO X", 15),
    ("ACCEPT France, Germny, Austria, England, Italy, Russia, Turkey", 16),
    ("ACCEPT France, Germany, Austria, England, Italy, Russia, German", 58),
    ("ACCEPT France Germany", 8),
])
def test_a_name_that_is_wrong_is_told_at_its_place(line: str, column: int) -> None:
    table = SevenTable()
    table.tell("FRANCE", line)
    assert [(number, at) for number, at, *_ in faults(table, "FRANCE")] == [(1, column)]


@each_row("letters", ["FGAEIRT", "F G A E I R T", "FRA GEIT", "fra geit", "F,G,A,E,I,R,T", "FGA EIRT."])
def test_an_acceptance_list_may_be_grouped_in_any_way(letters: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", f"ACCEPT {letters}")
    assert sorted(notices(table, "FRANCE")["accepted"]["letters"]) == sorted("FGAEIRT")


def test_an_adjective_that_begins_a_province_is_still_that_province() -> None:
    table = SevenTable()
    table.tell("ENGLAND", "1 : F LON - English Channel", "1 : F LON - English", "1 : English F LON - eng")
    assert notices(table, "ENGLAND")["filed"]["lines"] == ["1 : F LON - ENG"] * 3


@pytest.mark.parametrize("line", ["French fleets everywhere", "Accept Germany as your friend", "Germany a friend"])
def test_talk_of_powers_is_talk(line: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", "4 : A PAR - BUR", "", line)
    assert "filed" in notices(table, "FRANCE")


def balance_of(table: SevenTable, *lines: str) -> dict[str, Any]:
    table.tell("FRANCE", *lines)
    told: dict[str, Any] = notices(table, "FRANCE")["balance"]
    assert told["brought"] + sum(entry["amount"] for entry in told["entries"]) == told["balance"]
    return told


def test_a_balance_adds_up_bribe_by_bribe_in_this_year_and_in_any_before() -> None:
    table = SevenTable()
    table.tell("FRANCE", "5 : A PAR - BUR", "2 : A MUN H", "TRANSFER 3 TO ITALY")
    table.judge()
    table.judge()
    now = balance_of(table, "BALANCE")
    assert (now["year"], now["brought"], now["balance"], now["over"]) == (1902, 38, 86, False)
    then = balance_of(table, "BALANCE 1901")
    assert [entry["what"] for entry in then["entries"]] == [
        "S1901M  taxes for 3 centres", "S1901M  to Italy", "S1901M  A PAR - BUR", "S1901M  German A MUN H",
    ]  # fmt: skip
    assert (then["brought"], then["balance"], then["over"]) == (0, 38, True)
    table.tell("FRANCE", "BALANCE 1901", "BALANCE?", "balance of 1902")
    assert kinds(table, "FRANCE").count("balance") == 2
    table.check()


@pytest.mark.parametrize("line", ["BALANCE 1900", "BALANCE 1903", "BALANCE 19", "BALANCE now"])
def test_a_year_without_an_account_is_told(line: str) -> None:
    table = SevenTable()
    table.judge()
    table.judge()
    table.tell("FRANCE", line)
    ((number, column, why, _),) = faults(table, "FRANCE")
    assert (number, column) == (1, 9) and "1901 to 1902" in why


def test_a_balance_is_answered_beside_a_wrong_line() -> None:
    table = SevenTable()
    table.tell("FRANCE", "BALANCE", "4 : A PAR - MOS")
    assert {"refused", "balance"} <= {*kinds(table, "FRANCE")}


def test_an_eliminated_power_that_has_forfeited_its_account_is_offered_to_nobody() -> None:
    table = SevenTable()
    game = table.game
    state = replace(game.state, centres={**game.state.centres, "ITALY": ()})
    rules = ruleset("payola").rules
    left = rules.seat_left(state, "ITALY").state
    assert rules.lost(left) == ("ITALY",) and rules.lost(rules.seat_left(state, "FRANCE").state) == ()
