"""The board in 72 columns."""

from __future__ import annotations

import pytest
from helpers.rows import each_row

from gm.rules.pictures.war import SOME, Mark, Picture
from gm.rules.war.textboard import board_lines, signs


@each_row(
    ("mark", "text"),
    [
        (None, "~"),
        (Mark(), "~"),
        (Mark(in_sight=True), "."),
        (Mark(men=2), "2"),
        (Mark(men=2, trucks=1), "2t"),
        (Mark(trucks=1, trucks_known=3), "t?"),
        (Mark(enemy_trucks=1, seen=3), "oT"),
        (Mark(men=2, trucks=1, city="SOUTH"), "2t@"),
        (Mark(city="NORTH"), "&"),
        (Mark(enemy=3), "x3"),
        (Mark(enemy=SOME, enemy_trucks=2), "x?T"),
        (Mark(enemy=2, seen=4), "o2"),
        (Mark(enemy=SOME, seen=4, city="NORTH"), "&o?"),
        (Mark(enemy_trucks=1), "T"),
        (Mark(men=2, enemy=3, contested=True), "2x3"),
        (Mark(men=2, trucks=1, enemy=3, enemy_trucks=1, city="SOUTH"), "2x3"),
        (Mark(enemy=3, enemy_trucks=1, city="NORTH"), "&x3"),
    ],
)
def test_the_signs_of_a_field_are_three_at_most(mark: Mark | None, text: str) -> None:
    assert signs(mark, "SOUTH") == text


def test_even_rows_lie_half_a_field_further_east_and_north_is_up() -> None:
    picture = Picture(3, 3, "NORTH", 1, {"A1": Mark(men=1), "C2": Mark(city="NORTH"), "B3": Mark(enemy=2)})
    assert board_lines(picture) == (
        "   A   B   C",
        " 3 ~   x2  ~",
        " 2   ~   ~   @",
        " 1 1   ~   ~",
        "   A   B   C",
    )


@pytest.mark.parametrize("columns", [3, 17, 18, 26])
def test_no_line_is_wider_than_72_columns_and_no_field_is_missing(columns: int) -> None:
    everywhere = {f"{chr(64 + c)}{r}": Mark(men=3, enemy=3) for c in range(1, columns + 1) for r in range(1, 26)}
    lines = board_lines(Picture(25, columns, "SOUTH", 1, everywhere))
    assert max(map(len, lines)) <= 72
    shared = 1 if columns > 17 else 0  # the column in the middle stands in both halves
    assert sum(line.count("3x3") for line in lines) == 25 * (columns + shared)
