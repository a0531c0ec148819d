"""The Air War, simply: cities and chips as the mails suggest, then everybody walks to the nearest enemy and fires."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from gm.bots.marching import steps
from gm.bots.player import Looker
from gm.rules.pictures.honeycomb import Board


class Player(Looker):
    """A side of the Air War."""

    settings: ClassVar[str] = "[options]\nrows = 13\ncolumns = 16\nchips = 15\ncycles = 5\n"
    ends: ClassVar[str] = "READY below your orders ends a round; after five cycles the most chips win."

    def decide(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Walk in the round of moves, and do what the mail suggests in the others."""
        example = [line for line in view["example"] if not line.startswith("%")]
        if view["phase"]["kind"] != "moves":
            return [*example, "READY"] if view["phase"]["kind"] == "fire" else example
        position = view["position"]
        own = position["chips"].get(self.seat, {})
        enemies = [field for side, chips in position["chips"].items() if side != self.seat for field in chips]
        cities = [city["field"] for city in position["cities"]]
        guarded = [city["field"] for city in position["cities"] if city["possessor"] == self.seat]
        goals = enemies or [field for field in cities if field not in guarded]
        board = Board(view["rows"], view["columns"])
        lines = [f"{n} {start}-{to}" for n, start, to in steps(board, own, goals, guarded, chance)]
        return [*(lines or example), "READY"]
