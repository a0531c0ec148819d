"""What a person's record says: how their games went that are over, over all their addresses; nothing of others."""

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


def told_of(records: Sequence[Record], most: int) -> dict[str, object]:
    """A record as facts for a mail, with the newest *most* of its games."""
    games = [
        {"game": one.played, "title": ruleset(one.ruleset).card.title, "seat": one.seat,
         "ended": f"{one.ended:%Y-%m-%d}", "came": one.came, "result": one.result, "filed": one.filed, "late": one.late,
         "missed": one.missed}
        for one in records[:most]
    ]  # fmt: skip
    return {"games": games, "more": max(0, len(records) - most), "sums": msgspec.to_builtins(summed(records))}
