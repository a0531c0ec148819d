"""Piles of both war games by field, the order of fields, and which there are. What pieces may do is not known here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gm.rules.pictures.honeycomb import LETTERS, Board, place
from gm.rules.war.faults import words

PLACES = re.compile(r"[A-Z]\d+(-[A-Z]\d+)?")  # a field, or a shot from one at another
Piles = Mapping[str, int]  # number of pieces by field, never 0


def sorted_piles(piles: Piles) -> dict[str, int]:
    """Return the non-empty piles from the south-west, row by row."""
    return {field: piles[field] for field in in_order(piles) if piles[field] > 0}


def in_order(fields: Iterable[str]) -> list[str]:
    """Sort fields from the south-west, row by row."""
    return sorted(fields, key=place)


def extent(board: Board) -> str:
    """Return which fields a board has, in words."""
    return words("extent", column=LETTERS[board.columns - 1], rows=board.rows)


def shifted(piles: Piles, changes: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the piles after *changes* (field, how many more), in order."""
    found = dict(piles)
    for field, more in changes:
        found[field] = found.get(field, 0) + more
    return sorted_piles(found)


def by_place(plain: object) -> object:
    """Return plain values with every table keyed by field, or by shot, in the order of the board."""
    if isinstance(plain, list):
        return [by_place(one) for one in plain]
    if not isinstance(plain, dict):
        return plain
    found = {key: by_place(value) for key, value in plain.items()}
    if not all(PLACES.fullmatch(key) for key in found):
        return found
    return dict(sorted(found.items(), key=lambda item: [place(field) for field in item[0].split("-")]))
