"""A game of two players and their mailboxes, to test what becomes of mails: letters in, mails out, no server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

from gm.desk.file.gamefile import read_game_file
from gm.desk.mails.delivery import Disclose
from gm.desk.office import Handled, Office
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.letter import Mail
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.store.store import Store
from helpers.mails import parsed

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
GM = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
OPERATOR = "operator@example.org"
GAME = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
identity = "{identity}"
[deadlines]
movement = "3d"
grace = "0s"
[seats]
FRANCE = {{ address = "alice@example.com", also = ["alice@work.example"] }}
ENGLAND = "bob@example.com"
"""
SHEET = "4 : A PAR - BUR"


class Listening(Office):
    """An office that tells its listeners the kind and the facts of each answer outside the ledger of any game."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.listeners: list[Callable[[str, Mapping[str, object]], None]] = []

    def answer(self, mail: Mail, kind: str, facts: Mapping[str, object], *rest: Any, **more: Any) -> None:
        for listener in self.listeners:
            listener(kind, facts)
        super().answer(mail, kind, facts, *rest, **more)


class Table:
    """A game with two players, their mailboxes, and a mail server that may vouch for senders."""

    def __init__(
        self, identity: str = "checked", sender: Sender = GM, judged: bool = False, path: str = ":memory:",
        believes: bool = False, reports: Disclose = disclose,
    ) -> None:
        self.vouched = Authenticity("none", "nothing is known")
        self.office = Listening(
            Store(path), sender, OPERATOR, reports, prove=lambda raw, who: self.vouched, judged=judged,
            believes=believes,
        )  # fmt: skip
        self.open("spring", identity)
        self.letters = 0
        self.at = START + MINUTE

    def open(self, name: str, identity: str = "checked") -> None:
        text = GAME.format(name=name, identity=identity)
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    def form(
        self, name: str = "summer", joining: str = "", seats: str = "", identity: str = "checked", beacon: str = ""
    ) -> None:
        """Create a game that finds its players by mail. joining, seats: the lines of these tables."""
        text = f'[game]\nname = "{name}"\nruleset = "payola"\nseed = "s"\nidentity = "{identity}"\n'
        text += f'beacon = "{beacon}"\n' if beacon else ""
        text += f'[deadlines]\nmovement = "3d"\ngrace = "0s"\n[joining]\n{joining}\n[seats]\n{seats}\n'
        self.office.open_game(read_game_file(text), self.at, "cd" * 32)

    def asks(self, who: str, letter: str) -> EmailMessage:
        """Send a new letter that names no game in its subject, and return the answer."""
        self.write(who, letter, subject="hello")
        return self.last(who)

    def does(self, who: str, letter: str) -> EmailMessage:
        """Send such a letter, confirm what its writer is asked, and return the answer to that."""
        self.write(who, "CONFIRM", self.asks(who, letter))
        return self.last(who)

    def mails(self, address: str) -> list[EmailMessage]:
        """The mails sent to *address*."""
        rows = self.office.store.rows("select raw from outbox where recipient = ? order by id", [address])
        found = []
        for row in rows:
            mail = parsed(row["raw"])
            found.append(mail)
        return found

    def last(self, address: str) -> EmailMessage:
        return self.mails(address)[-1]

    def write(
        self, sender: str, text: str, reply: EmailMessage | None = None, to: str = "", subject: str = "", **more: Any
    ) -> Handled:
        """Let a letter arrive: a reply to *reply* as a mail program makes it, or a new one."""
        self.letters += 1
        head = {"From": f"<{sender}>", "To": to or GM.address, "Subject": subject or "[spring]"}
        if reply is not None:
            head["To"] = to or str(reply["Reply-To"] or reply["From"])
            head["Subject"] = subject or f"Re: {reply['Subject']}"
            head["In-Reply-To"] = str(reply["Message-ID"])
        head |= {"Message-ID": f"<{self.letters}@client.example>", **more.get("head", {})}
        raw = "".join(f"{name}: {value}\n" for name, value in head.items()) + f"\n{text}\n"
        self.at += MINUTE
        return self.office.receive(f"1/{self.letters}", raw.encode(), more.get("at", self.at), more.get("at", self.at))

    def filed(self, seat: str = "FRANCE", name: str = "spring") -> Sequence[str]:
        """What the seat has on file."""
        game = self.office.game(name)
        filed: Sequence[str] = ruleset(game.ruleset).rules.view(game.state, seat).filed
        return filed

    def strike(self, until: datetime) -> None:
        for _ in range(50):
            if not self.office.strike_before(until):
                return


ALICE, WORK, BOB, EVE = "alice@example.com", "alice@work.example", "bob@example.com", "eve@evil.example"
