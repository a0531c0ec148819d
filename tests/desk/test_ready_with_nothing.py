"""READY that finds nothing on file: it is asked back where it may be a slip, and the question tells nothing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import SevenTable, shape
from helpers.told import kinds, notices
from helpers.wartable import NORTH, SOUTH, WARS, WarTable

ORDER = {"ground-war": "MAN E5-F5", "air-war": "E5-F5"}
FIRE = "FIRE 1 E5-D6"
ALL_READY = ["READY NOTHING", "ready nothing", "Ready nothing."]
NEARLY = ["READY with nothing", "REDAY NOTHING", "READY NOTHNG", "nothing ready", "ready, no orders"]


def ready(table: Any, seat: str) -> bool:
    return seat in table.game.state.ready


def asked(table: Any, seat: str) -> list[str]:
    """The lines proposed in the answer to a letter that was asked back, or refused."""
    told = notices(table, seat)
    problems = (told.get("refused") or told.get("wronglines") or {"problems": []})["problems"]
    return [hint for problem in problems for hint in problem["hints"]]


def war(ruleset: str, fire: bool) -> WarTable:
    """A war among moves, or, with North beside South, in fire."""
    table = WarTable(ruleset, options="")
    if fire:
        table.comes()
    return table


# -- where it is asked back ----------------------------------------------------------------------------------------

ROWS = [  # the letters of a side, whether the round is of fire, and whether the last READY counts
    (["READY"], False, False),
    (["READY NOTHING"], False, True),
    (["{order}", "READY"], False, True),
    (["{order}\nREADY"], False, True),
    (["{order}", "CLEAR\nREADY"], False, False),
    (["{order}", "CLEAR\nREADY NOTHING"], False, True),
    (["{order}", "READY NOTHING"], False, False),
    (["MAN E5-Z9", "READY"], False, False),
    (["BOARD\nREADY"], False, False),
    (["READY"], True, True),
    (["READY NOTHING"], True, True),
    (["HOLD FIRE\nREADY"], True, True),
    (["FIRE 9 E5-D6", "READY"], True, False),
    (["FIRE 9 E5-D6", "READY NOTHING"], True, True),
    (["FIRE 9 E5-D6", "HOLD FIRE", "READY"], True, True),
    (["FIRE 9 E5-D6", FIRE, "READY"], True, True),
    (["VTOE DRAW", "READY"], True, False),
    (["How are you?", "READY"], True, True),
]


@pytest.mark.parametrize("ruleset", WARS)
@each_row(("letters", "fire", "counts"), ROWS)
def test_in_a_war_ready_is_asked_back_where_it_may_be_a_slip(
    ruleset: str, letters: list[str], fire: bool, counts: bool
) -> None:
    table = war(ruleset, fire)
    for letter in letters:
        table.tell(SOUTH, *letter.format(order=ORDER[ruleset]).split("\n"))
    assert ready(table, SOUTH) == counts


@each_row(("letters", "counts"), [
    (["READY"], False), (["READY NOTHING"], True), (["A PAR - BUR", "READY"], True), (["A PAR - BUR\nREADY"], True),
    (["A PAR - BUR", "CLEAR\nREADY"], False), (["A PAR - XYZ", "READY"], False), (["TRY\nA PAR - BUR", "READY"], False),
    (["A PAR - BUR", "READY NOTHING"], False), (["SHOW", "READY"], False),
])  # fmt: skip
def test_in_diplomacy_ready_is_asked_back_among_the_moves(letters: list[str], counts: bool) -> None:
    table = SevenTable(ruleset="diplomacy")
    for letter in letters:
        table.tell("FRANCE", *letter.split("\n"))
    assert ready(table, "FRANCE") == counts


def test_a_phase_forgets_the_letters_of_the_one_before() -> None:
    table = war("ground-war", False)
    table.tell(SOUTH, "MAN E5-Z9")
    table.comes()
    table.tell(SOUTH, "READY")
    assert ready(table, SOUTH)


# -- what is said --------------------------------------------------------------------------------------------------


def test_the_question_shows_the_line_to_send() -> None:
    for table, seat in ((war("ground-war", False), SOUTH), (SevenTable(ruleset="diplomacy"), "FRANCE")):
        table.tell(seat, "READY")
        assert asked(table, seat) == ["READY NOTHING"] and "READY NOTHING" in text_of(table.of(seat))
        table.tell(seat, *asked(table, seat))
        assert ready(table, seat)


@each_row("line", ALL_READY)
def test_ready_nothing_may_be_written_so(line: str) -> None:
    table = SevenTable(ruleset="diplomacy")
    table.tell("FRANCE", line)
    assert ready(table, "FRANCE")


@each_row("line", NEARLY)
def test_what_is_nearly_ready_nothing_is_shown_as_it_is_written(line: str) -> None:
    table = SevenTable(ruleset="diplomacy")
    table.tell("FRANCE", line)
    assert asked(table, "FRANCE") == ["READY NOTHING"] and not ready(table, "FRANCE")


def test_beside_orders_ready_nothing_is_not_taken_for_ready() -> None:
    table = SevenTable(ruleset="diplomacy")
    table.tell("FRANCE", "A PAR - BUR", "READY NOTHING")
    assert asked(table, "FRANCE") == ["READY"] and table.filed() == ()


def test_a_lonely_ready_below_a_signature_is_still_shown() -> None:
    table = SevenTable(ruleset="diplomacy")
    table.tell("FRANCE", "SHOW", "-- ", "Anne", "READY")
    assert notices(table, "FRANCE")["overlooked"]["below"] == ["READY"]


# -- what it hangs on ----------------------------------------------------------------------------------------------

HIDDEN = {  # what North does and South does not know: with each pair of these South is answered alike
    "nothing": [], "ready": ["READY NOTHING"], "orders": ["2 MEN E7-E6"], "refused": ["MAN E7-Z9"],
    "both": ["2 MEN E7-E6\nREADY"], "withdrawn": ["2 MEN E7-E6", "CLEAR"],
}


@each_row("letters", [["READY"], ["MAN E5-Z9", "READY"], ["READY NOTHING"], ["MAN E5-F5", "CLEAR\nREADY"]])
def test_the_answer_hangs_on_nothing_that_the_other_side_does(letters: list[str]) -> None:
    answers = set()
    for hidden in HIDDEN.values():
        table = war("ground-war", False)
        for number in range(2):  # as many letters of North's in each, of which most do nothing
            table.tell(NORTH, *(hidden[number].split("\n") if number < len(hidden) else ["BOARD"]))
        for letter in letters:
            table.tell(SOUTH, *letter.split("\n"))
        answers.add((shape(table.of(SOUTH)), tuple(kinds(table, SOUTH)), ready(table, SOUTH)))
    assert len(answers) == 1


def test_the_answer_hangs_on_nothing_that_other_powers_do() -> None:
    answers = set()
    for hidden in ("A MUN - BUR", "READY NOTHING", "A MUN - XYZ", "CLEAR"):
        table = SevenTable(ruleset="diplomacy")
        table.tell("GERMANY", hidden)
        table.tell("FRANCE", "READY")
        answers.add(shape(table.of("FRANCE")))
    assert len(answers) == 1
