"""What the umpire of a Ground War may change (IX d): how far men see, the death table, and a limit of cycles."""

from __future__ import annotations

from typing import Any

from grounds import RULES, Ground, both, judge, scenario
from helpers.rows import each_row
from slow_ground import reach

from gm.rules.ground_war.faults import words
from gm.rules.ground_war.state import Options
from gm.rules.lines import letters
from gm.rules.war import faults

# -- sight (IV): G5 touches G6; I5 and G7 are two steps from it, J5 three ----------------------------------------

MEN = both({"G5": 1}, {"G6": 2, "I5": 3, "J5": 1})
TRUCKS = both({}, {"G6": 1, "G7": 2, "J5": 1})
SIGHT = [
    ({}, {"G6": 2}, {"G6": 1, "G7": 2}, ["I5", "G6"]),
    ({"sight": 1}, {"G6": 2}, {"G6": 1}, ["G6"]),
    ({"sight_exact": 2}, {"I5": 3, "G6": 2}, {"G6": 1, "G7": 2}, ["I5", "G6"]),
    ({"sight": 3}, {"G6": 2}, {"J5": 1, "G6": 1, "G7": 2}, ["I5", "J5", "G6"]),
    ({"sight": 3, "sight_exact": 3}, {"I5": 3, "J5": 1, "G6": 2}, {"J5": 1, "G6": 1, "G7": 2}, ["I5", "J5", "G6"]),
]


@each_row(("options", "men", "trucks", "occupied"), SIGHT)
def test_a_side_sees_as_far_as_the_umpire_says(options: Any, men: Any, trucks: Any, occupied: list[str]) -> None:
    told = judge("moves", men=MEN, trucks=TRUCKS, options=options)["told"]["SOUTH"]
    assert told == {"men": men, "trucks": trucks, "occupied": occupied}


def test_what_a_side_sees_is_told_with_its_distance_and_what_it_does_not_see_is_dark() -> None:
    game = Ground(scenario("men = { E2 = 1 }", "men = { E5 = 2, H8 = 1 }"), sight=3)
    game.judge()
    assert game.told("SOUTH", "standing").seen == (("E5", "enemy men (number unknown)", "3 steps from your E2"),)
    assert game.state.knows["SOUTH"].sight(game.state.position.board) == reach({"E2"}, 3, 9, 9)
    near = Ground(scenario("men = { E2 = 1 }", "men = { E4 = 2 }"), sight=1)
    near.judge()
    assert near.told("SOUTH", "standing").seen == () and near.told("SOUTH", "standing").sight == 1
    assert near.state.knows["SOUTH"].sight(near.state.position.board) == reach({"E2"}, 1, 9, 9)


# -- deaths (VI): G5 and H5 touch G6 -----------------------------------------------------------------------------

DEATHS = [
    ([1, 1, 2], 1, 3, 1),
    ([1, 1, 2], 2, 3, 1),
    ([1, 1, 2], 3, 3, 2),
    ([1, 1, 2], 6, 3, 2),  # of more units, as many as of the last
    ([1, 1, 2], 3, 1, 1),  # never more than are there
    ([0, 2], 1, 3, 0),
    ([0, 2], 2, 3, 2),
    ([0], 6, 3, 0),
    ([], 6, 3, 3),
]


@each_row(("table", "fire", "men", "dead"), DEATHS)
def test_so_many_die_as_the_table_of_the_game_says(table: list[int], fire: int, men: int, dead: int) -> None:
    lines = [f"FIRE {number} {field}-G6" for field, number in (("G5", min(fire, 3)), ("H5", fire - 3)) if number > 0]
    found = judge("fire", "\n".join(lines), men=both({"G5": 3, "H5": 3}, {"G6": men}), options={"deaths": table})
    assert found["deaths"]["NORTH"] == ({"G6": dead} if dead else {})


def test_a_trial_of_fire_counts_by_the_table_of_the_game() -> None:
    game = Ground(scenario("men = { C4 = 3 }", "men = { C5 = 2 }"), deaths=(0, 0, 1))
    game.judge()
    game.send("SOUTH", "TRY FIRE 3 C4-C5")
    assert game.told("SOUTH", "tried").fire == (("FIRE 3 C4-C5", "fire of 3 on 2 men: 1 would die"),)


# -- a last cycle ------------------------------------------------------------------------------------------------

