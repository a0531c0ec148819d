"""The board that docs/boards.md shows whole, and a map of it."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs" / "boards.md"
CODES = ("HIL", "POR", "LAK", "MIL", "FER")


def lake() -> str:
    """The whole board in docs/boards.md."""
    page = DOCS.read_text(encoding="utf-8")
    start = page.index('    format = 1\n    board = "lake"\n    title')
    return re.sub(r"(?m)^    ", "", page[start : page.index("| table or key")])


def lake_map(board: str = "lake", size: tuple[int, int, int] = (1560, 1200, 390), more: str = "", **paths: str) -> str:
    """A map of it: a square for each province. size: its width, height and narrowest; paths: other outlines."""
    squares = {code: f"M{200 * n} 0l200 0 0 200-200 0z" for n, code in enumerate(CODES)}
    rows = [f'{code} = "{path}"' for code, path in {**squares, **paths}.items()]
    spot = "{{ label = [{0}, 40], unit = [{0}, 80], centre = [{0}, 120] }}"
    spots = [f"{code} = {spot.format(200 * n + 100)}" for n, code in enumerate(CODES)]
    head = [f'format = 1\nboard = "{board}"', *(f"{key} = {one}" for key, one in zip(SIZE, size, strict=True))]
    return "\n".join((*head, "[paths]", *rows, "[places]", *spots, more, ""))


SIZE = ("width", "height", "narrowest")
