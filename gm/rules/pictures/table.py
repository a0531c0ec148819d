"""The table of So Long Sucker with its piles, as everybody sees it."""

from __future__ import annotations

import msgspec

MANY, ONE, LOWEST, CAPTURE, BURN = "next", "only", "lowest", "capture", "burn"


class Choice(msgspec.Struct, frozen=True):
    """What follows from playing any of *colours* on a pile (0: a new one).

    what: "next": one of *to* is named; "only": *to* alone can be named; "lowest": everybody is in the pile, *to*
    lowest; "capture": *to* captures it; "burn": a defeated colour captures, all of it is dead, and *to* moves again.
    """

    colours: tuple[str, ...]
    pile: int
    what: str
    to: tuple[str, ...]


class Heap(msgspec.Struct, frozen=True):
    """A pile: its number, and its chips from the bottom to the top."""

    number: int
    chips: tuple[str, ...]


class Tray(msgspec.Struct, frozen=True):
    """What a player holds. owes: they must do something now."""

    seat: str
    chips: dict[str, int]
    defeated: bool = False
    owes: bool = False


class TablePicture(msgspec.Struct, frozen=True):
    """The table. title: what is due. choices: what may be played next, and who may be next then, pile by pile.

    hint: what may be done where no chip is to be played, such as `next: BLUE or GREEN`; otherwise "".
    """

    title: str
    heaps: tuple[Heap, ...]
    trays: tuple[Tray, ...]
    dead: dict[str, int]
    choices: tuple[Choice, ...] = ()
    hint: str = ""
