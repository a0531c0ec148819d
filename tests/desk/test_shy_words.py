"""Commands that often begin a sentence: prose does not spoil a letter, and no command is silently taken as prose."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from helpers.seventable import SevenTable
from helpers.told import faults, kinds, notices

from gm.desk.notices.phrases import phrase

BADLY = "GREY PRESS TO GERMANNY AND ITALY"
SHEET = "4 : A PAR - BUR"
PROSE = [
    "Note: I trust you.",
    "Note to self",
    "Note that Italy lied to us in the spring.",
    "Stop that, please.",
    "Stop worrying!",
    "List of my offers:",
    "Lists are fun",
    "Back in a week.",
    "Back home I shall write more about this.",
    "Get well soon",
    "Observe that Italy moves",
    "Monitor the situation closely",
    "Statement of intent",
    "Extend my thanks to all",
    "Absent friends are missed",
    "Propose peace to Italy",
    "Diary entry follows",
    "Gray day",
    "Grey is the theory, my friend",
    "Not absent any more",
]


@each_row("text", PROSE)
@each_row("first", [True, False])
def test_prose_that_begins_like_a_command_does_not_spoil_a_letter(text: str, first: bool) -> None:
    table = SevenTable()
    table.tell("FRANCE", *((text, SHEET) if first else (SHEET, text)))
    assert table.filed() == (SHEET,)
    assert notices(table, "FRANCE")["notread"]["lines"] == [text], "and it is told as not read"


@each_row(
    ("text", "hint"),
    [
        ("NOTE Italy lies", "NOTE alone on its line"),
        ("BACK on Monday", "BACK alone on its line"),
        ("EXTEND some days", "EXTEND and a time, such as EXTEND 2d"),
        ("STOP the reminders", "STOP alone on its line"),
        ("LIST spring", "LIST alone on its line"),
        ("PROPOSE a draw", "PROPOSE DRAW"),
    ],
)
def test_what_may_have_been_meant_as_a_command_is_shown_with_how_it_is_written(text: str, hint: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", text)
    assert kinds(table, "FRANCE")[:2] == ["nothing", "notread"]
    assert notices(table, "FRANCE")["notread"] == {"lines": [text], "near": [hint], "meant": []}


@each_row(
    ("lines", "column", "why"),
    [
        (("EXTEND 2dd",), 8, "written as: EXTEND and a time, such as EXTEND 2d"),
        (("EXTEND the deadline by 2 days, please",), 8, "written as: EXTEND and a time"),
        (("ABSENT FROM 40 Aug TO 2 Sep",), 13, phrase("fault.no-day", day="40 Aug")),
        (("DIARY OPNE",), 7, "written as: DIARY, DIARY OPEN or DIARY CLOSED"),
        (("PROPOSE DARW",), 9, "written as: PROPOSE DRAW"),
        ((BADLY, "hello", "END"), 15, phrase("fault.unknown-player")),
        (("grey broadcast to everybody", "hello", "END"), 16, "written as"),
        (("NOTE about my plans", SHEET, "END"), 6, "written as: NOTE alone on its line"),
        (("STATEMENT about it all", SHEET, "END"), 11, "written as: STATEMENT alone on its line"),
    ],
)
def test_a_command_written_wrongly_stops_the_letter(lines: tuple[str, ...], column: int, why: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", *lines, "3 : A MAR - SPA")
    assert table.filed() == ()
    ((line, at, said, near),) = faults(table, "FRANCE")
    assert (line, at) == (1, column) and said.startswith(why)
    assert near == {"PROPOSE DARW": "DRAW", BADLY: BADLY.replace("NN", "N")}.get(lines[0], "")


@pytest.mark.parametrize(
    ("lines", "filed"),
    [
        (("Note that I wrote all of this on a phone:", "OFFERS", SHEET, "END"), (SHEET,)),
        (("Note: a message first.", "PRESS TO ITALY", "Hello!", "END", SHEET), (SHEET,)),
        (("NOTE", "3 : A MAR - SPA", "END", SHEET), (SHEET,)),
        (("PRESS TO ITALY", "Stop.", "Back.", "STATUS", "4 : A MAR - SPA", "END", SHEET), (SHEET,)),
    ],
)
def test_an_end_belongs_to_what_it_stands_below(lines: tuple[str, ...], filed: tuple[str, ...]) -> None:
    table = SevenTable()
    table.tell("FRANCE", *lines)
    assert table.filed() == filed


def test_a_page_of_a_diary_never_goes_out_as_a_message() -> None:
    """Where NOTE stands in a message without END, it may be a page: nothing is sent."""
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", "PRESS TO ITALY", "Hello!", "NOTE", "Italy is a fool.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    assert faults(table, "FRANCE") == [(3, 1, phrase("fault.press-without-end", what="press", line=1), "")]


@pytest.mark.parametrize(("line", "asks"), [("LEAVE", True), ("leave spring", True), ("Leave now!", False)])
def test_leave_in_a_running_game_means_resign_and_is_asked_about(line: str, asks: bool) -> None:
    table = SevenTable()
    table.tell("FRANCE", line)
    answer = notices(table, "FRANCE")
    if asks:
        assert answer["confirmasked"]["what"] == phrase("ask.resign", seat="France") and "notread" not in answer
    else:
        assert answer["notread"]["lines"] == [line] and "confirmasked" not in answer
    assert table.game.seats["FRANCE"].taken


@each_row("text", ["no build", "no orders", "No change", "what if A Par-Bur?", "yes of course"])
def test_no_answer_is_proposed_where_nothing_was_asked_and_no_command_for_a_word_of_talk(text: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", text)
    assert notices(table, "FRANCE")["notread"] == {"lines": [text], "near": [], "meant": []}


def test_an_answer_is_proposed_where_something_was_asked() -> None:
    table = SevenTable()
    table.tell("FRANCE", "RESIGN")
    table.tell("FRANCE", "no orders")
    assert notices(table, "FRANCE")["notread"]["near"] == ["NO alone on its line"]


@pytest.mark.parametrize(("text", "stays"), [("CONFIRM please", True), ("YES thanks", True), ("CONFIRM", False)])
def test_please_behind_a_command_changes_nothing_but_behind_confirm_it_may(text: str, stays: bool) -> None:
    table = SevenTable()
    table.tell("FRANCE", "WAIT, please")
    assert table.game.seats["FRANCE"].wait
    table.tell("FRANCE", "RESIGN please")
    table.reply("FRANCE", text)
    assert table.game.seats["FRANCE"].taken == stays
