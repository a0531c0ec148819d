"""Judging a phase of Payola with everything around it: the strike, seven mails of its result, and what is stored.

Only the time of the processor counts, since a disk takes as long as it likes to flush; of many runs, the shortest.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from benchmarks.letters import GM, OPERATOR
from benchmarks.measure import Row, undisturbed
from benchmarks.played import Played
from gm.desk.mails.paintings import Paintings
from gm.desk.office import Office
from gm.store.store import Store

AT, LATER = datetime(2026, 1, 5, 18, tzinfo=UTC), datetime(2036, 1, 5, tzinfo=UTC)
GAME, SEATS = "spring", 7
YEARS, PHASE = 3, "F1902M"  # as it is about to be judged
RUNS = 15
BOUND_MS = 5.0


def office_on(database: Path, html: bool, paintings: Paintings) -> Office:
    """An office on a database. html: mails have a page, too, which shows a picture."""
    store = Store(database)
    office = Office(store, GM, OPERATOR, lambda *_: ("", ""), 100_000, believes=True, html=html)
    office.paintings = paintings
    return office


def played(database: Path) -> None:
    """Let a game be played until all have written in the phase, and its clock has nothing to do but to judge it."""
    office = office_on(database, False, Paintings())
    with closing(office.store):
        Played(office, GAME, AT, [f"player{n}@example.org" for n in range(SEATS)]).play(YEARS, PHASE)
        while (clock := office.game(GAME).clock) is not None and clock.reminders:
            assert office.strike_before(LATER)


def judged(folder: Path, start: Path, html: bool, paintings: Paintings) -> Iterator[float]:
    """The processor seconds of the strike, each time in a fresh copy of the database *start*."""
    for number in range(RUNS):
        copy = folder / f"{html}-{number}.sqlite"
        shutil.copy(start, copy)
        office = office_on(copy, html, paintings)
        with closing(office.store) as store:
            office.game(GAME)
            before = store.outbox.newest() or 0
            with undisturbed():
                begun = process_time()
                office.strike_before(LATER)
                took = process_time() - begun
            assert store.outbox.count(before) == SEATS
            yield took


def run() -> list[Row]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / "start.sqlite"
        played(start)
        text, page = ([*judged(Path(folder), start, html, Paintings())] for html in (False, True))
    return [
        Row("Payola, a phase judged, seven mails", min(text[1:]) * 1e3, "ms", BOUND_MS, "of the processor; text alone"),
        Row("  the same with pages", min(page[1:]) * 1e3, "ms", note="their picture is painted already"),
        Row("  the same, painted for the first time", page[0] * 1e3, "ms", note="and what all maps of a board share"),
    ]
