"""Rules 2 to 8: chips and the first move, who is next, captures and kills, prisoners at any time."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest
from helpers.rows import each_row
from sucker import NOON, RULES, after, chips_of, done_by_gm, due, happened, owes, refusal, sent, table

from gm.rules.so_long_sucker import faults
from gm.rules.so_long_sucker.state import COLOURS, Options

ONE_EACH = "rr bb gg yy"


def given(state: Any) -> tuple[str, str]:
    """Who has the move, and who gave it to him."""
    return state.mover, state.giver


# -- 2, 3 --------------------------------------------------------------------------------------------------------------


@each_row(
    ("players", "chips", "each"), [(3, None, 7), (4, None, 7), (5, None, 6), (6, None, 5), (4, 10, 10), (6, 1, 1)]
)
def test_2_each_begins_with_so_many_chips_of_his_own_colour(players: int, chips: int | None, each: int) -> None:
    state = RULES.open(Options(players=players, chips=chips), "seed", NOON).state
    assert state.hands == {seat: {seat: each} for seat in COLOURS[:players]}
    assert state.piles == () and state.dead == {}


@each_row(
    ("options", "said"),
    [({"players": 2}, "players: "), ({"players": 7}, "players: "), ({"chips": 0}, "chips: "),
     ({"chips": 21}, "chips: "), ({}, ""), ({"players": 3, "chips": 20}, "")],
)  # fmt: skip
def test_2_options_that_make_no_game_are_told(options: dict[str, int], said: str) -> None:
    found = RULES.check(Options(**options))  # type: ignore[arg-type]
    assert found.startswith(said) and bool(found) == bool(said)


@each_row("seed", ["a", "b", "c", "d", "e", "f", "g", "h"])
def test_3_the_draw_says_who_moves_first_as_help_seals_has_it(seed: str) -> None:
    digits = hmac.new(seed.encode(), b"first", hashlib.sha256).hexdigest()
    step = RULES.open(Options(), seed, NOON)
    assert step.state.line == (("RED", "BLUE", "GREEN", "YELLOW")[int(digits, 16) % 4],)
    assert step.notices[0].body.draw == ("first", digits)


def test_3_every_seat_may_be_drawn() -> None:
    assert {RULES.open(Options(), str(n), NOON).state.mover for n in range(60)} == {"RED", "BLUE", "GREEN", "YELLOW"}


# -- 4 -----------------------------------------------------------------------------------------------------------------


def test_4_a_chip_goes_on_a_new_pile_or_on_top_of_another_and_numbers_stay() -> None:
    state = after(table("rrg bb gg yy", "b - y", "yr"), "RED: PLAY green NEXT blue")
    assert state.piles == (("BLUE",), None, ("YELLOW",), ("GREEN",))
    state = after(state, "BLUE: PLAY blue ON 3 NEXT red")
    assert state.piles == (("BLUE",), None, ("YELLOW", "BLUE"), ("GREEN",))
    assert state.hands["BLUE"] == {"BLUE": 1}


# -- 5 -----------------------------------------------------------------------------------------------------------------


@each_row(
    ("pile", "play", "to"),
    [
        ("r", "PLAY red NEXT yellow", "YELLOW"),
        ("y", "PLAY red ON 1 NEXT green", "GREEN"),
        ("y", "PLAY blue ON 1 NEXT red", "RED"),  # themselves: their colour is not in it
        ("y", "PLAY blue ON 1 NEXT me", "RED"),
        ("by", "PLAY red ON 1", "GREEN"),  # only one is missing
        ("by", "PLAY red ON 1 NEXT green", "GREEN"),
        ("gy", "PLAY blue ON 1", "RED"),  # only their own colour is missing
        ("byg", "PLAY red ON 1", "BLUE"),  # all are in it: blue is furthest down
        ("rby", "PLAY green ON 1", "RED"),  # worked case 2
        ("gbryb", "PLAY red ON 1", "GREEN"),  # green's one chip lies at the bottom
        ("gbrgy", "PLAY red ON 1", "BLUE"),  # the most recent chip of each counts, not the first
    ],
)  # fmt: skip
def test_5_the_move_goes_to_who_is_named_or_must_have_it(pile: str, play: str, to: str) -> None:
    state = after(table("rrbg bb gg yy", pile, "gr"), f"RED: {play}")
    assert given(state) == (to, "RED") and owes(state)[0][:2] == (to, "play")


@pytest.mark.parametrize(
    ("pile", "out", "play", "to"),
    [
        ("y", "g", "PLAY red ON 1", "BLUE"),  # green is defeated: blue alone is missing
        ("by", "g", "PLAY red ON 1", "BLUE"),  # all survivors are in it
        ("gby", "g", "PLAY red ON 1", "BLUE"),  # green's chip lies lower, and is ignored
    ],
)
def test_10_defeated_colours_are_ignored_for_the_order_of_play(pile: str, out: str, play: str, to: str) -> None:
    assert given(after(table("rrb bb . yy", pile, "gr", out), f"RED: {play}")) == (to, "RED")


def test_5_worked_case_with_two_chips_of_one_colour() -> None:
    """Pile red, blue, red, green, and YELLOW plays yellow: red's topmost lies above blue."""
    state = after(table(ONE_EACH, "rbrg", "gy"), "YELLOW: PLAY yellow ON 1")
    assert given(state) == ("BLUE", "YELLOW")


