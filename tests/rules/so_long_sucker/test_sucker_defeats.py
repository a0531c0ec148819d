"""Rules 9 to 11: distress and rescue, defeat and rebound, dead colours, the last survivor; and who resigns."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from sucker import NOON, RULES, after, chips_of, done_by_gm, due, happened, owes, refusal, sent, table

from gm.rules.so_long_sucker.state import Options, State


def left(state: State, seat: str) -> State:
    """The state after a resignation."""
    found: State = RULES.seat_left(state, seat).state
    return found


# Pile 1 holds green alone: RED names BLUE, who has no chip. GREEN and YELLOW hold prisoners.
DISTRESS = after(table("rr . ggb yyr", "g", "gr"), "RED: PLAY red ON 1 NEXT blue")


# -- 9: distress and rescue --------------------------------------------------------------------------------------------


def test_9_every_holder_of_a_prisoner_is_asked_and_nobody_else() -> None:
    assert owes(DISTRESS) == [("GREEN", "rescue", ("BLUE",)), ("YELLOW", "rescue", ("RED",))]
    assert DISTRESS.phase.kind == "rescue" and DISTRESS.phase.title == "BLUE needs a rescue"


def test_9_one_prisoner_ends_it_and_the_giver_stays_the_same() -> None:
    state = after(DISTRESS, "YELLOW: RESCUE 1 red")
    assert owes(state) == [("BLUE", "play", ("RED",))] and (state.mover, state.giver) == ("BLUE", "RED")


@pytest.mark.parametrize("line", ["RESCUE 1 blue", "RESCUE blue TO blue", "TRANSFER 1 blue TO blue"])
def test_9_a_chip_of_his_own_colour_rescues_too(line: str) -> None:
    assert owes(after(DISTRESS, f"GREEN: {line}")) == [("BLUE", "play", ("BLUE",))]


def test_9_who_has_refused_may_still_rescue_as_long_as_others_are_asked() -> None:
    state = after(DISTRESS, "YELLOW: REFUSE")
    assert owes(state) == [("GREEN", "rescue", ("BLUE",))]
    assert refusal(state, "YELLOW", "REFUSE").code == "refused"
    assert after(state, "YELLOW: RESCUE 1 red").mover == "BLUE"


def test_9_it_is_final_when_all_have_refused_and_the_move_rebounds() -> None:
    step = sent(after(DISTRESS, "YELLOW: REFUSE"), "GREEN", "REFUSE")
    assert happened(step) == ["refuse", "defeat", "rebound"]
    assert step.state.defeated == ("BLUE",) and step.state.line == ("GREEN", "RED")
    assert owes(step.state) == [("RED", "play", ("RED",))]


def test_9_at_the_deadline_silence_is_a_refusal_and_told_as_such() -> None:
    step = due(after(DISTRESS, "YELLOW: REFUSE"))
    assert step.state.defeated == ("BLUE",)
    assert happened(step)[0] == "refuse" and done_by_gm(step)[0] == ("refuse", "GREEN")


def test_9_if_nobody_holds_a_prisoner_he_is_defeated_at_once() -> None:
    step = sent(table("rr . gg yy", "g", "gr"), "RED", "PLAY red ON 1 NEXT blue")
    assert happened(step) == ["play", "next", "defeat", "rebound"] and step.state.mover == "RED"


def test_9_a_prisoner_of_a_dead_colour_is_one_too() -> None:
    state = after(table("rr . ggy .", "g", "gr", "y"), "RED: PLAY red ON 1 NEXT blue")
    assert owes(state) == [("GREEN", "rescue", ("YELLOW",))]


def test_9_who_comes_by_a_prisoner_meanwhile_is_asked_too_with_new_time() -> None:
    state = after(DISTRESS, "YELLOW: REFUSE")
    step = sent(state, "YELLOW", "TRANSFER 1 red TO green")
    assert step.state.code == state.code  # GREEN was asked already
    step = sent(state, "GREEN", "TRANSFER 1 blue TO red")
    assert happened(step) == ["transfer", "asked"] and step.state.code != state.code
    assert owes(step.state) == [("RED", "rescue", ("BLUE",))]
    assert after(step.state, "RED: RESCUE blue").hands["BLUE"] == {"BLUE": 1}


def test_9_it_is_final_when_the_last_prisoner_of_who_was_asked_is_gone() -> None:
    step = sent(after(DISTRESS, "YELLOW: REFUSE"), "GREEN", "DISCARD 1 blue")
    assert happened(step) == ["discard", "defeat", "rebound"]


WHY = [
    # what those do who are asked (GREEN holds a blue chip, YELLOW a red one), and why BLUE is then defeated
    (["YELLOW: REFUSE", "GREEN: REFUSE"], "every holder of a prisoner has refused"),
    (["YELLOW: REFUSE", "GREEN: DISCARD 1 blue"], "YELLOW has refused, and nobody else holds a prisoner any more"),
    (["YELLOW: DISCARD 1 red", "GREEN: DISCARD 1 blue"], "nobody holds a prisoner any more"),
    (["YELLOW: TRANSFER 1 red TO red", "GREEN: REFUSE"],
     "GREEN has refused, and nobody else holds a prisoner any more"),
]


@pytest.mark.parametrize(("lines", "why"), WHY)
def test_9_why_the_defeat_is_final_is_told_as_it_was(lines: list[str], why: str) -> None:
    *before, last = lines
    step = sent(after(DISTRESS, *before), *last.split(": "))
    (told,) = [event.words for event in step.notices[0].body.happened if event.what == "defeat"]
    assert told == f"BLUE is defeated: {why}."


def test_9_who_gives_or_kills_his_last_chip_with_the_move_is_in_distress() -> None:
    state = table("b bb ggy yy", "g", "gr")
    for line in ("DISCARD 1 blue", "TRANSFER 1 blue TO green"):
        assert sent(state, "RED", line).state.kind == "rescue"
    assert owes(after(state, "RED: TRANSFER 1 blue TO green")) == [("GREEN", "rescue", ("BLUE", "YELLOW"))]


def test_9_who_gives_his_last_chip_without_the_move_is_not() -> None:
    state = after(table("rr bb y yy", "g", "gr"), "GREEN: DISCARD 1 yellow")
    assert owes(state) == [("RED", "play", ("RED",))] and state.defeated == ()


@each_row(
    ("who", "line", "code"),
    [
        ("RED", "REFUSE", "not-asked"), ("BLUE", "REFUSE", "not-asked"), ("RED", "PLAY red", "not-now"),
        ("GREEN", "PLAY green", "not-now"), ("GREEN", "RESCUE 1 green", "own-colour"),
        ("GREEN", "RESCUE 2 blue", "no-such-chip"), ("GREEN", "RESCUE 1 blue TO red", "not-distressed"),
        ("GREEN", "REFUSE yellow", "not-distressed"), ("BLUE", "RESCUE 1 red", "to-yourself"),
    ],
)  # fmt: skip
def test_9_what_is_no_answer_to_a_call_for_rescue(who: str, line: str, code: str) -> None:
    assert refusal(DISTRESS, who, line).code == code


# -- 9: the rebound ----------------------------------------------------------------------------------------------------


def test_9_worked_case_both_turns_of_who_gave_the_move_to_himself_are_struck_off() -> None:
    """RED gives BLUE the move. Pile 2 is green, red, yellow; BLUE's only chip, a red one, goes on it."""
    state = table("rr r ggb yy", "- gry", "grb")
    state = after(state, "BLUE: PLAY red ON 2")
    assert state.line == ("GREEN", "RED", "BLUE", "BLUE")
    assert owes(state) == [("GREEN", "rescue", ("BLUE",))]
    step = sent(state, "GREEN", "REFUSE")
    assert step.state.line == ("GREEN", "RED") and owes(step.state) == [("RED", "play", ("RED",))]


