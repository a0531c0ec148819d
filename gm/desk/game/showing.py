"""What a game lets anybody see on pages about it. Each game chooses for itself, before anybody joins."""

from __future__ import annotations

from typing import Literal

import msgspec

PAGES = ("none", "open", "report")


class Showing(msgspec.Struct, frozen=True):
    """What pages show of a game.

    pages: "open" what an observer is told, "report" also a report when it is over, "none" nothing. names: the report
    names the players; press: it has all messages, notes and statements, not only messages to all.
    """

    pages: Literal["none", "open", "report"] = "none"
    names: bool = False
    press: bool = False
