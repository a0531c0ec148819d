"""What the operator's commands print: tables of 80 columns, and JSON for programs. It knows no game."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import click
import msgspec

WIDTH = 80
GAP = 2
BELOW = 6  # columns by which a line that belongs to the row above it stands in
NARROWEST = 8  # a column is not made narrower than this to make room for others


def echo_json(value: object) -> None:
    """Print *value* as indented JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def echo_table(rows: Sequence[Sequence[Any] | str], head: Sequence[str] = (), indent: int = 0) -> None:
    """Print *rows* under *head* (see table)."""
    for line in table(rows, head, indent):
        click.echo(line)


def table(rows: Sequence[Sequence[Any] | str], head: Sequence[str] = (), indent: int = 0) -> list[str]:
    """The lines of a table: what is too wide for 80 columns goes on in the lines below it, so nothing is cut off.

    A row that is a string stands over the whole width, below the row that it says more of.
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
    """One row of a table, on as many lines as its longest cell needs."""
    parts = [_wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for number in range(max(map(len, parts))):
        line = (part[number] if number < len(part) else "" for part in parts)
        lines.append((" " * GAP).join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())
    return lines


def _widths(natural: list[int], room: int) -> list[int]:
    """The widths of the columns: the widest gives way until all fit."""
    widths = list(natural)
    while sum(widths) + GAP * (len(widths) - 1) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 1), break_on_hyphens=False) or [""]


def harmless(text: str) -> str:
    """*text* without what a terminal might obey: names and servers' answers are written by strangers."""
    return "".join(c if c.isprintable() else " " for c in text)
