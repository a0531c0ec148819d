"""The board of the stone game: its cells, their names, and which touch each other (rulings, Board)."""

from __future__ import annotations

import math

from helpers.rows import each_row

from gm.rules.pictures.hexagon import LARGEST, SMALLEST, hexagon

SIDES = range(SMALLEST, LARGEST + 1)


def test_a_side_of_eight_has_169_cells_in_15_rows() -> None:
    board = hexagon(8)
    assert (len(board.cells), board.rows) == (169, 15)
    assert [board.length(row) for row in range(1, 16)] == [8, 9, 10, 11, 12, 13, 14, 15, 14, 13, 12, 11, 10, 9, 8]
    assert (board.cells[0], board.cells[-1]) == ("A1", "O8")


@each_row("side", SIDES)
def test_a_board_has_as_many_cells_as_the_rulings_say(side: int) -> None:
    assert len(set(hexagon(side).cells)) == 3 * side * (side - 1) + 1


# The worked cells of the rulings, and the corners and one cell of each edge, counted on paper.
TOUCHING = {
    "D4": "D3 D5 C3 C4 E4 E5", "H7": "H6 H8 G6 G7 I6 I7", "K5": "K4 K6 J5 J6 L4 L5",
    "A1": "A2 B1 B2", "A8": "A7 B8 B9", "H1": "H2 G1 I1", "H15": "H14 G14 I14", "O1": "O2 N1 N2", "O8": "O7 N8 N9",
    "A4": "A3 A5 B4 B5", "O4": "O3 O5 N4 N5", "C1": "C2 B1 D1 D2", "M1": "M2 L1 L2 N1", "C10": "C9 B9 D10 D11",
}  # fmt: skip


@each_row("cell", TOUCHING)
def test_these_cells_touch_those_of_the_rulings(cell: str) -> None:
    assert set(hexagon(8).neighbours[cell]) == set(TOUCHING[cell].split())


@each_row("side", SIDES)
def test_who_touches_is_touched_and_nobody_touches_himself(side: int) -> None:
    near = hexagon(side).neighbours
    for cell, around in near.items():
        assert cell not in around and len(set(around)) == len(around)
        assert all(cell in near[one] for one in around)


@each_row("side", SIDES)
def test_cells_touch_exactly_if_their_middles_lie_one_width_apart(side: int) -> None:
    board = hexagon(side)
    places = {cell: (x, y * math.sqrt(3) / 2) for cell in board.cells for x, y in [board.position(cell)]}
    for cell, around in board.neighbours.items():
        assert {one for one in board.cells if abs(math.dist(places[cell], places[one]) - 1) < 0.01} == set(around)


@each_row("side", SIDES)
def test_inner_cells_touch_six_edges_four_and_corners_three(side: int) -> None:
    counts = [len(around) for around in hexagon(side).neighbours.values()]
    assert (counts.count(3), counts.count(4)) == (6, 6 * (side - 2))
    assert counts.count(6) == len(counts) - 6 * (side - 1)