COUNTS = [
    # men and cities of both sides, options, who wins, in words
    ("C2 = 2", ["C2"], "C8 = 3", ["C8"], {}, "NORTH", ("North", 3, "men", 2)),
    ("C2 = 2", ["C2", "G2"], "C8 = 2", ["C8"], {}, "SOUTH", ("South", 2, "cities", 1)),
    ("C2 = 3, G2 = 2", ["C2"], "C8 = 1", ["C8", "G8"], {"count": "cities"}, "NORTH", ("North", 2, "cities", 1)),
    ("C2 = 3, G2 = 2", ["C2"], "C8 = 1", ["C8"], {"count": "cities"}, "SOUTH", ("South", 5, "men", 1)),
    # the new men of the last cycle count: two and one are three, and a full pile makes none
    ("C2 = 2, G2 = 1", ["C2"], "C8 = 3", ["C8"], {"production_delay": 0}, "SOUTH", ("South", 4, "men", 3)),
]


@each_row(("south", "cities", "north", "others", "options", "winner", "said"), COUNTS)
def test_after_the_last_cycle_the_side_that_counts_more_has_won(
    south: str, cities: list[str], north: str, others: list[str], options: Any, winner: str, said: tuple[Any, ...]
) -> None:
    text = scenario(f"men = {{ {south} }}\ncities = {cities}", f"men = {{ {north} }}\ncities = {others}")
    game = Ground(text, cycles=1, **options)
    assert RULES.phase(game.state).title == "Cycle 1 (last) moves"
    game.judge()
    outcome = RULES.outcome(game.state)
    name, most, of, least = said
    assert outcome is not None and outcome.winners == (winner,)
    assert outcome.how == faults.words("counted", winner=name, cycle=1, most=most, of=of, least=least)


def test_equal_counts_are_a_draw_and_before_the_last_cycle_nobody_counts() -> None:
    text = scenario('men = { C2 = 2 }\ncities = ["C2"]', 'men = { G8 = 2 }\ncities = ["C8"]')
    game = Ground(text, cycles=2)
    game.judge()
    assert RULES.outcome(game.state) is None
    game.judge()
    outcome = RULES.outcome(game.state)
    assert outcome is not None and outcome.winners == ("SOUTH", "NORTH")
    assert outcome.how == faults.words("counted.equal", cycle=2, equal="2 men and 1 city")


def test_in_turns_the_last_cycle_ends_with_norths() -> None:
    text = scenario('men = { C2 = 2 }\ncities = ["C2"]', 'men = { G8 = 1 }\ncities = ["C8"]')
    game = Ground(text, cycles=1, information="complete", turns="alternate")
    game.judge()
    assert RULES.outcome(game.state) is None and RULES.phase(game.state).title == "Cycle 1 (last) North's turn"
    game.judge()
    assert RULES.outcome(game.state).winners == ("SOUTH",)


# -- what the first mail says, and what is refused ---------------------------------------------------------------


def test_the_first_mail_tells_both_sides_what_differs() -> None:
    game = Ground(sight=3, sight_exact=2, deaths=(1, 2), cycles=12, count="cities")
    assert game.told("SOUTH", "setup").rules == game.told("NORTH", "setup").rules == (
        "You see enemy men and trucks up to 3 steps from your men, and how many men there are up to 2 steps.",
        "Of 1, 2 or more units of fire on a field so many die: 1, 2.",
        "Cycle 12 is the last. If nobody has won by its end, the side with more cities has won; with as many, the one "
        "with more men; else it is a draw.",
    )  # fmt: skip
    assert Ground().told("SOUTH", "setup").rules == ()


WRONG = [
    ({"sight": 0}, letters.words("bounds", key="sight", least=1, most=9)),
    ({"sight": 2, "sight_exact": 3}, letters.words("bounds", key="sight_exact", least=1, most=2)),
    ({"deaths": (0, 2, 1)}, faults.words("deaths", longest=36, most=9)),
    ({"deaths": (10,)}, faults.words("deaths", longest=36, most=9)),
    ({"deaths": (0,) * 37}, faults.words("deaths", longest=36, most=9)),
    ({"cycles": -1}, letters.words("bounds", key="cycles", least=0, most=999)),
    ({"information": "complete"}, words("information", information="complete", turns="simultaneous")),
    ({"sight": 9, "sight_exact": 9, "deaths": (0,) * 36, "cycles": 999}, ""),
]


@each_row(("options", "message"), WRONG)
def test_options_beyond_reason_are_refused(options: Any, message: str) -> None:
    assert RULES.check(Options(**options)) == message
