"""The least that any mail game must do: fetch, parse, store, answer, flag. Knows nothing about gm.

It is a process, as the daemon is. It says that it is ready and handles the mails that are there, 50 at a time, then
those that come, until it is stopped. *lean*: use the parser without structured headers, and answers from a template;
otherwise both come from the standard library's present e-mail package.
"""

from __future__ import annotations

import asyncio
import email
import os
import socket
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from email import policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr

import aioimaplib
import aiosmtplib
import msgspec

HOST = "127.0.0.1"
US = "gm@gm.test"
BATCH = 50
CONNECTIONS = 4
QUOTED = 300  # characters of the letter in its answer
SCHEMA = """
pragma journal_mode = wal;
pragma synchronous = full;
create table inbox (
    id integer primary key, uidvalidity integer, uid integer, message_id text, sender text, subject text, raw blob,
    state text, unique (uidvalidity, uid)
);
create unique index inbox_by_message on inbox (message_id);
create table orders (id integer primary key, inbox integer, body text);
create table outbox (id integer primary key, inbox integer unique, recipient text, raw blob, state text);
"""
TEMPLATE = """\
From: The GameMaster <{us}>\r
To: {sender}\r
Subject: Re: {subject}\r
In-Reply-To: {message_id}\r
References: {message_id}\r
Message-ID: {own}\r
Auto-Submitted: auto-replied\r
MIME-Version: 1.0\r
Content-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: 8bit\r
\r
Accepted:\r
{body}"""


class Task(msgspec.Struct):
    """What to do, as JSON in the one argument of the process."""

    imap: int
    smtp: int
    user: str
    password: str
    database: str
    lean: bool = False


class Letter(msgspec.Struct):
    """One mail, parsed."""

    uid: int
    raw: bytes
    message_id: str
    sender: str
    subject: str
    replied: str
    body: str


def parse(uid: int, raw: bytes) -> Letter:
    """Parse a mail with the standard library's present policy."""
    mail = email.message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    text = mail.get_body(("plain", "html"))
    assert text is not None
    own, sender, subject, replied = (str(mail[name]) for name in ("Message-ID", "From", "Subject", "In-Reply-To"))
    return Letter(uid, raw, own, sender, subject, replied, text.get_content())


def answer(letter: Letter) -> bytes:
    """The answer to a letter, made with the standard library's present policy."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"The GameMaster <{US}>", letter.sender, f"Re: {letter.subject}"
    mail["In-Reply-To"] = mail["References"] = letter.message_id
    mail["Message-ID"], mail["Auto-Submitted"] = make_msgid(domain="gm.test"), "auto-replied"
    mail.set_content(f"Accepted:\n{letter.body[:QUOTED]}")
    return mail.as_bytes(policy=policy.SMTP)


def parse_lean(uid: int, raw: bytes) -> Letter:
    """Parse a mail with the old parser."""
    mail = email.message_from_bytes(raw)
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    text = body.decode(mail.get_content_charset("utf-8"), "replace")
    return Letter(uid, raw, mail["Message-ID"], mail["From"], mail["Subject"], mail["In-Reply-To"], text)


def answer_lean(letter: Letter) -> bytes:
    """The answer to a letter from a template."""
    body = letter.body[:QUOTED].replace("\r\n", "\n").replace("\n", "\r\n")
    return TEMPLATE.format(
        us=US, sender=letter.sender, subject=letter.subject, message_id=letter.message_id,
        own=make_msgid(domain="gm.test"), body=body,
    ).encode()  # fmt: skip


def fetched(lines: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """UID and text of each mail in the answer to a FETCH."""
    rest = iter(lines)
    for line in rest:
        if b" FETCH (" in line:
            words = line.split()
            yield int(words[words.index(b"(UID") + 1]), bytes(next(rest))


class Floor:
    """The program, connected."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._parse, self._answer = (parse_lean, answer_lean) if task.lean else (parse, answer)
        self._db = sqlite3.connect(task.database, isolation_level=None)
        self._db.executescript(SCHEMA)

    async def run(self) -> None:
        """Handle mails for ever."""
        self._imap = aioimaplib.IMAP4(HOST, self._task.imap, timeout=60)
        await self._imap.wait_hello_from_server()
        await self._imap.login(self._task.user, self._task.password)
        await self._imap.select()
        self._lines = [
            aiosmtplib.SMTP(hostname=HOST, port=self._task.smtp, start_tls=False, local_hostname="gm.test")
            for _ in range(CONNECTIONS)
        ]
        await asyncio.gather(*(line.connect() for line in self._lines))
        await self._handle(await self._unseen())
        while True:
            await self._push()
            await self._handle(await self._unseen())

    async def _unseen(self) -> list[str]:
        found = await self._imap.uid_search("UNSEEN", charset=None)
        return [word.decode() for word in found.lines[0].split()]

    async def _push(self) -> None:
        """Wait until the server says something."""
        ended = await self._imap.idle_start(timeout=600)
        await self._imap.wait_server_push(timeout=600)
        self._imap.idle_done()
        await ended

    async def _handle(self, uids: Sequence[str]) -> None:
        """Handle mails, a batch of them at a time."""
        for start in range(0, len(uids), BATCH):
            batch = uids[start : start + BATCH]
            chosen = f"{batch[0]}:{batch[-1]}"
            found = await self._imap.uid("fetch", chosen, "(UID BODY.PEEK[])")
            letters = [self._parse(uid, raw) for uid, raw in fetched(found.lines)]
            assert len(letters) == len(batch), f"{len(letters)} mails came, of {len(batch)}"
            work = [(letter, self._answer(letter)) for letter in letters]
            self._store(work)
            await self._send(work)
            stored = await self._imap.uid("store", chosen, "+FLAGS.SILENT", "(\\Seen)")
            assert stored.result == "OK", stored

    def _store(self, work: Sequence[tuple[Letter, bytes]]) -> None:
        self._db.execute("begin immediate")
        for letter, reply in work:
            row = self._db.execute(
                "insert into inbox (uidvalidity, uid, message_id, sender, subject, raw, state) "
                "values (1, ?, ?, ?, ?, ?, 'done')",
                [letter.uid, letter.message_id, letter.sender, letter.subject, letter.raw],
            ).lastrowid
            self._db.execute("insert into orders (inbox, body) values (?, ?)", [row, letter.body])
            self._db.execute(
                "insert into outbox (inbox, recipient, raw, state) values (?, ?, ?, 'queued')",
                [row, letter.sender, reply],
            )
        self._db.execute("commit")

    async def _send(self, work: Sequence[tuple[Letter, bytes]]) -> None:
        left = iter(work)

        async def lane(line: aiosmtplib.SMTP) -> None:
            for letter, reply in left:
                await line.sendmail(US, [parseaddr(letter.sender)[1]], reply)

        await asyncio.gather(*map(lane, self._lines))


def ready() -> None:
    """Say that it is ready as gm does, by sd_notify(3)."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])


if __name__ == "__main__":
    floor = Floor(msgspec.json.decode(sys.argv[1], type=Task))
    ready()
    asyncio.run(floor.run())
