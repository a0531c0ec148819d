"""What the player whose turn it is may tap on the board, as it stands in a link. Everybody knows all of it.

templates/compose/stones.js reads it.
"""

from __future__ import annotations

import msgspec

from gm.rules import Seat
from gm.rules.hex_negotiation.state import State, colour_of
from gm.rules.pictures.stones import BLACK, WHITE
from gm.rules.ruleset import Tap

SCRIPTS = ("hexes.js", "stones.js", "stonesboard.js")
TAP = Tap(name="hex-negotiation", title="Negotiation, a stone game", scripts=SCRIPTS, board={})
SIGNS = {BLACK: "b", WHITE: "w"}


class StoneFacts(msgspec.Struct, frozen=True):
    """The turn now due. cells: a sign for each cell from the lowest row; mine: that of the player's colour.

    last: the stones placed last, of which one must be replaced; gained: the one gained last. place: how many are to be
    placed; swap: SWAP may be said instead.
    """

    side: int
    cells: str
    mine: str
    last: str
    gained: str
    place: int
    swap: bool


def tapped(state: State, seat: Seat) -> StoneFacts | None:
    """Return the turn now due; None if *seat* owes none."""
    if state.how or seat != state.owing:
        return None
    position = state.position
    signs = {cell: SIGNS[colour] for colour, cells in position.stones.items() for cell in cells}
    return StoneFacts(
        side=position.side,
        cells="".join(signs.get(cell, ".") for cell in position.board.cells),
        mine=SIGNS[colour_of(state, seat)],
        last="".join(position.replaceable),
        gained=position.last.gained,
        place=position.must_place,
        swap=state.may_swap,
    )
