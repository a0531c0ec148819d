"""Judging one position and one turn, in the plain form that `gm judge hex-negotiation` uses."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from lark import Lark

from gm.rules import Given, Problem, Ruling
from gm.rules.hex_negotiation.faults import words
from gm.rules.hex_negotiation.groups import sizes, winner
from gm.rules.hex_negotiation.legality import check_turn
from gm.rules.hex_negotiation.position import Played, Position
from gm.rules.hex_negotiation.reading import SHAPE, read_turn, words_of
from gm.rules.lines.letters import Fault, out_of_bounds, plain
from gm.rules.lines.positions import check_names, shaped
from gm.rules.pictures.hexagon import LARGEST, SMALLEST, Hexagon, hexagon
from gm.rules.pictures.stones import BLACK, COLOURS, WHITE, other


class PositionGiven(msgspec.Struct, frozen=True):
    """A position as it is given (docs/formats.md)."""

    side: int = 8
    stones: dict[str, list[str]] = {}
    last_placed: list[str] = []
    turn: str = BLACK
    order: str = ""
    game: str = ""


def judge_position(reader: Lark, raw: Given) -> Ruling:
    """Return what *raw* leads to (docs/formats.md). Raises ValueError if it cannot be meant."""
    given = shaped(raw, PositionGiven)
    if why := out_of_bounds("side", given.side, SMALLEST, LARGEST):
        raise ValueError(why)
    position = _position(hexagon(given.side), given)
    turns = [turn for turn in given.game.split(";") if turn.strip()]
    if turns and position.empty != position.board.cells:
        raise ValueError("game: it begins with an empty board")
    problems: list[Problem] = []
    for number, words_of_turn in enumerate([*turns, *([given.order] if given.order.strip() else [])], 1):
        if number == 2 and words_of_turn.strip().upper() == "SWAP":
            continue  # the players change colours, the stones stay
        turn, problems = _read(reader, position, words_of_turn, number if turns else 1)
        if turn is None:
            break
        position = position.after(turn)
    told = _told(position)
    return {**told, "problems": [plain(one) for one in problems]} if problems else told


def _read(reader: Lark, position: Position, order: str, first: int) -> tuple[Played | None, list[Problem]]:
    """Read a turn whose first line has the number *first*: of a whole game, that is the number of the turn."""
    if position.is_over:
        return None, [words.problem((first, 1), "over")]
    found = [token for number, line in enumerate(order.split("\n"), first) for token in words_of(line, number)]
    if not found:
        return None, [words.problem((first, 1), "unfinished", shape=SHAPE)]
    try:
        return check_turn(position, read_turn(reader, found))
    except Fault as fault:
        return None, [fault.problem]


def _told(position: Position) -> Ruling:
    found = sizes(position.board, position.stones)
    over = position.is_over
    return {
        "stones": {colour: list(position.stones[colour]) for colour in COLOURS},
        "last_placed": list(position.last.placed),
        "turn": None if over else position.to_play,
        "over": over,
        "groups": {colour: list(found[colour]) for colour in COLOURS},
        "winner": (winner(found) or None) if over else None,
    }


def _position(board: Hexagon, given: PositionGiven) -> Position:
    check_names("stones", given.stones, COLOURS, "colour")
    found = {colour: _cells(board, f"stones: {colour}", given.stones.get(colour, ())) for colour in COLOURS}
    both = set(found[BLACK]) & set(found[WHITE])
    if both:
        raise ValueError(f"stones: {board.sorted(both)[0]} has a stone of each colour")
    check_names("turn", [given.turn], COLOURS, "colour")
    placed = _cells(board, "last_placed", given.last_placed)
    if not set(placed) <= set(found[other(given.turn)]):
        raise ValueError(f"last_placed: stones of {other(given.turn)} are expected")
    position = Position(board.side, found, given.turn, Played("", placed))
    if len(position.empty) in (0, 2, 3):
        raise ValueError("stones: when Black or White is to play, one cell is empty or four are, or more")
    if not placed and any(found.values()) and not position.is_over:
        raise ValueError("last_placed: the stones that were placed in the last turn are expected")
    return position


def _cells(board: Hexagon, what: str, cells: Sequence[str]) -> tuple[str, ...]:
    for cell in cells:
        if cell not in board.order:
            raise ValueError(f"{what}: there is no cell {cell!r}")
    if len(set(cells)) < len(cells):
        raise ValueError(f"{what}: a cell stands there twice")
    return board.sorted(cells)
