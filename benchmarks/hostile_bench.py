"""Input meant to break gm: the time of the slowest letter and mail, and the memory for reading all letters."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Row, slowest_of_passes

TESTS = Path(__file__).parents[1] / "tests"
SCRIPT = TESTS / "desk" / "hostile.py"
MOST_SECONDS, MOST_MEMORY = 2.0, 200.0  # of the processor; MB
MOST_OF_A_MAIL = 0.3  # seconds
MOST_OF_A_SMALL_MAIL = 0.1  # seconds: it is read beside everything else
MOST_MEMORY_OF_A_MAIL = 60.0  # MB
MOST_LETTERS = 75.0  # ordinary letters that the worst one takes
SEARCH, SEED = 60, 1  # seconds that are spent on finding worse mails


def run() -> list[Row]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(SCRIPT), f"{folder}/gm.sqlite"]
        said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    # For each: its name, what became of it, what its writer was told, its seconds, and the peak memory so far.
    letters = [json.loads(line) for line in said.splitlines()]
    name, _, _, seconds, _ = max(letters, key=lambda letter: float(letter[3]))
    peak = max(letter[4] for letter in letters)
    return [
        Row(f"{len(letters) - 1} hostile letters, slowest", seconds, "s", MOST_SECONDS, name),
        Row("  most memory of the process", peak, "MB", MOST_MEMORY, "Python, gm and the letters"),
        _mails(),
        *_shapes(),
        *_searched(),
    ]


def _searched() -> list[Row]:
    """The worst letters of 48 kB that a search finds in each game and in none, in ordinary letters of the same run."""
    command = [sys.executable, "-m", "benchmarks.hostile_letters", str(SEARCH / 3), str(SEED)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=1200).stdout
    found = [json.loads(line) for line in said.splitlines()]
    return [
        Row(f"  {game}: worst of {tried} letters", ratio, "letters", MOST_LETTERS, json.dumps(shape)[:120])
        for game, tried, ratio, shape in found
    ]


def _shapes() -> list[Row]:
    """What it costs to read mails of the known hostile shapes, and of the worst that a search finds."""
    command = [sys.executable, "-m", "benchmarks.hostile_worker", str(SEARCH), str(SEED)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    measured = [json.loads(line) for line in said.splitlines()]  # kind, name, seconds, MB
    large, small = ([one for one in measured if one[0] == kind] for kind in ("large", "small"))
    slowest, slowest_small = (max(some, key=lambda one: float(one[2])) for some in (large, small))
    hungriest, (tried, found, seconds, _) = max(measured, key=lambda one: float(one[3])), measured[-1]
    return [
        Row(f"reading {len(large)} shapes of mails, slowest", slowest[2], "s", MOST_OF_A_MAIL, slowest[1]),
        Row("  most memory for one mail", hungriest[3], "MB", MOST_MEMORY_OF_A_MAIL, hungriest[1]),
        Row("  of 48 kB, slowest", slowest_small[2], "s", MOST_OF_A_SMALL_MAIL, slowest_small[1]),
        Row(f"  the worst of {tried}", seconds, "s", MOST_OF_A_MAIL, found[:200]),
    ]


def _mails() -> Row:
    """The mails whose steps the tests count: only a clock can tell how long a pattern takes within one step."""
    sys.path[:0] = [str(TESTS), str(TESTS / "post")]
    import test_attributions as texts
    import test_authenticity as fields
    import test_dkim as signatures
    import test_dsn as bounces

    signed = {name: make() for name, make in signatures.SLOW.items()}
    acts = [
        *((f"a text of {one!r}", lambda one=one: texts.read_mail(texts.mail(one * (300_000 // len(one)))))
          for one in texts.SLOW),
        *((f"a field of {one!r}", lambda one=one: fields.judged(fields.long_head(one, 60_000)))
          for one in fields.PIECES),
        *((f"a signature: {name}", lambda raw=raw: signatures.verdict(raw)) for name, raw in signed.items()),
        *((f"bounce {number}", lambda raw=raw: bounces.read_dsn(raw)) for number, raw in enumerate(bounces.LONG, 1)),
    ]  # fmt: skip
    seconds, name = slowest_of_passes(acts)
    return Row(f"{len(acts)} hostile mails, slowest", seconds, "s", MOST_OF_A_MAIL, name)
