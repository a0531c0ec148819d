"""What a check finds and what to do about it. Knows none of the checks."""

from __future__ import annotations

from typing import Literal

import msgspec

Level = Literal["ok", "warn", "bad", "skip"]


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked. about: what kind of thing; todo: what the operator can do, "" for nothing.

    level: ok; warn: games go on, but somebody should look; bad: gm cannot work like this; skip: cannot be checked.
    """

    about: str
    level: Level
    what: str
    todo: str = ""


def ok(about: str, what: str) -> Finding:
    """Something that is as it should be."""
    return Finding(about, "ok", what)


def warn(about: str, what: str, todo: str) -> Finding:
    """Something that does not stop the games unless it gets worse."""
    return Finding(about, "warn", what, todo)


def bad(about: str, what: str, todo: str) -> Finding:
    """Something that stops gm from working."""
    return Finding(about, "bad", what, todo)


def skip(about: str, what: str, todo: str = "") -> Finding:
    """Something that could not be checked."""
    return Finding(about, "skip", what, todo)
