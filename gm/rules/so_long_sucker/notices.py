"""What a game of So Long Sucker tells: the bodies of its notices. All of them are for everybody but TableShown.

All fields are plain values, ready for templates. Piles are written from the bottom to the top.
"""

from __future__ import annotations

import msgspec

from gm.rules.pictures.table import Choice, Heap, TablePicture, Tray
from gm.rules.so_long_sucker.choices import Owed
from gm.rules.so_long_sucker.events import Happened


class TablePosition(msgspec.Struct, frozen=True):
    """The position. line: the movers of the turns, oldest first; the last one has the move.

    code, title: what is due now; once the game is won the code is "", and the title says who has won.
    pile: the number of the pile just played on, while its mover names who is next or its captor kills; otherwise 0.
    reluctant: the players who have refused the rescue now asked for and may still change their minds.
    """

    code: str
    title: str
    hands: tuple[Tray, ...]
    piles: tuple[Heap, ...]
    dead: dict[str, int]
    line: tuple[str, ...]
    owed: tuple[Owed, ...]
    choices: tuple[Choice, ...]
    pile: int = 0
    reluctant: tuple[str, ...] = ()


class TableLaid(msgspec.Struct, frozen=True):
    """The first position. draw: the draw of who moves first: its purpose and its digits."""

    phase: str
    title: str
    chips: int
    draw: tuple[str, str]
    happened: tuple[Happened, ...]
    standing: TablePosition
    picture: TablePicture


class TableTurned(msgspec.Struct, frozen=True):
    """What happened, and the position after it. phase, title: what was due before."""

    phase: str
    title: str
    happened: tuple[Happened, ...]
    standing: TablePosition
    picture: TablePicture


class TableSteps(msgspec.Struct, frozen=True):
    """The positions between the acts of a letter that did several, for the disclosure.

    positions: each with how much of what the letter did had happened by then.
    """

    phase: str
    title: str
    positions: tuple[tuple[int, TablePosition], ...]


class TableShown(msgspec.Struct, frozen=True):
    """The answer to TABLE: the position, with all that may be done next. To the player who asks."""

    phase: str
    standing: TablePosition
    picture: TablePicture
