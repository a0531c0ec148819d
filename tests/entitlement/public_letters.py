"""What the rules tell a reader of a letter, by its words alone: of his own all, of others' what they make public.

It asks neither the game nor its clock. What letters do in a ruleset (moves that all are told) its own module knows.
"""

from __future__ import annotations

import re
from datetime import datetime

TO_ALL = re.compile(r"BROADCAST|GREY BROADCAST|EXTEND(?= \d)|RESIGN|PROPOSE DRAW")
TO_PLAYERS = ("EXTEND", "PROPOSE DRAW")
UNSIGNED = re.compile(r"GREY|EXTEND|.* FROM ")


def told_of(at: datetime, who: str, body: str, reader: str, nameless: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """What the reader (a seat, or "" for whoever plays nothing) is told of a letter, and when; None for nothing.

    nameless: how letters begin of which this game tells all, but not who has written them.
    """
    when, first = at.isoformat(), body.partition("\n")[0]
    if who == reader:
        return when, who, body
    public, found = TO_ALL.match(first), re.match(rf"(GREY )?PRESS TO {reader}( FROM \S+)?$", first) if reader else None
    if public and public[0] in nameless and who != reader:
        return when, "", body
    if public and (reader or public[0] not in TO_PLAYERS):
        return ("", "EXTEND") if public[0] == "EXTEND" else (when, "" if UNSIGNED.match(first) else who, body)
    return (when, "" if UNSIGNED.match(first) else who, body) if found else None
