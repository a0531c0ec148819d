"""Ties: the acceptance list of the unit's owner, then the order of the sheets (sections 5.2 to 5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Places = Sequence[Mapping[int, int]]  # by candidate: the earliest place in each power's sheet of a bid that pays for it


class TieBreaker:
    """Decides among tied candidates. The answer depends only on which are tied, so each tie is decided once."""

    def __init__(self, lists: Sequence[Sequence[int]], places: Places, direct: Places) -> None:
        """lists: each unit's acceptance list as power numbers; direct: the places of direct bids only."""
        self._lists, self._places, self._direct = lists, places, direct
        self._known: dict[tuple[int, ...], int] = {}

    def winner(self, unit: int, tied: tuple[int, ...]) -> int:
        """Return which of the candidates *tied* the unit issues."""
        if tied not in self._known:
            left = narrow(self._lists[unit], tied, self._places)
            # Rule 5.4 promises that the list decides. Where a conditional offer stands above the direct ones it
            # does not; then only direct offers are considered, and every candidate has one.
            if len(left) > 1:
                left = narrow(self._lists[unit], left, self._direct)
            self._known[tied] = left[0]
        return self._known[tied]


def narrow(powers: Sequence[int], tied: Sequence[int], places: Places) -> tuple[int, ...]:
    """Go down the list; at each power that pays for some of the candidates, keep those it pays for earliest."""
    left = tuple(tied)
    for power in powers:
        found = [(places[c][power], c) for c in left if power in places[c]]
        if found:
            earliest = min(found)[0]
            left = tuple(c for place, c in found if place == earliest)
            if len(left) == 1:
                break
    return left
