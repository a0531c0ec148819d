"""A mail as the game sees it: who wrote it, about what, and the lines that the player wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from email.message import Message

import msgspec

from gm.post.inbound import headers
from gm.post.inbound.dsn import DeliveryReport, report_in
from gm.post.inbound.headers import machine
from gm.post.inbound.limits import (
    MAX_LINE,
    MAX_SMALL,
    MAX_WRITTEN,
    MAX_WRITTEN_ROWS,
    TOO_MUCH_WRITTEN,
    TOO_MUCH_WRITTEN_ROWS,
    Unreadable,
)
from gm.post.inbound.parts import leaves, read_head, read_parts, unread
from gm.post.inbound.passwords import Meaning, Passwords
from gm.post.inbound.rows import Row
from gm.post.inbound.text import Body, read_body

# How programs send a reaction to a mail: Gmail as a part of its own, Outlook as a sentence in its user's language.
REACTION = "text/vnd.google.email-reaction+json"
REACTED = re.compile(
    r".{1,100}\b(?:reacted (?:to your (?:message|e-?mail)|via )|(?:liked|loved) your (?:message|e-?mail)"
    r"|hat auf (?:ihre|deine) (?:nachricht|e-mail) reagiert|a réagi à (?:votre|ton) (?:message|e-mail)"
    r"|(?:reaccionó|ha reaccionado) a (?:tu|su) (?:mensaje|correo)|ha reagito al (?:tuo|suo) messaggio"
    r"|reagiu à (?:sua|tua) mensagem|heeft gereageerd op (?:uw|je) bericht|reagera(?:de|t) på ditt meddelande"
    r"|reagerede på din (?:meddelelse|besked)|reagerte på meldingen|reagoi viestiisi"
    r"|zareagowała? na (?:twoją )?wiadomość|отреагировала? на ваше сообщение).{0,200}",
    re.IGNORECASE,
)
WIDEST_GAP = 80  # blanks side by side in a line: patterns that look for its end run over them
GAP = re.compile(rf"\s{{{WIDEST_GAP + 1},}}")
A_WORD = re.compile(r"[^\W_]")


class Line(msgspec.Struct, frozen=True):
    """One line of text; *number* counts from 1, including quoted lines, as in the writer's own copy."""

    number: int
    text: str


class Mail(msgspec.Struct, frozen=True):
    """What a mail says. Its header fields are only claims: nothing here proves who wrote it."""

    message_id: str = ""  # without angle brackets; "" if there is none
    sender: str = ""  # bare address in lower case; "" if there is none or more than one
    sender_name: str = ""  # one line, nothing invisible in it
    subject: str = ""  # decoded, one line, nothing invisible in it
    recipients: tuple[str, ...] = ()  # where it was delivered, then To and Cc; lower case, no duplicates
    to: tuple[str, ...] = ()  # To and Cc; lower case, no duplicates
    replied: tuple[str, ...] = ()  # Message-IDs of the mails it answers, nearest first
    lines: tuple[Line, ...] = ()  # the new text, including blank lines within it
    quoted: tuple[Line, ...] = ()  # what was left out as a quotation, without quote signs
    below: tuple[Line, ...] = ()  # what stands below a line that begins a signature
    files: tuple[str, ...] = ()  # names of the first attachments that are not read
    file: str = ""  # the name of the attached text that *lines* are; "" if they stand in the mail itself
    machine: str = ""  # why this was written by a program and must never be answered; "" if a person wrote it
    trouble: str = ""  # why no text could be read; "" if it could be, even if there is none
    unread: tuple[tuple[int, int], ...] = ()  # where the files stand that are no text, from and to which byte
    report: DeliveryReport | None = None  # what it says about a mail of ours, if it is a bounce or a complaint
    timed: str = ""  # "server" or "look": the mailbox did not say when it received it, but its head, or only our look


def read_mail(raw: bytes, meaning: Meaning | None = None) -> Mail:
    """Read one mail, without passwords. meaning: the words that are none. Never raises.

    What cannot be read is "" or (), and `trouble` says why there is no text.
    """
    return without_passwords(read_with_passwords(raw), meaning)


