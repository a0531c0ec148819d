"""Bounces: reports of mail servers about a mail that they could not deliver (RFC 3464), as fields or in plain words.

Anybody can write such a report, so gm only notes that mail to somebody does not seem to arrive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message

import msgspec

from gm.post.inbound.headers import ADDRESS, decode, message_ids, one_line, replied, small, values
from gm.post.inbound.parts import children, read_head

MAX_FAILURES = 20
MAX_TEXT = 64 * 1024  # bytes of a plain-text bounce and of the mail quoted in it
MAX_REPORT_LINES = 1000
MAX_REPORT_LINE = 500
MAX_DIAGNOSTIC = 300

# How bounces of servers that may not write the fields of RFC 3464 begin: Exim, qmail, old sendmail.
BEGINNINGS = re.compile(
    r"This message was created automatically by mail delivery software"
    r"|Hi\. This is the qmail-send program"
    r"|-----\s{0,5}The following addresses had (?:permanent|transient|delivery)",
    re.IGNORECASE,
)
# Written when the server will keep trying: Exim, sendmail.
NOT_YET = re.compile(r"has not yet been delivered|warning message only|had transient", re.IGNORECASE)
COPY_BEGINS = re.compile(
    r"^ {0,5}-{2,}.{0,10}(?:This is a copy of|Below this line is a copy|The body of the message"
    r"|Original message follows|Message header follows|Unsent message follows)",
    re.IGNORECASE | re.MULTILINE,
)
ADDRESS_LINE = re.compile(rf"\s{{0,8}}<?({ADDRESS.pattern})>?:?\s{{0,8}}")
QUOTED_ID = re.compile(r"^Message-ID:\s{0,8}(<[^<>\s]{1,998}>)", re.IGNORECASE | re.MULTILINE)
# Not part of an IP address or of a version number.
STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)")
REPLY = re.compile(r"(?<![\d.])([45])[0-5]\d(?=[ -])")


class Failure(msgspec.Struct, frozen=True):
    """What became of a mail to one recipient."""

    recipient: str  # lower case; "" if the report names none
    action: str  # failed, delayed, delivered, relayed or expanded (RFC 3464, 2.3.3); "" if the report gives none
    status: str  # such as 5.1.1 (RFC 3463); "" if the report gives none
    diagnostic: str  # one line in the server's words

    @property
    def hard(self) -> bool:
        """Whether the mail will never arrive, however often it is sent."""
        return self.action == "failed" and self.status.startswith("5.")


class DeliveryReport(msgspec.Struct, frozen=True):
    """A bounce. original_message_id: of the mail that it is about, without brackets; "" if unknown."""

    failures: tuple[Failure, ...]
    original_message_id: str = ""


def report_in(message: Message) -> DeliveryReport | None:
    """The report in a mail, None if it is no bounce or cannot be read. Raises nothing but MemoryError."""
    try:
        return _fielded(message) or _worded(message)
    except MemoryError:
        raise
    except Exception:  # the standard parser raises all kinds of errors on broken mail
        return None


def _parts(part: Message) -> Iterator[Message]:
    """The leaves of *part*. An attached mail is a leaf: it may contain the report of another mail."""
    if part.get_content_maintype() == "multipart":
        for child in children(part):
            yield from _parts(child)
    else:
        yield part


# --- in the fields of RFC 3464 ---


def _fielded(message: Message) -> DeliveryReport | None:
    parts = list(_parts(message))
    statuses = [part for part in parts if part.get_content_subtype() in ("delivery-status", "global-delivery-status")]
    failures = [_failure(block) for part in statuses for block in children(part) if _is_of_recipient(block)]
    if not failures:
        return None
    return DeliveryReport(tuple(failures[:MAX_FAILURES]), _original_id(message, parts))


def _is_of_recipient(block: Message) -> bool:
    return any(values(block, name) for name in ("Action", "Final-Recipient", "Original-Recipient"))


def _failure(block: Message) -> Failure:
    action = re.match(r"[a-z]{1,20}", _first(block, "Action").strip().lower())
    diagnostic = _one_line(_without_type(_first(block, "Diagnostic-Code")))
    status = STATUS.search(_first(block, "Status"))
    recipient = _first(block, "Final-Recipient") or _first(block, "Original-Recipient")
    return Failure(
        _address(_without_type(recipient)),
        action[0] if action else "",
        status[1] if status else _status(diagnostic),
        diagnostic,
    )


def _first(head: Message, name: str) -> str:
    return next(iter(values(head, name)), "")


def _without_type(value: str) -> str:
    """A value without its type: `rfc822; ann@example.org`, `smtp; 550 No such user`."""
    return re.sub(r"^\s{0,8}[\w-]{1,20}\s{0,8};", "", value).strip()


def _address(text: str) -> str:
    found = ADDRESS.search(text[:MAX_REPORT_LINE])
    return small(found[0]) if found else ""


def _original_id(message: Message, parts: list[Message]) -> str:
    """The Message-ID of the returned mail or its head, or else the one that the bounce says it answers."""
    for part in parts:
        if part.get_content_type() in ("message/rfc822", "message/global"):
            heads = children(part)[:1]
        elif part.get_content_type() in ("text/rfc822-headers", "message/global-headers"):
            heads = [read_head(_bytes(part))]
        else:
            continue
        for head in heads:
            if ids := message_ids(head, "Message-ID"):
                return ids[0]
    return next(iter(replied(message)), "")


def _bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data[:MAX_TEXT].lstrip() if isinstance(data, bytes) else b""


# --- in plain words ---


def _worded(message: Message) -> DeliveryReport | None:
    parts = list(_parts(message))
    text = next((decode(_bytes(part), part.get_content_charset()) for part in parts if _is_plain(part)), "")
    text = text.replace("\r\n", "\n")
    begins = BEGINNINGS.search(text[:2000])
    named = [_address(name) for value in values(message, "X-Failed-Recipients") for name in value.split(",")]
    if not begins and not any(named):
        return None
    copy = COPY_BEGINS.search(text)
    report, quoted = (text[: copy.start()], text[copy.end() :]) if copy else (text, "")
    action = "delayed" if NOT_YET.search(report) else "failed"
    told = _told(report.split("\n")[:MAX_REPORT_LINES])
    names = [name for name in dict.fromkeys(named) if name] or list(told) or [""]
    failures = [_in_words(name, action, told.get(name, "")) for name in names[:MAX_FAILURES]]
    found = QUOTED_ID.search(quoted)
    return DeliveryReport(tuple(failures), found[1][1:-1] if found else _original_id(message, parts))


def _is_plain(part: Message) -> bool:
    return part.get_content_type() == "text/plain"


def _told(lines: list[str]) -> dict[str, str]:
    """The reason by address: an address alone on a line, with the reason below it, up to a blank line."""
    told: dict[str, list[str]] = {}
    reasons: list[str] = []
    for line in (line[:MAX_REPORT_LINE] for line in lines):
        if found := ADDRESS_LINE.fullmatch(line):
            reasons = told.setdefault(found[1].lower(), [])
        elif line.strip():
            reasons.append(line)
        else:
            reasons = []
    return {name: _one_line(" ".join(reasons)) for name, reasons in told.items()}


def _in_words(recipient: str, action: str, diagnostic: str) -> Failure:
    status = _status(diagnostic)
    if action == "failed" and not status:
        status = "5.0.0"  # these servers say so explicitly when they have not given up
    return Failure(recipient, action, status, diagnostic)


def _status(diagnostic: str) -> str:
    """The status named in a server's words; of a reply code only the first digit counts."""
    if found := STATUS.search(diagnostic):
        return found[1]
    reply = REPLY.search(diagnostic)
    return f"{reply[1]}.0.0" if reply else ""


def _one_line(text: str) -> str:
    return one_line(text[: 4 * MAX_DIAGNOSTIC])[:MAX_DIAGNOSTIC]
