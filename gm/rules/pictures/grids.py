"""One player's two boards of Negotiation as tables of words."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True):
    """A row: its name and its cells, "" for an empty one; shut: columns that cannot be entered (their own, no player).

    changed: the columns whose cells have changed, from 0.
    """

    name: str
    cells: tuple[str, ...]
    changed: tuple[int, ...] = ()
    shut: tuple[int, ...] = ()


class Grid(msgspec.Struct, frozen=True):
    """A table with its title, the heads of its columns, and its rows; the head of the reader's own column is *own*."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    own: int


class Box(msgspec.Struct, frozen=True):
    """A box beside the board: WIN, LOSS, START, UNCOMMITTED."""

    name: str
    cell: str
    changed: bool = False


class Boards(msgspec.Struct, frozen=True):
    """Both boards of a player: the MAIN BOARD (squares, then support and IOUs) with its boxes, the INFORMATION BOARD.

    squares, accounts: of the MAIN BOARD; passed, record: of the INFORMATION BOARD.
    """

    title: str
    boxes: tuple[Box, ...]
    squares: Grid
    accounts: Grid
    passed: Grid
    record: Grid
