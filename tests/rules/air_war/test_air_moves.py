"""Moves of an Air War (1): which sets are valid, which fail and why, and what they do to the chips."""

from __future__ import annotations

from helpers.rows import each_row
from hypothesis import example, given
from hypothesis import strategies as st
from playing_air import piles
from slow_air import may_move

from gm.rules.air_war.moves import broken_rules, departures, moved, read_move
from gm.rules.air_war.position import City, Position
from gm.rules.pictures.honeycomb import Board, Field

BOARD = Board()
# South's cities with airports C7, H4, O8; North's with C19, H22, O18.
CITIES = (
    City("H5", "SOUTH", "SOUTH"), City("C8", "SOUTH", "SOUTH"), City("O9", "SOUTH", "SOUTH"),
    City("O17", "NORTH", "NORTH"), City("C18", "NORTH", "NORTH"), City("H21", "NORTH", "NORTH"),
)  # fmt: skip


def position(south: str, north: str = "", taken: str = "") -> Position:
    """A position; *taken*: the cities that are in the other side's possession."""
    cities = tuple(
        City(c.field, c.owner, {"SOUTH": "NORTH", "NORTH": "SOUTH"}[c.owner] if c.field in taken.split() else c.owner)
        for c in CITIES
    )
    return Position(BOARD, {"SOUTH": piles(south), "NORTH": piles(north)}, cities)


def wrong(south: str, moves: str, north: str = "", taken: str = "") -> list[str]:
    """The codes of all rules that South's set of moves breaks."""
    found = broken_rules(position(south, north, taken), "SOUTH", [read_move(one) for one in moves.split(", ")])
    return [one.code for one in found]


WALKS = [
    # South's chips, moves, what is wrong (section)
    ("G5 2", "2 G5-G6", []),  # 1.1
    ("G5 1", "G5-F5", []),
    ("G5 3", "G5-F4, G5-G4, G5-H5", []),  # the neighbours of G5: F5 H5 F4 G4 F6 G6
    ("G5 2", "G5-F6, G5-G5", []),  # a chip that stays
    ("G5 1", "G5-H6", ["not-adjacent"]),
    ("G6 1", "G6-H7", []),  # an even row: H7 touches G6
    ("G6 1", "G6-F7", ["not-adjacent"]),
    ("G5 1", "G5-G7", ["not-adjacent"]),
    ("G5 1", "2 G5-G6", ["too-many-chips"]),
    ("G5 2", "2 G5-G6, G5-F5", ["too-many-chips"]),  # the lines above have used both
    ("G5 2", "G5-G6, G5-G6, G5-G6", ["too-many-chips"]),
    ("G5 1", "H5-H6", ["no-chip"]),
    ("G5 1", "G6-G7", ["no-chip"]),  # a chip walks one step, not two
    ("G5 2, H5 2", "2 G5-G6, 2 H5-G6", ["crowded"]),  # 1.4
    ("G5 2, H5 2", "2 G5-G6, H5-G6", []),  # three
    ("G6 3, G5 1", "G5-G6", ["crowded"]),
    ("G6 3, G5 1", "G5-G6, G6-G7", []),  # one makes room
    ("G6 3, G5 1", "G5-G6, G6-G5", []),  # they change places
]


@each_row(("south", "moves", "found"), WALKS)
def test_chips_walk_one_step_and_three_share_a_field(south: str, moves: str, found: list[str]) -> None:
    assert wrong(south, moves) == found


FLIGHTS = [
    # South's chips, moves, North's chips, cities taken, what is wrong (1.3)
    ("C7 1", "AIR C7-M14", "", "", []),
    ("C7 1", "AIR C7-A25", "", "", []),  # to any field
    ("C7 2", "AIR C7-M14, C7-C6", "", "", []),  # one flies, one walks
    ("C7 2", "AIR C7-M14, AIR C7-M15", "", "", ["used-airport"]),  # one flight an airport and cycle
    ("C7 3", "AIR 2 C7-H4, AIR C7-M14", "", "", ["used-airport"]),
    ("C7 1, H4 1", "AIR C7-H4, AIR H4-C7", "", "", []),  # two airports, two flights
    ("C7 1", "AIR C7-H4, AIR H4-A1", "", "", ["no-chip"]),  # arriving chips do not fly on
    ("C7 1", "AIR C7-H4, H4-H5", "", "", ["no-chip"]),  # nor walk
    ("C7 1", "AIR C7-D8, C7-C6", "", "", ["too-many-chips"]),  # flown ones do not walk
    ("C7 1", "AIR C7-C7", "", "", ["no-flight"]),
    ("C8 1", "AIR C8-M14", "", "", ["no-departure"]),  # a city is no airport
    ("G5 1", "AIR G5-M14", "", "", ["no-departure"]),
    ("C19 1", "AIR C19-A1", "", "", ["no-departure"]),  # the enemy's
    ("C19 1", "AIR C19-A1", "", "C18", []),  # with its city it has changed hands
    ("C7 1", "AIR C7-A1", "", "C8", ["no-departure"]),
    ("C7 1", "AIR C7-M14", "C7 1", "", ["no-departure"]),  # its field is contested
    ("C7 1, C8 1", "AIR C7-M14", "C8 1", "", ["no-departure"]),  # its city is contested
    ("C7 1", "AIR C7-M14", "C8 1", "", []),  # a city with chips of one side alone is not contested
    ("C7 1", "AIR C7-O17", "", "", ["enemy-place"]),  # on an enemy city
    ("C7 1", "AIR C7-O18", "", "", ["enemy-place"]),  # on an enemy airport
    ("C7 1", "AIR C7-O16", "", "", ["enemy-place"]),  # next to the city
    ("C7 1", "AIR C7-O19", "", "", ["enemy-place"]),  # next to the airport
    ("C7 1", "AIR C7-O15", "", "", []),  # two steps from the city
    ("C7 1", "AIR C7-O16", "", "O17", []),  # it is South's now
    ("C7 1", "AIR C7-O18", "", "O17", []),  # on an own airport
    ("C7 1", "AIR C7-C8", "", "", []),  # on an own city
    ("C7 1", "AIR C7-H5", "H5 3", "", []),  # an own city with enemies on it
    ("C7 1, M14 1", "AIR C7-M14", "M14 1", "", []),  # on a contested field
    ("C7 1", "AIR C7-O9", "", "O9", ["enemy-place"]),  # an own city that is lost
    ("C7 2", "AIR 2 C7-H4", "", "", []),  # two together
    ("C7 2", "AIR 2 C7-H4", "H4 2", "", []),  # contested or not
    ("C7 2, H4 1", "AIR 2 C7-H4", "H4 2", "", []),
    ("C7 2", "AIR 2 C7-M14", "", "", ["no-airport"]),
    ("C7 2", "AIR 2 C7-H5", "", "", ["no-airport"]),  # a city is none
    ("C7 2", "AIR 2 C7-H4", "", "H5", ["no-airport"]),  # not in one's own possession
    ("C7 2", "AIR 2 C7-C19", "", "C18", []),
    ("C7 3", "AIR 3 C7-H4", "", "", ["too-many-flown"]),
    ("C7 2, H4 2", "AIR 2 C7-H4", "", "", ["crowded"]),  # 1.4 counts flights
    ("C7 2, H4 2", "AIR 2 C7-H4, H4-H3", "", "", []),
]


