"""Seals: what was filed or said cannot be changed later, and a seal fits one game, one phase and one seat.

The forms are in docs/formats.md ("The report"), so that anybody can check them without gm.
"""

from __future__ import annotations

import hashlib

from gm.rules import Seat

PROOF = 2  # how games that begin today seal; 1 up to version 0.2


def sealed_lines(proof: int, game: str, phase: str, seat: Seat, salt: str, text: str, about: str = "") -> str:
    """What is sealed: the text below lines that say what it belongs to.

    proof: how the game seals. salt: 32 hexadecimal digits. about: what is sealed, if one player has told it to another;
    it has no line feed, nor has anything else above the text.
    """
    if proof == 1:
        return f"{salt}\n{text}"
    head = ("gm-said-2", game, phase, seat, about) if about else ("gm-seal-2", game, phase, seat)
    return "\n".join((*head, salt, text))


def seal_of(lines: str) -> str:
    """The seal of what `sealed_lines` gives: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(lines.encode()).hexdigest()