def test_9_the_rebound_goes_on_to_who_gave_the_giver_the_move() -> None:
    """YELLOW gave GREEN the move, GREEN RED, RED BLUE; neither BLUE nor RED has a chip."""
    step = sent(table("r . gg yy", "g", "ygr"), "RED", "PLAY red ON 1 NEXT blue")
    assert happened(step) == ["play", "next", "defeat", "rebound", "defeat", "rebound"]
    assert step.state.defeated == ("BLUE", "RED") and step.state.line == ("YELLOW", "GREEN")


def test_9_turns_of_those_defeated_earlier_are_skipped() -> None:
    """RED's giver YELLOW is long defeated: the move rebounds past him to BLUE."""
    state = table(". b gg .", "g", "byr", "y")
    assert state.line == ("BLUE",) and state.defeated == ("YELLOW", "RED")


def test_9_who_gave_the_move_may_be_rescued_himself() -> None:
    step = sent(table("r . ggy yy", "g", "ygr"), "RED", "PLAY red ON 1 NEXT blue")
    step = sent(step.state, "GREEN", "REFUSE")
    assert happened(step) == ["refuse", "defeat", "rebound", "distress"]
    assert owes(step.state) == [("GREEN", "rescue", ("YELLOW",))]  # a refusal to BLUE is none to RED
    assert after(step.state, "GREEN: RESCUE yellow").mover == "RED"


