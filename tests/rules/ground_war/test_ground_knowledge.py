"""What a side knows: sightings with their age, trucks and cities out of sight, and that nobody looks anew."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from grounds import RULES, SIDES, Ground, scenario
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.rules import EVERYBODY, to


def seen(game: Ground, side: str) -> dict[str, str]:
    """YOU SEE of the last mail: field and what stands there."""
    return {field: what for field, what, _ in game.told(side, "standing").seen}


def earlier(game: Ground, side: str) -> dict[str, tuple[str, ...]]:
    """SEEN EARLIER of the last mail: when, and what stood where."""
    return dict(game.told(side, "standing").earlier)


def test_both_sides_are_told_the_whole_beginning() -> None:
    game = Ground()
    assert game.kinds("SOUTH") == ["standing", "setup"]
    south, north = game.told("SOUTH", "setup").sides
    assert (south.men, south.trucks, south.cities) == (("C2 2", "G2 1"), ("C2 1",), ("C2",))
    assert (north.men, north.trucks, north.cities) == (("C8 2", "G8 1"), ("C8 1",), ("C8",))


def test_what_is_out_of_sight_stays_as_it_was_seen_last_with_its_cycle() -> None:
    game = Ground(scenario("men = { G2 = 1 }", "men = { G4 = 2, A9 = 1 }"))
    game.judge("", "2 MEN G4-G5")
    assert seen(game, "SOUTH") == {} and earlier(game, "SOUTH") == {"at the beginning": ("A9 1 man",)}
    game.judge("MAN G2-G3")
    assert seen(game, "SOUTH") == {"G5": "enemy men (number unknown)"}
    game.judge("MAN G3-G2")
    assert earlier(game, "SOUTH") == {"in cycle 2": ("G5 men",), "at the beginning": ("A9 1 man",)}


def test_an_old_sighting_is_dropped_when_the_field_is_looked_at_again() -> None:
    game = Ground(scenario("men = { G2 = 1 }", "men = { G4 = 2 }"))
    game.judge("MAN G2-G1")
    assert earlier(game, "SOUTH") == {"at the beginning": ("G4 2 men",)}
    game.judge("MAN G1-G2", "2 MEN G4-H4")
    game.judge("", "2 MEN H4-I4")
    assert seen(game, "SOUTH") == {} and earlier(game, "SOUTH") == {}


TRUCKS = scenario(
    'men = { C2 = 2, C5 = 1 }\ntrucks = { C2 = 1 }\ncities = ["C2"]',
    'men = { E2 = 1, G8 = 1 }\ncities = ["G8"]',
)


def test_a_truck_left_behind_is_told_as_last_known_until_its_field_is_in_sight_again() -> None:
    game = Ground(TRUCKS)
    game.judge("2 MEN C2-C3", "MAN E2-D2")
    game.judge("READY")
    assert game.state.code == "C3M"  # D2 is two steps from C3: nobody may aim
    game.judge("2 MEN C3-C4", "MAN D2-C2")
    assert game.state.code == "C4M" and game.state.position.trucks == {"SOUTH": {}, "NORTH": {"C2": 1}}
    # C2 is two steps from C4, and it was looked at before the capture at the cycle's end.
    assert game.told("SOUTH", "standing").trucks == ("C2 1",)
    assert game.told("NORTH", "gained").trucks == ("C2 1",) and game.told("NORTH", "gained").cities == ("C2",)
    game.judge("2 MEN C4-C5")
    assert game.told("SOUTH", "standing").trucks == ("C2 1 (as far as you know; last near it in cycle 3)",)
    assert ("C2", "yours", "as known at the beginning") in game.told("SOUTH", "standing").cities
    game.judge("2 MEN C5-C4")
    standing = game.told("SOUTH", "standing")
    assert standing.trucks == () and seen(game, "SOUTH")["C2"] == "enemy men (number unknown), 1 truck"


def test_who_possesses_a_city_is_told_only_to_men_on_it() -> None:
    game = Ground(scenario('men = { C3 = 1 }\ncities = ["G5"]', 'men = { G5 = 1 }\ncities = ["C4"]'))
    game.judge("MAN C3-B4", "READY")  # NORTH's man stands on SOUTH's city and takes it
    assert game.state.position.cities["G5"].possessor == "NORTH"
    cities = {field: (whose, when) for field, whose, when in game.told("SOUTH", "standing").cities}
    assert cities == {"C4": ("North's", "as known at the beginning"), "G5": ("yours", "as known at the beginning")}
    game.judge("MAN B4-C4")
    assert game.told("SOUTH", "gained").cities == ("C4",)
    cities = {field: (whose, when) for field, whose, when in game.told("SOUTH", "standing").cities}
    assert cities["C4"] == ("yours", "")


def test_the_dead_are_taken_from_what_is_known_and_nobody_looks_anew() -> None:
    game = Ground(scenario("men = { G5 = 3 }", 'men = { G6 = 3 }\ncities = ["G6"]'), production_delay=0)
    game.judge()
    assert seen(game, "SOUTH") == {"G6": "3 enemy men"}
    game.judge("FIRE G5-G6")
    # One of three has died and the city has made another: that shows in the next stage 2.
    assert game.men("NORTH") == {"G6": 3} and seen(game, "SOUTH") == {"G6": "2 enemy men"}
    game.send("SOUTH", "BOARD")
    assert seen(game, "SOUTH") == {"G6": "2 enemy men"}
    assert {f: what for f, what, _ in RULES.view(game.state, "SOUTH").standing.seen} == seen(game, "SOUTH")
    game.judge()
    assert seen(game, "SOUTH") == {"G6": "3 enemy men"}


def test_the_losses_of_a_capture_are_not_told() -> None:
    text = scenario('men = { C3 = 1, A9 = 1 }\ntrucks = { G5 = 1 }\ncities = ["G6"]', "men = { G5 = 1, G6 = 1 }")
    game = Ground(text)
    game.judge()
    assert game.state.position.trucks["NORTH"] == {"G5": 1}
    gained = game.told("SOUTH", "gained")
    assert (gained.lost, gained.killed, gained.made, gained.cities, gained.trucks) == ((), (), (), (), ())
    assert "G5 1" in game.told("SOUTH", "standing").trucks[0]


def _without_picture(body: Any) -> Any:
    """A report has the board as text alone."""
    return msgspec.structs.replace(body, picture=None) if hasattr(body, "picture") else body


def test_report_tells_a_cycle_again_word_for_word() -> None:
    game = Ground(scenario('men = { G4 = 3, C2 = 1 }\ncities = ["C2"]', 'men = { G7 = 2 }\ncities = ["G7"]'))
    told: dict[str, list[Any]] = {}
    for cycle, south in ((1, "3 MEN G4-G5"), (2, "2 MEN G5-G6"), (3, "MAN C2-C3")):
        while game.state.cycle == cycle:
            game.judge(south if game.state.kind == "moves" else "FIRE ALL G6-G7")
            bodies = [n.body for n in game.notices if n.audience in (to("SOUTH"), EVERYBODY)]
            told.setdefault(str(cycle), []).append(bodies)
    for cycle, rounds in told.items():
        game.send("SOUTH", f"REPORT {cycle}")
        retold = game.told("SOUTH", "retold")
        again = [
            [one for one in (part.moved, part.gained, part.standing, part.shots) if one is not None]
            for part in retold.rounds
        ]
        plain = [[_without_picture(body) for body in bodies] for bodies in rounds]
        assert again == plain
    game.send("SOUTH", "REPORT 0")
    assert game.told("SOUTH", "retold").setup.scenario == "Test"


def test_a_trial_knows_only_what_its_sender_knows() -> None:
    text = scenario("men = { G2 = 2 }\ntrucks = { G2 = 1 }", "men = { G7 = 1 }")
    game = Ground(text)
    game.judge("", "MAN G7-G6")
    game.send("SOUTH", "TRY\nTRUCK G2-G3-G4-G5 WITH 2")
    assert game.told("SOUTH", "tried").moves == (("TRUCK G2-G3-G4-G5 WITH 2", "done"),)
    assert game.filed("SOUTH") == () and len(game.notices) == 1
    game.judge("TRUCK G2-G3-G4-G5 WITH 2")
    assert game.told("SOUTH", "marched").moves == (("TRUCK G2-G3-G4-G5 WITH 2", "done"),)
    game.judge("HOLD FIRE")
    game.send("SOUTH", "TRY TRUCK G5-H5-H6-H7 WITH 1")
    assert game.told("SOUTH", "tried").moves == (("TRUCK G5-H5-H6-H7 WITH 1", "stopped on H5"),)


def test_a_trial_of_fire_counts_what_would_die() -> None:
    game = Ground(scenario("men = { G5 = 3, H5 = 1 }", "men = { G6 = 3 }"))
    game.judge()
    game.send("SOUTH", "TRY\nFIRE G5-G6\nFIRE 1 H5-H6")
    assert game.told("SOUTH", "tried").fire == (
        ("FIRE 3 G5-G6", "fire of 3 on 3 men: 1 would die"),
        ("FIRE 1 H5-H6", "nobody stands there now, as you know"),
    )


def test_a_picture_shows_what_the_side_knows() -> None:
    game = Ground(scenario("men = { G5 = 3, C2 = 1 }\ntrucks = { C2 = 1 }\ncities = [\"C2\"]",
                           "men = { G6 = 2, A9 = 1 }\ntrucks = { G7 = 1 }\ncities = [\"I9\"]"))  # fmt: skip
    game.judge("MAN C2-C3")
    game.judge("FIRE G5-G6")
    picture = RULES.picture(game.state, "SOUTH")  # type: ignore[attr-defined]
    marks = picture.marks
    assert (marks["G5"].men, marks["G6"].enemy, marks["G6"].deaths) == (3, 1, {"NORTH": 1})
    assert (marks["G7"].enemy_trucks, marks["G7"].seen) == (1, None)
    assert (marks["A9"].enemy, marks["A9"].seen) == (1, 0) and not marks["A9"].in_sight
    assert (marks["C2"].trucks, marks["C2"].trucks_known, marks["C2"].city_known) == (1, None, 0)
    assert marks["I9"].city == "NORTH" and marks["H5"].in_sight and "A5" not in marks
    assert [(s.side, s.source, s.target, s.men) for s in picture.shots] == [("SOUTH", "G5", "G6", 3)]


# -- what a side is told depends on nothing else ---------------------------------------------------------------

WIDE = scenario("men = {{ B2 = 2, C3 = 2, D2 = 1 }}\ntrucks = {{ C3 = 1 }}\ncities = [\"B2\"]",
                "men = {{ B9 = 1{more} }}\ncities = [\"B9\"]", rows=11, columns=11)  # fmt: skip
MOVES = [
    "MAN B9-B10",
    "MAN B9-C9",
    "2 MEN I9-I8",
    "MAN J10-J9",
    "TRUCK J10-J9-J8 WITH 1",
    "CLEAR",
    "HOLD FIRE",
    "G9-G10",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(MOVES), max_size=3), min_size=1, max_size=3), st.lists(st.sampled_from(MOVES)))
def test_what_the_enemy_does_out_of_sight_changes_nothing_that_a_side_is_told(
    cycles: list[list[str]], probes: list[str]
) -> None:
    def told(orders: list[list[str]]) -> list[object]:
        game = Ground(WIDE.format(more=", I9 = 2, J10 = 1"))
        found: list[object] = []
        for cycle, lines in enumerate(orders, 1):
            game.send("NORTH", "\n".join(lines))
            own = ["2 MEN B2-B3", "TRUCK C3-C4 WITH 2", "MAN B3-C3", "JUMP B2-B9", "MAN I9-I8", *probes]
            found.append(game.read("SOUTH", "\n".join(own)))
            found.append(game.send("SOUTH", "\n".join([*own, "BOARD", f"REPORT {cycle - 1}"])))
            found[-1] = [n for n in game.notices if n.audience.includes("SOUTH")]
            game.judge()
            found.append([n for n in game.notices if n.audience.includes("SOUTH")])
            found.append(RULES.view(game.state, "SOUTH"))
        return found

    assert told(cycles) == told([[] for _ in cycles])


@pytest.mark.parametrize("side", SIDES)
def test_the_view_of_a_side_is_plain_and_the_observers_is_the_beginning(side: str) -> None:
    game = Ground()
    game.judge("MAN C2-C3", "MAN C8-C7")
    plain = msgspec.json.decode(msgspec.json.encode(RULES.view(game.state, side)))
    assert {"filed", "example", "topic", "standing"} <= set(plain)
    public = msgspec.json.decode(msgspec.json.encode(RULES.view(game.state, None)))
    assert public["setup"]["sides"][0]["men"] == ["C2 2", "G2 1"]
    assert "standing" not in public and "filed" not in public
