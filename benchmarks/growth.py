"""What a letter costs at the end of a long game, compared with its beginning: the same, however many came before.

For each ruleset a game gets 5,000 letters of the mix (see mixed), and its first and last ones are compared. None asks
for HISTORY, which tells all that was told.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.measure import Row, undisturbed
from benchmarks.mixed import GAMES, begin_mix, mixed_letters
from gm.desk.office import Office
from gm.post.boxes.mailbox import BATCH

LETTERS, COMPARED = 5000, 200
BOUND = 1.2  # times the beginning
WARM = 50  # letters that read grammars and templates


def costs(office: Office, raws: Sequence[bytes]) -> list[float]:
    """Seconds of the processor for each letter, handled in batches as the daemon does."""
    found: list[float] = []
    for start in range(0, len(raws), BATCH):
        with office.store.transaction():
            for number, raw in enumerate(raws[start : start + BATCH], start):
                received = datetime.now(UTC).replace(microsecond=0)
                before = process_time()
                office.receive(f"1/{number}", raw, received, received)
                found.append(process_time() - before)
    return found


def grown(kind: str, letters: int = LETTERS) -> Row:
    """The row about games of one ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        office = begin_mix(Path(folder) / "gm.sqlite", {kind: 1})
        raws = mixed_letters(office.store, WARM + letters, history=False)
        with undisturbed():
            took = costs(office, raws)[WARM:]
        office.store.close()
    first, last = median(took[:COMPARED]), median(took[-COMPARED:])
    note = f"{first * 1e3:.2f} ms at first, {last * 1e3:.2f} ms after {letters} letters"
    return Row(f"  a letter to {kind}, at the end : at the beginning", last / first, "x", BOUND, note)


def run() -> list[Row]:
    """The rows of the table."""
    return [Row("Growth of games", LETTERS, "", note="letters to each"), *map(grown, GAMES)]
