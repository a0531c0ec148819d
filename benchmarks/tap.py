"""A tap in the connection to an IMAP server: passes every byte on, and notes when the server announces new mail."""

from __future__ import annotations

import asyncio
import contextlib
from time import monotonic

HOST = "127.0.0.1"
NEWS = b" EXISTS\r\n"


class Tap:
    """Listens on *port* and passes data on to the server's port; an async context manager."""

    def __init__(self, server: int) -> None:
        self._there = server
        self._told: list[float] = []

    async def __aenter__(self) -> Tap:
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    def news_after(self, moment: float) -> float:
        """When the server first announced new mail after *moment* (seconds of the monotonic clock)."""
        return next(time for time in self._told if time > moment)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            there, away = await asyncio.open_connection(HOST, self._there)
            await asyncio.gather(self._carry(reader, away, False), self._carry(there, writer, True))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, back: bool) -> None:
        with contextlib.closing(writer):
            while data := await reader.read(65_536):
                if back and NEWS in data:
                    self._told.append(monotonic())
                writer.write(data)
                await writer.drain()
