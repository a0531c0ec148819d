"""Replies in which the quoted sheet was edited: the whole sheet, with the edit, is proposed."""

from __future__ import annotations

from typing import Any

from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, SevenTable
from helpers.told import kinds, notices

SHEET = ("4 : A PAR - BUR", "5 : A MUN H", "2 : A MAR S A PAR - BUR", "25 $")


def edited(*edits: tuple[str, str], above: str = "", sheet: tuple[str, ...] = SHEET) -> tuple[SevenTable, Any]:
    """The game, and what the answer says is overlooked, after a reply to the mail about a sheet that edits its text."""
    table = SevenTable()
    table.tell("FRANCE", *sheet)
    mail = table.of("FRANCE")
    quoted = "\n".join(f"> {line}" for line in text_of(mail).rstrip().split("\n"))
    for before, after in edits:
        assert before in quoted
        quoted = quoted.replace(before, after, 1)
    table.write(ADDRESS["FRANCE"], f"{above}\n\nOn Monday the GameMaster wrote:\n{quoted}\n", mail)
    return table, notices(table, "FRANCE").get("overlooked")


EDITS = [
    ((("5 : A MUN H", "6 : A MUN H"),), ("4 : A PAR - BUR", "6 : A MUN H", "2 : A MAR S A PAR - BUR", "25 $")),
    ((("25 $", "35 $"),), ("4 : A PAR - BUR", "5 : A MUN H", "2 : A MAR S A PAR - BUR", "35 $")),
    ((("25 $", "SAVE 35"),), ("4 : A PAR - BUR", "5 : A MUN H", "2 : A MAR S A PAR - BUR", "35 $")),
    (
        (("4 : A PAR - BUR", "1 : A PAR - PIC"), ("2 : A MAR S A PAR - BUR", "2 : A MAR H")),
        ("1 : A PAR - PIC", "5 : A MUN H", "2 : A MAR H", "25 $"),
    ),
    (
        (("5 : A MUN H", "5 : A MUN H\n> 3 : F BRE - ENG"),),
        ("4 : A PAR - BUR", "5 : A MUN H", "3 : F BRE - ENG", "2 : A MAR S A PAR - BUR", "25 $"),
    ),
]


@each_row("above", ["", "Hi, I have changed a line below.", "Please see inline\n\nAnna"])
@each_row(("edits", "sheet"), EDITS)
def test_the_sheet_proposed_is_the_quoted_one_with_the_edit(
    edits: tuple[tuple[str, str], ...], sheet: tuple[str, ...], above: str
) -> None:
    table, told = edited(*edits, above=above)
    assert told["retry"] == ["OFFERS S1901M", *sheet, "END"]
    assert "filed" not in kinds(table, "FRANCE") and len(table.game.state.sheets["FRANCE"]) == len(SHEET)
    table.tell("FRANCE", *told["retry"])
    assert notices(table, "FRANCE")["filed"]["lines"] == list(sheet)
    table.check()


def test_a_line_that_was_taken_out_of_the_quotation_is_not_in_the_sheet_proposed() -> None:
    _, told = edited((">   5 : A MUN H\n", ""), ("4 : A PAR - BUR", "9 : A PAR - BUR"))
    assert told["retry"] == ["OFFERS S1901M", "9 : A PAR - BUR", "2 : A MAR S A PAR - BUR", "25 $", "END"]


def test_a_misspelt_edit_is_shown_in_its_place_as_it_was_probably_meant() -> None:
    _, told = edited(("5 : A MUN H", "6 : A MNU H"))
    assert told["quoted"] == ["6 : A MNU H"]
    assert told["retry"] == ["OFFERS S1901M", SHEET[0], "6 : A MUN H", *SHEET[2:], "END"]


def test_offers_outside_the_quotation_take_the_place_of_those_for_the_same_units() -> None:
    table, told = edited(("5 : A MUN H", "6 : A MUN H"), above="7 : A PAR - PIC\n30 $")
    assert notices(table, "FRANCE")["filed"]["lines"] == ["7 : A PAR - PIC", "30 $"]
    assert told["retry"] == ["OFFERS S1901M", "7 : A PAR - PIC", "30 $", "6 : A MUN H", SHEET[2], "END"]


def test_a_long_offer_that_our_mail_or_the_program_has_broken_is_whole_in_the_sheet_proposed() -> None:
    long = "3 ! A MUN - BUR | - RUH | - BOH | - TYR | - SIL | - KIE | - BER | S A BER | S F KIE"
    _, told = edited(("4 : A PAR - BUR", "9 : A PAR - BUR"), sheet=("4 : A PAR - BUR", long))
    assert told["retry"] == ["OFFERS S1901M", "9 : A PAR - BUR", long, "END"]


def test_a_quotation_without_edits_is_no_order() -> None:
    table, told = edited(above="Thanks!")
    assert told is None and table.game.state.sheets["FRANCE"][0].amount == 4


def test_talk_in_a_quotation_stays_talk() -> None:
    _, told = edited(("5 : A MUN H", "5 : A MUN H\n> is that enough?"), above="See below")
    assert told is None
