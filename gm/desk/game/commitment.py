"""Sheets that nobody can read before the deadline: what a player commits to, and what opens it. Pure.

Before the deadline a player sends only a hash; in the window behind it, the sheet. docs/formats.md has the form.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from gm.rules import Line
from gm.rules.lines.words import first_word

HASH, SALT = re.compile("[0-9a-f]{64}", re.ASCII), re.compile("[0-9a-f]{32}", re.ASCII)
ENDS = ("END", "SIGNOFF")


class Opened(msgspec.Struct, frozen=True):
    """OPEN as a letter has it. line: where it stands; salt: as written; lines: the sheet; rest: what is not of it."""

    line: int
    salt: str
    lines: tuple[Line, ...]
    rest: tuple[Line, ...]


def read_open(lines: Sequence[Line]) -> Opened | None:
    """The opening in a letter: OPEN with a salt, and what is below it up to END; None if there is none."""
    at = next((n for n, line in enumerate(lines) if _opens(line)), None)
    if at is None:
        return None
    below = lines[at + 1 :]
    end = next((n for n, line in enumerate(below) if first_word(line.text) in ENDS), len(below))
    rest = tuple(line for line in (*lines[:at], *below[end + 1 :]) if line.text.strip())
    salt = "".join(lines[at].text.split()[1:]).lower()
    return Opened(lines[at].number, salt, tuple(line for line in below[:end] if line.text.strip()), rest)


def _opens(line: Line) -> bool:
    return re.fullmatch(r"\s*OPEN((\s+[0-9a-f]+)+)\s*", line.text, re.IGNORECASE) is not None


def commitment_to(game: str, phase: str, seat: str, salt: str, lines: Iterable[str]) -> str:
    """The hash that commits to a sheet: what mail programs do to spaces and empty lines makes no difference."""
    text = [" ".join(unicodedata.normalize("NFC", line).split()) for line in lines]
    written = "\n".join(("gm-commit-1", game, phase, seat, salt, *(line for line in text if line)))
    return hashlib.sha256(written.encode()).hexdigest()
