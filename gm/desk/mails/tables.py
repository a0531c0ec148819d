"""Tables of the HTML form of a mail, and the text inside any of its elements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

DIGITS = re.compile(r"[0-9a-f]{32}")
NUMBER = re.compile(r"[+-]?\d+")
Rows = list[list[str]]


def safe(text: str) -> str:
    """*text* as it stands between tags."""
    return escape(text, quote=False)


def table(sections: Sequence[tuple[str, Rows]], head: str) -> str:
    """A table, in sections if its rows have names; *head* is the heading of its last column."""
    width = max(len(row) for _, rows in sections for row in rows)
    every = [row + [""] * (width - len(row)) for _, rows in sections for row in rows]
    numbers = [_are_numbers([row[n] for row in every]) for n in range(width)]
    lines = ['<table cellpadding="3">']
    if head:
        kind = ' class="n"' if numbers[-1] else ""
        lines.append(f'<thead><tr>{"<td></td>" * (width - 1)}<th scope="col"{kind}>{safe(head)}</th></tr></thead>')
    for name, rows in sections:
        lines.append("<tbody>")
        if name:
            lines.append(f'<tr><th scope="rowgroup" colspan="{width}" align="left">{safe(name)}</th></tr>')
        lines += [_row(row + [""] * (width - len(row)), numbers) for row in rows]
        lines.append("</tbody>")
    return "\n".join([*lines, "</table>"])


def _are_numbers(cells: list[str]) -> bool:
    return any(cells) and all(NUMBER.fullmatch(cell) for cell in cells if cell)


def _row(cells: list[str], numbers: list[bool]) -> str:
    short = ' class="name"' if len(cells[0]) < 16 else ""
    first = f'<th scope="row" align="left"{short}>{safe(cells[0])}</th>'
    rest = [
        f'<td class="n" align="right">{safe(cell)}</td>' if number else f"<td>{_cell(cell)}</td>"
        for cell, number in zip(cells[1:], numbers[1:], strict=True)
    ]
    return f"<tr>{first}{''.join(rest)}</tr>"


def _cell(text: str) -> str:
    """The content of a cell; the digits of a seal may be broken anywhere."""
    return f"<code>{safe(text)}</code>" if DIGITS.match(text) else safe(text)


def seals(rows: Rows) -> str:
    """A table of seals: a name, and the digits in two rows."""
    lines = [
        f'<tr><th scope="row" align="left">{safe(name)}</th><td><code>{safe(one)}<br>{safe(two)}</code></td></tr>'
        for name, one, two in rows
    ]
    return "\n".join(['<table cellpadding="3">', *lines, "</table>"])
