"""What the operator's commands print: tables of 80 columns, and JSON for programs. Knows nothing about games."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import click
import msgspec

WIDTH = 80
GAP = 2
BELOW = 6  # columns by which a line that belongs to the row above is indented
NARROWEST = 8  # a column is not made narrower than this to make room for others


def echo_json(value: object) -> None:
    """Print *value* as indented JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def echo_table(rows: Sequence[Sequence[object] | str], head: Sequence[str] = (), indent: int = 0) -> None:
    """Print *rows* under *head* (see table)."""
    for line in table(rows, head, indent):
        click.echo(line)


def table(rows: Sequence[Sequence[object] | str], head: Sequence[str] = (), indent: int = 0) -> list[str]:
    """The lines of a table of at most 80 columns. Cells that are too wide are wrapped, never cut off.

    A row that is a string takes the whole width, as a remark on the row above it.
    """
    whole = [head, *rows] if head else list(rows)
    cells = [[harmless(str(cell)) for cell in row] for row in whole if not isinstance(row, str)]
    natural = [max(map(len, column)) for column in zip(*cells, strict=True)]
    widths = _widths(natural, WIDTH - indent) if natural else []
    lines: list[str] = []
    left = iter(cells)
    for row in whole:
        if isinstance(row, str):
            lines += [" " * (indent + BELOW) + line for line in _wrap(harmless(row), WIDTH - indent - BELOW)]
        else:
            lines += [" " * indent + line for line in _row(next(left), widths)]
    return lines


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The lines of one row, as many as its longest cell needs."""
    parts = [_wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for number in range(max(map(len, parts))):
        line = (part[number] if number < len(part) else "" for part in parts)
        lines.append((" " * GAP).join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())
    return lines


def _widths(natural: list[int], room: int) -> list[int]:
    """The widths of the columns: the widest is narrowed until all fit into *room*."""
    widths = list(natural)
    while sum(widths) + GAP * (len(widths) - 1) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 1), break_on_hyphens=False) or [""]


def harmless(text: str) -> str:
    """*text* without control characters that a terminal might obey: strangers write names and servers' answers."""
    return "".join(c if c.isprintable() else " " for c in text)
