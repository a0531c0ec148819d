"""A game of any ruleset with all of its seats played, and an observer; and errors that a test plants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Handled
from gm.registry import RULESETS, ruleset
from helpers.mails import words_of
from helpers.mailtable import MINUTE, START, Table
from helpers.told import all_kinds

RULESET_NAMES = tuple(RULESETS)
OLGA, OPERATOR = "olga@watchers.example", "operator@example.org"
SECRET = "a-sealed-word"  # in what a planted error says, and in variables around it: nobody may be told
HOUR = timedelta(hours=1)
GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
[deadlines]
{deadlines}
{options}
[seats]
{seats}
"""
DEADLINES = {"negotiation": 'game = "14d"'}
OPTIONS = {
    "negotiation": '[options]\nplayers = 4\nanswer_within = "24h"',
    "hex-negotiation": '[options]\non_timeout = "forfeit"',
}
# What the first seat that may write writes where the rules have no example for it.
LINES = {"negotiation": ("THREAT A2 WITH 2 FROM START",)}


class Planted(KeyError):
    """An error that a test has planted."""


def address(seat: str) -> str:
    """The address of a seat."""
    return f"p{seat.lower()}@players.example"


class EveryTable(Table):
    """The game. seat: one that may act now; others: who else reads its mail, by address."""

    def __init__(self, name: str, path: str = ":memory:") -> None:
        self.name, self.rules = name, ruleset(name).rules
        super().__init__(path=path)
        self.write(OLGA, "OBSERVE spring AS Olga")
        self.write(OLGA, "CONFIRM", self.last(OLGA))
        self.seat = next((duty.seat for duty in self.rules.duties(self.game.state)), next(iter(self.game.seats)))

    def open(self, name: str, identity: str = "checked") -> None:
        options = ruleset(self.name).card.options(**({"players": 4} if self.name == "negotiation" else {}))
        seats = "\n".join(f'{seat} = "{address(seat)}"' for seat in self.rules.seats(options))
        deadlines = DEADLINES.get(self.name, 'grace = "0s"')
        text = GAME.format(ruleset=self.name, deadlines=deadlines, options=OPTIONS.get(self.name, ""), seats=seats)
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    @property
    def game(self) -> Any:
        """The game as it stands now."""
        return self.office.game("spring")

    @property
    def others(self) -> list[str]:
        """The addresses of all who read the game's mail but its seat."""
        return [*(address(seat) for seat in self.game.seats if seat != self.seat), OLGA]

    def lines(self, seat: str) -> tuple[str, ...]:
        """What a seat may write now."""
        return LINES.get(self.name) or tuple(self.rules.view(self.game.state, seat).example)

    def acts(self, seat: str = "") -> Handled:
        """Let a seat write a letter that acts, in reply to its first mail."""
        seat = seat or self.seat
        first = self.mails(address(seat))[0]
        return self.write(address(seat), "\n".join(self.lines(seat)), first, subject="Re: [spring]")

    def entered(self, seat: str) -> int:
        """How many letters of a seat the journal has."""
        entries = self.office.store.journal.entries("spring")
        return sum(entry.kind == "letter" and entry.data["seat"] == seat for entry in entries)

    def aside(self) -> list[Any]:
        """The letters that are put aside."""
        return self.office.store.inbox.put_aside()

    def redo(self, **how: Any) -> Handled:
        """Handle the first letter that is put aside again."""
        self.at += MINUTE
        letter = self.office.store.inbox.aside(self.aside()[0].id)
        assert letter is not None
        return self.office.redo(letter, self.at, **how)

    def stands(self) -> bool:
        """Whether the clock stands for a fault of ours; whatever was due long ago has not struck then."""
        clock = self.game.clock
        return clock is not None and clock.paused is not None and bool(clock.stands)

    def pass_by(self, time: timedelta) -> None:
        """Let time pass; what is due strikes, at the end of it."""
        self.at += time
        for _ in range(50):
            if not self.office.strike_before(self.at, self.at):
                return

    def told(self, reader: str) -> list[str]:
        """The kinds of all notices to a seat, oldest first."""
        return all_kinds(self, reader)

    def said_to(self, reader: str) -> str:
        """The text of the last mail to an address, on one line."""
        return words_of(self.last(reader))

    def check(self) -> None:
        """Check that the journal rebuilds everything."""
        assert check_store(self.office.store) == ([], 1)


@contextmanager
def planted(
    place: Any, name: str, when: Any = lambda *_, **__: True, kind: type[Exception] = Planted
) -> Iterator[None]:
    """Plant an error in a function, for those of its calls that *when* picks by their arguments."""
    true = getattr(place, name)

    def fails(*args: Any, **named: Any) -> Any:
        secret = SECRET
        if when(*args, **named):
            raise kind(secret)
        return true(*args, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, name, fails)  # planted: an error of ours
        yield


def due(table: EveryTable) -> datetime:
    """When the phase now due ends."""
    found: datetime = table.game.clock.due
    return found
