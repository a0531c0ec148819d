"""What the drawing room draws of this game: the stones that all see alike, as plain frozen values."""

from __future__ import annotations

import msgspec

Cells = dict[str, tuple[str, ...]]  # by colour


class StonePicture(msgspec.Struct, frozen=True):
    """A position. title: what stands above it. to_play: the colour to move, "" at the end.

    placed, gained: of the last turn, the stones placed, and the one got by replacement ("": none). open: whether one
    of those placed is to be replaced now. groups: at the end, by colour all its groups, the largest first.
    """

    side: int
    title: str
    stones: Cells
    to_play: str
    placed: tuple[str, ...] = ()
    gained: str = ""
    open: bool = False
    groups: dict[str, tuple[tuple[str, ...], ...]] = {}
