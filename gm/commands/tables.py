"""What the operator's commands print: tables of 80 columns, JSON and CSV for programs. Knows nothing about games."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterator, Sequence

import click
import msgspec

from gm.commands.colour import heading
from gm.rules.pictures.harmless import harmless, in_line

WIDTH = 80
GAP = 2
BELOW = 6  # columns by which a line that belongs to the row above is indented
NARROWEST = 8  # a column is not made narrower than this to make room for others
FORMULA = ("=", "+", "-", "@")  # what a spreadsheet would take for the beginning of one


def echo_json(value: object) -> None:
    """Print *value* as indented JSON."""
    click.echo(_as_json(msgspec.json.format(msgspec.json.encode(value), indent=2)))


def _as_json(encoded: bytes) -> str:
    """JSON as text in which nothing stands raw that a terminal might obey."""
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in encoded.decode())


def _escaped(character: str) -> str:
    """A character as JSON can write it instead."""
    return "".join(f"\\u{unit:04x}" for unit in memoryview(character.encode("utf-16", "surrogatepass")[2:]).cast("H"))


def echo_csv(rows: Sequence[object]) -> None:
    """Print *rows*, Structs or dicts, as CSV under the names of their fields: those of the JSON. Nothing if none."""
    plain: list[dict[str, object]] = [msgspec.to_builtins(row) for row in rows]
    head = [*dict.fromkeys(key for row in plain for key in row)]
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([head, *([_cell(row.get(key)) for key in head] for row in plain)] if plain else [])
    click.echo(written.getvalue(), nl=False)


def _cell(value: object) -> str:
    """A value as it stands in CSV: a list of lines as lines, what has parts of its own as JSON.

    Strangers write names and subjects: what a spreadsheet would carry out gets an apostrophe before it.
    """
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "\n".join(map(_cell, value))
    if not isinstance(value, str):
        return _as_json(msgspec.json.encode(value))
    text = in_line(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def echo_table(rows: Sequence[Sequence[object] | str], head: Sequence[str] = (), indent: int = 0) -> None:
    """Print *rows* under *head* (see table)."""
    for above, line in _laid_out(rows, head, indent):
        click.echo(heading(line) if above else line)


def table(rows: Sequence[Sequence[object] | str], head: Sequence[str] = (), indent: int = 0) -> list[str]:
    """The lines of a table of at most 80 columns. Cells that are too wide are wrapped, never cut off.

    A row that is a string takes the whole width, as a remark on the row above it.
    """
    return [line for _, line in _laid_out(rows, head, indent)]


def _laid_out(
    rows: Sequence[Sequence[object] | str], head: Sequence[str], indent: int
) -> Iterator[tuple[bool, str]]:
    """Yield the lines of a table, each with whether it belongs to the head."""
    whole = [head, *rows] if head else list(rows)
    cells = [[in_line(str(cell)) for cell in row] for row in whole if not isinstance(row, str)]
    natural = [max(map(len, column)) for column in zip(*cells, strict=True)]
    widths = _widths(natural, WIDTH - indent) if natural else []
    left = iter(cells)
    for number, row in enumerate(whole):
        if isinstance(row, str):
            lines = [" " * BELOW + line for line in _wrap(in_line(row), WIDTH - indent - BELOW)]
        else:
            lines = _row(next(left), widths)
        yield from ((bool(head) and number == 0, " " * indent + line) for line in lines)


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


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print lines in which something from outside may stand: strangers write names and servers' answers.

    Colours are lost: who wants some colours what is harmless already.
    """
    click.echo(harmless(text), err=err, nl=nl)
