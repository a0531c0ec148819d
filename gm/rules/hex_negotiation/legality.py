"""Whether a turn may be made: each thing that is wrong with it, with its place. What it does is not known here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from lark import Token

from gm.rules import Problem
from gm.rules.hex_negotiation.groups import NAMES, other
from gm.rules.hex_negotiation.hexagon import LETTERS, Hexagon
from gm.rules.hex_negotiation.position import Played, Position
from gm.rules.lines.faults import problem


class Written(msgspec.Struct, frozen=True):
    """A turn as written: the cells behind REPLACE, and those behind PLACE. start: its first word."""

    replaced: tuple[Token, ...]
    placed: tuple[Token, ...]
    start: Token


def check_turn(position: Position, turn: Written) -> tuple[Played | None, list[Problem]]:
    """The turn, or all that is wrong with it."""
    faults = [*_off_the_board(position.board, (*turn.replaced, *turn.placed))]
    if not faults:
        faults = [*_replaced(position, turn), *_placed(position, turn)]
    if faults:
        return None, faults
    gained = str(turn.replaced[0]) if turn.replaced else ""
    return Played(gained, position.board.sorted(map(str, turn.placed))), []


def _off_the_board(board: Hexagon, cells: Sequence[Token]) -> Iterator[Problem]:
    for cell in cells:
        if cell not in board.order:
            yield problem(cell, "no-cell", f"there is no cell {cell}: {_extent(board, cell)}")


def _extent(board: Hexagon, cell: str) -> str:
    row = LETTERS.index(cell[0]) + 1 if cell[0] in LETTERS else 0
    if 1 <= row <= board.rows:
        return f"row {cell[0]} goes from {cell[0]}1 to {cell[0]}{board.length(row)}"
    return f"the rows go from A to {LETTERS[board.rows - 1]}"


def _replaced(position: Position, turn: Written) -> Iterator[Problem]:
    may = position.replaceable
    if not may and turn.replaced:
        yield problem(turn.replaced[0], "nothing-to-replace", "in the first turn nothing is replaced: only PLACE")
    elif may and not turn.replaced:
        said = f"first comes REPLACE and one of the stones placed last: {_listed(may)}"
        yield problem(turn.start, "replaces-nothing", said, [f"REPLACE {cell}" for cell in may])
    elif len(turn.replaced) > 1:
        yield problem(turn.replaced[1], "replaces-two", "only one stone is replaced in a turn")
    elif turn.replaced and turn.replaced[0] not in may:
        yield problem(turn.replaced[0], "not-replaceable", _why_not(position, turn.replaced[0]), may)


def _why_not(position: Position, cell: Token) -> str:
    foe = other(position.to_play)
    if cell == position.last.gained:
        return f"{NAMES[foe]} gained {cell} by replacing it: only a stone placed in the last turn can be replaced"
    if cell in position.stones[foe]:
        return f"{cell} was not placed in {NAMES[foe]}'s last turn"
    if cell in position.stones[position.to_play]:
        return f"{cell} has a stone of your own"
    return f"{cell} is empty"


def _placed(position: Position, turn: Written) -> Iterator[Problem]:
    cells, must = turn.placed, position.must_place
    if cells and not must:
        yield problem(cells[0], "places-in-the-last", "in the last turn no stone is placed: only REPLACE")
        return
    owners = {one: colour for colour, own in position.stones.items() for one in own}
    seen: set[str] = set()
    for cell in cells:
        owner = owners.get(cell, "")
        if cell in seen:
            yield problem(cell, "twice", f"{cell} stands there twice: three different cells are needed")
        elif owner:
            yield problem(cell, "taken", f"on {cell} is a stone of {NAMES[owner]}'s: only empty cells can be filled")
        seen.add(cell)
    if len(cells) > must:
        yield problem(cells[must], "too-many", f"{must} stones are placed in a turn, not {len(cells)}")
    elif len(cells) < must:
        last = (*turn.replaced, *cells, turn.start)
        said = f"{must} stones are placed in a turn: PLACE and three empty cells, {len(cells) or 'none'} named here"
        yield problem(cells[-1] if cells else last[0], "too-few", said)


def _listed(cells: Sequence[str]) -> str:
    return f"{', '.join(cells[:-1])} or {cells[-1]}"