def test_5_a_chip_without_a_name_lies_and_the_name_is_owed() -> None:
    state = after(table(ONE_EACH, "b", "gr"), "RED: PLAY red ON 1")
    assert state.piles == (("BLUE", "RED"),)
    assert owes(state) == [("RED", "next", ("GREEN", "YELLOW"))]
    state = after(state, "RED: NEXT yellow")
    assert given(state) == ("YELLOW", "RED")


@each_row(
    ("play", "column", "name", "hints", "facts"),
    [
        ("PLAY red ON 1 NEXT blue", 20, "not-next", "green, yellow",
         {"colour": "blue", "where": "the pile", "to": "BLUE"}),
        ("PLAY red ON 1 NEXT red", 20, "not-next", "green, yellow",
         {"colour": "red", "where": "the pile", "to": "RED"}),
        ("PLAY red NEXT red", 15, "not-next", "blue, green, yellow",
         {"colour": "red", "where": "the new pile", "to": "RED"}),
        ("PLAY blue ON 1 NEXT green", 21, "next-of-capture", "", {"to": "BLUE"}),
        ("PLAY red ON 2 NEXT blue", 20, "next-is-given", "", {"to": "GREEN"}),
        ("PLAY red ON 3 NEXT green", 20, "next-is-given", "", {"to": "BLUE"}),
        ("PLAY violet", 6, "unknown-colour", "RED, BLUE, GREEN, YELLOW", {"colour": "VIOLET"}),
        ("PLAY green", 6, "no-such-chip", "red, blue", {"colour": "green"}),
        ("PLAY red ON 4", 13, "no-pile.gone", "ON 1, ON 2, ON 3, PLAY red (a new pile)", {"pile": 4}),
        ("PLAY red ON 9", 13, "no-pile", "ON 1, ON 2, ON 3, PLAY red (a new pile)", {"pile": 9}),
        ("PLAY red ON 0", 13, "no-pile.nought", "", {}),
        ("PLAY 2 red", 6, "one-chip", "", {}),
        ("NEXT blue", 1, "not-now.play", "", {}),
        ("KILL blue", 1, "no-capture", "DISCARD 1 blue", {}),
    ],
)  # fmt: skip
def test_5_a_play_that_may_not_be_does_nothing_at_all(
    play: str, column: int, name: str, hints: str, facts: dict[str, object]
) -> None:
    state = table("rrb bb gg yy", "b gby byg -", "gr")
    near = hints.split(", ") if hints else ()
    assert refusal(state, "RED", play) == faults.words.problem((1, column), name, near, **facts)


def test_5_whoever_has_not_the_move_may_not_play() -> None:
    found = refusal(table(ONE_EACH, "b", "gr"), "BLUE", "PLAY blue")
    assert found == faults.words.problem((1, 1), "not-your-turn", seat="RED", title="RED to play")


# -- 6, 7 --------------------------------------------------------------------------------------------------------------


