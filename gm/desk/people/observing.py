"""The names by which players know observers: their own if they mislead nobody. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from gm.desk.letter.lookalikes import looks_like

LONGEST = 20  # characters
LONG, LONGER = 3, 6  # letters of a word that must not look like a seat, and of a seat with which no name may end
LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |DOTLESS )?([A-Z])(?: .*)?")
OURS = ("gamemaster", "operator")  # no part of a name looks like them
ALIKE = (("0", "o"), ("1", "i"), ("l", "i"), ("rn", "m"), ("vv", "w"))
NOBODYS = ("gm", "master", "umpire", "observer", "monitor", "all", "everybody", "everyone")


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
    """*name*, or a number if it is empty, or looks like that of another observer or one of the game's own."""
    name = bare_name(name)
    if name and _shape(name) not in map(_shape, others) and not _misleads(name, seats):
        return name
    return next(one for n in range(1, len(others) + 2) if (one := f"observer {n}") not in others)


def _misleads(name: str, own: Collection[str]) -> bool:
    """Whether a name, or part of it, looks like one of the game's own."""
    words = re.split(r"[\W_]+", name.casefold())
    if "".join(words) in NOBODYS or "gm" in words:
        return True
    shapes, whole = {_shape(word) for word in own}, _shape(name)
    looks = {whole, *(_shape(word.rstrip("0123456789")) for word in words if len(word) >= LONG)}
    ends = tuple(shape for shape in shapes if len(shape) >= LONGER)
    return not looks.isdisjoint(shapes) or whole.endswith(ends) or any(_shape(word) in whole for word in OURS)


@lru_cache(256)
def _shape(name: str) -> str:
    """What a name looks like: letters that are easily taken for each other are the same, and signs are left out."""
    shape = ""
    for sign in unicodedata.normalize("NFKD", name):
        latin = LATIN.fullmatch(unicodedata.name(sign, ""))
        shape += (latin[1] if latin else looks_like(sign) or looks_like(sign.casefold()[:1]) or sign).casefold()
    shape = "".join(sign for sign in shape if sign.isalnum())
    for one, other in ALIKE:
        shape = shape.replace(one, other)
    return shape
