"""The sender against a real SMTP server on loopback, and against ones that refuse, stall or hang up."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from helpers.certificates import certificate as made
from helpers.rows import each_row

from gm.demo.postoffice import PostOffice
from gm.post.outbound.address import address_problem
from gm.post.outbound.smtp import Outcome, Sender, one_line

RAW = b"Subject: report\r\nMessage-ID: <1@gm.test>\r\n\r\n.a line with a dot\r\nthe end\r\n"


class Clerk:
    """An aiosmtpd handler that answers RCPT and DATA as told."""

    def __init__(self, rcpt: str = "250 OK", data: str = "250 OK") -> None:
        self.rcpt, self.data = rcpt, data
        self.mails: list[tuple[str, list[str], bytes]] = []
        self.connections = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.rcpt.startswith("2"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.data.startswith("2"):
            self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
        return self.data


@contextlib.asynccontextmanager
async def serving(clerk: Clerk, settings: dict[str, Any] | None = None, **more: Any) -> AsyncIterator[Sender]:
    def answer() -> SMTP:
        clerk.connections += 1
        return SMTP(clerk, hostname="post.test", **(settings or {}))

    server = await asyncio.get_running_loop().create_server(answer, "127.0.0.1", 0)
    async with sending(server, **more) as sender:
        yield sender


@contextlib.asynccontextmanager
async def sending(server: asyncio.Server, **more: Any) -> AsyncIterator[Sender]:
    port = server.sockets[0].getsockname()[1]
    sender = Sender("127.0.0.1", port, **({"tls": "none", "timeout": 0.5} | more))
    try:
        yield sender
    finally:
        await sender.close()
        server.close()


async def send(sender: Sender, recipient: str = "ann@gm.test") -> Outcome:
    return await asyncio.wait_for(sender.send("gm@gm.test", recipient, RAW), 30)


def test_mails_arrive_byte_for_byte_over_one_connection() -> None:
    async def run() -> None:
        clerk = Clerk()
        async with serving(clerk) as sender:
            for _ in range(3):
                assert await send(sender) == Outcome("sent", "OK")
            assert (await sender.send("", "ann@gm.test", RAW)).kind == "sent"
        assert clerk.mails == [("gm@gm.test", ["ann@gm.test"], RAW)] * 3 + [("<>", ["ann@gm.test"], RAW)]
        assert clerk.connections == 1

    asyncio.run(run())


def test_the_post_office_delivers_and_refuses() -> None:
    async def run() -> None:
        async with PostOffice(["gm", "ann"]) as office:
            sender = Sender("127.0.0.1", office.smtp_port, tls="none")
            assert (await sender.send("ann@gm.test", "GM+token@gm.test", RAW)).kind == "sent"
            for stranger in ("bob@gm.test", "gm@elsewhere.test"):
                outcome = await send(sender, stranger)
                assert outcome.kind == "refused" and outcome.answer.startswith("550")
            (mail,) = office.mailbox_bytes("gm")
            assert mail.startswith(b"Return-Path: <ann@gm.test>\r\nDelivered-To: GM+token@gm.test\r\nReceived: from ")
            assert mail.endswith(RAW)
            assert (await sender.send("", "ann@gm.test", RAW)).kind == "sent"
            (mail,) = office.mailbox_bytes("ann")
            assert mail.startswith(b"Return-Path: <>\r\nDelivered-To: ann@gm.test\r\n")
            await sender.close()

    asyncio.run(run())


@each_row(
    ("clerk", "kind"),
    [
        (Clerk(rcpt="450 4.2.0 grey today"), "retry"),
        (Clerk(rcpt="550 5.1.1 no such user"), "refused"),
        (Clerk(data="451 4.3.0 disk full"), "retry"),
        (Clerk(data="554 5.7.1 looks like spam"), "refused"),
        (Clerk(rcpt="421 4.3.2 going down"), "retry"),
        (Clerk(data="421 4.3.2 going down"), "retry"),
    ],
)
def test_the_first_digit_of_a_refusal_decides(clerk: Clerk, kind: str) -> None:
    async def run() -> None:
        said = clerk.rcpt if clerk.data.startswith("2") else clerk.data
        async with serving(clerk) as sender:
            # After 421 the server closes the connection (RFC 5321, 3.8): other mails would fare no better.
            assert await send(sender) == Outcome(kind, said, reached=not said.startswith("421"))  # type: ignore[arg-type]
            clerk.rcpt = clerk.data = "250 OK"
            assert (await send(sender)).kind == "sent"  # the refused mail left nothing behind
        assert clerk.connections == (2 if said.startswith("421") else 1)

    asyncio.run(run())


@each_row(
    "recipient",
    ["jürgen@gm.test", "", "ann", "ann@", "a b@gm.test", "Ann <ann@gm.test>", "ann@gm.test\r\nDATA", '"a"@b'],
)
def test_an_address_that_cannot_be_sent_is_refused_before_anything_is(recipient: str) -> None:
    async def run() -> None:
        clerk = Clerk()
        async with serving(clerk) as sender:
            outcome = await sender.send("gm@gm.test", recipient, RAW)
            assert outcome.kind == "refused" and "address" in outcome.answer
            assert ("ASCII" in outcome.answer) == (not recipient.isascii())
            assert (await sender.send("gmü@gm.test", "ann@gm.test", RAW)).kind == "retry"
            assert clerk.connections == 0

    asyncio.run(run())


def test_a_mail_too_large_for_the_server_is_refused() -> None:
    async def run() -> None:
        async with serving(Clerk(), {"data_size_limit": 20}) as sender:
            assert (await send(sender)).kind == "refused"

    asyncio.run(run())


def test_a_sender_the_server_does_not_take_is_for_the_operator_to_mend() -> None:
    class Strict(Clerk):
        async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
            return "550 5.7.1 not your address"

    async def run() -> None:
        async with serving(Strict()) as sender:
            assert await send(sender) == Outcome("retry", "550 5.7.1 not your address")

    asyncio.run(run())


async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def stalling(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Takes everything and never confirms the mail itself."""
    writer.write(b"220 post.test\r\n")
    while line := await reader.readline():
        if line == b"DATA\r\n":
            writer.write(b"354 go on\r\n")
            return await mute(reader, writer)
        writer.write(b"250 OK\r\n")


