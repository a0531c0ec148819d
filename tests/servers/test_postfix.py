"""Sending mail through Postfix: what it accepts, defers and refuses, and what is said about it."""

from __future__ import annotations

import asyncio
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from helpers.certificates import certificate
from helpers.served import run, until
from mailservers import MailServers, Start
from realworld import Proxy, letter, sender

from gm.post.inbound.letter import read_mail
from gm.post.outbound.smtp import Outcome, Sender

pytestmark = pytest.mark.servers

GM, ALICE, BOB = "gm@gm.test", "alice@gm.test", "bob@gm.test"
REPORT = letter("report", "Grüße\r\n.a dot\r\n" + "x" * 900 + "\r\n")


async def send(to: Sender, recipient: str = ALICE, raw: bytes = REPORT) -> Outcome:
    """Hand over one mail, in time."""
    return await asyncio.wait_for(to.send(GM, recipient, raw), 15)


async def arrived(servers: MailServers, number: int = 1, user: str = "alice") -> list[bytes]:
    """The mails of a user, once there are so many."""
    await until(lambda: servers.count(user) >= number, f"{number} mails for {user}")
    return servers.mails(user)


def subjects(servers: MailServers) -> set[str]:
    """The subjects of the mails that Alice has."""
    return {str(message_from_bytes(mail)["Subject"]) for mail in servers.mails("alice")}


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_a_mail_arrives_byte_for_byte_over_tls_and_with_a_login(tls: str, start_both: Start) -> None:
    servers = start_both()

    async def test() -> None:
        port = servers.submission if tls == "starttls" else servers.submissions
        way = sender(servers, port, tls=tls)
        assert (await send(way)).kind == "sent"
        assert (await way.send("", ALICE, REPORT)).kind == "sent"
        mails = await arrived(servers, 2)
        assert sorted(mail.startswith(b"Return-Path: <>\r\n") for mail in mails) == [False, True]
        assert all(mail.endswith(REPORT) for mail in mails)
        assert "sasl_username=gm@gm.test" in servers.postfix.log()
        await way.close()

    run(test())


def test_a_recipient_put_off_gets_the_mail_when_it_is_tried_again(start_both: Start) -> None:
    answers = {ALICE: "451 4.7.1 come back later"}
    servers = start_both(answers=answers)

    async def test() -> None:
        way = sender(servers)
        outcome = await send(way)
        assert outcome.kind == "retry" and outcome.answer.startswith("451 4.7.1 ")
        answers.clear()
        assert (await send(way)).kind == "sent"
        assert len(await arrived(servers)) == 1
        await way.close()

    run(test())


def test_a_refused_recipient_is_refused_for_good_and_the_next_gets_the_mail(start_both: Start) -> None:
    servers = start_both(answers={BOB: "550 5.1.1 no such player"}, users=["gm", "alice", "bob"])

    async def test() -> None:
        way = sender(servers)
        assert (await send(way)).kind == "sent"
        refused = await send(way, BOB)
        assert refused.kind == "refused" and refused.answer.startswith("550 5.1.1 ")
        elsewhere = await send(way, "carol@other.test")
        assert elsewhere.kind == "refused" and elsewhere.answer.startswith("550 5.1.2 ")
        slow = await send(way, "carol@slow.test")
        assert slow.kind == "retry" and slow.answer.startswith("450 4.3.0 ")
        assert (await send(way)).kind == "sent"
        assert len(await arrived(servers, 2)) == 2
        assert servers.count("bob") == 0
        await way.close()

    run(test())


def test_a_mail_too_large_for_the_server_is_refused_before_it_is_sent(start_both: Start) -> None:
    servers = start_both(postfix_more={"message_size_limit": "100000"})

    async def test() -> None:
        async with Proxy(servers.submission) as proxy:
            way = sender(servers, proxy.port)
            outcome = await send(way, raw=letter("large", "x" * 200_000))
            assert outcome.kind == "refused" and outcome.answer.startswith("552 5.3.4 ")
            assert proxy.forth < 10_000
            assert (await send(way)).kind == "sent"
            await way.close()

    run(test())


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"tls": "none", "cafile": None, "user": None, "password": None}, "530 5.7.0 Must issue a STARTTLS command"),
        ({"tls": "none", "cafile": None}, "AUTH extension is not supported"),
        ({"user": None, "password": None}, "127.0.0.1 may want a login: 554 5.7.1 "),
        ({"password": "wrong-fish"}, "127.0.0.1 refused the login: 535 5.7.8 "),
    ],
)
def test_what_the_operator_has_to_mend_keeps_the_mail_waiting(
    settings: dict[str, Any], said: str, start_both: Start
) -> None:
    servers = start_both()

    async def test() -> None:
        way = sender(servers, **settings)
        outcome = await send(way)
        assert outcome.kind == "retry" and said in outcome.answer
        assert "wrong-fish" not in outcome.answer
        await way.close()
        mended = sender(servers)
        assert (await send(mended)).kind == "sent"
        await mended.close()

    run(test())


