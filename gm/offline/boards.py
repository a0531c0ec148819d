"""`gm boards` and `gm board`: the boards of armies and fleets, and one of somebody's own looked at without a game."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gm.draw.drawing import Drawing
from gm.draw.pictures import drawing_of
from gm.registry import boards
from gm.rules.pictures.map import Ground, MapPicture
from gm.rules.provinces.board import Board
from gm.rules.provinces.boardcheck import check_board
from gm.rules.provinces.charting import at_start
from gm.rules.provinces.mapfile import MapError, read_map, schematic


class Looked(msgspec.Struct, frozen=True):
    """What was found in the file of a board, and in that of its map. wrong: why it cannot be played, line by line.

    notes: what is only strange. board, ground: None if they are wrong; ground also without points.
    """

    wrong: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    board: Board | None = None
    ground: Ground | None = None


def known() -> Iterator[tuple[str, str]]:
    """Yield the name of each board that comes with gm, and what it is in a line."""
    for name in boards().names():
        yield name, about(boards().board(name))


def about(board: Board) -> str:
    """Return a board in a line: its title, powers, centres, and when it begins."""
    powers, centres = len(board.powers), len(board.home)
    return f"{board.title}: {powers} powers, {centres} centres, {board.victory} win, from Spring {board.year}"


def text_of(name: str) -> tuple[str, str]:
    """Return the texts of a board that comes with gm, and of its map, "" if it has none. Raises KeyError."""
    return boards().text(name), boards().map_text(name)


def look(text: str, map_text: str = "") -> Looked:
    """Check the text of a board, and that of its map."""
    _, found = check_board(text)
    wrong = tuple(str(one) for one in found if one.wrong)
    notes = tuple(str(one) for one in found if not one.wrong)
    if wrong:
        return Looked(wrong, notes)
    board = boards().board(text)
    try:
        ground = read_map(map_text, board) if map_text else schematic(board)
    except MapError as error:
        return Looked((f"map: {error}",), notes, board)
    return Looked((), notes, board, ground)


def drawing(board: Board, ground: Ground) -> Drawing[MapPicture]:
    """Return the board at the start as a picture."""
    found = drawing_of(MapPicture(ground, at_start(board)))
    assert found is not None
    return found
