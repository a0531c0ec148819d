"""Ground Wars by mail: how rounds end, who resigns, what a wrong letter is answered. Replayed, with no server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

import pytest
from grounds import scenario
from helpers.replayed import replayed

from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.rules.ground_war.faults import words
from gm.rules.lines import letters as of_letters
from gm.rules.war import faults as of_wars

START = datetime(2026, 1, 1, 9)
ADDRESSES = {"SOUTH": "sue@example.org", "NORTH": "ned@example.org"}
GAME = """[game]
name = "duel"
ruleset = "ground-war"
start = 2026-01-01T09:00:00Z
[options]
scenario = "duel"
{options}
[deadlines]
moves = "2d"
fire = "1d"
grace = "12h"
[seats]
{seats}
"""
Letter = tuple[float, str, str, str]  # hours after the start, who, the phase in the subject, the text


def played(letters: Sequence[Letter], options: str = "", seats: Sequence[str] = ("SOUTH", "NORTH")) -> list[list[str]]:
    """Every mail that gm sent, as *replayed* has them."""
    game = GAME.format(options=options, seats="\n".join(f'{seat} = "{ADDRESSES[seat]}"' for seat in seats))
    written = [(at, ADDRESSES[seat], f"Re: [duel] {phase}: x", text) for at, seat, phase, text in letters]
    return replayed(game, START, written)


def when(mails: Sequence[Sequence[str]], about: str, seat: str = "SOUTH") -> str:
    """When the first mail to *seat* with these words in its subject was sent; "" if none was."""
    return next((at for to, at, subject, _ in mails if to == ADDRESSES[seat] and about in subject), "")


FIVE_MINUTES = "{}.08333"  # hours: a round ends at the first full five minutes two minutes after all are READY


def test_a_round_ends_when_both_sides_are_ready() -> None:
    mails = played([(1, "SOUTH", "C1M", "MAN F4-F5\nREADY"), (5, "NORTH", "C1M", "READY NOTHING")])
    assert when(mails, "C2M: Cycle 1 moves judged") == FIVE_MINUTES.format(5)


def test_orders_without_ready_count_at_the_deadline() -> None:
    mails = played([(1, "SOUTH", "C1M", "MAN F4-F5"), (5, "NORTH", "C1M", "MAN F10-F9")])
    assert when(mails, "C2M: Cycle 1 moves judged") == "48" and when(mails, "grace has begun").startswith("9")


def test_what_was_seen_before_the_fire_is_not_told_as_if_it_were_seen_now() -> None:
    # C5 touches C6. Two units of fire kill one of three men (VI), and nobody looks again before the next moves.
    options = f"scenario_text = {json.dumps(scenario('men = { C4 = 2 }', 'men = { C6 = 3 }'))}"
    letters = [
        (1.0, "SOUTH", "C1M", "2 MEN C4-C5\nREADY"), (1.0, "NORTH", "C1M", "READY NOTHING"),
        (5.0, "SOUTH", "C1F", "FIRE 2 C5-C6\nREADY"), (5.0, "NORTH", "C1F", "READY"), (6.0, "SOUTH", "C2M", "BOARD"),
    ]  # fmt: skip
    told = [(about, text) for to, _, about, text in played(letters, options) if to == ADDRESSES["SOUTH"]]
    moves, fire, *_ = (text for about, text in told if "judged" in about)
    board = next(text for about, text in told if about.startswith("Re: [duel] C2M"))
    assert "YOU SEE C6 3 enemy men" in moves and "SEEN AFTER" not in moves
    for later in (fire, board):
        assert "SEEN AFTER THE MOVES of cycle 1, less the dead C6 2 enemy men" in later and "YOU SEE" not in later


def test_the_last_mail_says_first_who_has_won() -> None:
    mails = played([(1, "SOUTH", "C1M", "RESIGN"), (2, "SOUTH", "C1M", "CONFIRM")])
    for seat in ("SOUTH", "NORTH"):
        end = next(text for to, _, subject, text in mails if to == ADDRESSES[seat] and "the game is over" in subject)
        assert end.startswith("The game is over: North has won: South has resigned.")
        assert end.count("The game is over") == 1 and "STATEMENT" in end


def test_silence_has_grace_and_then_stays() -> None:
    mails = played([(1, "SOUTH", "C1M", "MAN F4-F5\nREADY")])
    assert when(mails, "grace has begun", "NORTH") == "48" and when(mails, "C2M: Cycle 1 moves judged") == "60"


def test_whoever_resigns_and_confirms_has_lost() -> None:
    mails = played([(1, "SOUTH", "C1M", "RESIGN"), (2, "SOUTH", "C1M", "CONFIRM")])
    assert when(mails, "the game is over", "NORTH") == "2"
    assert any("North has won: South has resigned" in text for to, _, _, text in mails if to == ADDRESSES["NORTH"])


def test_a_seat_that_is_empty_at_the_beginning_has_not_resigned() -> None:
    mails = played([(1, "SOUTH", "C1M", "MAN F4-F5\nREADY")], seats=("SOUTH",))
    assert not when(mails, "the game is over") and when(mails, "C2M: Cycle 1 moves judged")


def test_a_reply_to_a_mail_of_the_round_before_is_not_taken_for_this_one() -> None:
    ready = [(1, "SOUTH", "C1M", "READY NOTHING"), (2, "NORTH", "C1M", "READY NOTHING")]
    mails = played([*ready, (3, "SOUTH", "C1M", "READY")])
    answer = next(text for to, at, _, text in mails if to == ADDRESSES["SOUTH"] and at == "3")
    assert of_letters.words("over", named="C1M", due="the round now due", now="C2M") in answer


def test_a_wrong_line_is_shown_and_the_right_one_is_on_file() -> None:
    mails = played([(1, "SOUTH", "C1M", "MAN F4-F7\nMAN C3-C4")])
    answer = next(text for to, at, _, text in mails if to == ADDRESSES["SOUTH"] and at == "1")
    assert of_wars.words("not-adjacent", target="F7", what="one step from", source="F4") in answer
    assert "as we read it. MAN C3-C4" in answer


def test_games_in_turns_go_from_south_to_north() -> None:
    options = 'information = "complete"\nturns = "alternate"'
    mails = played([(1, "SOUTH", "C1S", "MAN F4-F5\nREADY"), (2, "NORTH", "C1N", "READY NOTHING")], options)
    assert when(mails, "C1N: Cycle 1 South's turn judged", "NORTH") == FIVE_MINUTES.format(1)
    assert when(mails, "C2S: Cycle 1 North's turn judged") == FIVE_MINUTES.format(2)


def test_in_the_turn_of_the_other_side_an_order_is_told_to_wait_for_the_next() -> None:
    options = 'information = "complete"\nturns = "alternate"'
    mails = played([(1, "NORTH", "C1S", "MAN D4-D3"), (2, "SOUTH", "C1S", "READY NOTHING")], options)
    said = words("no-moves.turn")
    assert any(said in " ".join(text.split()) for to, _, _, text in mails if to == ADDRESSES["NORTH"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("pile = 0", "pile: a number from 1 to 9 is expected"),
        ('turns = "alternate"', "information: umpire with turns alternate"),
        ("scenario_text = 'title = 3'", "scenario_text: line 1: title"),
        ("trucks_steps = 3", "trucks_steps"),
    ],
)
def test_wrong_options_begin_no_game(options: str, message: str) -> None:
    with pytest.raises(GameFileError, match=message):
        played([], options)


def test_a_faulty_scenario_file_is_named_with_its_line() -> None:
    text = GAME.format(options="", seats="").replace('scenario = "duel"', 'scenario = "hills.toml"')
    hills = scenario("men = { C2 = 2 }", "men = { C80 = 2 }")
    with pytest.raises(GameFileError) as error:
        read_game_file(text, {"hills.toml": hills}.__getitem__)
    line = text.splitlines().index('scenario = "hills.toml"') + 1
    assert str(error.value).startswith(f"line {line}: options.scenario: hills.toml: line 7: men: there is no field C80")
