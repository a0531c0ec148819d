"""PHASE: the page of one phase, with what its reader was told when it was over, and the board as their mail had it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import ALICE, BOB, START, Table
from helpers.seventable import NEWCOMER, OLGA, SevenTable
from helpers.told import kinds, notices

from gm.desk.file.gamefile import read_game_file

WAR = f"""[game]
name = "spring"
ruleset = "ground-war"
seed = "s"
[deadlines]
grace = "0s"
[seats]
SOUTH = "{ALICE}"
NORTH = "{BOB}"
"""


class War(Table):
    """A Ground War, in which each side knows a board of its own."""

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(WAR), START, "ab" * 32)


def pictures(mail: EmailMessage) -> list[bytes]:
    """The files of the pictures in a mail."""
    return [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]


@pytest.fixture
def table() -> SevenTable:
    found = SevenTable()
    found.office.html = True
    found.judge()
    return found


def test_the_page_of_a_phase_has_the_result_and_the_board_as_the_mail_had_them(table: SevenTable) -> None:
    (result,) = [mail for mail in table.mails("france@players.example") if "Spring 1901 judged" in mail["Subject"]]
    table.judge()
    table.tell("FRANCE", "PHASE s1901m")
    page = table.of("FRANCE")
    assert "the page of S1901M" in page["Subject"] and pictures(page) == pictures(result) != []
    assert kinds(table, "FRANCE") == ["phasepicture", "history", "owes"]
    ((_, subject, text),) = notices(table, "FRANCE")["history"]["mails"]
    assert subject == result["Subject"] and text in text_of(page) and text in text_of(result).replace("\r", "")
    table.check()


def test_a_page_is_not_told_again_by_history(table: SevenTable) -> None:
    table.tell("FRANCE", "PHASE S1901M")
    table.tell("FRANCE", "HISTORY")
    assert not [one for one in notices(table, "FRANCE")["history"]["mails"] if "the page of" in one[1]]


@pytest.mark.parametrize("asked", ["PHASE", "PHASE S1950M"])
def test_what_there_is_not_is_answered_with_the_phases_that_there_are(table: SevenTable, asked: str) -> None:
    table.tell("FRANCE", asked)
    assert kinds(table, "FRANCE") == ["history", "owes"]
    assert notices(table, "FRANCE")["history"]["phases"] == ["S1901M", "F1901M"]
    assert "S1901M, F1901M" in words_of(table.of("FRANCE"))
    assert "told you nothing yet" not in words_of(table.of("FRANCE"))


def test_the_phase_that_is_due_has_the_mails_that_came_in_it(table: SevenTable) -> None:
    table.tell("FRANCE", "WAIT")
    table.tell("FRANCE", "PHASE F1901M")
    assert len(notices(table, "FRANCE")["history"]["mails"]) == 2  # with the result of the phase before


def test_an_observer_has_the_page_too_and_a_stranger_has_none() -> None:
    table = SevenTable()
    table.watch()
    table.judge()
    table.write(OLGA, "PHASE S1901M", table.last(OLGA))
    assert "Spring 1901 judged" in words_of(table.last(OLGA))
    table.write(NEWCOMER, "PHASE S1901M", subject="[spring]")
    assert "judged" not in words_of(table.last(NEWCOMER))


def test_whoever_takes_a_seat_over_has_the_pages_of_it(table: SevenTable) -> None:
    table.pass_on("ITALY")
    table.write(NEWCOMER, "PHASE S1901M", table.last(NEWCOMER))
    assert "YOUR ACCOUNT" in text_of(table.last(NEWCOMER)) and pictures(table.last(NEWCOMER))


def test_in_a_game_of_secrets_each_gets_the_board_as_they_knew_it() -> None:
    table = War()
    table.office.html = True
    shown = []
    table.office.operate("spring", ["process"], table.at)
    for who, seat in ((ALICE, "SOUTH"), (BOB, "NORTH")):
        told = [mail for mail in table.mails(who) if pictures(mail)]
        table.write(who, f"PHASE {phase(table)}", table.last(who))
        assert pictures(table.last(who)) and {*pictures(table.last(who))} <= {
            one for mail in told for one in pictures(mail)
        }
        shown.append(pictures(table.last(who)))
        assert {"phasepicture", "history"} <= {*kinds(table, seat)}
    assert shown[0] != shown[1]


def phase(table: War) -> str:
    """The phase now due."""
    clock = table.office.game("spring").clock
    assert clock is not None
    return clock.phase


def test_a_sentence_about_a_phase_is_no_question(table: SevenTable) -> None:
    table.tell("FRANCE", "Phase one is over.", "4 : A PAR - BUR")
    assert "history" not in kinds(table, "FRANCE")