@each_row(("south", "moves", "north", "taken", "found"), FLIGHTS)
def test_one_chip_flies_anywhere_and_two_to_an_own_airport(
    south: str, moves: str, north: str, taken: str, found: list[str]
) -> None:
    assert wrong(south, moves, north, taken) == found


def test_every_fault_of_a_set_is_found() -> None:
    assert wrong("G5 1, C7 1", "G5-G7, 2 C7-C8, AIR C7-C7") == ["not-adjacent", "too-many-chips", "too-many-chips"]


def test_a_refusal_names_what_could_be_meant() -> None:
    found = broken_rules(position("G5 1, F5 1"), "SOUTH", [read_move("G6-G7"), read_move("AIR F5-A1")])
    assert found[0].hints == ("G5",) and set(found[1].hints) == {"AIR C7-A1", "AIR H4-A1", "AIR O8-A1"}


def test_the_airports_to_fly_from_are_the_own_uncontested_ones() -> None:
    assert departures(position("C7 1, H5 1", "H5 1, C18 1", taken="O9"), "SOUTH") == ("C7",)


def test_moves_carry_chips_and_leave_the_others() -> None:
    assert moved(piles("G5 3, H5 1"), [read_move("2 G5-G6"), read_move("AIR H5-A1")]) == piles("A1 1, G5 1, G6 2")


PLACES = ["C7", "C8", "H4", "H5", "G4", "G5", "H6", "O8", "O9", "O17", "O18", "C18", "C19", "N16", "M14", "D18"]
small = st.dictionaries(st.sampled_from(PLACES), st.integers(1, 3), max_size=8)


@st.composite
def sets(draw: st.DrawFn) -> list[tuple[int, str, str, bool]]:
    """Moves between a few fields and their neighbours, so that many are right."""
    moves = []
    for _ in range(draw(st.integers(1, 4))):
        start, air = draw(st.sampled_from(PLACES)), draw(st.booleans())
        near = BOARD.near(start) if not air else tuple(PLACES)
        end = draw(st.sampled_from(near) | st.sampled_from(PLACES))
        moves.append((draw(st.integers(1, 3) if air else st.integers(1, 2)), start, end, air))
    return moves


@given(small, small, st.sets(st.sampled_from([c.field for c in CITIES])), sets())
@example({"C7": 2}, {}, set(), [(2, "C7", "H4", True)])
def test_a_set_stands_if_the_rules_word_by_word_allow_it(
    own: dict[str, int], enemy: dict[str, int], taken: set[str], moves: list[tuple[int, str, str, bool]]
) -> None:
    there = position("", "", " ".join(taken))
    there = Position(BOARD, {"SOUTH": own, "NORTH": enemy}, there.cities)
    texts = [f"{'AIR ' if air else ''}{chips} {start}-{end}" for chips, start, end, air in moves]
    found = broken_rules(there, "SOUTH", [read_move(text) for text in texts])
    cities = [(c.field, c.owner, c.possessor) for c in there.cities]
    assert (not found) == may_move("SOUTH", own, enemy, cities, moves)


@given(small, sets())
def test_a_set_that_stands_keeps_all_chips_and_the_limit(
    own: dict[str, int], moves: list[tuple[int, str, str, bool]]
) -> None:
    there = Position(BOARD, {"SOUTH": own, "NORTH": {}}, CITIES)
    texts = [read_move(f"{'AIR ' if air else ''}{chips} {start}-{end}") for chips, start, end, air in moves]
    if not broken_rules(there, "SOUTH", texts):
        after = moved(own, texts)
        assert sum(after.values()) == sum(own.values())
        assert all(1 <= chips <= 3 for chips in after.values())


@given(st.builds(Field, st.integers(1, 25), st.integers(1, 17)), st.integers(1, 3), st.booleans())
def test_a_move_reads_as_it_is_written(field: Field, chips: int, air: bool) -> None:
    move = read_move(f"{'AIR ' if air else ''}{chips} {field}-G5")
    assert (move.chips, move.start, move.end, move.air) == (chips, str(field), "G5", air)
    assert read_move(str(move)) == move
