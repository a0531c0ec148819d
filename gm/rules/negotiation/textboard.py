"""A player's two boards as lines of text, at most 72 columns wide with ten players. A star marks a change."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rules.pictures.grids import Boards, Grid, Row

LABEL, WIDEST = 11, 6
SHORT = {
    "Support lent": "lent", "Support borrowed": "borrowed", "IOUs to collect": "to collect", "IOUs owed": "owed",
    "Wins from": "wins from", "Losses to": "losses to",
}  # fmt: skip


def board_lines(boards: Boards) -> tuple[str, ...]:
    """Return both boards, table by table with an empty line between."""
    found = ["  ".join(f"{box.name} {box.cell}{'*' if box.changed else ''}" for box in boards.boxes)]
    for grid in (boards.squares, boards.accounts):
        found += ["", *_lines(grid)]
    found += ["", "INFORMATION BOARD", *_passed(boards.passed), "", *_lines(boards.record)]
    return tuple(line.rstrip() for line in found)


def _lines(grid: Grid) -> Iterator[str]:
    yield grid.title
    yield _head(grid)
    for row in grid.rows:
        yield _row(row, SHORT.get(row.name, row.name))


def _passed(grid: Grid) -> Iterator[str]:
    """Yield the matrix, leaving out empty rows."""
    rows = [row for row in grid.rows if any(row.cells) or row.changed]
    if not rows:
        yield "support passed on and not yet told: none"
        return
    yield grid.title.lower()
    yield _head(grid)
    for row in rows:
        yield _row(row, f"to {row.name}")


def _head(grid: Grid) -> str:
    heads = (f"[{head}]" if n == grid.own else head for n, head in enumerate(grid.heads))
    return " " * LABEL + "".join(head.rjust(WIDEST) for head in heads)


def _row(row: Row, label: str) -> str:
    return label.ljust(LABEL) + "".join(_cell(row, n).rjust(WIDEST) for n in range(len(row.cells)))


def _cell(row: Row, n: int) -> str:
    empty = "-" if n in row.shut else "."
    return f"{row.cells[n] or empty}{'*' if n in row.changed else ''}"
