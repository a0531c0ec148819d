"""A letter is one act: if a command is refused, nothing is done, and everything is shown."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, SHEET, Table
from helpers.rows import each_row
from helpers.told import faults, kinds, notices

from gm.desk.notices.phrases import phrase


def too_long(days: str) -> str:
    """Why an absence on these days is refused."""
    return phrase("reason.absence-too-long", days=days, most=14)


@each_row(
    ("refused", "line", "why"),
    [
        ("ABSENT FROM 1 Aug TO 10 Sep", 2, too_long("Sat 1 Aug 2026 to Thu 10 Sep 2026")),
        ("ABSENT FROM 1 Aug TO 9 Aug\nABSENT FROM 1 Sep TO 9 Sep", 3, too_long("Tue 1 Sep 2026 to Wed 9 Sep 2026")),
        ("SET ADDRESS x@@y", 2, phrase("fault.no-address")),
        ("SITTER bob FROM 8 Jan TO 9 Jan", 2, phrase("fault.sitter-address")),
        ("SITTER bob@far.example FROM 10 Jan TO 1 Jun", 2, phrase("fault.sitter-too-long", most=92)),
        ("DENY", 2, phrase("fault.confirms-nothing")),
        ("CONFIRM", 2, phrase("fault.confirms-nothing")),
        ("STATEMENT\nWell played.\nEND", 2, phrase("fault.statement-early")),
        ("NOTE\n" + f"{'x' * 999}\n" * 21 + "END", 2, phrase("fault.diary-full")),
    ],
)
def test_beside_a_command_that_is_refused_nothing_is_done(refused: str, line: int, why: str) -> None:
    table = Table()
    table.write(ALICE, f"TRANSFER 1 TO ITALY\n{refused}\nPRESS TO ENGLAND\nhello\nEND", table.mails(ALICE)[0])
    assert faults(table, "FRANCE") == [(line, 1, why, "")]
    game = table.office.game("spring")
    assert game.state.balances["FRANCE"] == 48 and not game.seats["FRANCE"].absences
    assert len(table.mails(BOB)) == 1


def test_a_request_for_time_that_is_refused_stops_its_letter() -> None:
    table = Table()
    for player in (ALICE, BOB):
        table.write(player, "EXTEND 1d", table.mails(player)[0])
    table.write(ALICE, f"{SHEET}\nEXTEND 2d", table.mails(ALICE)[0])
    why = phrase("fault.deadline-stays", why=phrase("reason.extended"))
    assert faults(table, "FRANCE") == [(2, 1, why, "")] and table.filed() == ()


@pytest.mark.parametrize("line", ["yes", "No.", "SIGNON Fspring pw", "JOIN summer"])
def test_a_word_that_does_nothing_stops_no_letter(line: str) -> None:
    table = Table()
    table.write(ALICE, f"{line}\n{SHEET}", table.mails(ALICE)[0])
    assert table.filed() == (SHEET,)


def test_a_refused_command_alone_is_answered_at_length() -> None:
    table = Table()
    table.write(ALICE, "ABSENT FROM 1 Aug TO 10 Sep\nSTATUS", table.mails(ALICE)[0])
    assert kinds(table, "FRANCE") == ["absent", "status", "gamesettings", "owes"]
    absent = notices(table, "FRANCE")["absent"]
    assert (absent["why_not"], absent["spans"]) == (too_long("Sat 1 Aug 2026 to Thu 10 Sep 2026"), [])
    assert (absent["left"], absent["of"]) == (14, 14)


def test_a_letter_given_back_says_where_its_address_is_to_be_written_again() -> None:
    table = Table()
    table.write(ALICE, "SET ADDRESS new@far.example\n4 : A PAR - XYZ", table.mails(ALICE)[0])
    said = words_of(table.last(ALICE))
    assert "SET ADDRESS (the address) 4 : A PAR - XYZ" in said and "write the address again" in said
    table.write(ALICE, "4 : A PAR - XYZ", table.mails(ALICE)[0])
    assert "the address" not in words_of(table.last(ALICE))
