"""Sheets, retreats and builds as hurried people write them: what is read, and what is shown as it is written."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.faults import Faults
from helpers.rows import each_row
from helpers.rulesets import NOON, Rules, places
from msgspec.structs import replace

from gm.rules import Orders, Problems, as_seat
from gm.rules.payola.acts import FileSheet
from gm.rules.payola.faults import words
from gm.rules.provinces import faults as shared
from gm.rules.provinces.board import Unit
from gm.rules.provinces.campaign import own_lines_on_file
from gm.rules.provinces.movement import Dislodged

GAME = Rules("payola")
WHY = Faults(words, shared.words)
START: Any = GAME.rules.open(GAME.rules.card.options(), "seed", NOON).state
FRANCE = as_seat("FRANCE")
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


AFLOAT = [Unit(as_seat("ENGLAND"), *unit.split()) for unit in ("A LON", "F NTH", "F NWG")]
AT_SEA = replace(START, units={**START.units, **{unit.province: unit for unit in AFLOAT}})


def bids(text: str) -> list[tuple[int, str, str]]:
    """The offers of a sheet for moves: amount, unit and where it goes."""
    found = GAME.read(START, "FRANCE", text)
    assert isinstance(found, Orders) and not found.unread, found
    (act,) = found.acts
    assert isinstance(act, FileSheet)
    return [(one.amount, one.unit, getattr(one.orders[0], "to", "") if one.orders else "") for one in act.offers]


def filed(text: str, state: Any) -> tuple[str, ...]:
    return own_lines_on_file(GAME.file(state, "FRANCE", text).state, FRANCE)


def wrong(text: str, state: Any = START) -> Problems:
    found = GAME.read(state, "FRANCE", text)
    assert isinstance(found, Problems), found
    return found


@each_row("text", [
    "Spring 1901\n4 : A PAR - PIC", "S1901:\n4 : A PAR - PIC", "OFFERS Spring 1901\n4 : A PAR - PIC\nEND",
    "Spring 1901: 4 : A PAR - PIC", "4 : A PAR - PIC, please", "4 : Paris goes to Picardy",
    "OFFERS S01\n4 : A PAR - PIC",
])  # fmt: skip
def test_an_offer_is_read_with_a_heading_in_any_form_and_a_word_of_courtesy(text: str) -> None:
    assert bids(text) == [(4, "PAR", "PIC")]


def test_commas_part_the_offers_of_a_line() -> None:
    assert bids("4 : A PAR - PIC, 3 : F BRE - MAO; : A MAR - SPA") == [
        (4, "PAR", "PIC"), (3, "BRE", "MAO"), (0, "MAR", "SPA"),
    ]  # fmt: skip
    for text in ("4 : A PAR - PIC, A MAR - SPA", "4 : A PAR - PIC A MAR - SPA"):
        assert wrong(text).problems, f"{text}: the amount may be meant for both"
    found = GAME.read(START, "FRANCE", "4 : A PAR - PIC\n2 days, 3 people")
    assert isinstance(found, Orders) and [line.text for line in found.unread] == ["2 days, 3 people"]


NO_AMOUNT = [  # what is asked back, line by line, and with what each may be sent
    ("A PAR - BUR", ("0 : A PAR - BUR",)),
    (": A PAR - BUR\nA MAR H\nF BRE - MAO", ("0 : A PAR - BUR", "0 : A MAR H", "0 : F BRE - MAO")),
    ("OFFERS\nParis to Burgundy\nEND", ("0 : A PAR - BUR",)),
    ("TRY\nA PAR S A MAR - BUR", ("0 : A PAR S A MAR - BUR",)),
    ("A PAR - BUR\nACCEPT FAEGIRT", ("0 : A PAR - BUR",)),
]
AMOUNT = [  # one amount anywhere, or nothing but HOLD, is filed as it stands
    ("A PAR - BUR\n4 : A MAR H", 2), ("A PAR - BUR\n0 : A MAR H", 2), ("A PAR - BUR\n0 $", 2), ("A PAR H", 1),
    ("A PAR H\n: A MAR H\nF BRE stays", 3), ("2*3 : A PAR - BUR\nA MAR - GAS", 2), ("A PAR - BUR\nSAVE 5", 2),
]


@each_row(("text", "hints"), NO_AMOUNT)
def test_a_sheet_without_any_amount_is_asked_back_and_what_was_on_file_stays(
    text: str, hints: tuple[str, ...]
) -> None:
    found = wrong(text).problems
    assert {one.message for one in found} == {WHY("no-amount.sheet")}
    assert tuple(hint for one in found for hint in one.hints) == hints
    assert bids("\n".join(hints)), "with the amounts it is right"


@each_row(("text", "count"), AMOUNT)
def test_a_sheet_with_one_amount_or_nothing_but_holds_is_filed(text: str, count: int) -> None:
    assert len(bids(text)) == count


@each_row(("text", "line", "path"), [
    ("4 : A LON - NTH - NWY", "4 : A LON - NWY", True), ("4 : A LON - NWY VIA NTH", "4 : A LON - NWY", True),
    ("4 : A LON VIA NTH - NWY | H", "4 : A LON - NWY | H", True), ("4 : A LON - NWY", "", False),
    ("4 : A LON - NWY VIA", "", False),
])  # fmt: skip
def test_of_a_way_by_sea_the_answer_says_that_only_by_convoy_counts(text: str, line: str, path: bool) -> None:
    (told,) = [note.body for note in GAME.file(AT_SEA, "ENGLAND", text).notices if note.kind == "filed"]
    assert told.warnings == ((WHY("path", order=line),) if path else ())


def test_one_order_by_two_ways_is_told_to_be_the_same() -> None:
    found = GAME.read(AT_SEA, "ENGLAND", "4 : A LON - NTH - NWY | - NTH - NWG - NWY")
    assert isinstance(found, Problems) and [one.message for one in found.problems] == [WHY("same-order.path")]


@each_row("heading", [
    "F1902", "S02", "Spring '02", "Fall 01:", "Fall 1901", "Spring 1902 orders for France", "Builds",
])  # fmt: skip
def test_a_sheet_for_another_phase_does_nothing_whatever_its_heading_looks_like(heading: str) -> None:
    found = wrong(f"{heading}\n4 : A PAR - PIC")
    assert found.reason and found.retry == ("OFFERS S1901M", "4 : A PAR - PIC", "END")
    assert wrong(f"{heading.strip(':')}: 4 : A PAR - PIC").retry == found.retry


def test_a_heading_must_not_name_another_phase_than_offers_does() -> None:
    assert places(wrong("OFFERS S1901M\nFall 1901\n4 : A PAR - PIC\nEND").problems) == [(2, 1, "two-phases")]


@each_row(("text", "place", "hint"), [
    ("4 : AParis - Burgundy", (1, 5), "4 : A Paris - Burgundy"),
    ("5 to A PAR for BUR", (1, 3), "5 : A PAR - BUR"),
    ("4 : F PAR - BUR", (1, 7), "4 : A PAR - BUR"),
    ("4 : A PAR - BUR (support from MAR)", (1, 17), "4 : A PAR - BUR"),
    ("PAR>BUR", (1, 1), "PAR - BUR"),
    ("Paris: Burgundy", (1, 1), "Paris - Burgundy"),
    ("par bur", (1, 1), "par - bur"),
])  # fmt: skip
def test_what_is_nearly_an_offer_is_shown_as_it_is_written(text: str, place: tuple[int, int], hint: str) -> None:
    (found,) = wrong(text).problems
    assert ((found.line, found.column), found.hints) == (place, (hint,))


def test_all_units_are_not_ordered_in_one_line() -> None:
    (found,) = wrong("4 : A PAR - PIC\nThe rest hold").problems
    assert (found.line, found.message) == (2, WHY("outside.all"))


@each_row(("state", "text", "lines"), [
    (LOST, "A PAR - GAS, A MAR D", ("A MAR D", "A PAR - GAS")),
    (LOST, "Retreats: A PAR > GAS", ("A PAR - GAS",)), (LOST, "remove A PAR", ("A PAR D",)),
    (WINTER, "BUILD A PAR, BUILD F MAR", ("BUILD A PAR", "BUILD F MAR")),
    (WINTER, "Builds\nA Par\nF Mar", ("BUILD A PAR", "BUILD F MAR")),
    (WINTER, "build A Par, F Mar", ("BUILD A PAR", "BUILD F MAR")),
    (WINTER, "W1901\nBUILD A PAR", ("BUILD A PAR",)),
    (WINTER, "A PAR B\nA MAR build", ("BUILD A PAR", "BUILD A MAR")),
    (WINTER, "build army in Paris", ("BUILD A PAR",)),
    (LOST, "remove A PAR\nA MAR remove", ("A MAR D", "A PAR D")),
])  # fmt: skip
def test_retreats_and_builds_are_read_as_in_diplomacy(state: Any, text: str, lines: tuple[str, ...]) -> None:
    assert filed(text, state) == lines


@pytest.mark.parametrize(("state", "text", "hint"), [
    (WINTER, "no builds", "WAIVE"), (WINTER, "waive both", "WAIVE"),
])  # fmt: skip
def test_retreats_and_builds_are_shown_as_they_are_written_as_in_diplomacy(state: Any, text: str, hint: str) -> None:
    assert [one.hints for one in wrong(text, state).problems] == [(hint,)]


def test_builds_replace_those_on_file_and_what_is_left_is_told() -> None:
    first = GAME.file(WINTER, "FRANCE", "BUILD A PAR")
    step = GAME.file(first.state, "FRANCE", "BUILD F MAR")
    assert own_lines_on_file(step.state, FRANCE) == ("BUILD F MAR",)
    for one, again in ((first, False), (step, True)):
        (told,) = [note.body for note in one.notices if note.kind == "filed"]
        assert (told.again, told.warnings) == (again, (WHY("builds-left", most=2, number=1),))
    (told,) = [note.body for note in GAME.file(WINTER, "FRANCE", "BUILD A PAR\nWAIVE").notices if note.kind == "filed"]
    assert told.warnings == ()


def test_dislodged_units_without_a_retreat_are_told() -> None:
    for text, left in (("A PAR - GAS", (WHY("retreats-left", units="A MAR"),)), ("A PAR - GAS\nA MAR D", ())):
        (told,) = [note.body for note in GAME.file(LOST, "FRANCE", text).notices if note.kind == "filed"]
        assert told.warnings == left


@pytest.mark.parametrize("text", ["CLEAR\n4 : A PAR - PIC", "4 : A PAR - PIC\nCLEAR"])
def test_a_clear_beside_offers_does_not_say_that_nothing_is_on_file(text: str) -> None:
    (told,) = [note.body for note in GAME.file(START, "FRANCE", text).notices if note.kind == "cleared"]
    assert told.more
    (told,) = [note.body for note in GAME.file(START, "FRANCE", "CLEAR").notices if note.kind == "cleared"]
    assert not told.more


def test_an_offer_without_its_heading_is_sent_back_without_the_room_of_it() -> None:
    assert wrong("Fall 1901: A PAR - PIC").retry == ("OFFERS S1901M", "A PAR - PIC", "END")
