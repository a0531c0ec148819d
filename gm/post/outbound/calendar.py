"""Deadlines as calendar entries (RFC 5545): the same bytes for the same entries. Knows nothing about games.

An entry has no length: a deadline is a moment, and a quarter of an hour drawn after it would look like time left.
It does not show as busy. Written without a library: it has a dozen properties, and no release may change its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec

LINE = 75  # octets, without the line end (RFC 5545, 3.1)
ESCAPED = re.compile(r"[\\;,]")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
ALARMS = (("-P1D", "tomorrow"), ("-PT1H", "in an hour"))


class Entry(msgspec.Struct, frozen=True):
    """A deadline. uid: stays the same when it moves; sequence: how often it has moved; stamp: when this was written.

    cancelled: nothing is due then any longer. summary, description: plain text, also of several lines.
    """

    uid: str
    sequence: int
    stamp: datetime
    at: datetime
    summary: str
    description: str = ""
    cancelled: bool = False


def write_calendar(entries: Sequence[Entry], organizer: str) -> str:
    """The file with these entries, with CRLF line ends. organizer: our mail address (required by RFC 5546, 3.2.1)."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//gm//The GameMaster//EN", "METHOD:PUBLISH"]
    for entry in entries:
        lines += _event(entry, organizer)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(entry: Entry, organizer: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(entry.uid)}"
    yield f"DTSTAMP:{_time(entry.stamp)}"
    yield f"DTSTART:{_time(entry.at)}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}"
    yield "TRANSP:TRANSPARENT"
    yield f"ORGANIZER:mailto:{CONTROL.sub('', organizer)}"
    yield f"SUMMARY:{_text(entry.summary)}"
    if entry.description:
        yield f"DESCRIPTION:{_text(entry.description)}"
    if not entry.cancelled:
        for trigger, soon in ALARMS:
            yield from _alarm(trigger, f"{entry.summary} ({soon})")
    yield "END:VEVENT"


def _alarm(trigger: str, said: str) -> Iterator[str]:
    yield "BEGIN:VALARM"
    yield "ACTION:DISPLAY"
    yield f"TRIGGER:{trigger}"
    yield f"DESCRIPTION:{_text(said)}"
    yield "END:VALARM"


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """*text* as a property value: line ends and separators are escaped, other control characters left out."""
    lines = ESCAPED.sub(r"\\\g<0>", text).replace("\r\n", "\n").replace("\r", "\n")
    return CONTROL.sub("", lines.replace("\t", " ")).replace("\n", "\\n")


def _folded(line: str) -> str:
    """*line* in pieces of at most 75 octets, split between characters; all but the first begin with a space."""
    pieces, size = [""], 0
    for letter in line:
        octets = len(letter.encode("utf-8", "replace"))
        if size + octets > LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += letter
        size += octets
    return "\r\n".join(pieces)
