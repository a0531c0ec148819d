"""The games that were used last, as values in memory: so many that a letter seldom has to read its game anew, and no
more, however many games there are. What is in it may be dropped at any time; what is true stands in the store.
"""

from __future__ import annotations

from collections import OrderedDict

from gm.desk.game.game import Game

MOST = 256  # games that are kept


class Recent(OrderedDict[str, tuple[str, Game]]):
    """Games by their name, each with the hash of the last entry of its journal; the one used longest ago goes first."""

    def __setitem__(self, name: str, known: tuple[str, Game]) -> None:
        """Keep a game, as the one used last."""
        super().__setitem__(name, known)
        self.move_to_end(name)
        if len(self) > MOST:
            self.popitem(last=False)
