"""The table of the demonstration: rounds in which players read and answer, and the wait until all mail has arrived.

In a round all seats read what has come, in their order, and write; then everything is sent and judged. So the same
seed gives the same letters, however fast the machine is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import aiosmtplib

from gm.bots.player import Player
from gm.bots.reading import Reading, read
from gm.demo.postoffice import PostOffice
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.rules import Seat, as_seat
from gm.serve.daemon import Daemon

DOMAIN = "gm.test"
NAME = "demo"  # of the game
SOON = timedelta(seconds=3)  # what is due so soon is waited for
LOOK = 0.02  # seconds between two looks


class Stuck(Exception):
    """Nobody writes any more, and the game is not over."""


class Table:
    """A game with its players and its post office. players: the simple ones, by seat; a person's seat is not there."""

    def __init__(self, post: PostOffice, office: Office, daemon: Daemon, game: str) -> None:
        """Begin the game whose game.toml is *game*."""
        self._post, self._office, self._daemon = post, office, daemon
        self.players: Mapping[Seat, Player] = {}
        self._read: dict[str, int] = {}
        self._written = 0
        office.open_game(read_game_file(game), datetime.now(UTC).replace(microsecond=0))

    @property
    def over(self) -> str:
        """How the game ended, "" while it runs."""
        return self._office.game(NAME).over

    @property
    def paced(self) -> bool:
        """Whether the players may write at any time."""
        return any(player.paced for player in self.players.values())

    async def to_the_end(self) -> None:
        """Play until the game is over. Raises Stuck if it does not get there."""
        await self.settled()
        while not self.over:
            if not await self.round():
                raise Stuck(f"nobody writes in {self._phase()}")
        await self.settled()

    async def round(self) -> bool:
        """Let every simple player read and answer, and everything arrive; return whether anybody wrote."""
        before = self._written
        come = {seat: self.new_mails(seat) for seat in self.players}  # before anybody writes
        for seat, player in self.players.items():
            for mail, text in player.replies(come[seat]):
                await self.send(seat, mail, text)
        await self.settled()
        return self._written > before

    async def settled(self) -> None:
        """Wait until all letters are handled, all mails delivered, and nothing is due that everybody waits for."""
        while self._daemon.letters_in < self._written or self._office.store.outbox.waits() or self._due():
            await asyncio.sleep(LOOK)

    def _due(self) -> bool:
        due = self._office.store.games.next_strike()
        return due is not None and due[1] <= datetime.now(UTC) + SOON

    def _phase(self) -> str:
        clock = self._office.game(NAME).clock
        return clock.phase if clock else ""

    def new_mails(self, seat: str) -> list[Reading]:
        """The mails of a seat that it has not read before."""
        mails = self._post.mailbox_bytes(seat.lower())
        first = self._read.get(seat, 0)
        self._read[seat] = len(mails)
        return [read(raw) for raw in mails[first:]]

    async def time_passes(self) -> None:
        """Let the present phase end, with the defaults for what is missing. Raises OperatorError if it cannot."""
        now = datetime.now(UTC).replace(microsecond=0)
        self._office.operate(NAME, ["process", self._phase()], now)
        await self.settled()

    async def send(self, seat: str, mail: Reading, text: str) -> None:
        """Reply to *mail* over SMTP, as a mail program does."""
        self._written += 1
        letter = EmailMessage()
        letter["From"] = f"{as_seat(seat).title()} <{seat.lower()}@{DOMAIN}>"
        letter["To"] = mail.reply_to
        letter["Subject"] = mail.subject if mail.subject.startswith("Re:") else f"Re: {mail.subject}"
        letter["In-Reply-To"] = mail.message_id
        letter["Message-ID"] = f"<{seat.lower()}-{self._written}@{DOMAIN}>"
        quoted = "\n".join(f"> {line}" for line in mail.text.split("\n")[:6])
        letter.set_content(f"{text}\n\nOn Monday 5 January at 18:00 the GameMaster <gm@{DOMAIN}> wrote:\n{quoted}\n")
        await aiosmtplib.send(
            letter, hostname="127.0.0.1", port=self._post.smtp_port, local_hostname="localhost", start_tls=False
        )
