"""The stone game, simply: replace the stone that most own stones touch, and build on to the own groups."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from gm.bots.player import Looker
from gm.rules.pictures.hexagon import Hexagon

SIDE = 4
SWAPS = 0.25  # how often the second player swaps


class Player(Looker):
    """A player of the stone game."""

    settings: ClassVar[str] = f"[options]\nside = {SIDE}\n"
    ends: ClassVar[str] = f"It ends when one of the {len(Hexagon(SIDE).cells)} cells is left: the largest group wins."

    def __init__(self, seat: str, seed: str) -> None:
        super().__init__(seat, seed)
        self._board = Hexagon(SIDE)

    def sit_down(self, options: Any) -> None:
        """Play on the board of a game of people."""
        super().sit_down(options)
        self._board = Hexagon(options.side)

    def decide(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Replace and place, each where most own stones touch; a draw decides between equals."""
        position, board = view["position"], self._board
        if position["may_swap"] and chance.random() < SWAPS:
            return ["SWAP"]
        own = set(position["stones"].get(view["colour"], ()))
        taken = {cell for cells in position["stones"].values() for cell in cells}

        def best(cells: list[str]) -> str:
            return max(cells, key=lambda cell: (len(own & {*board.neighbours[cell]}), chance.random()))

        words = []
        if position["replaceable"]:
            replaced = best(list(position["replaceable"]))
            own.add(replaced)
            words += ["REPLACE", replaced]
        for number in range(position["must_place"]):
            placed = best([cell for cell in board.cells if cell not in taken])
            own.add(placed)
            taken.add(placed)
            words += ["PLACE", placed] if number == 0 else [placed]
        return [" ".join(words)]