def test_6_worked_case_whoever_plays_the_second_green_green_captures() -> None:
    """Pile blue, green. RED plays green on it; GREEN kills blue, takes two greens, and has the move."""
    state = table("rrg bb gg yy", "bg", "yr")
    step = sent(state, "RED", "PLAY green ON 1")
    assert owes(step.state) == [("GREEN", "kill", ("BLUE", "GREEN"))]
    assert happened(step) == ["play", "capture"]
    state = after(step.state, "GREEN: KILL blue")
    assert state.hands["GREEN"] == {"GREEN": 4} and state.dead == {"BLUE": 1} and state.piles == (None,)
    assert given(state) == ("GREEN", "RED")


def test_6_the_captor_may_kill_a_chip_of_his_own_and_takes_prisoners() -> None:
    state = after(table("rr bb gg yy", "byg", "yg"), "GREEN: PLAY green ON 1", "GREEN: KILL green")
    assert state.hands["GREEN"] == {"BLUE": 1, "GREEN": 2, "YELLOW": 1} and state.dead == {"GREEN": 1}


def test_6_a_kill_without_a_choice_is_made_by_the_gamemaster() -> None:
    step = sent(table("rr bb gg yy", "g", "yg"), "GREEN", "PLAY green ON 1")
    assert happened(step) == ["play", "capture", "kill"]
    assert step.state.hands["GREEN"] == {"GREEN": 2} and step.state.dead == {"GREEN": 1}
    assert owes(step.state) == [("GREEN", "play", ("GREEN",))]


def test_6_chips_of_one_colour_apart_from_each_other_capture_nothing() -> None:
    state = after(table(ONE_EACH, "gb", "yg"), "GREEN: PLAY green ON 1 NEXT red")
    assert state.piles == (("GREEN", "BLUE", "GREEN"),) and state.mover == "RED"


@pytest.mark.parametrize(
    ("who", "text", "code"),
    [("RED", "KILL blue", "no-capture"), ("GREEN", "KILL red", "not-in-pile"), ("GREEN", "PLAY green", "not-now"),
     ("RED", "PLAY red", "not-your-turn")],
)  # fmt: skip
def test_6_only_the_captor_kills_and_only_what_is_there(who: str, text: str, code: str) -> None:
    state = after(table("rrg bb gg yy", "bg", "yr"), "RED: PLAY green ON 1")
    assert refusal(state, who, text).code == code


# -- 8 -----------------------------------------------------------------------------------------------------------------


def test_8_prisoners_are_killed_and_given_at_any_time_whoever_has_the_move() -> None:
    state = table("rrbb bb ggyb yy", "b", "gr")
    state = after(state, "GREEN: DISCARD 1 yellow", "GREEN: TRANSFER 1 blue TO yellow", "RED: TRANSFER 2 blue TO blue")
    assert state.hands == {
        "RED": {"RED": 2},
        "BLUE": {"BLUE": 4},
        "GREEN": {"GREEN": 2},
        "YELLOW": {"BLUE": 1, "YELLOW": 2},
    }
    assert state.dead == {"YELLOW": 1} and owes(state)[0][:2] == ("RED", "play")
    assert state.code == table("rrbb bb ggyb yy", "b", "gr").code  # nothing new is owed


def test_8_it_may_be_done_while_a_name_or_a_kill_is_owed() -> None:
    state = after(table("rrgb bb ggr yy", "bg", "yr"), "RED: PLAY red", "GREEN: DISCARD 1 red", "RED: NEXT blue")
    assert state.mover == "BLUE" and state.dead == {"RED": 1}
    state = after(table("rrgb bb ggr yy", "bg", "yr"), "RED: PLAY green ON 1", "RED: TRANSFER 1 blue TO green")
    assert owes(state) == [("GREEN", "kill", ("BLUE", "GREEN"))]


def test_8_what_came_as_a_gift_is_nobodys_prisoner_if_it_is_of_his_own_colour() -> None:
    state = after(table("rrb bb gg yy", "b", "gr"), "RED: TRANSFER 1 blue TO blue")
    assert refusal(state, "BLUE", "TRANSFER 1 blue TO red").code == "own-colour"
    assert refusal(state, "BLUE", "DISCARD 1 blue").code == "own-colour"


