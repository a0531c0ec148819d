"""A game of Diplomacy or Payola on a small board, on which South can be beaten in the first spring.

South's army in Tower can be dislodged, and may then retreat to Valley; its fleet in Ferry can, and has nowhere to go.
"""

from __future__ import annotations

from gm.desk.file.gamefile import read_game_file
from gm.offline.verify import verify_report
from helpers.mailtable import START
from helpers.seventable import SevenTable

NED, EVA, SUE = "ned@players.example", "eva@players.example", "sue@players.example"
BOARD = """format = 1
board = "keep"
title = "Keep"
victory = 6
start = { year = 1901 }

[powers]
NORTH = { name = "North", adjective = "Northern", letter = "N" }
SOUTH = { name = "South", adjective = "Southern", letter = "S" }
EAST = { name = "East", adjective = "Eastern", letter = "E" }

[provinces]
HIL = { name = "Hills", kind = "land" }
POR = { name = "Port", kind = "coast" }
LAK = { name = "The Lake", kind = "sea" }
MIL = { name = "Mill", kind = "coast" }
FER = { name = "Ferry", kind = "coast" }
TOW = { name = "Tower", kind = "land" }
KEE = { name = "Castle", kind = "land" }
VAL = { name = "Valley", kind = "land" }

[centres]
NORTH = ["HIL", "POR", "MIL", "VAL"]
SOUTH = ["FER", "TOW"]
EAST = ["KEE"]

[units]
NORTH = ["A HIL", "F POR", "F LAK", "A MIL"]
SOUTH = ["F FER", "A TOW"]
EAST = ["A KEE"]

[army]
HIL = ["POR", "MIL"]
POR = ["HIL", "FER"]
MIL = ["HIL", "FER", "TOW"]
FER = ["POR", "MIL"]
TOW = ["MIL", "KEE", "VAL"]
KEE = ["TOW"]
VAL = ["TOW"]

[fleet]
POR = ["LAK", "FER"]
MIL = ["LAK", "FER"]
FER = ["LAK", "POR", "MIL"]
LAK = ["POR", "MIL", "FER"]
"""
GAME = """[game]
name = "spring"
ruleset = "{rules}"
seed = "s"
[options]
board = "keep.toml"
[clock]
{clock}
[deadlines]
movement = "3d"
retreat = "1d"
adjustment = "1d"
grace = "12h"
[seats]
NORTH = "ned@players.example"
EAST = "eva@players.example"
{south}
"""
STORM = ("A HIL - MIL", "A MIL - TOW", "F POR - FER", "F LAK S F POR - FER")
HELP = "A KEE S A MIL - TOW"


class Keep(SevenTable):
    """The game on its board. *played*: South has a player, too."""

    def __init__(self, clock: str = "", played: bool = False, rules: str = "diplomacy") -> None:
        self.parts = {"clock": clock, "south": f'SOUTH = "{SUE}"' if played else "", "rules": rules}
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        file = read_game_file(GAME.format(**self.parts), lambda _: BOARD)
        self.office.open_game(file, START, "ab" * 32)

    def order(self, address: str, *lines: str) -> None:
        """Send a player's orders."""
        self.write(address, "\n".join(lines), self.last(address))

    def resign(self, address: str) -> None:
        """Let a player leave."""
        self.order(address, "RESIGN")
        self.write(address, "CONFIRM", self.last(address))

    def storm(self) -> None:
        """Let North and East take Ferry and Tower from South, and the phase be judged."""
        self.order(NED, *STORM)
        self.order(EVA, HELP)
        self.judge()

    def entries(self) -> int:
        """How many entries the journal has."""
        return len(self.office.store.journal.entries("spring"))

    @property
    def phase(self) -> str:
        """The code of the phase that is due."""
        return str(self.game.clock.phase)

    def right(self) -> None:
        """Check that the journal rebuilds everything, and that the report is right by the mails of each reader."""
        self.check()
        for address in (NED, EVA):
            verdict = verify_report(self.report()[1], self.mbox(address))
            assert verdict.ok and not verdict.notes, (verdict.faults, verdict.notes)
