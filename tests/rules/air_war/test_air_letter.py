"""Letters to an Air War: how orders may be written, what is prose, and what falls with a wrong line."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st
from playing_air import NOON, OPENED, RULES, after, cycle, file, read

from gm.rules import Orders, Problems
from gm.rules.air_war.acts import File
from gm.rules.air_war.state import State
from gm.rules.lines.commands import AskBoard, Clear, ProposeDraw, Ready
from gm.rules.lines.letters import words
from gm.rules.war.commands import AskReport

MOVES = cycle("G5 3, H6 2, C7 2", "G7 2, K20 1")
FIRE = cycle("G5 3, H6 2, K20 1", "G6 2, K20 1", kind="fire")
CHIPS = cycle("", "", cycle=0, kind="chips", first={})


def filed(state: object, text: str) -> tuple[str, ...]:
    """What a letter of South's puts on file; () if nothing."""
    found = read(state, "SOUTH", text)  # type: ignore[arg-type]
    assert isinstance(found, Orders), found
    return next((act.lines for act in found.acts if isinstance(act, File)), ())


def faults(state: object, text: str) -> list[tuple[int, int, str]]:
    """The faults of a letter of South's."""
    found = read(state, "SOUTH", text)  # type: ignore[arg-type]
    return [(p.line, p.column, p.code) for p in found.problems]


FORMS = [
    ("G5-G6", ["G5-G6"]),
    ("g5 g6", ["G5-G6"]),
    ("G5 to G6", ["G5-G6"]),
    ("g5 > g6", ["G5-G6"]),
    ("G5 → G6", ["G5-G6"]),
    ("G5 – G6", ["G5-G6"]),
    ("2 G5-G6", ["2 G5-G6"]),
    ("2 men g5-g6", ["2 G5-G6"]),
    ("two chips from G5 to G6", ["2 G5-G6"]),
    ("2 x G5-G6", ["2 G5-G6"]),
    ("G5-G6 x2", ["2 G5-G6"]),
    ("g5 g6 x2", ["2 G5-G6"]),
    ("G5-G6 x 2", ["2 G5-G6"]),
    ("MOVE 2 G5-G6", ["2 G5-G6"]),
    ("- G5-G6", ["G5-G6"]),
    ("G5-G6.", ["G5-G6"]),
    ("G5-G6   % to the north", ["G5-G6"]),
    ("G5-G6, 2 H6-H7", ["G5-G6", "2 H6-H7"]),
    ("G5-G6; G5-F5 and H6-H7", ["G5-G6", "G5-F5", "H6-H7"]),
    ("AIR C7-M14", ["AIR C7-M14"]),
    ("air 2 c7 to h4", ["AIR 2 C7-H4"]),
    ("AIR: C7-M14", ["AIR C7-M14"]),
    ("fly c7-m14", ["AIR C7-M14"]),
    ("AIR C7-M14, CHIP C7-C8", ["AIR C7-M14", "C7-C8"]),
    ("G5-G5", ["G5-G5"]),
    ("G5-G6\nG5-G6", ["G5-G6", "G5-G6"]),
    ("ALL G5-G6", ["3 G5-G6"]),
    ("all chips from G5 to G6", ["3 G5-G6"]),
    ("MOVE ALL G5-G6, H6-H7", ["3 G5-G6", "H6-H7"]),
    ("G5-F5\nALL G5-G6", ["G5-F5", "2 G5-G6"]),  # those that no line above moves
    ("AIR ALL C7-H4", ["AIR 2 C7-H4"]),
]


@each_row(("text", "lines"), FORMS)
def test_moves_may_be_written_in_many_ways(text: str, lines: list[str]) -> None:
    assert list(filed(MOVES, text)) == lines


SHOTS = [
    ("FIRE 2 G5-G6", ["FIRE 2 G5-G6"]),
    ("fire g5 > g6 x2", ["FIRE 2 G5-G6"]),
    ("FIRE G5-G6", ["FIRE 3 G5-G6"]),
    ("FIRE ALL G5-G6", ["FIRE 3 G5-G6"]),
    ("FIRE 1 G5-F5\nFIRE ALL CHIPS G5-G6", ["FIRE 1 G5-F5", "FIRE 2 G5-G6"]),
    ("fire 2 men g5 at g6", ["FIRE 2 G5-G6"]),
    ("FIRE 2 G5-G6, H6-G6", ["FIRE 2 G5-G6", "FIRE 2 H6-G6"]),
    ("FIRE 1 G5-G6\nFIRE 1 G5-G6", ["FIRE 2 G5-G6"]),
    ("HOLD FIRE", ["HOLD FIRE"]),
    ("hold", ["HOLD FIRE"]),
]


