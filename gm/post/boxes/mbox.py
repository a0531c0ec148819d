"""mboxrd files: mails one after another, `From ` lines with a sender and a time in UTC, LF line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

FROM = re.compile(rb"From (?P<sender>\S*) +(?P<date>\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})\s*")
QUOTED = re.compile(rb"^(>*From )", re.MULTILINE)
UNQUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Posted(msgspec.Struct, frozen=True):
    """One mail of an mbox: its envelope sender, its time, its bytes."""

    sender: str
    at: datetime
    raw: bytes


def read_mbox(data: bytes) -> Iterator[Posted]:
    """The mails of an mbox, in order. Raises ValueError if it does not begin with a `From ` line."""
    lines = data.replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n")  # the last mail ends as the others do
    head: re.Match[bytes] | None = None
    body: list[bytes] = []
    for line in lines:
        match = FROM.fullmatch(line) if line.startswith(b"From ") else None
        if match is None or _date(match) is None:
            body.append(line)
            continue
        if head is not None:
            yield _posted(head, body)
        elif any(body):
            raise ValueError("the file does not begin with a 'From ' line")
        head, body = match, []
    if head is not None:
        yield _posted(head, body)
    elif any(line.strip() for line in body):
        raise ValueError("the file does not begin with a 'From ' line")


def _posted(head: re.Match[bytes], body: list[bytes]) -> Posted:
    text = b"\n".join(body)
    text = text[:-1] if text.endswith(b"\n") else text
    at = _date(head)
    assert at is not None  # read_mbox accepts no other line as a head
    return Posted(head["sender"].decode("utf-8", "replace"), at, UNQUOTED.sub(rb"\1", text))


def _date(head: re.Match[bytes]) -> datetime | None:
    """The time of a `From ` line, None if it is not valid: then the line is ordinary text."""
    _, month, day, clock, year = head["date"].decode().split()
    hour, minute, second = (int(part) for part in clock.split(":"))
    try:
        return datetime(int(year), MONTHS.index(month) + 1, int(day), hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


def write_mbox(sender: str, at: datetime, raw: bytes) -> bytes:
    """One mail as an mbox holds it, with the blank line after it."""
    at = at.astimezone(UTC)
    date = f"{DAYS[at.weekday()]} {MONTHS[at.month - 1]} {at.day:2d} {at:%H:%M:%S} {at.year}"
    body = QUOTED.sub(rb">\1", raw.replace(b"\r\n", b"\n"))
    if not body.endswith(b"\n"):
        body += b"\n"
    return f"From {sender or 'MAILER-DAEMON'} {date}\n".encode() + body + b"\n"
