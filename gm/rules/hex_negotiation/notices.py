"""What the stone game tells: the bodies of its notices. The audience is chosen where a notice is made, never here.

All fields are plain values, ready for templates; colours are BLACK and WHITE, whoever has them. Lines of a board are at
most 72 columns wide.
"""

from __future__ import annotations

import msgspec

from gm.rules.pictures.stones import Cells, StonePicture


class StonesBegin(msgspec.Struct, frozen=True):
    """The empty board, and how the game is played. last: the number of the last turn."""

    phase: str
    title: str
    side: int
    cells: int
    last: int
    pie: bool
    board: tuple[str, ...]
    picture: StonePicture | None = None


class StonesPlayed(msgspec.Struct, frozen=True):
    """A turn that was made, and the position after it.

    number: of the turn; last: of the last one. replaced: "" in the first turn; placed: none in the last. to_play, next:
    the colour now to move, "" at the end, and the number of its turn. replaceable: the stones of which it must replace
    one; must_place: how many it places; may_swap: whether it may SWAP.
    """

    phase: str
    title: str
    colour: str
    number: int
    last: int
    replaced: str
    placed: tuple[str, ...]
    to_play: str
    next: int
    replaceable: tuple[str, ...]
    must_place: int
    may_swap: bool
    board: tuple[str, ...]
    picture: StonePicture | None = None


class StonesSwapped(msgspec.Struct, frozen=True):
    """The players have exchanged colours, the stones stay: the player who had Black owes White's first turn."""

    phase: str
    title: str
    replaceable: tuple[str, ...]
    board: tuple[str, ...]
    picture: StonePicture | None = None


class StonesResult(msgspec.Struct, frozen=True):
    """The board is full but for one cell. groups: by colour their sizes, descending. winner: a colour, "" for a draw.

    largest: by colour, the stones of its largest groups (several if they are equal).
    """

    phase: str
    title: str
    winner: str
    empty: str
    groups: dict[str, tuple[int, ...]]
    largest: dict[str, tuple[tuple[str, ...], ...]]


class StonesDraw(msgspec.Struct, frozen=True):
    """A colour proposes a draw, which stands until the other's next turn. To both, and to nobody else.

    yours: whether the reader proposes it. again: it was already proposed. stands: it was made in an earlier letter, and
    the turn made since has not ended it; by is the colour as it is now.
    """

    by: str
    yours: bool
    again: bool = False
    stands: bool = False


class StonesBoard(msgspec.Struct, frozen=True):
    """The position now, and whose turn it is: the answer to BOARD, and part of views.

    It is told to all when a game ends before its last turn. to_play: "" at the end; phase: "" after the last turn.
    """

    phase: str
    title: str
    number: int
    last: int
    stones: Cells
    empty: int
    to_play: str
    replaceable: tuple[str, ...]
    must_place: int
    may_swap: bool
    board: tuple[str, ...]
    picture: StonePicture | None = None
