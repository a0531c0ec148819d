"""What length costs: the longest game that the rules of each ruleset allow, with 5,000 letters.

An event at its end is compared with one at its beginning: the same, however many came before. `gm fsck`, a rollback and
the report are compared with the same when the game was half as long: twice as much, and no more.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.letters import new_office
from benchmarks.long_games import KINDS, NAME, Event, begin_long
from benchmarks.measure import Row, undisturbed
from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store.database import iso

LETTERS, COMPARED = 5000, 200
BOUND = 1.2  # times the beginning
WARM = 50  # letters that read grammars and templates
TWICE = 2.2  # times what half of the game takes


def grown(kind: str, letters: int = LETTERS) -> Iterator[Row]:
    """The rows about a game of one ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        half, whole = Path(folder) / "half.sqlite", Path(folder) / "whole.sqlite"
        game = begin_long(kind, whole)
        game.play(WARM)
        warm = len(game.events)
        game.play(letters // 2)
        _copy(game.office.store.conn, half)
        game.play(letters)
        yield _event_row(kind, game.events[warm:], game.letters)
        game.office.store.close()
        for what, act in ACTS.items():
            yield _length_row(what, _took(act, half), _took(act, whole))


def _copy(conn: sqlite3.Connection, to: Path) -> None:
    copy = sqlite3.connect(to)
    conn.backup(copy)
    copy.close()


def _event_row(kind: str, events: Sequence[Event], letters: int) -> Row:
    first, last = (median(one.seconds for one in part) for part in (events[:COMPARED], events[-COMPARED:]))
    note = f"{first * 1e3:.2f} ms at first, {last * 1e3:.2f} ms after {letters} letters"
    return Row(f"  an event of {kind}, at the end : at the beginning", last / first, "x", BOUND, note)


def _length_row(what: str, half: float, whole: float) -> Row:
    return Row(f"    {what}, the whole : the half", whole / half, "x", TWICE, f"{half:.2f} s, then {whole:.2f} s")


def _took(act: Callable[[Office], object], database: Path) -> float:
    """Seconds of the processor for an act on the game of a database."""
    office = new_office(database)
    try:
        with undisturbed():
            before = process_time()
            act(office)
            return process_time() - before
    finally:
        office.store.close()


def _check(office: Office) -> None:
    faults, _ = check_store(office.store)
    assert not faults, faults


def _report(office: Office) -> None:
    assert disclose(office.store, NAME).text


def _roll_back(office: Office) -> None:
    """Take the game back to the first quarter of its entries; one that is over cannot be."""
    times, at = office.store.journal.times(NAME), office.store.journal.last_at(NAME)
    if not office.game(NAME).over:
        office.operate(NAME, ["rollback", "before", iso(times[len(times) // 4])], at)


ACTS: dict[str, Callable[[Office], object]] = {"gm fsck": _check, "the report": _report, "a rollback": _roll_back}


def run() -> list[Row]:
    """The rows of the table."""
    head = Row("Growth of games", LETTERS, "", note="letters to each")
    return [head, *(row for kind in KINDS for row in grown(kind))]
