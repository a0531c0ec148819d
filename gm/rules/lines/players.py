"""What players may call the seats of a game, in every command."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from gm.rules import Seat


def abbreviated(seats: Mapping[str, Seat]) -> dict[str, Seat]:
    """Return *seats* also by their first letter, or their first three letters or more, where that names only one.

    The names themselves stand behind all others.
    """
    found: dict[str, set[Seat]] = {}
    for name, seat in seats.items():
        for length in (1, *range(3, len(name))):
            found.setdefault(name[:length], set()).add(seat)
    return {**{short: next(iter(one)) for short, one in found.items() if len(one) == 1}, **seats}


def near_names(word: str, seats: Mapping[str, Seat]) -> tuple[str, ...]:
    """Return up to three names that resemble *word*, in capitals, the nearest first.

    seats: by what they may be called; the last word for each is its name.
    """
    names = {seat: name for name, seat in seats.items()}
    return tuple(difflib.get_close_matches(word, sorted(names.values()), n=3, cutoff=0.5))
