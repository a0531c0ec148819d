"""Whole letters to a game of Payola, and what their answers say about money."""

from __future__ import annotations

import pytest
from helpers.mails import text_of
from helpers.seventable import NEWCOMER, SEATS, SevenTable
from helpers.told import faults, notices

COSTS = [
    (("4 : A PAR - BUR",), (4, 48, 48)),
    (("4 : A PAR - BUR", "save 25"), (4, 48, 23)),
    (("$25", "40 : A PAR - BUR | - PIC", "39 : A MAR H"), (79, 48, 23)),
    (("$ 99", "4 : A PAR - BUR"), (4, 48, 0)),
    (("4 : A PAR - BUR", "9 : A PAR H", "3 & A PAR H"), (12, 48, 48)),  # HOLD: 9 and the gift; BUR: 4 and the gift
    (("2*4 : A PAR - BUR", "TRANSFER 8 TO ITALY"), (8, 40, 40)),  # a transfer comes before the sheet
    (("0 $",), (0, 48, 48)),
]


@pytest.mark.parametrize(("lines", "cost"), COSTS)
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


@pytest.mark.parametrize("name", GERMANY)
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


@pytest.mark.parametrize("name", GERMANY)
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


@pytest.mark.parametrize(("line", "column"), [
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


@pytest.mark.parametrize("letters", ["FGAEIRT", "F G A E I R T", "FRA GEIT", "fra geit", "F,G,A,E,I,R,T", "FGA EIRT."])
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
