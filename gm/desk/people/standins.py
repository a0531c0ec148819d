"""Who has offered to take over a place in any game: kept by address, asked once, and then by one game alone.

Only games ask them that anybody can find and join, and none in which they have ever played, or somebody plays with whom
they cannot be seated, none that they have been let see everything of, and none that wants more of a record than theirs.
Those who have offered to take over in a game itself come first.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.desk.game.game import Game, vacant_seats
from gm.desk.game.substitutes import able_to_take
from gm.desk.people.blocks import keeps_apart
from gm.desk.people.records import shortfall
from gm.desk.people.seeing import has_seen
from gm.store.database import from_iso, iso
from gm.store.store import Store, Tables

OFFER = "offers to take over "  # an address follows: the name of a fact, which is when they offered
MOST = 1000
LASTS = timedelta(days=365)  # an offer


def offers_anywhere(store: Store, address: str, at: datetime) -> bool:
    """Keep an offer; return whether it stands. An earlier one of the same address keeps its place.

    Those that nobody has asked about for so long are forgotten.
    """
    found = forget_old_offers(store, at)
    if f"{OFFER}{address}" not in found and len(found) < MOST:
        store.facts.keep(f"{OFFER}{address}", iso(at))
    return f"{OFFER}{address}" in found or len(found) < MOST


def forget_old_offers(store: Store, at: datetime) -> dict[str, str]:
    """Forget the offers that nobody has asked about for so long; return the others, and when they were made."""
    found = store.facts.beginning(OFFER, str)
    for name in [name for name, since in found.items() if at - from_iso(since) > LASTS]:
        store.facts.forget(name)
        del found[name]
    return found


def offers_nowhere(store: Store, address: str) -> bool:
    """Forget an offer; return whether there was one."""
    found = store.facts.recall(f"{OFFER}{address}", str) is not None
    store.facts.forget(f"{OFFER}{address}")
    return found


def next_for(tables: Tables, game: Game) -> str:
    """The address that a game may ask now, first come first; "" if there is none, or no place, or it asks somebody."""
    asks_nobody = game.call is None and not able_to_take(game)
    if game.clock is None or not asks_nobody or game.word or not game.listed or not vacant_seats(game):
        return ""
    played, found = tables.players.known(game.name), tables.facts.beginning(OFFER, str)
    for name in sorted(found, key=lambda one: (found[one], one)):
        address = name.removeprefix(OFFER)
        if played.isdisjoint(tables.persons.addresses(address)) and _may_sit(tables, game, address):
            return address
    return ""


def _may_sit(tables: Tables, game: Game, address: str) -> bool:
    """Whether the owner of an address, who has not played in a game, could take a place in it."""
    if keeps_apart(tables, game, address) or has_seen(tables, game, address):
        return False
    return shortfall(tables, address, game.wanted) is None
