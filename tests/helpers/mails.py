"""Reading and writing mails in tests."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache

from gm.post.boxes.mbox import read_mbox, write_mbox


@lru_cache(2048)
def parsed(raw: bytes) -> EmailMessage:
    """A mail parsed from its bytes. Many ask again and again for all mails of somebody: nobody may change it."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def with_files(mail: EmailMessage) -> str:
    """The plain text of a mail, and that of the files attached to it."""
    files = [part.get_content() for part in mail.iter_attachments() if part.get_content_maintype() == "text"]
    return "\n".join([text_of(mail), *map(str, files)])


def words_of(mail: EmailMessage) -> str:
    """The plain text of a mail on one line."""
    return " ".join(text_of(mail).split())


def mails_in(mbox: bytes) -> list[tuple[datetime, EmailMessage]]:
    """The mails of an mbox, each with its time."""
    return [(posted.at, parsed(posted.raw)) for posted in read_mbox(mbox)]


def posted(at: datetime, sender: str, subject: str, text: str, name: str) -> bytes:
    """A letter as an mbox holds it; *name* is its Message-ID. A time without a zone is in UTC."""
    head = f"From: {sender}\nTo: gm@gm.invalid\nSubject: {subject}\nMessage-ID: <{name}>\n"
    return write_mbox(sender, at if at.tzinfo else at.replace(tzinfo=UTC), f"{head}\n{text}\n".encode())
