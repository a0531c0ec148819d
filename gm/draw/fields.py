"""Where the signs of one field stand in it: large if alone, side by side, or in two rows; with a tag or its name.

A field with more than it has room for shows the first three and a plus; the rest is for a list below the board.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from gm.draw.chart import Sign
from gm.draw.signs import Box

WIDE, HIGH = 26, 33  # of a sign
ALONE = 1.15  # the scale of one that is alone
ROOM = 4  # signs that a field holds
UPPER, LOWER = -15.5, 21  # middles of the row of signs, and of the line below it, where one row is enough
LINE = 17  # height of letters in that line
ROWS = ((-13.5, -17), (13.5, -17), (-13.5, 17), (13.5, 17))
MORE = Sign("bare", "+", "black")


class Layout(msgspec.Struct, frozen=True):
    """Signs and tags in their boxes, around the middle of the field. named: there is room for the field's name.

    more: not all signs are there, and MORE says so.
    """

    signs: tuple[tuple[Sign, Box], ...]
    tags: tuple[tuple[str, Box], ...] = ()
    named: bool = False
    more: bool = False


def layout(signs: Sequence[Sign]) -> Layout:
    """Return how the signs of a field stand in it."""
    tags = list(dict.fromkeys(one.tag for one in signs if one.tag))
    if len(signs) <= 1:
        alone = Box(0, UPPER + 2, ALONE * WIDE, ALONE * HIGH)
        return Layout(tuple((one, alone) for one in signs), _line(tags), not tags)
    if len(signs) == 2:
        boxes = [Box(x, UPPER, WIDE, HIGH) for x, _ in ROWS[:2]]
        placed = tuple(zip(signs, boxes, strict=True))
        if len(tags) <= 1:
            return Layout(placed, _line(tags), not tags)
        below = ((one.tag, Box(box.x, LOWER, WIDE, LINE + 3)) for one, box in placed if one.tag)
        return Layout(placed, tuple(below))
    needed = len(signs) + (1 if tags else 0)
    boxes = [Box(x, y, WIDE, HIGH) for x, y in ROWS]
    if needed <= ROOM and len(tags) <= 1:
        return Layout(tuple(zip(signs, boxes, strict=False)), tuple((one, boxes[3].part(-34, 66)) for one in tags))
    shown = (*(replace(one, facts={}) for one in signs[: ROOM - 1]), MORE)
    return Layout(tuple(zip(shown, boxes, strict=True)), more=True)


def _line(tags: Sequence[str]) -> tuple[tuple[str, Box], ...]:
    return tuple((one, Box(0, LOWER, 2 * WIDE, LINE + 3)) for one in tags)
