"""What a letter of the Air War can ask for besides the commands that both war games share (gm.rules.war.commands)."""

from __future__ import annotations

import msgspec


class File(msgspec.Struct, frozen=True):
    """Orders to put on file, in normal form, and what to tell their sender about them. standing: of standing orders."""

    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    standing: bool = False
