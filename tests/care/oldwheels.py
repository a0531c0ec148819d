"""Builds the wheels of earlier versions that test_upgrades.py upgrades from.

    python tests/care/oldwheels.py

Each is built from the last commit before the version was raised to the next, and lies in `wheels` with the constraints
of that commit. When a migration is added, the last version before it takes the place of the last one here; the oldest
stays.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHEELS = Path(__file__).resolve().parent / "wheels"
# By version, the commit that raised it to the next one.
RAISED = {
    "0.1.0": "72652153f7ac869ef42c669d78ff85ea5519f9be",
    "0.7.0": "31d026cd6eb864b06c46945112b7c89b122ecd95",
}


def build(version: str, raised: str) -> None:
    """Build the wheel of *version*, and keep it with its constraints."""
    with tempfile.TemporaryDirectory() as place:
        source = subprocess.run(["git", "-C", str(ROOT), "archive", f"{raised}^"], check=True, stdout=subprocess.PIPE)
        with tarfile.open(fileobj=io.BytesIO(source.stdout)) as archive:
            archive.extractall(place, filter="data")
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*command, "--wheel-dir", str(WHEELS), place], check=True)
        constraints = (Path(place) / "constraints.txt").read_bytes()
    (WHEELS / f"constraints-{version}.txt").write_bytes(constraints)


def main() -> None:
    """Build them all."""
    for version, raised in RAISED.items():
        build(version, raised)


if __name__ == "__main__":
    main()
