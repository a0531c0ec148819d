"""Bytes to a tree of MIME parts, with a bound on the work."""

import re
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32

from gm.post.rows import Unreadable

MAX_MAIL = 8 * 1024 * 1024  # bytes; orders need a few KiB, the rest is room for a picture of the map
MAX_HEAD = 256 * 1024
MAX_FIELD = 64 * 1024
MAX_CONTENT_FIELD = 2000  # the parser's time for parameters grows with the square of their length
MAX_PARTS = 200
MAX_DEPTH = 20
MAX_DELIMITERS = 1000  # lines that may delimit parts; more parts than that are not looked at, only split
MAX_COMPARISONS = 4_000_000  # lines times boundaries: the parser compares each line with each open boundary

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")


class _Raw(Compat32):
    """Fields with 8-bit bytes as surrogates, cut where reading them would take too long.

    NULs are dropped: in the name of a charset they make the standard library raise.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value.replace("\0", "")[: MAX_CONTENT_FIELD if name.lower().startswith("content-") else MAX_FIELD]

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


RAW = _Raw()


def read_head(raw: bytes) -> Message:
    """The fields at the top of *raw*; a head that does not end is cut."""
    return BytesHeaderParser(policy=RAW).parsebytes(raw[: min(_head_size(raw), MAX_HEAD)])


def read_parts(raw: bytes) -> Message:
    """The tree of parts. Raises Unreadable if it is too large, too deep, or has too many parts."""
    _check_size(raw)
    try:
        message = BytesParser(policy=RAW).parsebytes(raw)
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    _check_shape(message)
    return message


def _head_size(raw: bytes) -> int:
    end = HEAD_END.search(raw, 0, MAX_HEAD)
    return end.end() if end else len(raw)


def _check_size(raw: bytes) -> None:
    if len(raw) > MAX_MAIL or _head_size(raw) > MAX_HEAD:
        raise Unreadable("too large")
    lines = raw.count(b"\n") + raw.count(b"\r")
    if lines * (1 + raw.lower().count(b"boundary")) > MAX_COMPARISONS:
        raise Unreadable("too large")
    if raw.count(b"\n--") + raw.count(b"\r--") > MAX_DELIMITERS:
        raise Unreadable("too many parts")


def _check_shape(message: Message) -> None:
    waiting = [(message, 1)]
    seen = 0
    while waiting:
        part, depth = waiting.pop()
        seen += 1
        if depth > MAX_DEPTH:
            raise Unreadable("nested too deeply")
        if seen > MAX_PARTS:
            raise Unreadable("too many parts")
        waiting.extend((child, depth + 1) for child in children(part))


def children(part: Message) -> list[Message]:
    """The parts directly in *part*; empty for a leaf, and for a multipart that could not be split."""
    # Asked first, since get_payload() decodes a leaf, with whatever charset the mail names.
    payload = part.get_payload() if part.is_multipart() else []
    return [child for child in payload if isinstance(child, Message)]