@each_row(
    ("text", "code", "column"),
    [
        ("DISCARD 1 red", "own-colour", 11), ("TRANSFER red TO blue", "own-colour", 10),
        ("DISCARD 2 blue", "no-such-chip", 9), ("TRANSFER 1 green TO blue", "no-such-chip", 12),
        ("TRANSFER 0 blue TO green", "no-chips", 10), ("TRANSFER 1 blue TO red", "to-yourself", 20),
        ("TRANSFER 1 blue TO me", "to-yourself", 20), ("TRANSFER 1 blue TO yellow", "to-defeated", 20),
        ("RESCUE 1 blue", "no-distress", 1), ("REFUSE", "no-distress", 1),
    ],
)  # fmt: skip
def test_8_what_may_not_change_hands(text: str, code: str, column: int) -> None:
    found = refusal(table("rrb bb gg .", "b", "gr", "y"), "RED", text)
    assert (found.code, found.column) == (code, column)


def test_8_several_lots_on_a_line_stand_or_fall_together() -> None:
    state = table("rrbgg bb g yy", "b", "gr")
    done = after(state, "RED: TRANSFER 2 green, 1 blue TO yellow")
    assert done.hands["YELLOW"] == {"BLUE": 1, "GREEN": 2, "YELLOW": 2}
    assert refusal(state, "RED", "DISCARD 1 green, 2 blue").code == "no-such-chip"


def test_8_a_colour_of_a_defeated_player_is_a_prisoner_like_any_other() -> None:
    state = after(table("rry bb gg .", "b", "gr", "y"), "RED: TRANSFER 1 yellow TO green", "GREEN: DISCARD 1 yellow")
    assert state.dead == {"YELLOW": 1}


# -- who stays away ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "line", "played", "to"),
    [
        ("rr bb gg yy", "gr", "RED", "BLUE"),  # their own colour
        ("yg bb gg yy", "gr", "GREEN", "BLUE"),  # else the first in seating order after them
        ("rr yr gg yy", "gb", "YELLOW", "GREEN"),  # after BLUE come GREEN, YELLOW, RED
        ("bb bb gg yy", "gr", "BLUE", "GREEN"),  # BLUE is in the new pile, so GREEN is the first who may be named
    ],
)
def test_the_gamemaster_plays_for_who_stays_away_and_says_so(hands: str, line: str, played: str, to: str) -> None:
    state = table(hands, "r", line)
    mover = state.mover
    step = due(state)
    assert step.state.piles[-1] == (played,) and len(step.state.piles) == 2
    assert (step.state.mover, step.state.giver) == (to, mover)
    assert happened(step) == ["absent", "play", "next"]
    assert done_by_gm(step) == [("absent", mover), ("play", mover), ("next", mover)]
    assert chips_of(step.state) == chips_of(state)


@pytest.mark.parametrize(
    ("pile", "play", "to"),
    [("b", "PLAY red ON 1", "GREEN"), ("y", "PLAY blue ON 1", "GREEN"), ("g", "PLAY blue ON 1", "YELLOW")],
)
def test_the_first_after_the_mover_is_named_for_him(pile: str, play: str, to: str) -> None:
    step = due(after(table("rrb bb gg yy", pile, "gr"), f"RED: {play}"))
    assert step.state.mover == to and happened(step) == ["absent", "next"]


def test_he_himself_is_named_after_all_others() -> None:
    state = after(table("rrg bb gg", "b", "gr"), "RED: PLAY green")
    assert owes(state) == [("RED", "next", ("RED", "BLUE"))]
    assert due(state).state.mover == "BLUE"


@pytest.mark.parametrize(
    ("hands", "pile", "play", "killed"),
    [
        ("rrb bb gg yy", "gyb", "PLAY blue ON 1", "GREEN"), ("rrg bb gg yy", "byg", "PLAY green ON 1", "BLUE"),
        ("rrg bb gg yy", "gyrg", "PLAY green ON 1", "YELLOW"),
    ],
)  # fmt: skip
def test_the_lowest_chip_that_is_not_his_is_killed_for_the_captor(
    hands: str, pile: str, play: str, killed: str
) -> None:
    step = due(after(table(hands, pile, "yr"), f"RED: {play}"))
    assert step.state.dead == {killed: 1} and happened(step) == ["absent", "kill"]
