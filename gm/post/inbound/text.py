"""The text of a mail: which of its parts are read, and how each is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from email.message import Message

import msgspec
from msgspec.structs import replace

from gm.post.inbound.headers import decode, one_line
from gm.post.inbound.html import html_rows, strikes
from gm.post.inbound.limits import UNTOLD, Budget, Unreadable
from gm.post.inbound.parts import children
from gm.post.inbound.quotations import doubtful, prepared, split, untold
from gm.post.inbound.rows import Row, flowed_rows, plain_rows, without_armour

# How text parts show bold, underlined and slanted words.
EMPHASIS = re.compile(r"(?<!\w)([*_/])(?=\S)([^*_/]{1,400}?)(?<=\S)\1(?!\w)")
WORD = re.compile(r"\w+")
SAID = re.compile(r"[^\W_]+|[-:>|@$#!%\u2013\u2014\u2192]")
BULLET = re.compile(r"^\s*[-*\u2022\u00b7o]\s+")
LINK = re.compile(r"<?(?:https?://|mailto:)[^\s<>]+>?")  # which a page does not show
MOST_IN_STUB = 40  # words
LIKE_ORDER = re.compile(r"\d|(?<!\S)(?!HTML|MIME)[A-Z]{3,}")  # as no stub has
OF_STUBS = frozenset({"html", "mime"})  # in all languages
NO_TEXT = "no text part"
MOST_FILES, LONGEST_NAME = 5, 60  # attachments that are named, and characters of a name
# What programs attach by themselves: signatures, keys, cards, and the parts of Outlook's and of bounces.
BY_ITSELF = frozenset({
    "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature", "application/pgp-keys",
    "application/pgp-encrypted", "text/vcard", "text/x-vcard", "text/directory", "application/ms-tnef",
})  # fmt: skip
SMIME = ("application/pkcs7-mime", "application/x-pkcs7-mime")
PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"

Piece = list[Row]


class Body(msgspec.Struct, frozen=True):
    """The new text of a mail, what it quotes, and what stands below a line that begins a signature.

    files: the names of the first attachments that are not read; file: that of the one whose text it is, or "".
    """

    written: tuple[Row, ...]
    quoted: tuple[Row, ...]
    below: tuple[Row, ...] = ()
    files: tuple[str, ...] = ()
    file: str = ""


def read_body(message: Message) -> Body:
    """The body of *message*, or an attached text if nothing in it is new. Raises Unreadable if there is no text."""
    reader = _Reader()
    pieces = _once(reader.readable(message))
    files = [part for part in _leaves(message) if _is_by_hand(part)]
    body = replace(_joined(pieces), files=tuple(map(_name, files[:MOST_FILES])))
    if not body.written:
        texts = [part for part in files if _is_attached_text(part)]
        if len(texts) == 1:
            others = tuple(_name(part) for part in files if part is not texts[0])[:MOST_FILES]
            written = _joined([reader.rows(texts[0])]).written
            return replace(body, written=written, files=others, file=_name(texts[0]))
    if not pieces and not (files and _why_no_text(message) == NO_TEXT):
        raise Unreadable(_why_no_text(message))
    if any(row.text.strip() == PGP_MESSAGE for row in body.written):
        raise Unreadable("encrypted")
    if any(map(untold, pieces)):
        raise Unreadable(UNTOLD)
    return body


def _once(pieces: list[Piece]) -> list[Piece]:
    """*pieces* without those that say what another says, such as a page beside its plain form.

    Of two that do, the one is kept in which more is known to be a quotation.
    """
    if len(pieces) < 2:
        return pieces
    kept: dict[int, Piece] = {}
    said: dict[tuple[str, ...], int] = {}
    for number, piece in enumerate(pieces):
        own, whole = _said(split(piece).written), ("all", *_said(piece))
        same = said.get(own, said.get(whole)) if len(whole) > 1 else None
        place = number if same is None else same
        said |= dict.fromkeys((own, whole) if own else (whole,), place)
        if same is None or _unclear(piece) < _unclear(kept[same]):
            kept[place] = piece
    return list(kept.values())


def _said(rows: Iterable[Row]) -> tuple[str, ...]:
    """The words and the signs of orders in rows, without what a page shows otherwise: list signs, links, bold."""
    return tuple(said for row in rows for said in SAID.findall(LINK.sub(" ", BULLET.sub("", row.text)).casefold()))


def _unclear(piece: Piece) -> tuple[bool, bool, int]:
    """How little is known of what is new in a piece."""
    return untold(piece), doubtful(piece), len(split(piece).written)


def _joined(pieces: list[Piece]) -> Body:
    """The pieces one below the other, numbered on; each is split by itself."""
    written: list[Row] = []
    quoted: list[Row] = []
    below: list[Row] = []
    offset = 0
    for piece in pieces:
        parts = split(piece)
        written.extend(_moved(parts.written, offset))
        quoted.extend(_moved(parts.quoted, offset))
        below.extend(_moved(parts.below, offset))
        offset += piece[-1].number if piece else 0
    return Body(tuple(written), tuple(quoted), tuple(below))


def _moved(rows: Sequence[Row], offset: int) -> Sequence[Row]:
    return [Row(row.number + offset, row.depth, row.text) for row in rows] if offset else rows


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
        text = decode(data, part.get_content_charset())
        self._budget.take_tags(text.count("<") if part.get_content_type() == "text/html" else 0)
        rows = _rows(part, text)
        self._budget.take_rows(len(rows), sum(not row.depth and bool(row.text.strip()) for row in rows))
        piece = prepared(rows)
        self._read.append(piece)
        return piece

    def _best(self, alternatives: list[Message]) -> list[Piece]:
        """The plain form if it says anything and its quotations can be told from its text, or else another form."""
        second: list[Piece] = []
        for part in sorted(alternatives, key=_is_plain, reverse=True):
            pieces = self.readable(part)
            if not _says_something(pieces) or any(map(self._doubtful, pieces)):
                second = second if _says_something(second) else pieces or second
            elif _is_plain(part) and (page := self._page_beside(pieces, alternatives)):
                struck = any(map(_strikes, alternatives))
                return page if struck or _is_stub(pieces, page) else [_as_shown(piece, page) for piece in pieces]
            else:
                return pieces
        return second

    def _page_beside(self, pieces: list[Piece], alternatives: list[Message]) -> list[Piece]:
        """The HTML form among *alternatives*, if it may say more than the plain form; [] if none can be read."""
        if not _asks_for_page(pieces) and not any(map(_strikes, alternatives)):
            return []
        before = copy(self._budget)
        try:
            others = [part for part in alternatives if not _is_plain(part)]
            pages = [piece for part in others for piece in self.readable(part)]
        except Unreadable:
            self._budget = before
            return []
        return pages if _says_something(pages) and not any(map(self._doubtful, pages)) else []

    def _doubtful(self, piece: Piece) -> bool:
        """doubtful() for a piece, computed once however deeply alternatives are nested."""
        if id(piece) not in self._doubts:
            self._doubts[id(piece)] = doubtful(piece)
        return self._doubts[id(piece)]


def _strikes(part: Message) -> bool:
    """Whether a part is a page that may have text struck out."""
    payload = part.get_payload(decode=True) if part.get_content_type() == "text/html" else None
    return isinstance(payload, bytes) and strikes(payload.decode("latin-1"))


def _asks_for_page(pieces: list[Piece]) -> bool:
    """Whether the HTML form may say more: these are few words, or signs stand around some."""
    few = len(_words(_joined(pieces).written)) <= MOST_IN_STUB
    return few or any(EMPHASIS.search(row.text) for piece in pieces for row in piece if not row.depth)


def _is_stub(pieces: list[Piece], page: list[Piece]) -> bool:
    """Whether *pieces* are not the text of *page*, but a few words in its place ("Please use a program that ...")."""
    body = _joined(pieces)
    if not body.written:
        return not body.quoted and bool(_joined(page).written)
    said, shown = set(_words(body.written)), set(_words(row for piece in page for row in piece))
    orders = any(LIKE_ORDER.search(row.text) for row in body.written)
    if orders or len(said) > MOST_IN_STUB or said.isdisjoint(OF_STUBS):
        return False
    return len(said & shown) * 2 < len(said)


def _words(rows: Iterable[Row]) -> list[str]:
    return [word for row in rows for word in WORD.findall(row.text.casefold())]


def _as_shown(piece: Piece, page: list[Piece]) -> Piece:
    """*piece* without the signs that stand for bold, italics or underlining, where *page* has none."""
    if not any(EMPHASIS.search(row.text) for row in piece if not row.depth):
        return piece
    shown = {row.text for part in page for row in part if not row.depth}
    return [_row_as_shown(row, shown) for row in piece]


def _row_as_shown(row: Row, shown: Collection[str]) -> Row:
    plain = " ".join(EMPHASIS.sub(r"\2", row.text).split())
    return Row(row.number, row.depth, plain) if plain != row.text and plain in shown else row


def _says_something(pieces: list[Piece]) -> bool:
    return any(row.text.strip() for piece in pieces for row in piece)


def _is_plain(part: Message) -> bool:
    return part.get_content_type() == "text/plain"


def _is_text(part: Message) -> bool:
    # A multipart that could not be split is shown unchanged: the orders are in there.
    return part.get_content_type() in ("text/plain", "text/html") or (
        part.get_content_maintype() == "multipart" and not part.is_multipart()
    )


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or part.get_filename() is not None


def _is_by_hand(part: Message) -> bool:
    """Whether the writer has attached this part, not their program: no logo in a page, and no signature."""
    if part.get_content_type() in BY_ITSELF:
        return False
    if part.get_content_maintype() == "image" and part.get_content_disposition() != "attachment":
        return part.get_filename() is not None and part["Content-ID"] is None
    return _is_attached(part) or part.get_content_type() == "message/rfc822"


def _is_attached_text(part: Message) -> bool:
    name = (part.get_filename() or "").lower()
    return part.get_content_type() == "text/plain" or (name.endswith(".txt") and not children(part))


def _name(part: Message) -> str:
    """What an attachment is called, or what it is if it has no name."""
    return one_line(part.get_filename() or part.get_content_type())[:LONGEST_NAME]


def _leaves(part: Message) -> list[Message]:
    if part.get_content_maintype() == "multipart" and children(part):
        return [leaf for child in children(part) for leaf in _leaves(child)]
    return [part]


def _all_parts(message: Message) -> list[Message]:
    return [message, *(part for child in children(message) for part in _all_parts(child))]


def _why_no_text(message: Message) -> str:
    if any(map(_is_encrypted, _all_parts(message))):
        return "encrypted"
    if any(part.get_content_type() in SMIME for part in _all_parts(message)):
        return "it is signed in a way that puts the text inside the signature"
    return NO_TEXT


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
