"""The state of a game of So Long Sucker and its options: frozen values that serialise to JSON as they are.

A seat is named by its colour, and so are its chips. Piles are written from the bottom to the top. No count is ever 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from gm.rules import NO_SEAT, Phase, Seat, as_seat


class Stage(StrEnum):
    """What is owed now."""

    PLAY = "play"
    NEXT = "next"
    KILL = "kill"
    RESCUE = "rescue"


PLAY, NEXT, KILL, RESCUE = Stage
CODES = r"T\d+[PNKR]"
LETTERS = {PLAY: "P", NEXT: "N", KILL: "K", RESCUE: "R"}
COLOURS = tuple(map(as_seat, ("RED", "BLUE", "GREEN", "YELLOW", "WHITE", "VIOLET")))  # the seating order
FEWEST, MOST = 3, 6  # numbers of players
MOST_CHIPS = 20
CHIPS: Mapping[int, int] = {3: 7, 4: 7, 5: 6, 6: 5}  # chips of each player, by the number of players (2)
Chips = dict[str, int]  # by colour
Pile = tuple[str, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game may choose. chips: None: the rules' number for this many players.

    private_press is read with the kinds of messages.
    """

    players: int = 4
    chips: int | None = None
    private_press: bool = False

    @property
    def each(self) -> int:
        """The chips of each player at the start (2)."""
        return CHIPS[self.players] if self.chips is None else self.chips


class State(msgspec.Struct, frozen=True):
    """A game between two events.

    piles: None for one that was captured or killed; a number is never used again. defeated: in the order of defeat.
    line: the movers of the turns that were not struck off, oldest first; the last one has the move. kind: what is owed;
    number: its number among all things owed; since: the first number of the same move. pile: the number of the pile
    just played on, while NEXT or KILL is owed; captor: the player whose colour has captured it. asked, refused: of the
    rescue now asked for; distress: the number under which it was first asked for. winner: "" while the game runs.
    """

    options: Options
    seed: str
    hands: dict[Seat, Chips]
    line: tuple[Seat, ...]
    piles: tuple[Pile | None, ...] = ()
    dead: Chips = {}
    defeated: tuple[Seat, ...] = ()
    kind: Stage = PLAY
    number: int = 0
    since: int = 0
    pile: int = 0
    captor: Seat = NO_SEAT
    asked: tuple[Seat, ...] = ()
    refused: tuple[Seat, ...] = ()
    distress: int = 0
    winner: Seat = NO_SEAT

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All who began the game, in seating order."""
        return tuple(colour for colour in COLOURS if colour in self.hands)

    @property
    def survivors(self) -> tuple[Seat, ...]:
        """The players who are not defeated, in seating order."""
        return tuple(seat for seat in self.seats if seat not in self.defeated)

    @property
    def mover(self) -> Seat:
        """The player who has the move."""
        return self.line[-1]

    @property
    def giver(self) -> Seat:
        """The player who gave the mover the move, "" for nobody."""
        return self.line[-2] if len(self.line) > 1 else NO_SEAT

    @property
    def code(self) -> str:
        """T12P for a chip to be played, T12N for naming who is next, T12K for a kill, T12R for a rescue."""
        return f"T{self.number}{LETTERS[self.kind]}"

    @property
    def phase(self) -> Phase:
        """What is now due."""
        titles = {
            PLAY: f"{self.mover} to play",
            NEXT: f"{self.mover} names who is next",
            KILL: f"{self.captor} to kill a chip",
            RESCUE: f"{self.mover} needs a rescue",
        }
        return Phase(self.code, self.kind, titles[self.kind])
