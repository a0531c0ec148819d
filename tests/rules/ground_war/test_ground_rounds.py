"""Rounds of sealed orders: what stands on file, when a round of fire is held, how cycles and games end."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from grounds import AT, RULES, Ground, both, scenario
from helpers.rows import each_row

from gm.rules import DISCLOSURE, Orders, Outcome, Problems, to
from gm.rules.ground_war.position import City, Position
from gm.rules.ground_war.production import beaten
from gm.rules.lines.letters import words

MEET = scenario('men = { G5 = 3, C2 = 1 }\ncities = ["C2"]', 'men = { G6 = 2, C8 = 1 }\ncities = ["C8"]')


def test_a_later_mail_replaces_the_earlier_one_as_a_whole() -> None:
    game = Ground()
    game.send("SOUTH", "MAN C2-C3\nMAN G2-G3")
    game.send("SOUTH", "MAN G2-H2")
    assert game.filed("SOUTH") == ("MAN G2-H2",)


@each_row("text", ["READY", "BOARD", "REPORT 0", "PROPOSE DRAW", "MAN A1-A2", "Hello", "TRY\nMAN C2-C3"])
def test_a_mail_without_a_right_order_line_leaves_what_is_on_file(text: str) -> None:
    game = Ground()
    game.send("SOUTH", "MAN C2-C3")
    game.send("SOUTH", text)
    assert game.filed("SOUTH") == ("MAN C2-C3",)


def test_clear_leaves_nothing_on_file_and_takes_ready_back() -> None:
    game = Ground()
    game.send("SOUTH", "MAN C2-C3\nREADY")
    game.send("SOUTH", "CLEAR")
    assert game.filed("SOUTH") == () and game.state.ready == ()
    game.send("SOUTH", "MAN G2-G3\nCLEAR\nREADY")  # CLEAR comes first, wherever it stands
    assert game.filed("SOUTH") == ("MAN G2-G3",) and game.state.ready == ("SOUTH",)


def test_other_orders_take_ready_back() -> None:
    game = Ground()
    game.send("SOUTH", "MAN C2-C3\nREADY")
    game.send("SOUTH", "MAN G2-G3")
    assert game.state.ready == ()


def test_ready_may_stand_behind_an_order_on_its_line() -> None:
    game = Ground()
    game.send("SOUTH", "MAN C2-C3 ready")
    assert game.filed("SOUTH") == ("MAN C2-C3",) and game.state.ready == ("SOUTH",)


def test_ready_does_nothing_beside_a_wrong_line_and_the_right_lines_stand() -> None:
    game = Ground()
    game.send("SOUTH", "MAN A1-A2\nMAN C2-C3\nREADY")
    assert game.state.ready == () and game.filed("SOUTH") == ("MAN C2-C3",)


def test_each_side_owes_every_round_of_moves_with_or_without_men() -> None:
    game = Ground(scenario("men = { C2 = 1 }", 'cities = ["C8"]'))
    assert game.owing() == ["SOUTH", "NORTH"]
    assert [duty.filed for duty in RULES.duties(game.state)] == [False, False]
    game.send("NORTH", "READY")
    assert [duty.filed for duty in RULES.duties(game.state)] == [False, True]


def test_orders_on_file_are_enough_at_the_deadline_but_do_not_end_a_round_early() -> None:
    game = Ground()
    game.send("SOUTH", "MAN C2-C3")
    assert [(duty.filed, duty.enough) for duty in RULES.duties(game.state)] == [(False, True), (False, False)]


def test_silence_is_sealed_like_orders() -> None:
    game = Ground()
    game.send("SOUTH", "READY")
    assert RULES.on_file(game.state, "SOUTH") == RULES.on_file(game.state, "NORTH") == "(nothing)"


def test_who_has_nothing_on_file_stays() -> None:
    game = Ground()
    before = game.men("SOUTH")
    game.judge()
    assert game.men("SOUTH") == before and game.state.code == "C2M"
    assert game.told("SOUTH", "marched").moves == ()


def test_the_round_of_fire_is_held_only_if_some_man_may_aim() -> None:
    game = Ground(MEET)
    game.judge("MAN C2-C3")
    assert game.state.code == "C1F" and game.owing() == ["SOUTH", "NORTH"]
    assert game.kinds("SOUTH") == ["marched", "standing"]  # production waits for the fire
    game.judge("FIRE 2 G5-G6\nREADY", "HOLD FIRE")
    assert game.state.code == "C2M"
    assert game.kinds("SOUTH") == ["gained", "standing", "shots"]
    assert game.men("NORTH") == {"G6": 1, "C8": 1}


def test_where_nobody_may_aim_information_fire_and_production_come_in_one_mail() -> None:
    game = Ground(MEET)
    game.judge("3 MEN G5-G6")  # all men who meet stand on one field
    assert game.state.code == "C2M"
    assert game.kinds("SOUTH") == game.kinds("NORTH") == ["marched", "gained", "standing", "shots"]
    assert game.told("SOUTH", "shots").fire == (("South", "G6", 3, "G6"), ("North", "G6", 2, "G6"))
    assert game.told("SOUTH", "shots").deaths == (("G6", "South", 1), ("G6", "North", 1))


def test_only_a_side_with_a_man_who_may_aim_owes_fire() -> None:
    # SOUTH's man on G4 stands next to G5, which is contested: he may aim, and nobody of NORTH's may.
    game = Ground(scenario("men = { G4 = 1, G5 = 1 }", "men = { G6 = 1 }"))
    game.judge("", "MAN G6-G5")
    assert game.state.code == "C1F" and game.owing() == ["SOUTH"]
    read = game.read("NORTH", "FIRE G5-G4")
    assert isinstance(read, Orders) and len(read.problems) == 1 and read.acts == ()
    assert RULES.view(game.state, "NORTH").example == ()


def test_without_fire_nobody_else_is_told_of_any() -> None:
    game = Ground()
    game.judge("MAN C2-C3\nREADY", "READY")
    assert game.kinds("SOUTH") == ["marched", "gained", "standing"]
    assert [n.kind for n in game.notices if n.audience.includes(None)] == []


def test_observers_are_told_the_beginning_and_fire_and_deaths_alone() -> None:
    game = Ground(MEET)
    assert [n.kind for n in game.notices if n.audience.includes(None)] == ["setup"]
    game.judge()
    assert [n.kind for n in game.notices if n.audience.includes(None)] == []
    game.judge("FIRE G5-G6")
    assert [n.kind for n in game.notices if n.audience.includes(None)] == ["shots"]


def test_what_both_sides_did_is_kept_for_the_disclosure() -> None:
    game = Ground(MEET)
    game.judge("MAN G5-F6", "2 MEN G6-G7")
    truth = next(n.body for n in game.notices if n.audience == DISCLOSURE and n.kind == "truth")
    assert [side.moves for side in truth.sides] == [(("MAN G5-F6", "done"),), (("2 MEN G6-G7", "done"),)]
    assert truth.sides[1].men == ("G7 2", "C8 1")


# -- letters for another round ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        ("C1M", words("over", named="C1M", due="the round now due", now="C1F")),
        ("C2M", words("not-begun", named="C2M", now="C1F")),
        ("C1F", ""),
        ("", ""),
    ],
)
def test_orders_for_another_round_are_out_of_place(phase: str, reason: str) -> None:
    game = Ground(MEET)
    game.judge()
    read = game.read("SOUTH", "FIRE G5-G6\nREADY", phase)
    assert (read.reason if isinstance(read, Problems) else "") == reason


def test_a_question_is_answered_whatever_mail_it_replies_to() -> None:
    game = Ground(MEET)
    game.judge()
    read = game.read("SOUTH", "BOARD\nREPORT 1", "C1M")
    assert isinstance(read, Orders) and len(read.acts) == 2
    read = game.read("SOUTH", "BOARD\nREADY", "C1M")
    assert isinstance(read, Problems) and len(read.asks) == 1


# -- draws and ends --------------------------------------------------------------------------------------------


def test_a_draw_that_both_propose_in_one_cycle_ends_the_game() -> None:
    game = Ground(MEET)
    game.send("SOUTH", "PROPOSE DRAW")
    assert [n.audience for n in game.notices if n.kind == "drawproposed"] == [to("SOUTH"), to("NORTH")]
    game.send("SOUTH", "PROPOSE DRAW")  # again: the other side is not told twice
    assert [n.audience for n in game.notices if n.kind == "drawproposed"] == [to("SOUTH")]
    game.judge()
    assert game.state.code == "C1F" and RULES.outcome(game.state) is None
    game.send("NORTH", "propose a draw.")
    assert RULES.outcome(game.state) == Outcome(("SOUTH", "NORTH"), "a draw, which both sides proposed")
    assert RULES.duties(game.state) == () and RULES.phase(game.state) is None


def test_a_proposal_ends_with_its_cycle() -> None:
    game = Ground()
    game.send("SOUTH", "PROPOSE DRAW")
    game.judge()
    game.send("NORTH", "PROPOSE DRAW")
    assert RULES.outcome(game.state) is None


def test_whoever_leaves_has_lost() -> None:
    game = Ground()
    outcome = RULES.outcome(RULES.seat_left(game.state, "SOUTH").state)
    assert outcome == Outcome(("NORTH",), "North has won: South has resigned")


LAST = scenario("men = { G5 = 3, H5 = 3, A1 = 1 }", 'men = { G6 = 3 }\ncities = ["{city}"]')


def test_a_side_without_men_goes_on_while_it_has_a_city() -> None:
    game = Ground(LAST.replace("{city}", "C8"))
    game.judge()
    game.judge("FIRE G5-G6\nFIRE H5-G6")
    assert game.men("NORTH") == {} and RULES.outcome(game.state) is None
    assert game.owing() == ["SOUTH", "NORTH"]


def test_a_side_without_men_and_cities_has_lost_at_the_end_of_the_cycle() -> None:
    game = Ground(LAST.replace("{city}", "A1"))
    game.judge()
    game.judge("FIRE G5-G6\nFIRE H5-G6")
    how = "South has won: North has no men and no city left"
    assert RULES.outcome(game.state) == Outcome(("SOUTH",), how)
    assert game.told("SOUTH", "gained").cities == ("A1",)


@each_row(
    ("men", "cities", "lost"),
    [
        (both({"A1": 1}, {"B1": 1}), {}, ()),
        (both({"A1": 1}, {}), {}, ("NORTH",)),
        (both({"A1": 1}, {}), {"C4": "NORTH"}, ()),
        (both({}, {}), {"C4": "NORTH"}, ("SOUTH",)),
        (both({}, {}), {}, ("SOUTH", "NORTH")),
    ],
)
def test_a_side_is_beaten_without_men_and_cities_and_both_may_be(
    men: dict[str, dict[str, int]], cities: dict[str, str], lost: tuple[str, ...]
) -> None:
    held = {field: City(side, 0) for field, side in cities.items()}
    assert beaten(Position(9, 9, men, both({}), held)) == lost


# -- what players can paste back -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["duel", "crossroads", "bridgehead"])
def test_the_example_in_every_mail_is_right_and_moves_each_pile_but_leaves_a_man_in_each_city(name: str) -> None:
    game = Ground()
    game.state = RULES.open(type(game.options)(scenario=name), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    for _ in range(9):
        for side in ("SOUTH", "NORTH"):
            lines = RULES.view(game.state, side).example
            read = game.read(side, "\n".join(lines))
            assert isinstance(read, Orders) and read.problems == () and read.unread == ()
            assert "READY" not in lines
            if game.state.kind == "moves":
                own = game.state.knows[side].cities
                cities = {field for field, held in own.items() if held.possessor == side}
                starts = {line.replace("WITH", "").split("-")[0].split()[-1] for line in lines}
                assert starts == {field for field, men in game.men(side).items() if men > (field in cities)}
            game.state = RULES.file(game.state, side, read, AT).state
            moves = game.state.filed[side].moves if game.state.kind == "moves" else ()
            for field in cities if moves else ():
                assert game.men(side).get(field, 1) > sum(move.men for move in moves if move.path[0] == field)
        game.judge()


def test_an_example_is_shown_even_if_all_men_stand_alone_in_cities() -> None:
    game = Ground(scenario('men = { C2 = 1 }\ncities = ["C2"]', "men = { C8 = 1 }"))
    assert RULES.view(game.state, "SOUTH").example == ("MAN C2-C3",)


def test_the_same_game_is_played_alike_from_both_sides() -> None:
    # SOUTH and NORTH of a mirrored scenario send mirrored letters: whatever happens is mirrored.
    def across(text: str) -> str:
        return re.sub(r"([A-I])(\d)", lambda m: f"{m[1]}{10 - int(m[2])}", text)

    game = Ground()
    for south in ("2 MEN C2-C3, G2-G3", "TRUCK C3-C4", "MAN C3-D4\nMAN G3-G4", "MAN D4-D5\nMAN G4-G5", "FIRE G5-G6"):
        game.judge(south, across(south))
        assert {across(field): n for field, n in game.men("SOUTH").items()} == game.men("NORTH")
