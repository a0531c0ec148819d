"""Whether a turn is legal: everything wrong with it, with its place. What the turn does is not known here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from lark import Token

from gm.rules import Problem
from gm.rules.hex_negotiation.faults import words
from gm.rules.hex_negotiation.position import Played, Position
from gm.rules.pictures.hexagon import LETTERS, Hexagon
from gm.rules.pictures.stones import NAMES, other


class Written(msgspec.Struct, frozen=True):
    """A turn as written: the cells after REPLACE, and those after PLACE. start: its first word."""

    replaced: tuple[Token, ...]
    placed: tuple[Token, ...]
    start: Token


def check_turn(position: Position, turn: Written) -> tuple[Played | None, list[Problem]]:
    """Return the turn, or everything that is wrong with it."""
    faults = [*_off_the_board(position.board, (*turn.replaced, *turn.placed))]
    if not faults:
        faults = [*_replaced(position, turn), *_placed(position, turn)]
    if faults:
        return None, faults
    gained = str(turn.replaced[0]) if turn.replaced else ""
    return Played(gained, position.board.sorted(map(str, turn.placed))), []


def only_turn(position: Position, cells: Sequence[str]) -> Played | None:
    """Return the turn that these cells make, in whatever words; None if they make none, or more than one."""
    gained = [cell for cell in cells if cell in position.replaceable]
    placed = [cell for cell in cells if cell not in position.replaceable]
    right = len({*placed} & {*position.empty}) == len(placed) == position.must_place
    if not right or len(gained) != min(1, len(position.replaceable)):
        return None
    return Played("".join(gained), position.board.sorted(placed))


def _off_the_board(board: Hexagon, cells: Sequence[Token]) -> Iterator[Problem]:
    for cell in cells:
        if cell not in board.order:
            yield _no_cell(board, cell)


def _no_cell(board: Hexagon, cell: Token) -> Problem:
    row = LETTERS.index(cell[0]) + 1 if cell[0] in LETTERS else 0
    if 1 <= row <= board.rows:
        return words.problem(cell, "no-cell.of-row", cell=cell, row=cell[0], last=board.length(row))
    return words.problem(cell, "no-cell", cell=cell, last=LETTERS[board.rows - 1])


def _replaced(position: Position, turn: Written) -> Iterator[Problem]:
    may = position.replaceable
    if not may and turn.replaced:
        yield words.problem(turn.replaced[0], "nothing-to-replace")
    elif may and not turn.replaced:
        yield words.problem(turn.start, "replaces-nothing", [f"REPLACE {cell}" for cell in may], cells=_listed(may))
    elif len(turn.replaced) > 1:
        yield words.problem(turn.replaced[1], "replaces-two")
    elif turn.replaced and turn.replaced[0] not in may:
        cell, foe = turn.replaced[0], other(position.to_play)
        why = (
            "gained" if cell == position.last.gained
            else "older" if cell in position.stones[foe]
            else "own" if cell in position.stones[position.to_play]
            else "empty"
        )  # fmt: skip
        yield words.problem(cell, f"not-replaceable.{why}", may, cell=cell, foe=NAMES[foe])


def _placed(position: Position, turn: Written) -> Iterator[Problem]:
    cells, must = turn.placed, position.must_place
    if cells and not must:
        yield words.problem(cells[0], "places-in-the-last")
        return
    owners = {one: colour for colour, own in position.stones.items() for one in own}
    seen: set[str] = set()
    for cell in cells:
        owner = owners.get(cell, "")
        if cell in seen:
            yield words.problem(cell, "twice", cell=cell)
        elif owner:
            yield words.problem(cell, "taken", cell=cell, owner=NAMES[owner])
        seen.add(cell)
    if len(cells) > must:
        yield words.problem(cells[must], "too-many", must=must, number=len(cells))
    elif len(cells) < must:
        last = (*turn.replaced, *cells, turn.start)
        yield words.problem(cells[-1] if cells else last[0], "too-few", must=must, number=len(cells) or "none")


def _listed(cells: Sequence[str]) -> str:
    return f"{', '.join(cells[:-1])} or {cells[-1]}"
