"""A game of Payola played by the demonstration's players through an office, with neither servers nor waiting."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from gm.bots.payola import Player
from gm.bots.reading import Reading, read
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.registry import ruleset
from gm.rules.provinces.board import Board
from gm.store.database import iso

GAME = """[game]
name = "{name}"
ruleset = "payola"
seed = "{name}"
[options]
early = false
[deadlines]
movement = "{movement}"
[seats]
"""
QUOTED = 25  # lines of our mail below a letter
HEAD = """\
Received: from mail.player.example (mail.player.example [192.0.2.25])
 by mx.gm.test (Postfix) with ESMTPS id {number:010X}; {date:%a, %d %b %Y %H:%M:%S} +0000
Message-ID: <{number}.{seat}.{game}@player.example>
Date: {date:%a, %d %b %Y %H:%M:%S} +0000
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: {subject}
To: The GameMaster <{to}>
From: {seat} <{address}>
In-Reply-To: {answered}
Content-Type: text/plain; charset=UTF-8; format=flowed
"""


class Lasting(Player):
    """A player who votes for the draw after a given number of years, not after the demonstration's."""

    def __init__(self, seat: str, board: Board, seed: str, years: int) -> None:
        super().__init__(seat, seed, board)
        self._last = f"S{board.year + years}M"

    def _votes(self, phase: str) -> bool:
        return phase == self._last


class Played:
    """One game and its seven players."""

    def __init__(
        self, office: Office, name: str, at: datetime, addresses: Sequence[str], movement: str = "14d"
    ) -> None:
        """Begin the game at *at*. addresses: of the players, in the ruleset's order of seats."""
        rules = ruleset("payola").rules
        seats = rules.seats(rules.card.options())
        self._office, self._name, self.at, self._letters = office, name, at, 0
        self.said: dict[str, str] = {}
        self._addresses = dict(zip(seats, addresses, strict=True))
        given = "".join(f'{seat} = "{address}"\n' for seat, address in self._addresses.items())
        text = GAME.format(name=name, movement=movement) + given
        self._newest = office.store.rows("select max(id) as id from outbox")[0]["id"] or 0
        office.open_game(read_game_file(text), at)

    def play(self, years: int, until: str = "") -> None:
        """Play *years* years, then let everybody vote for the draw. until: stop once all have written in that phase.

        What each player wrote last is kept in *said*, by seat.
        """
        board = ruleset("payola").rules.board(self._office.game(self._name).state)
        players = {seat: Lasting(seat, board, self._name, years) for seat in self._addresses}
        while not (game := self._office.game(self._name)).over:
            if self._round(players):
                continue
            if game.clock is not None and game.clock.phase == until:
                return
            due = self._office.store.row("select next_strike from games where name = ?", [self._name])
            assert due is not None and due["next_strike"]
            self.at = max(self.at, datetime.fromisoformat(due["next_strike"])) + timedelta(seconds=1)
            assert self._office.strike_before(self.at)

    def _round(self, players: dict[str, Lasting]) -> int:
        """Let everybody read new mails and answer them; returns how many letters were written."""
        rows = self._office.store.rows(
            "select id, reader, raw from outbox where id > ? and game = ? order by id", [self._newest, self._name]
        )
        written = 0
        for row in rows:
            self._newest = row["id"]
            mail = read(row["raw"])
            text = players[row["reader"]].answer(mail) if row["reader"] in players else None
            if text is not None:
                self._write(row["reader"], mail, text)
                written += 1
        return written

    def _write(self, seat: str, mail: Reading, text: str) -> None:
        """Reply to *mail* as a mail program does."""
        self._letters += 1
        self.said[seat] = text
        self.at += timedelta(minutes=7)
        subject = mail.subject if mail.subject.startswith("Re:") else f"Re: {mail.subject}"
        head = HEAD.format(
            number=self._letters, date=self.at, seat=seat, game=self._name, subject=subject, to=mail.reply_to,
            address=self._addresses[seat], answered=mail.message_id,
        )  # fmt: skip
        quoted = "\n".join(f"> {line}" for line in mail.text.split("\n")[:QUOTED])
        said = f"{text}\n\nOn {iso(self.at)} the GameMaster wrote:\n{quoted}\n"
        key = f"{self._name}/{self._letters}"
        handled = self._office.receive(key, f"{head}\n{said}".encode(), self.at, self.at)
        assert handled.state == "done", handled
