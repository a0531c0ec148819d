"""Letters that want to break gm: the processor time of the slowest, the memory of the process that reads them all."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Row

SCRIPT = Path(__file__).parents[1] / "tests" / "desk" / "hostile.py"
MOST_SECONDS, MOST_MEMORY = 2.0, 200.0  # of the processor; MB


def run() -> list[Row]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(SCRIPT), f"{folder}/gm.sqlite"]
        said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    # For each its name, what became of it, what its writer was told, its seconds, and the peak of memory so far.
    letters = [json.loads(line) for line in said.splitlines()]
    name, _, _, seconds, _ = max(letters, key=lambda letter: float(letter[3]))
    peak = max(letter[4] for letter in letters)
    return [
        Row(f"{len(letters) - 1} hostile letters, slowest", seconds, "s", MOST_SECONDS, name),
        Row("  most memory of the process", peak, "MB", MOST_MEMORY, "Python, gm and the letters"),
    ]
