"""The MAIN BOARD: levels A to K without J, a column for each player, and which steps lead from square to square.

What stands on the squares is not known here.
"""

from __future__ import annotations

from gm.rules.negotiation.faults import words

LEVELS = "ABCDEFGHIK"
START, LAST = "START", "K"


def level_of(place: str) -> int:
    """Return the level of a square, 0 for A; -1 for START."""
    return -1 if place == START else LEVELS.index(place[0])


def column_of(place: str) -> str:
    """Return the player who owns the territory of a square; "" for START."""
    return "" if place == START else place[1:]


def where(place: str) -> str:
    """Return a place as a sentence has it: `on A5`, `in START`."""
    return f"in {place}" if place == START else f"on {place}"


def enters_win(square: str) -> bool:
    """Return whether moving onto *square* means moving into the WIN box."""
    return square[0] == LAST


def step_fault(mover: str, place: str, square: str) -> str:
    """Return why *mover* can never move a piece from *place* to *square*; "" if they can."""
    if column_of(square) == mover:
        return words("no-step.own-column", square=square)
    if level_of(square) != level_of(place) + 1:
        level = LEVELS[level_of(place) + 1] if place == START or place[0] != LAST else ""
        return words("no-step.level" if level else "no-step.last", place=place, level=level)
    if column_of(square) == column_of(place):
        return words("no-step.one-column", place=place, square=square)
    return ""
