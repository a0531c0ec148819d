"""A full disk, a locked database, a second daemon, an operator at work: the letters wait, and then all act once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from helpers.killing import message_id, while_doing
from helpers.served import SEATS, USERS, Served, letter, run, until
from mailservers import MailServers, Start
from realworld import DONE, QUARANTINE, hand_in, serving

from gm.desk.books.fsck import check_store
from gm.desk.game.game import Game

pytestmark = pytest.mark.servers

DISK = "8m"
BLOCK = 4096
WAITING = 50  # letters at least that the daemon has before it while the operator works
PLENTY = '[limits]\nanswers_per_hour = 10000\nretry = ["1s"]\n'
LOCK = """import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("begin immediate")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk for the daemon's database."""
    folder = tmp_path / "state"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but no small disk can be mounted: {done.stderr}", pytrace=False)
        pytest.skip(f"no small disk can be mounted: {done.stderr}")
    try:
        yield folder
    finally:
        # Lazily: whatever a failed test has left open must not keep it mounted.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to its last block; the file that does."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(BLOCK))
    assert not os.statvfs(disk).f_bavail
    return ballast


async def write(servers: MailServers, *amounts: int) -> None:
    """France pays Russia, a letter for each amount."""
    for number, amount in enumerate(amounts):
        mail = letter("FRANCE", f"TRANSFER {amount} TO RUSSIA", f"france-{number}")
        await asyncio.to_thread(hand_in, servers, mail)
    await until(lambda: servers.count("gm") + servers.count("gm", DONE) == len(amounts), "the letters in the mailbox")


def copies(servers: MailServers, served: Served, where: str = "1 = 1") -> list[int]:
    """How often each mail of the outbox has come to its reader, in the order in which they were written."""
    came = {user: Counter(map(message_id, servers.mails(user))) for user in USERS}
    rows = served.store.rows(f"select recipient, message_id from outbox where {where} order by id")
    return [came[row["recipient"].partition("@")[0]][row["message_id"]] for row in rows]


async def everything_once(servers: MailServers, served: Served, letters: int) -> None:
    """All letters are put away, and all mails have come once."""
    await until(lambda: servers.count("gm", DONE) == letters, "the letters put away", 30)
    await until(served.sent, "all mails sent", 30)
    await until(lambda: sum(map(servers.count, USERS)) == served.count("outbox"), "all mails to come", 30)
    assert set(copies(servers, served)) == {1}
    assert served.count("inbox", "state = 'done'") == letters == served.count("inbox")
    assert served.count("journal", "kind = 'letter'") == letters
    assert (servers.count("gm"), servers.count("gm", QUARANTINE)) == (0, 0)
    assert "Traceback" not in served.text()


def paid(game: Game, before: Game) -> tuple[int, int]:
    """What France has paid, and what Russia has got."""
    old, new = before.state.balances, game.state.balances
    return old["FRANCE"] - new["FRANCE"], new["RUSSIA"] - old["RUSSIA"]


# -- a full disk -------------------------------------------------------------------------------------------------