@each_row(("text", "lines"), SHOTS)
def test_fire_may_be_written_in_many_ways(text: str, lines: list[str]) -> None:
    assert list(filed(FIRE, text)) == lines


CHOICES = [
    ("CITIES C18 H21 O17", "CITIES C18 H21 O17"),
    ("cities c18, h21 and o17", "CITIES C18 H21 O17"),
    ("CITIES: C18; H21; O17", "CITIES C18 H21 O17"),
    ("C18 H21 O17", "CITIES C18 H21 O17"),
    ("CITY C18\nCITY H21\nCITY O17", "CITIES C18 H21 O17"),
]


@each_row(("text", "line"), CHOICES)
def test_cities_may_be_named_in_many_ways(text: str, line: str) -> None:
    assert filed(OPENED.state, text) == (line,)


TEN = "3 A1, 3 B1, 3 C1, 3 D1, 3 E1, 3 F1, 3 G1, 3 H1, 3 I1, 3 J1"
PLACINGS = [
    f"PLACE {TEN}",
    f"place {TEN.replace(', ', ' ')}",
    "PLACE 3 A1, 3 B1, 3 C1, 3 D1, 3 E1,\n3 F1, 3 G1, 3 H1, 3 I1, 3 J1",
    "PLACE 3 A1 3 B1 3 C1\nPLACE D1 x 3, E1 x 3, F1 x3\nPLACE 3 on G1, 3 chips on H1, 3 I1, 2 J1, J1",
]


@pytest.mark.parametrize("text", PLACINGS)
def test_chips_may_be_placed_in_many_ways(text: str) -> None:
    lines = filed(CHIPS, text)
    assert " ".join(lines).replace("PLACE ", ", ").removeprefix(", ").replace(" , ", ", ") == TEN


FAULTS = [
    # the letter, (line, column, code) of its faults
    ("G5-G7", [(1, 1, "not-adjacent")]),
    ("H6-H7\n  4 G5-G6", [(2, 3, "too-many-chips")]),
    ("G5-Z9", [(1, 4, "no-field")]),
    ("G5-G26", [(1, 4, "no-field")]),
    ("G5", [(1, 1, "not-a-pair")]),
    ("G5-G6-G7", [(1, 7, "not-a-pair")]),
    ("2 G5-G6 x2", [(1, 10, "two-numbers")]),
    ("AIR FIRE C7-M14", [(1, 5, "two-words")]),
    ("FIRE 2 G5-G6", [(1, 1, "fire-in-moves")]),
    ("AIR", [(1, 4, "unfinished")]),
    ("G5-G6 northwards", [(1, 7, "unknown-word")]),
    ("9999999 G5-G6", [(1, 1, "too-much")]),
    ("READY G5-G6", [(1, 1, "too-many-words")]),
    ("ALL G5-G6\nALL G5-F5", [(2, 1, "too-many-chips")]),
    ("ALL K9-K10", [(1, 1, "no-chip")]),
    ("AIRLIFT C7-M14", [(1, 1, "unknown-word")]),
    ("mvoe 2 g5-g6", [(1, 1, "unknown-word")]),
    ("AIR C7-M14, G5-G6", [(1, 13, "no-departure")]),  # after a comma the last word holds on
]


@each_row(("text", "found"), FAULTS)
def test_a_wrong_line_is_told_with_its_place(text: str, found: list[tuple[int, int, str]]) -> None:
    assert faults(MOVES, text) == found


PROSE = [
    "Dear all, here are my moves.", "Ready when you are", "Clear skies today!", "Fire at will", "G5 northwards",
    "I saw you on G13", "Air superiority is mine", "3 cheers for the winner", "Sue", "+49 170 1234567", "12", "",
    "board games are fun", "Report to me tomorrow", "ProposeDraw something",
    "I think that you will go G5-G6", "Nice, that G5",
]  # fmt: skip


