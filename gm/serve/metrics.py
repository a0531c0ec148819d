"""The metrics of the daemon, for Prometheus: how many mails came and went, when, and whether gm can work.

Whoever may read them is no player and no operator. So nothing here has a label of a game, a seat or a person; mails
that nobody may know of (withheld, held, messages that leave later) are not counted before they leave; of deadlines only
those count that all players were told; and sizes are in whole megabytes, because a sealed sheet has a size, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime

import msgspec
import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from gm import __version__
from gm.config.loading import Limits
from gm.desk.game.glance import ClockFacts
from gm.doctor.house import sent_now
from gm.serve.health import TROUBLES
from gm.serve.log import BECAME
from gm.serve.meter import Meter
from gm.store.store import Tables

TYPE = "text/plain; version=0.0.4; charset=utf-8"  # of what page() gives
SECONDS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 14400)
MEGABYTE = 1_000_000
MOST_NOTED = 10_000  # answers whose letters are remembered until they leave


class Metrics(Meter):
    """Counts since the process began, and what is looked up when somebody asks."""

    counts = True

    def __init__(self) -> None:
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        self._received: dict[int, datetime] = {}  # of the letter that a mail answers, by the mail's number
        self._bounces: tuple[int, datetime] | None = None  # the number of the last one at the last look, and when
        self._letters = self._counter("gm_letters", "Mails that came, by what became of them.", "became")
        self._mails = self._counter("gm_mails", "What the server said to mails of ours.", "became")
        self._returned = self._counter("gm_bounces", "Mails of ours that came back.", "kind")
        self._latency = Histogram(
            "gm_answer_seconds", "From the receipt of a letter to the server's taking of the answer to it.",
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self._gauges = {name: self._gauge(name, help_) for name, help_ in GAUGES.items()}
        self._budget = self._gauge("gm_budget_mails", "Mails that have left in this hour and this day.", "window")
        self._limit = self._gauge("gm_budget_limit_mails", "The most that may: limits.mails_per_...", "window")
        self._troubles = self._gauge("gm_trouble", "1 while something is wrong: /healthz says what.", "kind")
        self._gauge("gm_build_info", "1; the label has the version.", "version").labels(__version__).set(1)
        for became in dict.fromkeys(BECAME.values()):
            self._letters.labels(became)
        for became in ("sent", "retry", "refused"):
            self._mails.labels(became)
        for kind in ("hard", "soft"):
            self._returned.labels(kind)

    def _counter(self, name: str, help_: str, label: str) -> Counter:
        return Counter(name, help_, [label], registry=self.registry)

    def _gauge(self, name: str, help_: str, *labels: str) -> Gauge:
        return Gauge(name, help_, labels, registry=self.registry)

    # -- what the daemon tells -------------------------------------------------------------------------------------

    def letter(self, became: str) -> None:
        """Count a letter, by what became of it."""
        self._letters.labels(became).inc()

    def answered(self, mail: int | None, received: datetime) -> None:
        """Remember when the letter was received that a mail to its writer answers, until it leaves.

        What the letter brings others is not counted: a threat would show where a message does not.
        """
        if mail is None:
            return
        self._received[mail] = received
        if len(self._received) > MOST_NOTED:
            del self._received[next(iter(self._received))]

    def mail(self, number: int, became: str, now: datetime) -> None:
        """Count what the server said to a mail, and if it answers a letter, how long that took."""
        self._mails.labels(became).inc()
        received = self._received.pop(number, None) if became == "sent" else None
        if received is not None:
            self._latency.observe(max(0, int((now - received).total_seconds())))

    # -- what is looked up -----------------------------------------------------------------------------------------

    def look(self, tables: Tables, limits: Limits, now: datetime) -> None:
        """Look up what the database knows. Raises StoreError."""
        self._count_bounces(tables, now)
        waiting = tables.outbox.overdue(now)
        self._set("gm_outbox_mails", waiting.count)
        self._set("gm_outbox_oldest_seconds", _age(waiting.since, now))
        self._set("gm_deadline_overdue_seconds", _age(first_missed(tables, now), now))
        in_hour, in_day = sent_now(tables.facts, now)
        for window, sent, most in (("hour", in_hour, limits.mails_per_hour), ("day", in_day, limits.mails_per_day)):
            self._budget.labels(window).set(sent)
            self._limit.labels(window).set(most)

    def note(self, troubles: Mapping[str, str], unread: float, size: int, free: int | None) -> None:
        """Take what the daemon itself knows: its troubles by kind, seconds since it read the mailbox, and bytes.

        free: None if that is not known.
        """
        self._set("gm_mailbox_unread_seconds", int(unread))
        self._set("gm_database_bytes", -(-size // MEGABYTE) * MEGABYTE)
        self._set("gm_disk_free_bytes", math.nan if free is None else free // MEGABYTE * MEGABYTE)
        for kind in TROUBLES:
            self._troubles.labels(kind).set(kind in troubles)

    def page(self) -> bytes:
        """All metrics, as Prometheus reads them."""
        return generate_latest(self.registry)

    def _count_bounces(self, tables: Tables, now: datetime) -> None:
        newest = tables.bounces.newest()
        for hard, count in tables.bounces.count_after(*self._bounces).items() if self._bounces is not None else ():
            self._returned.labels("hard" if hard else "soft").inc(count)
        self._bounces = newest, now

    def _set(self, name: str, value: float) -> None:
        self._gauges[name].set(value)


GAUGES = {
    "gm_outbox_mails": "Mails that should have left by now.",
    "gm_outbox_oldest_seconds": "For how long the oldest of them has waited.",
    "gm_deadline_overdue_seconds": "For how long the oldest announced deadline has passed without being acted on.",
    "gm_mailbox_unread_seconds": "Since the mailbox was last read to its end.",
    "gm_database_bytes": "The files of the database, or what it takes on its server, in whole megabytes.",
    "gm_disk_free_bytes": "What is free on its disk, in whole megabytes; NaN if it is on a server.",
}


class _Told(msgspec.Struct, frozen=True):
    """What all players of a game are told of its clock."""

    clock: ClockFacts


def first_missed(tables: Tables, now: datetime) -> datetime | None:
    """The first deadline that was announced in a running game, has passed, and was not acted on; None if there is none.

    The clock of a game knows more: when it runs early, and the private windows of a live game. These are no deadlines.
    """
    kept = [one.glance for one in tables.games.glanced("live") if one.glance]
    dues = (_due(msgspec.json.decode(glance, type=_Told).clock) for glance in kept)
    return min((due for due in dues if due is not None and due < now), default=None)


def _due(clock: ClockFacts) -> datetime | None:
    """When something must happen, as it was announced; None if nothing must."""
    if clock.paused or (clock.grace and clock.waiting):
        return None
    return clock.until if clock.grace else clock.deadline


def _age(since: datetime | None, now: datetime) -> int:
    return max(0, int((now - since).total_seconds())) if since is not None else 0
