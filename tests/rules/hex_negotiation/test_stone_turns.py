"""Turns of the stone game: what may be replaced and placed, SWAP, how long a game lasts, how it ends."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st
from playing_stones import NOON, RULES, after, file, opened, play, read

from gm.rules import EVERYBODY, Orders, Problems
from gm.rules.hex_negotiation.faults import words
from gm.rules.hex_negotiation.groups import groups
from gm.rules.hex_negotiation.state import State
from gm.rules.lines import letters
from gm.rules.pictures.hexagon import hexagon

BEGUN = after(opened(), "PLACE A1 A2 A3")
SECOND = after(BEGUN, "REPLACE A1 PLACE B1 B2 B3")  # now Black must replace B1, B2 or B3; A1 was gained


def codes(state: State, text: str) -> list[tuple[int, str]]:
    """The faults of a letter of whoever is to play: column and code."""
    found = read(state, state.owing, text)
    assert isinstance(found, Problems), found
    return [(problem.column, problem.code) for problem in found.problems]


FAULTS = [
    (opened(), "REPLACE A1 PLACE A2 A3 B1", [(9, "nothing-to-replace")]),
    (opened(), "PLACE A1 A2", [(10, "too-few")]),
    (opened(), "PLACE A1 A2 A3 B1", [(16, "too-many")]),
    (opened(), "PLACE A1 A2 A1", [(13, "twice")]),
    (opened(), "PLACE A1 A2 A4", [(13, "no-cell")]),
    (opened(), "PLACE A1 A2 F1", [(13, "no-cell")]),
    (BEGUN, "PLACE B1 B2 B3", [(1, "replaces-nothing")]),
    (BEGUN, "REPLACE A1", [(9, "too-few")]),
    (BEGUN, "REPLACE B1 PLACE B2 B3 B4", [(9, "not-replaceable")]),
    (BEGUN, "REPLACE A1 A2 PLACE B2 B3 B4", [(12, "replaces-two")]),
    (BEGUN, "REPLACE A1 PLACE A1 B3 B4", [(18, "taken")]),
    (BEGUN, "REPLACE A1 PLACE A2 B3 B4", [(18, "taken")]),
    (SECOND, "REPLACE A1 PLACE C1 C2 C3", [(9, "not-replaceable")]),  # gained, not placed
    (SECOND, "REPLACE A2 PLACE C1 C2 C3", [(9, "not-replaceable")]),  # their own
    (SECOND, "REPLACE B4 PLACE C1 A3 C1", [(9, "not-replaceable"), (21, "taken"), (24, "twice")]),
]


@each_row(("state", "text", "expected"), FAULTS)
def test_a_turn_that_breaks_a_rule_is_refused_as_a_whole_with_the_place(
    state: State, text: str, expected: list[tuple[int, str]]
) -> None:
    assert codes(state, text) == expected


def test_a_stone_of_an_older_turn_cannot_be_replaced() -> None:
    later = after(SECOND, "REPLACE B1 PLACE C1 C2 C3", "REPLACE C1 PLACE D1 D2 D3")
    found = read(later, later.owing, "REPLACE B2 PLACE E1 E2 E3")
    may = ("D1", "D2", "D3")
    assert found.problems == (words.problem((1, 9), "not-replaceable.older", may, cell="B2", foe="White"),)


def test_the_reason_names_what_was_gained() -> None:
    found = read(SECOND, "BLACK", "REPLACE A1 PLACE C1 C2 C3")
    may = ("B1", "B2", "B3")
    assert found.problems == (words.problem((1, 9), "not-replaceable.gained", may, cell="A1", foe="White"),)


def test_replaced_stones_change_colour_and_placed_ones_stand_there() -> None:
    assert SECOND.stones == {"BLACK": ("A2", "A3"), "WHITE": ("A1", "B1", "B2", "B3")}
    third = after(SECOND, "REPLACE B2 PLACE C1 C5 E3")
    assert third.stones == {"BLACK": ("A2", "A3", "B2", "C1", "C5", "E3"), "WHITE": ("A1", "B1", "B3")}
    assert third.position.replaceable == ("C1", "C5", "E3")


# Side 3: 19 cells, 6 turns fill 18, Black's seventh turn is the last.
FULL = play(opened(), Random(7), 6)


def test_the_last_turn_replaces_one_and_places_nothing() -> None:
    assert (FULL.number, len(FULL.position.empty), FULL.to_play) == (7, 1, "BLACK")
    first = FULL.position.replaceable[0]
    assert codes(FULL, f"REPLACE {first} PLACE {FULL.position.empty[0]}") == [(18, "places-in-the-last")]
    ended = after(FULL, f"REPLACE {first}")
    assert ended.how and first in ended.stones["BLACK"] and RULES.phase(ended) is None
    assert RULES.outcome(ended) is not None and RULES.duties(ended) == ()


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 6), st.integers(0, 2**20))
def test_any_game_ends_after_the_turns_of_the_rulings_with_one_empty_cell(side: int, seed: int) -> None:
    ended = play(opened(side=side), Random(seed))
    assert len(ended.history) == side * (side - 1) + 1 and len(ended.history) % 2 == 1
    assert len(ended.position.empty) == 1
    assert not {*ended.stones["BLACK"]} & {*ended.stones["WHITE"]}
    assert [len(turn.placed) for turn in ended.history] == [3] * (side * (side - 1)) + [0]
    assert [bool(turn.gained) for turn in ended.history] == [False] + [True] * (side * (side - 1))
    # Each White turn gives him four stones and takes one of Black's; each of Black's takes one back.
    turns = side * (side - 1) // 2
    assert len(ended.stones["BLACK"]) == 3 * turns and len(ended.stones["WHITE"]) == 3 * turns
    best = {colour: groups(hexagon(side), own) for colour, own in ended.stones.items()}
    rank = {colour: (len(own[0]), -len(own)) for colour, own in best.items()}
    expected = [colour for colour in rank if rank[colour] == max(rank.values())]
    assert list(ended.winners) == expected


def test_a_game_on_the_board_of_the_rules_has_57_turns() -> None:
    assert len(play(opened(side=8), Random(8)).history) == 57


def test_a_state_survives_being_written_and_read_again() -> None:
    assert msgspec.json.decode(msgspec.json.encode(SECOND), type=State) == SECOND


# -- SWAP ----------------------------------------------------------------------------------------------------------


def test_after_swap_the_first_player_owes_whites_first_turn() -> None:
    swapped = after(BEGUN, "SWAP")
    assert swapped.stones == BEGUN.stones and swapped.to_play == "WHITE"
    assert BEGUN.owing == "WHITE" and swapped.owing == "BLACK"
    assert RULES.names_now(swapped) == {"BLACK": "White", "WHITE": "Black"}
    assert RULES.phase(swapped) != RULES.phase(BEGUN)
    third = after(swapped, "REPLACE A1 PLACE B1 B2 B3")
    assert third.owing == "WHITE" and third.to_play == "BLACK"


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (opened(), "no-swap"),
        (SECOND, "no-swap"),
        (after(BEGUN, "SWAP"), "no-swap.done"),
        (after(opened(pie=False), "PLACE A1 A2 A3"), "no-swap.off"),
    ],
)
def test_swap_is_for_the_second_player_once_and_by_the_pie_rule(state: State, why: str) -> None:
    found = read(state, state.owing, "SWAP")
    assert found.problems == (words.problem((1, 1), why),)


def test_after_swap_the_winner_is_who_has_the_colour() -> None:
    plain, swapped = play(BEGUN, Random(4)), play(after(BEGUN, "SWAP"), Random(4))
    assert plain.stones == swapped.stones and plain.how == swapped.how
    assert plain.winners != swapped.winners and len(plain.winners) == 1


# -- draws, resignation, the clock -----------------------------------------------------------------------------------


def test_a_draw_is_proposed_by_one_and_agreed_by_the_other() -> None:
    step = file(BEGUN, "BLACK", "PROPOSE DRAW")
    assert [(n.audience.seats, n.body.yours) for n in step.notices] == [(("BLACK",), True), (("WHITE",), False)]
    agreed = file(step.state, "WHITE", "propose a draw.").state
    assert agreed.winners == ("BLACK", "WHITE") and agreed.how.startswith("a draw is agreed")


def test_a_proposal_stands_until_the_next_turn_of_the_other() -> None:
    proposed = file(SECOND, "BLACK", "PROPOSE DRAW").state  # in their own turn, and their turn does not end it
    played = after(proposed, "REPLACE B1 PLACE C1 C2 C3")
    assert (proposed.proposal, played.proposal) == ("BLACK", "BLACK")
    assert after(played, "REPLACE C1 PLACE D1 D2 D3").proposal == ""
    assert after(file(BEGUN, "BLACK", "PROPOSE DRAW").state, "SWAP").proposal == ""


def test_a_turn_and_a_proposal_may_stand_in_one_mail() -> None:
    step = file(SECOND, "BLACK", "REPLACE B1 PLACE C1 C2 C3\nPROPOSE DRAW")
    assert step.state.number == 4 and step.state.proposal == "BLACK"
    both = file(step.state, "WHITE", "PROPOSE DRAW\nREPLACE C1 PLACE D1 D2 D3").state
    assert both.how and both.number == 4  # agreed first, as written: no turn is made any more
    declined = file(step.state, "WHITE", "REPLACE C1 PLACE D1 D2 D3\nPROPOSE DRAW").state
    assert not declined.how and (declined.number, declined.proposal) == (5, "WHITE")


def test_who_resigns_has_lost_also_after_swap() -> None:
    assert RULES.seat_left(SECOND, "BLACK").state.winners == ("WHITE",)
    swapped = RULES.seat_left(after(BEGUN, "SWAP"), "BLACK").state
    assert swapped.winners == ("WHITE",) and swapped.how == "Black has won: White has resigned"


def test_the_deadline_waits_or_forfeits_as_the_option_says() -> None:
    waits, lost = RULES.due(BEGUN, ("WHITE",), NOON).state, after(opened(on_timeout="forfeit"), "PLACE A1 A2 A3")
    paces = [RULES.pace(state.options, RULES.card.pace).nmr for state in (BEGUN, lost)]
    assert waits == BEGUN and paces == ["wait", "hold"]
    ended = RULES.due(lost, ("WHITE",), NOON).state
    assert ended.winners == ("BLACK",) and ended.how == "Black has won: White has not made a turn in time"
    assert [duty.default for duty in RULES.duties(lost)] == ["you have lost the game"]


def test_a_turn_is_told_to_everybody_and_its_result_with_the_last() -> None:
    told = file(BEGUN, "WHITE", "REPLACE A1 PLACE B1 B2 B3").notices
    assert [(n.audience, n.kind) for n in told] == [(EVERYBODY, "stonesplayed")]
    last = file(FULL, FULL.owing, f"REPLACE {FULL.position.replaceable[0]}").notices
    assert [(n.audience, n.kind) for n in last] == [(EVERYBODY, "stonesresult"), (EVERYBODY, "stonesplayed")]


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 13), st.integers(0, 40), st.integers(0, 2**20))
def test_the_example_of_a_duty_is_a_lawful_turn_and_nobody_else_has_one(side: int, turns: int, seed: int) -> None:
    state = play(opened(side=side), Random(seed), turns)
    if state.how:
        return
    (line,) = RULES.view(state, state.owing).example
    found = read(state, state.owing, line)
    assert isinstance(found, Orders) and len(found.acts) == 1
    other = "WHITE" if state.owing == "BLACK" else "BLACK"
    assert RULES.view(state, other).example == ()


@pytest.mark.parametrize("side", [2, 14])
def test_boards_are_from_3_to_13(side: int) -> None:
    wrong = letters.words("bounds", key="side", least=3, most=13)
    assert RULES.check(RULES.card.options(side=side)) == wrong


def test_the_board_in_text_is_never_wider_than_a_mail() -> None:
    for side in range(3, 14):
        board = RULES.view(opened(side=side), None).position.board
        assert max(map(len, board)) == 4 * side + 3 - (side < 6) and len(board) == 2 * side - 1


def test_the_board_in_text_shows_the_last_turn() -> None:
    board = RULES.view(SECOND, None).position.board
    assert board == ("  E . . . E3", " D . . . . D4", "C . . . . . C5", " B W W W . B4", "  A w # # A3")
