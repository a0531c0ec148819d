"""An SMTP server that accepts every mail and only notes when it came. A separate process, to cost nobody else time.

It prints its port on standard output. A number on standard input makes it wait for that many mails in all, and print
what came as JSON (see Taken). It ends when standard input is closed.
"""

from __future__ import annotations

import asyncio
import re
import sys
from time import monotonic
from typing import Any

import msgspec
from aiosmtpd.smtp import SMTP

HOST = "127.0.0.1"
IN_REPLY_TO = re.compile(rb"^In-Reply-To:\s+<([^>]*)>", re.MULTILINE | re.IGNORECASE)


class Taken(msgspec.Struct):
    """What came: when each mail was taken (seconds of the machine's monotonic clock), and what it answers."""

    times: list[float] = []
    answered: list[str] = []


class Taker:
    """What aiosmtpd asks about each mail."""

    def __init__(self) -> None:
        self.taken = Taken()
        self.more = asyncio.Event()

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:  # the name is aiosmtpd's
        """Take a mail."""
        match = IN_REPLY_TO.search(envelope.content)
        self.taken.answered.append(match[1].decode() if match else "")
        self.taken.times.append(monotonic())
        self.more.set()
        return "250 2.0.0 taken"

    async def wait(self, count: int) -> None:
        """Return once *count* mails have come."""
        while len(self.taken.times) < count:
            self.more.clear()
            await self.more.wait()


class Sink:
    """The process, seen from the one that starts it: an async context manager."""

    async def __aenter__(self) -> Sink:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.sink",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**24,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.port = int(await asyncio.wait_for(self._process.stdout.readline(), 20))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await asyncio.wait_for(self._process.wait(), 20)

    async def taken(self, count: int, seconds: float) -> Taken:
        """What came, once there are *count* mails; raises TimeoutError if that takes longer than *seconds*."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{count}\n".encode())
        line = await asyncio.wait_for(self._process.stdout.readline(), seconds)
        return msgspec.json.decode(line, type=Taken)


async def main() -> None:
    """Serve until standard input is closed."""
    loop = asyncio.get_running_loop()
    taker = Taker()
    server = await loop.create_server(lambda: SMTP(taker, hostname="sink", enable_SMTPUTF8=True), HOST, 0)
    asked = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
    print(server.sockets[0].getsockname()[1], flush=True)
    while line := await asked.readline():
        await taker.wait(int(line))
        print(msgspec.json.encode(taker.taken).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
