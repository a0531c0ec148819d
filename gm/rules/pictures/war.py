"""The board of a war game as one reader knows it, and the two sides."""

from __future__ import annotations

import msgspec

SOUTH, NORTH = "SOUTH", "NORTH"
SIDES = (SOUTH, NORTH)
NAMES = {SOUTH: "South", NORTH: "North"}
SOME = -1  # men whose number is not known


def other(side: str) -> str:
    """Return the enemy of *side*."""
    return NORTH if side == SOUTH else SOUTH


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the reader knows of one field.

    men, trucks: the reader's own. trucks_known: the cycle in which the reader last knew of their own trucks there,
    None: exact now. city: the side that possesses the city there, as far as the reader knows, "" if there is none;
    city_known: since which cycle the reader has not looked, None: exact now. airport: as city, for the Air War. enemy:
    men of the enemy (SOME: number unknown); enemy_trucks; seen: the cycle that this dates from, None: it is what the
    reader was told last. in_sight: the last information covered this field. contested: men of both sides are there, as
    told last. deaths: by side.
    """

    men: int = 0
    trucks: int = 0
    trucks_known: int | None = None
    city: str = ""
    city_known: int | None = None
    airport: str = ""
    enemy: int = 0
    enemy_trucks: int = 0
    seen: int | None = None
    in_sight: bool = False
    contested: bool = False
    deaths: dict[str, int] = {}


class Shot(msgspec.Struct, frozen=True):
    """Fire: *number* men of a side, from a field at a field (the same one where it is contested)."""

    side: str
    source: str
    target: str
    men: int


class Trip(msgspec.Struct, frozen=True):
    """A move of *men* of a side along *path*, as it was ordered, and where it *ended*.

    how: "truck", "jump" or "air"; "" on foot.
    """

    side: str
    path: tuple[str, ...]
    ended: str
    men: int
    how: str = ""


class Picture(msgspec.Struct, frozen=True):
    """The board as *side* knows it ("" for a reader who sees both sides alike: then own is SOUTH and enemy NORTH).

    marks: by field; a field that is not in it is empty, and out of sight of a *side*. shots: those of the last fire.
    pieces: what the game calls its men. trips: the moves that the reader was told of with it.
    """

    rows: int
    columns: int
    side: str
    cycle: int
    marks: dict[str, Mark]
    shots: tuple[Shot, ...] = ()
    pieces: str = "men"
    trips: tuple[Trip, ...] = ()

    @property
    def title(self) -> str:
        """When this is, and who knows it so."""
        when = f"Cycle {self.cycle}" if self.cycle else "The beginning"
        return f"{when}, as {NAMES[self.side]} knows it" if self.side else when
