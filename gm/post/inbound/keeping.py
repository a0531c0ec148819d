"""What is kept of a mail that was dealt with: what can be read of it again, without the files that nobody reads."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import msgspec

from gm.post.inbound.letter import Mail
from gm.post.inbound.limits import MAX_TEXT
from gm.post.inbound.parts import HEAD_END

WHOLE = 20_000  # bytes of a mail that is kept as it is
MOST = MAX_TEXT + 128 * 1024  # bytes; with more text than that, no mail is read
MOST_HEAD = 1_000  # bytes of its head that stay when the text goes
NOT_KEPT = b"(%d bytes that nobody reads were not kept)"


class Came(msgspec.Struct, frozen=True):
    """A mail as it came. Both digests are taken before anything is cut out of it, and stay with it."""

    raw: bytes
    digest: str  # of what the sender wrote: mail servers add headers of their own to each copy
    whole: str  # of all of it
    part: bool = False  # *raw* is what one game gets of it


def came(mail: Mail, raw: bytes) -> Came:
    """A mail that came just now: *raw* is what *mail* was read from."""
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[1:]
    head = f"{mail.sender}\n{mail.subject}\n".encode("utf-8", "surrogateescape")
    return Came(raw, hashlib.sha256(head + b"".join(body)).hexdigest(), hashlib.sha256(raw).hexdigest())


def without_files(mail: Mail, raw: bytes) -> bytes:
    """A mail without the content of files that are no text; it reads as before. One that is endless is cut.

    mail: what *raw* says, which was read within its budget, and where those files stand.
    """
    if len(raw) <= WHOLE:
        return raw
    for start, end in reversed(mail.unread):
        raw = raw[:start] + NOT_KEPT % (end - start) + raw[end:]
    return raw if len(raw) <= MOST else raw[:MOST] + b"\r\n" + NOT_KEPT % (len(raw) - MOST) + b"\r\n"


def without_tokens(raw: bytes, tokens: Iterable[str]) -> bytes:
    """A mail without the tokens of reply addresses that it came to, with which others could write in that name."""
    for token in tokens:
        raw = raw.replace(token.encode(), b"0" * len(token))
    return raw


def head_of(raw: bytes) -> bytes:
    """The beginning of a mail's head, which stays when the rest goes."""
    end = HEAD_END.search(raw, 0, MOST_HEAD)
    return raw[: end.start() if end else MOST_HEAD]
