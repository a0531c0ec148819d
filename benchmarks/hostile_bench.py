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
MOST_OF_A_MAIL = 3.0  # seconds


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
