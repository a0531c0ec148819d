"""The start of an Air War: which choices of cities are valid (0.1), which placings (0.2), and what draws make."""

from __future__ import annotations

from itertools import combinations

import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st
from slow_air import steps_from, valid_choice

from gm.rules.air_war.cities import drawn_cities, wrong_choice
from gm.rules.air_war.faults import words
from gm.rules.air_war.halves import airport, chip_fields, chip_rows, city_fields, city_rows, fewest_columns
from gm.rules.air_war.placing import drawn_chips, room, wrong_count, wrong_field
from gm.rules.pictures.honeycomb import Board, Field, distance, place
from gm.rules.war.draws import draw

BOARD = Board()


@pytest.mark.parametrize(
    ("rows", "cities", "chips"),
    [(25, (3, 10), (1, 11)), (11, (3, 3), (1, 4)), (13, (3, 4), (1, 5)), (99, (3, 47), (1, 48))],
)
def test_the_halves_go_by_the_number_of_rows(rows: int, cities: tuple[int, int], chips: tuple[int, int]) -> None:
    board = Board(rows, 20)
    assert (city_rows(board, "SOUTH")[0], city_rows(board, "SOUTH")[-1]) == cities
    assert (chip_rows(board, "SOUTH")[0], chip_rows(board, "SOUTH")[-1]) == chips


def test_the_northern_half_is_the_southern_one_from_the_other_edge() -> None:
    assert (city_rows(BOARD, "NORTH")[0], city_rows(BOARD, "NORTH")[-1]) == (16, 23)
    assert (chip_rows(BOARD, "NORTH")[0], chip_rows(BOARD, "NORTH")[-1]) == (15, 25)


def test_between_the_halves_lie_three_rows_of_no_mans_land() -> None:
    for rows in range(11, 100, 2):
        board = Board(rows, 20)
        south, north = chip_rows(board, "SOUTH"), chip_rows(board, "NORTH")
        assert [r for r in range(1, rows + 1) if r not in south and r not in north] == [
            (rows - 1) // 2, (rows + 1) // 2, (rows + 3) // 2,
        ]  # fmt: skip


@pytest.mark.parametrize(("city", "owner", "found"), [("C8", "SOUTH", "C7"), ("C18", "NORTH", "C19")])
def test_the_airport_lies_one_row_nearer_to_the_owners_home_edge(city: str, owner: str, found: str) -> None:
    assert airport(city, owner) == found


CHOICES = [
    # half, cities, what is wrong: (code, number of the city) for each fault
    ("NORTH", "C18 H21 O17", []),
    ("SOUTH", "C8 H5 O9", []),
    ("SOUTH", "C3 I9 O9", []),  # C3 serves for the south and the west edge
    ("SOUTH", "C3 I3", [("how-many", None)]),
    ("SOUTH", "C3 I3 O3 O9", [("how-many", None)]),
    ("SOUTH", "C2 I5 O9", [("row", 0)]),
    ("SOUTH", "C11 I5 O9", [("row", 0)]),
    ("NORTH", "C18 H21 O15", [("row", 2)]),
    ("NORTH", "C18 H24 O17", [("row", 1)]),
    ("SOUTH", "B8 I5 O9", [("edge", 0)]),
    ("SOUTH", "C8 I5 P9", [("edge", 2)]),
    ("SOUTH", "C8 C8 O5", [("twice", 1)]),
    ("SOUTH", "C8 H8 O5", [("apart", 1)]),  # 5 steps
    ("SOUTH", "C8 I8 O5", []),  # 6 steps
    ("SOUTH", "C6 I8 O9", [("boundary", None)]),  # row 6 is five steps from row 1
    ("SOUTH", "F5 L5 L10", [("apart", 2), ("boundary", None), ("boundary", None)]),  # F and L: 5 steps from the edges
]


@each_row(("half", "cities", "wrong"), CHOICES)
def test_a_choice_of_cities_is_valid_or_every_fault_is_told(half: str, cities: str, wrong: list[object]) -> None:
    assert [(one.code, one.city) for one in wrong_choice(BOARD, half, cities.split())] == wrong
    assert valid_choice(half, cities.split()) == (not wrong)


def test_a_city_may_serve_for_two_edges() -> None:
    # C3 is near the west and the south edge; O9 near the east one.
    assert not wrong_choice(BOARD, "SOUTH", ["C3", "I9", "O9"])


fields = st.builds(lambda r, c: str(Field(r, c)), st.integers(2, 11), st.integers(1, 17))


