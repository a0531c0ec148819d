"""How the bids of one power fall as it is reduced: to their plateaus and then, plateaus void, to nothing (5.5)."""

from __future__ import annotations

from collections.abc import Iterable

from gm.rules.payola.state import Bid


class Course:
    """The course of all bids of one power. full: after how many reductions all are at their plateaus."""

    def __init__(self, bids: Iterable[Bid]) -> None:
        self.full = max((bid.amount - bid.plateau for bid in bids), default=0)

    def amount(self, bid: Bid, reductions: int) -> int:
        """Return what *bid* is worth after *reductions*."""
        if reductions <= self.full:
            return max(bid.plateau, bid.amount - reductions)
        return max(0, bid.plateau - (reductions - self.full))

    def falls(self, bid: Bid) -> list[tuple[int, int]]:
        """Return while *bid* falls by 1 in each reduction: after so many of them, until so many; at most twice."""
        above = bid.amount - bid.plateau
        if above == self.full:
            return [(0, bid.amount)] if bid.amount else []
        found = [(0, above)] if above else []
        return [*found, (self.full, self.full + bid.plateau)] if bid.plateau else found
