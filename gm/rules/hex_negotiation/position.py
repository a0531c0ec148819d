"""A position of the stone game: what stands where, whose turn it is, and what the turn may be. Pure values.

Who sits at which seat, and how the game got here, is not known here.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gm.rules.pictures.hexagon import Hexagon, hexagon
from gm.rules.pictures.stones import BLACK, COLOURS, WHITE, Cells, other


class Played(msgspec.Struct, frozen=True):
    """A turn that was made. gained: the stone replaced, "" in the first turn; placed: none in the last."""

    gained: str
    placed: tuple[str, ...]


NO_TURN = Played("", ())


class Position(msgspec.Struct, frozen=True):
    """The stones by colour, in the order of the board; the colour to play; the previous turn."""

    side: int
    stones: Cells
    to_play: str = BLACK
    last: Played = NO_TURN

    @property
    def board(self) -> Hexagon:
        """The board."""
        return hexagon(self.side)

    @property
    def empty(self) -> tuple[str, ...]:
        """The cells without a stone."""
        taken = {*self.stones[BLACK], *self.stones[WHITE]}
        return tuple(cell for cell in self.board.cells if cell not in taken)

    @property
    def is_over(self) -> bool:
        """Return whether Black has made the last turn: one cell is empty, and White would be next."""
        return self.to_play == WHITE and len(self.empty) <= 1

    @property
    def replaceable(self) -> tuple[str, ...]:
        """The stones of which one must be replaced now: those placed, not gained, in the previous turn."""
        return () if self.is_over else self.last.placed

    @property
    def must_place(self) -> int:
        """How many stones are placed in the turn now due: none in the last, when one cell is empty."""
        return 3 if len(self.empty) > 1 else 0

    def after(self, turn: Played) -> Position:
        """Return the position after a turn, which must be legal."""
        own = {*self.stones[self.to_play], *turn.placed, *([turn.gained] if turn.gained else [])}
        foe = tuple(cell for cell in self.stones[other(self.to_play)] if cell != turn.gained)
        stones = {colour: self.board.sorted(own) if colour == self.to_play else foe for colour in COLOURS}
        return replace(self, stones=stones, to_play=other(self.to_play), last=turn)
