"""The snippets for Postfix and Dovecot in deploy/, loaded into real servers: what an operator installs works."""

from __future__ import annotations

import contextlib
import os
import re
import smtplib
import socketserver
import ssl
import struct
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.certificates import certificate
from helpers.served import run, until
from mailservers import HOST, MailServers, Start, why_missing

from gm.post.inbound.letter import read_mail
from gm.post.inbound.proof import Prover

pytestmark = pytest.mark.servers

DEPLOY = Path(__file__).parents[2] / "deploy"
SENDER, UMPIRE = "alice@gm.test", "umpire@gm.test"
OURS = "mx.gm.test"
FINDING = "dmarc=pass header.from=gm.test"


class Milter(socketserver.StreamRequestHandler):
    """A milter that adds one field to each mail, at *place*, and asks to be told of nothing but its end."""

    place = 0

    def handle(self) -> None:
        while head := self.rfile.read(4):
            packet = self.rfile.read(struct.unpack("!I", head)[0])
            if packet[:1] == b"O":
                self.say(b"O", struct.pack("!III", 6, 0x01, 0x37F))  # version, "adds fields", the steps left out
            elif packet[:1] == b"E":
                field = f"Authentication-Results\0{OURS}; {FINDING}\0".encode()
                self.say(b"i", struct.pack("!I", self.place) + field)
                self.say(b"c")

    def say(self, command: bytes, data: bytes = b"") -> None:
        self.wfile.write(struct.pack("!I", 1 + len(data)) + command + data)


@contextlib.contextmanager
def milter(where: int) -> Iterator[str]:
    """A milter that runs, as Postfix names it."""
    handler = type("Placing", (Milter,), {"place": where})
    with socketserver.ThreadingTCPServer((HOST, 0), handler) as server:
        server.daemon_threads, server.block_on_close = True, False
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield f"inet:{HOST}:{server.server_address[1]}"
        finally:
            server.shutdown()


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that stands for /etc, /var/vmail and Postfix's socket, with what the snippets tell to put there."""
    with tempfile.TemporaryDirectory(prefix="gm", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o777)  # Dovecot runs as another user here, and makes its socket in it
        if not why_missing():  # else the test will be skipped, and say why
            certificate(folder)
        (folder / "gm_mailboxes").write_text(f"{UMPIRE}  mailbox\n")
        (folder / "gm_aliases").write_text(f"postmaster@gm.test  {UMPIRE}\n")
        (folder / "gm_header_checks").write_text((DEPLOY / "postfix-header_checks").read_text())
        (folder / "gm-users").write_text(f"{UMPIRE}:{{PLAIN}}swordfish-and-parsley::::::\n")
        for file in folder.iterdir():
            os.utime(file, (time.time() - 60,) * 2)  # Postfix would wait two seconds for a fresh table to "cool down"
        yield folder


