"""Diaries belong to their writers, and are in the report only if they say so; last words are accepted for a week."""

from __future__ import annotations

import pytest
from helpers.mails import text_of, with_files, words_of
from helpers.mailtable import ALICE, DAY, MINUTE, Table
from helpers.rows import each_row
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import faults, kinds, notices

from gm.desk.notices.phrases import phrase

SECRET = "Germany lies about Burgundy."
PAGE = ("NOTE", SECRET, "", "  4 : A PAR - BUR is what I shall do.", "END")


def ended(*before: str) -> SevenTable:
    """A game that is over; *before*: what France had written in it."""
    table = SevenTable()
    table.watch()
    table.tell("FRANCE", *PAGE, *before)
    table.operate("abort")
    return table


def after_a_week(table: SevenTable) -> SevenTable:
    table.strike(table.at + 8 * DAY)
    table.at += 8 * DAY
    return table


# -- the diary -----------------------------------------------------------------------------------------------------


def test_a_page_is_kept_and_shown_word_for_word_and_nobody_else_hears_of_it() -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", *PAGE)
    assert notices(table, "FRANCE")["noted"] == {"page": 1, "lines": 3, "open": False}
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    assert table.filed() == (), "what stands in a diary is no order"
    table.tell("FRANCE", "DIARY")
    shown = text_of(table.of("FRANCE"))
    assert f"  {SECRET}\n\n    4 : A PAR - BUR is what I shall do.\n" in shown
    assert not notices(table, "FRANCE")["diary"]["open"]
    table.check()


@pytest.mark.parametrize(
    ("words_of_france", "there"),
    [((), False), (("DIARY OPEN",), True), (("DIARY OPEN", "DIARY CLOSED"), False), (("diary open.",), True)],
)
def test_the_report_has_a_diary_only_if_its_writer_says_so(words_of_france: tuple[str, ...], there: bool) -> None:
    table = ended(*words_of_france)
    for text in (*table.report(), with_files(table.mails(ADDRESS["GERMANY"])[-1])):
        assert (SECRET in text) == there


def test_a_newcomer_gets_the_ledger_of_the_seat_and_not_the_diary() -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Hello, France.", "END")
    table.tell("FRANCE", *PAGE)
    table.tell("FRANCE", "DIARY")
    table.tell("FRANCE", "DIARY OPEN")
    table.tell("FRANCE", "NOTE", SECRET, "END", "4 : A PAR - XYZ")  # refused, and given back
    table.tell("FRANCE", "NOTE about spring", SECRET, "END")
    assert SECRET in text_of(table.of("FRANCE"))
    table.pass_on("FRANCE")
    for order in ("DIARY", "HISTORY", "HISTORY S1901M", "SHOW"):
        table.write(NEWCOMER, order, table.mails(NEWCOMER)[-2 if order == "DIARY" else -1])
    told = "\n".join(mail.as_string() for mail in table.mails(NEWCOMER))
    assert SECRET not in told and "Burgundy" not in told
    assert "| Hello, France." in told, "but what others wrote to the seat"
    assert "Your diary is empty." in told
    assert table.game.seats["FRANCE"].notes == () and not table.game.seats["FRANCE"].open
    table.check()


def test_who_leaves_takes_his_settings_with_him() -> None:
    table = SevenTable()
    table.tell("FRANCE", "SET JSON ON", "SET FORMAT HTML", "SET REMINDERS OFF", "SET CALENDAR ON")
    table.pass_on("FRANCE")
    sitting = table.game.seats["FRANCE"]
    assert (sitting.attach, sitting.format, sitting.reminders, sitting.calendar) == (False, "", True, False)


def test_the_diary_of_who_left_is_in_the_report_if_he_had_opened_it() -> None:
    table = SevenTable()
    table.tell("FRANCE", *PAGE, "DIARY OPEN")
    table.pass_on("FRANCE")
    table.write(NEWCOMER, "NOTE\nI am new here.\nEND", table.mails(NEWCOMER)[1])
    table.operate("abort")
    text, html = table.report()
    assert SECRET in text and SECRET in html and "I am new here." not in text


SAM = "sam@sitters.example"


def test_who_sits_for_a_player_neither_reads_nor_writes_his_diary() -> None:
    table = SevenTable()
    table.tell("FRANCE", f"SITTER {SAM} FROM 5 Jan TO 20 Jan")
    table.reply("FRANCE", "CONFIRM")
    table.write(SAM, "CONFIRM", table.last(SAM))
    table.tell("FRANCE", *PAGE, "DIARY")
    assert SECRET in text_of(table.of("FRANCE"))
    table.tell("FRANCE", "NOTE", SECRET, "END", "5 : A PAR - XYZ")
    table.tell("FRANCE", "SHOW")
    assert "what we have from you" in table.last(SAM)["Subject"], "he reads the rest"
    for lines in ("DIARY", "HISTORY", "NOTE\nMine.\nEND"):
        count = len(table.mails(SAM))
        table.write(SAM, lines, table.last(SAM))
        assert len(table.mails(SAM)) == count + 1, "and each of his letters is answered"
    assert SECRET not in "\n".join(mail.as_string() for mail in table.mails(SAM))
    assert phrase("fault.sitter") in words_of(table.last(SAM))
    table.operate("abort")
    table.write(SAM, "DIARY OPEN", table.last(SAM))
    assert SECRET not in table.report()[0]


