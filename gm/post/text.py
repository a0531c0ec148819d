"""The part of a mail its writer wrote text in, and that text."""

from email.message import Message

import msgspec

from gm.post.charset import decode
from gm.post.flowed import flowed_rows
from gm.post.html import html_rows
from gm.post.parse import children
from gm.post.quotes import doubtful, split
from gm.post.rows import Row, Unreadable, plain_rows

MAX_TEXT = 1024 * 1024  # bytes
PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"

Piece = list[Row]


class Body(msgspec.Struct, frozen=True):
    """The new text of a mail and what it quotes."""

    written: tuple[Row, ...]
    quoted: tuple[Row, ...]


def read_body(message: Message) -> Body:
    """The body of *message*; with nothing new in it, the text files attached. Raises Unreadable if there is no text."""
    pieces = _readable(message)
    body = _joined(pieces)
    if not body.written:
        files = [_rows(part) for part in _leaves(message) if _is_attached_text(part)]
        if files:
            return Body(_joined(files).written, body.quoted)
    if not pieces:
        raise Unreadable("encrypted" if any(map(_is_encrypted, _all_parts(message))) else "no text part")
    if any(row.text.strip() == PGP_MESSAGE for row in body.written):
        raise Unreadable("encrypted")
    return body


def _joined(pieces: list[Piece]) -> Body:
    """The pieces one below the other, with the numbers going on; each is split by itself."""
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


def _readable(part: Message) -> list[Piece]:
    """The pieces of text in *part* that a mail program would show, in order. Attached mails are not shown."""
    if part.get_content_type() == "multipart/alternative" and children(part):
        return _best(children(part))
    if part.get_content_maintype() == "multipart" and children(part):
        return [piece for child in children(part) for piece in _readable(child)]
    return [_rows(part)] if _is_text(part) and not _is_attached(part) else []


def _best(alternatives: list[Message]) -> list[Piece]:
    """The plain form if it says anything and its quotations can be told from its text, else another."""
    second: list[Piece] = []
    for part in sorted(alternatives, key=lambda part: part.get_content_type() != "text/plain"):
        pieces = _readable(part)
        if _says_something(pieces) and not any(map(doubtful, pieces)):
            return pieces
        if not _says_something(second):
            second = pieces or second
    return second


def _says_something(pieces: list[Piece]) -> bool:
    return any(row.text.strip() for piece in pieces for row in piece)


def _is_text(part: Message) -> bool:
    # A multipart that could not be split is shown as it stands: the orders are in there.
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


def _is_encrypted(part: Message) -> bool:
    if part.get_content_type() in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        return part.get_param("smime-type") != "signed-data"
    return part.get_content_type() == "multipart/encrypted"


# --- how a part is read ---


def _rows(part: Message) -> Piece:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    if len(data) > MAX_TEXT:
        raise Unreadable("too large")
    text = decode(data, part.get_content_charset())
    if part.get_content_type() == "text/html":
        return html_rows(text)
    if _parameter(part, "format") == "flowed":
        return flowed_rows(text, delsp=_parameter(part, "delsp") == "yes")
    return plain_rows(text)


def _parameter(part: Message, name: str) -> str:
    return str(part.get_param(name) or "").lower()
