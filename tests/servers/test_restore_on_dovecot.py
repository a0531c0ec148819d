"""`gm restore` against Dovecot: what gm has put away comes back, whatever the server calls the folders."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from helpers.served import free_port, letter, run, until
from mailservers import IMAP_WITHOUT, MailServers, Start
from realworld import serving

pytestmark = pytest.mark.servers

WAYS = {
    "slash": ("", 'done = "GM/Done"'),
    "dot": ("\nnamespace inbox {\n  separator = .\n}\n", 'done = "GM/Done"'),
    "no-move": (f"\nprotocol imap {{\n  imap_capability = {IMAP_WITHOUT} UIDPLUS IDLE\n}}\n", 'done = "GM/Done"'),
    "marked": ("", 'done = ""\nquarantine = ""'),
}
FIRST = {"one": "done"}
ALL = FIRST | {"two": "done", "three": "answered", "four": "held"}


def states(database: Path) -> dict[str, str]:
    """What became of each letter, by its name: mails of one second have the order that the server gave them."""
    conn = sqlite3.connect(database)
    try:
        found = conn.execute("select message_id, state from inbox")
        return {name.strip("<>").partition("@")[0]: state for name, state in found}
    finally:
        conn.close()


def answers_to(database: Path, address: str) -> int:
    """How many mails gm has written to an address."""
    conn = sqlite3.connect(database)
    try:
        return int(conn.execute("select count(*) from outbox where recipient = ?", [address]).fetchone()[0])
    finally:
        conn.close()


def come(servers: MailServers, seat: str, text: str, name: str, subject: str = "") -> None:
    servers.deliver("gm", letter(seat, text, name, subject=subject).as_bytes().replace(b"\n", b"\r\n"))


def marked(servers: MailServers) -> int:
    """How many mails of the inbox are marked as done."""
    with servers.client("gm") as line:
        line.select("INBOX", readonly=True)
        return len(line.uid("SEARCH", "KEYWORD", "$GmDone")[1][0].split())


@pytest.mark.parametrize("way", WAYS)
def test_what_came_after_the_backup_is_put_back_and_acts_again(way: str, start_dovecot: Start, tmp_path: Path) -> None:
    more, folders = WAYS[way]
    servers = start_dovecot(dovecot_more=more)
    database, copy = tmp_path / "state" / "gm.sqlite", tmp_path / "copy.sqlite"

    async def test() -> None:
        async with serving(servers, tmp_path, lambda text: text.replace("[smtp]", f"{folders}\n[smtp]", 1)) as served:
            await served.begin()
            await served.start()
            come(servers, "FRANCE", "4 : A PAR - BUR", "one")
            await until(lambda: states(database) == FIRST, "the first orders")
            await until(lambda: servers.count("gm") == 0 or marked(servers) == 1, "the first mail put away")
            assert await served.stop() == 0
            assert (await served.run("backup", str(copy)))[0] == 0
            await served.start()
            come(servers, "FRANCE", "3 : A PAR - PIC", "two")
            come(servers, "STRANGER", "PING", "three", subject="hello")
            come(servers, "STRANGER", "How are you?", "four", subject="hello")
            await until(lambda: states(database) == ALL, "three letters")
            if way == "marked":
                await until(lambda: marked(servers) == 4, "the marks")
            else:
                await until(lambda: servers.count("gm") == 0, "the mails put away")
            assert await served.stop() == 0
            served.forget()

            status, said = await served.run("restore", "--yes", str(copy))
            assert status == 0, said
            counts = "3 from INBOX" if way == "marked" else "2 from GM/Done"
            assert counts in said and (way == "marked" or "1 from GM/Quarantine" in said), said
            assert servers.count("gm") == (4 if way == "marked" else 3)
            assert states(database) == FIRST
            before = answers_to(database, "stranger@gm.test")
            await served.start()
            await until(lambda: states(database) == ALL, "the letters put back")
            assert answers_to(database, "stranger@gm.test") == before == 0
            assert await served.stop() == 0

    run(test())


def test_with_a_server_out_of_reach_nothing_is_restored(start_dovecot: Start, tmp_path: Path) -> None:
    servers = start_dovecot()
    database, copy = tmp_path / "state" / "gm.sqlite", tmp_path / "copy.sqlite"

    async def test() -> None:
        here, elsewhere = f"port = {servers.imaps}", f"port = {free_port()}"
        async with serving(servers, tmp_path, lambda text: text.replace(here, elsewhere)) as served:
            await served.begin()
            assert (await served.run("backup", str(copy)))[0] == 0
            before = database.read_bytes()
            status, said = await served.run("restore", "--yes", str(copy))
            assert status == 1 and "the mailbox cannot be used" in said and servers.password not in said
            assert database.read_bytes() == before
            assert (await served.run("restore", "--yes", "--leave-mail", str(copy)))[0] == 0

    run(test())
