"""Sheets that nobody can read before the deadline: what a player commits to, and what opens it. Pure.

Before the deadline a player sends only a hash; in the window behind it, the sheet. docs/formats.md has the form.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from gm.rules import Line
from gm.rules.lines.words import first_word

HASH, SALT = re.compile("[0-9a-f]{64}", re.ASCII), re.compile("[0-9a-f]{32}", re.ASCII)
OPEN = re.compile(r"\s*OPEN\b[\s:.,<(\"']*([0-9a-z\s]*?)[\s:.,>)\"']*", re.IGNORECASE)
LEAST = re.compile("(?=.*[0-9])[0-9a-z]{8,}", re.ASCII)  # what is meant for a salt, and not the words of a sentence
NARROW = 60  # columns from which on a mail program may have broken a line


class Opened(msgspec.Struct, frozen=True):
    """One way to read an OPEN. line: where it is; salt: as written; sheet: as it is hashed; rest: what is not of it."""

    line: int
    salt: str
    sheet: tuple[str, ...]
    rest: tuple[Line, ...]


def read_open(lines: Sequence[Line]) -> tuple[Opened, ...]:
    """The opening in a letter, OPEN with a salt and what is below it, in each way it can be read; () if there is none.

    A sheet may have lines END of its own, and a mail program may have broken its lines.
    """
    written = [line for line in lines if line.text.strip()]
    at = next((n for n in range(len(written)) if _salt(written, n) is not None), None)
    if at is None:
        return ()
    salt, used = _salt(written, at) or ("", 1)
    below = written[at + used :]
    last = next((n for n, line in enumerate(below) if first_word(line.text) == "SIGNOFF"), len(below))
    ends = [n for n, line in enumerate(below[:last]) if first_word(line.text) == "END" and len(line.text.split()) == 1]
    return tuple(
        Opened(written[at].number, salt, sheet, tuple((*written[:at], *below[end + 1 :])))
        for end in (*reversed(ends), last)
        for sheet in dict.fromkeys((normal(line.text for line in below[:end]), normal(_joined(below[:end]))))
    )


def _salt(lines: Sequence[Line], n: int) -> tuple[str, int] | None:
    """The salt of the OPEN on line *n*, which may stand below it, and how many lines that takes; None if it is none."""
    found = OPEN.fullmatch(lines[n].text)
    if found is None:
        return None
    salt = "".join(found[1].split()).lower()
    if not salt and n + 1 < len(lines):
        below = "".join(lines[n + 1].text.split()).lower()
        return (below, 2) if LEAST.fullmatch(below) else None
    return (salt, 1) if LEAST.fullmatch(salt) else None


def _joined(lines: Sequence[Line]) -> Iterator[str]:
    """The lines, each joined with what a mail program may have broken off it."""
    text, width = "", 0
    for line in lines:
        if width + 1 + len(line.text.split()[0]) > NARROW:
            text = f"{text} {line.text}"
        else:
            yield text
            text = line.text
        width = len(line.text.rstrip())
    yield text


def normal(lines: Iterable[str]) -> tuple[str, ...]:
    """A sheet as it is hashed and read: what mail programs do to spaces and empty lines makes no difference."""
    text = (" ".join(unicodedata.normalize("NFC", line).split()) for line in lines)
    return tuple(line for line in text if line)


def commitment_to(game: str, phase: str, seat: str, salt: str, lines: Iterable[str]) -> str:
    """The hash that commits to a sheet, as 64 hexadecimal digits."""
    written = "\n".join(("gm-commit-1", game, phase, seat, salt, *normal(lines)))
    return hashlib.sha256(written.encode()).hexdigest()
