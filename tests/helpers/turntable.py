"""A game of turns at the desk: So Long Sucker with four players and an observer."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

from gm.desk.file.gamefile import read_game_file
from gm.registry import ruleset
from helpers.mailtable import START, Table

SEATS = ("RED", "BLUE", "GREEN", "YELLOW")
OLGA = "olga@watchers.example"
GAME = """[game]
name = "spring"
ruleset = "so-long-sucker"
seed = "s"
[options]
chips = 2
[deadlines]
play = "2d"
next = "1d"
kill = "1d"
rescue = "1d"
grace = "{grace}"
[seats]
{seats}
"""


def address(seat: str) -> str:
    return f"{seat.lower()}@players.example"


class TurnTable(Table):
    """So Long Sucker with four players and an observer."""

    def __init__(self, grace: str = "0s") -> None:
        self.grace = grace
        super().__init__()
        self.write(OLGA, "OBSERVE spring AS Olga")
        self.write(OLGA, "CONFIRM", self.last(OLGA))

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "\n".join(f'{seat} = "{address(seat)}"' for seat in SEATS)
        file = read_game_file(GAME.format(grace=self.grace, seats=seats))
        self.office.open_game(file, START, "ab" * 32)

    @property
    def game(self) -> Any:
        return self.office.game("spring")

    def owing(self) -> str:
        """The seat that has the move."""
        (duty,) = ruleset("so-long-sucker").rules.duties(self.game.state)
        seat: str = duty.seat
        return seat

    def example(self) -> str:
        """A line that the seat with the move could send."""
        return str(ruleset("so-long-sucker").rules.view(self.game.state, self.owing()).example[0])

    def tell(self, seat: str, *lines: str) -> None:
        first = self.mails(address(seat))[0]
        self.write(address(seat), "\n".join(lines), first, subject="Re: [spring]")

    def of(self, seat: str) -> EmailMessage:
        return self.last(address(seat))

    def counts(self) -> dict[str, int]:
        found = {seat: len(self.mails(address(seat))) for seat in SEATS}
        return {**found, "observer": len(self.mails(OLGA))}

    def new(self, before: dict[str, int]) -> dict[str, int]:
        return {who: n - before[who] for who, n in self.counts().items()}
