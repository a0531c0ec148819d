"""What can be drawn on a hex board, as values: signs on fields, arrows, a key. What they mean in a game is not known.

`facts` of a thing become the data attributes of its element, for programs that read the SVG.
"""

from __future__ import annotations

import msgspec

Facts = dict[str, str]
MOVE, FIRE = "move", "fire"


class Sign(msgspec.Struct, frozen=True):
    """A shape of gm.draw.signs with a short text in it.

    tone: a key of gm.draw.signs.TONES. solid: filled, with white text. old: dashed and pale. tag: since when, a short
    text under it.
    """

    shape: str
    text: str
    tone: str
    solid: bool = False
    old: bool = False
    tag: str = ""
    facts: Facts = {}


class Cell(msgspec.Struct, frozen=True):
    """A field: its ground (a key of gm.draw.board.GROUNDS) and what is on it."""

    ground: str
    signs: tuple[Sign, ...] = ()


class Arrow(msgspec.Struct, frozen=True):
    """An arrow along *path*, from field to field: a line with a head (MOVE), or dashes with a flash (FIRE).

    solid: one line; otherwise two thin ones. short: it ends in a bar, before the field that it was meant for.
    """

    kind: str
    path: tuple[str, ...]
    tone: str
    solid: bool
    short: bool = False
    facts: Facts = {}


class Entry(msgspec.Struct, frozen=True):
    """A line of the key: a sign, an arrow or a ground, and what it means."""

    words: str
    sign: Sign | None = None
    arrow: Arrow | None = None
    ground: str = ""


class Chart(msgspec.Struct, frozen=True):
    """A board with everything on it. Fields not in cells have the ground *empty*."""

    rows: int
    columns: int
    cells: dict[str, Cell]
    arrows: tuple[Arrow, ...] = ()
    key: tuple[Entry, ...] = ()
    empty: str = "plain"