def read_with_passwords(raw: bytes) -> Mail:
    """Read one mail as it is. Raises nothing but MemoryError, where memory has a limit."""
    try:
        message, trouble = _parsed(raw)
        head = _read_head(read_head(raw) if message is None else message)
    except MemoryError:
        raise
    except Exception:  # the standard parser raises all kinds of errors on broken mail, which must not stop the next
        return Mail(trouble="unreadable")
    if message is None:
        return msgspec.structs.replace(head, trouble=trouble)
    try:
        report = report_in(message, of_program=bool(head.machine))
        machine = head.machine or ("a complaint" if report else "")
        head = msgspec.structs.replace(head, machine=machine, report=report, unread=unread(message, raw))
        body = read_body(message)
        reacts = any(part.get_content_type() == REACTION for part in leaves(message)) or _only_reacts(body)
        head = msgspec.structs.replace(head, machine="a reaction") if reacts and not head.machine else head
        return _with_body(head, body)
    except Unreadable as reason:
        return msgspec.structs.replace(head, trouble=str(reason))
    except MemoryError:
        raise
    except Exception:
        return msgspec.structs.replace(head, trouble="unreadable")


def read_head_alone(raw: bytes, trouble: str) -> Mail:
    """What the beginning of the head says of a mail whose text is not read; trouble: why."""
    try:
        return msgspec.structs.replace(_read_head(read_head(raw[:MAX_SMALL])), trouble=trouble)
    except Exception:
        return Mail(trouble=trouble)


def sender_of(raw: bytes) -> str:
    """The bare address in From; "" if there is not exactly one, or the head cannot be read."""
    try:
        return headers.sender(read_head(raw)).address
    except Exception:
        return ""


def received_at(raw: bytes) -> datetime | None:
    """When the server that had the mail last says that it received it, in UTC; None if it does not."""
    try:
        return headers.received(read_head(raw))
    except Exception:
        return None


def without_passwords(mail: Mail, meaning: Meaning | None = None) -> Mail:
    """*mail* without the passwords in it. meaning: the words that are none."""
    passwords = Passwords(meaning or Meaning())
    subject = passwords.subject(mail.subject)
    lines, quoted, below = (_masked(some, passwords) for some in (mail.lines, mail.quoted, mail.below))
    return msgspec.structs.replace(mail, subject=subject, lines=lines, quoted=quoted, below=below)


def _parsed(raw: bytes) -> tuple[Message | None, str]:
    """The tree of parts, whose top also has the head, and ""; or None, and why there is none."""
    try:
        return read_parts(raw), ""
    except Unreadable as reason:
        return None, str(reason)
    except MemoryError:
        raise
    except Exception:
        return None, "unreadable"


def _read_head(head: Message) -> Mail:
    sender = headers.sender(head)
    return Mail(
        message_id=next(iter(headers.message_ids(head, "Message-ID")), ""),
        sender=sender.address,
        sender_name=sender.name,
        subject=headers.one_line(next(iter(headers.values(head, "Subject")), "")),
        recipients=headers.recipients(head),
        to=headers.addresses(head, "To", "Cc"),
        replied=headers.replied(head),
        machine=machine(head),
    )


def _only_reacts(body: Body) -> bool:
    """Whether a mail says nothing but that its writer has reacted to one."""
    lines = [row.text.strip() for row in body.written if A_WORD.search(row.text)]
    return len(lines) == 1 and not body.files and REACTED.fullmatch(lines[0]) is not None


def _with_body(head: Mail, body: Body) -> Mail:
    _check_written(body.written)
    lines, quoted, below = map(_lines, (body.written, body.quoted, body.below))
    return msgspec.structs.replace(head, lines=lines, quoted=quoted, below=below, files=body.files, file=body.file)


def _check_written(rows: Sequence[Row]) -> None:
    """Raise Unreadable if the new text of a mail is longer than a letter may be."""
    if len(rows) > MAX_WRITTEN_ROWS:
        raise Unreadable(TOO_MUCH_WRITTEN_ROWS)
    if sum(len(row.text) for row in rows) > MAX_WRITTEN:
        raise Unreadable(TOO_MUCH_WRITTEN)
    long = next((row.number for row in rows if len(row.text) > MAX_LINE), None)
    if long is not None:
        raise Unreadable(f"its line {long} is longer than {MAX_LINE:,} characters; please break it into shorter ones")


def _lines(rows: Sequence[Row]) -> tuple[Line, ...]:
    return tuple(Line(row.number, GAP.sub(" " * WIDEST_GAP, row.text.rstrip())) for row in rows)


def _masked(lines: tuple[Line, ...], passwords: Passwords) -> tuple[Line, ...]:
    texts = passwords.lines(line.text for line in lines)
    both = zip(lines, texts, strict=True)
    return tuple(line if text == line.text else Line(line.number, text) for line, text in both)
