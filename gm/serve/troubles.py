"""Alarms about gm itself: the operator is told once, and again when it is over, even across restarts.

Others find out what is wrong; here it is compared with what the operator has been told, which the store keeps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from gm.desk.mails.delivery import Delivery, Disclosed
from gm.desk.mails.words import write_alone
from gm.desk.office import Office
from gm.desk.time.times import in_words
from gm.store.database import iso
from gm.store.outbox import Stuck
from gm.store.store import Store

LATE = timedelta(hours=1)  # a mail that has waited longer is stuck; a mailbox out of reach for longer needs a person

Troubles = Mapping[str, Mapping[str, object] | None]  # the facts of each kind of trouble, None where there is none


class Outage(msgspec.Struct, frozen=True):
    """When something was last wrong: the mailbox out of reach, for one. until: None while it still is."""

    since: datetime
    until: datetime | None = None


def changed(store: Store, troubles: Troubles) -> list[str]:
    """The kinds of *troubles* whose present state the operator does not know. A value of None means that it is over."""
    return [kind for kind, trouble in troubles.items() if (trouble is None) == _told(store, kind)]


def tell(office: Office, troubles: Troubles, zone: str, now: datetime) -> None:
    """Mail the operator what has changed in *troubles* (facts by kind). Runs inside a transaction."""
    for kind in changed(office.store, troubles):
        trouble = troubles[kind]
        if trouble is None:
            kept = office.store.facts.recall(_name(kind), Outage)
            assert kept is not None
            since = in_words(kept.since, zone)
            office.store.facts.forget(_name(kind))
            mail_operator(office, "trouble", {"kind": kind, "over": True, "since": since}, now)
        else:
            office.store.facts.keep(_name(kind), {"since": iso(now)})
            mail_operator(office, "trouble", {"kind": kind, "over": False, **trouble}, now)


def mail_operator(office: Office, kind: str, facts: Mapping[str, object], now: datetime) -> None:
    """Queue a mail to the operator, however many they got in this hour. kind: one of the desk's templates."""
    mail = write_alone(kind, facts)
    last = office.store.outbox.newest()
    digits = hashlib.sha256("\0".join((kind, mail.subject, mail.text, iso(now), str(last))).encode()).hexdigest()
    operators = [one.address for one in office.operators]
    delivery = Delivery(office.store, office.sender, operators, disclose=_no_report, now=now)
    delivery.queue_to_operators(mail, digits)


def _no_report(store: Store, game: str, /, *, so_far: bool = False) -> Disclosed:
    raise AssertionError("no report of a game goes with a mail about gm itself")


def _told(store: Store, kind: str) -> bool:
    return store.facts.recall(_name(kind), Outage) is not None


def _name(kind: str) -> str:
    return f"trouble {kind}"


# -- what the store knows about troubles -------------------------------------------------------------------------


def stuck(store: Store, now: datetime) -> Stuck | None:
    """The mails that should have been sent long ago, None if there are none."""
    return store.outbox.stuck(now - LATE)


def last_outage(store: Store) -> Outage | None:
    """The last time the mailbox was out of reach, None if it never was."""
    return store.facts.recall("outage", Outage)


def note_outage(store: Store, gone: datetime | None, now: datetime) -> None:
    """Store since when the mailbox is out of reach, None if it is reachable again. Runs inside a transaction.

    An outage that lasts across a restart stays one.
    """
    last = last_outage(store)
    lasts = last is not None and last.until is None
    if gone is not None and not lasts:
        store.facts.keep("outage", {"since": iso(gone)})
    elif gone is None and last is not None and lasts:
        store.facts.keep("outage", {"since": iso(last.since), "until": iso(now)})
