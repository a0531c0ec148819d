"""Text that is laid out by hand, as in the pages of help: which lines are one paragraph, and which are a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gm.desk.mails.layout import WIDTH

CELL = re.compile(r"\S+(?: \S+)*")  # two spaces part one from the next
MOST_COLUMNS = 8
Cell = tuple[int, int, str]  # where it begins, where it ends, its text


def paragraph(lines: Sequence[str]) -> list[str]:
    """The lines joined, but where a line ends although the next word had room in it: that end was meant."""
    found = list(lines[:1])
    for before, line in pairwise(lines):
        if len(before) + 1 + len(line.split(" ", 1)[0]) < WIDTH:
            found.append(line)
        else:
            found[-1] = f"{found[-1]} {line}"
    return found


def bullets(lines: Sequence[str]) -> list[str]:
    """The points of a list whose lines begin with a hyphen; none if these lines are no such list."""
    base = _indent(lines)
    if not lines[0].startswith(f"{' ' * base}- "):
        return []
    found: list[str] = []
    for line in lines:
        text = line[base:]
        if text.startswith("- "):
            found.append(text)
        elif text.startswith("  ") and not text.startswith("   "):
            found[-1] = f"{found[-1]} {text.strip()}"
        else:
            return []
    return found


def columns(lines: Sequence[str]) -> list[list[str]]:
    """The rows of a table, all of one length; none if not every word of these lines stands in a column.

    A cell begins or ends where its column does. What stands alone under a cell goes on in it.
    """
    base = _indent(lines)
    split = [[(m.start(), m.end(), m.group()) for m in CELL.finditer(line)] for line in lines]
    widest = max((cells for cells in split if cells[0][0] == base), key=len)
    if not 2 <= len(widest) <= MOST_COLUMNS:
        return []
    rows: list[list[str]] = []
    for cells in split:
        begins = cells[0][0] == base
        if begins:
            rows.append([""] * len(widest))
        if not _put(rows[-1:], cells, widest) or not (begins or len(cells) == 1):
            return []
    return rows


def _indent(lines: Sequence[str]) -> int:
    return min(len(line) - len(line.lstrip(" ")) for line in lines)


def _put(last: list[list[str]], cells: list[Cell], widest: list[Cell]) -> bool:
    """Put the cells of a line into the last row; whether each of them stands in a column."""
    for start, end, text in cells:
        at = next((n for n, (left, right, _) in enumerate(widest) if start == left or (n and end == right)), None)
        if at is None or not last:
            return False
        last[0][at] = f"{last[0][at]} {text}".strip()
    return True
