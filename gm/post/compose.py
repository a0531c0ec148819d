"""A mail of ours as bytes: headers, threading, and a plain text body; the same input makes the same bytes.

Written out here, since building it with the standard library takes longer than storing and sending it. Whatever is put
into a field stays inside it: controls become spaces, and what could end an address is left out.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from urllib.parse import quote

import msgspec

MAX_LINE = 900  # octets of a header line; RFC 5322, 2.1.1 allows 998
MAX_WORD = 50  # of the text in an encoded word; with its frame and "Reply-To: " the line stays below 76 (RFC 2047, 2)
MAX_FILE_NAME = 64  # characters; each may become twelve
MAX_THREAD = 10  # earlier ids in References
FOLD = "\r\n "
TEXT = 'Content-Type: text/plain; charset="utf-8"'

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
SPECIAL = re.compile(r'[()<>\[\]:;@\\,."]')  # a name with one of them stands in quotes (RFC 5322, 3.2.3)
ESCAPED = re.compile(r'["\\]')
ATOM = r"[!#-'*+./-9=?A-Z^-~-]"
ADDRESS = re.compile(rf"{ATOM}{{1,64}}@(?:{ATOM}{{1,255}}|\[[0-9A-Za-z:.]{{1,60}}\])")
NOT_IN_ADDRESS = re.compile(r'[\s\x00-\x1f\x7f-\x9f\ud800-\udfff<>()@,;:"\[\]\\]')
MESSAGE_ID = re.compile(rf"[!-;=?-~]{{1,{MAX_LINE}}}")
BOUNDARY = re.compile(r"=_[0-9A-Za-z'()+_,./:=?-]{1,68}")  # "=_" occurs in no base64 and no quoted-printable
PLAIN_NAME = re.compile(r"[ !#-\[\]-~]*")
PLAIN_IN_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")  # RFC 2047, 5 (3)


BOUNCES = "bounces-"  # in the place of a token: no token has a hyphen
BOUNCE_KEY = 20  # characters of the Message-ID in a return path


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

    def return_path(self, message_id: str) -> str:
        """The address that a bounce of the mail *message_id* comes to: one of its own, where plus addresses are."""
        return self.reply_to(f"{BOUNCES}{message_id[:BOUNCE_KEY]}")

    def bounced(self, address: str) -> str:
        """The beginning of the Message-ID that *address* is the return path of; "" if it is none of ours."""
        before, _, after = self.reply_address.lower().partition("{token}")
        key = address[len(before) : len(address) - len(after)].removeprefix(BOUNCES)
        ours = bool(after) and address == f"{before}{BOUNCES}{key}{after}"
        return key if ours and len(key) == BOUNCE_KEY else ""

    def owns(self, address: str) -> bool:
        """Whether *address* (bare, lower case) is ours: the address, a reply address or a return path."""
        before, _, after = self.reply_address.lower().partition("{token}")
        return address == self.address.lower() or (
            bool(after) and address.startswith(before) and address.endswith(after) and before + after != address
        )


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
    """The bytes of *mail*, lines ending in CRLF and none longer than 998 octets.

    Addresses with letters that are not ASCII stand as they are (RFC 6532); a message id of others that cannot stand in
    a field is left out. Raises ValueError if our Message-ID or, with an attachment, the boundary cannot stand there.
    """
    lines = [*_head(sender, mail), *(_mixed(mail) if mail.attachment else _single(mail))]
    return "\r\n".join(lines).encode("utf-8", "replace")


# --- the head ---


def _head(sender: Sender, mail: Outgoing) -> list[str]:
    reply_to = sender.reply_to(mail.token)
    answered = _message_id(mail.in_reply_to)
    thread = dict.fromkeys([*map(_message_id, mail.thread), answered])
    fields = (
        ("From", _from(sender)),
        ("To", _address(mail.recipient)),
        ("Reply-To", _address(reply_to) if reply_to != sender.address else ""),
        ("Subject", _words(_with_token(sender, mail))),
        ("Date", format_datetime(mail.date)),
        ("Message-ID", _own_id(mail.message_id)),
        ("In-Reply-To", answered),
        ("References", _references([one for one in thread if one])),
        ("Auto-Submitted", "auto-replied" if mail.answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
    )
    return [f"{name}: {value}" for name, value in fields if value]


def _from(sender: Sender) -> str:
    name, address = _one_line(sender.name), _address(sender.address)
    if not name:
        return address
    words = _words(name)
    if words != name:
        # Not in quotes, where it would not be decoded (RFC 2047, 5), and the address on a line of its own.
        return f"{words}{FOLD}<{address}>"
    if SPECIAL.search(name):
        name = '"' + ESCAPED.sub(r"\\\g<0>", name) + '"'
    return f"{name} <{address}>"


def _with_token(sender: Sender, mail: Outgoing) -> str:
    """Without plus addresses the token stands in the subject."""
    bare = not sender.reply_address and mail.token
    return _one_line(f"{mail.subject} (#{mail.token})" if bare else mail.subject)


def _one_line(text: str) -> str:
    """*text* with one space for every control character and every run of white space."""
    return " ".join(CONTROL.sub(" ", text).split())


def _words(text: str) -> str:
    """*text*, which is one line, as it stands in a field: encoded words if need be (RFC 2047)."""
    if text.isascii() and len(text) < MAX_LINE // 2 and "=?" not in text:
        return text
    words = [""]
    for letter in text:
        coded = _in_word(letter)
        if len(words[-1]) + len(coded) > MAX_WORD:
            words.append("")
        words[-1] += coded
    return FOLD.join(f"=?utf-8?q?{word}?=" for word in words)


def _in_word(letter: str) -> str:
    if letter in PLAIN_IN_WORD:
        return letter
    return "_" if letter == " " else "".join(f"={octet:02X}" for octet in letter.encode("utf-8", "replace"))


def _address(address: str) -> str:
    """*address* without what could end it or begin another."""
    if ADDRESS.fullmatch(address):
        return address
    local, at, domain = address.rpartition("@")
    whole = NOT_IN_ADDRESS.sub("", local) + at + NOT_IN_ADDRESS.sub("", domain)
    return whole.encode("utf-8", "replace")[:MAX_LINE].decode("utf-8", "ignore")


def _message_id(text: str) -> str:
    """The id in its brackets; "" if it has none or cannot stand there."""
    return f"<{text}>" if MESSAGE_ID.fullmatch(text) else ""


def _own_id(text: str) -> str:
    found = _message_id(text)
    if not found:
        raise ValueError("a Message-ID is printable ASCII without spaces and angle brackets")
    return found


def _references(ids: list[str]) -> str:
    """The last ids, on one line if they fit there."""
    line = " ".join(ids[-MAX_THREAD:])
    return line if len(line) < MAX_LINE else line.replace(" ", FOLD)


# --- the body ---


def _single(mail: Outgoing) -> list[str]:
    encoding, body = _text(mail)
    return [TEXT, f"Content-Transfer-Encoding: {encoding}", "MIME-Version: 1.0", "", body]


def _mixed(mail: Outgoing) -> list[str]:
    if not BOUNDARY.fullmatch(mail.boundary):
        raise ValueError("a boundary is =_ and up to 68 letters of RFC 2046, 5.1.1")
    encoding, body = _text(mail)
    attached = base64.encodebytes(mail.attachment.encode("utf-8", "replace")).decode().replace("\n", "\r\n")
    return [
        "MIME-Version: 1.0",
        f'Content-Type: multipart/mixed; boundary="{mail.boundary}"',
        "",
        f"--{mail.boundary}",
        TEXT,
        f"Content-Transfer-Encoding: {encoding}",
        "",
        body,
        f"--{mail.boundary}",
        "Content-Transfer-Encoding: base64",
        f"Content-Disposition: attachment; {_file_name(mail.attachment_name)}",
        'Content-Type: text/html; charset="utf-8"',
        "MIME-Version: 1.0",
        "",
        attached,
        f"--{mail.boundary}--",
        "",
    ]


def _text(mail: Outgoing) -> tuple[str, str]:
    """The transfer encoding of the text, and the text in it; it ends with a line end."""
    text = mail.text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.endswith("\n"):
        text += "\n"
    if _is_7bit(text) and not (mail.attachment and mail.boundary in text):
        return "7bit", text.replace("\n", "\r\n")
    return "quoted-printable", _quoted_printable(text).replace("\n", "\r\n")


def _is_7bit(text: str) -> bool:
    return text.isascii() and "\0" not in text and max(map(len, text.split("\n"))) < MAX_LINE


def _quoted_printable(text: str) -> str:
    return binascii.b2a_qp(text.encode("utf-8", "replace"), istext=True).decode("ascii")


def _file_name(name: str) -> str:
    """The parameter with the name of the attachment; in the form of RFC 2231 if it is not plain."""
    name = _one_line(name)[:MAX_FILE_NAME]
    return f'filename="{name}"' if PLAIN_NAME.fullmatch(name) else f"filename*=utf-8''{quote(name, safe='')}"
