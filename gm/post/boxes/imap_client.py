"""One connection to an IMAP server on which every command ends. Knows nothing about folders and mails.

aioimaplib speaks the protocol, but by itself it can wait for ever, and its errors quote commands. Every error raised
from here is a MailboxGone, whose text is safe to log.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from typing import Any

from aioimaplib import aioimaplib

from gm.post.boxes.imap_wire import cleaned, plain
from gm.post.boxes.mailbox import MailboxGone

# Below WARNING the library logs whole mails, and a password that holds a quote or a backslash.
logging.getLogger(aioimaplib.__name__).setLevel(logging.WARNING)

Answer = Any  # aioimaplib's Response: result ("OK", "NO", "BAD") and lines (bytes, and bytearray for literals)
Call = Callable[..., Awaitable[Answer]]
Lost = Callable[[Exception | None], None]  # told of the end of the connection


class _Protocol(aioimaplib.IMAP4ClientProtocol):  # type: ignore[misc]
    """The library's protocol, but failures that it would hide end the connection."""

    def data_received(self, data: bytes) -> None:
        """Hang up on an answer that the parser cannot handle.

        Otherwise asyncio would log the error with the text of the pending command: LOGIN and its password.
        """
        try:
            super().data_received(data)
        except Exception as error:
            self._hang_up(error)

    async def welcome(self, line: bytes) -> None:
        """Hang up on a greeting that is no welcome; the library would wait for its timeout."""
        try:
            await super().welcome(line)
        except Exception as error:
            self._hang_up(error)

    def _handle_line(self, line: bytes, current_cmd: Any) -> Any:
        """Hang up on a goodbye; the library would take it for a part of an answer, and wait for the rest."""
        asked_for = getattr(self.pending_sync_command, "name", "") == "LOGOUT"
        if line.upper().startswith(b"* BYE") and not asked_for and self.state != aioimaplib.CONNECTED:
            self._hang_up(ConnectionError("the server said goodbye"))
        return super()._handle_line(line, current_cmd)

    def _hang_up(self, error: Exception) -> None:
        self.conn_lost_cb(error)
        self.transport.abort()


class _Client(aioimaplib.IMAP4):  # type: ignore[misc]
    # aioimaplib.IMAP4_SSL loses conn_lost_cb, so TLS is requested by ssl_context.
    def create_client(
        self,
        host: str,
        port: int,
        loop: object,
        conn_lost_cb: Lost | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()
        self.protocol = _Protocol(loop, conn_lost_cb)
        self._client_task = loop.create_task(loop.create_connection(lambda: self.protocol, host, port, ssl=ssl_context))


class Line:
    """One connection. Each command ends with an answer, or with MailboxGone and the connection dropped.

    After a timeout or an error the connection cannot be used again: a late answer would be taken for the answer to
    the next command. The caller must not let commands overlap. *timeout*: seconds for each answer.
    """

    def __init__(self, host: str, port: int, context: ssl.SSLContext | None, timeout: float) -> None:
        self.timeout = timeout
        self._where = f"IMAP server {host}:{port}"
        self._user = self._password = ""
        self._lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.client = _Client(host, port, timeout=timeout, conn_lost_cb=self._on_lost, ssl_context=context)

    @property
    def abilities(self) -> frozenset[str]:
        """The server's capabilities, without those that it turned out to refuse on this connection."""
        return frozenset(self.client.protocol.capabilities)

    def _on_lost(self, error: Exception | None) -> None:
        if not self._lost.done():
            self._lost.set_result("the connection was closed" if error is None else plain(error))

    def gone(self, doing: str, why: str) -> MailboxGone:
        """Drop the connection, and return the error for trouble while *doing* something."""
        self.drop()
        return MailboxGone(f"{self._where}: {doing}: {why}")

    def drop(self) -> None:
        """End the connection now; a command still waiting for its answer gets MailboxGone."""
        self._on_lost(None)
        client = self.client
        if client.protocol.transport is not None:
            client.protocol.transport.abort()
        if client._idle_waiter is not None:
            client._idle_waiter.cancel()
        for task in (client._client_task, *client.tasks, *client.protocol.tasks):
            task.cancel()

    async def enter(self, user: str, password: str) -> None:
        """Connect and log in."""
        self._user, self._password = str(aioimaplib.quoted(user)), password
        await self.ask("connecting", self.client.wait_hello_from_server)
        await self.must("login", self.client.login, self._user, password)
        # Capabilities often change with the login, and the library misreads the list in LOGIN's answer.
        await self.ask("CAPABILITY", self.client.protocol.capability)

    async def ask(self, doing: str, call: Call, *args: str, seconds: float | None = None, **more: object) -> Answer:
        """The answer of *call*, within *seconds* (the timeout if None). *doing* names it in the log."""
        if self._lost.done():
            raise self.gone(doing, self._lost.result())
        task = asyncio.ensure_future(call(*args, **more))
        try:
            await self._first(task, self.timeout if seconds is None else seconds)
            # Only the call was cancelled, not this task: drop() was called from elsewhere.
            if task.done() and not task.cancelled():
                return task.result()
        except Exception as error:
            # "from None": the library's errors may quote the command, and LOGIN carries the password.
            raise self.gone(doing, plain(error)) from None
        except asyncio.CancelledError:
            self.drop()
            raise
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        raise self.gone(doing, self._lost.result() if self._lost.done() else "no answer in time")

    async def must(self, doing: str, call: Call, *args: str, **more: Any) -> Answer:
        """Like ask(), but raises MailboxGone unless the server said OK."""
        answer = await self.ask(doing, call, *args, **more)
        if answer.result == "OK":
            return answer
        said = answer.lines[-1].decode("ascii", "replace") if answer.lines else ""
        raise self.gone(doing, f"the server said {answer.result} {cleaned(said, self._user, self._password)}")

    async def idle(self, seconds: float) -> None:
        """Return when the server says something, or after *seconds*.

        If the server refuses, IDLE is removed from its abilities and the call returns at once.
        """
        news = self.client.protocol.idle_queue
        while not news.empty():
            news.get_nowait()
        ended = await self.ask("IDLE", self._start_idle, longest=seconds + self.timeout)
        if ended is None:
            self.client.protocol.capabilities.discard("IDLE")
            return
        said = asyncio.ensure_future(news.get())
        try:
            # Some servers accept the command and then end it themselves.
            await self._first(said, seconds, ended)
        except asyncio.CancelledError:
            self.drop()
            raise
        finally:
            said.cancel()
        if ended.done():
            self.client.protocol.capabilities.discard("IDLE")
        else:
            await self.ask("DONE", self._end_idle, ended)

    async def _start_idle(self, longest: float) -> asyncio.Future[object] | None:
        """Start IDLE; returns a future that is done when it has ended, None if the server refused it."""
        try:
            started: asyncio.Future[object] = await self.client.idle_start(timeout=longest)
            return started
        except aioimaplib.Abort:
            return None

    async def _end_idle(self, ended: Awaitable[object]) -> object:
        self.client.idle_done()
        return await ended

    async def rest(self, seconds: float) -> None:
        """Sleep. Raises MailboxGone at once if the connection is lost meanwhile."""
        await asyncio.wait({self._lost}, timeout=seconds)
        if self._lost.done():
            raise self.gone("waiting", self._lost.result())

    async def _first(self, task: asyncio.Future[Answer], seconds: float, *others: asyncio.Future[Answer]) -> None:
        await asyncio.wait({task, self._lost, *others}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
