"""Buckets of answers: how many more somebody may get, refilled evenly through the hour.

An answer to a letter whose writer is known comes out of a bucket of their own; where that is empty, it waits there and
is sent later, as it was written. They know no mails, only what the store lists of them.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Literal

from gm.rules import Person, Reader
from gm.store.buckets import Level
from gm.store.outbox import State
from gm.store.store import Store

HOUR = 3600.0  # seconds
IN_THE_NAME_OF = "unproven/"  # begins the bucket of mail that anybody may have written in the name of an address
LOOKS, CLAIMS = "whois/", "also/"  # begin those of what an address asks about others
OF_PERSONS = re.compile(f"^(?:{IN_THE_NAME_OF}|{LOOKS}|{CLAIMS})")


class Bucket:
    """How many answers an address may still get: *per_hour* at once, and as many again over the next hour."""

    def __init__(self, store: Store, per_hour: int) -> None:
        self._store, self.per_hour = store, per_hour

    def take(self, address: str, now: datetime) -> Literal["yes", "last", "no"]:
        """Take one answer for *address*. "last": this one is given, but the next would not be."""
        address = without_tag(address)
        return self._take(address, self._store.buckets.find(address), now)

    def take_unclaimed(self, key: str, now: datetime) -> Literal["yes", "last", "no"]:
        """Take an answer from a bucket that waiting answers may have a claim on: those go first, in their order."""
        bucket, claimed = self._store.buckets.claimed(key)
        return "no" if claimed else self._take(key, bucket, now)

    def _take(self, address: str, bucket: Level | None, now: datetime) -> Literal["yes", "last", "no"]:
        level = self._level(bucket, now)
        if level < 1:
            return "no"
        if bucket is None:  # whoever has been quiet for an hour has a full bucket again and need not be remembered
            self._store.buckets.forget_before(now - timedelta(seconds=HOUR))
        self._store.buckets.keep(address, level - 1, now)
        return "last" if level < 2 else "yes"

    def again(self, now: datetime) -> datetime:
        """When an address whose bucket has just become empty gets its next answer."""
        return now + timedelta(seconds=HOUR / self.per_hour)

    def room_at(self, address: str, count: int, now: datetime) -> datetime:
        """When *count* answers for *address* will have been given, if they are given as soon as there is room."""
        missing = max(0.0, count - self._level(self._store.buckets.find(without_tag(address)), now))
        return now + timedelta(seconds=missing * HOUR / self.per_hour)

    def _level(self, bucket: Level | None, now: datetime) -> float:
        if bucket is None:
            return float(self.per_hour)
        passed = max(0.0, (now - bucket.at).total_seconds())
        return min(float(self.per_hour), bucket.level + passed * self.per_hour / HOUR)


def own_bucket(game: str, reader: Reader, sitter: Person | str = "") -> str:
    """The bucket of answers to letters that are known to be from *reader* of a game, or from who sits for them.

    A sitter has one of their own: else they could empty the player's.
    """
    return "/".join(filter(None, ("answers", game, reader, sitter)))


def let_go(store: Store, bucket: Bucket, now: datetime) -> int:
    """Send the withheld answers for which there is room again; return how many. Runs inside a transaction."""
    count = 0
    for key in store.outbox.awaited():
        for mail in store.outbox.withheld(key, bucket.per_hour):
            if bucket.take(key, now) == "no":
                break
            store.outbox.change(mail.id, (State.WITHHELD,), State.WAITING, now)
            count += 1
    return count


def without_tag(address: str) -> str:
    """An address without what follows a plus sign: mail to all such forms reaches the same person."""
    local, at, domain = address.partition("@")
    return f"{local.partition('+')[0]}{at}{domain}"
