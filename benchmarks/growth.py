"""What length costs: the longest game that the rules of each ruleset allow, with 5,000 letters.

An event at its end is compared with one at its beginning: the same, however many came before. `gm fsck`, a rollback and
the report are compared with the same when the game was half as long: what they take for each entry, or for each byte of
a report, which shows a fuller board for each later turn.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.letters import new_office
from benchmarks.long_games import KINDS, NAME, Long, begin_long
from benchmarks.measure import Row, undisturbed
from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store.database import iso

LETTERS, COMPARED = 5000, 200
BOUND = 1.2  # times the beginning
WARM = 50  # letters that read grammars and templates
LINEAR = 1.1  # times what half of the game takes for as much


class Took(NamedTuple):
    """Seconds of the processor, and how much was worked through for them, in which unit."""

    seconds: float
    size: int
    unit: str


def grown(kind: str, letters: int = LETTERS) -> Iterator[Row]:
    """The rows about a game of one ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        young, half, late, whole = (Path(folder) / f"{name}.sqlite" for name in ("young", "half", "late", "whole"))
        game = begin_long(kind, whole)
        game.play(letters // 2)
        _copy(game.office.store.conn, half)
        game.play(letters - 2 * COMPARED)
        _copy(game.office.store.conn, late)  # a game that is over cannot be rolled back
        yield _event_row(kind, begin_long(kind, young), game)
        game.play(letters)
        game.office.store.close()
        yield _length_row("gm fsck, the whole : the half", *(_took(_check, one) for one in (half, whole)))
        yield _length_row("a rollback, at the end : at half", *(_took(_roll_back, one) for one in (half, late)))
        yield _length_row("a byte of the report, the whole : the half", *(_took(_report, one) for one in (half, whole)))


def _copy(conn: sqlite3.Connection, to: Path) -> None:
    copy = sqlite3.connect(to)
    conn.backup(copy)
    copy.close()


def _event_row(kind: str, young: Long, old: Long) -> Row:
    """Both games go on by turns, so that neither gets the quieter machine."""
    young.play(WARM)
    begun = [len(game.events) for game in (young, old)]
    while len(old.events) < begun[1] + COMPARED and not old.over:
        for game in (young, old):
            game.play(game.letters + 1)
    first, last = (
        median(event.seconds for event in game.events[since:][:COMPARED])
        for game, since in zip((young, old), begun, strict=True)
    )
    young.office.store.close()
    note = f"{first * 1e3:.2f} ms at first, {last * 1e3:.2f} ms after {old.letters} letters"
    return Row(f"  an event of {kind}, at the end : at the beginning", last / first, "x", BOUND, note)


def _length_row(what: str, half: Took, whole: Took) -> Row:
    seconds, size = whole.seconds / half.seconds, whole.size / half.size
    note = f"{half.seconds:.2f} s, then {whole.seconds:.2f} s; {half.size:,} {half.unit}, then {whole.size:,}"
    return Row(f"    {what}", seconds / size, "x", LINEAR, note)


def _took(act: Callable[[Office], tuple[int, str]], database: Path) -> Took:
    """What an act on the game of a database takes, and how much it works through."""
    office = new_office(database)
    try:
        with undisturbed():
            before = process_time()
            size, unit = act(office)
            return Took(process_time() - before, size, unit)
    finally:
        office.store.close()


def _check(office: Office) -> tuple[int, str]:
    faults, _ = check_store(office.store)
    assert not faults, faults
    return _entries(office)


def _roll_back(office: Office) -> tuple[int, str]:
    """Take the game back to the first quarter of its entries."""
    size, times = _entries(office), office.store.journal.times(NAME)
    office.operate(NAME, ["rollback", "before", iso(times[len(times) // 4])], office.store.journal.last_at(NAME))
    return size


def _report(office: Office) -> tuple[int, str]:
    found = disclose(office.store, NAME)
    return len(found.text) + len(found.page), "bytes"


def _entries(office: Office) -> tuple[int, str]:
    return int(office.store.value("select count(*) from journal")), "entries"


def run() -> list[Row]:
    """The rows of the table."""
    head = Row("Growth of games", LETTERS, "", note="letters to each")
    return [head, *(row for kind in KINDS for row in grown(kind))]