def test_while_the_disk_is_full_letters_stay_in_the_mailbox_and_act_once_when_there_is_space_again(
    tmp_path: Path, start_both: Start, disk: Path
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            await served.start()
            await until(lambda: sum(map(servers.count, USERS)) == len(SEATS), "the first mails")
            await until(served.sent, "the first mails noted")
            before = served.game()
            ballast = fill(disk)
            await write(servers, 1, 2)
            await until(lambda: served.text().count("ERROR the database cannot be written") >= 2, "the error, twice")
            assert "letters stay in the mailbox, the clock waits" in served.text()
            assert "disk is full" in served.text() or "disk I/O error" in served.text()
            assert any(line.startswith("STATUS=the database cannot be written") for line in served.told())
            assert served.alive
            assert served.count("journal") == 1 and served.count("inbox") == 0
            assert servers.count("gm") == 2
            assert sum(map(servers.count, USERS)) == len(SEATS) + 2
            status, said = await served.run("new", "payola", "summer", "--seat", "FRANCE=france@gm.test")
            assert (status, said) == (1, "Error: the database cannot be used: database or disk is full\n")
            ballast.unlink()
            await everything_once(servers, served, 2)
            assert paid(served.game(), before) == (3, 3)
            assert check_store(served.store) == ([], 1)
            assert await served.stop() == 0

    run(test())


def test_mails_whose_sending_cannot_be_noted_on_a_full_disk_are_not_sent_twice(
    tmp_path: Path, start_both: Start, disk: Path
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            assert served.count("outbox") == len(SEATS)  # and the database stays open, so that it can be read
            ballast = fill(disk)
            await served.start()
            for error in ("the outbox cannot be used", "what was sent cannot be noted"):
                await until(lambda error=error: f"ERROR {error}" in served.text(), error)
            await until(lambda: sum(map(servers.count, USERS)), "the first mails, until it was noticed")
            await asyncio.sleep(2)
            sent = sum(map(servers.count, USERS))
            await asyncio.sleep(2)
            assert sum(map(servers.count, USERS)) == sent <= len(SEATS)
            assert served.count("outbox", "state = 'waiting'") == len(SEATS)
            ballast.unlink()
            await until(served.sent, "the mails noted", 30)
            await write(servers, 1)
            await everything_once(servers, served, 1)
            assert await served.stop() == 0

    run(test())


def test_a_daemon_told_to_end_on_a_full_disk_says_what_will_be_sent_again_and_sends_it_again(
    tmp_path: Path, start_both: Start, disk: Path
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            assert served.count("outbox") == len(SEATS)
            ballast = fill(disk)
            await served.start()
            await until(lambda: "ERROR what was sent cannot be noted" in served.text(), "the error")
            assert await served.stop() == 0
            told = re.findall(r"ERROR what was sent cannot be noted .*; (\d+) mails that were sent will", served.text())
            sent = int(told[-1])  # the first ones, until it was noticed
            assert 0 < sent <= len(SEATS)
            await until(lambda: sum(map(servers.count, USERS)) == sent, "the first mails")
            assert "Traceback" not in served.text()
            ballast.unlink()
            await served.start()
            await until(served.sent, "the mails noted", 30)
            await until(lambda: sum(map(servers.count, USERS)) == len(SEATS) + sent, "second copies, and the others")
            assert sorted(copies(servers, served)) == [1] * (len(SEATS) - sent) + [2] * sent
            assert await served.stop() == 0

    run(test())


def test_a_daemon_that_cannot_open_its_database_for_lack_of_space_says_so_and_ends(
    tmp_path: Path, start_both: Start, disk: Path
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            ballast = fill(disk)
            status, said = await served.run("serve")
            assert status == 1
            assert said.startswith("Error: the database cannot be used: ")
            ballast.unlink()
            await served.start()
            await until(lambda: sum(map(servers.count, USERS)) == len(SEATS), "the first mails")
            assert await served.stop() == 0

    run(test())


# -- a lock ------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def locked(database: Path) -> AsyncIterator[None]:
    """Another process has the database open for writing, and does not end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LOCK, str(database), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        assert await asyncio.wait_for(process.stdout.readline(), 10) == b"held\n"
        yield
    finally:
        process.kill()
        await process.wait()


def test_while_another_process_writes_for_long_letters_wait_and_then_act_once(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            await served.start()
            await until(served.sent, "the first mails")
            before = served.game()
            async with locked(served.folder / "state" / "gm.sqlite"):
                await write(servers, 1, 2)
                await until(lambda: "ERROR the database cannot be written (database is locked)" in served.text(),
                            "the error", 20)  # fmt: skip
                assert served.alive
                assert (served.count("journal"), servers.count("gm")) == (1, 2)
            await everything_once(servers, served, 2)
            assert paid(served.game(), before) == (3, 3)
            assert await served.stop() == 0

    run(test())


# -- a second daemon ---------------------------------------------------------------------------------------------


def test_a_second_daemon_refuses_and_the_first_is_not_disturbed(tmp_path: Path, start_both: Start) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            await served.start()
            await until(served.sent, "the first mails")
            status, said = await served.run("serve")
            assert (status, said) == (1, f"Error: another gm works on {tmp_path / 'state' / 'gm.sqlite'}\n")
            await write_and_wait(servers, served)
            assert "ERROR" not in served.text() and "WARNING" not in served.text()
            assert await served.stop() == 0

    run(test())


async def write_and_wait(servers: MailServers, served: Served) -> None:
    """One letter acts once."""
    await asyncio.to_thread(hand_in, servers, letter("FRANCE", "TRANSFER 1 TO RUSSIA", "france-0"))
    await everything_once(servers, served, 1)


def test_after_a_kill_the_lock_that_was_left_behind_keeps_nobody_out(tmp_path: Path, start_both: Start) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.begin()
            await served.start()
            await until(served.sent, "the first mails")
            await served.kill()
            assert (tmp_path / "state" / "gm.sqlite.lock").exists()
            await served.start()
            await write_and_wait(servers, served)
            assert await served.stop() == 0

    run(test())


# -- the operator ------------------------------------------------------------------------------------------------


def first_mail(served: Served, seat: str) -> int:
    """The number of the first mail of the outbox to a seat."""
    number: int = served.store.rows("select id from outbox where reader = ? order by id", [seat])[0]["id"]
    return number


class Load:
    """Letters that keep the daemon at work."""

    def __init__(self, servers: MailServers) -> None:
        self.servers = servers
        self.letters = 0

    async def run(self) -> None:
        """See to it that letters wait, for ever."""
        while True:
            if self.servers.count("gm") < WAITING:
                self.servers.fill("gm", [self.letter() for _ in range(WAITING)])
            await asyncio.sleep(0.02)

    def letter(self) -> bytes:
        self.letters += 1
        seat = ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY")[self.letters % 4]
        return letter(seat, "STATUS", f"letter-{self.letters}").as_bytes()


async def commands(served: Served, *lines: str) -> list[str]:
    """Run `gm` with each line, all at once; what each says. None of them fails."""
    ends = await asyncio.gather(*(served.run(*line.split()) for line in lines))
    assert [status for status, _ in ends] == [0] * len(lines), ends
    return [said for _, said in ends]


def test_the_operator_works_while_the_daemon_has_much_to_do_and_everything_happens_once(
    tmp_path: Path, start_both: Start
) -> None:
    later: dict[str, str] = {f"{name}@gm.test": "451 4.7.1 later" for name in ("turkey", "russia")}
    servers = start_both(users=USERS, answers=later)

    async def test() -> None:
        async with serving(servers, tmp_path, lambda text: text.partition("[limits]")[0] + PLENTY) as served:
            await served.begin()
            await served.start()
            tried = "reader in ('TURKEY', 'RUSSIA') and state = 'waiting' and tries > 0"
            await until(lambda: served.count("outbox", tried) == 2, "the first tries")
            await until(lambda: served.count("outbox", "state = 'sent'") == len(SEATS) - 2, "the other mails")
            held, dropped, again = (first_mail(served, seat) for seat in ("TURKEY", "RUSSIA", "FRANCE"))
            load = Load(servers)
            async with while_doing(asyncio.create_task(load.run())):
                await until(lambda: served.count("inbox"), "the first letters read")
                listed, *_ = await commands(
                    served, "outbox", f"outbox hold {held}", f"outbox drop {dropped}", f"outbox resend {again}"
                )
                assert listed.count("451 4.7.1") >= 2
                _, said = await asyncio.gather(served.begin("summer"), commands(served, "process spring S1901M"))
                assert said == ["judged; now due: F1901M\n"]
            later.clear()
            await until(lambda: served.count("inbox") == load.letters, "all letters read", 60)
            await until(served.sent, "all mails sent", 60)
            expected = {held: 0, dropped: 0, again: 2}
            await until(lambda: sum(map(servers.count, USERS)) == served.count("outbox") - 1, "all mails to come", 30)
            numbers = [row["id"] for row in served.store.rows("select id from outbox order by id")]
            assert copies(servers, served) == [expected.get(number, 1) for number in numbers]
            await commands(served, f"outbox release {held}")
            await until(served.sent, "the mail released")
            await until(lambda: servers.count("turkey") == served.count("outbox", "reader = 'TURKEY'"), "Turkey's mail")
            assert copies(servers, served, f"id = {held}") == [1]
            assert copies(servers, served, f"id = {dropped}") == [0]
            assert served.count("journal", "kind = 'operator'") == 1
            assert served.count("journal", "kind = 'letter'") == load.letters
            assert check_store(served.store) == ([], 2)
            assert "Traceback" not in served.text() and "ERROR" not in served.text()
            assert await served.stop() == 0

    run(test(), 150)
