"""Making text of people's harmless: what changes the text around it, or cannot be seen, is made visible."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"  # many scripts and emoji need them, and by themselves they do nothing


def harmless(text: str) -> str:
    """Return *text* with control characters and marks that change the direction of writing visible, as [U+202E]."""
    lines = text.split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(_shown, line)) for line in lines)


def in_line(text: str) -> str:
    """Return *text*, made harmless, on one line: for a table, or a log, in which a second line could be forged."""
    return harmless(text).replace("\n", "[U+000A]")


def _shown(character: str) -> str:
    if character in JOINERS:
        return character
    if character == "\t":
        return " "
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return f"[U+{ord(character):04X}]"
    return character