def test_a_server_that_asks_for_no_login_and_relays_for_nobody_keeps_the_mail_waiting(start_both: Start) -> None:
    servers = start_both()

    async def test() -> None:
        way = sender(servers, servers.mx, tls="none", cafile=None, user=None, password=None)
        assert (await send(way)).kind == "sent"
        outcome = await send(way, "carol@elsewhere.test")
        assert outcome.kind == "retry" and "Relay access denied" in outcome.answer
        await way.close()

    run(test())


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
@pytest.mark.parametrize("wrong", ["stranger", "name"])
def test_a_server_with_a_wrong_certificate_gets_neither_mail_nor_password(
    tls: str, wrong: str, start_both: Start, tmp_path: Path
) -> None:
    servers = start_both(names=["DNS:smtp.elsewhere.test"] if wrong == "name" else ["IP:127.0.0.1"])
    certificate(tmp_path)

    async def test() -> None:
        port = servers.submission if tls == "starttls" else servers.submissions
        trusted = servers.cafile if wrong == "name" else tmp_path / "cert.pem"
        way = sender(servers, port, tls=tls, cafile=str(trusted))
        outcome = await send(way)
        assert outcome.kind == "retry"
        assert outcome.answer.startswith("certificate of 127.0.0.1 was refused: ")
        assert "sasl" not in servers.postfix.log()
        await way.close()

    run(test())


def test_a_server_that_is_down_means_later_and_when_it_is_back_the_mail_goes(start_both: Start) -> None:
    servers = start_both()

    async def test() -> None:
        way = sender(servers)
        for name, end in (("one", servers.postfix.stop), ("two", servers.postfix.kill)):
            assert (await send(way, raw=letter(name))).kind == "sent"
            end()
            assert (await send(way, raw=letter("never"))).kind == "retry"
            assert "Connect call failed" in (await send(way, raw=letter("never"))).answer
            servers.postfix.start()
        assert (await send(way, raw=letter("three"))).kind == "sent"
        # What Postfix has taken it delivers, if it dies meanwhile, after its restart, and perhaps twice.
        await until(lambda: subjects(servers) == {"one", "two", "three"}, "the three mails")
        await way.close()

    run(test())


def test_a_server_killed_in_the_middle_of_a_mail_gets_the_same_mail_again(start_both: Start) -> None:
    servers = start_both()

    async def test() -> None:
        large = letter("large", ("x" * 70 + "\r\n") * 100_000)
        async with Proxy(servers.submission) as proxy:
            way = sender(servers, proxy.port)
            proxy.most = 1_000_000
            sending = asyncio.create_task(send(way, raw=large))
            await asyncio.wait_for(proxy.silent.wait(), 10)
            servers.postfix.kill()
            proxy.speak()
            assert (await sending).kind == "retry"
            servers.postfix.start()
            assert (await send(way, raw=large)).kind == "sent"
            (mail,) = await arrived(servers)
            assert mail.endswith(large)
            await way.close()

    run(test())


def test_a_line_that_dies_without_a_word_means_later(start_both: Start) -> None:
    servers = start_both()

    async def test() -> None:
        async with Proxy(servers.submission) as proxy:
            way = sender(servers, proxy.port, timeout=2.0)
            assert (await send(way)).kind == "sent"
            proxy.fall_silent()
            outcome = await send(way)
            assert (outcome.kind, outcome.answer) == ("retry", "127.0.0.1 did not answer in time")
            proxy.speak()
            assert (await send(way)).kind == "sent"
            await way.close()

    run(test())


def test_notes_of_failure_and_delay_are_known_as_a_machines_and_so_never_answered(start_both: Start) -> None:
    servers = start_both()

    async def test() -> None:
        way = sender(servers)
        assert (await send(way, "stranger@gm.test")).kind == "sent"
        assert (await send(way, "carol@down.test")).kind == "sent"
        notes = await arrived(servers, 2, "gm")  # no such user at once, the delay after four seconds
        actions = [message_from_bytes(note).get_payload(1).as_string() for note in notes]  # type: ignore[union-attr]
        assert "Status: 5.1.1" in actions[0] and "Action: failed" in actions[0]
        assert "Action: delayed" in actions[1]
        assert all(read_mail(note).machine for note in notes)
        await way.close()

    run(test())