@each_row("line", PROSE)
def test_a_sentence_is_no_order(line: str) -> None:
    found = read(MOVES, "SOUTH", f"{line}\nG5-G6")
    assert isinstance(found, Orders) and found.acts == (File(("G5-G6",)),)
    assert [one.text for one in found.unread] == ([line] if line else [])


def test_a_set_of_moves_falls_as_a_whole() -> None:
    found = read(MOVES, "SOUTH", "G5-G6\nH6-H9\nPROPOSE DRAW\nREADY")
    assert isinstance(found, Problems)
    assert [p.line for p in found.problems] == [2]
    assert found.retry == ("G5-G6", "H6-H9", "PROPOSE DRAW", "READY")


def test_questions_are_answered_even_if_the_set_falls() -> None:
    found = read(MOVES, "SOUTH", "G5-G9\nBOARD\nREPORT 3")
    assert isinstance(found, Problems) and found.asks == (AskBoard(), AskReport(3))


def test_fire_stands_line_by_line() -> None:
    found = read(FIRE, "SOUTH", "FIRE 2 G5-G6\nFIRE 2 H6-H9\nPROPOSE DRAW")
    assert isinstance(found, Orders)
    assert found.acts == (File(("FIRE 2 G5-G6",)), ProposeDraw())
    assert [(p.line, p.code) for p in found.problems] == [(2, "not-adjacent")]


def test_beside_a_wrong_line_ready_does_nothing() -> None:
    found = read(FIRE, "SOUTH", "FIRE 2 G5-G6\nFIRE 2 H6-H9\nREADY")
    assert isinstance(found, Orders) and Ready() not in found.acts
    assert [(p.line, p.code) for p in found.problems] == [(2, "not-adjacent"), (3, "not-ready")]


def test_hold_fire_and_fire_do_not_go_together() -> None:
    found = read(FIRE, "SOUTH", "HOLD FIRE\nFIRE 2 G5-G6")
    assert [(p.line, p.code) for p in found.problems] == [(1, "held")]
    assert isinstance(found, Orders) and found.acts == (File(("FIRE 2 G5-G6",)),)


def test_fire_at_nobody_is_filed_with_a_note() -> None:
    found = read(FIRE, "SOUTH", "FIRE 1 G5-F5")
    assert isinstance(found, Orders)
    assert found.acts == (File(("FIRE 1 G5-F5",), ("no enemy chip stands on F5: fire at it kills nobody",)),)


def test_clear_acts_first_and_ready_last() -> None:
    found = read(MOVES, "SOUTH", "READY\nG5-G6\nCLEAR")
    assert isinstance(found, Orders) and found.acts == (Clear(), File(("G5-G6",)), Ready())


@pytest.mark.parametrize("text", ["REPORT 7", "report c7", "Report cycle 7.", "REPORT C7M"])
def test_a_report_may_be_asked_for_in_many_ways(text: str) -> None:
    found = read(MOVES, "SOUTH", text)
    assert isinstance(found, Orders) and found.acts == (AskReport(7),) == found.asks


@each_row("text", ["READY", "G5-G6", "CLEAR", "TRY\nG5-G6", "G5-G9"])
@each_row(("phase", "why"), [("C0B", "over"), ("C1F", "not-begun"), ("C2M", "not-begun")])
def test_orders_for_another_round_do_nothing(text: str, phase: str, why: str) -> None:
    found = read(MOVES, "SOUTH", text, phase)
    assert isinstance(found, Problems) and found.problems == ()
    assert found.reason == words(why, named=phase, due="now due", now="C1M")
    assert found.retry == tuple(text.split("\n"))


@each_row("phase", ["C1M", "c1m", "", "START", "END"])
def test_orders_for_the_round_now_due_are_taken(phase: str) -> None:
    assert isinstance(read(MOVES, "SOUTH", "G5-G6", phase), Orders)


def test_a_proposal_and_a_question_belong_to_no_round() -> None:
    found = read(MOVES, "SOUTH", "PROPOSE DRAW\nBOARD", "C0B")
    assert isinstance(found, Orders) and found.acts == (ProposeDraw(), AskBoard())


