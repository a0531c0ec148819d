"""What the board file says that its map must show: provinces, their kinds, and which may touch."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

OUT = "OUT"  # land that is no part of the board
LAND, SEA, ANY = 1, 2, 3


class Facts(msgspec.Struct, frozen=True):
    """A board for the map's purposes.

    codes: OUT first, then provinces and impassable regions. kinds: LAND, SEA or, where either may be, ANY. near: for
    each province those that must share an outline with it; an impassable region has those of its list. fleet: as in
    the board. centres: the supply centres.
    """

    codes: tuple[str, ...]
    kinds: Mapping[str, int]
    near: Mapping[str, frozenset[str]]
    fleet: Mapping[str, tuple[str, ...]]
    coasts: Mapping[str, tuple[str, ...]]
    centres: frozenset[str]

    def allowed(self, one: str, other: str) -> bool:
        """Say whether two regions may share an outline."""
        return one == other or OUT in (one, other) or other in self.near[one]

    def pairs(self) -> list[tuple[str, str]]:
        """Return all pairs that must share an outline, each once."""
        return sorted((one, other) for one in self.near for other in self.near[one] if one < other)


def read_facts(file: Path) -> Facts:
    """Return the facts of a board file."""
    board = tomllib.loads(file.read_text(encoding="utf-8"))
    provinces, closed = board["provinces"], board.get("impassable", {})
    near: dict[str, set[str]] = {code: set() for code in (*provinces, *closed)}
    borders = [(place, other) for kind in ("army", "fleet") for place in board[kind] for other in board[kind][place]]
    borders += [(code, other) for code in closed for other in closed[code]["borders"]]
    for one, other in borders:
        near[one[:3]].add(other[:3])
        near[other[:3]].add(one[:3])
    kinds = {code: SEA if province["kind"] == "sea" else LAND for code, province in provinces.items()}
    return Facts(
        codes=(OUT, *sorted(near)),
        kinds=kinds | dict.fromkeys((OUT, *closed), ANY),
        near={code: frozenset(others) for code, others in near.items()},
        fleet={place: tuple(others) for place, others in board["fleet"].items()},
        coasts={code: tuple(province.get("coasts", ())) for code, province in provinces.items()},
        centres=frozenset(code for codes in board["centres"].values() for code in codes),
    )
