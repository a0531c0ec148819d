"""Mails outside any game's ledger (answers to strangers, PING, alarms to the operator), and limits on answers.

Each address has a bucket of answers (in the store) that refills evenly through the hour, so that two programs
answering each other soon stop. Whoever is known to have written has a bucket of their own, which nobody else can empty;
an answer that finds it empty follows later, as it was written.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime

from gm.desk.game.telling import OPERATOR_READER
from gm.desk.mails.buckets import IN_THE_NAME_OF, Bucket, without_tag
from gm.desk.mails.delivery import Delivery
from gm.desk.mails.words import write_alone
from gm.post.inbound.letter import Mail
from gm.store.database import iso
from gm.store.store import Store

__all__ = ["Answers", "Bucket", "without_tag"]

RE = re.compile(r"\A(?:\s*re\s*:)+\s*", re.IGNORECASE)
STRANGERS = 10  # all strangers together get this many times the answers of one address
UNPROVEN = 5  # answers an hour to mail in a player's name that they may not have written

# Answers to letters that did nothing, which a program can cause.
NOTHING_DONE = frozenset({"nogame", "notyours", "sitterhow", "whichseat", "operatorhow", "heldunread", "helpanswer"})


class Answers:
    """Writes the mails that belong to no game."""

    def __init__(self, store: Store, bucket: Bucket) -> None:
        self._store, self._bucket = store, bucket
        self._all = Bucket(store, STRANGERS * bucket.per_hour)
        self._unproven = Bucket(store, UNPROVEN)

    def answer(
        self,
        delivery: Delivery,
        mail: Mail,
        kind: str,
        facts: Mapping[str, object],
        now: datetime,
        known: bool = False,
        proven: str = "",
    ) -> None:
        """Answer *mail* with the template *kind*, unless its sender, or all strangers together, had too many answers.

        known: From is a player's. To others we repeat nothing of a mail, not even its subject: its true sender may want
        us to pass it to somebody. proven: the bucket of whoever is known to have written it; an answer that finds it
        empty is sent later.
        """
        if not mail.sender.isascii() or not (proven or self._may_answer(mail.sender, known, now)):
            return
        if kind in NOTHING_DONE and delivery.is_once_more(may_order=False):
            return
        withheld = bool(proven) and self._bucket.take_unclaimed(proven, now) == "no"
        text = write_alone(kind, facts).text
        digits = _digits(kind, mail.message_id, mail.sender, iso(now))
        about = RE.sub("", mail.subject)
        subject = f"Re: {about}"[:120] if known else "Re: your mail to the GameMaster"
        delivery.queue(
            "", mail.sender, mail.sender, subject=subject, text=text, digits=digits, reply=True, withheld=withheld,
            bucket=proven,
        )  # fmt: skip

    def _may_answer(self, sender: str, known: bool, now: datetime) -> bool:
        """Whether mail that anybody may have written is answered: a player in whose name it comes gets few answers."""
        plays = bool(self._store.players.seats_of(sender))
        if plays and self._unproven.take(f"{IN_THE_NAME_OF}{sender}", now) == "no":
            return False
        if self._bucket.take(sender, now) == "no":
            return False
        return known or self._all.take("(strangers)", now) != "no"

    def alarm(self, delivery: Delivery, kind: str, facts: Mapping[str, object], now: datetime) -> None:
        """Tell the operator of something that needs their attention; no text of a letter is in it."""
        if self._bucket.take(f"{OPERATOR_READER}/{kind}", now) == "no":
            return  # a flood of one kind keeps no other from the operator
        alarm = write_alone(kind, facts)
        # Two alarms in the same second may be worded alike and are still two mails: the outbox tells them apart.
        last = self._store.outbox.newest()
        digits = _digits(kind, alarm.subject, alarm.text.rstrip("\n"), iso(now), str(last))
        delivery.queue_to_operators(alarm, digits)


def _digits(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()
