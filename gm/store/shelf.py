"""The backups that gm makes by itself: what they are called, and which of them are kept. Other files are left alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

MADE, TRIED = "backup made", "backup tried"  # facts: the last good one (Made), and when one was last begun
NAME = re.compile(r"gm-(\d{8}T\d{6}Z)\.sqlite")
WRITTEN = "%Y%m%dT%H%M%SZ"


class Made(msgspec.Struct, frozen=True):
    """The last good backup: when it was made, its file, and its size in bytes."""

    at: datetime
    file: str
    size: int


def file_for(folder: Path, at: datetime) -> Path:
    """The file of a backup made at a time."""
    return folder / f"gm-{at.astimezone(UTC).strftime(WRITTEN)}.sqlite"


def backups_in(folder: Path) -> dict[datetime, Path]:
    """The backups in a folder, by when they were made; none if there is no such folder. Raises OSError."""
    if not folder.is_dir():
        return {}
    made = ((_made_at(path.name), path) for path in folder.iterdir())
    return {at: path for at, path in made if at is not None}


def _made_at(name: str) -> datetime | None:
    """When the backup with this name was made; None if it is no name of ours."""
    match = NAME.fullmatch(name)
    try:
        return datetime.strptime(match[1], WRITTEN).replace(tzinfo=UTC) if match is not None else None
    except ValueError:
        return None


def to_keep(made: Iterable[datetime], days: int, weeks: int) -> set[datetime]:
    """Those of the backups *made* that stay: the newest of each of so many days and weeks, the last that have one.

    Days and weeks are those of UTC, and weeks begin on Mondays. The newest of all always stays.
    """
    newest_first = sorted(made, reverse=True)
    kept = set(newest_first[:1])
    for most, form in ((days, "%Y-%m-%d"), (weeks, "%G-%V")):
        newest: dict[str, datetime] = {}
        for at in newest_first:
            newest.setdefault(at.strftime(form), at)
        kept |= set(list(newest.values())[:most])
    return kept


def prune(folder: Path, days: int, weeks: int) -> list[Path]:
    """Remove the backups in a folder that are not kept, and return which those were. Raises OSError."""
    made = backups_in(folder)
    gone = [path for at, path in sorted(made.items()) if at not in to_keep(made, days, weeks)]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
