"""When messages between players leave: each stream of them has a fixed share of what the house may send.

A stream is what one reader gets as from one sender. Its share follows from the configuration, the number of games and
the seats of the game; what has been used of it, from mails that this reader has got. So a delay tells nobody anything
about others. Nothing but messages has a share: results, answers and the operator's mails leave at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from gm.desk.game.game import Game, seat_of
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.game.telling import OPERATOR_READER
from gm.store.store import Store

HOUR, DAY = 3_600.0, 86_400.0  # seconds


class House(NamedTuple):
    """How many mails a house may send in an hour and in a day, as its provider counts them."""

    per_hour: int
    per_day: int


class Shares:
    """The shares of one event. house: None if nothing is limited."""

    def __init__(self, store: Store, house: House | None) -> None:
        self._store, self._house = store, house
        self._games = 0

    def leaves(self, game: Game, mail: Mail, now: datetime) -> datetime:
        """When a mail may leave; notes that it does."""
        if self._house is None or mail.kind != MailKind.PRESS or mail.reader == OPERATOR_READER:
            return now
        self._games = self._games or max(1, self._store.games.count_alive())
        part = self._games * self._streams(game, mail)
        capacity, every = _rate(self._house.per_hour / part, self._house.per_day / part)
        shown = getattr(mail.notices[0][1], "sender", "")
        key = f"share/{game.name}/{mail.reader}/{shown}"
        # What is stored is when the stream would be at rest if it sent evenly; behind that it has its whole capacity.
        found = self._store.buckets.find(key)
        rest = now if found is None else max(now, found.at + timedelta(seconds=found.level))
        leaves = max(now, rest - timedelta(seconds=every * (capacity - 1)))
        rest += timedelta(seconds=every)
        self._store.buckets.keep(key, rest.microsecond / 1e6, rest.replace(microsecond=0))
        return leaves

    def _streams(self, game: Game, mail: Mail) -> int:
        """How many streams like the mail's a game has: senders and a nameless one, to half for seats or watchers."""
        senders = len(game.seats) + 1 + (game.budget.watchers if "observers" in game.press else 0)
        readers = len(game.seats) if seat_of(game, mail.reader) is not None else max(1, game.budget.watchers)
        return 2 * senders * readers


def _rate(per_hour: float, per_day: float) -> tuple[float, float]:
    """How many mails may leave at once, and after how many seconds the next, for at most these in an hour and a day.

    Half of an hour's share at once, and half of it evenly over the hour: never more than the whole within an hour.
    """
    capacity = max(1.0, min(per_hour, per_day) / 2)
    every = max(HOUR / per_hour, DAY / per_day) * 2
    return capacity, every
