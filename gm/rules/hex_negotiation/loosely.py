"""What a line in plain words may have been meant as: the turns that its cells make. Nothing is done by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from gm.rules.hex_negotiation.examples import written
from gm.rules.hex_negotiation.legality import only_turn
from gm.rules.hex_negotiation.position import Position
from gm.rules.hex_negotiation.reading import cells_of, words_of
from gm.rules.lines.guessing import denied
from gm.rules.lines.slips import in_form, one_slip

SWAPS = re.compile(
    r"\b(?:sw[aoi]p|pie|change\s+(?:colou?rs?|sides?|seats?)|(?:take|be|play)\s+(?:over\s+)?black)\b", re.IGNORECASE
)
WORDS = re.compile(r"\b((?:RE)?PLACED?)(?=[A-Z]\d)", re.IGNORECASE)
FIGURES = str.maketrans({"I": "1", "L": "1", "O": "0", "S": "5"})
MISTYPED = re.compile(r"\b([A-Z])([ILO]|(?-i:S))\b", re.IGNORECASE)  # HI for H1
LONE = re.compile(r"\b([A-Z])\b", re.IGNORECASE)
LAST_PLACE = re.compile(r"\b(?:place|put)[sd]?\b", re.IGNORECASE)
MOST = 4  # turns proposed
DRAW = re.compile(r"\b(?:and\s+)?(?:then\s+)?propose\s+draw\b.*|\bno\s+draw\b", re.IGNORECASE)


def loosely(position: Position, may_swap: bool, text: str) -> tuple[str, ...]:
    """Return the lines that a line may have been meant as."""
    text = DRAW.sub("", text)
    spelt = MISTYPED.sub(lambda one: one[1] + one[2].upper().translate(FIGURES), WORDS.sub(r"\1 ", in_form(text)))
    cells = [*dict.fromkeys(cells_of(words_of(spelt)))]
    if not cells:
        return ("SWAP",) if may_swap and SWAPS.search(text) and not denied(text) else ()
    if denied(text):
        return ()
    cells = [_on_board(position, cell) for cell in cells]
    lone = [cell for cell in position.replaceable for one in LONE.findall(spelt) if cell[0] == one.upper()]
    last = cells_of(words_of(LAST_PLACE.split(spelt)[-1]))
    if len(last) == position.must_place and {*last} <= {*position.empty}:
        cells = [cell for cell in cells if cell in last or cell in position.replaceable]
    return tuple(dict.fromkeys(_turns(position, cells, lone)))[:MOST]


def _on_board(position: Position, cell: str) -> str:
    """Return a cell, or the only empty one that it is a slip of if the board has none of that name."""
    if cell in position.board.order:
        return cell
    near = [one for one in position.board.cells if one[0] == cell[0] and one_slip(one, cell)]
    fits = [one for one in near if one in position.empty]
    last = [one for one in fits if cell.startswith(one)] or fits[-1:]
    return last[0] if last else cell


def _turns(position: Position, cells: Sequence[str], lone: Sequence[str]) -> Iterator[str]:
    """Yield the turns that these cells make; where one cell too few or too many is named, each that they may make.

    lone: stones that a letter alone may name.
    """
    may, must = position.replaceable, position.must_place
    placed = [cell for cell in cells if cell in position.empty]
    gained = [cell for cell in cells if cell in may] or [*lone] or [*may]
    for three in combinations(placed, must):
        for cell in gained or [""]:
            turn = only_turn(position, [cell, *three] if cell else three)
            if turn is not None:
                yield written(turn)
