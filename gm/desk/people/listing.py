"""The games that offer newcomers something, as LIST tells them. All public."""

from __future__ import annotations

import msgspec

from gm.desk.game.game import Offer
from gm.store.store import Store


def offers(store: Store, most: int) -> tuple[list[Offer], int]:
    """The first *most* offers of all games, games that have not begun first, and how many more there are."""
    found = msgspec.convert(store.games.offers(), list[Offer])
    found.sort(key=lambda offer: (not offer.forming, offer.game))
    return found[:most], max(0, len(found) - most)
