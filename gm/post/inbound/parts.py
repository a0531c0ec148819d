"""The tree of parts of a mail, with limits on the work: from bytes to parts, and which of them are which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesFeedParser, BytesHeaderParser
from email.policy import Compat32, Policy
from typing import Any

from gm.post.inbound.limits import (
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
    Unreadable,
)

SMALL_FILE = 2_000  # bytes of a file that is kept all the same
MAX_FIELD = 64 * 1024
MAX_CONTENT_FIELD = 2000  # the parser takes quadratic time for parameters
MAX_BOUNDARIES = 2 * MAX_PARTS  # occurrences of the word in a mail; the parser takes quadratic time for nesting
MAX_DELIMITERS = 1000  # lines that may delimit parts; the parser splits parts even where none will be read
# Of a mail that is taken apart only to see what it consists of: bytes, and lines times boundaries.
MAX_QUICK, MAX_QUICK_COMPARISONS = 1_000_000, 50_000
MAX_COMPARISONS = 2_000_000  # lines times boundaries: the parser compares each line with every open boundary

PIECE = 8192  # bytes handed to the parser at once

QUOTED = ("quoted-printable", "x-quoted-printable")
ENCODING = "content-transfer-encoding"
OF_TEXT = ("content-type", ENCODING)
CODED = frozenset({"base64", "quoted-printable", "x-uuencode", "uuencode", "uue", "x-uue"})  # that the parser decodes

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
# A Content-Type with all of its signs; one that has its halves swapped.
RIGHT_TYPE = re.compile(r"\s*[^\s\"(),/:;<=>?@\[\\\]]+/[^\s\"(),/:;<=>?@\[\\\]]+\s*(?:[;(].*)?", re.DOTALL)
SWAPPED = re.compile(r"\s*(?:plain|html)\s*/\s*text\b|\s*(?:mixed|alternative)\s*/\s*multipart\b", re.IGNORECASE)
KINDS = "text|multipart|message|application|image|audio|video"
ANY_TYPE = re.compile(rf"\b({KINDS})\s*/\s*([a-z0-9.+-]+)|\b([a-z]+)\s*/\s*({KINDS})\b", re.IGNORECASE)
PARAMETER = re.compile(r"[\s;,:\"]+(?=[a-z][\w*-]*\s?=)", re.IGNORECASE)
SOFT_BREAK = re.compile(r"=[ \t]+(?=\r?\n)")
# The first line of a part, whose boundary the mail may have lost.
PART_START = re.compile(r"--([^\s\"\\][^\r\n\"\\]{0,69}?)[ \t]{0,9}\r?\n(?=content-|mime-)", re.IGNORECASE)
LONGEST_PREAMBLE = 100  # characters of the line that may stand above the first part
MOST_AGAIN = 5  # multiparts that are split once more
# For mail servers and signers, a lone CR does not end a line, and such a `From ` line is not a field.
AMBIGUOUS = re.compile(rb"\r(?!\n)|\0|\nFrom ")


class _Raw(Compat32):
    """A policy that keeps 8-bit bytes as surrogates and cuts fields that would take too long to read.

    NULs are dropped: in the name of a charset they make the standard library raise.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        small = name.lower()
        value = value.replace("\0", "")[: MAX_CONTENT_FIELD if small.startswith("content-") else MAX_FIELD]
        return name, _mended_type(value) if small == "content-type" else value

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


class _Part(Message):
    """A part that is asked for many fields and parameters, most of which it has not."""

    _headers: list[tuple[str, str]]  # of the standard library's class
    _payload: Any

    def __init__(self, policy: Policy[Message[str, str]]) -> None:
        super().__init__(policy)
        self._first: dict[str, str] = {}  # the fields, the first of each name
        self._counted = 0

    def get(self, name: str, failobj: Any = None) -> Any:
        """The first field of this name."""
        fields = self._headers
        if self._counted != len(fields):
            self._counted = len(fields)
            self._first = {field.lower(): value for field, value in reversed(fields)}
        return self._first.get(name.lower(), failobj)

    def get_param(self, param: str, failobj: Any = None, header: str = "content-type", unquote: bool = True) -> Any:
        """A parameter of a field, which is taken apart only if it may have that."""
        if param.lower() not in str(self.get(header, "")).lower():
            return failobj
        return super().get_param(param, failobj, header, unquote)


    def soften(self) -> None:
        """Drop the blanks behind soft line breaks, which a server has put there (RFC 2045, 6.7)."""
        if isinstance(self._payload, str) and str(self.get(ENCODING, "")).strip().lower() in QUOTED:
            self._payload = SOFT_BREAK.sub("=", self._payload)

    def take_apart(self) -> list[Message]:
        """Hold parts instead of their text, if the boundary between them can be found; return them, or []."""
        text, multiple = self._payload, self.get_content_maintype() == "multipart"
        if not isinstance(text, str):
            return []
        found = PART_START.search(text) if multiple else PART_START.match(text, _behind_preamble(text))
        if not found:
            return []
        kind = self.get_content_type() if multiple else "multipart/mixed"
        head = f'Content-Type: {kind}; boundary="{found[1]}"\n\n'
        parts = children(_tree((head + text).encode("ascii", "surrogateescape")))
        if parts and not multiple:
            kept = [(name, value) for name, value in self._headers if name.lower() not in OF_TEXT]
            self._headers, self._counted = [*kept, ("Content-Type", kind)], 0
        self._payload = parts or text
        return parts


RAW = _Raw(message_factory=_Part)


def read_head(raw: bytes) -> Message:
    """The fields at the top of *raw*; an endless head is cut."""
    return BytesHeaderParser(policy=RAW).parsebytes(raw[: min(_head_size(raw), MAX_HEAD)])