# -- after the end -------------------------------------------------------------------------------------------------


def test_a_diary_can_be_opened_for_a_week_after_the_end_and_then_not_any_more() -> None:
    table = ended()
    assert SECRET not in table.report()[0]
    table.tell("FRANCE", "DIARY OPEN")
    assert notices(table, "FRANCE")["diaryopened"] == {"open": True, "given": False}
    table.tell("FRANCE", "DIARY OPEN")
    assert table.report()[0].count(SECRET) == 1, "it is there once, however often he says so"
    after_a_week(table)
    assert "lastwords" in notices(table, "GERMANY") and SECRET in with_files(table.of("GERMANY"))


def test_who_opens_his_diary_when_the_report_has_been_sent_is_told_that_it_is_too_late() -> None:
    table = after_a_week(ended())
    before = table.counts()
    table.tell("FRANCE", "DIARY OPEN")
    assert kinds(table, "FRANCE") == ["statementlate"]
    after_a_week(table)
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    assert SECRET not in table.report()[0]


def test_who_would_close_his_diary_when_the_report_has_it_is_told_that_it_stays() -> None:
    table = ended("DIARY OPEN")
    table.tell("FRANCE", "DIARY CLOSED")
    assert notices(table, "FRANCE")["diaryopened"] == {"open": True, "given": True}


def test_an_empty_diary_makes_no_second_report() -> None:
    table = SevenTable()
    table.operate("abort")
    table.tell("FRANCE", "DIARY OPEN")
    before = table.counts()
    after_a_week(table)
    assert table.counts() == before


def test_last_words_are_in_a_second_report_that_everybody_gets_after_a_week() -> None:
    table = ended()
    before, watched = table.counts(), len(table.mails(OLGA))
    table.tell("FRANCE", "STATEMENT", "Thank you all!", "", "SEALS of S1901M (HELP SEALS explains them)", "END")
    assert notices(table, "FRANCE")["statementtaken"]["lines"][0] == "Thank you all!"
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}, "the others wait for the report"
    after_a_week(table)
    assert table.counts() == {seat: n + 1 + (seat == "FRANCE") for seat, n in before.items()}
    assert len(table.mails(OLGA)) == watched + 1
    last = text_of(table.of("TURKEY"))
    assert "LAST WORDS" in last and "Thank you all!" in last
    table.check()


def test_without_last_words_there_is_no_second_report() -> None:
    table = ended("DIARY OPEN")
    before = table.counts()
    after_a_week(table)
    assert table.counts() == before


@pytest.mark.parametrize("late", [False, True])
def test_a_statement_out_of_its_time_is_answered_so(late: bool) -> None:
    table = after_a_week(ended()) if late else SevenTable()
    table.tell("FRANCE", "STATEMENT", "Thank you all!", "END")
    assert kinds(table, "FRANCE")[0] == ("statementlate" if late else "statementearly")


def test_the_last_second_of_the_week_counts() -> None:
    table = ended()
    ending = table.game.ending
    assert ending is not None
    table.at = ending - MINUTE
    table.tell("FRANCE", "STATEMENT", "Just in time.", "END")
    assert notices(table, "FRANCE")["statementtaken"]["lines"] == ["Just in time."]


@each_row("order", ["VOTE DRAW", "WAIT", "RESIGN", "EXTEND 2d", "ABSENT FROM 1 Aug TO 3 Aug"])
def test_what_comes_too_late_is_said_to_be_so(order: str) -> None:
    table = ended()
    table.tell("FRANCE", "STATEMENT", "Thank you all!", "END", order)
    assert faults(table, "FRANCE") == [(4, 1, phrase("fault.over-but-statement"), "")]
    assert notices(table, "FRANCE")["refused"]["retry"] == ["STATEMENT", "Thank you all!", "END", order]
    assert "Thank you all!" not in table.report()[0], "a letter is one act"


@pytest.mark.parametrize("word", ["STOP", "LEAVE", "LEAVE spring"])
def test_who_wants_no_more_mail_of_a_game_that_is_over_is_told_what_may_still_come(word: str) -> None:
    table = Table()
    table.office.operate("spring", ["abort"], table.at)
    table.write(ALICE, word, table.last(ALICE))
    said = words_of(table.last(ALICE))
    assert "Game spring is over. It sends you only its report once more" in said and "RESIGN" not in said


def test_what_nobody_understands_is_quoted_after_the_end_too_with_what_was_perhaps_meant() -> None:
    table = Table()
    table.office.operate("spring", ["abort"], table.at)
    table.write(ALICE, "STATMENT", table.last(ALICE))
    assert kinds(table, "FRANCE") == ["over", "notread"]
    assert notices(table, "FRANCE")["notread"] == {"lines": ["STATMENT"], "near": ["STATEMENT"], "meant": []}
