"""The rules of the house, and where players complain about the GameMaster: public, and the same as long as a game."""

from __future__ import annotations

import msgspec

from gm.desk import notices as said


class HouseRules(msgspec.Struct, frozen=True):
    """What a game has of these since it began. lines: of the rules; complaints: an address; () and "" for none."""

    lines: tuple[str, ...] = ()
    complaints: str = ""

    def told(self) -> tuple[said.House, ...]:
        """What the first mail of each player tells of them, and HELP HOUSE; () for nothing."""
        return (said.House(self.lines, self.complaints),) if self.lines or self.complaints else ()