@pytest.mark.parametrize(("out", "moves"), [("", "BLUE"), ("b", "GREEN"), ("bg", "YELLOW")])
def test_9_with_no_turn_left_the_next_survivor_in_seating_order_moves(out: str, moves: str) -> None:
    """RED had the first move, and is defeated in it."""
    hands = f". {'.' if 'b' in out else 'bb'} {'.' if 'g' in out else 'gg'} yy ww"
    state = table(hands, "g", "r", out)
    assert state.line == (moves,) and state.giver == "" and state.kind == "play"


# -- 10 ----------------------------------------------------------------------------------------------------------------


def test_10_worked_case_a_defeated_colour_kills_the_whole_pile_and_who_played_moves_again() -> None:
    state = after(table("rrg bb . yy", "bg", "yr", "g"), "RED: PLAY green ON 1")
    assert state.dead == {"BLUE": 1, "GREEN": 2} and state.piles == (None,)
    assert state.line == ("YELLOW", "RED") and owes(state) == [("RED", "play", ("RED",))]


def test_10_then_he_may_have_no_chip_left_himself() -> None:
    state = after(table("g bb . yy", "bg", "yr", "g"), "RED: PLAY green ON 1")
    assert state.defeated == ("GREEN", "RED") and state.line == ("YELLOW",)


# -- 11 ----------------------------------------------------------------------------------------------------------------


def test_11_the_last_survivor_wins_at_once_without_a_chip_too() -> None:
    step = sent(table(". . g .", "r", "bg", "ry"), "GREEN", "PLAY green ON 1")
    assert step.state.winner == "GREEN" and step.state.hands["GREEN"] == {}
    assert happened(step)[-2:] == ["defeat", "win"]
    outcome = RULES.outcome(step.state)
    assert outcome is not None and outcome.winners == ("GREEN",)
    assert RULES.phase(step.state) is None and RULES.duties(step.state) == ()


def test_11_while_two_survive_nobody_has_won() -> None:
    assert RULES.outcome(DISTRESS) is None and RULES.duties(DISTRESS)


# -- resignations ------------------------------------------------------------------------------------------------------


def test_who_resigns_is_defeated_at_once_and_the_chips_he_holds_die() -> None:
    state = left(table("rrb bb gg yy", "b", "gr"), "GREEN")
    assert state.dead == {"GREEN": 2} and state.defeated == ("GREEN",) and owes(state)[0][0] == "RED"


def test_who_resigns_with_the_move_lets_it_rebound() -> None:
    state = left(table("rr bb gg yy", "b", "gr"), "RED")
    assert state.line == ("GREEN",) and state.kind == "play" and state.dead == {"RED": 2}


def test_who_resigns_in_distress_is_out_whoever_would_have_rescued_him() -> None:
    state = left(DISTRESS, "BLUE")
    assert state.line == ("GREEN", "RED") and state.kind == "play"


