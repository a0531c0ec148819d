"""HELP on the board of a game: its powers, its provinces, and what lies next to one of them."""

from __future__ import annotations

from typing import Any

from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import SevenTable
from helpers.told import kinds

from gm.registry import ruleset

PAYOLA: Any = ruleset("payola")
OPTIONS = PAYOLA.card.options()


def about(topic: str) -> tuple[Any, ...]:
    return tuple(PAYOLA.rules.about(OPTIONS, topic))


@each_row("name", ["BUR", "BURGUNDY", "BURG", "BOURGOGNE", "BUR?"])
def test_a_province_is_told_with_what_lies_next_to_it(name: str) -> None:
    (told,) = about(f"PROVINCE {name}")
    assert (told.code, told.name, told.fleets) == ("BUR", "Burgundy", ())
    assert [place[:3] for place in told.armies] == ["BEL", "GAS", "MAR", "MUN", "PAR", "PIC", "RUH"]


def test_fleets_leave_a_province_by_its_coasts() -> None:
    (told,) = about("PROVINCE ST PETERSBURG")
    borders = {one.coast: [place.split(" ")[0] for place in one.places] for one in told.fleets}
    assert borders == {"NC": ["BAR", "NWY"], "SC": ["BOT", "FIN", "LVN"]}
    assert "Russia" in told.what
    (sea,) = about("PROVINCES NORTH SEA")
    assert sea.armies == () and len(sea.fleets[0].places) == 11


def test_a_name_that_may_be_two_provinces_tells_both_and_one_of_none_the_nearest() -> None:
    assert [one.code for one in about("PROVINCE LIV")] == ["LVN", "LVP"]
    (none,) = about("PROVINCE PRA")
    assert none.word == "PRA" and "PAR" in none.near


def test_every_province_is_listed_once_and_can_be_asked_for() -> None:
    (told,) = about("PROVINCES")
    listed = [one for group in told.groups for one in group.provinces]
    assert len(listed) == 75 and sum(one.centre for one in listed) == 34
    for one in listed:
        assert [found.code for found in about(f"PROVINCE {one.name.upper()}")] == [one.code]


def test_the_board_has_the_powers_as_they_begin() -> None:
    (told,) = about("BOARD")
    assert (told.victory, told.centres, len(told.powers), len(told.neutral)) == (18, 34, 7, 12)
    france = next(power for power in told.powers if power.name == "France")
    assert (france.letter, france.centres, france.units) == ("F", ("BRE", "MAR", "PAR"), ("A MAR", "A PAR", "F BRE"))


def test_nothing_is_told_of_other_topics() -> None:
    assert about("OFFERS") == about("") == about("BUR") == ()


@each_row(("line", "expected"), [
    ("HELP PROVINCE BUR", ["provincetold"]),
    ("help province pra", ["noprovince"]),
    ("HELP PROVINCE LIV", ["provincetold", "provincetold"]),
    ("HELP PROVINCES", ["help", "provincestold"]),
    ("HELP PROVINCE", ["help", "provincestold"]),
    ("HELP BOARD", ["help", "boardtold"]),
    ("HELP TIE", ["help"]),
    ("HELP RULES", ["help"]),
])
def test_help_is_answered_by_mail(line: str, expected: list[str]) -> None:
    table = SevenTable()
    table.tell("FRANCE", line)
    answers = {"help", "provincetold", "provincestold", "noprovince", "boardtold"}
    assert [kind for kind in kinds(table, "FRANCE") if kind in answers] == expected
    assert "no help on" not in text_of(table.of("FRANCE"))
