"""Letters to a game of Diplomacy: what is read as which order, what is refused and why, what counts."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.faults import Faults
from helpers.rows import each_row
from helpers.rulesets import NOON, Rules, numbered, places
from msgspec.structs import replace

from gm.rules import Letter, Orders, Problems, as_seat
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.state import lines_on_file
from gm.rules.provinces import faults as shared
from gm.rules.provinces.board import Unit
from gm.rules.provinces.movement import Dislodged

GAME = Rules("diplomacy")
WHY = Faults(words, shared.words)
START: Any = GAME.rules.open(GAME.rules.card.options(), "seed", NOON).state
FRANCE = as_seat("FRANCE")
SEA = replace(
    START,
    units={
        "PAR": Unit(FRANCE, "A", "PAR"), "LON": Unit(FRANCE, "A", "LON"), "ENG": Unit(FRANCE, "F", "ENG"),
        "BEL": Unit(FRANCE, "A", "BEL"), "NTH": Unit(as_seat("ENGLAND"), "F", "NTH"),
        "MAO": Unit(FRANCE, "F", "MAO"), "SWE": Unit(FRANCE, "F", "SWE"), "MUN": Unit(as_seat("GERMANY"), "A", "MUN"),
    },
)  # fmt: skip
LOST = replace(
    START,
    kind="R",
    dislodged={
        "PAR": Dislodged(START.units["PAR"], "BUR", ("GAS", "PIC")),
        "MAR": Dislodged(START.units["MAR"], "PIE", ("SPA",)),
    },
)
WINTER = replace(
    START, season="W", kind="A", centres={**START.centres, "FRANCE": ("BEL", "BRE", "MAR", "PAR", "SPA")},
    units={p: unit for p, unit in START.units.items() if p not in ("PAR", "MAR")},
)  # fmt: skip
FEWER = replace(START, season="W", kind="A", centres={**START.centres, "FRANCE": ("BRE",)})


def filed(text: str, state: Any = START, seat: str = "FRANCE") -> tuple[str, ...]:
    """The lines on file after a letter, in normal form."""
    after = GAME.file(state, seat, text).state
    return lines_on_file(GAME.rules.board(after), after, as_seat(seat))


def wrong(text: str, state: Any = START, phase: str = "") -> Problems:
    found = GAME.read(state, "FRANCE", text, phase)
    assert isinstance(found, Problems), found
    return found


# -- notation ----------------------------------------------------------------------------------------------------------

WRITTEN = [
    ("A PAR-BUR", "A PAR - BUR"),
    ("A Par - Bur", "A PAR - BUR"),
    ("a par-bur", "A PAR - BUR"),
    ("Army Paris -> Burgundy", "A PAR - BUR"),
    ("A PAR M BUR", "A PAR - BUR"),
    ("Paris to Burgundy", "A PAR - BUR"),
    ("A PAR moves to BUR.", "A PAR - BUR"),
    ("A PAR – BUR!", "A PAR - BUR"),
    ("French A PAR - BUR", "A PAR - BUR"),
    ("France: A PAR-BUR", "A PAR - BUR"),
    ("FRANCE: Par - Bur", "A PAR - BUR"),
    ("- A PAR-BUR", "A PAR - BUR"),
    ("1. A PAR-BUR", "A PAR - BUR"),
    ("A PAR-BUR   % a remark", "A PAR - BUR"),
    ("A PAR H", "A PAR H"),
    ("A PAR Hold", "A PAR H"),
    ("Army Paris HOLDS", "A PAR H"),
    ("A PAR S MAO - BRE", "A PAR S F MAO - BRE"),
    ("F MAO S F ENG", "F MAO S F ENG"),
    ("F MAO supports ENG H", "F MAO S F ENG"),
    ("A PAR SUPPORTS A MUN-BUR", "A PAR S A MUN - BUR"),
    ("A PAR S German A MUN - BUR", "A PAR S A MUN - BUR"),
    ("A PAR S MUN-BUR", "A PAR S A MUN - BUR"),
    ("F ENG C A LON-BRE", "F ENG C A LON - BRE"),
    ("Fleet English Channel convoys Army London to Brest", "F ENG C A LON - BRE"),
    ("A LON-BRE", "A LON - BRE"),
    ("A LON-BRE VIA", "A LON - BRE"),
    ("A LON - BRE VIA CONVOY", "A LON - BRE"),
    ("A LON-ENG-BRE", "A LON - BRE"),
    ("A BEL-HOL", "A BEL - HOL"),
    ("A BEL-HOL VIA", "A BEL - HOL VIA"),
    ("A BEL - NTH - HOL", "A BEL - HOL VIA"),
    ("A BEL-HOL via convoy", "A BEL - HOL VIA"),
    ("F MAO-SPA(SC)", "F MAO - SPA/SC"),
    ("F MAO - Spain (north coast)", "F MAO - SPA/NC"),
    ("F MAO - POR", "F MAO - POR"),
    ("F SWE-DEN", "F SWE - DEN"),
    ("F Sweden - Den", "F SWE - DEN"),
    ("PAR>BUR", "A PAR - BUR"),
    ("Paris > Burgundy", "A PAR - BUR"),
    ("A PAR => BUR", "A PAR - BUR"),
    ("Paris goes to Burgundy", "A PAR - BUR"),
    ("A PAR sup A MUN - BUR", "A PAR S A MUN - BUR"),
    ("A PAR supp MUN-BUR", "A PAR S A MUN - BUR"),
    ("F ENG conv A LON-BRE", "F ENG C A LON - BRE"),
    ("A PAR stands", "A PAR H"),
    ("Paris stays", "A PAR H"),
    ("Par: H", "A PAR H"),
    ("A PAR - BUR, please", "A PAR - BUR"),
    ("A PAR - BUR please!", "A PAR - BUR"),
    ("A PAR-BUR - thanks!", "A PAR - BUR"),
    ("Orders: A PAR - BUR", "A PAR - BUR"),
    ("Spring 1901: A PAR - BUR", "A PAR - BUR"),
    ("1. A PAR > BUR", "A PAR - BUR"),
    ("A PAR BUR", "A PAR - BUR"),
    ("A PAR = BUR", "A PAR - BUR"),
    ("A PAR S A MUN BUR", "A PAR S A MUN - BUR"),
    ("A PAR attacks Burgundy", "A PAR - BUR"),
    ("A PAR will move to Burgundy", "A PAR - BUR"),
    ("A PAR - the Burgundy", "A PAR - BUR"),
    ("A PAR is holding", "A PAR H"),
    ("A PAR supports Germany MUN - BUR", "A PAR S A MUN - BUR"),
    ("A PAR - BUR (bounce)", "A PAR - BUR"),
    ("A PAR - BUR *", "A PAR - BUR"),
    ("A LON - BRE by convoy", "A LON - BRE"),
    ("A LON - BRE VIA ENG", "A LON - BRE"),
    ("A LON VIA ENG - BRE", "A LON - BRE"),
    ("A LON through ENG to BRE", "A LON - BRE"),
    ("A BEL - HOL VIA NTH", "A BEL - HOL VIA"),
    ("F MAO - spa ncs", "F MAO - SPA/NC"),
    ("F MAO-SPA-SC", "F MAO - SPA/SC"),
]


@each_row(("text", "line"), WRITTEN)
def test_an_order_is_read_in_all_these_notations(text: str, line: str) -> None:
    assert filed(text, SEA) == (line,)


@each_row(("text", "order"), [
    ("A LON-ENG-BRE", "A LON - BRE"), ("A LON - BRE VIA ENG", "A LON - BRE"), ("A BEL-NTH-HOL", "A BEL - HOL VIA"),
    ("A LON - BRE", ""), ("A LON - BRE VIA", ""), ("A BEL - HOL", ""),
])  # fmt: skip
def test_a_way_by_sea_is_told_to_count_only_as_by_convoy(text: str, order: str) -> None:
    (told,) = [note.body for note in GAME.file(SEA, "FRANCE", text).notices if note.kind == "ordered"]
    assert told.warnings == ((WHY("path", order=order),) if order else ())


def test_commas_and_semicolons_part_the_orders_of_a_line() -> None:
    for text in (
        "A PAR-BUR, A MAR-SPA; F BRE-MAO", "A PAR - BUR A MAR - SPA F BRE - MAO",
        "Orders: A PAR-BUR, A MAR-SPA, F BRE-MAO",
        "Armies:\nPar - Bur\nMar - Spa\nFleets:\nBre - Mao", "Armies: Par - Bur, Mar - Spa\nFleets: Bre - Mao",
    ):  # fmt: skip
        assert filed(text) == ("F BRE - MAO", "A MAR - SPA", "A PAR - BUR"), text
    assert filed("A PAR-BUR  % then, perhaps, F BRE - MAO, A MAR - SPA") == ("A PAR - BUR",)
    assert filed("A PAR-BUR, A MAR-SPA  % or A MAR H, F BRE - MAO") == ("A MAR - SPA", "A PAR - BUR")
    assert filed("A PAR S A MAR - BUR A MAR - BUR") == ("A MAR - BUR", "A PAR S A MAR - BUR")


@pytest.mark.parametrize("text", [
    "Dear GM,\n\nhere are my orders:\n\nA PAR-BUR\n\nThank you very much\nAnne",
    "FRANCE:\nSpring 1901\nA PAR-BUR\nEND",
    "ORDERS S1901M\nA PAR-BUR",
    "My orders for S1901M:\nA PAR\n - BUR",
])  # fmt: skip
def test_what_stands_around_the_orders_of_a_letter_stops_nothing(text: str) -> None:
    assert filed(text) == ("A PAR - BUR",)


# -- what counts -------------------------------------------------------------------------------------------------------


def test_of_two_orders_for_a_unit_the_last_counts_within_a_letter_and_between_letters() -> None:
    assert filed("A PAR-BUR\nA PAR-GAS") == ("A PAR - GAS",)
    first = GAME.file(START, "FRANCE", "A PAR-BUR\nF BRE-MAO").state
    assert filed("A PAR-PIC", first) == ("F BRE - MAO", "A PAR - PIC")
    assert filed("CLEAR\nA MAR H", first) == filed("A MAR H\nCLEAR", first) == ("A MAR H",)
    assert filed("CLEAR", first) == ()


def test_ready_stands_for_units_without_an_order_until_other_orders_come() -> None:
    state = GAME.file(START, "FRANCE", "A PAR-BUR\nREADY").state
    duties = {duty.seat: duty for duty in GAME.rules.duties(state)}
    assert (duties["FRANCE"].filed, duties["FRANCE"].final) == (True, True)
    assert (duties["ITALY"].filed, duties["ITALY"].final) == (False, False)
    for text in ("A MAR H", "NOT READY", "CLEAR"):
        after = GAME.file(state, "FRANCE", text).state
        assert not {duty.seat: duty for duty in GAME.rules.duties(after)}["FRANCE"].filed, text
    all_ordered = GAME.file(START, "FRANCE", "A PAR-BUR\nA MAR H\nF BRE H").state
    assert {duty.seat: duty for duty in GAME.rules.duties(all_ordered)}["FRANCE"].filed


def test_the_duty_names_the_units_that_have_no_order_yet() -> None:
    state = GAME.file(START, "FRANCE", "A PAR-BUR").state
    duties = {duty.seat: duty.what for duty in GAME.rules.duties(state)}
    assert (duties["FRANCE"], duties["ITALY"]) == ("orders (F BRE, A MAR)", "orders")


def test_try_files_nothing_and_shows_what_would_become_of_ones_own_orders_alone() -> None:
    other = GAME.file(START, "GERMANY", "A MUN-BUR").state
    state = GAME.file(other, "FRANCE", "F BRE-MAO").state
    step = GAME.file(state, "FRANCE", "TRY\nA PAR-BUR\nREADY")
    (told,) = (notice.body for notice in step.notices)
    assert step.state == state
    assert told.outcomes == (("F BRE - MAO", "moved"), ("A MAR H", "held"), ("A PAR - BUR", "moved"))
    assert (told.lacking, told.final) == (("A MAR",), True)


NOBODY = replace(START, units={at: unit for at, unit in START.units.items() if unit.power != FRANCE})


@each_row(("state", "refused", "text", "problem"), [
    (START, False, "READY", "nothing-filed"), (START, False, "READY NOTHING", ""), (START, False, "A PAR H\nREADY", ""),
    (START, False, "A PAR H\nREADY NOTHING", "something-filed"), (START, False, "NOT READY", ""),
    (NOBODY, False, "READY", ""), (NOBODY, True, "READY", ""), (LOST, False, "READY", ""),
    (LOST, True, "READY", "nothing-filed"), (LOST, True, "READY NOTHING", ""), (LOST, True, "A PAR D\nREADY", ""),
    (replace(LOST, dislodged={}), True, "READY", ""), (WINTER, False, "READY", ""),
    (WINTER, True, "READY", "nothing-filed"), (WINTER, True, "WAIVE\nREADY", ""),
    (FEWER, True, "READY", "nothing-filed"),
    (replace(WINTER, centres=START.centres, units=START.units), True, "READY", ""),
])  # fmt: skip
def test_ready_with_nothing_on_file_is_asked_back_among_moves_and_after_a_refusal(
    state: Any, refused: bool, text: str, problem: str
) -> None:
    found = GAME.rules.read(state, "FRANCE", Letter(numbered(text), refused=refused))
    assert [one.code for one in getattr(found, "problems", ())] == ([problem] if problem else [])


def test_ready_and_try_may_stand_on_the_line_of_an_order() -> None:
    found = GAME.read(START, "FRANCE", "A PAR-BUR, F BRE-MAO, READY")
    assert isinstance(found, Orders) and [type(act).__name__ for act in found.acts] == ["FileMoves", "Ready"]
    tried = GAME.read(START, "FRANCE", "TRY A PAR-BUR")
    assert isinstance(tried, Orders) and tried.dry
    assert places(wrong("A PAR-BUR ready?").problems) == [(1, 11, "question")]


@each_row(("text", "warned"), [
    ("A PAR-GAS\nA MAR S A PAR-BUR", ["A MAR S A PAR - BUR", "A PAR - GAS"]),
    ("F BRE-MAO\nA PAR S F BRE", ["A PAR S F BRE", "F BRE - MAO"]),
    ("A PAR-BUR\nA MAR S A PAR-BUR", []),
    ("A MAR S A PAR-BUR", []),
    ("F BRE H\nA PAR S F BRE", []),
])  # fmt: skip
def test_orders_that_do_not_go_together_are_filed_with_a_warning(text: str, warned: list[str]) -> None:
    (told,) = [note.body for note in GAME.file(START, "FRANCE", text).notices if note.kind == "ordered"]
    expected = [WHY("unmatched", order=warned[0], other=warned[1])] if warned else []
    assert list(told.warnings) == expected


# -- faults ------------------------------------------------------------------------------------------------------------

WRONG = [
    ("A MUN-BUR", [(1, 3, "foreign-unit")], ()),
    ("Italy: A VEN H", [(1, 10, "foreign-unit")], ()),
    ("Germany: A PAR H", [(1, 12, "foreign-unit")], ()),
    ("A PAR-BUX", [(1, 7, "unknown-province")], ("A PAR-BUR",)),
    ("A PAR-Burgndy", [(1, 7, "unknown-province")], ("A PAR-BUR",)),
    ("A PIC-BUR", [(1, 3, "no-unit")], ("A PAR",)),
    ("F PAR-BUR", [(1, 3, "wrong-kind")], ("A PAR-BUR",)),
    ("A PAR-MUN", [(1, 7, "illegal")], ()),
    ("A PAR from BUR", [(1, 7, "misplaced")], ()),
    ("A PAR will not hold", [(1, 7, "misplaced")], ()),
    ("A PAR-BUR\nBUILD A PAR", [(2, 1, "builds-closed")], ()),
    ("please A PAR-BUR", [(1, 1, "outside")], ("A PAR-BUR",)),
    ("A PAR-BUR\nreday", [(2, 1, "slip")], ("READY",)),
    ("A PAR-BUR\nCLEAR all my orders", [(2, 1, "slip")], ("CLEAR",)),
    ("A PAR-BUR?", [(1, 10, "question")], ()),
    ("Paris: Burgundy", [(1, 1, "outside")], ("Paris - Burgundy",)),
    ("AParis-Burgundy", [(1, 1, "outside")], ("A Paris-Burgundy",)),
    ("par bur", [(1, 1, "outside")], ("par - bur",)),
    ("Fleet in Brest to the Channel", [(1, 1, "outside")], ("Fleet Brest to Channel",)),
    ('"A PAR - BUR"', [(1, 1, "outside")], ("A PAR - BUR",)),
    ("A PAR-BUR (support from MAR)", [(1, 11, "misplaced")], ("A PAR-BUR",)),
    ("A PAR-BUR\nall units hold", [(2, 1, "outside")], ()),
    ("A PAR-BUR\nThe rest hold.", [(2, 1, "outside")], ()),
    ("ORDERS S1901M\nA PAR-BUR\nORDERS F1901M\nA PAR-GAS", [(3, 1, "two-phases")], ()),
]


def test_a_coast_that_is_not_there_is_told_with_the_coasts_in_reach() -> None:
    (found,) = wrong("F MAO - SPA/EC", SEA).problems
    assert (found.code, found.hints) == ("illegal", ("F MAO - SPA/NC", "F MAO - SPA/SC"))


@each_row(("text", "found", "hints"), WRONG)
def test_one_wrong_line_stops_a_letter_and_is_told_with_what_was_probably_meant(
    text: str, found: list[tuple[int, int, str]], hints: tuple[str, ...]
) -> None:
    problems = wrong(text).problems
    assert places(problems) == found
    assert {*hints} <= {*problems[0].hints}


def test_a_fault_shows_the_words_of_the_letter_and_takes_no_english_word_for_a_province() -> None:
    (found,) = wrong("A PAR H Burgundy").problems
    assert found.message.startswith("'Burgundy' ")
    for text in ("A MAR supports the following:", "A MAR - about Spain"):
        (found,) = wrong(text).problems
        assert (found.code, [hint for hint in found.hints if " " not in hint]) == ("unknown-province", []), text


@each_row("text", [
    "Hello, I think my army in Paris should go to Burgundy.", "Let's talk about Burgundy.", "A few more days, please?",
    "I am not ready yet, it is a war of nerves", "Are you in Par?", "what if A Par-Bur?", "no orders", "no build",
    "Here are my orders for the spring.", "Paris in the spring", "Shall all units hold?", "I let all units hold then",
])  # fmt: skip
def test_a_letter_in_prose_orders_nothing_and_is_left_unread(text: str) -> None:
    found = GAME.read(START, "FRANCE", text)
    assert isinstance(found, Orders) and not found.acts
    assert [line.text for line in found.unread] == [text]


@each_row(("text", "phase"), [
    ("A PAR-BUR", "F1900M"), ("ORDERS F1900M\nA PAR-BUR", ""), ("Fall 1900\nA PAR-BUR", "S1901M"),
    ("ORDERS F1901M\nA PAR-BUR", ""), ("A PAR-BUR", "S1901R"),
])  # fmt: skip
def test_orders_for_another_phase_do_nothing_and_are_given_back_without_its_name(text: str, phase: str) -> None:
    found = wrong(text, phase=phase)
    assert found.problems == () and found.reason
    assert found.retry == ("A PAR-BUR",)


@each_row("heading", [
    "F1902", "F1902:", "S02", "Spring '02", "Fall 01", "F01:", "Fall 1901 orders", "Spring 1902 orders for France",
    "France, Fall 1901", "1902 Spring", "Fall moves", "Retreats", "Builds:", "W1901", "Orders for S1902M",
])  # fmt: skip
def test_a_heading_in_any_form_says_for_which_phase_orders_are(heading: str) -> None:
    assert wrong(f"{heading}\nA PAR-BUR").reason, heading
    assert wrong(f"{heading}\nA PAR-BUR").retry == ("A PAR-BUR",)
    assert wrong(f"{heading.strip(':')}: A PAR-BUR").retry == ("A PAR-BUR",)


@each_row("heading", [
    "S1901", "S1901:", "S01", "Spring '01", "Spring 1901 orders for France", "Orders", "My moves:", "Spring moves",
])  # fmt: skip
def test_a_heading_for_the_present_phase_in_any_form_is_no_talk(heading: str) -> None:
    found = GAME.read(START, "FRANCE", f"{heading}\nA PAR-BUR")
    assert isinstance(found, Orders) and found.acts and not found.unread


def test_a_question_is_no_heading_and_moves_may_be_any_orders() -> None:
    found = GAME.read(START, "FRANCE", "A PAR-BUR\nRetreats?")
    assert isinstance(found, Orders) and [line.text for line in found.unread] == ["Retreats?"]
    assert filed("My moves:\nBUILD A PAR", WINTER) == ("BUILD A PAR",)
    assert filed("Moves\nA PAR - GAS", LOST) == ("A PAR - GAS",)
    assert wrong("Fall 1901 moves\nA PAR - GAS", replace(LOST, season="F")).reason


def test_a_year_of_two_digits_is_the_nearest_one() -> None:
    late = replace(START, year=1999)
    assert isinstance(GAME.read(late, "FRANCE", "S99\nA PAR-BUR"), Orders)
    assert wrong("S00\nA PAR-BUR", late).reason == WHY("not-begun", named="S2000M", now="S1999M")


def test_a_phase_named_above_the_orders_counts_before_that_of_the_subject() -> None:
    assert isinstance(GAME.read(START, "FRANCE", "ORDERS S1901M\nA PAR-BUR", "F1900M"), Orders)


def test_a_letter_has_at_most_200_orders() -> None:
    assert isinstance(GAME.read(START, "FRANCE", "A PAR H\n" * 200), Orders)
    assert places(wrong("A PAR H\n" * 201).problems) == [(201, 1, "too-many")]


# -- retreats and builds -----------------------------------------------------------------------------------------------


@each_row("text", ["A PAR R GAS", "A PAR-GAS", "A PAR R - GAS", "Paris retreat Gascony", "par - gas"])
def test_a_retreat_is_read_in_all_these_notations(text: str) -> None:
    assert filed(text, LOST) == ("A PAR - GAS",)


@pytest.mark.parametrize("text", ["A PAR D", "A PAR DISBAND", "DISBAND A PAR", "Paris disbands"])
def test_a_dislodged_unit_is_disbanded_in_all_these_notations(text: str) -> None:
    assert filed(text, LOST) == ("A PAR D",)


def test_retreats_of_two_letters_are_put_together_and_only_to_open_places() -> None:
    first = GAME.file(LOST, "FRANCE", "A PAR - GAS").state
    assert filed("A MAR D", first) == ("A MAR D", "A PAR - GAS")
    assert places(wrong("A PAR - BUR", LOST).problems) == [(1, 9, "no-retreat")]
    assert filed("Retreats: A PAR > GAS, A MAR D", LOST) == filed("A PAR - GAS A MAR D", LOST)
    assert wrong("F BRE - MAO", LOST).problems[0].code == "not-dislodged"
    assert wrong("A PAR-GAS\nBUILD A PAR", LOST).problems[0].code == "builds-closed"


@each_row("text", ["remove A PAR", "A PAR REMOVE", "disband PAR", "Remove: A Par", "A PAR D"])
def test_the_removal_of_a_dislodged_unit_is_its_disbanding(text: str) -> None:
    assert filed(text, LOST) == ("A PAR D",)


@each_row(("text", "code"), [("remove F BRE", "not-dislodged"), ("build A PAR", "builds-closed")])
def test_only_a_dislodged_unit_is_removed_and_none_is_built_among_retreats(text: str, code: str) -> None:
    assert [one.code for one in wrong(text, LOST).problems] == [code]


def test_who_has_nothing_to_retreat_is_told_when_orders_open() -> None:
    found = GAME.read(LOST, "ITALY", "A VEN - TYR")
    assert isinstance(found, Problems)
    assert found.problems[0].message == WHY("orders-closed", phase="F1901M")


@each_row(("text", "lines"), [
    ("BUILD A PAR\nBUILD A MAR", ("BUILD A PAR", "BUILD A MAR")),
    ("BUILD A PAR\nWAIVE", ("BUILD A PAR", "WAIVE")),
    ("Build army Paris", ("BUILD A PAR",)),
    ("A PAR BUILD", ("BUILD A PAR",)),
    ("BUILD WAIVE", ("WAIVE",)),
    ("build A Par, build F Mar", ("BUILD A PAR", "BUILD F MAR")),
    ("build A Par, F Mar", ("BUILD A PAR", "BUILD F MAR")),
    ("build A Par F Mar", ("BUILD A PAR", "BUILD F MAR")),
    ("build A Par; waive", ("BUILD A PAR", "WAIVE")),
    ("Build: A Par", ("BUILD A PAR",)),
    ("Builds: A Par, F Mar", ("BUILD A PAR", "BUILD F MAR")),
    ("Builds\nA Par\nF Mar", ("BUILD A PAR", "BUILD F MAR")),
    ("A PAR B\nF Marseilles b", ("BUILD A PAR", "BUILD F MAR")),
    ("A PAR BUILD, F MAR B", ("BUILD A PAR", "BUILD F MAR")),
])  # fmt: skip
def test_builds_are_read_in_all_these_notations(text: str, lines: tuple[str, ...]) -> None:
    assert filed(text, WINTER) == lines


@each_row("text", [
    "REMOVE A PAR\nREMOVE F BRE", "DISBAND A PAR\nDISBAND F BRE", "A PAR REMOVE\nF BRE D", "Remove par\nRemove bre",
    "remove A Par, F Bre", "Remove: A Par; F Bre", "disband A Par F Bre",
])  # fmt: skip
def test_removals_are_read_in_all_these_notations(text: str) -> None:
    assert filed(text, FEWER) == ("REMOVE A PAR", "REMOVE F BRE")


@each_row(("text", "code"), [
    ("BUILD A BEL", "adjustment"), ("BUILD A BRE", "adjustment"), ("BUILD F PAR", "adjustment"),
    ("BUILD A PAR\nBUILD A PAR", "adjustment"), ("BUILD A PAR\nBUILD A MAR\nWAIVE", "too-many-builds"),
    ("A BRE - GAS", "orders-closed"), ("REMOVE F BRE", "removals"),
])  # fmt: skip
def test_builds_that_cannot_be_are_refused(text: str, code: str) -> None:
    assert code in [one.code for one in wrong(text, WINTER).problems]


@each_row(("text", "hint"), [
    ("no build", "WAIVE"), ("No builds!", "WAIVE"), ("build nothing", "WAIVE"), ("waive both", "WAIVE"),
    ("pass", "WAIVE"), ("+A Par", "A Par"),
])  # fmt: skip
def test_what_builds_nearly_say_is_shown_as_it_is_written(text: str, hint: str) -> None:
    assert [one.hints for one in wrong(text, WINTER).problems] == [(hint,)]
    assert isinstance(GAME.read(WINTER, "FRANCE", hint), Orders)


def test_a_unit_alone_says_nothing_where_units_are_removed() -> None:
    found = wrong("A PAR\nF BRE", FEWER).problems
    assert [(one.code, one.hints) for one in found] == [
        ("unit-alone", ("REMOVE A PAR",)), ("unit-alone", ("REMOVE F BRE",)),
    ]  # fmt: skip


@each_row(("texts", "lines"), [
    (["BUILD A PAR", "BUILD F MAR"], ("BUILD A PAR", "BUILD F MAR")),
    (["BUILD A PAR\nBUILD A MAR", "BUILD F MAR"], ("BUILD A PAR", "BUILD F MAR")),
    (["BUILD A PAR", "WAIVE"], ("BUILD A PAR", "WAIVE")),
    (["BUILD A PAR\nWAIVE", "BUILD F MAR"], ("BUILD A PAR", "BUILD F MAR")),
    (["BUILD A PAR", "WAIVE\nBUILD F MAR"], ("WAIVE", "BUILD F MAR")),
    (["BUILD A PAR", "CLEAR\nBUILD F MAR"], ("BUILD F MAR",)),
    (["WAIVE", "WAIVE"], ("WAIVE", "WAIVE")),
])  # fmt: skip
def test_builds_of_two_letters_are_put_together_like_orders(texts: list[str], lines: tuple[str, ...]) -> None:
    state = WINTER
    for text in texts:
        state = GAME.file(state, "FRANCE", text).state
    assert lines_on_file(GAME.rules.board(state), state, FRANCE) == lines


def test_a_build_beside_all_that_are_on_file_is_refused_since_any_of_them_may_go() -> None:
    state = replace(WINTER, units={p: unit for p, unit in START.units.items() if p in ("BRE",)} | {
        "GAS": Unit(FRANCE, "A", "GAS"), "BUR": Unit(FRANCE, "A", "BUR"), "PIC": Unit(FRANCE, "A", "PIC"),
    })  # fmt: skip
    state = GAME.file(state, "FRANCE", "BUILD A PAR").state
    assert filed("BUILD F MAR", state) == ("BUILD F MAR",), "a letter with all builds replaces all"
    first = GAME.file(WINTER, "FRANCE", "BUILD A PAR\nBUILD A MAR").state
    assert places(wrong("WAIVE", first).problems) == [(1, 1, "builds-together")]


def test_builds_that_are_left_are_told_and_waited_for_until_they_are_waived() -> None:
    step = GAME.file(WINTER, "FRANCE", "BUILD A PAR")
    (told,) = [note.body for note in step.notices if note.kind == "ordered"]
    assert told.warnings == (WHY("builds-left", most=2, number=1, are="is"),)

    def owed(state: Any) -> tuple[bool, str]:
        return next((duty.filed, duty.what) for duty in GAME.rules.duties(state) if duty.seat == "FRANCE")

    assert owed(WINTER) == (False, "builds (up to 2)")
    assert owed(step.state) == (False, "builds (1 of 2 left)")
    for text in ("WAIVE", "BUILD F MAR", "READY"):
        assert owed(GAME.file(step.state, "FRANCE", text).state)[0], text


@pytest.mark.parametrize("text", ["CLEAR\nA MAR H", "A MAR H\nCLEAR"])
def test_a_clear_beside_orders_does_not_say_that_nothing_is_on_file(text: str) -> None:
    first = GAME.file(START, "FRANCE", "A PAR-BUR").state
    for state in (START, first):
        (told,) = [note.body for note in GAME.file(state, "FRANCE", text).notices if note.kind == "cleared"]
        assert (told.had, told.more) == (state is first, True)
    (told,) = [note.body for note in GAME.file(first, "FRANCE", "CLEAR").notices if note.kind == "cleared"]
    assert (told.had, told.more) == (True, False)
