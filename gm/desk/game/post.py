"""A message between players that is on its way to one reader."""

from __future__ import annotations

from typing import Any

import msgspec

from gm.rules import NO_SEAT, NOBODY, Person, Reader, Seat


class Post(msgspec.Struct, frozen=True):
    """A message for one reader, as it will be mailed. together: what messages have in common that share a mail.

    writer: who wrote it, if they watch the game.
    """

    reader: Reader
    about: str
    told: tuple[str, Any]
    press_from: Seat = NO_SEAT
    talk: Seat = NO_SEAT
    together: str = ""
    writer: Person = NOBODY
