"""The two seats of a war game: the sides that the board is drawn for."""

from __future__ import annotations

from gm.rules import Seat, as_seat
from gm.rules.pictures.war import SIDES, other

SEATS = tuple(map(as_seat, SIDES))


def enemy(seat: Seat) -> Seat:
    """Return the seat of the other side."""
    return as_seat(other(seat))
