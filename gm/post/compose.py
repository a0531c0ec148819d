"""A mail of ours as bytes: headers, threading, and a plain text body; the same input makes the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

POLICY = SMTP.clone(max_line_length=998, cte_type="7bit")


class Sender(msgspec.Struct, frozen=True):
    """Who the GameMaster is in mail: a name, an address, and the pattern of reply addresses ("" for none)."""

    name: str
    address: str
    reply_address: str = ""

    @property
    def domain(self) -> str:
        """The domain of the address, that of our Message-IDs."""
        return self.address.rsplit("@", 1)[1]

    def reply_to(self, token: str) -> str:
        """The address that a reply comes to."""
        return self.reply_address.replace("{token}", token) if token and self.reply_address else self.address


class Outgoing(msgspec.Struct, frozen=True):
    """A mail to be sent. answer: it answers a letter (RFC 3834); thread: earlier Message-IDs, oldest first."""

    recipient: str
    subject: str
    text: str
    message_id: str
    date: datetime
    token: str = ""
    answer: bool = False
    in_reply_to: str = ""
    thread: Sequence[str] = ()
    attachment: str = ""
    attachment_name: str = ""
    boundary: str = ""


def compose(sender: Sender, mail: Outgoing) -> bytes:
    """The bytes of *mail*, lines ending in CRLF."""
    message = EmailMessage(policy=POLICY)
    local, _, domain = sender.address.rpartition("@")
    message["From"] = Address(sender.name, local, domain)
    message["To"] = mail.recipient
    if sender.reply_to(mail.token) != sender.address:
        message["Reply-To"] = sender.reply_to(mail.token)
    message["Subject"] = _with_token(sender, mail)
    message["Date"] = format_datetime(mail.date)
    message["Message-ID"] = f"<{mail.message_id}>"
    if mail.in_reply_to:
        message["In-Reply-To"] = f"<{mail.in_reply_to}>"
    thread = [*mail.thread, *([mail.in_reply_to] if mail.in_reply_to and mail.in_reply_to not in mail.thread else [])]
    if thread:
        # One id a line keeps every header line far below the limit of 998 characters.
        message["References"] = " ".join(f"<{one}>" for one in thread[-10:])
    message["Auto-Submitted"] = "auto-replied" if mail.answer else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(mail.text, charset="utf-8", cte=_encoding(mail.text))
    if mail.attachment:
        message.add_attachment(
            mail.attachment.encode(), maintype="text", subtype="html", filename=mail.attachment_name,
            params={"charset": "utf-8"},
        )  # fmt: skip
        message.set_boundary(mail.boundary)
    return message.as_bytes()


def _encoding(text: str) -> str:
    plain = text.isascii() and all(len(line) < 990 for line in text.split("\n"))
    return "7bit" if plain else "quoted-printable"


def _with_token(sender: Sender, mail: Outgoing) -> str:
    """Without plus addresses the token stands in the subject."""
    bare = not sender.reply_address and mail.token
    return f"{mail.subject} (#{mail.token})" if bare else mail.subject
