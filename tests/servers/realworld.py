"""What the tests with real servers share: gm's mailbox and sender set up for them, `gm serve`, a line that can fail."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from helpers.served import Served
from mailservers import HOST, MailServers

from gm.post.boxes.imap import ImapMailbox
from gm.post.outbound.smtp import Sender

DONE, QUARANTINE = "GM/Done", "GM/Quarantine"
CONFIG = """[gm]
address = "gm@gm.test"
operator = "operator@gm.test"
state = "{folder}/state"

[imap]
host = "127.0.0.1"
port = {imaps}
user = "gm@gm.test"
password = "{password}"
cafile = "{cafile}"

[smtp]
host = "127.0.0.1"
port = {submission}
tls = "starttls"
user = "gm@gm.test"
password = "{password}"
cafile = "{cafile}"

[limits]
retry = ["1s"]
"""


def letter(name: str, text: str = "A PAR - BUR\r\n") -> bytes:
    """A mail with *name* as its subject."""
    return f"From: alice@gm.test\r\nSubject: {name}\r\nMessage-ID: <{name}@gm.test>\r\n\r\n{text}".encode()


def mailbox(servers: MailServers, port: int = 0, **more: Any) -> ImapMailbox:
    """The mailbox of gm, over IMAPS."""
    settings: dict[str, Any] = {
        "tls": "implicit", "cafile": str(servers.cafile), "done_folder": DONE, "quarantine_folder": QUARANTINE,
        "timeout": 5.0,
    }  # fmt: skip
    return ImapMailbox(HOST, port or servers.imaps, "gm@gm.test", servers.password, **(settings | more))


def sender(servers: MailServers, port: int = 0, **more: Any) -> Sender:
    """The way out for gm, with STARTTLS and login."""
    settings: dict[str, Any] = {
        "tls": "starttls", "cafile": str(servers.cafile), "user": "gm@gm.test", "password": servers.password,
        "timeout": 5.0,
    }  # fmt: skip
    return Sender(HOST, port or servers.submission, **(settings | more))


@contextlib.asynccontextmanager
async def serving(servers: MailServers, folder: Path, change: Callable[[str], str] = str) -> AsyncIterator[Served]:
    """A daemon configured for *servers*, not yet started; *change* has the last word on its configuration."""
    served = Served(folder)
    try:
        written = CONFIG.format(
            folder=folder, imaps=servers.imaps, submission=servers.submission, password=servers.password,
            cafile=servers.cafile,
        )  # fmt: skip
        served.write(change(written))
        yield served
    finally:
        await served.close()


def hand_in(servers: MailServers, mail: EmailMessage) -> None:
    """Send a player's letter, as his mail program does."""
    user = str(mail["From"]).partition("<")[2].partition("@")[0]
    servers.send(user, [str(mail["To"])], mail.as_bytes())


class Proxy:
    """A line to a port of this machine that can fall silent without being closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.tasks: set[asyncio.Task[None]] = set()
        self.go = asyncio.Event()
        self.go.set()
        self.back = 0  # bytes that came from the server
        self.forth = 0  # bytes that went to it
        self.most = -1  # so many bytes in each direction, then silence; -1: no end
        self.silent = asyncio.Event()  # set once the line has fallen silent

    async def __aenter__(self) -> Proxy:
        self.server = await asyncio.start_server(self.serve, HOST, 0)
        self.port: int = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def fall_silent(self) -> None:
        """Carry nothing any more, and do not say so."""
        self.go.clear()
        self.silent.set()

    def speak(self) -> None:
        """Carry everything again."""
        self.most = -1
        self.go.set()
        self.silent.clear()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError), contextlib.closing(writer):
            line = socket.socket()
            # Small buffers, so that no megabytes pile up between the server and a silent line.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, (HOST, self._port))
            there, away = await asyncio.open_connection(sock=line)
            with contextlib.closing(away):
                both = (self.carry(reader, away, "forth"), self.carry(there, writer, "back"))
                ways = [asyncio.ensure_future(way) for way in both]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        while True:
            # The end of the other side is news as well, and waits for silence to end.
            data = await reader.read(65_536)
            if 0 <= self.most < getattr(self, way) + len(data):
                self.fall_silent()
            await self.go.wait()
            if not data:
                return
            setattr(self, way, getattr(self, way) + len(data))
            writer.write(data)
            await writer.drain()
