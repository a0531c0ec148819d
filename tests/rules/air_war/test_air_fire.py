"""Fire, deaths, possession and production of an Air War (3 to 6)."""

from __future__ import annotations

from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st
from playing_air import piles
from slow_air import kills

from gm.rules.air_war.aiming import check_fire, wasted
from gm.rules.air_war.position import City, Position, possessed, produced
from gm.rules.air_war.reading import Order
from gm.rules.air_war.rounds import play_fire, play_moves
from gm.rules.pictures.honeycomb import Board

BOARD = Board()


def position(south: str, north: str, cities: str = "") -> Position:
    """A position; *cities* as `C8 SOUTH NORTH`: field, owner, possessor."""
    found = tuple(City(*one.split()) for one in cities.split(", ")) if cities else ()
    return Position(BOARD, {"SOUTH": piles(south), "NORTH": piles(north)}, found)


def orders(text: str) -> list[Order]:
    """`2 G5-G6, G5-F5 / H5-H6`: orders, those of one line between slashes."""
    found = []
    for number, line in enumerate(text.split(" / "), 1):
        for one in line.split(", "):
            *chips, fields = one.split()
            found.append(Order("fire", int(chips[0]) if chips else None, *fields.split("-"), (number, 1)))
    return found


DEATHS = [
    # South's chips, North's, South's aims, North's aims, the dead of South, of North
    ("G5 3, H5 3", "G6 3", "G5-G6 3, H5-G6 3", "", "", "G6 3"),  # fire 6 on three: all die
    ("G5 3", "G6 3", "G5-G6 3", "", "", "G6 1"),  # fire 3 on three: one
    ("G5 3, H5 2", "G6 1", "G5-G6 3, H5-G6 2", "", "", "G6 1"),  # fire 5 on one: one
    ("G5 1", "G6 3", "G5-G6 1", "", "", ""),  # fire 1: nobody
    ("G5 2", "G6 2", "G5-G6 2", "G6-G5 2", "G5 1", "G6 1"),  # all fire is simultaneous
    ("G5 2", "G5 1", "", "", "", "G5 1"),  # contested: without orders
    ("G5 1", "G5 1", "", "", "", ""),
    ("G5 3", "G5 3", "", "", "G5 1", "G5 1"),
    ("G5 2, G4 2", "G5 3", "G4-G5 2", "", "G5 1", "G5 2"),  # from next door into the contested field
    ("G5 2", "G6 3", "G5-F5 2", "", "", ""),  # fire at an empty field
    ("G5 3, H5 3, F6 3", "G6 3", "G5-G6 3, H5-G6 3, F6-G6 3", "", "", "G6 3"),  # nine: still three
]


@each_row(("south", "north", "aims", "back", "dead_south", "dead_north"), DEATHS)
def test_deaths_go_by_the_table(south: str, north: str, aims: str, back: str, dead_south: str, dead_north: str) -> None:
    fought = play_fire(position(south, north), {"SOUTH": piles(aims), "NORTH": piles(back)})
    assert fought.dead == {"SOUTH": piles(dead_south), "NORTH": piles(dead_north)}


def test_a_contested_field_fires_on_itself_with_all_its_chips() -> None:
    fought = play_fire(position("G5 2", "G5 3, H5 1"), {"SOUTH": {}, "NORTH": {"H5-G5": 1}})
    assert fought.shots == {"SOUTH": {"G5-G5": 2}, "NORTH": {"G5-G5": 3, "H5-G5": 1}}
    assert fought.dead == {"SOUTH": {"G5": 2}, "NORTH": {"G5": 1}}


AIMERS = [
    ("G5 1", "G6 1", ["G5"], ["G6"]),
    ("G5 1", "G7 1", [], []),
    ("G5 1", "G5 1", [], []),  # contested: without orders
    ("G5 1, G6 1", "G5 1", ["G6"], []),  # G6 may aim at G5, where North fires without orders
    ("G5 1, G6 1", "G5 1, G6 1", [], []),
]


@each_row(("south", "north", "own", "theirs"), AIMERS)
def test_fire_is_held_for_chips_next_to_an_enemy_on_no_contested_field(
    south: str, north: str, own: list[str], theirs: list[str]
) -> None:
    there = position(south, north)
    assert list(there.aimers("SOUTH")) == own and list(there.aimers("NORTH")) == theirs


AIMS = [
    # orders, the shots that stand, (line, code) of the faults; South: G5 3, H5 1, and K5 on a contested field
    ("2 G5-G6", "G5-G6 2", []),
    ("G5-G6", "G5-G6 3", []),  # without a number: all
    ("G5-G6 / 1 G5-F5", "G5-F5 1, G5-G6 2", []),  # all that no other line aims
    ("1 G5-F5, G5-G6", "G5-F5 1, G5-G6 2", []),
    ("2 G5-G6 / 2 G5-F5", "G5-G6 2", [(2, "too-many-chips")]),
    ("2 G5-G6 / 1 G5-G6", "G5-G6 3", []),
    ("4 G5-G6 / H5-H6", "H5-H6 1", [(1, "too-many-chips")]),  # a wrong line, the other stands
    ("0 G5-G6", "", [(1, "too-many-chips")]),
    ("G5-G7", "", [(1, "not-adjacent")]),
    ("G5-G5", "", [(1, "not-adjacent")]),
    ("A1-A2", "", [(1, "no-chip")]),
    ("G6-G5", "", [(1, "no-chip")]),  # the enemy's
    ("K5-K6", "", [(1, "contested")]),
    ("1 G5-G6, 1 G5-G8", "", [(1, "not-adjacent")]),  # a line with a fault does nothing at all
    ("G5-G6 / G5-F5", "G5-G6 3", [(2, "too-many-chips")]),
    ("3 G5-G6 / G5-F5, H5-H6", "G5-G6 3", [(2, "too-many-chips")]),
    ("3 G5-G6 / 1 H5-H6, G5-F5", "G5-G6 3", [(2, "too-many-chips")]),  # what the line had used is given back
]


