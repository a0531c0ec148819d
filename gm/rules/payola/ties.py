"""Ties: the acceptance list of the unit's owner, then the order of the sheets (sections 5.2 to 5.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Places = Sequence[Mapping[int, int]]  # by candidate: the earliest place in each power's sheet of a bid that pays for it


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
