"""What the tests of the daemon share: `gm serve` as a process, its configuration, letters to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import aiosmtplib

from gm.demo.postoffice import HOST, PostOffice
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.engine import Unavailable
from gm.store.server import Server
from gm.store.store import Store

DOMAIN = "gm.test"
PASSWORD = "swordfish-and-parsley"
GM = f"gm@{DOMAIN}"
SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
USERS = ("gm", "operator", *(seat.lower() for seat in SEATS))
IMAP = """[imap]
host = "127.0.0.1"
port = {imap}
user = "gm"
tls = "none"
password = "{password}"
done = "Done"
quarantine = "Quarantine"
poll = "1s"
"""
CONFIG = """[gm]
address = "gm@gm.test"
operator = "operator@gm.test"
name = "{name}"
state = "{state}"

{incoming}
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"

[limits]
retry = ["1s"]
"""
GAME = """[game]
name = "{name}"
ruleset = "payola"
identity = "open"
seed = "{name}"
[options]
early_after = "0s"
[deadlines]
movement = "1h"
retreat = "1h"
adjustment = "1h"
grace = "1h"
[seats]
"""


def letter(seat: str, text: str, name: str, game: str = "spring", to: str = GM, subject: str = "") -> EmailMessage:
    """A letter from the player of *seat*; *name* begins its Message-ID."""
    mail = EmailMessage()
    mail["From"] = f"{seat.title()} <{seat.lower()}@{DOMAIN}>"
    mail["To"] = to
    mail["Subject"] = subject or f"[{game}] a letter"
    mail["Message-ID"] = f"<{name}@{DOMAIN}>"
    mail.set_content(text)
    return mail


async def post(mail: EmailMessage, office: PostOffice) -> None:
    """Hand a letter to the post office, as a mail program does."""
    await aiosmtplib.send(mail, hostname=HOST, port=office.smtp_port, local_hostname="localhost", start_tls=False)


async def until(true: Callable[[], Any], what: str, seconds: float = 60.0) -> None:
    """Wait for something to become true."""
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, f"waited {seconds} s in vain: {what}"
        await asyncio.sleep(0.02)


def free_port() -> int:
    """A port that nothing listens on, and nothing will in the next seconds."""
    with socket.socket() as line:
        line.bind((HOST, 0))
        port: int = line.getsockname()[1]
        return port


class Served:
    """The daemon and its surroundings: a folder, a configuration, a log, and a service manager that listens."""

    def __init__(self, folder: Path, server: Server | None = None) -> None:
        """*server*: which has the database; None: a file has it."""
        self.server = server
        self.folder, self.config, self.log = folder, folder / "gm.toml", folder / "log"
        self.process: asyncio.subprocess.Process | None = None
        self.around: dict[str, str] = {}  # what else its environment has, such as where another version of gm lies
        self.heard: list[str] = []
        self._store: Store | None = None
        self.name = f"@gm-test-{secrets.token_hex(8)}"
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.setblocking(False)
        self.line.bind("\0" + self.name[1:])

    def configure(self, smtp: int, imap: int = 0, maildir: Path | None = None, name: str = "The GameMaster") -> None:
        """Write the configuration for these servers."""
        incoming = f'[maildir]\npath = "{maildir}"\n' if maildir else IMAP.format(imap=imap, password=PASSWORD)
        self.write(CONFIG.format(name=name, state=self.folder / "state", incoming=incoming, smtp=smtp))
        if self.server is not None:
            self.write(f'{self.config.read_text()}\n[database]\nurl = "{self.server.url}"\n')

    def write(self, text: str) -> None:
        """Write *text* as the configuration."""
        self.config.touch(mode=0o600)
        self.config.write_text(text, encoding="utf-8")

    async def run(self, *words: str) -> tuple[int, str]:
        """Run `gm` with this configuration to its end; returns its exit status and output."""
        process = await self._start(words, asyncio.subprocess.PIPE)
        try:
            said, _ = await asyncio.wait_for(process.communicate(), 20)
            return process.returncode or 0, said.decode()
        finally:
            await _end(process)

    async def begin(self, name: str = "spring") -> None:
        """Begin a game with `gm new`, with a player in each seat."""
        file = self.folder / f"{name}.toml"
        seats = "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
        file.write_text(GAME.format(name=name) + seats, encoding="utf-8")
        status, said = await self.run("new", "--file", str(file))
        assert status == 0, said

    async def start(self, ready: bool = True, words: tuple[str, ...] = ("serve",)) -> None:
        """Start the daemon and, if *ready*, wait until it says that it is.

        Where its database has a server, which may be away, it is started again a few times, as systemd does.
        """
        for _ in range(0 if self.server is None or not ready else 5):
            await self._begin(ready, words)
            if self.alive:
                return
            await asyncio.sleep(0.5)
        await self._begin(ready, words)
        assert not ready or self.alive, self.text()

    async def _begin(self, ready: bool, words: tuple[str, ...]) -> None:
        self.heard.clear()
        self.told()
        self.heard.clear()
        with self.log.open("ab") as log:
            self.process = await self._start(words, log)
        if ready:
            await until(lambda: "READY=1" in self.told() or not self.alive, "READY=1")

    @property
    def alive(self) -> bool:
        """Whether the daemon is running."""
        return self.process is not None and self.process.returncode is None

    async def _start(self, words: tuple[str, ...], out: Any) -> asyncio.subprocess.Process:
        ours = {key: value for key, value in os.environ.items() if not key.startswith(("GM_", "WATCHDOG", "STATE_"))}
        return await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "gm", "--config", str(self.config), *words,
            stdin=asyncio.subprocess.DEVNULL, stdout=out, stderr=asyncio.subprocess.STDOUT,
            env={**ours, "NOTIFY_SOCKET": self.name, **self.around},
        )  # fmt: skip

    def told(self) -> list[str]:
        """What the service manager was told since the start."""
        with contextlib.suppress(BlockingIOError):
            while True:
                self.heard.append(self.line.recv(4096).decode())
        return self.heard

    def text(self) -> str:
        """The log so far."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def send_signal(self, number: signal.Signals) -> None:
        """Send the daemon a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    async def kill(self) -> None:
        """Kill the daemon, as a power cut would."""
        if self.process is not None:
            await _end(self.process)

    async def stop(self, seconds: float = 30.0) -> int:
        """Stop the daemon as systemd does, and return its exit status."""
        assert self.process is not None
        self.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), seconds)

    @property
    def store(self) -> Store:
        """The daemon's database, opened for looking at it."""
        if self._store is None:
            self._store = Store(self.server or self.folder / "state" / "gm.sqlite")
        return self._store

    def forget(self) -> None:
        """Close the database; looking at it again opens it again."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def game(self, name: str = "spring") -> Game:
        """The game as it stands."""
        return Office(self.store, Sender("GM", GM), "", disclose).game(name)

    def count(self, table: str, where: str = "1 = 1") -> int:
        """The number of rows of *table* that meet *where*."""
        try:
            return int(self.store.value(f"select count(*) from {table} where {where}"))
        except Unavailable:  # the server of the database was away
            time.sleep(0.2)
            return int(self.store.value(f"select count(*) from {table} where {where}"))

    def sent(self) -> bool:
        """Whether no mail is waiting to be sent."""
        return not self.count("outbox", "state = 'waiting'")

    async def close(self) -> None:
        """Stop whatever is still running."""
        await self.kill()
        self.line.close()
        self.forget()


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()


@contextlib.asynccontextmanager
async def serving(folder: Path, server: Server | None = None) -> AsyncIterator[tuple[Served, PostOffice]]:
    """A post office and a daemon configured for it, not yet started."""
    async with PostOffice(USERS, DOMAIN, PASSWORD) as office:
        served = Served(folder, server)
        try:
            served.configure(office.smtp_port, office.imap_port)
            yield served, office
        finally:
            await served.close()


def run(test: Awaitable[None], seconds: float = 150.0) -> None:
    """Run a test for at most *seconds*."""

    async def bounded() -> None:
        await asyncio.wait_for(test, seconds)

    asyncio.run(bounded())