def test_who_resigns_owing_a_kill_leaves_a_dead_pile_and_its_mover_moves_again() -> None:
    state = left(after(table("rrg bb gg yy", "bg", "yr"), "RED: PLAY green ON 1"), "GREEN")
    assert state.dead == {"BLUE": 1, "GREEN": 4} and state.piles == (None,)
    assert state.line == ("YELLOW", "RED") and state.kind == "play"


def test_if_the_mover_of_a_captured_pile_has_resigned_too_the_move_rebounds_past_him() -> None:
    state = after(table("rrg bb gg yy", "bg", "yr"), "RED: PLAY green ON 1")
    state = left(state, "RED")
    assert owes(state)[0][:2] == ("GREEN", "kill")
    assert left(state, "GREEN").line == ("YELLOW",)


def test_who_resigns_owing_a_name_has_it_named_for_him() -> None:
    state = left(after(table("rr bb gg yy", "b", "gr"), "RED: PLAY red ON 1"), "RED")
    assert state.line == ("GREEN", "RED", "GREEN") and state.kind == "play"


def test_a_resignation_may_leave_one_only_who_can_be_named_or_none() -> None:
    owing = after(table("rr bb gg yy", "b", "gr"), "RED: PLAY red ON 1")
    one = left(owing, "GREEN")
    assert one.mover == "YELLOW" and one.giver == "RED"
    none = left(after(table("rr bb gg", "b", "gr"), "RED: PLAY red"), "BLUE")
    assert none.mover == "GREEN"


def test_who_resigns_asked_for_a_rescue_has_refused() -> None:
    state = left(after(DISTRESS, "YELLOW: REFUSE"), "GREEN")
    assert state.defeated == ("GREEN", "BLUE") and state.mover == "RED"


def test_a_resignation_leaves_the_last_one_as_the_winner() -> None:
    assert left(table("rr bb . .", "b", "br", "gy"), "RED").winner == "BLUE"


def test_who_resigns_owing_a_kill_leaves_a_dead_pile_also_if_that_ends_the_game() -> None:
    # GREEN and BLUE are left. BLUE plays green on green, and GREEN resigns in place of a kill (10, 11).
    owing = after(table(". bg gg .", "rg", "yb", out="ry"), "BLUE: PLAY green ON 1")
    step = RULES.seat_left(owing, "GREEN")
    assert step.state.winner == "BLUE" and step.state.piles == (None,)
    assert step.state.dead == {"RED": 1, "GREEN": 4} and happened(step) == ["resign", "burn", "win"]
    assert step.notices[0].body.standing.pile == 0


def test_turns_of_the_defeated_at_the_end_of_the_line_are_struck_off_in_the_last_position_too() -> None:
    # GREEN gave the move to RED, who is out without a chip: the turns of both the defeated go, GREEN's stays (9).
    step = sent(table(". . g .", "r", "bg", "ry"), "GREEN", "PLAY green ON 1")
    assert step.state.winner == "GREEN" and step.state.line[-1] == "GREEN"
    assert left(table("rr bb . .", "b", "br", "gy"), "RED").line == ("BLUE",)
    assert left(table("rr bb . .", "b", "r", "gy"), "RED").line == ("BLUE",)  # no turn is left


def test_chips_of_who_resigned_stay_on_piles_and_in_other_hands() -> None:
    before = table("rrg bb gg yy", "gb", "yr")
    state = left(before, "GREEN")
    assert state.hands["RED"] == {"RED": 2, "GREEN": 1} and state.piles == (("GREEN", "BLUE"),)
    assert chips_of(state) == chips_of(before)


def test_who_is_defeated_can_do_nothing_any_more() -> None:
    assert refusal(table("rr bb gg .", "b", "gr", "y"), "YELLOW", "PLAY yellow").code == "defeated"


def test_a_seat_that_is_vacant_at_the_start_is_defeated() -> None:
    opened = RULES.open(Options(), "seed", NOON).state
    other = next(seat for seat in opened.seats if seat != opened.mover)
    state = left(opened, other)
    assert state.defeated == (other,) and state.mover == opened.mover
    assert RULES.seat_left(state, other).notices == ()  # once is enough
