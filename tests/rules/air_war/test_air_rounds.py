"""An Air War from round to round: the start, READY and silence, who is told what, possession, production, the end."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from playing_air import CHOICES, CITIES, OPENED, RULES, after, bodies, cycle, due, file, read

from gm.registry import resource
from gm.rules import DISCLOSURE, OBSERVERS, Orders, Outcome, to
from gm.rules.air_war import notices
from gm.rules.air_war.cities import wrong_choice
from gm.rules.air_war.position import City, Position
from gm.rules.air_war.state import Cycle, Options, State
from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import Mark, Trip
from gm.rules.war.draws import draw

SOUTHERN = "PLACE 3 A1, 3 B1, 3 C1, 3 D1, 3 E1, 3 F1, 3 G1, 3 H1, 3 I1, 3 J1"
NORTHERN = SOUTHERN.replace("1,", "25,").replace("J1", "J25")
FIGHT = cycle("G5 3, H6 2", "G6 2, K20 1", kind="fire", history=(Cycle(),))


def owed(state: State) -> dict[str, tuple[str, bool]]:
    return {duty.seat: (duty.what, duty.filed) for duty in RULES.duties(state)}


# -- the start -------------------------------------------------------------------------------------------------


def test_each_side_names_the_cities_of_the_other() -> None:
    step = due(after(OPENED.state, South=CHOICES["SOUTH"], North=CHOICES["NORTH"]))
    assert [(c.field, c.owner, c.possessor) for c in step.state.cities] == [
        ("H5", "SOUTH", "SOUTH"), ("C8", "SOUTH", "SOUTH"), ("O9", "SOUTH", "SOUTH"),
        ("O17", "NORTH", "NORTH"), ("C18", "NORTH", "NORTH"), ("H21", "NORTH", "NORTH"),
    ]  # fmt: skip
    assert step.state.code == "C0B" and step.state.filed == {}
    assert [city.airport for city in bodies(step, "citieschosen")[0].cities] == ["H4", "C7", "O8", "O18", "C19", "H22"]


def test_a_choice_is_secret_until_both_are_in() -> None:
    step = file(OPENED.state, "SOUTH", CHOICES["SOUTH"])
    assert {n.audience for n in step.notices} == {to("SOUTH"), DISCLOSURE}
    assert RULES.view(step.state, "NORTH") == RULES.view(OPENED.state, "NORTH")
    assert RULES.view(step.state, None) == RULES.view(OPENED.state, None)
    assert owed(step.state) == {"SOUTH": ("three fields", True), "NORTH": ("three fields", False)}


def test_a_missed_choice_is_drawn_and_the_draw_is_told() -> None:
    step = due(after(OPENED.state, South=CHOICES["SOUTH"]))
    drawn = [city.field for city in step.state.cities if city.owner == "SOUTH"]
    assert not wrong_choice(Board(), "SOUTH", drawn)
    assert bodies(step, "citieschosen")[0].drawn == (("NORTH", "cities/NORTH", draw("seed", "cities/NORTH")),)
    again = due(after(OPENED.state, South="CITIES C18 I21 O17"))
    assert [c.field for c in again.state.cities if c.owner == "SOUTH"] == drawn  # nobody's choice changes it


def test_both_choices_and_all_chips_may_be_drawn() -> None:
    state = due(due(OPENED.state).state).state
    assert state.code == "C1M" and [sum(state.chips[side].values()) for side in ("SOUTH", "NORTH")] == [30, 30]
    assert all(int(field[1:]) <= 11 for field in state.chips["SOUTH"])
    assert all(int(field[1:]) >= 15 for field in state.chips["NORTH"])


def test_the_chips_are_told_to_both_when_both_are_placed() -> None:
    state = due(after(OPENED.state, South=CHOICES["SOUTH"], North=CHOICES["NORTH"])).state
    step = due(after(state, South=SOUTHERN, North=NORTHERN))
    assert step.state.code == "C1M" and step.state.first == step.state.chips
    for reader in ("SOUTH", "NORTH", None):
        (told,) = bodies(step, "chipsplaced", reader)
        assert told.chips["NORTH"]["J25"] == 3 and told.chips["SOUTH"]["A1"] == 3 and told.drawn == ()


@each_row(("options", "key"), [
    ({"rows": 24}, "rows"), ({"rows": 9}, "rows"), ({"rows": 101}, "rows"), ({"columns": 27}, "columns"),
    ({"rows": 11, "columns": 16}, "columns"), ({"rows": 23, "columns": 8}, "columns"), ({"chips": 0}, "chips"),
    ({"chips": 562}, "chips"),
])  # fmt: skip
def test_a_board_without_a_valid_choice_and_a_wrong_number_of_chips_are_refused(options: Any, key: str) -> None:
    assert RULES.check(Options(**options)).startswith(f"{key}: ")


@each_row(
    "options", [{}, {"rows": 11}, {"rows": 23, "columns": 9}, {"rows": 99, "columns": 26}, {"chips": 561}]
)
def test_other_boards_and_numbers_are_taken(options: Any) -> None:
    assert RULES.check(Options(**options)) == ""


# -- rounds ----------------------------------------------------------------------------------------------------


def test_a_later_letter_replaces_the_earlier_one_as_a_whole() -> None:
    state = after(cycle("G5 3", "K20 1"), South="2 G5-G6")
    assert after(state, South="G5-F5").filed == {"SOUTH": ("G5-F5",)}


@each_row("text", ["READY", "BOARD", "REPORT", "PROPOSE DRAW", "TRY\nG5-H5", "Good luck!"])
def test_a_letter_without_an_order_leaves_what_is_on_file(text: str) -> None:
    state = after(cycle("G5 3", "K20 1"), South="2 G5-G6")
    assert after(state, South=text).filed == state.filed


def test_wrong_lines_alone_leave_what_is_on_file() -> None:
    state = after(FIGHT, South="FIRE 2 G5-G6")
    found = read(state, "SOUTH", "FIRE 2 G5-G9")
    assert isinstance(found, Orders) and found.acts == () and len(found.problems) == 1


def test_a_round_ends_when_both_are_ready() -> None:
    state = after(cycle("G5 3", "K20 1"), South="2 G5-G6\nREADY")
    assert owed(state) == {"SOUTH": ("orders", True), "NORTH": ("orders", False)}
    assert owed(after(state, North="READY NOTHING")) == {"SOUTH": ("orders", True), "NORTH": ("orders", True)}


def test_orders_without_ready_leave_ready_owed() -> None:
    state = after(cycle("G5 3", "K20 1"), South="2 G5-G6")
    (duty,) = (duty for duty in RULES.duties(state) if duty.seat == "SOUTH")
    assert (duty.what, duty.filed, duty.default) == ("READY", False, "what we have from you counts")


def test_new_orders_take_ready_back() -> None:
    state = after(cycle("G5 3", "K20 1"), South="2 G5-G6\nREADY")
    step = file(state, "SOUTH", "G5-G6")
    assert step.state.ready == () and bodies(step, "airfiled", "SOUTH")[0].revoked
    assert file(state, "SOUTH", "CLEAR").state.ready == ()
    assert file(state, "SOUTH", "G5-G6\nREADY").state.ready == ("SOUTH",)


def test_clear_leaves_nothing_on_file() -> None:
    state = after(cycle("G5 3", "K20 1"), South="2 G5-G6", North="K20-K19")
    step = file(state, "SOUTH", "CLEAR")
    assert step.state.filed == {"NORTH": ("K20-K19",)}
    assert RULES.on_file(step.state, "SOUTH") == "(nothing)"


def test_who_is_silent_stays_and_aims_at_nothing() -> None:
    step = due(after(cycle("G5 3, H6 1", "G7 2"), South="2 G5-G6"))
    assert step.state.kind == "fire"
    assert step.state.chips == {"SOUTH": {"G5": 1, "G6": 2, "H6": 1}, "NORTH": {"G7": 2}}
    assert bodies(step, "airmoves")[0].moves == {"SOUTH": ("2 G5-G6",), "NORTH": ()}
    (fire,) = bodies(due(step.state), "airfire")
    assert fire.shots == {"SOUTH": {}, "NORTH": {}} and fire.dead == {"SOUTH": {}, "NORTH": {}}


def test_both_sides_move_at_once_and_nobody_blocks() -> None:
    state = due(after(cycle("G5 1", "G6 1"), South="G5-G6", North="G6-G5")).state
    assert state.chips["SOUTH"] == {"G6": 1} and "G5" in state.chips["NORTH"]


def test_without_a_chip_that_may_aim_everything_comes_in_one_step() -> None:
    step = due(after(cycle("G5 2", "G7 2"), South="2 G5-G6", North="2 G7-G6"))
    assert step.state.code == "C2M"
    (moves,), (fire,) = bodies(step, "airmoves"), bodies(step, "airfire")
    assert not moves.fire and not fire.held
    assert fire.shots == {"SOUTH": {"G6-G6": 2}, "NORTH": {"G6-G6": 2}}  # contested: without orders
    assert fire.dead == {"SOUTH": {"G6": 1}, "NORTH": {"G6": 1}}
    assert set(fire.made["SOUTH"]) == {"H5", "C8", "O9"}


def test_only_a_side_with_a_chip_that_may_aim_owes_fire() -> None:
    step = due(cycle("G5 1, G6 1", "G5 1"))  # North's only chip stands on a contested field
    assert step.state.code == "C1F" and owed(step.state) == {"SOUTH": ("orders", False)}


def test_moves_are_owed_by_both_sides_always() -> None:
    assert set(owed(cycle("", "K20 1"))) == {"SOUTH", "NORTH"}


def test_all_readers_are_told_the_same_each_in_his_words() -> None:
    step = due(after(cycle("G5 3", "G7 2"), South="2 G5-G6\nREADY"))
    told = {reader: bodies(step, "airmoves", reader)[0] for reader in ("SOUTH", "NORTH", None)}
    assert [told[reader].side for reader in ("SOUTH", "NORTH", None)] == ["SOUTH", "NORTH", ""]
    plain = [replace(body, side="", targets=(), board=(), picture=None) for body in told.values()]
    assert plain[0] == plain[1] == plain[2]
    assert told["SOUTH"].targets == (("G6", 2, ("G7",)),) and told[None].targets == ()
    assert {n.audience for n in step.notices} == {to("SOUTH"), to("NORTH"), OBSERVERS, DISCLOSURE}


def test_what_is_on_file_is_told_to_its_sender_alone() -> None:
    state = after(FIGHT, South="FIRE 2 G5-G6\nREADY")
    assert RULES.view(state, "NORTH") == RULES.view(FIGHT, "NORTH")
    assert RULES.view(state, None) == RULES.view(FIGHT, None)
    assert RULES.view(state, "SOUTH").filed == ("FIRE 2 G5-G6",)


def test_a_city_changes_hands_and_its_airport_with_it() -> None:
    state = due(after(cycle("C17 2, A1 1", "K20 1"), South="2 C17-C18")).state
    assert {c.field: c.possessor for c in state.cities}["C18"] == "SOUTH"
    state = due(after(state, South="C18-C19")).state
    assert after(state, South="AIR C19-M14").filed == {"SOUTH": ("AIR C19-M14",)}


def test_a_report_tells_a_cycle_again() -> None:
    state = cycle("G5 3, H6 2", "G7 3, K20 1")
    first = due(after(state, South="3 G5-G6", North="K20-K19"))
    second = due(after(first.state, South="FIRE 3 G6-G7", North="FIRE G7-G6"))
    third = due(after(second.state, South="H6-H7"))
    step = file(third.state, "NORTH", "REPORT 1")
    (report,) = bodies(step, "airreport", "NORTH")
    (moves,), (fire,) = bodies(first, "airmoves", "NORTH"), bodies(second, "airfire", "NORTH")
    assert report.moves == replace(moves, targets=(), picture=None)  # its boards are in text alone
    assert report.fire == replace(fire, picture=None)


def test_a_report_of_the_running_cycle_ends_with_the_moves() -> None:
    first = due(after(cycle("G5 3", "G7 3"), South="3 G5-G6"))
    state = after(first.state, South="FIRE 3 G6-G7")
    (report,) = bodies(file(state, "NORTH", "REPORT"), "airreport", "NORTH")
    assert report.fire is None and report.moves.moves["SOUTH"] == ("3 G5-G6",)


@pytest.mark.parametrize("number", [0, 5, 999999])
def test_there_is_no_report_of_a_cycle_to_come(number: int) -> None:
    (report,) = bodies(file(FIGHT, "SOUTH", f"REPORT {number}"), "airreport", "SOUTH")
    assert report.moves is None and report.asked == number


# -- the end ---------------------------------------------------------------------------------------------------


def test_a_side_without_chips_has_lost() -> None:
    state = cycle("G5 3, H6 3", "G6 1", kind="fire", history=FIGHT.history, cities=())
    assert RULES.outcome(due(after(state, South="FIRE G5-G6")).state) == Outcome(
        ("SOUTH",), "South has won: North has no chip left"
    )


def test_both_without_chips_is_a_draw() -> None:
    # Fire kills half its own number at most, so it never comes to this by fire alone; the rule stands all the same.
    state = replace(FIGHT, chips={"SOUTH": {}, "NORTH": {}}, cities=())
    assert RULES.outcome(due(state).state) == Outcome(("SOUTH", "NORTH"), "a draw: neither side has a chip left")


def test_a_side_whose_last_chip_died_but_whose_city_makes_one_plays_on() -> None:
    state = cycle("G5 3", "G6 1", kind="fire", history=FIGHT.history)
    after_fire = due(after(state, South="FIRE 3 G5-G6")).state
    assert RULES.outcome(after_fire) is None and after_fire.chips["NORTH"] == {"O17": 1, "C18": 1, "H21": 1}


def test_a_side_whose_cities_are_all_taken_gets_no_chip() -> None:
    lost = tuple(replace(city, possessor="SOUTH") for city in CITIES)
    state = cycle("G5 3", "G6 1", kind="fire", history=FIGHT.history, cities=lost)
    ended = due(after(state, South="FIRE 3 G5-G6")).state
    assert RULES.outcome(ended) == Outcome(("SOUTH",), "South has won: North has no chip left")
    assert RULES.phase(ended) is None and RULES.duties(ended) == ()


def test_who_resigns_has_lost() -> None:
    state = RULES.seat_left(FIGHT, "SOUTH").state
    assert RULES.outcome(state) == Outcome(("NORTH",), "North has won: South has resigned")


def test_a_proposal_is_told_to_the_other_side_and_two_are_a_draw() -> None:
    step = file(FIGHT, "SOUTH", "PROPOSE DRAW")
    assert [n.body.by for n in step.notices if n.audience == to("NORTH")] == ["SOUTH"]
    assert not bodies(step, "drawoffered")  # observers are not told
    assert RULES.outcome(step.state) is None
    agreed = file(step.state, "NORTH", "propose a draw").state
    assert RULES.outcome(agreed) == Outcome(("SOUTH", "NORTH"), "a draw is agreed between South and North")


def test_a_proposal_stands_until_the_end_of_the_cycle() -> None:
    state = after(cycle("G5 3", "G7 3"), South="3 G5-G6\nPROPOSE DRAW")
    state = due(state).state
    assert state.code == "C1F" and state.proposals == ("SOUTH",)
    state = due(state).state
    assert state.code == "C2M" and state.proposals == ()
    assert RULES.outcome(after(state, North="PROPOSE DRAW")) is None


def test_to_propose_twice_is_no_agreement() -> None:
    state = after(FIGHT, South="PROPOSE DRAW")
    step = file(state, "SOUTH", "PROPOSE DRAW")
    assert RULES.outcome(step.state) is None and {n.audience for n in step.notices} == {to("SOUTH")}


# -- the board, and whole games --------------------------------------------------------------------------------


def test_the_picture_is_the_board_with_the_last_fire() -> None:
    state = due(after(FIGHT, South="FIRE 3 G5-G6")).state
    picture = RULES.picture(state, "NORTH")  # type: ignore[attr-defined]
    assert (picture.rows, picture.columns, picture.side) == (25, 17, "NORTH")
    assert picture.marks["G6"] == Mark(men=1, in_sight=True, deaths={"NORTH": 1})
    assert picture.marks["C8"].city == "SOUTH" and picture.marks["C7"].airport == "SOUTH"
    assert [(s.side, s.source, s.target, s.men) for s in picture.shots] == [("SOUTH", "G5", "G6", 3)]
    assert len(picture.marks) == 25 * 17 and all(mark.in_sight for mark in picture.marks.values())


def test_a_picture_shows_the_moves_that_its_notice_tells() -> None:
    step = due(after(cycle("G5 3, C7 2", "G7 2"), South="2 G5-G6, AIR 2 C7-O8", North="G7-F8"))
    trips = (Trip("SOUTH", ("G5", "G6"), "G6", 2), Trip("SOUTH", ("C7", "O8"), "O8", 2, "air"),
             Trip("NORTH", ("G7", "F8"), "F8", 1))  # fmt: skip
    for reader in ("SOUTH", "NORTH", None):
        (told,) = bodies(step, "airmoves", reader)
        assert told.fire and told.picture.trips == trips
    (fire,) = bodies(due(after(step.state, South="FIRE G6-G7")), "airfire")
    assert fire.picture.trips == () and fire.picture.shots


def test_where_no_fire_follows_the_moves_are_on_the_picture_that_is_sent_with_them() -> None:
    step = due(after(cycle("G5 2", "G7 2"), South="2 G5-F5", North="G7-G7"))
    (moves,), (fire,) = bodies(step, "airmoves"), bodies(step, "airfire")
    assert moves.picture is None and not fire.held
    assert fire.picture.trips == (Trip("SOUTH", ("G5", "F5"), "F5", 2),)


def test_the_text_board_fits_a_mail() -> None:
    for columns in (17, 26):
        state = replace(FIGHT, options=Options(columns=columns))
        assert max(map(len, RULES.view(state, "SOUTH").position.board)) <= 72


def mirrored(piles_of: dict[str, int]) -> dict[str, int]:
    return {f"{field[0]}{26 - int(field[1:])}": number for field, number in piles_of.items()}


@st.composite
def starts(draw: st.DrawFn) -> State:
    """A position that is its own mirror image."""
    fields = [f"{letter}{row}" for letter in "FGH" for row in range(9, 13)] + ["C7", "C8", "H4", "H5"]
    south = draw(st.dictionaries(st.sampled_from(fields), st.integers(1, 3), min_size=2, max_size=8))
    chips = {"SOUTH": south, "NORTH": mirrored(south)}
    cities = (City("C8", "SOUTH", "SOUTH"), City("C18", "NORTH", "NORTH"))
    return cycle("", "", chips=chips, first=chips, cities=cities)


def mirror_text(text: str) -> str:
    return re.sub(r"([A-Q])(\d+)", lambda found: f"{found[1]}{26 - int(found[2])}", text)


@settings(max_examples=40, deadline=None)
@given(starts(), st.data())
def test_a_whole_game_keeps_its_rules_and_its_symmetry(state: State, data: st.DataObject) -> None:
    for _ in range(6):
        if state.how:
            break
        count = {side: sum(state.chips[side].values()) for side in state.chips}
        text = "\n".join(data.draw(st.sampled_from([(), *_orders(state)])))
        state = after(state, South=text, North=mirror_text(text)) if text else state
        step = due(state)
        for side in state.chips:
            dead = sum(sum(b.dead[side].values()) for b in bodies(step, "airfire"))
            made = sum(len(b.made[side]) for b in bodies(step, "airfire"))
            assert sum(step.state.chips[side].values()) == count[side] - dead + made
        state = step.state
        assert mirrored(state.chips["SOUTH"]) == state.chips["NORTH"]
        assert all(1 <= number <= 3 for own in state.chips.values() for number in own.values())
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def _orders(state: State) -> list[tuple[str, ...]]:
    """Sets that South may order: the example, and single steps of every chip."""
    example = tuple(line for line in RULES.view(state, "SOUTH").example if line != "READY")
    position: Position = state.position
    if state.kind == "fire":
        return [example] if example else []
    steps = [(f"{field}-{end}",) for field in position.chips["SOUTH"] for end in position.board.near(field)]
    right = [one for one in steps if isinstance(read(state, "SOUTH", one[0]), Orders)]
    return [example, *right] if example else right


def test_the_same_letters_make_the_same_bytes() -> None:
    def play() -> bytes:
        step = due(after(cycle("G5 3", "G7 2"), South="2 G5-G6", North="G7-G6"))
        return msgspec.json.encode((step.state, step.notices))

    assert play() == play()


def test_every_notice_that_a_reader_is_told_has_its_words() -> None:
    told = {
        name.lower()
        for name, found in vars(notices).items()
        if isinstance(found, type) and issubclass(found, msgspec.Struct) and found.__module__ == notices.__name__
    }
    words = {path.name.removesuffix(".txt.j2") for path in (resource("templates") / "air-war").iterdir()}
    assert told - words == {"aircity", "actrecord"}  # a part of others, and what stands in the report alone
