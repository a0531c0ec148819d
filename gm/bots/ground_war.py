"""The Ground War, simply: men walk to the cities that are not theirs, leave a guard in their own, and fire."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm.bots.marching import steps
from gm.bots.player import Looker
from gm.bots.reading import Reading
from gm.rules.pictures.honeycomb import Board


class Player(Looker):
    """A side of the Ground War."""

    settings: ClassVar[str] = '[options]\nscenario = "duel"\ncycles = 6\n'
    ends: ClassVar[str] = "READY below your orders ends a round; after six cycles the most men win."

    def orders(self, mail: Reading) -> Sequence[str]:
        """Return the lines of a round, which are final."""
        return [*super().orders(mail), "READY"]

    def decide(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Walk in the first round of a cycle; fire as the mail suggests in the second."""
        picture = view["standing"].get("picture")
        if view["topic"] != "MOVES" or picture is None:
            return list(view["example"])
        marks = picture["marks"]
        men = {field: mark["men"] for field, mark in marks.items() if mark.get("men")}
        cities = {field: mark["city"] for field, mark in marks.items() if mark.get("city")}
        own = [field for field, side in cities.items() if side == self.seat]
        goals = [field for field in cities if field not in own] or [f for f, m in marks.items() if m.get("enemy")]
        board = Board(picture["rows"], picture["columns"])
        lines = [f"{n} MEN {start}-{to}" if n > 1 else f"MAN {start}-{to}"
                 for n, start, to in steps(board, men, goals, own, chance)]  # fmt: skip
        return lines
