"""Pictures of a Ground War: which moves a side sees drawn, and what the report has of the truth."""

from __future__ import annotations

from typing import Any

from grounds import Ground, scenario

from gm.rules.pictures.war import Mark, Trip

FAR = scenario("men = { C2 = 2, G2 = 1 }\ntrucks = { C2 = 1 }\ncities = [\"C2\"]",
               "men = { C9 = 2, G9 = 1 }\ntrucks = { C9 = 1 }\ncities = [\"C9\"]")  # fmt: skip
SOUTHS = (Trip("SOUTH", ("C2", "C3", "C4"), "C4", 2, "truck"), Trip("SOUTH", ("G2", "G3"), "G3", 1))
NORTHS = (Trip("NORTH", ("G9", "G8"), "G8", 1),)
MOVES = {"south": "TRUCK C2-C3-C4 WITH 2\nMAN G2-G3", "north": "MAN G9-G8"}


def truth(game: Ground) -> Any:
    """What the report has of the last round."""
    return next(note.body for note in game.notices if note.kind == "truth")


def test_a_side_sees_its_own_moves_drawn_and_none_of_the_enemys() -> None:
    game = Ground(FAR)
    game.judge(**MOVES)
    assert game.told("SOUTH", "standing").picture.trips == SOUTHS
    assert game.told("NORTH", "standing").picture.trips == NORTHS


def test_where_information_is_complete_the_enemys_moves_are_drawn_as_they_are_told() -> None:
    game = Ground(FAR, information="complete", turns="alternate")
    game.judge(MOVES["south"])
    for side, rows in (("SOUTH", "moves"), ("NORTH", "enemy")):
        assert game.told(side, "standing").picture.trips == SOUTHS
        assert len(getattr(game.told(side, "marched"), rows)) == len(SOUTHS)


def test_a_move_that_was_stopped_is_drawn_with_where_it_ended() -> None:
    game = Ground(scenario('men = { C2 = 2 }\ntrucks = { C2 = 1 }\ncities = ["C2"]', "men = { C5 = 2 }"))
    game.judge("TRUCK C2-C3-C4 WITH 2")
    (trip,) = game.told("SOUTH", "standing").picture.trips
    assert (trip.path, trip.ended) == (("C2", "C3", "C4"), "C4")
    game = Ground(scenario('men = { C2 = 2 }\ntrucks = { C2 = 1 }\ncities = ["C2"]', "men = { C4 = 2 }"))
    game.judge("TRUCK C2-C3-C4 WITH 2")
    (trip,) = game.told("SOUTH", "standing").picture.trips
    assert (trip.path, trip.ended) == (("C2", "C3", "C4"), "C3")


def test_a_board_that_is_asked_for_and_that_of_a_round_of_fire_show_no_moves() -> None:
    game = Ground(scenario("men = { G5 = 3 }", "men = { G7 = 2 }"))
    game.judge("MAN G5-G6")
    assert game.told("SOUTH", "standing").picture.trips
    game.send("SOUTH", "BOARD")
    assert game.told("SOUTH", "standing").picture.trips == ()
    game.judge("FIRE G6-G7")
    shown = game.told("SOUTH", "standing").picture
    assert shown.trips == () and shown.shots


def test_the_report_has_the_true_board_with_all_moves_and_what_each_side_was_told() -> None:
    game = Ground(FAR)
    game.judge(**MOVES)
    told = truth(game)
    assert told.picture.side == "" and told.picture.trips == (*SOUTHS, *NORTHS)
    assert told.picture.marks == {
        "C2": Mark(city="SOUTH", in_sight=True), "G3": Mark(men=1, in_sight=True),
        "C4": Mark(men=2, trucks=1, in_sight=True), "G8": Mark(enemy=1, in_sight=True),
        "C9": Mark(enemy=2, enemy_trucks=1, city="NORTH", in_sight=True),
    }  # fmt: skip
    for side in told.sides:
        assert side.picture == game.told(side.name.upper(), "standing").picture
