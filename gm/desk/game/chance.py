"""What a game draws from: its seed, the words that players gave with NONCE, and the value of its beacon. Pure.

docs/formats.md says how, so that anybody can repeat each draw.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from gm.rules import NO_SEAT, Seat

Who = TypeVar("Who")


class Newcomer(Protocol):
    """Somebody for whom a seat is drawn. number: of joining; seat: kept for them; wishes: favourite first."""

    @property
    def number(self) -> int:
        """In which order they joined."""

    @property
    def seat(self) -> Seat:
        """The seat kept for them, NO_SEAT for none."""

    @property
    def wishes(self) -> Sequence[Seat]:
        """The seats they would like, favourite first."""


def key_of(game: str, seed: str, value: str, words: Iterable[tuple[int, str]]) -> str:
    """What the draws of a game are made with: the seed, or 64 hexadecimal digits made from it and what came to it.

    value: of the beacon, "" for none. words: of players, with their numbers of joining, in that order.
    """
    given = [f"{number} {word}" for number, word in words]
    if not value and not given:
        return seed
    return hashlib.sha256("\n".join(("gm-draws-1", game, seed, value, *given)).encode()).hexdigest()


def draw(key: str, purpose: str) -> str:
    """64 random hexadecimal digits that nobody without the key can foresee or change: HMAC-SHA256(key, purpose)."""
    return hmac.new(key.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def assign(key: str, seats: Iterable[Seat], newcomers: Mapping[Who, Newcomer]) -> dict[Who, Seat]:
    """Each newcomer's seat: those kept for somebody, then the others by their draws.

    Each gets the number HMAC-SHA256(key, "seat/N"), N being the order of joining. Smallest first, each takes the first
    of their wishes that is free; then those with no wish left get the remaining seats, in the same order, from the
    seats in the order of HMAC-SHA256(key, "lot/SEAT").
    """
    found = {who: one.seat for who, one in newcomers.items() if one.seat}
    free = [seat for seat in seats if seat not in found.values()]
    order = sorted((who for who in newcomers if who not in found), key=lambda who: lot(key, newcomers[who]))
    for who in order:
        wish = next((seat for seat in newcomers[who].wishes if seat in free), NO_SEAT)
        if wish:
            found[who] = wish
            free.remove(wish)
    rest = sorted(free, key=lambda seat: draw(key, f"lot/{seat}"))
    without = [who for who in order if who not in found]
    return {**found, **dict(zip(without, rest, strict=False))}


def lot(key: str, newcomer: Newcomer) -> str:
    """A newcomer's draw of a seat, as 64 hexadecimal digits."""
    return draw(key, f"seat/{newcomer.number}")


def nonce_hash(game: str, words: str) -> str:
    """The hash by which a player sees that we have understood their words; "" for none."""
    return hashlib.sha256("\n".join(("gm-nonce-1", game, words)).encode()).hexdigest() if words else ""
