"""What the time for a letter is spent on: the daemon's handling under cProfile, in this process, without servers.

    python -m benchmarks.mail_profile --letters 2000 --show 60 --sort tottime

With `--show 0` nothing is profiled and only the time is shown, including processor time, as others may be at work.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.letters import begin, check_answers, letters
from gm.desk.office import Office
from gm.post.boxes.mailbox import BATCH


def handle(office: Office, raws: Sequence[bytes]) -> None:
    """Handle the letters as the daemon does: what one look at the mailbox shows, in one transaction."""
    for start in range(0, len(raws), BATCH):
        with office.store.transaction():
            for number, raw in enumerate(raws[start : start + BATCH], start + 1):
                received = datetime.now(UTC).replace(microsecond=0)
                office.strike_before(received, received)
                office.receive(f"1/{number}", raw, received, datetime.now(UTC))


def main() -> None:
    """Handle letters and print the most expensive functions."""
    parser = argparse.ArgumentParser(description="Profile the handling of letters.")
    parser.add_argument("--letters", type=int, default=1000)
    parser.add_argument("--show", type=int, default=40, help="so many functions")
    parser.add_argument("--sort", default="cumulative", help="such as tottime")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        office = begin(Path(folder) / "gm.sqlite")
        raws = letters(office.store, wanted.letters)
        warm = begin(":memory:")
        handle(warm, letters(warm.store, 1))  # grammars and templates are read with the first letter
        profile = cProfile.Profile()
        wall, cpu = perf_counter(), process_time()
        if wanted.show:
            profile.runcall(handle, office, raws)
            pstats.Stats(profile).sort_stats(wanted.sort).print_stats(wanted.show)
        else:
            handle(office, raws)
        wall, cpu = perf_counter() - wall, process_time() - cpu
        check_answers(office.store, raws)
        office.store.close()
    note = " under cProfile" if wanted.show else ""
    print(f"{wanted.letters} letters, each {wall / wanted.letters * 1e3:.2f} ms, {cpu / wanted.letters * 1e3:.2f} ms "
          f"of the processor{note}")  # fmt: skip


if __name__ == "__main__":
    main()
