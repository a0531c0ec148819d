"""So Long Sucker by mail: the worked cases of the rulings, deadlines, resignations, talk. Replayed, with no server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest
from helpers.replayed import replayed
from helpers.rows import each_row

from gm.desk.file.gamefile import GameFileError
from gm.rules.so_long_sucker import faults

START = datetime(2026, 1, 1, 9)
COLOURS = ("RED", "BLUE", "GREEN", "YELLOW", "WHITE", "VIOLET")
FOUR = COLOURS[:4]
GAME = """[game]
name = "parlor"
ruleset = "so-long-sucker"
seed = "{seed}"
start = 2026-01-01T09:00:00Z
[options]
{options}
[deadlines]
play = "2d"
next = "1d"
kill = "1d"
rescue = "1d"
grace = "12h"
[seats]
{seats}
"""
# Who has the first move with these seeds, of four: remainders of the draws, as HELP SEALS has it.
SEEDS = {"YELLOW": "parlor", "RED": "3"}
Letter = tuple[float, str, str]  # hours after the start, who, the text


def address(seat: str) -> str:
    return f"{seat.lower()}@example.org"


def played(
    letters: Sequence[Letter], options: str = "", seats: Sequence[str] = FOUR, seed: str = "parlor", acts: str = ""
) -> list[list[str]]:
    """Every mail that gm sent, as *replayed* has them."""
    game = GAME.format(seed=seed, options=options, seats="\n".join(f'{seat} = "{address(seat)}"' for seat in seats))
    return replayed(game, START, [(at, address(seat), "Re: [parlor]", text) for at, seat, text in letters], acts)


def script(*lines: str) -> list[Letter]:
    """Letters, one an hour: `RED: PLAY red`."""
    return [(hour, *line.split(": ", 1)) for hour, line in enumerate(lines, 1)]  # type: ignore[misc]


def last(mails: Sequence[Sequence[str]], seat: str) -> str:
    """Subject and text of the last mail that a seat was sent before the clock struck again."""
    return next(f"{subject} {text}" for to, at, subject, text in reversed(mails) if to == address(seat))


def at(mails: Sequence[Sequence[str]], seat: str, hour: float) -> str:
    """Subject and text of what a seat was sent at an hour."""
    return " ".join(
        f"{subject} {text}" for to, when, subject, text in mails if (to, when) == (address(seat), f"{hour:g}")
    )


# -- the worked cases --------------------------------------------------------------------------------------------------


def test_worked_case_1_by_mail() -> None:
    """GREEN plays yellow on pile 2 (red, yellow): YELLOW kills red, takes two yellows, and has the move."""
    mails = played(
        script(
            "YELLOW: PLAY yellow NEXT green", "GREEN: PLAY green ON 1 NEXT red", "RED: PLAY red NEXT yellow",
            "YELLOW: PLAY yellow ON 2 NEXT green", "GREEN: PLAY green ON 1", "GREEN: KILL green",
            "GREEN: PLAY yellow ON 2", "YELLOW: KILL red",
        ),
        "chips = 2",
    )  # fmt: skip
    asked = at(mails, "YELLOW", 7)
    assert "T8K: you capture pile 2: kill a chip" in asked and "YELLOW captures pile 2" in asked
    assert "Say which of its chips dies: KILL red or KILL yellow." in asked
    assert "T8K: YELLOW captures pile 2" in at(mails, "BLUE", 7)
    told = at(mails, "GREEN", 8)
    assert "YELLOW kills red; YELLOW takes 2 yellow into hand and has the move." in told
    assert "GREEN, RED, YELLOW, GREEN, GREEN, YELLOW You owe nothing" in told  # GREEN gave it to him


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (["PLAY red NEXT blue", "PLAY blue ON 1 NEXT yellow", "PLAY yellow ON 1", "PLAY green ON 1"], "RED"),
        (
            ["PLAY red NEXT blue", "PLAY blue ON 1 NEXT green", "PLAY green NEXT red", "PLAY red ON 1 NEXT green",
             "PLAY green ON 1", "PLAY yellow ON 1"],
            "BLUE",
        ),
    ],
)  # fmt: skip
def test_worked_case_2_by_mail(lines: list[str], moves: str) -> None:
    movers = {4: ("RED", "BLUE", "YELLOW", "GREEN"), 6: ("RED", "BLUE", "GREEN", "RED", "GREEN", "YELLOW")}[len(lines)]
    mails = played(script(*(f"{m}: {line}" for m, line in zip(movers, lines, strict=True))), seed=SEEDS["RED"])
    told = at(mails, moves, len(lines))
    assert "your turn" in told and f"{moves}'s latest lies lowest: {moves} has the move" in told


def test_worked_case_3_by_mail() -> None:
    """GREEN, who had it of RED, gives BLUE the move. BLUE's only chip, a yellow one, makes all but his own colour.

    GREEN refuses: BLUE is defeated, both his turns are struck off, and GREEN moves, not RED.
    """
    mails = played(
        script(
            "YELLOW: PLAY yellow NEXT blue", "BLUE: PLAY blue ON 1 NEXT red", "RED: PLAY red NEXT green",
            "GREEN: PLAY green NEXT red", "RED: PLAY red ON 2", "RED: PLAY red ON 3 NEXT yellow",
            "YELLOW: PLAY yellow NEXT blue", "BLUE: PLAY blue ON 4 NEXT green", "GREEN: PLAY green ON 3 NEXT blue",
            "BLUE: PLAY blue ON 1", "BLUE: KILL blue", "BLUE: TRANSFER 1 yellow TO green", "BLUE: PLAY blue ON 4",
            "BLUE: KILL blue", "BLUE: PLAY blue NEXT yellow", "YELLOW: PLAY yellow NEXT red",
            "RED: PLAY red ON 5 NEXT green", "GREEN: PLAY green NEXT blue", "BLUE: PLAY yellow ON 3", "GREEN: REFUSE",
        ),
        "chips = 3",
    )  # fmt: skip
    asked = at(mails, "GREEN", 19)
    assert "The move goes to BLUE: of those in the game BLUE alone has no chip in pile 3." in asked
    assert ", YELLOW, RED, GREEN, BLUE, BLUE YOU OWE: a rescue" in asked and "BLUE asks you for a rescue" in asked
    told = at(mails, "RED", 20)
    assert "BLUE is defeated: every holder of a prisoner has refused. The move rebounds to GREEN." in told
    assert "BLUE, YELLOW, RED, GREEN You owe nothing" in told


# -- who stays away ----------------------------------------------------------------------------------------------------


def test_reminders_grace_and_the_gamemasters_move_come_at_their_times() -> None:
    mails = played([(200, "RED", "TABLE")])
    assert [when for to, when, about, _ in mails if to == address("YELLOW") and "a reminder" in about][:1] == ["24"]
    grace = at(mails, "BLUE", 48)
    assert "The deadline has passed (YELLOW to play)." in grace and "Missing: YELLOW." in grace
    done = at(mails, "RED", 60)
    assert "T2P: your turn" in done and "YELLOW has sent nothing in time, so the GameMaster acts for YELLOW." in done
    assert "The GameMaster, for YELLOW, plays yellow on a new pile, pile 1." in done


def test_a_game_may_wait_for_ever() -> None:
    mails = played([(200, "RED", "TABLE")], 'nmr = "wait"')
    assert "then the game waits until it is done" in at(mails, "BLUE", 48)
    assert "T1P" in at(mails, "RED", 200) and "and the game waits for it" in at(mails, "RED", 200)


def test_a_move_in_a_pause_is_made_and_the_pause_goes_on() -> None:
    acts = '{"at": "2026-01-01T10:30:00Z", "run": ["pause"]}\n{"at": "2026-01-03T09:00:00Z", "run": ["resume"]}\n'
    letters = [(2, "YELLOW", "PLAY yellow NEXT red"), (90, "BLUE", "TABLE")]
    mails = played(letters, acts=acts)
    assert "YOU OWE: your move (T2P). The game is paused, and no deadline runs." in at(mails, "RED", 2)
    assert "the deadline of RED to play is now Mon 5 Jan 09:00 UTC" in at(mails, "RED", 48)
    assert not [about for to, when, about, _ in mails if "deadline has passed" in about and float(when) < 96]


# -- leaving -----------------------------------------------------------------------------------------------------------


def test_who_resigns_is_asked_first_and_then_defeated() -> None:
    mails = played([(1, "YELLOW", "RESIGN"), (1.5, "BLUE", "TABLE"), (2, "YELLOW", "CONFIRM"), (3, "RED", "TABLE")])
    assert "do you resign?" in at(mails, "YELLOW", 1)
    told = at(mails, "BLUE", 2)
    assert "YELLOW is out of the game and defeated; their chips, 7 yellow, are dead." in told
    assert "No turn is left to go back to: RED, seated next, has the move." in told
    assert "YELLOW has resigned and is defeated. Nobody can take over the place." in told
    assert "your turn" in at(mails, "RED", 2)


def test_a_resignation_that_leaves_one_ends_the_game() -> None:
    mails = played(
        [(1, "RED", "RESIGN"), (1.5, "RED", "CONFIRM"), (2, "BLUE", "RESIGN"), (2.5, "BLUE", "CONFIRM")],
        "players = 3", COLOURS[:3],
    )  # fmt: skip
    for seat in COLOURS[:3]:  # also those who have resigned
        assert "the game is over" in last(mails, seat) and "The game is over: GREEN has won." in last(mails, seat)


def test_who_has_resigned_may_still_talk_and_hears_the_others_but_plays_no_chip() -> None:
    mails = played([
        (1, "YELLOW", "RESIGN"), (2, "YELLOW", "CONFIRM"), (3, "YELLOW", "BROADCAST\nFarewell, all of you.\nEND"),
        (4, "RED", "BROADCAST\nSleep well.\nEND"), (5, "YELLOW", "PLAY yellow"),
    ])  # fmt: skip
    assert "Message from YELLOW to everybody: | Farewell, all of you." in at(mails, "BLUE", 3)
    assert "| Sleep well." in at(mails, "YELLOW", 4)
    assert faults.words("defeated") in at(mails, "YELLOW", 5)


def test_who_is_defeated_and_resigns_gets_no_more_mail_but_the_last() -> None:
    letters = [
        (1, "YELLOW", "RESIGN"), (2, "YELLOW", "CONFIRM"), (3, "YELLOW", "LEAVE"), (4, "YELLOW", "CONFIRM"),
        (5, "RED", "BROADCAST\nHello?\nEND"), (6, "RED", "RESIGN"), (6.5, "RED", "CONFIRM"),
        (7, "BLUE", "RESIGN"), (7.5, "BLUE", "CONFIRM"),
    ]  # fmt: skip
    mails = played(letters)
    assert not at(mails, "YELLOW", 5)
    assert "The game is over: GREEN has won. You have played YELLOW in it." in at(mails, "YELLOW", 7.5)


def test_a_seat_without_a_player_is_out_from_the_start() -> None:
    mails = played([(1, "RED", "TABLE")], seats=("RED", "BLUE", "YELLOW"))
    assert "GREEN is out of the game and defeated" in at(mails, "RED", 0) and "GREEN (vacant)" in at(mails, "RED", 0)
    assert "GREEN defeated" in at(mails, "RED", 1)


# -- talk and commands -------------------------------------------------------------------------------------------------


def test_private_talk_is_allowed_where_the_game_says_so() -> None:
    letter = [(1, "RED", "PRESS TO BLUE\nUs two?\nEND")]
    assert "has no private messages" in at(played(letter), "RED", 1) and not at(played(letter), "BLUE", 1)
    mails = played(letter, "private_press = true")
    assert "Us two?" in at(mails, "BLUE", 1) and not at(mails, "GREEN", 1)


def test_who_is_defeated_may_still_talk_to_all() -> None:
    mails = played(
        script(
            "YELLOW: PLAY yellow NEXT red", "RED: PLAY red NEXT yellow", "RED: TABLE", "YELLOW: BROADCAST\nAlas.\nEND"
        ),
        "chips = 1",
    )  # fmt: skip
    assert "YELLOW is defeated: they have no chip to play and nobody holds a prisoner." in at(mails, "BLUE", 2)
    assert "Alas." in at(mails, "BLUE", 4)


def test_a_repeated_order_does_nothing_twice() -> None:
    """RED sends the same play again in answer to nothing in particular: it is not his turn any more."""
    mails = played(script("YELLOW: PLAY yellow NEXT red", "RED: PLAY red NEXT blue", "RED: PLAY red NEXT blue"))
    assert "nothing has changed" in at(mails, "RED", 3) and "we wait for BLUE: BLUE to play" in at(mails, "RED", 3)


def test_chips_that_change_hands_are_told_to_all_and_begin_no_new_deadline() -> None:
    mails = played(
        [*script("YELLOW: PLAY yellow NEXT red", "RED: PLAY red ON 1 NEXT blue", "BLUE: PLAY blue NEXT red",
                 "RED: PLAY red ON 1", "RED: KILL red"), (6, "RED", "TRANSFER 1 yellow TO green"), (7, "BLUE", "SHOW")],
    )  # fmt: skip
    told = at(mails, "GREEN", 6)
    assert "RED gives GREEN 1 yellow." in told and "news from the table" in told
    assert "due Sat 3 Jan 14:00 UTC" in at(mails, "RED", 5) and "due Sat 3 Jan 14:00 UTC" in at(mails, "RED", 6)


@each_row("word", ["WAIT", "NOWAIT", "VOTE DRAW", "PROPOSE DRAW", "VOTE CONCEDE TO RED"])
def test_what_this_game_does_not_have_is_refused_with_the_reason(word: str) -> None:
    told = at(played([(1, "RED", word)]), "RED", 1)
    assert "nothing here happens early" in told or "no vote ends this game" in told


def test_show_status_and_table_tell_the_position() -> None:
    mails = played([(1, "RED", "SHOW"), (2, "RED", "STATUS"), (3, "YELLOW", "TABLE\nSHOW")])
    for hour in (1, 2):
        assert "CHIPS IN HAND RED (you) 7 red BLUE 7 blue" in at(mails, "RED", hour)
    assert "YOUR MOVE, and who may be next yellow, new pile NEXT red or blue or green" in at(mails, "YELLOW", 3)


def test_six_may_play() -> None:
    mails = played([(1, "RED", "TABLE")], "players = 6", COLOURS)
    assert "WHITE 5 white VIOLET 5 violet" in at(mails, "RED", 1)


@pytest.mark.parametrize(
    ("options", "said"), [("players = 7", "from 3 to 6"), ("chips = 0", "from 1 to 20"), ("colours = 4", "colours")]
)
def test_a_game_file_that_makes_no_game_is_refused(options: str, said: str) -> None:
    with pytest.raises(GameFileError, match=said):
        played([], options)


# -- who may still rescue ----------------------------------------------------------------------------------------------

# GREEN captures the first pile, kills green and takes one chip of each colour; YELLOW is asked to move without a chip.
DISTRESS = (
    "YELLOW: PLAY yellow NEXT blue", "BLUE: PLAY blue ON 1 NEXT red", "RED: PLAY red ON 1", "GREEN: PLAY green ON 1",
    "YELLOW: PLAY yellow NEXT green", "GREEN: PLAY green ON 1", "GREEN: KILL green",
    "GREEN: TRANSFER 1 blue TO red\nPLAY green NEXT yellow",
)  # fmt: skip


def test_who_has_refused_and_holds_a_prisoner_is_named_as_one_who_may_still_rescue() -> None:
    mails = played(script(*DISTRESS, "RED: REFUSE", "YELLOW: TABLE", "BLUE: TABLE", "RED: REFUSE"), "chips = 2")
    assert "RED or GREEN can rescue you. You may ask" in at(mails, "YELLOW", 8)
    assert "You have refused; you can still RESCUE until" in at(mails, "RED", 9)
    assert "GREEN can rescue you; RED has refused, but may still do it. You may ask" in at(mails, "YELLOW", 10)
    assert "RED has refused, but may still rescue YELLOW." in at(mails, "BLUE", 11)
    assert "you have refused already; RESCUE would still be open to you" in at(mails, "RED", 12)


def test_who_has_refused_and_holds_no_prisoner_any_more_has_nothing_open() -> None:
    mails = played(script(*DISTRESS, "RED: REFUSE\nDISCARD 1 blue", "YELLOW: TABLE", "RED: REFUSE"), "chips = 2")
    told, again = at(mails, "RED", 9), at(mails, "RED", 11)
    assert "You owe nothing now: YELLOW needs a rescue" in told and "still open" not in told
    assert "GREEN can rescue you. You may ask" in at(mails, "YELLOW", 10)
    assert "you have refused already" in again and "still be open" not in again


def test_a_move_and_table_in_one_mail_show_the_table_once() -> None:
    mails = played(script("YELLOW: PLAY yellow NEXT blue\nTABLE", "RED: TABLE"))
    assert at(mails, "YELLOW", 1).count("CHIPS IN HAND") == 1 == at(mails, "RED", 2).count("CHIPS IN HAND")