def is_ambiguous(raw: bytes) -> bool:
    """Whether a mail server may see other fields in *raw* than read_head(): then it does not vouch for ours."""
    end = re.search(rb"\r?\n\r?\n", raw[:MAX_HEAD])
    return AMBIGUOUS.search(raw, 0, end.start() if end else len(raw)) is not None


def read_parts(raw: bytes) -> Message:
    """The tree of parts. Raises Unreadable if the mail is too large, too deep, or has too many parts or fields."""
    _check_size(raw)
    try:
        message = _tree(raw)
        _repair(message)
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    _check_shape(message)
    return message


def _mended_type(value: str) -> str:
    """The value of a Content-Type with the signs that its program forgot, and its halves in order (RFC 2045, 5.2)."""
    if RIGHT_TYPE.fullmatch(value) and not SWAPPED.match(value):
        return value
    found = ANY_TYPE.search(value)
    if found is None:
        first, sign, behind = value.partition(";")
        return f"text/plain{sign}{behind}" if "/" in first else value
    rest = PARAMETER.sub("; ", f" {value[: found.start()]} {value[found.end() :]}")
    return f"{found[1] or found[4]}/{found[2] or found[3]}{rest}"


def _behind_preamble(text: str) -> int:
    """Where the first part may begin: behind blanks, and behind one line of a preamble."""
    start = len(text) - len(text.lstrip())
    if text.startswith("--", start):
        return start
    end = text.find("\n", start, start + LONGEST_PREAMBLE)
    return len(text) - len(text[end:].lstrip()) if end >= 0 else start


def _repair(message: Message) -> None:
    """Split those multiparts that the parser could not split, for want of their boundary; drop what servers added."""
    waiting, tries = [message], 0
    while waiting:
        part = waiting.pop()
        inside = children(part)
        if not inside and isinstance(part, _Part):
            part.soften()
            if tries < MOST_AGAIN and (part is message or part.get_content_maintype() == "multipart"):
                tries += 1
                inside = part.take_apart()
        waiting.extend(inside)


def size_but_for_pictures(raw: bytes) -> int:
    """The bytes of a mail without its pictures, which are never read; all if finding that out takes long."""
    if len(raw) > MAX_QUICK or raw.count(b"\n") * (1 + raw.lower().count(b"boundary")) > MAX_QUICK_COMPARISONS:
        return len(raw)
    try:
        waiting, pictures = [read_parts(raw)], 0
    except Unreadable:
        return len(raw)
    except Exception:  # the standard parser raises all kinds of errors on broken mail
        return len(raw)
    while waiting:
        part = waiting.pop()
        waiting.extend(children(part))
        payload = part.get_payload() if _is_never_read(part) else ""
        pictures += len(payload) if isinstance(payload, str) else 0
    return len(raw) - pictures


def _is_never_read(part: Message) -> bool:
    """Whether a part is a picture, and neither a text by its name nor one that asks for being decoded."""
    named = (part.get_filename() or "").lower().endswith(".txt")
    return part.get_content_maintype() == "image" and not named and part.get_param("charset") is None


def _tree(raw: bytes) -> Message:
    """All parts of *raw*. It is handed over in pieces: as one text it would take several times the memory."""
    parser = BytesFeedParser(policy=RAW)
    for start in range(0, len(raw), PIECE):
        parser.feed(raw[start : start + PIECE])
    return parser.close()


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
    if boundaries > MAX_BOUNDARIES:
        raise Unreadable(TOO_MANY_PARTS)
    if lines * (1 + boundaries) > MAX_COMPARISONS:
        raise Unreadable(TOO_MUCH_TO_SPLIT)
    if boundaries and raw.count(b"\n--") + raw.count(b"\r--") > MAX_DELIMITERS:
        raise Unreadable(TOO_MANY_PARTS)
    # The parser makes each of its blocks a part, and a blank line ends a block.
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
    """The parts directly in *part*; empty for a leaf or a multipart that could not be split."""
    # Checked first, because get_payload() decodes a leaf, with whatever charset the mail names.
    payload = part.get_payload() if part.is_multipart() else []
    return [child for child in payload if isinstance(child, Message)]


def leaves(part: Message) -> Iterator[Message]:
    """The parts that are read one by one; an attached mail is one of them, whatever it consists of."""
    inside = children(part) if part.get_content_maintype() == "multipart" else []
    if not inside:
        yield part
    for child in inside:
        yield from leaves(child)


def unread(message: Message, raw: bytes) -> tuple[tuple[int, int], ...]:
    """Where in *raw* the files stand that are no text and that nobody reads: the beginning and the end of each."""
    found, place = [], 0
    for part in _leaves(message):
        content = _file(part)
        start = raw.find(content, place) if content else -1
        if start >= 0:
            place = start + len(content)
            found.append((start, place))
    return tuple(found)


def _leaves(part: Message) -> Iterator[Message]:
    inside = children(part)
    if not inside:
        yield part
    for child in inside:
        yield from _leaves(child)


def _file(part: Message) -> bytes:
    """The content of a part that nobody reads, as it stands in the mail; b"" if it is text, or too small to matter."""
    if part.get_content_maintype() in ("text", "multipart", "message"):
        return b""
    if str(part.get("Content-Transfer-Encoding", "")).lower() not in CODED:
        content = part.get_payload(decode=True)  # its own bytes: there is nothing to decode
    else:
        content = part.get_payload() if part.get_param("charset") is None else ""  # as in children()
    found = content.encode() if isinstance(content, str) and content.isascii() else content
    return found if isinstance(found, bytes) and len(found) > SMALL_FILE else b""
