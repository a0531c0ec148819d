"""A game of three players in which nobody has to be in time, with the choices of a test about what comes of that."""

from __future__ import annotations

from datetime import timedelta

from gm.desk.file.gamefile import read_game_file
from helpers.mailtable import MINUTE, START
from helpers.seventable import ADDRESS, SevenTable

FILE = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
{game}
[clock]
early = false
{clock}
[deadlines]
movement = "3d"
retreat = "1d"
adjustment = "1d"
grace = "{grace}"
[seats]
{seats}
"""
PLAYED = ("AUSTRIA", "FRANCE", "GERMANY")


class Late(SevenTable):
    """The game. The other powers are vacant."""

    def __init__(
        self, clock: str, grace: str = "12h", ruleset: str = "diplomacy", game: str = "",
        players: tuple[str, ...] = PLAYED,
    ) -> None:
        self.parts = {"clock": clock, "grace": grace, "ruleset": ruleset, "game": game}
        self.players = players
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "\n".join(f'{seat} = "{ADDRESS[seat]}"' for seat in self.players)
        self.office.open_game(read_game_file(FILE.format(seats=seats, **self.parts)), START, "ab" * 32)

    def until(self, time: timedelta) -> None:
        """Let the clock strike for a time."""
        self.at += time
        self.strike(self.at)

    def over(self) -> None:
        """Let the phase now due come to the end of its grace."""
        self.at = self.game.clock.until + MINUTE
        for _ in range(2):
            self.strike(self.at)

    def subjects(self, address: str, word: str) -> int:
        """How many mails to an address have a word in their subject."""
        return sum(word in str(mail["Subject"]) for mail in self.mails(address))