@each_row(("text", "shots", "faults"), AIMS)
def test_fire_stands_line_by_line(text: str, shots: str, faults: list[tuple[int, str]]) -> None:
    there = position("G5 3, H5 1, K5 2", "G6 2, K5 1")
    found, problems = check_fire(there, "SOUTH", orders(text))
    assert found == piles(shots) and [(p.line, p.code) for p in problems] == faults


def test_a_pair_without_the_word_is_no_fire() -> None:
    _, problems = check_fire(position("G5 1", "G6 1"), "SOUTH", [Order("", None, "G5", "G6", (1, 1))])
    assert [(p.code, p.hints) for p in problems] == [("no-fire", ("FIRE G5-G6",))]


def test_fire_at_a_field_without_enemies_is_pointed_out() -> None:
    assert wasted(position("G5 2", "G6 1"), "SOUTH", {"G5-G6": 1, "G5-F5": 1}) == ("F5",)


POSSESSION = [
    # South's chips, North's, possessor before, possessor after (6.3)
    ("", "", "SOUTH", "SOUTH"),
    ("C18 1", "", "NORTH", "SOUTH"),  # uncontested occupation
    ("C18 1", "C18 1", "NORTH", "NORTH"),  # contested: as before
    ("C18 1", "C18 1", "SOUTH", "SOUTH"),
    ("", "C18 2", "SOUTH", "NORTH"),
    ("C19 3", "", "NORTH", "NORTH"),  # to hold the airport is nothing
    ("", "", "NORTH", "NORTH"),
]


@each_row(("south", "north", "before", "after"), POSSESSION)
def test_a_city_is_his_who_last_held_it_uncontested(south: str, north: str, before: str, after: str) -> None:
    assert possessed(position(south, north, f"C18 NORTH {before}")).cities[0].possessor == after


def test_possession_is_looked_at_after_the_moves() -> None:
    # North walks in, and is killed in the fire that follows: the city was his in between.
    there = position("D8 3, D9 3", "B8 1", "C8 SOUTH SOUTH")
    walked = play_moves(Position(BOARD, {"SOUTH": there.chips["SOUTH"], "NORTH": {"C8": 1}}, there.cities), {})
    assert walked.cities[0].possessor == "NORTH"
    fought = play_fire(walked, {"SOUTH": {"D8-C8": 3}, "NORTH": {}})
    assert fought.dead["NORTH"] == {"C8": 1}
    assert fought.position.cities[0].possessor == "NORTH" and fought.made == ()


def test_possession_is_looked_at_after_the_deaths() -> None:
    # Contested after the moves; South's fire kills the last defender, and the city is South's.
    fought = play_fire(position("C18 2, C17 1", "C18 1", "C18 NORTH NORTH"), {"SOUTH": {"C17-C18": 1}, "NORTH": {}})
    assert fought.position.cities[0].possessor == "SOUTH"
    assert fought.made == ()  # it makes chips for its original owner alone


def test_a_city_freed_by_the_deaths_yields_a_chip_in_the_same_cycle() -> None:
    fought = play_fire(position("C8 2", "C8 1", "C8 SOUTH NORTH"), {})
    assert fought.position.cities[0].possessor == "SOUTH" and fought.made == ("C8",)
    assert fought.position.chips["SOUTH"] == {"C8": 3}


PRODUCTION = [
    # South's chips, North's, possessor of South's city C8, whether a chip is made (5)
    ("", "", "SOUTH", True),  # nobody is there
    ("C8 2", "", "SOUTH", True),
    ("C8 3", "", "SOUTH", False),  # three are
    ("C8 1", "C8 1", "SOUTH", False),  # contested
    ("", "", "NORTH", False),  # taken, and left
    ("", "C8 1", "NORTH", False),
]


@each_row(("south", "north", "possessor", "made"), PRODUCTION)
def test_a_city_makes_a_chip_for_its_original_owner(south: str, north: str, possessor: str, made: bool) -> None:
    after, cities = produced(position(south, north, f"C8 SOUTH {possessor}"))
    assert cities == (("C8",) if made else ())
    assert after.count("SOUTH") == position(south, north).count("SOUTH") + made


some = st.dictionaries(st.sampled_from(["G5", "G6", "F5", "H5", "F6", "C8"]), st.integers(1, 3), min_size=1)


@given(some, some, st.data())
def test_the_dead_are_those_of_the_table_whatever_is_aimed(
    south: dict[str, int], north: dict[str, int], data: st.DataObject
) -> None:
    chips = {"SOUTH": south, "NORTH": north}
    aims: dict[str, dict[str, int]] = {"SOUTH": {}, "NORTH": {}}
    shots: dict[str, dict[tuple[str, str], int]] = {"SOUTH": {}, "NORTH": {}}
    for side, foe in (("SOUTH", north), ("NORTH", south)):
        for field, number in chips[side].items():
            if field in foe:
                shots[side][field, field] = number
            else:
                target = data.draw(st.sampled_from([n for n in BOARD.near(field) if n != field]))
                aims[side][f"{field}-{target}"] = shots[side][field, target] = data.draw(st.integers(1, number))
    fought = play_fire(Position(BOARD, chips), aims)
    assert fought.dead == {"SOUTH": kills(shots["NORTH"], south), "NORTH": kills(shots["SOUTH"], north)}
