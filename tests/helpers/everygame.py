"""A game of any ruleset as it begins, each seat with a player: one of them writes, and owes something."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

from gm.desk.file.gamefile import read_game_file
from gm.registry import ruleset
from helpers.mailtable import START, Table
from helpers.told import notices

GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
{more}[options]
{options}
[seats]
{seats}
"""
OPTIONS = {"so-long-sucker": "chips = 2"}
WRITES = {"payola": "FRANCE", "diplomacy": "FRANCE"}
WRONG = ("refused", "wronglines")


def address(seat: str) -> str:
    return f"{seat.lower()}@players.example"


class EveryTable(Table):
    """The game. more: lines and tables of its file before its options, each with its line break."""

    def __init__(self, name: str, more: str = "") -> None:
        self.kind, self.ruleset, self.more = name, ruleset(name), more
        self.seats = self.ruleset.rules.seats(self.ruleset.card.options())
        super().__init__()
        duties = self.ruleset.rules.duties(self.game.state)
        self.writer: str = WRITES.get(name) or (duties[0].seat if duties else self.seats[0])

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "\n".join(f'{seat} = "{address(seat)}"' for seat in self.seats)
        options = OPTIONS.get(self.kind, "")
        text = GAME.format(ruleset=self.kind, more=self.more, options=options, seats=seats)
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    @property
    def game(self) -> Any:
        return self.office.game("spring")

    def tell(self, *lines: str) -> dict[str, Any]:
        """Send a letter of the writer's that replies to no message, and return what they were told."""
        first = self.mails(address(self.writer))[0]
        self.write(address(self.writer), "\n".join(lines), first, subject="Re: [spring]")
        return notices(self, self.writer)

    def answer(self) -> EmailMessage:
        """The last mail to the writer."""
        return self.last(address(self.writer))


def wrong(told: dict[str, Any]) -> dict[str, Any]:
    """The notice of wrong lines among what was told; {} if there is none."""
    found: dict[str, Any] = next((told[kind] for kind in WRONG if kind in told), {})
    return found
