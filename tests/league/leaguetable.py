"""A league on a virtual clock: an office that believes every mail, a roster, and games that end quickly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

from helpers.mailtable import Listening

from gm.desk.office import Office
from gm.league.league import League, find_league
from gm.league.rounds import found_league, go_on
from gm.offline.replay import GM
from gm.report.disclosure import disclose
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
SECRET = "5" * 64
SHORT = """[game]
name = "table"
ruleset = "so-long-sucker"
[options]
chips = 1
"""


def roster(players: int) -> bytes:
    """A roster of so many."""
    rows = [f"Player {number:02},p{number:02}@far.example" for number in range(1, players + 1)]
    return "\n".join(["name,address", *rows, ""]).encode()


class LeagueTable:
    """A league, the clock, and the mails that it has sent."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "league.sqlite")
        self.store.hurry()
        self.office: Office = Listening(self.store, GM, "operator@gm.invalid", disclose, believes=True)
        self.at = START
        self.letters = 0

    def found(
        self, players: int, rounds: int = 1, template: str = SHORT, score: str = "draws", name: str = "class"
    ) -> League:
        """Found the league `class`."""
        return found_league(
            self.office, name, roster(players), template, _no_file, score=score, rounds=rounds, at=self.at,
            secret=SECRET,
        )  # fmt: skip

    def next(self) -> League:
        """Begin the next round."""
        return go_on(self.office, "class", self.at)

    def league(self) -> League:
        """The league as it is kept."""
        return find_league(self.store, "class")

    def write(self, sender: str, game: str, text: str) -> str:
        """Have a letter come to a game a minute later; return what became of it."""
        self.letters += 1
        self.at += timedelta(minutes=1)
        head = f"From: {sender}\nTo: {GM.address}\nSubject: [{game}]\nMessage-ID: <{self.letters}@far.example>\n"
        raw = f"{head}\n{text}\n"
        return str(self.office.receive(f"mbox/{self.letters}", raw.encode(), self.at, self.at).state)

    def play_on(self, days: int = 200) -> None:
        """Let the clock judge whatever is due within some days: all short games end."""
        self.at += timedelta(days=days)
        while self.office.strike_before(self.at):
            pass

    def told(self, address: str) -> list[tuple[str, str]]:
        """The mails of leagues to an address, as (subject, text)."""
        query = "select raw from outbox where game = '' and recipient = ? order by id"
        found = [message_from_bytes(self.store.opened(raw), policy=policy.default) for (raw,) in self.store.tuples(
            query, [address]
        )]  # fmt: skip
        return [(str(one["Subject"]), str(one.get_content()).replace("\r\n", "\n")) for one in found]


def _no_file(name: str) -> str:
    raise OSError(name)
