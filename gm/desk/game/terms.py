"""What a game has chosen about itself: its file, its first entry and the game itself have it in the same words."""

from __future__ import annotations

from typing import Any

import msgspec

from gm.desk.game.budget import Budget
from gm.desk.game.houserules import HouseRules
from gm.desk.game.showing import Showing
from gm.desk.game.wanted import Wanted
from gm.desk.time.schedule import Calendar
from gm.rules.ruleset import Pace


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The choices of a game that belong to the desk, and not to its rules. A new one stands here, and is carried."""

    timezone: str
    deadlines: dict[str, int]  # seconds by kind of phase, with grace; those by the clock are in the calendar instead
    identity: str = "checked"  # the rule by which a letter counts as a player's (gm.desk.arrival.door)
    calendar: Calendar = Calendar()
    listed: bool = True  # LIST names it
    press: tuple[str, ...] = ("private", "public")  # its kinds of messages (gm.desk.commands.press)
    reminders: str = "owing"  # who is reminded
    pace: Pace = Pace()  # about its deadlines
    budget: Budget = Budget()  # how much each player may say, and how many may watch
    showing: Showing = Showing()  # what pages show of it
    house: HouseRules = HouseRules()  # the rules of the house, and where to complain
    names_after: str = "end"  # when who played is told: at the "end", or "never", unless the operator tells it
    proposals: str = "none"  # players may propose an end to everybody, "named" or "anonymous"
    autopilot: str = "hold"  # what becomes of vacant seats (gm.desk.game.bots)
    rated: bool = True  # its result counts in ratings
    wanted: Wanted = Wanted()  # the record that newcomers need
    test: bool = False  # one tester has all of its seats (gm.desk.file.trial)


# Choices that an `open` entry leaves out where they are as usual, since versions before them did not know them.
LATER = ("showing", "house", "names_after", "proposals", "autopilot", "rated", "wanted", "test")
USUAL = {name: getattr(Terms(timezone="", deadlines={}), name) for name in LATER}


def terms_of(one: Terms) -> dict[str, Any]:
    """The choices alone, by name."""
    return {name: getattr(one, name) for name in Terms.__struct_fields__}
