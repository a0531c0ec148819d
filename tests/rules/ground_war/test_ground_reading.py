"""Order lines as people write them, and what is said about wrong ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from grounds import Ground, both, judge, letter, scenario
from helpers.faults import Faults
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.rules import Orders, Problem
from gm.rules.ground_war.acts import FileOrders
from gm.rules.ground_war.faults import words
from gm.rules.ground_war.letter import SHAPES
from gm.rules.ground_war.orders import write_filed
from gm.rules.war import faults as of_wars
from gm.rules.war.reading import SAID

SOME_ORDERS = ["2 MEN G5-G6", "TRUCK G5-G6-F7 WITH 1", "MAN H5-H6", "TRUCK H5-G6 WITH 1", "MAN C2-C3"]
FULL = scenario("men = { G5 = 3, H5 = 1, C2 = 2 }\ntrucks = { G5 = 1, H5 = 1 }\ncities = [\"C2\"]",
                "men = { C8 = 2 }\ncities = [\"C8\"]")  # fmt: skip


def filed(text: str, game: Ground | None = None, side: str = "SOUTH") -> list[str]:
    read = (game or Ground(FULL)).read(side, text)
    assert isinstance(read, Orders)
    assert read.problems == () and read.unread == ()
    return [line for act in read.acts if isinstance(act, FileOrders) for line in write_filed(act.filed)]


@each_row(
    ("text", "lines"),
    [
        ("G5-G6", ["MAN G5-G6"]),
        ("g5 g6", ["MAN G5-G6"]),
        ("G5 to G6", ["MAN G5-G6"]),
        ("G5 -> G6.", ["MAN G5-G6"]),
        ("man G5 \u2013 G6", ["MAN G5-G6"]),
        ("2 men g5-g6", ["2 MEN G5-G6"]),
        ("MEN 2 G5-G6", ["2 MEN G5-G6"]),
        ("2 G5-G6", ["2 MEN G5-G6"]),
        ("two men from g5 to g6", ["2 MEN G5-G6"]),
        ("g5-g6 x2", ["2 MEN G5-G6"]),
        ("g5-g6 x 2", ["2 MEN G5-G6"]),
        ("2x g5-g6", ["2 MEN G5-G6"]),
        ("all men g5-g6", ["3 MEN G5-G6"]),
        ("men h5-h6", ["MAN H5-H6"]),
        ("2 MEN G5-G6, G5-F6", ["2 MEN G5-G6", "MAN G5-F6"]),
        ("g5-g6, h5-h6; c2-c3", ["MAN G5-G6", "MAN H5-H6", "MAN C2-C3"]),
        ("MAN G5-G6 and H5-H6", ["MAN G5-G6", "MAN H5-H6"]),
        ("TRUCK G5-G6-G7-G8 WITH 2", ["TRUCK G5-G6-G7-G8 WITH 2"]),
        ("truck g5 g6 g7 with 2 men", ["TRUCK G5-G6-G7 WITH 2"]),
        ("move truck g5 to g6 with all", ["TRUCK G5-G6 WITH 3"]),
        ("truck h5-h6", ["TRUCK H5-H6 WITH 1"]),
        ("TRUCK H5-H6, G5-G6 with 1", ["TRUCK H5-H6 WITH 1", "TRUCK G5-G6 WITH 1"]),
        ("- MAN G5-G6   % my first", ["MAN G5-G6"]),
        ("MAN G5-G6\nMAN G5-G6", ["2 MEN G5-G6"]),
        ("1. MAN G5-G6\n2. MAN H5-H6\n3) C2-C3", ["MAN G5-G6", "MAN H5-H6", "MAN C2-C3"]),
        ("MAN G5-G6, READY", ["MAN G5-G6"]),
        ("MAN G5-G6\nMAN H5-G6\nMAN G5-G6", ["MAN G5-G6", "MAN H5-G6", "MAN G5-G6"]),
    ],
)
def test_moves_are_read_however_they_are_written(text: str, lines: list[str]) -> None:
    assert filed(text) == lines


@each_row(
    ("text", "lines"),
    [
        ("fire g5 > g6 x2", ["FIRE 2 G5-G6"]),
        ("FIRE 2 G5-G6", ["FIRE 2 G5-G6"]),
        ("fire 2 men g5 at g6", ["FIRE 2 G5-G6"]),
        ("2 fire g5-g6", ["FIRE 2 G5-G6"]),
        ("fire all g5-g6", ["FIRE 3 G5-G6"]),
        ("fire g5-g6, 1 g5-f6", ["FIRE 2 G5-G6", "FIRE 1 G5-F6"]),
        ("FIRE 1 G5-G6\nFIRE 1 G5-G6", ["FIRE 2 G5-G6"]),
        ("cease fire", ["HOLD FIRE"]),
        ("Hold fire!", ["HOLD FIRE"]),
    ],
)
def test_fire_is_read_however_it_is_written(text: str, lines: list[str]) -> None:
    game = Ground(scenario("men = { G5 = 3 }", "men = { G6 = 2 }"))
    game.judge()
    assert game.state.code == "C1F"
    assert filed(text, game) == lines


@pytest.mark.parametrize("text", ["x2", "v5 v6 x2"])
def test_a_field_of_column_x_is_no_number(text: str) -> None:
    men = both({"V5": 2, "X2": 1})
    found = judge("moves", "MAN X2-X3" if text == "x2" else text, men=men, columns=26)
    assert found["ended"]["SOUTH"] == (["X3"] if text == "x2" else ["V6", "V6"])


WHY = Faults(words, of_wars.words)


def wrong(column: int, name: str, hints: Sequence[str] = (), line: int = 1, **facts: object) -> Problem:
    """A fault of the Ground War, of either war game, or of any letter, by its name."""
    return WHY.problem((line, column), name, hints, **facts)


def not_next(column: int, target: str, source: str, hints: str, line: int = 1) -> Problem:
    """The fault of a step that is none."""
    return wrong(column, "not-adjacent", hints.split(), line, target=target, what="one step from", source=source)


EXTENT = WHY("extent", column="I", rows=9)
WRONG_LINES = [
    ("MAN G5-G7", not_next(8, "G7", "G5", "F6 G6")),
    ("MAN G5-G10", wrong(8, "no-field", field="G10", extent=EXTENT)),
    ("MAN G4-G5", wrong(5, "no-men", ["G5", "H5", "C2"], field="G4")),
    ("MAN C8-C7", wrong(5, "no-men", ["G5", "C2", "H5"], field="C8")),
    ("MEN G5-G6", wrong(1, "how-many", ["3 MEN G5-G6", "MAN G5-G6"])),
    ("4 MEN G5-G6", wrong(1, "number", least=1, most=3)),
    ("3 MEN C2-C3", wrong(1, "too-few", ["2"], men="2 men", field="C2")),
    ("MAN G5-G6-G7", wrong(11, "steps.man", field="G5", next="F4")),
    ("MAN G5", wrong(5, "steps.man", field="G5", next="F4")),
    ("MAN", wrong(4, "unfinished", whole="line", said=f"{SAID['FIELD']} or {SAID['NUMBER']}")),
    ("MAN G5-", wrong(8, "unfinished", whole="line", said=SAID["FIELD"])),
    ("MAN G5 ~ G6", wrong(8, "unknown-word", ["MAN G5 G6"], word="~", whole="an order")),
    ("TRUK G5-G6", wrong(1, "unknown-word", ["TRUCK G5-G6"], word="TRUK", whole="an order")),
    ("TRUCK C2-C3 WITH 1", wrong(7, "no-truck", ["G5", "H5"], field="C2")),
    ("TRUCK G5-G6", wrong(12, "load.how-many", [f"TRUCK G5-G6 WITH {n}" for n in (3, 2, 1)], men="3 men", field="G5")),
    ("TRUCK H5-H6-H7-H8-H9 WITH 1", wrong(19, "steps.truck", ["TRUCK H5-H6-H7-H8 WITH 1"], most=3)),
    ("TRUCK H5-H7", not_next(10, "H7", "H5", "G6 H6")),
    ("TRUCK H5", wrong(7, "steps.nowhere", field="H5", next="G4")),
    ("2 TRUCKS G5-G6 WITH 2", wrong(1, "load.before", ["TRUCK G5-G6 WITH 2"])),
    ("TRUCK G5-G6 WITH 4", wrong(18, "number", least=1, most=3)),
    ("MAN G5-G6 WITH 2", wrong(16, "load")),
    ("2 MEN G5-G6 x3", wrong(14, "two-numbers")),
    ("FIRE TRUCK G5-G6", wrong(6, "two-words", one="FIRE", other="TRUCK")),
    ("FIRE G5-G6", wrong(1, "no-fire")),
    ("HOLD FIRE", wrong(1, "no-fire.to-hold")),
    ("READY STEADY", wrong(1, "command", shape=SHAPES["READY"])),
    ("REPORT 9", wrong(1, "no-cycle", ["REPORT 0"], cycle=9)),
    ("PROPOSE PEACE", wrong(1, "command", shape=SHAPES["PROPOSE"])),
]


@each_row(("line", "problem"), WRONG_LINES)
def test_a_wrong_line_is_told_with_its_place_and_what_may_have_been_meant(line: str, problem: Problem) -> None:
    read = Ground(FULL).read("SOUTH", line)
    assert isinstance(read, Orders)
    assert read.problems == (problem,)
    assert not any(isinstance(act, FileOrders) for act in read.acts)


@each_row(
    "line",
    [
        "Dear GameMaster,",
        "Fire away, my friend, I am not afraid of you",
        "Ready or not, here I come",
        "Man, that was a good move of yours!",
        "Report to me what you think of it when you can",
        "I hold the line at G5, come what may",
        "2 of us will come on Sunday",
        "Board games are better than war",
    ],
)
def test_prose_is_left_unread(line: str) -> None:
    read = Ground(FULL).read("SOUTH", line)
    assert isinstance(read, Orders)
    assert read.acts == () and read.problems == () and [one.text for one in read.unread] == [line]


def test_right_lines_stand_beside_wrong_ones_and_men_are_used_up_in_order() -> None:
    read = Ground(FULL).read("SOUTH", "2 MEN G5-G6\nMAN A1-A2\n2 MEN G5-F6\nMAN G5-H6\nTRUCK G5-G6 WITH 1\nMAN G5-G6")
    assert isinstance(read, Orders)
    assert read.problems == (
        wrong(5, "no-men", ["C2", "G5", "H5"], 2, field="A1"),
        wrong(1, "too-few.ordered", ["1"], 3, men="3 men", field="G5", left=1),
        not_next(8, "H6", "G5", "H5 G6", 4),
        wrong(5, "too-few.ordered", (), 6, men="3 men", field="G5", left="none"),
    )
    orders = next(act for act in read.acts if isinstance(act, FileOrders))
    assert write_filed(orders.filed) == ("2 MEN G5-G6", "TRUCK G5-G6 WITH 1")


def test_a_line_with_one_wrong_order_does_nothing_at_all() -> None:
    read = Ground(FULL).read("SOUTH", "MAN G5-G6, G5-G9\n3 MEN G5-G6")
    assert isinstance(read, Orders)
    orders = next(act for act in read.acts if isinstance(act, FileOrders))
    assert write_filed(orders.filed) == ("3 MEN G5-G6",) and [p.line for p in read.problems] == [1]


def test_a_second_truck_needs_to_be_there() -> None:
    read = Ground(FULL).read("SOUTH", "TRUCK G5-G6 WITH 1\nTRUCK G5-F6 WITH 1")
    assert isinstance(read, Orders)
    assert read.problems == (wrong(7, "truck-used.one", (), 2, field="G5"),)


@settings(max_examples=150, deadline=None)
@given(st.text("GHgh567 -,xX>.%2nmeaitruckfwhd\u2013\xa0", max_size=40))
def test_whatever_is_written_is_an_order_a_fault_or_prose(text: str) -> None:
    game = Ground(FULL)
    read = game.read("SOUTH", text)
    assert isinstance(read, Orders) or read.problems[0].hints == ("TRY",)  # one slip from TRY stops the letter
    for problem in read.problems:
        assert problem.line >= 1 and problem.column >= 1 and problem.message
    assert read == game.read("SOUTH", text)
    assert letter(text).lines


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(SOME_ORDERS), max_size=6))
def test_what_is_on_file_reads_as_itself(lines: list[str]) -> None:
    game = Ground(FULL)
    game.send("SOUTH", "\n".join(lines))
    once = game.filed("SOUTH")
    game.send("SOUTH", "\n".join(once))
    assert game.filed("SOUTH") == once
