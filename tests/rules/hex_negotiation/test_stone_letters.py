"""Letters to the stone game: how a turn may be written, what is prose, and what is answered to whom."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st
from playing_stones import after, file, opened, read

from gm.rules import Orders, Problems
from gm.rules.hex_negotiation import faults
from gm.rules.hex_negotiation.acts import MakeTurn, Swap
from gm.rules.hex_negotiation.position import Played
from gm.rules.lines import letters
from gm.rules.lines.commands import AskBoard, ProposeDraw

BEGUN = after(opened(), "PLACE A1 A2 A3")
TURN = Played("A2", ("B1", "C5", "E3"))

FORMS = [
    "REPLACE A2 PLACE B1 C5 E3",
    "replace a2 place b1 c5 e3",
    "Replace A2, place E3, C5 and B1.",
    "REPLACE A2; PUT B1/C5/E3",
    "replace a 2 place b 1 c 5 e 3",
    "I replace the stone on A2 and place stones at B1, C5, E3",
    "1. REPLACE A2 PLACE B1 C5 E3",
    "- REPLACE A2 - PLACE B1 C5 E3",
    "REPLACE A2 PLACE B1 C5 E3   % a remark",
    "REPLACE A2\nPLACE B1 C5 E3",
    "REPLACE A2\nPLACE B1 C5\nE3",
    "Dear Black,\n\nREPLACE A2\nPLACE B1 C5 E3\n\nWell played!",
    # Without a word, where the position leaves only one turn.
    "A2 B1 C5 E3",
    "A2 PLACE B1 C5 E3",
    "REPLACE A2 B1 C5 E3",
    "replace A2\nB1, C5 and E3",
]


@each_row("text", FORMS)
def test_a_turn_may_be_written_so(text: str) -> None:
    found = read(BEGUN, "WHITE", text)
    assert isinstance(found, Orders) and found.acts == (MakeTurn(TURN),)


FAULTS = [
    ("REPLACE", (1, 8, "unfinished")),
    ("REPLACE A2 PLACE", (1, 17, "unfinished")),
    ("B1 C5 E3", (1, 1, "misplaced")),
    ("A2 A1 B1 C5 E3", (1, 1, "misplaced")),
    ("A2 B1 C5 E3?", (1, 12, "question")),
    ("PLACE B1 C5 E3 REPLACE A2", (1, 16, "misplaced")),
    ("REPLASE A2 PLACE B1 C5 E3", (1, 1, "unknown-word")),
    ("REPLACE A2 PLACE B1 C5 E3 please", (1, 27, "unknown-word")),
    ("REPLACE A2 PLACE B1 C5 E3\nREPLACE A1 PLACE B1 C5 E3", (2, 1, "two-turns")),
    ("REPLACE A2 PLACE B1 C5 E03", (1, 24, "unknown-word")),
    ("REPLACE A2 PLACE B1 C5 E3\nSWAP", (2, 1, "swap-and-turn")),
    ("REPLACE A2 PLACE B1 C5 Q3", (1, 24, "no-cell")),
]


@each_row(("text", "place"), FAULTS)
def test_a_turn_that_cannot_be_read_is_shown_with_its_place(text: str, place: tuple[int, int, str]) -> None:
    found = read(BEGUN, "WHITE", text)
    assert isinstance(found, Problems)
    assert (found.problems[0].line, found.problems[0].column, found.problems[0].code) == place


def test_a_misspelt_word_is_answered_with_the_one_that_may_be_meant() -> None:
    assert read(BEGUN, "WHITE", "REPLASE A2 PLACE B1 C5 E3").problems[0].hints == ("REPLACE A2 PLACE B1 C5 E3",)


@each_row("text", ["A1 B2 C3", "a1, b2, c3", "A1\nB2\nC3", "PLACE A1 B2 C3"])
def test_the_first_turn_needs_no_word(text: str) -> None:
    found = read(opened(), "BLACK", text)
    assert isinstance(found, Orders) and found.acts == (MakeTurn(Played("", ("A1", "B2", "C3"))),)


@each_row(
    "text",
    ["swap A2 for B1 C5 E3", "A2 -> mine, B1 C5 E3", "PLACE A2 B1 C5 E3", "take A2 and play B1 C5 E3",
     "B1 C5 E3 REPLACE A2"],
)  # fmt: skip
def test_where_the_cells_leave_only_one_turn_it_is_shown_to_be_sent(text: str) -> None:
    found = read(BEGUN, "WHITE", text)
    assert isinstance(found, Problems)
    assert [one.hints for one in found.problems] == [("REPLACE A2 PLACE B1 C5 E3",)]


@each_row(
    "text", ["See you at the place!", "I take A2, thank you.", "Nice stones", "A1 sauce is best", "swap or not?", "B"]
)
def test_prose_is_left_alone_and_listed(text: str) -> None:
    found = read(BEGUN, "WHITE", text)
    assert isinstance(found, Orders) and found.acts == () and [line.text for line in found.unread] == [text]


def test_a_letter_with_a_wrong_turn_does_nothing_but_answer_questions() -> None:
    found = read(BEGUN, "WHITE", "REPLACE B1 PLACE C1 C2 C3\nPROPOSE DRAW\nBOARD")
    assert isinstance(found, Problems) and found.asks == (AskBoard(),)


def test_acts_are_done_in_the_order_written_and_questions_last() -> None:
    found = read(BEGUN, "WHITE", "BOARD\nPROPOSE DRAW\nSWAP\nBOARD")
    assert isinstance(found, Orders) and found.acts == (ProposeDraw(), Swap(), AskBoard())


def test_who_is_not_to_play_is_told_whose_turn_it_is() -> None:
    for text in ("PLACE B1 B2 B3", "SWAP", "REPLACE A1 PLACE B1 B2 B3", "PLACE"):
        wrong = faults.words.problem((1, 1), "not-your-turn", mover="White", own="Black")
        assert read(BEGUN, "BLACK", text).problems == (wrong,)


@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        ("T1", letters.words("over", named="T1", due="now due", now="T2")),
        ("T2S", letters.words("not-begun", named="T2S", now="T2")), ("T2", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_turn_for_another_turn_does_nothing(phase: str, reason: str) -> None:
    found = read(BEGUN, "WHITE", "REPLACE A2 PLACE B1 C5 E3", phase)
    assert (found.reason if isinstance(found, Problems) else "") == reason


def test_a_question_in_a_reply_to_an_old_mail_is_answered() -> None:
    found = read(BEGUN, "WHITE", "BOARD", "T1")
    assert isinstance(found, Orders) and found.acts == (AskBoard(),)


def test_the_board_is_not_told_twice_in_one_answer() -> None:
    assert [n.kind for n in file(BEGUN, "WHITE", "BOARD").notices] == ["stonesboard"]
    assert [n.kind for n in file(BEGUN, "WHITE", "SWAP\nBOARD").notices] == ["stonesswapped"]


def test_a_second_proposal_is_answered_to_its_sender_alone() -> None:
    state = file(BEGUN, "WHITE", "PROPOSE DRAW\nPROPOSE DRAW").state
    (notice,) = file(state, "WHITE", "PROPOSE DRAW").notices
    assert notice.audience.seats == ("WHITE",) and notice.body.again


@given(st.text(alphabet="REPLACPUTSWON AB19 ,.;%\n-03Éß", max_size=80))
def test_any_letter_gets_an_answer(text: str) -> None:
    found = read(BEGUN, "WHITE", text)
    assert isinstance(found, Orders | Problems)
    assert isinstance(found, Orders) or found.problems
