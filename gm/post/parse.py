"""Bytes to a tree of MIME parts, with a bound on the work."""

import re
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32

from gm.post.limits import (
    HEAD_TOO_LARGE,
    MAX_DEPTH,
    MAX_FIELDS,
    MAX_HEAD,
    MAX_LINES,
    MAX_MAIL,
    MAX_PARTS,
    TOO_DEEP,
    TOO_LARGE,
    TOO_MANY_FIELDS,
    TOO_MANY_LINES,
    TOO_MANY_PARTS,
    TOO_MUCH_TO_SPLIT,
)
from gm.post.rows import Unreadable

MAX_FIELD = 64 * 1024
MAX_CONTENT_FIELD = 2000  # the parser's time for parameters grows with the square of their length
MAX_BOUNDARIES = 2 * MAX_PARTS  # times that the word stands in a mail; the parser's time for nesting is its square
MAX_DELIMITERS = 1000  # lines that may delimit parts; more parts than that are not looked at, only split
MAX_COMPARISONS = 4_000_000  # lines times boundaries: the parser compares each line with each open boundary

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
# For mail servers, and those who sign, a lone CR does not end a line, and such a `From ` line is no field.
AMBIGUOUS = re.compile(rb"\r(?!\n)|\0|\nFrom ")


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


def is_ambiguous(raw: bytes) -> bool:
    """Whether a mail server may find other fields in *raw* than read_head() does: then it vouches for none of ours."""
    end = re.search(rb"\r?\n\r?\n", raw[:MAX_HEAD])
    return AMBIGUOUS.search(raw, 0, end.start() if end else len(raw)) is not None


def read_parts(raw: bytes) -> Message:
    """The tree of parts. Raises Unreadable if it is too large, too deep, or has too many parts or fields."""
    _check_size(raw)
    try:
        message = BytesParser(policy=RAW).parsebytes(raw)
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    _check_shape(message)
    return message


def _head_size(raw: bytes) -> int:
    end = HEAD_END.search(raw, 0, MAX_HEAD)
    return end.end() if end else len(raw)


def _check_size(raw: bytes) -> None:
    if len(raw) > MAX_MAIL:
        raise Unreadable(TOO_LARGE)
    if _head_size(raw) > MAX_HEAD:
        raise Unreadable(HEAD_TOO_LARGE)
    lines = raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n")
    if lines > MAX_LINES:
        raise Unreadable(TOO_MANY_LINES)
    lower = raw.lower()
    boundaries = lower.count(b"boundary")
    if lines * (1 + boundaries) > MAX_COMPARISONS:
        raise Unreadable(TOO_MUCH_TO_SPLIT)
    if boundaries > MAX_BOUNDARIES:
        raise Unreadable(TOO_MANY_PARTS)
    if boundaries and raw.count(b"\n--") + raw.count(b"\r--") > MAX_DELIMITERS:
        raise Unreadable(TOO_MANY_PARTS)
    # The parser makes a part of each of its blocks, and a blank line ends a block.
    if b"/delivery-status" in lower and raw.count(b"\n\n") + raw.count(b"\n\r\n") > MAX_DELIMITERS:
        raise Unreadable(TOO_MANY_PARTS)


def _check_shape(message: Message) -> None:
    waiting = [(message, 1)]
    seen = 0
    while waiting:
        part, depth = waiting.pop()
        seen += 1
        if depth > MAX_DEPTH:
            raise Unreadable(TOO_DEEP)
        if len(part) > MAX_FIELDS:
            raise Unreadable(TOO_MANY_FIELDS)
        if seen > MAX_PARTS:
            raise Unreadable(TOO_MANY_PARTS)
        waiting.extend((child, depth + 1) for child in children(part))


def children(part: Message) -> list[Message]:
    """The parts directly in *part*; empty for a leaf, and for a multipart that could not be split."""
    # Asked first, since get_payload() decodes a leaf, with whatever charset the mail names.
    payload = part.get_payload() if part.is_multipart() else []
    return [child for child in payload if isinstance(child, Message)]
