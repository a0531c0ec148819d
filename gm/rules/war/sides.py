"""The two sides of both war games, and their piles by field. What the pieces may do is not known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm.rules.war.honeycomb import place

SOUTH, NORTH = "SOUTH", "NORTH"
SIDES = (SOUTH, NORTH)
NAMES = {SOUTH: "South", NORTH: "North"}
Piles = Mapping[str, int]  # by field: how many stand there, never 0


def other(side: str) -> str:
    """The enemy of *side*."""
    return NORTH if side == SOUTH else SOUTH


def sorted_piles(piles: Piles) -> dict[str, int]:
    """The piles that are not empty, from the south-west, row by row."""
    return {field: piles[field] for field in in_order(piles) if piles[field] > 0}


def in_order(fields: Iterable[str]) -> list[str]:
    """Fields from the south-west, row by row."""
    return sorted(fields, key=place)


def shifted(piles: Piles, changes: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The piles after *changes* (field, how many more), in order."""
    found = dict(piles)
    for field, more in changes:
        found[field] = found.get(field, 0) + more
    return sorted_piles(found)
