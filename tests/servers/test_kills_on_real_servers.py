"""A game while the daemon, Dovecot and Postfix are killed at random: no letter and no mail is lost, none acts twice."""

from __future__ import annotations

import asyncio
import os
import random
import smtplib
import time
from collections import Counter
from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest
from helpers.killing import Killer, Writers, check_letters, check_mails, while_doing
from helpers.served import SEATS, USERS, Served, run, until
from mailservers import MailServers, Server, Start
from realworld import DONE, hand_in, serving

from gm.desk.books.fsck import check_store

pytestmark = pytest.mark.servers

SEED = os.environ.get("GM_KILL_SEED", "1789")
KILLS, SERVER_KILLS = 160, 20  # of the daemon; of Dovecot, and as many of Postfix
BETWEEN_SERVERS = 2.0  # seconds, on average, that both servers live
BETWEEN_LETTERS = 0.5  # seconds between the letters that are no answers
MOST_TRIES = 100  # to hand in a letter
LONGEST_LOCK = 120  # seconds for which a Dovecot respects a lock that a killed one has left behind
QUEUES = ("maildrop", "incoming", "active", "deferred")
# What is deferred is tried again soon, and nothing is given up.
PATIENT = {
    "minimal_backoff_time": "1s", "maximal_backoff_time": "1s", "queue_run_delay": "1s", "delay_warning_time": "0h",
    "maximal_queue_lifetime": "1h", "bounce_queue_lifetime": "1h",
}  # fmt: skip
# No deadline strikes, and nobody has had enough answers.
LIMITS = '[limits]\nanswers_per_hour = 10000\nretry = ["1s"]\n'


class Boxes:
    """What came to each user, in the order in which we saw it: read from the files, whether Dovecot runs or not."""

    def __init__(self, servers: MailServers) -> None:
        self.servers = servers
        self.seen: dict[str, dict[str, bytes]] = {user: {} for user in servers.users}

    def __call__(self, user: str) -> Sequence[bytes]:
        seen, new = self.seen[user], self.servers.home(user) / "new"
        for name in sorted(os.listdir(new)) if new.is_dir() else []:
            if name not in seen:
                seen[name] = (new / name).read_bytes()
        return list(seen.values())


class World:
    """The servers, the daemon between them, the players, and how often each of them died."""

    def __init__(self, servers: MailServers, served: Served) -> None:
        self.servers, self.served, self.boxes = servers, served, Boxes(servers)
        self.killed: Counter[str] = Counter()
        self.handed_in_again = 0
        self.chance = random.Random(f"{SEED}/servers")
        self.tries = random.Random(f"{SEED}/tries")
        self.writers = Writers(served, self.hand_in, self.boxes, SEED)
        self.killer = Killer(served, (self.sent, self.noted, self.read, self.put_away), SEED)

    # Moments at which the daemon has done one thing, and not yet the next.

    def sent(self) -> int:
        return sum(self.servers.count(seat.lower()) for seat in SEATS)

    def noted(self) -> int:
        return self.served.count("outbox", "state = 'sent'")

    def read(self) -> int:
        return self.served.count("inbox")

    def put_away(self) -> int:
        return self.servers.count("gm", DONE)

    async def hand_in(self, mail: EmailMessage) -> None:
        """Hand in a letter as a mail program does: again, until the server says that it has it."""
        for _ in range(MOST_TRIES):
            try:
                await asyncio.to_thread(hand_in, self.servers, mail)
                return
            except (OSError, smtplib.SMTPException):
                self.handed_in_again += 1
                await asyncio.sleep(self.tries.uniform(0.05, 0.3))
        raise AssertionError(f"{mail['Message-ID']} was never accepted")

    async def under_fire(self, daemon: int, servers: int) -> None:
        """Letters are written while the daemon is killed so many times, and each of the servers."""
        enough = asyncio.Event()
        writing = asyncio.create_task(self.write(enough))
        async with while_doing(writing):
            await asyncio.gather(self.kill_daemon(daemon), self.kill_servers(servers))
            enough.set()
            await writing  # a letter that is begun is handed in

    async def write(self, enough: asyncio.Event) -> None:
        while not enough.is_set():
            await self.writers.chat()
            await asyncio.sleep(BETWEEN_LETTERS)

    async def kill_servers(self, number: int) -> None:
        """Now Dovecot and now Postfix is killed, and started again at once."""
        order = [("Dovecot", self.servers.dovecot), ("Postfix", self.servers.postfix)] * number
        self.chance.shuffle(order)
        for name, server in order:
            await asyncio.sleep(self.chance.uniform(0, 2 * BETWEEN_SERVERS))
            await self.busy(name)
            await asyncio.to_thread(self.restart, server)
            self.killed[name] += 1

    async def busy(self, name: str) -> None:
        """Wait until something has just come in or gone out at that server, but not for long."""
        moment = self.chance.choice((self.put_away, self.sent) if name == "Dovecot" else (self.queued, self.sent))
        count, end = moment(), time.monotonic() + 0.5
        while time.monotonic() < end and moment() == count:
            await asyncio.sleep(0.001)

    def restart(self, server: Server) -> None:
        server.kill()
        if server is self.servers.dovecot:
            # It would wait two minutes for who has left a lock behind, and we with it.
            for lock in self.servers.folder.glob("mail/**/dovecot-uidlist.lock"):
                lock.unlink()
        server.start()

    def queued(self) -> int:
        return len(queued(self.servers))

    async def kill_daemon(self, number: int) -> None:
        for _ in range(number):
            await self.killer.live()

    async def settle(self) -> None:
        """Wait until every letter is read and put away, every mail is sent, and Postfix has nothing more."""
        await until(lambda: self.acted() == len(self.writers.letters), "all letters read", 40)
        await until(self.served.sent, "all mails sent", 40)
        await self.delivered()
        await until(lambda: not self.servers.count("gm"), "all letters put away", 40)
        await until(self.served.sent, "the last mails sent", 40)
        await self.delivered()

    async def delivered(self) -> None:
        try:
            await until(lambda: not queued(self.servers), "Postfix to have delivered everything", LONGEST_LOCK + 30)
        except AssertionError:
            print(*queued(self.servers), *self.servers.folder.glob("mail/**/*.lock"), sep="\n")
            for server in (self.servers.postfix, self.servers.dovecot):
                print(*server.log().splitlines()[-25:], sep="\n")
            raise

    def acted(self) -> int:
        return self.served.count("inbox", "state = 'done'")