@each_row(
    ("state", "text", "code"),
    [
        (OPENED.state, "AIR C7-M14", "not-now"), (OPENED.state, "PLACE 3 A1", "not-now"),
        (OPENED.state, "CITIES C18 H21", "how-many"), (OPENED.state, "CITIES C18 H21 O7", "row"),
        (CHIPS, "FIRE 2 G5-G6", "not-now"), (CHIPS, "PLACE 4 A1", "placing"), (CHIPS, "PLACE 3 A12", "placing"),
        (CHIPS, "PLACE 3 A1", "how-many"), (CHIPS, "PLACE 3 A1 x3", "two-numbers"), (CHIPS, "PLACE 0 A1", "placing"),
        (FIRE, "G5-G6", "no-fire"), (FIRE, "FIRE 2 K20-K21", "contested"),
    ],
)  # fmt: skip
def test_what_belongs_to_no_such_round_or_breaks_its_rules_is_refused(state: object, text: str, code: str) -> None:
    assert [found for _, _, found in faults(state, text)] == [code]


def test_a_thousand_wrong_lines_are_read() -> None:
    found = read(FIRE, "SOUTH", "\n".join(["FIRE 2 G5-G6"] * 1000))
    assert isinstance(found, Orders) and len(found.problems) == 999


@each_row("state", [OPENED.state, CHIPS, MOVES, FIRE])
@each_row("side", ["SOUTH", "NORTH"])
def test_what_the_mails_show_as_an_example_is_valid(state: object, side: str) -> None:
    lines = RULES.view(state, side).example
    found = read(state, side, "\n".join(lines))  # type: ignore[arg-type]
    assert isinstance(found, Orders) and not found.problems and not found.unread
    assert any(isinstance(act, File) for act in found.acts)


def test_the_example_names_each_own_pile() -> None:
    example = " ".join(RULES.view(MOVES, "SOUTH").example)
    assert all(f"{field}-" in example for field in ("G5", "H6", "C7"))


def test_what_is_on_file_reads_as_it_is_written() -> None:
    for state, text in ((MOVES, "2 G5-G6, AIR C7-M14"), (FIRE, "FIRE 2 G5-G6"), (CHIPS, TEN), (FIRE, "HOLD FIRE")):
        lines = filed(state, text)
        assert filed(state, "\n".join(lines)) == lines


def test_try_files_nothing() -> None:
    step = file(MOVES, "SOUTH", "TRY\n2 G5-G6, AIR C7-M14")
    assert step.state == MOVES
    (trial,) = (n.body for n in step.notices)
    assert trial.lines == ("2 G5-G6", "AIR C7-M14")
    assert trial.chips == {"G5": 1, "H6": 2, "G6": 2, "C7": 1, "M14": 1}


def test_try_in_the_round_of_fire_shows_who_dies() -> None:
    (trial,) = (n.body for n in file(FIRE, "SOUTH", "TRY\nFIRE 3 G5-G6\nFIRE H6-G6").notices)
    assert trial.dead == {"G6": 2}  # five units on two chips


def test_try_alone_shows_what_is_on_file() -> None:
    (trial,) = (n.body for n in file(after(MOVES, South="G5-F5"), "SOUTH", "TRY").notices)
    assert trial.lines == ("G5-F5",)


WORDS = st.sampled_from(
    ["AIR", "FIRE", "HOLD", "2", "G5", "g6", "-", ">", ",", "x2", "men", "READY", "CLEAR", "TRY", "REPORT", "PLACE",
     "CITIES", "Z99", "G26", "A1", "%", "9" * 5000, "é", "\x00", "to", "and", "hello", ".", "\n"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=14), st.sampled_from([OPENED.state, CHIPS, MOVES, FIRE]))
def test_whatever_is_written_is_read(words: list[str], state: State) -> None:
    text = " ".join(words)
    found = read(state, "SOUTH", text)
    if isinstance(found, Orders):
        assert RULES.file(state, "SOUTH", found, NOON)
    lines = text.split("\n")
    for problem in found.problems:
        assert 1 <= problem.line <= len(lines) and 1 <= problem.column <= len(lines[problem.line - 1]) + 1