@pytest.mark.parametrize("behaviour", [mute, rude, stalling])
def test_a_server_that_stalls_or_hangs_up_means_try_again(behaviour: Callable[..., Any]) -> None:
    async def run() -> None:
        server = await asyncio.start_server(behaviour, "127.0.0.1", 0)
        async with sending(server) as sender:
            assert (await send(sender)).kind == "retry"
            assert (await send(sender)).kind == "retry"

    asyncio.run(run())


def test_nobody_listening_means_try_again_and_the_next_mail_connects() -> None:
    async def run() -> None:
        async with PostOffice(["ann"]) as office:
            port = office.smtp_port
            sender = Sender("127.0.0.1", port, tls="none", timeout=1.0)
            assert (await send(sender)).kind == "sent"
        assert (await send(sender)).kind == "retry"
        async with PostOffice(["ann"], smtp_port=port):
            assert (await send(sender)).kind == "sent"
            await sender.close()
            await sender.close()
            assert (await send(sender)).kind == "sent"
            await sender.close()

    asyncio.run(run())


def test_an_unused_connection_is_tried_before_it_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clerk = Clerk()
        async with serving(clerk, {"timeout": 0.1}) as sender:
            monkeypatch.setattr("gm.post.outbound.smtp.STALE", 0.0)  # time: a connection is old at once
            assert (await send(sender)).kind == "sent"
            await asyncio.sleep(0.3)  # the server hangs up meanwhile
            assert (await send(sender)).kind == "sent"
        assert clerk.connections == 2

    asyncio.run(run())


