"""A mail as the game sees it: who wrote it, about what, and the lines that the player wrote.

Bytes become a tree of MIME parts, with limits on the work. What PGP puts around signed text (RFC 9580, 7) is removed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32

import msgspec

from gm.post.inbound import headers
from gm.post.inbound.headers import decode, machine
from gm.post.inbound.html import html_rows
from gm.post.inbound.rows import (
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
    Budget,
    Row,
    Unreadable,
    check_written,
    doubtful,
    flowed_rows,
    plain_rows,
    split,
)


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
    machine: str = ""  # why this was written by a program and must never be answered; "" if a person wrote it
    trouble: str = ""  # why no text could be read; "" if it could be, even if there is none


def read_mail(raw: bytes) -> Mail:
    """Read one mail. Never raises: what cannot be read is "" or (), and `trouble` says why there is no text."""
    try:
        message, trouble = _parsed(raw)
        head = _read_head(read_head(raw) if message is None else message)
    except Exception:  # the standard parser raises all kinds of errors on broken mail, which must not stop the next
        return Mail(trouble="unreadable")
    if message is None:
        return msgspec.structs.replace(head, trouble=trouble)
    try:
        return _with_body(head, read_body(message))
    except Unreadable as reason:
        return msgspec.structs.replace(head, trouble=str(reason))
    except Exception:
        return msgspec.structs.replace(head, trouble="unreadable")


def _parsed(raw: bytes) -> tuple[Message | None, str]:
    """The tree of parts, whose top also has the head, and ""; or None, and why there is none."""
    try:
        return read_parts(raw), ""
    except Unreadable as reason:
        return None, str(reason)
    except Exception:
        return None, "unreadable"


def _read_head(head: Message) -> Mail:
    sender = headers.sender(head)
    return Mail(
        message_id=next(iter(headers.message_ids(head, "Message-ID")), ""),
        sender=sender.address,
        sender_name=sender.name,
        subject=headers.one_line(next(iter(headers.values(head, "Subject")), "")),
        recipients=headers.addresses(head, "Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"),
        to=headers.addresses(head, "To", "Cc"),
        replied=headers.replied(head),
        machine=machine(head),
    )


def _with_body(head: Mail, body: Body) -> Mail:
    check_written(body.written)
    return msgspec.structs.replace(head, lines=_lines(body.written), quoted=_lines(body.quoted))


def _lines(rows: tuple[Row, ...]) -> tuple[Line, ...]:
    return tuple(Line(row.number, row.text.rstrip()) for row in rows)


SMIME = ("application/pkcs7-mime", "application/x-pkcs7-mime")
PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"

Piece = list[Row]


class Body(msgspec.Struct, frozen=True):
    """The new text of a mail and what it quotes."""

    written: tuple[Row, ...]
    quoted: tuple[Row, ...]


def read_body(message: Message) -> Body:
    """The body of *message*, or attached text files if nothing in it is new. Raises Unreadable if there is no text."""
    reader = _Reader()
    pieces = reader.readable(message)
    body = _joined(pieces)
    if not body.written:
        files = [reader.rows(part) for part in _leaves(message) if _is_attached_text(part)]
        if files:
            return Body(_joined(files).written, body.quoted)
    if not pieces:
        raise Unreadable(_why_no_text(message))
    if any(row.text.strip() == PGP_MESSAGE for row in body.written):
        raise Unreadable("encrypted")
    if any(map(doubtful, pieces)):
        raise Unreadable("your text cannot be told from the mail that it quotes: please leave the quotation out")
    return body


def _joined(pieces: list[Piece]) -> Body:
    """The pieces one below the other, numbered on; each is split by itself."""
    written: list[Row] = []
    quoted: list[Row] = []
    offset = 0
    for piece in pieces:
        parts = split(piece)
        written.extend(_moved(row, offset) for row in parts.written)
        quoted.extend(_moved(row, offset) for row in parts.quoted)
        offset += piece[-1].number if piece else 0
    return Body(tuple(written), tuple(quoted))


def _moved(row: Row, offset: int) -> Row:
    return Row(row.number + offset, row.depth, row.text)


# --- which parts are read ---


class _Reader:
    """Reads the parts of one mail, up to the limits for a mail."""

    def __init__(self) -> None:
        self._budget = Budget()
        self._doubts: dict[int, bool] = {}
        self._read: list[Piece] = []  # kept alive, because *_doubts* is keyed by id()

    def readable(self, part: Message) -> list[Piece]:
        """The pieces of text in *part* that a mail program would show, in order, without attached mails."""
        if part.get_content_type() == "multipart/alternative" and children(part):
            return self._best(children(part))
        if part.get_content_maintype() == "multipart" and children(part):
            return [piece for child in children(part) for piece in self.readable(child)]
        return [self.rows(part)] if _is_text(part) and not _is_attached(part) else []

    def rows(self, part: Message) -> Piece:
        """The rows of one part. Raises Unreadable if the mail has too much text."""
        payload = part.get_payload(decode=True)
        data = payload if isinstance(payload, bytes) else b""
        self._budget.take_bytes(len(data))
        piece = _rows(part, decode(data, part.get_content_charset()))
        self._budget.take_rows(len(piece))
        self._read.append(piece)
        return piece

    def _best(self, alternatives: list[Message]) -> list[Piece]:
        """The plain form if it says anything and its quotations can be told from its text, or else another form."""
        second: list[Piece] = []
        for part in sorted(alternatives, key=lambda part: part.get_content_type() != "text/plain"):
            pieces = self.readable(part)
            if _says_something(pieces) and not any(map(self._doubtful, pieces)):
                return pieces
            if not _says_something(second):
                second = pieces or second
        return second

    def _doubtful(self, piece: Piece) -> bool:
        """doubtful() for a piece, computed once however deeply alternatives are nested."""
        if id(piece) not in self._doubts:
            self._doubts[id(piece)] = doubtful(piece)
        return self._doubts[id(piece)]


def _says_something(pieces: list[Piece]) -> bool:
    return any(row.text.strip() for piece in pieces for row in piece)


def _is_text(part: Message) -> bool:
    # A multipart that could not be split is shown unchanged: the orders are in there.
    return part.get_content_type() in ("text/plain", "text/html") or (
        part.get_content_maintype() == "multipart" and not part.is_multipart()
    )


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or part.get_filename() is not None


def _is_attached_text(part: Message) -> bool:
    name = (part.get_filename() or "").lower()
    return _is_attached(part) and (part.get_content_type() == "text/plain" or name.endswith(".txt"))


def _leaves(part: Message) -> list[Message]:
    if part.get_content_maintype() == "multipart" and children(part):
        return [leaf for child in children(part) for leaf in _leaves(child)]
    return [] if children(part) else [part]


def _all_parts(message: Message) -> list[Message]:
    return [message, *(part for child in children(message) for part in _all_parts(child))]


def _why_no_text(message: Message) -> str:
    if any(map(_is_encrypted, _all_parts(message))):
        return "encrypted"
    if any(part.get_content_type() in SMIME for part in _all_parts(message)):
        return "it is signed in a way that puts the text inside the signature"
    return "no text part"


def _is_encrypted(part: Message) -> bool:
    if part.get_content_type() in SMIME:
        return part.get_param("smime-type") != "signed-data"
    return part.get_content_type() == "multipart/encrypted"


# --- how a part is read ---


def _rows(part: Message, text: str) -> Piece:
    if part.get_content_type() == "text/html":
        return html_rows(text)
    flowed = _parameter(part, "format") == "flowed"
    rows = flowed_rows(text, delsp=_parameter(part, "delsp") == "yes") if flowed else plain_rows(text)
    return without_armour(rows)


def _parameter(part: Message, name: str) -> str:
    return str(part.get_param(name) or "").lower()


MAX_FIELD = 64 * 1024
MAX_CONTENT_FIELD = 2000  # the parser takes quadratic time for parameters
MAX_BOUNDARIES = 2 * MAX_PARTS  # occurrences of the word in a mail; the parser takes quadratic time for nesting
MAX_DELIMITERS = 1000  # lines that may delimit parts; the parser splits parts even where none will be read
MAX_COMPARISONS = 4_000_000  # lines times boundaries: the parser compares each line with every open boundary

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
# For mail servers and signers, a lone CR does not end a line, and such a `From ` line is not a field.
AMBIGUOUS = re.compile(rb"\r(?!\n)|\0|\nFrom ")


class _Raw(Compat32):
    """A policy that keeps 8-bit bytes as surrogates and cuts fields that would take too long to read.

    NULs are dropped: in the name of a charset they make the standard library raise.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value.replace("\0", "")[: MAX_CONTENT_FIELD if name.lower().startswith("content-") else MAX_FIELD]

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


RAW = _Raw()


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


SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
END = "-----END PGP SIGNATURE-----"


def without_armour(rows: Sequence[Row]) -> list[Row]:
    """*rows* without what PGP put around and into the signed text. The signature is not verified."""
    kept: list[Row] = []
    place = "outside"
    for row in rows:
        text = "" if row.depth else row.text.strip()
        if text == SIGNED:
            place = "head"
        elif text == SIGNATURE and place == "text":
            place = "signature"
        elif place in ("outside", "text"):
            kept.append(_as_written(row) if place == "text" else row)
        elif place == "head" and not row.text.strip():
            place = "text"
        elif text == END:
            place = "outside"
    return kept


def _as_written(row: Row) -> Row:
    return row if row.depth else Row(row.number, 0, row.text.removeprefix("- "))
