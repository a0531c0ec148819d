"""What goes by itself: games that were withdrawn before they began, and what is kept of people who never played.

It takes no notice of anybody who has had a place in a game, however long ago, is in a league, or of whom the operator
has a note.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from gm.desk.books.exchange import ExchangeError, check_at_rest, take_out
from gm.desk.mails.asked import forget_asked
from gm.desk.mails.before import forget_told
from gm.desk.notices.phrases import phrase
from gm.desk.people.blocks import LASTS
from gm.desk.people.standins import forget_old_offers
from gm.store.database import iso
from gm.store.outbox import State
from gm.store.store import Store

EVERY = timedelta(days=1)
DONE = "forgotten"  # the fact that has when this was last done
WITHDRAWN = timedelta(days=30)  # after which nothing is left of a game that was withdrawn
UNHEARD = timedelta(days=365)  # after which nothing is left of somebody who never played and does not write


def forget_if_due(store: Store, traces: timedelta, now: datetime) -> None:
    """Once a day, forget what is old enough. traces: how long our mails about no game stay. Runs inside a transaction.
    """
    last = store.facts.recall(DONE, datetime)
    if last is not None and now - last < EVERY:
        return
    store.facts.keep(DONE, iso(now))
    for game in store.games.ended(phrase("end.cancelled")):
        _forget_withdrawn(store, game, now - WITHDRAWN)
    store.outbox.forget_strays(now - traces)
    store.blocks.tidy_all(now - LASTS)
    forget_old_offers(store, now)
    _forget_unheard(store, now - UNHEARD)


def _forget_withdrawn(store: Store, game: str, before: datetime) -> None:
    """Remove all of a game that was withdrawn before a time, unless mails of it still wait: its name is free again."""
    store.parcels.wake(game)
    last = store.journal.last(game)
    if last is None or last.at > before:
        return
    try:
        check_at_rest(store, game, (State.WAITING, State.HELD))
    except ExchangeError:
        return
    forget_asked(store, game)
    forget_told(store, game)
    take_out(store, game)


def _forget_unheard(store: Store, since: datetime) -> None:
    """Remove what people asked for who never played, and have written nothing since a time."""
    asked = {*store.blocks.owners(), *store.persons.known()}
    if not asked:
        return
    heard = store.inbox.writers(since)
    known = store.players.known("", elsewhere=True) | store.people.known("", elsewhere=True)
    known |= store.records.addresses() | store.persons.noted()
    leagues = [store.leagues.find(name) or "" for name in store.leagues.names()]
    for address in sorted(asked):
        own = store.persons.addresses(address)
        if known.isdisjoint(own) and heard.isdisjoint(own) and not _named_in(leagues, own):
            store.persons.forget(own)
            store.blocks.forget_of(own)


def _named_in(texts: Iterable[str], addresses: Iterable[str]) -> bool:
    return any(address in text for address in addresses for text in texts)