def queued(servers: MailServers) -> list[str]:
    """The mails that Postfix has yet to deliver; without those that it had not wholly got when it was killed."""
    queue = servers.folder / "postfix" / "queue"
    files = [Path(folder, name) for one in QUEUES for folder, _, names in os.walk(queue / one) for name in names]
    return [file.name for file in files if _accepted(file)]


def _accepted(file: Path) -> bool:
    """Postfix makes the file executable once it has the whole mail on the disk, and then says so to its client."""
    try:
        return bool(file.stat().st_mode & 0o100)
    except FileNotFoundError:
        return False  # delivered meanwhile


async def _money_moves(world: World) -> None:
    """The first half: nobody files offers, so that money moves by transfers alone, and each of them counts."""
    await world.under_fire(KILLS // 2, SERVER_KILLS // 2)
    await world.served.start()
    await world.settle()
    game = world.served.game()
    assert game.state.code == "S1901M"
    assert game.state.balances == world.writers.balances
    world.served.forget()
    await world.served.kill()
    world.killer.kills += 1


async def _the_game_is_played(world: World) -> None:
    """The second half: the game is played to its end."""
    playing = asyncio.create_task(world.writers.play())
    async with while_doing(playing):
        await world.under_fire(KILLS - world.killer.kills, SERVER_KILLS - SERVER_KILLS // 2)
        await world.served.start()
        await asyncio.wait_for(asyncio.shield(playing), 60)
    await world.settle()
    assert await world.served.stop() == 0


def _check(world: World) -> str:
    """The reckoning."""
    served, servers = world.served, world.servers
    known = check_letters(served, world.writers.letters, servers.mails("gm", DONE))
    users = [user for user in servers.users if user != "gm"]
    mails, repeats = check_mails(served, {user: servers.mails(user) for user in users})
    assert check_store(served.store) == ([], 1)
    assert served.game().over
    assert "Traceback" not in served.text()
    again = served.text().count(": known")
    assert again and repeats, "no kill came between an act and its note"
    return (
        f"seed {SEED}: {world.killer.kills} kills of gm, {world.killed['Dovecot']} of Dovecot, "
        f"{world.killed['Postfix']} of Postfix; {len(world.writers.letters)} letters "
        f"({world.handed_in_again} tries in vain to hand one in, {known} came in a second copy, "
        f"{again} shown again after they had acted); "
        f"{mails} mails ({repeats} repeats), {served.count('journal')} journal entries"
    )


def test_two_hundred_kills_of_gm_dovecot_and_postfix_lose_nothing_and_do_nothing_twice(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS, postfix_more=PATIENT)
    begun = time.monotonic()
    print(f"\nseed {SEED}")

    async def test() -> None:
        async with serving(servers, tmp_path, lambda text: text.partition("[limits]")[0] + LIMITS) as served:
            await served.begin()
            world = World(servers, served)
            await _money_moves(world)
            await _the_game_is_played(world)
            print(f"{_check(world)}, {time.monotonic() - begun:.0f} s")

    run(test(), 700)
