"""A part of a mail as a mail of its own: the head that it came with, above some of its lines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gm.post.inbound.letter import Line, Mail
from gm.post.inbound.parts import HEAD_END

FIELD_END = re.compile(rb"\r?\n(?![ \t])")
OF_TEXT = (b"content-", b"mime-version:")  # how fields begin that say in what form the text is
PLAIN = b'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: 8bit\n'
SIGNATURE = "-- "  # the line that begins one


def excerpt(raw: bytes, mail: Mail, subject: str = "") -> bytes:
    """A mail of plain text that says what *mail* says, with the head of *raw*; each line has the number that it had.

    mail: what *raw* says, without the lines that are left out. subject: in place of its own, unless "".
    """
    end = HEAD_END.search(raw)
    fields = FIELD_END.split(raw[: end.start() if end else len(raw)])
    gone = (*OF_TEXT, b"subject:") if subject else OF_TEXT
    kept = [field for field in fields if field.strip() and not field.lower().startswith(gone)]
    kept += [f"Subject: {subject}".encode()] if subject else []
    rows = {line.number: f"> {line.text}" for line in mail.quoted} | _texts((*mail.lines, *mail.below))
    first = min((line.number for line in mail.below), default=1)
    rows |= {first - 1: SIGNATURE} if mail.below and not rows.get(first - 1) else {}
    text = "\n".join(rows.get(number, "") for number in range(1, max(rows, default=0) + 1))
    return b"\n".join(kept) + b"\n" + PLAIN + b"\n" + text.encode("utf-8", "replace") + b"\n"


def _texts(lines: Iterable[Line]) -> dict[int, str]:
    return {line.number: line.text for line in lines}
