"""A war of either kind at the desk: two sides who come next to each other, and an observer.

South stands on E5 and H5. In the moves before the first fire North comes to D6, E6 and H6: the two of D6 and the one of
E6 stand next to E5, the one of H6 next to H5.
"""

from __future__ import annotations

from email.message import EmailMessage

from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Handled
from helpers.mailtable import START
from helpers.seventable import SevenTable

SOUTH, NORTH = SIDES = ("SOUTH", "NORTH")
WARS = ("ground-war", "air-war")
SCENE = """title = "Contact"
rows = 11
columns = 17
[south]
men = { E5 = 3, H5 = 1 }
[north]
men = { E7 = 3, H7 = 1 }
"""
GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
[deadlines]
{deadlines}
{clock}[options]
{options}
[seats]
SOUTH = "south@players.example"
NORTH = "north@players.example"
"""
OPTIONS = {"ground-war": f"scenario_text = '''\n{SCENE}'''", "air-war": "rows = 11\ncolumns = 17\nchips = 4"}
COMES = {
    "ground-war": ("2 MEN E7-D6", "MAN E7-E6", "MAN H7-H6"), "air-war": ("2 E7-D6", "E7-E6", "H7-H6"),
}  # fmt: skip
AHEAD = "ahead = true"


def address(side: str) -> str:
    return f"{side.lower()}@players.example"


class WarTable(SevenTable):
    """The war, in the moves in which North comes."""

    def __init__(
        self, ruleset: str, options: str = AHEAD, deadlines: str = 'moves = "2d"\nfire = "1d"', clock: str = ""
    ) -> None:
        self.deadlines, self.clock = deadlines, f"[clock]\n{clock}\n" if clock else ""
        super().__init__(ruleset=ruleset, options=f"{OPTIONS[ruleset]}\n{options}")
        self.watch()
        if ruleset == "air-war":
            self.come_near()

    def open(self, name: str, identity: str = "checked") -> None:
        file = read_game_file(GAME.format(deadlines=self.deadlines, clock=self.clock, **self.chosen))
        self.office.open_game(file, START, "ab" * 32)

    def tell(self, seat: str, *lines: str) -> Handled:
        first = self.mails(address(seat))[0]
        return self.write(address(seat), "\n".join(lines), first, subject="Re: [spring]")

    def of(self, seat: str) -> EmailMessage:
        return self.last(address(seat))

    def reply(self, seat: str, *lines: str) -> Handled:
        return self.write(address(seat), "\n".join(lines), self.of(seat))

    def come_near(self) -> None:
        """Draw the cities, place the chips, and move them to where the men of the other war stand."""
        self.judge()
        self.tell(SOUTH, "PLACE 3 E4, 1 H4")
        self.tell(NORTH, "PLACE 3 E8, 1 H8")
        self.judge()
        self.tell(SOUTH, "3 E4-E5, H4-H5")
        self.tell(NORTH, "3 E8-E7, H8-H7")
        self.judge()

    def comes(self) -> None:
        """Let North come, and the moves be judged."""
        self.tell(NORTH, *COMES[self.chosen["ruleset"]])
        self.judge()

    def on_file(self, side: str = SOUTH) -> tuple[str, ...]:
        """What a side has on file."""
        return tuple(self.filed(side))
