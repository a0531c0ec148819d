"""What a letter of the Air War can ask for besides the commands that it shares (gm.rules.war.commands)."""

from __future__ import annotations

import msgspec


class File(msgspec.Struct, frozen=True):
    """What is to be on file, in normal form, and what is to be said of it."""

    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
