"""Commands that often begin a sentence: prose does not spoil a letter, and no command is silently taken as prose."""

from __future__ import annotations

import pytest
from helpers.mails import text_of, words_of
from helpers.seventable import SevenTable

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


@pytest.mark.parametrize("text", PROSE)
@pytest.mark.parametrize("first", [True, False])
def test_prose_that_begins_like_a_command_does_not_spoil_a_letter(text: str, first: bool) -> None:
    table = SevenTable()
    table.tell("FRANCE", *((text, SHEET) if first else (SHEET, text)))
    assert table.filed() == (SHEET,)
    assert f"\n  {text}\n" in text_of(table.of("FRANCE")), "and it is told as not read"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("NOTE Italy lies", "Did you mean NOTE alone on its line?"),
        ("BACK on Monday", "Did you mean BACK alone on its line?"),
        ("EXTEND two days", "Did you mean EXTEND and a time, such as EXTEND 2d?"),
        ("STOP the reminders", "Did you mean STOP alone on its line?"),
        ("LIST spring", "Did you mean LIST alone on its line?"),
        ("PROPOSE a draw", "Did you mean PROPOSE DRAW?"),
    ],
)
def test_what_may_have_been_meant_as_a_command_is_shown_with_how_it_is_written(text: str, hint: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", text)
    answer = words_of(table.of("FRANCE"))
    assert "NOT READ" in answer and text in answer and hint in answer
    assert "nothing has changed" in answer


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("EXTEND 2dd",), "written as: EXTEND and a time, such as EXTEND 2d"),
        (("EXTEND the deadline by 2 days, please",), "written as: EXTEND and a time"),
        (("ABSENT FROM 40 Aug TO 2 Sep",), "40 Aug"),
        (("DIARY OPNE",), "written as: DIARY, DIARY OPEN or DIARY CLOSED"),
        (("PROPOSE DARW",), "written as: PROPOSE DRAW"),
        (("GREY PRESS TO GERMANNY AND ITALY", "hello", "END"), "Did you mean GERMANY?"),
        (("grey broadcast to everybody", "hello", "END"), "written as"),
        (("NOTE about my plans", SHEET, "END"), "written as: NOTE alone on its line"),
        (("STATEMENT about it all", SHEET, "END"), "written as: STATEMENT alone on its line"),
    ],
)
def test_a_command_written_wrongly_stops_the_letter(lines: tuple[str, ...], why: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", *lines, "3 : A MAR - SPA")
    answer = words_of(table.of("FRANCE"))
    assert table.filed() == ()
    assert why in answer and "Nothing in it was done" in answer


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
    assert "has no END above it" in words_of(table.of("FRANCE"))


@pytest.mark.parametrize(("line", "asks"), [("LEAVE", True), ("leave spring", True), ("Leave now!", False)])
def test_leave_in_a_running_game_means_resign_and_is_asked_about(line: str, asks: bool) -> None:
    table = SevenTable()
    table.tell("FRANCE", line)
    answer = words_of(table.of("FRANCE"))
    assert ("Do you want to resign as France?" in answer) == asks
    assert asks or line in answer
    assert table.game.seats["FRANCE"].taken
