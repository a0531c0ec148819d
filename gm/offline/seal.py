"""Making a commitment from a sheet, and checking one: `gm seal`, or this file alone with any Python 3.

    python3 seal.py spring S1901M FRANCE sheet.txt
    python3 seal.py spring S1901M FRANCE opening.txt --check HASH

The first shows what to send before the deadline (COMMIT) and after it (OPEN); keep that. The second says whether an
opening, as a file with OPEN and the sheet below it, makes HASH. Only the standard library is used; the form of the hash
is in docs/formats.md.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import secrets
import sys
import unicodedata
from collections.abc import Iterable, Sequence


def commitment(game: str, phase: str, seat: str, salt: str, lines: Iterable[str]) -> str:
    """The hash of a sheet, as 64 hexadecimal digits. Spaces and empty lines make no difference. salt: 32 digits."""
    text = [" ".join(unicodedata.normalize("NFC", line).split()) for line in lines]
    written = "\n".join(("gm-commit-1", game, phase, seat, salt, *(line for line in text if line)))
    return hashlib.sha256(written.encode()).hexdigest()


def sealed(game: str, phase: str, seat: str, sheet: str, salt: str = "") -> str:
    """What to send before and after the deadline, as one text. salt: random if it is empty."""
    salt = salt or secrets.token_hex(16)
    sheet = re.split(r"(?im)^\s*SIGNOFF\b", sheet, maxsplit=1)[0]
    lines = [line.strip() for line in sheet.splitlines() if line.strip()]
    made = commitment(game, phase, seat, salt, lines)
    return "\n".join((
        "Before the deadline send this line:", "", f"COMMIT {made}", "",
        "After the deadline, while commitments are opened, send this. Keep it:", "", f"OPEN {salt}", *lines, "END", "",
    ))  # fmt: skip


def opens(game: str, phase: str, seat: str, opening: str, made: str) -> bool:
    """Whether an opening, the line OPEN with the sheet below it, makes this hash."""
    found = re.search(r"^\s*OPEN\s+([0-9a-fA-F]{32})\s*$(.*)", opening, re.MULTILINE | re.DOTALL)
    if found is None:
        return False
    lines = re.split(r"(?im)^\s*SIGNOFF\b", found[2], maxsplit=1)[0].splitlines()
    ends = [n for n, line in enumerate(lines) if line.strip().upper() == "END"]  # a sheet may have some of its own
    wanted, salt = "".join(made.split()).lower(), found[1].lower()
    return any(commitment(game, phase, seat, salt, lines[:end]) == wanted for end in (*ends, len(lines)))


def main(given: Sequence[str] | None = None) -> int:
    """Run as a program; *given*: its arguments. Returns 0, or 1 if a check fails."""
    parser = argparse.ArgumentParser(description="Make a commitment from a sheet, or check one.")
    for name in ("game", "phase", "seat", "file"):
        parser.add_argument(name)
    parser.add_argument("--check", metavar="HASH")
    asked = parser.parse_args(given)
    with open(asked.file, encoding="utf-8") as file:
        text = file.read()
    place = (asked.game.lower(), asked.phase.upper(), asked.seat.upper())
    if not asked.check:
        print(sealed(*place, text))
        return 0
    right = opens(*place, text, asked.check)
    print("It opens." if right else "It does not open: another game, phase, seat, salt or sheet.")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
