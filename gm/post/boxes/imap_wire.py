"""What is sent to an IMAP server and comes back, as pure functions. Knows no connection."""

from __future__ import annotations

import base64
import re
import ssl
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

import msgspec
from aioimaplib import aioimaplib

FIRST_YEAR = 1990
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Said(msgspec.Struct, frozen=True):
    """What a server said of a mail; None for what it left out, or wrote so that nobody can read it."""

    received: datetime | None = None
    size: int | None = None
    raw: bytes | None = None


class Opened(msgspec.Struct, frozen=True):
    """What the answer to SELECT says about a folder."""

    validity: int | None  # UIDVALIDITY, None if the server did not say
    keywords: bool  # the server keeps keywords that clients make up
    read_only: bool


def wire_name(name: str) -> str:
    """A folder's name as it is sent: modified UTF-7 (RFC 3501, 5.1.3) in quotes."""

    def shifted(run: re.Match[str]) -> str:
        code = base64.b64encode(run[0].encode("utf-16-be"), b"+,").rstrip(b"=")
        return f"&{code.decode('ascii')}-"

    return str(aioimaplib.quoted(re.sub(r"[^\x20-\x7e]+", shifted, name.replace("&", "&-"))))


def delimiter(lines: Iterable[bytes]) -> str | None:
    """The separator between levels of folder names, from the answer to a LIST of "" (RFC 3501, 6.3.8)."""
    match = re.search(rb'^\([^)]*\) "\\?(.)" ', b"\n".join(lines), re.MULTILINE)
    return match[1].decode("ascii", "replace") if match else None


def uid_set(uids: Iterable[int]) -> str:
    """UIDs as written in a command."""
    return ",".join(map(str, uids))


def search_day(day: date) -> str:
    """A day as written in SEARCH, such as 7-Feb-2026."""
    return f"{day.day}-{MONTHS[day.month - 1]}-{day.year}"


def opened(lines: Iterable[bytes]) -> Opened:
    """What the answer to SELECT says about the folder."""
    text = b"\n".join(lines).decode("ascii", "replace")
    validity = re.search(r"\[UIDVALIDITY (\d+)\]", text)
    keywords = re.search(r"\[PERMANENTFLAGS \([^)]*\\\*", text) is not None
    return Opened(int(validity[1]) if validity else None, keywords, "[READ-ONLY]" in text)


def found(lines: Sequence[bytes]) -> set[int]:
    """The UIDs in the answer to a SEARCH; its last line is the server's verdict."""
    return {int(word) for line in lines[:-1] for word in line.split() if word.isdigit()}


def copied(lines: Sequence[bytes], uids: Iterable[int]) -> list[int]:
    """Those of *uids* that a COPYUID in *lines* names (RFC 4315); empty if there is no COPYUID."""
    match = re.search(rb"\[COPYUID \d+ ([\d,:]+) [\d,:]+\]", b"\n".join(lines))
    if match is None:
        return []
    spans = [sorted(map(int, part.split(":"))) for part in match[1].decode("ascii").split(",") if part]
    return [uid for uid in uids if any(span[0] <= uid <= span[-1] for span in spans)]


def fetched(lines: Iterable[bytes | bytearray]) -> dict[int, Said]:
    """What the answer to a FETCH says of each mail, by UID. There is at most one literal for each mail."""
    mails: list[tuple[list[str], bytearray]] = []
    for line in lines:
        if isinstance(line, bytearray):
            mails[-1][1].extend(line)
        elif re.match(rb"(?:\* )?\d+ FETCH \(", line):  # with the star if the one before lacks its last bracket
            mails.append(([line.decode("ascii", "replace")], bytearray()))
        elif mails:
            mails[-1][0].append(line.decode("ascii", "replace"))
    found: dict[int, Said] = {}
    for texts, literal in mails:
        text = " ".join(texts)
        uid = re.search(r"\bUID (\d+)", text)
        if uid is not None:
            found[int(uid[1])] = _said(text, bytes(literal), found.get(int(uid[1]), Said()))
    return {uid: said for uid, said in found.items() if said != Said()}  # servers insert changes of flags


def _said(text: str, literal: bytes, before: Said) -> Said:
    """What one line says of a mail, with what the lines before it said."""
    date, size = re.search(r'INTERNALDATE "([^"]*)"', text), re.search(r"RFC822\.SIZE (\d+)", text)
    return Said(
        (internal_date(date[1]) if date else None) or before.received,
        int(size[1]) if size else before.size,
        literal or before.raw,
    )


def internal_date(text: str) -> datetime | None:
    """The time in UTC of an INTERNALDATE such as ` 7-Feb-2026 09:05:00 +0100`, None if it is not one.

    The form of a Date field is not read: a server that writes it may have copied the sender's. No mail is from before
    1990: with such a date a server says that it does not know.
    """
    match = re.fullmatch(r" ?(\d+)-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)", text)
    if match is None or match[2].title() not in MONTHS:
        return None
    day, _, year, hour, minute, second, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        # Not strptime: its month names follow the locale.
        month = 1 + MONTHS.index(match[2].title())
        when = datetime(int(year), month, int(day), int(hour), int(minute), min(int(second), 59))
        return (when - offset).replace(tzinfo=UTC) if when.year >= FIRST_YEAR else None
    except (ValueError, OverflowError):
        return None


def cleaned(said: str, user: str, password: str) -> str:
    """What the server said, on one line and without the password. *user*: the name as sent, in quotes.

    Some servers repeat a command that they did not understand, even LOGIN.
    """
    if password:
        # The password follows the user, and if it is cut short it would not be recognised.
        said = re.sub(re.escape(user) + " .*", lambda _: f"{user} ***", said, flags=re.IGNORECASE | re.DOTALL)
        for form in (str(aioimaplib.quoted(password)), password):
            said = re.sub(re.escape(form), "***", said, flags=re.IGNORECASE)
    return one_line(said)


def plain(error: Exception) -> str:
    """What to log about *error*: of the library's own errors only the kind, because their text may quote a command."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate was refused: {error.verify_message}"
    if isinstance(error, TimeoutError | aioimaplib.CommandTimeout):
        return "no answer in time"
    if isinstance(error, OSError):
        # If a host has several addresses and all of them fail, there is only a text.
        return one_line(error.strerror or str(error)) or type(error).__name__
    return type(error).__name__


def one_line(text: str) -> str:
    """*text* as at most 200 printable ASCII characters on one line: a server must not write lines into our log."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in " ".join(text.split()))[:200]
