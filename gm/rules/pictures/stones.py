"""The stones of a stone game, which everybody sees alike, and their two colours."""

from __future__ import annotations

import msgspec

BLACK, WHITE = "BLACK", "WHITE"
COLOURS = (BLACK, WHITE)
NAMES = {BLACK: "Black", WHITE: "White"}
Cells = dict[str, tuple[str, ...]]  # by colour


def other(colour: str) -> str:
    """Return the other colour."""
    return WHITE if colour == BLACK else BLACK


class StonePicture(msgspec.Struct, frozen=True):
    """A position. title: what is shown above it. to_play: the colour to move, "" at the end.

    placed, gained: of the last turn, the stones placed, and the one gained by replacement ("": none). open: whether one
    of those placed is to be replaced now. groups: at the end, all groups of each colour, the largest first.
    """

    side: int
    title: str
    stones: Cells
    to_play: str
    placed: tuple[str, ...] = ()
    gained: str = ""
    open: bool = False
    groups: dict[str, tuple[tuple[str, ...], ...]] = {}
