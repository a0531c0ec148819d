"""What a person's record says: how their games went that are over, over all their addresses; and who is told what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from gm.desk.game.wanted import Shown, Wanted, suffices
from gm.registry import ruleset
from gm.store.records import Record
from gm.store.store import Tables

FINISHED = ("won", "shared", "lost", "ended")  # the results of those who were there at the end
RESULTS = ("won", "shared", "lost", "ended", "aborted", "resigned", "put out")


class Sums(msgspec.Struct, frozen=True):
    """A record in numbers. results: how many games of each; took_over: how many were begun by somebody else."""

    games: int
    results: dict[str, int]
    took_over: int
    filed: int
    late: int
    missed: int


def record_of(tables: Tables, address: str) -> list[Record]:
    """The record of the person with an address, newest game first."""
    return tables.records.of(tables.persons.addresses(address))


def summed(records: Sequence[Record]) -> Sums:
    """A record in numbers."""
    counts = Counter(one.result for one in records)
    return Sums(
        len(records), {result: counts[result] for result in RESULTS if counts[result]},
        took_over=sum(one.came == "took over" for one in records), filed=sum(one.filed for one in records),
        late=sum(one.late for one in records), missed=sum(one.missed for one in records),
    )  # fmt: skip


def shortfall(tables: Tables, address: str, wanted: Wanted) -> Shown | None:
    """The record of the person with an address, if it is less than a game wants; None if it is enough."""
    if wanted == Wanted():
        return None
    records = record_of(tables, address)
    sums = summed(records)
    owed = sums.filed + sums.late + sums.missed
    shown = Shown(sum(one.result in FINISHED for one in records), sums.filed, owed)
    return None if suffices(shown, wanted) else shown


def told_to_all(tables: Tables, address: str) -> Sums | None:
    """The record of the person with an address as anybody may see it; None if they do not show it, or have none.

    It has only games that are over, and whose reports have named their players to all who were in them.
    """
    records = [one for one in record_of(tables, address) if one.named] if tables.persons.is_open(address) else []
    return summed(records) if records else None


def told_of(tables: Tables, address: str, most: int) -> dict[str, object]:
    """The record of the person with an address as facts for a mail to them, with the newest *most* of its games.

    addresses: all of theirs, if there are several; open: if anybody may see it.
    """
    records, addresses = record_of(tables, address), tables.persons.addresses(address)
    games = [
        {"game": one.played, "title": ruleset(one.ruleset).card.title, "seat": one.seat,
         "ended": f"{one.ended:%Y-%m-%d}", "came": one.came, "result": one.result, "filed": one.filed, "late": one.late,
         "missed": one.missed}
        for one in records[:most]
    ]  # fmt: skip
    facts = {"games": games, "more": max(0, len(records) - most), "sums": msgspec.to_builtins(summed(records))}
    facts |= {"addresses": addresses} if len(addresses) > 1 else {}
    return {**facts, **({"open": True} if tables.persons.is_open(address) else {})}
