"""The names by which players know observers: their own if they mislead nobody. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

LONGEST = 20  # characters
NOBODYS = ("gm", "gamemaster", "operator", "master", "umpire", "observer", "monitor", "all", "everybody", "everyone")


def read_name(words: str, game: str) -> str:
    """Read the name after OBSERVE: `[GAME] [AS] name`, letters and digits normalised; "" if there is none."""
    found = [word for word in words.split() if "(address)" not in word]
    if found and found[0].strip("[]").lower() == game:
        found = found[1:]
    if found and found[0].upper() == "AS":
        found = found[1:]
    text = unicodedata.normalize("NFKC", " ".join(found))
    return "".join(c for c in text if c.isalnum() or c in " -'.")[:LONGEST]


def bare_name(name: str) -> str:
    """*name* without the signs around it."""
    return " ".join(name.split()).strip(" -'.")


def free_name(name: str, others: Collection[str], seats: Collection[str]) -> str:
    """*name*, or a number if it is empty, taken by another observer, or one of the game's own."""
    name = bare_name(name)
    taken = {word.casefold() for word in (*others, *NOBODYS, *seats)}
    if name and name.casefold() not in taken:
        return name
    return next(one for n in range(1, len(others) + 2) if (one := f"observer {n}") not in taken)
