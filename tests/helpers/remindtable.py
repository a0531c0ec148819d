"""A game of three players with reminders, and when each of them came."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from gm.desk.file.gamefile import read_game_file
from gm.store.database import from_iso
from helpers.mailtable import START
from helpers.seventable import ADDRESS, SevenTable

FILE = """[game]
name = "spring"
ruleset = "diplomacy"
seed = "s"
reminders = "{reminders}"
[deadlines]
movement = "3d"
[seats]
{seats}
"""
REMINDS = re.compile(rb"(?m)^Subject:.*a reminder")
PLAYED = ("AUSTRIA", "FRANCE", "GERMANY")


class Reminding(SevenTable):
    """A game of three days for each phase."""

    def __init__(self, reminders: str = "owing") -> None:
        self.reminders = reminders
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "\n".join(f'{seat} = "{ADDRESS[seat]}"' for seat in PLAYED)
        self.office.open_game(read_game_file(FILE.format(seats=seats, reminders=self.reminders)), START, "ab" * 32)

    def reminded(self, seat: str, until: datetime) -> list[timedelta]:
        """How long before the deadline that now stands each reminder of a seat came, up to a time."""
        deadline = self.game.clock.deadline
        self.strike(until)
        query = "select raw, queued from outbox where recipient = ? order by id"
        found = self.office.store.rows(query, [ADDRESS[seat]])
        times = [from_iso(row["queued"]) for row in found if REMINDS.search(row["raw"])]
        return [deadline - at for at in times]

    @property
    def deadline(self) -> datetime:
        """The deadline of the phase that is due."""
        found: datetime = self.game.clock.deadline
        return found
