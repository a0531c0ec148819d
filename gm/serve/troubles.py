"""Alarms about gm itself: told to the operator once, and once more when it is over, whatever restarts in between.

What is wrong others find out; here it is compared with what the operator has been told (kept in the store).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from gm.desk.game.telling import OPERATOR_READER
from gm.desk.mails.delivery import Delivery
from gm.desk.mails.words import write_alone
from gm.desk.office import Office
from gm.desk.time.times import in_words
from gm.store.database import from_iso, iso
from gm.store.outbox import Stuck
from gm.store.store import Store

LATE = timedelta(hours=1)  # a mail that has waited longer is stuck; a mailbox out of reach so long wants a person


class Outage(msgspec.Struct, frozen=True):
    """When the mailbox was last out of reach. until: None while it is."""

    since: datetime
    until: datetime | None = None


def changed(store: Store, troubles: Mapping[str, Any]) -> list[str]:
    """Those of *troubles* (None: there is none) of which the operator has not been told that they are so now."""
    return [kind for kind, trouble in troubles.items() if (trouble is None) == _told(store, kind)]


def tell(office: Office, troubles: Mapping[str, Any], zone: str, now: datetime) -> None:
    """Mail the operator what is new among *troubles*, the facts of each by its kind. Runs inside a transaction."""
    for kind in changed(office.store, troubles):
        trouble = troubles[kind]
        if trouble is None:
            since = in_words(from_iso(office.store.facts.recall(_name(kind))["since"]), zone)
            office.store.facts.forget(_name(kind))
            mail_operator(office, "trouble", {"kind": kind, "over": True, "since": since}, now)
        else:
            office.store.facts.keep(_name(kind), {"since": iso(now)})
            mail_operator(office, "trouble", {"kind": kind, "over": False, **trouble}, now)


def mail_operator(office: Office, kind: str, facts: Mapping[str, Any], now: datetime) -> None:
    """A mail to the operator, whatever else he has got in this hour; *kind* is a template of the desk's."""
    mail = write_alone(kind, facts)
    last = office.store.outbox.newest()
    digits = hashlib.sha256("\0".join((kind, mail.subject, mail.text, iso(now), str(last))).encode()).hexdigest()
    delivery = Delivery(office.store, office.sender, office.operator, _no_report, now)
    delivery.queue("", OPERATOR_READER, office.operator, f"[gm] {mail.subject}", mail.text, digits)


def _no_report(store: Store, game: str) -> tuple[str, str]:
    raise AssertionError("no report of a game goes with a mail about gm itself")


def _told(store: Store, kind: str) -> bool:
    return store.facts.recall(_name(kind)) is not None


def _name(kind: str) -> str:
    return f"trouble {kind}"


# -- what the store knows of troubles ----------------------------------------------------------------------------


def stuck(store: Store, now: datetime) -> Stuck | None:
    """The mails that should have been sent long ago."""
    return store.outbox.stuck(now - LATE)


def last_outage(store: Store) -> Outage | None:
    """The last time at which the mailbox was out of reach."""
    kept = store.facts.recall("outage")
    return msgspec.convert(kept, Outage) if kept is not None else None


def note_outage(store: Store, gone: datetime | None, now: datetime) -> None:
    """Keep it that the mailbox is out of reach since *gone*, or no more (None). Runs inside a transaction.

    An outage that was kept before a restart and still lasts goes on as one.
    """
    last = last_outage(store)
    lasts = last is not None and last.until is None
    if gone is not None and not lasts:
        store.facts.keep("outage", {"since": iso(gone)})
    elif gone is None and last is not None and lasts:
        store.facts.keep("outage", {"since": iso(last.since), "until": iso(now)})
