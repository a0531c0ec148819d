"""What the operator's commands print: tables of 80 columns, and JSON for programs. It knows no game."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import click
import msgspec

WIDTH = 80
GAP = 2
NARROWEST = 8  # a column is not made narrower than this to make room for others


def echo_json(value: object) -> None:
    """Print *value* as indented JSON."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def echo_table(rows: Sequence[Sequence[Any]], head: Sequence[str] = (), indent: int = 0) -> None:
    """Print *rows* under *head*."""
    for line in table(rows, head, indent):
        click.echo(line)


def table(rows: Sequence[Sequence[Any]], head: Sequence[str] = (), indent: int = 0) -> list[str]:
    """The lines of a table: what is too wide for 80 columns goes on in the lines below it, so nothing is cut off."""
    cells = [[harmless(str(cell)) for cell in row] for row in ([head] if head else []) + list(rows)]
    if not cells:
        return []
    widths = _widths([max(map(len, column)) for column in zip(*cells, strict=True)], WIDTH - indent)
    lines = []
    for row in cells:
        parts = [_wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
        for number in range(max(map(len, parts))):
            line = (part[number] if number < len(part) else "" for part in parts)
            padded = (text.ljust(width) for text, width in zip(line, widths, strict=True))
            lines.append((" " * indent + (" " * GAP).join(padded)).rstrip())
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
