"""Orders written as we write them, read directly: most lines of letters are, and need neither words nor a grammar.

Here is the only place that reads without the grammar. What it reads, the grammar reads the same; None means that the
grammar must say what a line means, or what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.orders import HOLD, Convoy, Order, Support, why_illegal
from gm.rules.provinces.reading import move_to, strictly


class PlainOrders:
    """Reads the words of well-formed orders on a board as it stands. *places*: see unmistakable."""

    def __init__(self, board: Board, places: frozenset[str], units: Mapping[str, Unit]) -> None:
        self._board, self._places, self._units = board, places, units

    def unit(self, kind: str, place: str) -> Unit | None:
        """Return the unit that `A PAR` means; None if there is none."""
        unit = self._units.get(place[:3]) if place in self._places else None
        return unit if unit is not None and unit.kind == kind else None

    def order(self, unit: Unit, words: Sequence[str]) -> Order | None:
        """Return the legal order that the *words* behind a unit say, in the form in which orders are compared."""
        order = self._meant(unit, words)
        if order is None or why_illegal(self._board, self._units, unit, order):
            return None
        return strictly(self._board, unit, order)

    def _meant(self, unit: Unit, words: Sequence[str]) -> Order | None:
        match words:
            case ["H"]:
                return HOLD
            case ["-", to] if to in self._places:
                return move_to(self._board, unit, to)
            case ["-", to, "VIA"] if to in self._places:
                return move_to(self._board, unit, to, via=True)
            case ["S", kind, of] if self.unit(kind, of) is not None:
                return Support(of[:3])
            case ["S", kind, of, "-", to] if to in self._places and self.unit(kind, of) is not None:
                return Support(of[:3], to)
            case ["C", kind, of, "-", to] if to in self._places and self.unit(kind, of) is not None:
                return Convoy(of[:3], to[:3])
        return None
