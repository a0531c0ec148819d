"""SET ZONE: each player reads times in their own time zone."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, SHEET, Table
from helpers.rows import each_row
from helpers.told import faults, notices

from gm.desk.notices.phrases import phrase
from gm.desk.time.zones import find_zone, near_zones


@each_row(
    ("words", "zone"),
    [
        ("Europe/Paris", "Europe/Paris"),
        ("europe/paris", "Europe/Paris"),
        ("Paris", "Europe/Paris"),
        ("new york", "America/New_York"),
        ("Port of Spain.", "America/Port_of_Spain"),
        ("UTC", "UTC"),
        ("Atlantis", ""),
        ("", ""),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city(words: str, zone: str) -> None:
    assert find_zone(words) == zone


def test_a_city_that_several_zones_have_is_no_name() -> None:
    # There is Louisville in America/ and in America/Kentucky/.
    assert find_zone("Louisville") == ""


def test_a_misspelt_zone_gets_near_ones() -> None:
    assert "Europe/Paris" in near_zones("Europe/Pariss")


@pytest.mark.parametrize("line", ["SET ZONE Europe/Paris", "set zone paris", "SET ZONE Paris."])
def test_times_are_told_in_the_new_zone_to_its_player_alone(line: str) -> None:
    table = Table()
    table.write(ALICE, f"{line}\n{SHEET}", table.last(ALICE))
    # The deadline is Thursday 18:00 UTC; in winter Paris is an hour ahead.
    assert notices(table, "FRANCE")["zone"]["zone"] == "Europe/Paris"
    assert notices(table, "FRANCE")["owes"]["due"] == "Thu 8 Jan 19:00 Paris (18:00 UTC)"
    assert table.filed() == ("4 : A PAR - BUR",)
    table.write(BOB, "STATUS", table.last(BOB))
    assert notices(table, "ENGLAND")["owes"]["due"] == "Thu 8 Jan 18:00 UTC"


def test_a_watcher_is_told_in_the_new_zone_when_their_letter_came() -> None:
    table = Table()
    table.does("wat@example.net", "OBSERVE spring")
    table.write("wat@example.net", "SET ZONE Europe/Paris", table.last("wat@example.net"))
    assert "Your letter came Mon 5 Jan 19:04 Paris (18:04 UTC)" in words_of(table.last("wat@example.net"))


def test_an_unknown_zone_is_a_fault_and_nothing_of_the_letter_is_done() -> None:
    table = Table()
    table.write(ALICE, f"SET ZONE Europe/Pariss\n{SHEET}", table.last(ALICE))
    ((line, column, why, near),) = faults(table, "FRANCE")
    assert (line, column, why) == (1, 10, phrase("fault.zone")) and near == "SET ZONE Europe/Paris"
    assert table.filed() == ()
