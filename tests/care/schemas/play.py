"""Makes a dump for test_migrations.py: the database, as SQL, of a short game played by this version of gm.

    python tests/care/schemas/play.py VERSION > tests/care/schemas/NAME.sql

VERSION is the version that the journal will name. Run it in a checkout of the version whose schema is to be kept; it
uses nothing that has changed since the first one. README.md lists the dumps.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import gm.desk.books.fsck
import gm.store.journal
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
GM = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
GAME = """[game]
name = "spring"
ruleset = "payola"
seed = "s"
[deadlines]
movement = "3d"
grace = "1d"
[seats]
FRANCE = "alice@example.com"
ENGLAND = "bob@example.com"
"""
LETTERS = (
    (timedelta(hours=1), "alice@example.com", "4 : A PAR - BUR\n2 : F BRE - MAO\nACCEPT FAEGIRT"),
    (timedelta(hours=2), "bob@example.com", "3 : F LON - NTH\nACCEPT FAEGIRT"),
    (timedelta(hours=3), "alice@example.com", "TRANSFER 1 TO ENGLAND"),
    (timedelta(hours=4), "bob@example.com", "3 : F LON - QQQ"),
    (timedelta(days=2), "alice@example.com", "5 : A BUR - MUN\nACCEPT FAEGIRT"),
)


class Play:
    """The game, and the mails that were sent to its players."""

    def __init__(self, store: Store) -> None:
        self.store, self.office = store, Office(store, GM, "operator@example.org", disclose)

    def play(self) -> None:
        """Spring 1901 is judged, with letters right and wrong; France's orders for the fall are on file."""
        self.office.open_game(read_game_file(GAME), START, "ab" * 32)
        self.carry(START)
        for number, (after, sender, text) in enumerate(LETTERS, 1):
            self.strike(START + after)
            self.write(number, START + after, sender, text)
            self.carry(START + after)
        # Two are asked whether they mean it, a letter about no game is put aside; the answers are still to be sent.
        self.write(6, START + timedelta(days=2, hours=1), "bob@example.com", "RESIGN")
        self.write(7, START + timedelta(days=2, hours=2), "eve@example.net", "TAKEOVER RUSSIA", "[spring]")
        self.write(8, START + timedelta(days=2, hours=3), "eve@example.net", "STATUS", "hello")

    def strike(self, until: datetime) -> None:
        """Whatever is due before *until* happens."""
        while self.office.strike_before(until):
            self.carry(until)

    def write(self, number: int, at: datetime, sender: str, text: str, subject: str = "") -> None:
        """A letter: a reply to the newest mail of ours to its writer, unless it has a subject of its own."""
        head = {"From": sender, "To": GM.address, "Subject": subject, "Message-ID": f"<{number}@client.example>"}
        if not subject:
            row = self.store.rows("select raw from outbox where recipient = ? order by id desc limit 1", [sender])[0]
            mail = message_from_bytes(row["raw"], policy=policy.default)
            head |= {"To": mail["Reply-To"] or mail["From"], "Subject": f"Re: {mail['Subject']}"}
            head["In-Reply-To"] = mail["Message-ID"]
        raw = "".join(f"{name}: {value}\n" for name, value in head.items()) + f"\n{text}\n"
        self.office.receive(f"1/{number}", raw.encode(), at, at)

    def carry(self, at: datetime) -> None:
        """Everything in the outbox has been sent."""
        with self.store.transaction():
            self.store.change(
                "update outbox set state = 'sent', tries = 1, answer = '250 2.0.0 Ok', sent = ? "
                "where state = 'waiting'", [f"{at:%Y-%m-%dT%H:%M:%SZ}"],
            )  # fmt: skip


def main() -> None:
    """Play, and print the database."""
    version = sys.argv[1]
    for module in (gm.store.journal, gm.desk.books.fsck):
        module.__version__ = version  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "gm.sqlite")
        Play(store).play()
        faults, _ = gm.desk.books.fsck.check_store(store)
        assert not faults, faults
        for line in store.conn.iterdump():
            print(line)
        store.close()


if __name__ == "__main__":
    main()
