"""A game of seven powers, some with players, with kinds of messages that a test chooses, and an observer."""

from __future__ import annotations

import re
from email.message import EmailMessage
from typing import Any

import msgspec

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Handled
from gm.post.boxes.mbox import write_mbox
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.database import from_iso
from helpers.mailtable import GM, MINUTE, START, Table

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
OLGA = "olga@watchers.example"
NEWCOMER = "nina@newcomers.example"
EVERYTHING = ("private", "public", "grey", "fake")
GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
press = [{press}]
[deadlines]
movement = "3d"
grace = "0s"
[options]
{options}
[seats]
{seats}
"""


def address(seat: str) -> str:
    """The address of a seat, which another board may have."""
    return f"{seat.lower()}@players.example"


ADDRESS = {seat: address(seat) for seat in SEATS}


class SevenTable(Table):
    """The game, and what a test can do in it."""

    def __init__(
        self, press: tuple[str, ...] = EVERYTHING, played: tuple[str, ...] = SEATS, ruleset: str = "payola",
        options: str = "", sender: Sender = GM,
    ) -> None:
        self.press, self.played, self.chosen = press, played, {"ruleset": ruleset, "options": options}
        super().__init__(sender=sender)

    def open(self, name: str, identity: str = "checked") -> None:
        kinds = ", ".join(f'"{kind}"' for kind in self.press)
        seats = "\n".join(f'{seat} = "{address(seat)}"' for seat in self.played)
        file = read_game_file(GAME.format(press=kinds, seats=seats, **self.chosen))
        self.office.open_game(file, START, "ab" * 32)

    def tell(self, seat: str, *lines: str) -> Handled:
        """Send a letter of a seat that does not reply to a message."""
        first = self.mails(address(seat))[0]
        return self.write(address(seat), "\n".join(lines), first, subject="Re: [spring]")

    def reply(self, seat: str, *lines: str) -> Handled:
        """Send a seat's reply to the last mail that it got."""
        return self.write(ADDRESS[seat], "\n".join(lines), self.of(seat))

    def of(self, seat: str) -> EmailMessage:
        """The last mail to a seat."""
        return self.last(ADDRESS[seat])

    def counts(self) -> dict[str, int]:
        """The number of mails to each seat."""
        return {seat: len(self.mails(ADDRESS[seat])) for seat in SEATS}

    def watch(self, name: str = "Olga") -> None:
        """Let an observer join."""
        self.write(OLGA, f"OBSERVE spring AS {name}")
        self.write(OLGA, "CONFIRM", self.last(OLGA))

    def pass_on(self, seat: str) -> None:
        """Let a player resign and a newcomer take their seat."""
        self.tell(seat, "RESIGN")
        self.reply(seat, "CONFIRM")
        self.write(NEWCOMER, f"TAKEOVER {seat}", subject="[spring]")
        self.write(NEWCOMER, "CONFIRM", self.last(NEWCOMER))

    def judge(self) -> None:
        """Judge the phase now due."""
        self.operate("process")

    def operate(self, *run: str) -> None:
        """Do an act of the operator, a minute later."""
        self.at += MINUTE
        self.office.operate("spring", run, self.at)

    def mbox(self, address: str) -> bytes:
        """All mails to an address as an mbox."""
        rows = self.office.store.rows("select raw, queued from outbox where recipient = ? order by id", [address])
        return b"".join(write_mbox(GM.address, from_iso(row["queued"]), row["raw"]) for row in rows)

    def report(self) -> tuple[str, str]:
        """The report as (text, html)."""
        return disclose(self.office.store, "spring")[:2]

    @property
    def game(self) -> Any:
        return self.office.game("spring")

    def check(self) -> None:
        """Check that the journal rebuilds everything."""
        assert check_store(self.office.store) == ([], 1)


def shape(mail: EmailMessage) -> bytes:
    """All bytes of a mail but those that differ in every mail: Message-ID, date, reply address and MIME boundary."""
    raw = mail.as_bytes()
    for pattern in (rb"(?m)^Message-ID:.*(\n .*)*", rb"(?m)^Date:.*", rb"gm\+\w+@", rb"=_[0-9a-f]+"):
        raw = re.sub(pattern, b"", raw)
    return raw


def plain(value: Any) -> Any:
    """A value of the game as in JSON."""
    return msgspec.to_builtins(value)
