"""Putting games that are over to sleep: each becomes one value in the database (gm.store.parcels)."""

from __future__ import annotations

from collections.abc import Callable

from gm.desk.books.exchange import ExchangeError, check_at_rest
from gm.store.growth import marks
from gm.store.outbox import State
from gm.store.store import Store

WAITS = (State.WAITING, State.HELD)


def at_rest(store: Store) -> list[str]:
    """The games that can be put to sleep, sorted."""
    found = []
    for game in store.games.listed("over"):
        try:
            check_at_rest(store, game.name, WAITS)
        except ExchangeError:
            continue
        if not store.parcels.has(game.name):
            found.append(game.name)
    return found


def compact(store: Store, games: list[str], tell: Callable[[str], None] = lambda game: None) -> bool:
    """Put games to sleep, and write the database anew without what is no longer in it.

    False if a reader kept old pages in use. *tell* is called with each game before it is put to sleep. Raises
    ExchangeError while one of them runs or mails of it wait.
    """
    store.overwrite()
    for game in games:
        with store.transaction():
            check_at_rest(store, game, WAITS)
            tell(game)
            store.parcels.put_to_sleep(game)
            _count_from_here(store)
    return store.scrub()


def _count_from_here(store: Store) -> None:
    """Let the daily digest count from the rows that are left: numbers above them are given again."""
    last = store.facts.recall("digest", dict[str, object])
    if last is not None:
        newest = {"inbox": store.inbox.newest() or 0, "outbox": store.outbox.newest() or 0}
        least = {name: min(number, found) for name, number in newest.items() if isinstance(found := last[name], int)}
        store.facts.keep("digest", {**last, **least, "ends": marks(store)})
