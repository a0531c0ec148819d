"""Buckets of answers: how many more somebody may get, refilled evenly through the hour.

An answer to a letter whose writer is known comes out of a bucket of their own; where that is empty, it waits there and
is sent later, as it was written. They know no mails, only what the store lists of them.

Answers to letters that do nothing and say the same are counted apart, whatever room there is: a program that answers
each answer goes on for ever.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from gm.rules import Person, Reader
from gm.store.buckets import Level
from gm.store.outbox import State
from gm.store.store import Store

HOUR = 3600.0  # seconds
DAY, MONTH = timedelta(days=1), timedelta(days=30)
REPEATED = 3  # answers a day to letters that say the same and do nothing
FIRST_LINES = 3
SUBJECT = re.compile(r"(?:\b\w{1,3}: ?){0,5}\[.*")  # of a mail of ours
LONG = 4  # characters of a number that is no amount: a date, a time, the number of a case
IN_THE_NAME_OF = "unproven/"  # begins the bucket of mail that anybody may have written in the name of an address
REPEATS = "repeats/"  # begins that of answers to letters that say the same
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


class Repeats:
    """Answers that nothing was done: three a day to letters that say the same, since a program may write them."""

    def __init__(self, store: Store) -> None:
        self._buckets = store.buckets

    def take(self, writer: str, said: str, now: datetime) -> Literal["yes", "no", "tell"]:
        """Take an answer to a letter. "tell": there is none, and the operator has not been told of its writer lately.

        The time that is kept is that until which the count holds.
        """
        both = f"{writer}\n{said}".encode("utf-8", "surrogateescape")
        key = f"{REPEATS}{hashlib.sha256(both).hexdigest()[:32]}"
        kept = self._buckets.find(key)
        left, until = (kept.level, kept.at) if kept is not None and kept.at > now else (REPEATED, now + DAY)
        if left >= 1:
            self._buckets.keep(key, left - 1, until)
            return "yes"
        told = self._buckets.find(f"{key}/told")
        self._buckets.keep(f"{key}/told", 0, now + MONTH)
        return "no" if told is not None and told.at > now else "tell"


def said_again(lines: Iterable[str], may_order: bool) -> str:
    """What letters of a program say again and again: their first lines, without numbers and our subject.

    may_order: they may be a person's orders, who mends a line or an amount; all lines and short numbers count.
    """
    least, most = (LONG, None) if may_order else (1, FIRST_LINES)
    said = [SUBJECT.sub("", line).split() for line in lines if line.strip()][:most]
    return "\n".join(" ".join("#" if _is_number(word, least) else word for word in words) for words in said)


def _is_number(word: str, least: int) -> bool:
    return (len(word) >= least or word[0] == "#") and any(map(str.isdigit, word))


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
