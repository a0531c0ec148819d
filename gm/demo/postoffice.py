"""A post office in this process: an IMAP and an SMTP server on loopback, for demonstrations and tests.

Mail is kept in memory and is lost with the process. There is no TLS, and one password for everybody.
"""

from __future__ import annotations

import asyncio
import email.utils
import weakref
from argparse import Namespace
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from aiosmtpd.smtp import SMTP, Envelope, Session
from proxyprotocol.reader import ProxyProtocolReader
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import Config, DictBackend, Identity
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.user import Passwords, UserMetadata
from pysasl.hashing import BuiltinHash

HOST = "127.0.0.1"
LARGEST = 30_000_000  # bytes
# The password is no secret here, and the default number of hash rounds would take 0.1 s at each login.
HASH = BuiltinHash(rounds=1000)


class PostOffice:
    """Mailboxes for *users*: `async with PostOffice(["ann", "bob"]) as office`.

    Users log in as `ann` or `ann@domain` and get what is sent to ann@domain and ann+anything@domain; other recipients
    are refused with 550. Port 0 means any free port; imap_port and smtp_port hold it once started.
    """

    def __init__(
        self,
        users: Sequence[str],
        domain: str = "gm.test",
        password: str = "secret",
        imap_port: int = 0,
        smtp_port: int = 0,
    ) -> None:
        self.domain, self.password = domain, password
        self.imap_port, self.smtp_port = imap_port, smtp_port
        self._copies: dict[str, list[bytes]] = {user: [] for user in users}
        self._writers: dict[StreamWriter, asyncio.Task[None] | None] = {}
        self._smtp_lines: weakref.WeakSet[SMTP] = weakref.WeakSet()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await self._open_mailboxes(stack)
            self.imap_port = await self._serve_imap(stack)
            self.smtp_port = await self._serve_smtp(stack)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)
        await self.hang_up()

    async def hang_up(self) -> None:
        """Cut all connections, as a crash would; new ones are served if the servers still run."""
        for line in list(self._smtp_lines):
            if isinstance(line.transport, asyncio.WriteTransport):
                line.transport.abort()
        tasks = [task for task in self._writers.values() if task is not None]
        for writer in self._writers:
            writer.transport.abort()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def mailbox_bytes(self, user: str) -> list[bytes]:
        """Every mail delivered to *user*, oldest first, even if moved or deleted since. Raises KeyError."""
        return list(self._copies[user])

    async def deliver(self, user: str, raw: bytes, received: datetime | None = None) -> None:
        """Put *raw*, unchanged, into the INBOX of *user*. received: its INTERNALDATE (aware), now if None."""
        mailboxes, _ = self._config.set_cache[user]
        inbox = await mailboxes.get_mailbox("INBOX")
        await inbox.append(AppendMessage(raw, received or datetime.now(UTC), frozenset()), recent=True)
        self._copies[user].append(raw)

    async def _open_mailboxes(self, stack: AsyncExitStack) -> None:
        self._backend, self._config = await DictBackend.init(self._settings(), hash_context=HASH)
        self._config.apply_context()
        await self._backend.start(stack)
        hashed = await Passwords(self._config).hash_password(self.password)
        for user in self._copies:
            await self._open_mailbox(user, hashed)

    async def _open_mailbox(self, user: str, hashed: str) -> None:
        """Create a user's mailbox, which both of their login names lead to."""
        login = self._backend.login
        for name in (user, f"{user}@{self.domain}"):
            login.users_dict[name] = UserMetadata(self._config, name, password=hashed)
        # The first session creates the mailboxes.
        async with Identity(user, login, None, frozenset()).new_session():
            pass
        self._config.set_cache[f"{user}@{self.domain}"] = self._config.set_cache[user]

    def _settings(self) -> Namespace:
        return Namespace(
            debug=False,
            host=HOST,
            port=self.imap_port,
            cert=None,
            key=None,
            tls=False,
            proxy_protocol=None,
            inherited_sockets=None,
            passlib_cfg=None,
            demo_data=False,
            demo_user=next(iter(self._copies), "nobody"),
            demo_password=self.password,
        )

    async def _serve_imap(self, stack: AsyncExitStack) -> int:
        """Start the IMAP server and return its port, which pymap's own service does not tell."""
        config: Config = self._config
        serve = IMAPServer(self._backend.login, config)

        async def talk(reader: StreamReader, writer: StreamWriter, peer: SocketInfo) -> None:
            self._writers[writer] = asyncio.current_task()
            try:
                await serve(reader, writer, peer)
            finally:
                del self._writers[writer]

        server = await asyncio.start_server(
            ProxyProtocolReader(config.proxy_protocol).get_callback(talk), HOST, self.imap_port
        )
        return _kept(stack, server)

    async def _serve_smtp(self, stack: AsyncExitStack) -> int:
        def answer() -> SMTP:
            line = SMTP(self, hostname=f"post.{self.domain}", enable_SMTPUTF8=True, data_size_limit=LARGEST)
            self._smtp_lines.add(line)
            return line

        server = await asyncio.get_running_loop().create_server(answer, HOST, self.smtp_port)
        return _kept(stack, server)

    def _user(self, address: str) -> str | None:
        """The user who gets mail to *address*, None if nobody does."""
        name, _, domain = address.rpartition("@")
        user = name.partition("+")[0].lower()
        return user if domain.lower() == self.domain and user in self._copies else None

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept mail only for our users (called by aiosmtpd)."""
        if self._user(address) is None:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Deliver a mail to each of its recipients (called by aiosmtpd)."""
        content = envelope.original_content or b""
        for recipient in envelope.rcpt_tos:
            user = self._user(recipient)
            if user is not None:
                await self.deliver(user, self._trace(session, envelope, recipient) + content)
        return "250 2.0.0 delivered"

    def _trace(self, session: Session, envelope: Envelope, recipient: str) -> bytes:
        """The headers that a mail server puts on top at delivery."""
        lines = (
            # aiosmtpd leaves the brackets on an empty sender.
            f"Return-Path: <{(envelope.mail_from or '').strip('<>')}>",
            f"Delivered-To: {recipient}",
            f"Received: from {session.host_name or 'unknown'} ({HOST}) by post.{self.domain} with ESMTP;",
            f"\t{email.utils.formatdate()}",
            "",
        )
        return "\r\n".join(lines).encode("utf-8")


def _kept(stack: AsyncExitStack, server: asyncio.Server) -> int:
    """Let *stack* close the server at the end, and return its port."""
    stack.callback(server.close)
    port: int = server.sockets[0].getsockname()[1]
    return port
