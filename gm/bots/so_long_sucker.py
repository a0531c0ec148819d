"""So Long Sucker, simply: capture if you can; else play on, and give the move to whoever has the fewest chips."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from gm.bots.player import Looker
from gm.rules.pictures.table import BURN, CAPTURE, MANY


class Player(Looker):
    """A player of So Long Sucker."""

    settings: ClassVar[str] = "[options]\nplayers = 4\nchips = 4\n"
    ends: ClassVar[str] = "It ends when all but one are defeated, mostly after 20 to 40 moves."

    def decide(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Play a chip by what follows from it; what else is owed, as the mail suggests."""
        position = view["position"]
        if view["phase"]["kind"] != "play" or not position["choices"]:
            return []
        choice = max(position["choices"], key=lambda one: (self._worth(one), chance.random()))
        pile = f" ON {choice['pile']}" if choice["pile"] else ""
        line = f"PLAY {chance.choice(choice['colours']).lower()}{pile}"
        if choice["what"] != MANY:
            return [line]
        hands = {tray["seat"]: sum(tray["chips"].values()) for tray in position["hands"]}
        to = min(choice["to"], key=lambda seat: (seat == self.seat, hands[seat], chance.random()))
        return [f"{line} NEXT {to.lower()}", *self._promise(to, chance)]

    def _worth(self, choice: Mapping[str, Any]) -> int:
        """How good it is: a capture for oneself, anything that captures for nobody, a capture for another."""
        if choice["what"] not in (CAPTURE, BURN):
            return 1
        return 2 if self.seat in choice["to"] else 0

    def _promise(self, to: str, chance: random.Random) -> list[str]:
        """A word to everybody, now and then."""
        if not self.shows or chance.random() > 0.25:
            return []
        return ["BROADCAST", f"{to}, I give you the move. I shall remember what you make of it.", "END"]
