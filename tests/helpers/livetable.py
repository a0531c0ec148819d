"""A live game at the desk: Negotiation with four players who write when they like, and a clock that strikes between."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from gm.desk.books.fsck import check_store
from gm.desk.books.outage import Watch
from gm.desk.file.gamefile import read_game_file
from gm.desk.mails.delivery import Disclose
from gm.desk.office import Handled
from gm.report.disclosure import disclose
from helpers.mails import text_of
from helpers.mailtable import START, Table

SEATS = ("1", "2", "3", "4")
OPERATOR = "operator@example.org"
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
GAME = """[game]
name = "spring"
ruleset = "negotiation"
seed = "s"
[options]
players = {players}
answer_within = "24h"
{heads}
{options}
[deadlines]
game = "{length}"
[seats]
{seats}
"""


def address(seat: str) -> str:
    """The address of a seat."""
    return f"p{seat}@players.example"


class LiveTable(Table):
    """The game, and what a test can do in it. Times are in hours after the start."""

    def __init__(
        self, options: str = "", length: str = "14d", players: int = 4, forgets: bool = False, heads: bool = False,
        reports: Disclose = disclose,
    ) -> None:
        """forgets: read the game from the store again before each event. heads: a head is told each day."""
        self.heads = "" if heads else "heads = false"
        self.options, self.length, self.forgets = options, length, forgets
        self.seats = tuple(map(str, range(1, players + 1)))
        super().__init__(reports=reports)

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "\n".join(f'"{seat}" = "{address(seat)}"' for seat in self.seats)
        text = GAME.format(
            heads=self.heads, options=self.options, length=self.length, seats=seats, players=len(self.seats)
        )
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    def pass_to(self, hours: float) -> None:
        """Let time pass, to the end of that second; what is due strikes."""
        self.at = START + timedelta(hours=hours)
        self.strike(self.at + SECOND)

    def say(self, hours: float, seat: str, *lines: str, reply: EmailMessage | None = None, **more: Any) -> Handled:
        """Send a letter of a seat, after what was due before it: a new one, or a reply to *reply*."""
        self.at = START + timedelta(hours=hours)
        self.strike(self.at)
        self.forget()
        mail = reply or self.mails(address(seat))[0]
        subject = "" if reply is not None else "[spring]"
        return self.write(address(seat), "\n".join(lines), mail, subject=subject, at=self.at, **more)

    def strike(self, until: datetime) -> None:
        for _ in range(50):
            self.forget()
            if not self.office.strike_before(until):
                return

    def forget(self) -> None:
        if self.forgets:
            self.office.forget()

    def of(self, seat: str) -> EmailMessage:
        """The last mail to a seat."""
        return self.last(address(seat))

    def all_of(self, seat: str) -> list[EmailMessage]:
        """All mails to a seat."""
        return self.mails(address(seat))

    def said_to(self, seat: str) -> str:
        """The text of the last mail to a seat, on one line."""
        return " ".join(text_of(self.of(seat)).split())

    def counts(self) -> dict[str, int]:
        """The number of mails to each seat."""
        return {seat: len(self.all_of(seat)) for seat in SEATS}

    def new(self, before: dict[str, int]) -> dict[str, int]:
        """The number of mails to each seat since *before*, for seats that got any."""
        return {seat: n - before[seat] for seat, n in self.counts().items() if n > before[seat]}

    def operate(self, hours: float, *run: str) -> None:
        """Do an act of the operator."""
        self.at = START + timedelta(hours=hours)
        self.strike(self.at)
        self.office.operate("spring", run, self.at)

    def outage(self, since: float, to: float) -> None:
        """Let the mailbox have been out of reach."""
        watch = Watch(self.office)
        self.pass_to(since)
        watch.read_up_to(self.at)
        back = START + timedelta(hours=to)
        watch.come_back(back, back)
        self.at = back

    @property
    def game(self) -> Any:
        """The game as it stands now."""
        return self.office.game("spring")

    @property
    def state(self) -> Any:
        """The state of the rules."""
        return self.game.state

    def due(self) -> datetime:
        """When the answer to the only open action is due."""
        (action,) = self.state.actions
        found: datetime = action.due
        return found

    def check(self) -> None:
        """Check that the journal rebuilds everything."""
        assert check_store(self.office.store) == ([], 1)