def test_after_a_failure_on_our_side_the_connection_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*args: Any, **more: Any) -> None:
        raise UnicodeEncodeError("ascii", "ü", 0, 1, "half a mail has been sent")

    async def run() -> None:
        clerk = Clerk()
        async with serving(clerk) as sender:
            assert (await send(sender)).kind == "sent"
            with monkeypatch.context() as patch:
                patch.setattr("aiosmtplib.SMTP.rcpt", fail)  # planted: an error of ours in the middle of a mail
                assert (await send(sender)).kind == "retry"
            assert (await send(sender)).kind == "sent"
        assert clerk.connections == 2

    asyncio.run(run())


def test_a_login_that_fails_means_try_again() -> None:
    def check(server: Any, session: Any, envelope: Any, mechanism: str, login: Any) -> AuthResult:
        return AuthResult(success=login.password == b"right", handled=False)

    async def run() -> None:
        clerk = Clerk()
        settings = {"authenticator": check, "auth_require_tls": False}
        async with serving(clerk, settings, user="gm", password="hush") as sender:
            outcome = await send(sender)
            assert outcome.kind == "retry" and "refused the login: 535" in outcome.answer
            assert "hush" not in outcome.answer
        async with serving(clerk, settings, user="gm", password="right") as sender:
            assert (await send(sender)).kind == "sent"
        async with serving(clerk, user="gm", password="right") as sender:
            assert (await send(sender)).kind == "retry"  # the server offers no login

    asyncio.run(run())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return made(tmp_path_factory.mktemp("tls"))


def test_starttls_is_verified(certificate: tuple[Path, Path]) -> None:
    async def run() -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*certificate)
        settings = {"tls_context": context, "require_starttls": True}
        async with serving(Clerk(), settings, tls="starttls") as sender:
            outcome = await send(sender)
            assert outcome.kind == "retry"
            assert outcome.answer.startswith("certificate of 127.0.0.1 was refused: ")
        async with serving(Clerk(), settings, tls="starttls", cafile=str(certificate[0])) as sender:
            assert (await send(sender)).kind == "sent"
            assert (await send(sender)).kind == "sent"

    asyncio.run(run())


def test_implicit_tls_is_verified(certificate: tuple[Path, Path]) -> None:
    async def run() -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*certificate)
        for cafile in (None, str(certificate[0])):
            server = await asyncio.get_running_loop().create_server(lambda: SMTP(Clerk()), "127.0.0.1", 0, ssl=context)
            async with sending(server, tls="implicit", cafile=cafile) as sender:
                outcome = await send(sender)
                assert outcome.kind == ("sent" if cafile else "retry")
                assert cafile or outcome.answer.startswith("certificate of 127.0.0.1 was refused: ")

    asyncio.run(run())


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_tls_is_insisted_on(tls: str) -> None:
    async def run() -> None:
        clerk = Clerk()
        async with serving(clerk, tls=tls) as sender:
            outcome = await send(sender)
            assert outcome.kind == "retry" and "TLS" in outcome.answer
        assert clerk.mails == []

    asyncio.run(run())


def test_concurrent_mails_take_turns() -> None:
    async def run() -> None:
        clerk = Clerk()
        async with serving(clerk, timeout=5.0) as sender:
            outcomes = await asyncio.gather(*(send(sender) for _ in range(30)))
            assert {outcome.kind for outcome in outcomes} == {"sent"}
        assert len(clerk.mails) == 30 and clerk.connections == 1

    asyncio.run(run())


def test_answers_are_safe_to_log() -> None:
    assert one_line("550 no\r\n\x1b[31msuch   user") == "550 no ?[31msuch user"
    assert len(one_line("x" * 1000)) == 300
    assert address_problem("gm+0f@sub.gm.test") == ""
