"""An outgoing mail as bytes: headers, threading, text, HTML and attachments. The same input makes the same bytes.

Written by hand, because the standard library takes longer to build a mail than storing and sending it takes. Whatever
is put into a field stays inside it: control characters become spaces, and what could end an address is left out.
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
TEXT = 'text/plain; charset="utf-8"'
HTML = 'text/html; charset="utf-8"'
PNG = "image/png"
ALTERNATIVE, RELATED = "alt.", "rel."  # nested boundaries: none is the beginning of another

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
SPECIAL = re.compile(r'[()<>\[\]:;@\\,."]')  # a name with one of them is quoted (RFC 5322, 3.2.3)
ESCAPED = re.compile(r'["\\]')
ATOM = r"[!#-'*+./-9=?A-Z^-~-]"
ADDRESS = re.compile(rf"{ATOM}{{1,64}}@(?:{ATOM}{{1,255}}|\[[0-9A-Za-z:.]{{1,60}}\])")
NOT_IN_ADDRESS = re.compile(r'[\s\x00-\x1f\x7f-\x9f\ud800-\udfff<>()@,;:"\[\]\\]')
MESSAGE_ID = re.compile(rf"[!-;=?-~]{{1,{MAX_LINE}}}")
BOUNDARY = re.compile(r"=_[0-9A-Za-z'()+_,./:=?-]{1,64}")  # "=_" occurs in no base64 and no quoted-printable
CONTENT_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(?:; [a-z]+=(?:[A-Za-z0-9-]+|\"[A-Za-z0-9-]+\"))*")
PLAIN_NAME = re.compile(r"[ !#-\[\]-~]*")
PLAIN_IN_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")  # RFC 2047, 5 (3)


BOUNCES = "bounces-"  # takes the place of a token: no token has a hyphen
BOUNCE_KEY = 20  # characters of the Message-ID in a return path


class Sender(msgspec.Struct, frozen=True):
    """Who the GameMaster is in mail: a name, an address, and the pattern of reply addresses ("" for none)."""

    name: str
    address: str
    reply_address: str = ""

    @property
    def domain(self) -> str:
        """The domain of the address and of our Message-IDs."""
        return self.address.rsplit("@", 1)[1]

    def reply_to(self, token: str) -> str:
        """The reply address with *token*."""
        return self.reply_address.replace("{token}", token) if token and self.reply_address else self.address

    def with_token(self, subject: str, token: str) -> str:
        """A subject, which holds the token if there are no plus addresses."""
        return subject if self.reply_address or not token else f"{subject} (#{token})"

    def return_path(self, message_id: str) -> str:
        """The address for bounces of the mail *message_id*: its own one, if there are plus addresses."""
        return self.reply_to(f"{BOUNCES}{message_id[:BOUNCE_KEY]}")

    def bounced(self, address: str) -> str:
        """The beginning of the Message-ID whose return path *address* is, "" if it is not ours."""
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


class Attachment(msgspec.Struct, frozen=True):
    """An attached file. content_type: as written in the field, such as `application/json`."""

    name: str
    content_type: str
    content: str | bytes


class Image(msgspec.Struct, frozen=True):
    """A PNG shown in the HTML form, which refers to it as `cid:` and its *cid*.

    file: programs also show it as an attached file, to be opened by itself. It is in the mail once all the same.
    lines: its content in base64 (see encoded), where several mails have it and it need not be made for each.
    """

    name: str
    cid: str
    content: bytes
    file: bool = True
    lines: str = ""


class Outgoing(msgspec.Struct, frozen=True):
    """A mail to be sent. answer: it answers a letter (RFC 3834); thread: earlier Message-IDs, oldest first.

    html: the text as HTML, for programs that show it; images: those shown in it. boundary: needed if there is more
    than the text.
    """

    recipient: str
    subject: str
    text: str
    message_id: str
    date: datetime
    token: str = ""
    answer: bool = False
    in_reply_to: str = ""
    thread: Sequence[str] = ()
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    boundary: str = ""
    images: tuple[Image, ...] = ()


def compose(sender: Sender, mail: Outgoing) -> bytes:
    """The bytes of *mail*, with CRLF line ends and no line longer than 998 octets.

    Addresses that are not ASCII stay as they are (RFC 6532); others' Message-IDs that do not fit in a field are left
    out. Raises ValueError if our own Message-ID does not, or (with more than text) the boundary, a content type or the
    cid of an image.
    """
    lines = [*_head(sender, mail), *_body(mail)]
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
        ("Subject", _words(_one_line(sender.with_token(mail.subject, mail.token)))),
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
        # Unquoted, because in quotes it would not be decoded (RFC 2047, 5); the address is on a line of its own.
        return f"{words}{FOLD}<{address}>"
    if SPECIAL.search(name):
        name = '"' + ESCAPED.sub(r"\\\g<0>", name) + '"'
    return f"{name} <{address}>"


def _one_line(text: str) -> str:
    """*text* with a single space for each control character and each run of white space."""
    return " ".join(CONTROL.sub(" ", text).split())


def _words(text: str) -> str:
    """*text*, which is one line, as written in a field: in encoded words if necessary (RFC 2047)."""
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
    """*address* without characters that could end it or begin another."""
    if ADDRESS.fullmatch(address):
        return address
    local, at, domain = address.rpartition("@")
    whole = NOT_IN_ADDRESS.sub("", local) + at + NOT_IN_ADDRESS.sub("", domain)
    return whole.encode("utf-8", "replace")[:MAX_LINE].decode("utf-8", "ignore")


def _message_id(text: str) -> str:
    """The Message-ID in brackets, "" if it has none or does not fit in a field."""
    return f"<{text}>" if MESSAGE_ID.fullmatch(text) else ""


def _own_id(text: str) -> str:
    found = _message_id(text)
    if not found:
        raise ValueError("a Message-ID is printable ASCII without spaces and angle brackets")
    return found


def _references(ids: list[str]) -> str:
    """The last ids, on one line if they fit."""
    line = " ".join(ids[-MAX_THREAD:])
    return line if len(line) < MAX_LINE else line.replace(" ", FOLD)


# --- the body ---


def _body(mail: Outgoing) -> list[str]:
    """The fields that describe the body, and the body."""
    files = list(mail.attachments)
    if not mail.html:
        files = [*(Attachment(image.name, PNG, image.content) for image in mail.images if image.file), *files]
    if not mail.html and not files:
        return _part(TEXT, mail.text, "", ["MIME-Version: 1.0"])
    if not BOUNDARY.fullmatch(mail.boundary):
        raise ValueError("a boundary is =_ and up to 64 letters of RFC 2046, 5.1.1")
    inside = _forms(mail, bool(files)) if mail.html else _part(TEXT, mail.text, mail.boundary)
    if files:
        inside = _multipart("mixed", mail.boundary, [inside, *map(_attached, files)])
    return ["MIME-Version: 1.0", *inside]


def _forms(mail: Outgoing, inside: bool) -> list[str]:
    """Both forms of the text, with the images: beside both forms if one of them is a file, else beside the page.

    inside: they stand inside another multipart.
    """
    text, page, shown = _part(TEXT, mail.text, mail.boundary), _part(HTML, mail.html, mail.boundary), mail.images
    related = f"=_{RELATED}{mail.boundary[2:]}"
    beside = any(image.file for image in shown)
    alternative = f"=_{ALTERNATIVE}{mail.boundary[2:]}" if inside or beside else mail.boundary
    if shown and not beside:
        page = _multipart("related", related, [page, *map(_shown, shown)], '; type="text/html"')
    both = _multipart("alternative", alternative, [text, page])
    if not beside:
        return both
    # A program that shows the text alone finds a file here, and the page finds what it refers to (RFC 2387).
    outer = related if inside else mail.boundary
    return _multipart("related", outer, [both, *map(_shown, shown)], '; type="multipart/alternative"')


def _multipart(kind: str, boundary: str, parts: list[list[str]], more: str = "") -> list[str]:
    lines = [f'Content-Type: multipart/{kind}; boundary="{boundary}"{more}', ""]
    for part in parts:
        lines += [f"--{boundary}", *part]
    return [*lines, f"--{boundary}--", ""]


def _part(content_type: str, text: str, boundary: str, fields: Sequence[str] = ()) -> list[str]:
    """A part that is shown: its fields, and its text in one of the transfer encodings."""
    encoding, body = _text(text, boundary)
    return [f"Content-Type: {content_type}", f"Content-Transfer-Encoding: {encoding}", *fields, "", body]


def _attached(file: Attachment) -> list[str]:
    """An attached file as a part: its content stays unchanged."""
    if not CONTENT_TYPE.fullmatch(file.content_type):
        raise ValueError(f"{file.content_type!r} is no content type")
    return [
        "Content-Transfer-Encoding: base64",
        f"Content-Disposition: attachment; {_file_name(file.name)}",
        f"Content-Type: {file.content_type}",
        "MIME-Version: 1.0",
        "",
        encoded(file.content.encode("utf-8", "replace") if isinstance(file.content, str) else file.content),
    ]


def _shown(image: Image) -> list[str]:
    """An image that the HTML form shows, as a part."""
    return [
        f"Content-Type: {PNG}",
        "Content-Transfer-Encoding: base64",
        f"Content-ID: {_own_id(image.cid)}",
        f"Content-Disposition: {'attachment' if image.file else 'inline'}; {_file_name(image.name)}",
        "",
        image.lines or encoded(image.content),
    ]


def encoded(content: bytes) -> str:
    """A file as it stands in a mail: in lines of base64."""
    return base64.encodebytes(content).decode().replace("\n", "\r\n")


def _text(text: str, boundary: str) -> tuple[str, str]:
    """The transfer encoding for a text, and the encoded text, which ends with a line end and contains no boundary."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.endswith("\n"):
        text += "\n"
    if _is_7bit(text) and not (boundary and boundary[2:] in text):
        return "7bit", text.replace("\n", "\r\n")
    return "quoted-printable", _quoted_printable(text).replace("\n", "\r\n")


def _is_7bit(text: str) -> bool:
    return text.isascii() and "\0" not in text and max(map(len, text.split("\n"))) < MAX_LINE


def _quoted_printable(text: str) -> str:
    return binascii.b2a_qp(text.encode("utf-8", "replace"), istext=True).decode("ascii")


def _file_name(name: str) -> str:
    """The parameter with an attachment's name, in the form of RFC 2231 if it is not plain ASCII."""
    name = _one_line(name)[:MAX_FILE_NAME]
    return f'filename="{name}"' if PLAIN_NAME.fullmatch(name) else f"filename*=utf-8''{quote(name, safe='')}"
