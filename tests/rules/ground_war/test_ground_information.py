"""Stage 2: information (a), (b) and (c), and nothing else."""

from __future__ import annotations

from grounds import both, judge
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_ground import reach, told

ROWS, COLUMNS = 9, 8
FIELDS = [f"{letter}{row}" for row in range(1, ROWS + 1) for letter in "ABCDEFGH"]
PILES = st.dictionaries(st.sampled_from(FIELDS), st.integers(1, 3), max_size=10)


def test_exact_men_next_to_ones_own_and_only_yes_or_no_two_steps_away() -> None:
    # G5 touches F5 H5 F4 G4 F6 G6; I5 and G7 are two steps off, J5 is three.
    men = both({"G5": 1}, {"G6": 2, "I5": 3, "J5": 1})
    found = judge("moves", men=men, trucks=both({}, {"G6": 1, "G7": 2, "J5": 1}))
    assert found["told"]["SOUTH"] == {"men": {"G6": 2}, "trucks": {"G6": 1, "G7": 2}, "occupied": ["I5", "G6"]}


def test_a_contested_field_is_told_exactly() -> None:
    found = judge("moves", men=both({"G5": 1}, {"G5": 3}))
    assert found["told"] == {
        "SOUTH": {"men": {"G5": 3}, "trucks": {}, "occupied": ["G5"]},
        "NORTH": {"men": {"G5": 1}, "trucks": {}, "occupied": ["G5"]},
    }


def test_who_has_no_men_is_told_nothing() -> None:
    found = judge("moves", men=both({}, {"G5": 3}), trucks=both({"G5": 1}))
    assert found["told"]["SOUTH"] == {"men": {}, "trucks": {}, "occupied": []}


def test_information_goes_by_the_positions_after_the_moves() -> None:
    found = judge("moves", "MAN G5-G6", "MAN G9-G8", men=both({"G5": 1}, {"G9": 1}))
    assert found["told"]["SOUTH"] == {"men": {}, "trucks": {}, "occupied": ["G8"]}


@settings(max_examples=200, deadline=None)
@given(PILES, PILES, PILES, PILES, st.sampled_from([(1, 2), (1, 1), (2, 2), (1, 4), (3, 4)]))
def test_information_is_exactly_a_b_and_c(
    south: dict[str, int],
    north: dict[str, int],
    south_trucks: dict[str, int],
    north_trucks: dict[str, int],
    far: tuple[int, int],
) -> None:
    men, trucks = both(south, north), both(south_trucks, north_trucks)
    options = {"sight_exact": far[0], "sight": far[1]}
    found = judge("moves", rows=ROWS, columns=COLUMNS, men=men, trucks=trucks, options=options)
    for side in ("SOUTH", "NORTH"):
        expected = told(men, trucks, side, ROWS, COLUMNS, far)
        one = found["told"][side]
        assert {**one, "occupied": set(one["occupied"])} == expected
        assert len(set(one["occupied"])) == len(one["occupied"])


@settings(max_examples=100, deadline=None)
@given(PILES, PILES, st.data())
def test_what_is_out_of_sight_changes_nothing_that_a_side_is_told(
    south: dict[str, int], north: dict[str, int], data: st.DataObject
) -> None:
    sight = reach(south, 2, ROWS, COLUMNS)
    hidden = [field for field in FIELDS if field not in sight]
    other = {field: number for field, number in north.items() if field in sight}
    if hidden:
        other |= data.draw(st.dictionaries(st.sampled_from(hidden), st.integers(1, 3), max_size=6))
    one, two = (judge("moves", rows=ROWS, columns=COLUMNS, men=both(south, men)) for men in (north, other))
    assert one["told"]["SOUTH"] == two["told"]["SOUTH"]
