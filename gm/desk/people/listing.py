"""The games that offer newcomers something, as LIST tells them. All public."""

from __future__ import annotations

import msgspec

from gm.desk.game.offers import Offer
from gm.store.store import Store


def offers(store: Store, most: int) -> tuple[list[Offer], int]:
    """The first *most* offers of all games, and how many more there are.

    Games that have not begun come first; last come those that the operator has ended without a result: who opens a game
    again and again until they like its draws is seen here.
    """
    found = msgspec.convert(store.games.offers(), list[Offer])
    found.sort(key=lambda offer: (offer.aborted != "", not offer.forming, offer.game))
    return found[:most], max(0, len(found) - most)
