"""Mails outside any game's ledger (answers to strangers, PING, alarms to the operator), and limits on answers.

Each address has a bucket of answers (in the store) that refills evenly through the hour, so that two programs
answering each other soon stop.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from gm.desk.game.telling import OPERATOR_READER
from gm.desk.mails.delivery import Delivery
from gm.desk.mails.words import write_alone
from gm.post.inbound.letter import Mail
from gm.store.database import iso
from gm.store.store import Store

RE = re.compile(r"\A(?:\s*re\s*:)+\s*", re.IGNORECASE)
HOUR = 3600.0  # seconds
STRANGERS = 10  # all strangers together get this many times the answers of one address


class Bucket:
    """How many answers an address may still get: *per_hour* at once, and as many again over the next hour."""

    def __init__(self, store: Store, per_hour: int) -> None:
        self._store, self.per_hour = store, per_hour

    def take(self, address: str, now: datetime) -> Literal["yes", "last", "no"]:
        """Take one answer for *address*. "last": this one is given, but the next would not be."""
        address = without_tag(address)
        level = self._level(address, now)
        if level < 1:
            return "no"
        # Whoever has been quiet for an hour has a full bucket again and need not be remembered.
        self._store.buckets.forget_before(now - timedelta(seconds=HOUR))
        self._store.buckets.keep(address, level - 1, now)
        return "last" if level < 2 else "yes"

    def again(self, now: datetime) -> datetime:
        """When an address whose bucket has just become empty gets its next answer."""
        return now + timedelta(seconds=HOUR / self.per_hour)

    def _level(self, address: str, now: datetime) -> float:
        bucket = self._store.buckets.find(address)
        if bucket is None:
            return float(self.per_hour)
        passed = max(0.0, (now - bucket.at).total_seconds())
        return min(float(self.per_hour), bucket.level + passed * self.per_hour / HOUR)


class Answers:
    """Writes the mails that belong to no game."""

    def __init__(self, store: Store, bucket: Bucket, operator: str) -> None:
        self._store, self._bucket, self._operator = store, bucket, operator
        self._all = Bucket(store, STRANGERS * bucket.per_hour)

    def answer(
        self, delivery: Delivery, mail: Mail, kind: str, facts: Mapping[str, object], now: datetime, known: bool = False
    ) -> None:
        """Answer *mail* with the template *kind*, unless its sender, or all strangers together, had too many answers.

        known: From is a player's. To others we repeat nothing of a mail, not even its subject: its true sender may want
        us to pass it to somebody.
        """
        if not mail.sender.isascii() or self._bucket.take(mail.sender, now) == "no":
            return
        if not known and self._all.take("(strangers)", now) == "no":
            return
        text = write_alone(kind, facts).text
        digits = _digits(kind, mail.message_id, mail.sender, iso(now))
        about = RE.sub("", mail.subject)
        subject = f"Re: {about}"[:120] if known else "Re: your mail to the GameMaster"
        delivery.queue("", mail.sender, mail.sender, subject=subject, text=text, digits=digits, reply=True)

    def alarm(self, delivery: Delivery, kind: str, facts: Mapping[str, object], now: datetime) -> None:
        """Tell the operator of something that needs their attention; no text of a letter is in it."""
        if self._bucket.take(OPERATOR_READER, now) == "no":
            return
        alarm = write_alone(kind, facts)
        # Two alarms in the same second may be worded alike and are still two mails: the outbox tells them apart.
        last = self._store.outbox.newest()
        digits = _digits(kind, alarm.subject, alarm.text.rstrip("\n"), iso(now), str(last))
        delivery.queue(
            "", OPERATOR_READER, self._operator, subject=f"[gm] {alarm.subject}", text=alarm.text, digits=digits
        )


def without_tag(address: str) -> str:
    """An address without what follows a plus sign: mail to all such forms reaches the same person."""
    local, at, domain = address.partition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def _digits(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()
