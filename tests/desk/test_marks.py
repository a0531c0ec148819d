"""Question marks, commas and signs of a list around a word: they help a question, and never an act."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, EVE, SHEET, Table
from helpers.rows import each_row
from helpers.told import faults, notices

from gm.rules.lines.letters import words


def seated(table: Table) -> bool:
    return table.office.game("spring").seats["FRANCE"].taken


@pytest.mark.parametrize("line", [
    "SITTER buy cheap pills at http://evil.example/1 now?", "ABSENT visit http://evil.example 2026-02-01 to win?",
    "SET ADDRESS http://evil.example/now?",
])  # fmt: skip
def test_a_strangers_question_is_mailed_to_nobody(line: str) -> None:
    """From may be a victim's: our answer goes there, and must not carry what somebody else wrote."""
    table = Table()
    table.write(EVE, line)
    assert "evil.example" not in words_of(table.last(EVE)).lower()


def test_a_question_about_a_sitter_shows_no_hash_of_an_address() -> None:
    table = Table()
    table.write(ALICE, "SITTER friend@far.example FROM 8 Jan TO 10 Jan?", table.last(ALICE))
    said = words_of(table.last(ALICE))
    assert faults(table, "FRANCE") == [(1, 1, words("question", said="SITTER"), "")]
    assert "#" not in said.partition("YOU OWE")[0]


def test_a_held_letter_is_shown_without_the_hash_of_an_address() -> None:
    table = Table()
    table.write(ALICE, "SITTER friend@far.example FROM 8 Jan TO 10 Jan")
    assert notices(table, "FRANCE")["letterheld"]["lines"] == ["SITTER (the address) FROM 8 Jan TO 10 Jan"]
    assert "| SITTER (the address) FROM" in words_of(table.last(ALICE))


@each_row("answer", [
    "Yes,\nif Germany agrees to it first.", "Yes;", "CONFIRM,", "CONFIRM;", "Yes?", "- Yes",
])  # fmt: skip
def test_a_yes_that_goes_on_is_no_yes(answer: str) -> None:
    table = Table()
    table.write(ALICE, "RESIGN", table.last(ALICE))
    table.write(ALICE, answer, table.last(ALICE))
    assert seated(table)


@pytest.mark.parametrize("line", ["RESIGN;", "VOTE END,", "SET ZONE Europe/Paris;"])
def test_what_does_something_ends_in_no_comma_or_semicolon(line: str) -> None:
    table = Table()
    before = table.office.game("spring").seats["FRANCE"]
    table.write(ALICE, line, table.last(ALICE))
    after = table.office.game("spring").seats["FRANCE"]
    assert (after.vote, after.timezone, after.questions) == (before.vote, before.timezone, before.questions)


@each_row("text", [
    "My plan:\n- wait until fall\n- hold the line", "* show me your orders first", "- vote together", "- press on",
    "- help me against Russia", "- accept my offer", "- transfer some money", "- resign if you must",
])  # fmt: skip
def test_a_list_in_a_reply_to_press_is_sent_on(text: str) -> None:
    table = Table()
    table.write(ALICE, "PRESS TO ENGLAND\nHello\nEND", table.last(ALICE))
    table.write(BOB, text, table.last(BOB))
    assert text.split()[-1] in words_of(table.last(ALICE))


def test_whoever_asks_back_is_asked_again_and_can_then_confirm() -> None:
    table = Table()
    table.write(EVE, "OBSERVE spring AS Eve")
    table.write(EVE, "CONFIRM?", table.last(EVE))
    assert not table.office.game("spring").watchers("observer")
    table.write(EVE, "CONFIRM", table.last(EVE))
    assert table.office.game("spring").watchers("observer")


@pytest.mark.parametrize("body", ["PRESS TO ENGLAND\n- HELP\n- STATUS\nEND", "NOTE\n- status\nEND", "Dear GM\n- list"])
def test_a_list_in_a_mail_about_no_game_is_no_question(body: str) -> None:
    table = Table()
    handled = table.write("nobody@far.example", body, subject="hello")
    assert (handled.state, handled.reason) == ("held", "about no game")
    assert table.write("nobody@far.example", "- LIST\n* PING", subject="hello").state == "answered"


def test_a_sheet_beside_a_list_is_filed() -> None:
    table = Table()
    table.write(ALICE, f"{SHEET}\nMy reasons:\n- offers from England are low", table.last(ALICE))
    assert table.office.game("spring").state.sheets["FRANCE"]