def postfix_settings(place: Path) -> dict[str, str]:
    """The snippet for main.cf, with paths and names of the test."""
    text = (DEPLOY / "postfix-main.cf").read_text()
    for before, after in {
        "/etc/letsencrypt/live/mx.example.org/fullchain.pem": f"{place}/cert.pem",
        "/etc/letsencrypt/live/mx.example.org/privkey.pem": f"{place}/key.pem",
        "/etc/postfix": str(place),
        "private/dovecot-lmtp": f"{place}/dovecot-lmtp",
        "example.org": "gm.test",
    }.items():
        assert before in text
        text = text.replace(before, after)
    settings = (line.split(" = ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: value for name, value in settings}


def dovecot_settings(place: Path) -> str:
    """The snippet for Dovecot, with paths and names of the test, and without the users that only root may become."""
    text = (DEPLOY / "dovecot-gm.conf").read_text()
    owner, group = ("nobody", "nogroup") if os.geteuid() == 0 else (str(os.geteuid()), str(os.getegid()))
    for before, after in {
        "/etc/dovecot": str(place),
        "/var/vmail": str(place),
        "/var/spool/postfix/private": str(place),
        "uid=vmail gid=vmail": f"uid={owner} gid={group}",
        "mode = 0600": "mode = 0666",
        "user = postfix": f"user = {owner}",
        "group = postfix": f"group = {group}",
        "example.org": "gm.test",
    }.items():
        assert before in text
        text = text.replace(before, after)
    return text


def servers_of(start_both: Start, place: Path, **more: str) -> MailServers:
    """Dovecot and Postfix with the snippets; the mailbox is the umpire's, whom only they know."""
    return start_both(dovecot_more=dovecot_settings(place), postfix_more=postfix_settings(place) | more)


def from_outside(servers: MailServers, recipient: str, *fields: str) -> None:
    """A mail as another server hands it in."""
    lines = [f"From: {SENDER}", f"To: {recipient}", *fields, "Subject: [spring] F1901M", "", "A PAR - BUR", ""]
    with smtplib.SMTP(HOST, servers.mx, local_hostname="localhost", timeout=20) as line:
        line.sendmail(SENDER, [recipient], "\r\n".join(lines).encode())


async def arrived(servers: MailServers, place: Path, number: int = 1) -> list[bytes]:
    """The umpire's mails, once there are so many."""
    new = place / "umpire" / "Maildir" / "new"
    await until(lambda: new.is_dir() and len(list(new.iterdir())) >= number, f"{number} mails")
    return servers.mails("umpire")


@pytest.mark.parametrize(
    "forged",
    [
        f"Authentication-Results: {OURS}; {FINDING}",
        f"AUTHENTICATION-results: {OURS}; {FINDING}",
        f"Authentication-Results :{OURS}; {FINDING}",
        f"Authentication-Results:\r\n\t{OURS};\r\n\t{FINDING}",
        f'Authentication-Results: (a comment) "{OURS}" 1; {FINDING}',
        f"X-Long: {'x' * 200_000}\r\nAuthentication-Results: {OURS}; {FINDING}",
    ],
)
def test_a_forged_finding_is_taken_out_before_gm_sees_it(forged: str, start_both: Start, place: Path) -> None:
    servers = servers_of(start_both, place)

    async def test() -> None:
        from_outside(servers, UMPIRE, forged)
        (mail,) = await arrived(servers, place)
        assert b"uthentication-results" not in mail.lower().replace(b"A", b"a")
        assert b"A PAR - BUR" in mail
        assert Prover(OURS).said(mail, SENDER).verdict == "none"

    run(test())


def test_without_the_snippet_the_forged_finding_would_be_believed(start_both: Start, place: Path) -> None:
    servers = servers_of(start_both, place, header_checks="")

    async def test() -> None:
        from_outside(servers, UMPIRE, f"Authentication-Results: {OURS}; {FINDING}")
        (mail,) = await arrived(servers, place)
        assert Prover(OURS).said(mail, SENDER).verdict == "pass"

    run(test())


@pytest.mark.parametrize("where", [0, 1], ids=["above Received", "below Received"])
def test_what_a_milter_of_this_server_adds_stays_and_is_believed(where: int, start_both: Start, place: Path) -> None:
    with milter(where) as address:
        servers = servers_of(start_both, place, smtpd_milters=address)

        async def test() -> None:
            from_outside(servers, UMPIRE, "Authentication-Results: mx.gm.test; dmarc=fail header.from=gm.test")
            (mail,) = await arrived(servers, place)
            assert re.findall(rb"(?mi)^Authentication-Results:.*", mail.replace(b"\r", b"")) == [
                b"Authentication-Results: mx.gm.test; dmarc=pass header.from=gm.test"
            ]
            assert Prover(OURS).said(mail, SENDER).verdict == "pass"

        run(test())


def test_plus_addresses_arrive_and_gm_sees_them_in_full(start_both: Start, place: Path) -> None:
    servers = servers_of(start_both, place)
    plus = ["umpire+abcdefghij234567abcd@gm.test", "umpire+bounces-abcdefghij0123456789@gm.test"]

    async def test() -> None:
        for address in plus:
            from_outside(servers, address)
        mails = await arrived(servers, place, 2)
        assert sorted(read_mail(mail).recipients[0] for mail in mails) == plus
        assert all(f"Delivered-To: {address}".encode() in b"".join(mails) for address in plus)

    run(test())


def test_an_address_that_nobody_has_is_refused_at_the_door(start_both: Start, place: Path) -> None:
    servers = servers_of(start_both, place)
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        from_outside(servers, "nobody@gm.test")
    assert refused.value.recipients["nobody@gm.test"][0] == 550


def test_mail_is_taken_over_tls_with_the_certificate_named(start_both: Start, place: Path) -> None:
    servers = servers_of(start_both, place)
    with smtplib.SMTP(HOST, servers.mx, local_hostname="localhost", timeout=20) as line:
        line.starttls(context=ssl.create_default_context(cafile=str(place / "cert.pem")))
        assert line.noop()[0] == 250
