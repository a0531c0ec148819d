"""The state of a game and its options: frozen values that serialise to JSON as they are.

A seat always keeps its code; which colour its player has is in the state, since SWAP exchanges the colours.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gm.rules import NO_SEAT, Phase, Seat, as_seat
from gm.rules.hex_negotiation.position import NO_TURN, Played, Position
from gm.rules.pictures.stones import BLACK, COLOURS, NAMES, WHITE, Cells, other

SEATS = tuple(map(as_seat, COLOURS))  # the colours with which the players begin
TURN = "turn"
CODES = r"T\d+S?"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game may choose."""

    side: int = 8
    pie: bool = True
    on_timeout: Literal["wait", "forfeit"] = "wait"


class State(msgspec.Struct, frozen=True):
    """A game between two events.

    history: every turn so far. stones: by colour, in the order of the board. swapped: the players have exchanged
    colours. proposal: the seat that proposes a draw, or "". how: how the game ended, in words; "" while it runs.
    """

    options: Options
    history: tuple[Played, ...] = ()
    stones: Cells = msgspec.field(default_factory=lambda: {BLACK: (), WHITE: ()})
    swapped: bool = False
    proposal: Seat = NO_SEAT
    winners: tuple[Seat, ...] = ()
    how: str = ""

    @property
    def position(self) -> Position:
        """What is on the board, and whose turn it is."""
        return Position(self.options.side, self.stones, self.to_play, self.history[-1] if self.history else NO_TURN)

    @property
    def number(self) -> int:
        """The number of the turn now due."""
        return len(self.history) + 1

    @property
    def last_number(self) -> int:
        """The number of the last turn: each turn before it fills three cells, and one cell stays empty."""
        return self.options.side * (self.options.side - 1) + 1

    @property
    def is_full(self) -> bool:
        """Return whether the last turn has been made."""
        return self.number > self.last_number

    @property
    def to_play(self) -> str:
        """The colour whose turn it is: Black begins, and they alternate."""
        return BLACK if self.number % 2 else WHITE

    @property
    def owing(self) -> Seat:
        """The seat whose turn it is."""
        return seat_of(self, self.to_play)

    @property
    def may_swap(self) -> bool:
        """Return whether the turn may be SWAP (option pie): once, instead of the second player's first turn."""
        return self.options.pie and self.number == 2 and not self.swapped

    @property
    def phase(self) -> Phase:
        """The turn now due. After SWAP it is still the second turn, but the other player's."""
        code = f"T{self.number}S" if self.number == 2 and self.swapped else f"T{self.number}"
        return Phase(code, TURN, f"{NAMES[self.to_play]}'s turn {self.number}")


def colour_of(state: State, seat: Seat) -> str:
    """Return the current colour of the player of a seat."""
    return other(seat) if state.swapped else seat


def seat_of(state: State, colour: str) -> Seat:
    """Return the seat whose player currently has a colour."""
    return as_seat(other(colour) if state.swapped else colour)
