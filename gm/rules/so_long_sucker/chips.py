"""Counting chips in hands and piles, as rules 5, 6 and 8 require. Nobody's move is known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gm.rules import Seat
from gm.rules.so_long_sucker.state import COLOURS, Chips


def in_order(chips: Mapping[str, int]) -> Chips:
    """Return *chips* in the order of the colours, whatever order storage gave them."""
    return {colour: chips[colour] for colour in COLOURS if colour in chips}


def added(chips: Mapping[str, int], more: Mapping[str, int]) -> Chips:
    """Return *chips* plus *more*, in the order of the colours."""
    counts = {colour: chips.get(colour, 0) + more.get(colour, 0) for colour in COLOURS}
    return {colour: count for colour, count in counts.items() if count}


def without(chips: Mapping[str, int], colour: str, count: int = 1) -> Chips:
    """Return *chips* less *count* of a colour; there must be enough."""
    return added({**chips, colour: chips[colour] - count}, {})


def counted(pile: Iterable[str]) -> Chips:
    """Return the chips of a pile by colour."""
    found: Chips = {}
    for colour in pile:
        found[colour] = found.get(colour, 0) + 1
    return added(found, {})


def prisoners(seat: Seat, hand: Mapping[str, int]) -> Chips:
    """Return the chips in *seat*'s hand of any colour but its own, including dead colours (8)."""
    return {colour: count for colour, count in in_order(hand).items() if colour != seat}


def captures(pile: Sequence[str]) -> bool:
    """Return whether the last two chips played on a pile are of the same colour (6)."""
    return len(pile) > 1 and pile[-1] == pile[-2]


def missing(pile: Sequence[str], survivors: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the *survivors* whose colour is not in the pile: one of them is given the move (5)."""
    return tuple(seat for seat in survivors if seat not in pile)


def lowest(pile: Sequence[str], survivors: Iterable[Seat]) -> Seat:
    """Return the survivor whose most recent chip is furthest down; all of them must have chips in the pile (5)."""
    return min(survivors, key=lambda seat: max(n for n, colour in enumerate(pile) if colour == seat))


def after(seat: Seat, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return all of *seats* in seating order, starting after *seat*, which comes last."""
    place = seats.index(seat) + 1
    return (*seats[place:], *seats[:place])
