"""Games without an umpire (IX e): turns with complete information, and information up to the last cycle."""

from __future__ import annotations

from grounds import RULES, Ground, scenario

from gm.rules import Orders
from gm.rules.ground_war.faults import words

TURNS = {"information": "complete", "turns": "alternate"}
MEET = scenario("men = { G4 = 3, C2 = 1 }\ntrucks = { C2 = 1 }\ncities = [\"C2\"]",
                "men = { G6 = 3, C8 = 1 }\ncities = [\"C8\"]")  # fmt: skip


def test_in_turns_south_moves_and_fires_before_north_does() -> None:
    game = Ground(MEET, **TURNS)
    assert game.state.code == "C1S" and game.owing() == ["SOUTH"]
    game.judge("3 MEN G4-G5\nFIRE G5-G6")
    assert game.men("SOUTH") == {"C2": 1, "G5": 3} and game.men("NORTH") == {"G6": 2, "C8": 1}
    assert game.state.code == "C1N" and game.owing() == ["NORTH"]
    assert game.told("NORTH", "marched").enemy == (("3 MEN G4-G5", "done"),)
    game.judge("", "FIRE G6-G5")
    assert game.men("SOUTH") == {"C2": 1, "G5": 2} and game.state.code == "C2S"


def test_in_turns_only_the_side_whose_turn_it_is_fires_on_contested_fields() -> None:
    game = Ground(scenario("men = { G5 = 2 }", "men = { G6 = 2 }"), **TURNS)
    game.judge("2 MEN G5-G6")
    assert game.men("NORTH") == {"G6": 1} and game.men("SOUTH") == {"G6": 2}
    game.judge("", "READY")  # one man fires, and kills nobody
    assert game.men("SOUTH") == {"G6": 2}


def test_in_turns_both_are_told_the_whole_position() -> None:
    game = Ground(MEET, **TURNS)
    game.judge("MAN C2-C3")
    standing = game.told("NORTH", "standing")
    assert [(field, what) for field, what, _ in standing.seen] == [
        ("C2", "1 enemy truck"), ("C3", "1 enemy man"), ("G4", "3 enemy men"),
    ]  # fmt: skip
    assert standing.complete


def test_in_turns_fire_is_checked_by_where_men_stand_after_the_moves() -> None:
    game = Ground(MEET, **TURNS)
    read = game.read("SOUTH", "FIRE 1 G4-G5\n2 MEN G4-G5\nFIRE 3 G5-G6\nFIRE 2 G5-G6")
    assert isinstance(read, Orders)
    assert read.problems == (
        words.problem((1, 8), "cannot-aim", ["G5"], field="G4"),
        words.problem((3, 6), "too-few", ["2"], men="2 men", field="G5"),
    )


def test_in_turns_the_other_side_orders_nothing() -> None:
    game = Ground(MEET, **TURNS)
    read = game.read("NORTH", "MAN C8-C7\nFIRE G6-G5")
    assert isinstance(read, Orders) and len(read.problems) == 2 and read.acts == ()


def test_in_turns_a_truck_is_stopped_by_the_enemy_as_he_stands_when_its_turn_begins() -> None:
    text = scenario("men = { G4 = 1 }", "men = { C8 = 1 }\ntrucks = { C8 = 1 }")
    game = Ground(text, **TURNS)
    game.judge("MAN G4-F5")
    game.judge("", "TRUCK C8-D7-E7-E6")  # E6 is next to F5, where SOUTH's man stands now
    assert game.men("NORTH") == {"E6": 1}
    game = Ground(text.replace("G4 = 1", "E5 = 1"), **TURNS)
    game.judge()
    game.judge("", "TRUCK C8-D7-E7-E6-F6")
    assert game.men("NORTH") == {"C8": 1}  # four steps were refused


def test_in_turns_production_and_captures_come_after_norths() -> None:
    text = scenario('men = { C7 = 1 }\ncities = ["C2"]', 'men = { G8 = 1 }\ncities = ["C8"]')
    game = Ground(text, production_delay=0, **TURNS)
    game.judge("MAN C7-C8")
    assert game.state.position.cities["C8"].possessor == "NORTH" and game.men("SOUTH") == {"C8": 1}
    game.judge()
    assert game.state.position.cities["C8"].since == 1 and game.men("SOUTH") == {"C2": 1, "C8": 1}
    assert game.told("SOUTH", "gained").made == ("C2",)


def test_up_to_the_last_cycle_both_are_told_the_position_before_every_round() -> None:
    game = Ground(MEET, information="last-cycle")
    assert game.owing() == ["SOUTH", "NORTH"]
    game.judge("3 MEN G4-G5", "MAN C8-C7")
    assert game.state.code == "C1F"
    seen = {field: what for field, what, _ in game.told("SOUTH", "standing").seen}
    assert seen == {"G6": "3 enemy men", "C7": "1 enemy man"}
    assert game.told("SOUTH", "marched").enemy == ()  # where men came from is not told
    game.judge("FIRE G5-G6", "FIRE G6-G5")
    seen = {field: what for field, what, _ in game.told("SOUTH", "standing").seen}
    assert seen == {"G6": "2 enemy men", "C7": "1 enemy man"}
    assert RULES.view(game.state, "SOUTH").standing.complete


def test_up_to_the_last_cycle_the_end_of_a_cycle_is_told_too() -> None:
    text = scenario('men = { C3 = 1 }\ncities = ["C2"]', 'men = { G8 = 1 }\ncities = ["G2"]')
    game = Ground(text, information="last-cycle", production_delay=0)
    game.judge()
    seen = {field: what for field, what, _ in game.told("SOUTH", "standing").seen}
    assert seen == {"G2": "1 enemy man", "G8": "1 enemy man"}
