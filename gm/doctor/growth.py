"""How the database grows, in words: by what, and because of whom."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gm.doctor.finding import Finding, ok
from gm.store.growth import by, grown
from gm.store.store import Tables

MUCH, LITTLE = 100_000, 10_000  # bytes: less growth is not worth a word, nor is a part of it that is less
BY = 3  # games and writers that are named


class _Digest(msgspec.Struct, frozen=True):
    """What the last digest noted."""

    ends: dict[str, int] | None = None


def growth_in_words(store: Tables, ends: Mapping[str, int] | None) -> str:
    """How the database has grown since the tables ended so, in words; "" if it has not by much, or nobody knows."""
    found = grown(store, ends) if ends is not None else []
    if sum(one.size for one in found) < MUCH:
        return ""
    kinds = ", ".join(f"{in_size(size)} of {kind}" for kind, size in by(found, "kind").items() if size >= LITTLE)
    most = [f"{whom or 'gm itself'} {in_size(size)}" for whom, size in list(by(found, "whom").items())[:BY]]
    return f"The database has grown by {in_size(sum(one.size for one in found))}: {kinds}. Most: {', '.join(most)}."


def check_growth(tables: Tables) -> Finding:
    """Tell how the database has grown since the last digest, or since it was made."""
    last = tables.facts.recall("digest", _Digest)
    since = "since the last digest" if last is not None and last.ends is not None else "since it was made"
    told = growth_in_words(tables, (last.ends if last is not None else None) or {})
    return ok("growth", f"{since}: {told}" if told else f"the database has hardly grown {since}")


def in_size(size: int) -> str:
    """A number of bytes in words: `0.3 MB`."""
    return f"{size / 1e6:.1f} MB"
