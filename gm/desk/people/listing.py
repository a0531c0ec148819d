"""What games offer newcomers: places in games that have not begun, vacant seats in running ones. All public."""

from __future__ import annotations

import msgspec

from gm.desk.game.game import Game, Role, seat_names, vacant_seats
from gm.registry import ruleset
from gm.store.store import Store


class Offer(msgspec.Struct, frozen=True):
    """What LIST tells of a game. joined: of how many; vacant: the names of seats; word: newcomers need a password."""

    game: str
    title: str
    forming: bool
    joined: int
    places: int
    vacant: tuple[str, ...]
    word: bool


def offer_of(game: Game) -> Offer | None:
    """The offer of a game; None if it offers nothing or is not listed."""
    if game.over or not game.listed:
        return None
    joined = sum(guest.role == Role.PLAYER for guest in game.guests.values())
    names, empty = seat_names(game), () if game.forming else vacant_seats(game)
    vacant = tuple(names[seat] for seat in empty)
    if not game.forming and not vacant:
        return None
    word = bool(game.forming.word if game.forming else game.word)
    return Offer(
        game.name, ruleset(game.ruleset).card.title, bool(game.forming), joined=joined, places=len(game.seats),
        vacant=vacant, word=word,
    )  # fmt: skip


def offers(store: Store, most: int) -> tuple[list[Offer], int]:
    """The first *most* offers of all games, games that have not begun first, and how many more there are."""
    found = msgspec.convert(store.games.offers(), list[Offer])
    found.sort(key=lambda offer: (not offer.forming, offer.game))
    return found[:most], max(0, len(found) - most)
