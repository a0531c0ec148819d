"""Groups and the winner: a slow counter that shares nothing with the fast one, and a table of ties (Winner)."""

from __future__ import annotations

from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st

from gm.rules.hex_negotiation.groups import groups, sizes, winner
from gm.rules.pictures.hexagon import hexagon


def slow_sizes(side: int, stones: set[str]) -> list[int]:
    """The sizes of groups: each stone its own label, and touching stones take the lower one until nothing changes."""
    rows = "ABCDEFGHIJKLMNOPQRSTUVWXY"
    # How far right, in half widths, and how far up: a row begins half a width further right with each from the middle.
    place = {cell: (2 * int(cell[1:]) + abs(rows.index(cell[0]) + 1 - side), rows.index(cell[0])) for cell in stones}
    label = {cell: n for n, cell in enumerate(sorted(stones))}
    changed = True
    while changed:
        changed = False
        for one in stones:
            for other in stones:
                (x, y), (u, v) = place[one], place[other]
                if (abs(y - v), abs(x - u)) in ((0, 2), (1, 1)) and label[one] < label[other]:
                    label[other], changed = label[one], True
    found = list(label.values())
    return sorted((found.count(one) for one in set(found)), reverse=True)


@given(st.data())
def test_the_slow_counter_and_the_fast_one_agree(data: st.DataObject) -> None:
    side = data.draw(st.integers(3, 5))
    stones = data.draw(st.sets(st.sampled_from(hexagon(side).cells)))
    found = groups(hexagon(side), stones)
    assert [len(group) for group in found] == slow_sizes(side, stones)
    assert sorted(cell for group in found for cell in group) == sorted(stones)


def test_groups_are_told_from_the_largest_and_equal_ones_from_a1() -> None:
    assert groups(hexagon(3), ["E3", "A1", "C3", "C4", "D3"]) == (("C3", "C4", "D3", "E3"), ("A1",))
    assert groups(hexagon(3), ["E1", "A3"]) == (("A3",), ("E1",))
    assert groups(hexagon(3), []) == ()


@each_row(
    ("black", "white", "won"),
    [
        ((5, 1), (4, 4), "BLACK"),  # the larger largest group
        ((4, 4), (5,), "WHITE"),
        ((5, 1), (5, 2, 1), "BLACK"),  # equal: fewer groups
        ((5, 1, 1), (5, 3), "WHITE"),
        ((5, 1), (5, 3), ""),  # equal again: a draw, whatever the others are
        ((9,), (9,), ""),
    ],
)
def test_the_winner_is_found_by_the_largest_group_then_by_the_number_of_groups(
    black: tuple[int, ...], white: tuple[int, ...], won: str
) -> None:
    assert winner({"BLACK": black, "WHITE": white}) == won


def test_sizes_are_told_by_colour() -> None:
    assert sizes(hexagon(3), {"BLACK": ("A1", "B2", "E3"), "WHITE": ("C1",)}) == {"BLACK": (2, 1), "WHITE": (1,)}
