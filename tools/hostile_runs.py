"""Runs the default tier where a test that hangs on order, load, time or its neighbours is found out.

    python tools/hostile_runs.py [NAME ...]

The ways: `one` worker, `four` workers, beside eight `busy` loops, with a `slow` clock (half as fast, by faketime).
The order is another each time; pytest prints its seed. After each, no process that a test has started may be left. It
ends with 1 if a test failed, or left something behind.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 4 * 3600  # seconds for one of them
LOOPS = 8
TESTS = ("-m", "not servers and not package", "--tier", "default", "--dist", "loadgroup", "--no-loadscope-reorder")
SLOW = ("faketime", "-f", "+0 x0.5")
WAYS = {"one": (1, ()), "four": (4, ()), "busy": (2, ()), "slow": (2, SLOW)}


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many loops beside it, of the same niceness."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in started:
            one.kill()
            one.wait()


def left_over(mark: str) -> list[str]:
    """The processes that still run of those that were started with *mark* in their environment."""
    found = []
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and mark.encode() in (place / "environ").read_bytes():
                found.append(f"{place.name}: {(place / 'cmdline').read_bytes().replace(bytes(1), b' ').decode()}")
        except OSError:
            continue  # it has ended, or is another's
    return found


def run(way: str) -> str:
    """Run the default tier in one of the ways; returns what was wrong, "" if nothing."""
    workers, before = WAYS[way]
    if before and shutil.which(before[0]) is None:
        return f"{before[0]} is not installed"
    mark = f"GM_HOSTILE_RUN={uuid.uuid4().hex}"
    environment = {**os.environ, "GM_HOSTILE_RUN": mark.partition("=")[2]}
    command = [*before, sys.executable, "-m", "pytest", *TESTS, "--numprocesses", str(workers)]
    begun = time.monotonic()
    with busy(LOOPS if way == "busy" else 0):
        ended = subprocess.run(command, cwd=ROOT, env=environment, timeout=LONGEST, check=False)
    print(f"{way}: {time.monotonic() - begun:.0f} s", flush=True)
    left = left_over(mark)
    wrong = [f"pytest ended with {ended.returncode}"] if ended.returncode else []
    return "; ".join(wrong + [f"left behind: {one}" for one in left])


def main() -> int:
    """Run all ways, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ways", nargs="*", metavar="NAME", help=", ".join(WAYS))
    asked = parser.parse_args().ways or list(WAYS)
    if unknown := [way for way in asked if way not in WAYS]:
        parser.error(f"there is no {', '.join(unknown)}, but {', '.join(WAYS)}")
    wrong = {way: why for way in asked if (why := run(way))}
    print("\n".join(f"{way}: {why}" for way, why in wrong.items()) or "all ways passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