@given(st.lists(fields, min_size=3, max_size=3))
def test_a_choice_is_valid_if_the_rules_word_by_word_say_so(cities: list[str]) -> None:
    assert (not wrong_choice(BOARD, "SOUTH", cities)) == valid_choice("SOUTH", cities)


@given(fields, fields)
def test_distance_is_the_number_of_steps(one: str, other: str) -> None:
    assert distance(Field(*place(one)), Field(*place(other))) == steps_from(one, 25, 17)[other]


def has_choice(rows: int, columns: int) -> bool:
    """Whether any three fields of the southern half are a valid choice, by trying them all."""
    board = Board(rows, columns)
    found = city_fields(board, "SOUTH")
    west = [f for f in found if place(f)[1] <= 5]
    east = [f for f in found if place(f)[1] >= columns - 4]
    apart = {(a, b) for a, b in combinations(found, 2) if distance(Field(*place(a)), Field(*place(b))) >= 6}
    pairs = [(a, b) for a in west for b in east if (a, b) in apart or (b, a) in apart]
    return any(valid_choice("SOUTH", (a, b, c), rows, columns) for a, b in pairs for c in found if c not in (a, b))


@each_row(("rows", "least"), [(11, 17), (13, 16), (15, 15), (17, 14), (19, 13), (21, 12), (23, 9)])
def test_the_least_columns_are_those_with_a_valid_choice(rows: int, least: int) -> None:
    assert fewest_columns(rows) == least
    assert has_choice(rows, least) and not has_choice(rows, least - 1)


@pytest.mark.parametrize("rows", [25, 47, 99])
def test_more_rows_do_not_change_the_nine_columns(rows: int) -> None:
    assert fewest_columns(rows) == 9 and has_choice(rows, 9)


SIZES = [(25, 17), (11, 17), (13, 16), (15, 15), (21, 12), (23, 9), (99, 26), (99, 9)]


@each_row(("rows", "columns"), SIZES)
@each_row("half", ["SOUTH", "NORTH"])
def test_a_draw_makes_a_valid_choice_on_every_board(rows: int, columns: int, half: str) -> None:
    for seed in ("one", "two", "three"):
        chosen = drawn_cities(Board(rows, columns), half, draw(seed, f"cities/{half}"))
        assert valid_choice(half, chosen, rows, columns)


def test_draws_of_another_seed_choose_others() -> None:
    chosen = {drawn_cities(BOARD, "SOUTH", draw(str(n), "cities")) for n in range(40)}
    assert len(chosen) > 30


@each_row(
    ("side", "field", "chips", "right"),
    [
        ("SOUTH", "A1", 3, True), ("SOUTH", "Q11", 1, True), ("SOUTH", "A12", 1, False), ("SOUTH", "A15", 1, False),
        ("SOUTH", "A1", 4, False), ("NORTH", "A15", 3, True), ("NORTH", "A14", 1, False), ("NORTH", "Q25", 3, True),
    ],
)  # fmt: skip
def test_chips_stand_in_the_own_half_at_most_three_a_field(side: str, field: str, chips: int, right: bool) -> None:
    assert (wrong_field(BOARD, side, field, chips) == "") == right


@pytest.mark.parametrize(
    ("placed", "name", "amiss"), [(30, "", 0), (29, "too-few", 1), (31, "too-many", 1), (0, "too-few", 30)]
)
def test_exactly_so_many_chips_are_placed(placed: int, name: str, amiss: int) -> None:
    why = words(f"how-many.{name}", chips=30, placed=placed, amiss=amiss) if name else ""
    assert wrong_count(placed, 30) == why


@each_row("side", ["SOUTH", "NORTH"])
@each_row("chips", [1, 30, room(BOARD, "SOUTH")])
def test_drawn_chips_are_a_valid_placing(side: str, chips: int) -> None:
    placed = drawn_chips(BOARD, side, chips, draw("seed", side))
    assert sum(placed.values()) == chips
    assert all(number > 0 and not wrong_field(BOARD, side, field, number) for field, number in placed.items())


def test_drawn_chips_favour_no_field() -> None:
    # 187 fields and 40 placings of 30 chips: a field is hit 6.4 times on average.
    counts = dict.fromkeys(chip_fields(BOARD, "SOUTH"), 0)
    for n in range(40):
        for field, number in drawn_chips(BOARD, "SOUTH", 30, draw(str(n), "chips")).items():
            counts[field] += number
    assert sum(counts.values()) == 1200 and max(counts.values()) < 20
