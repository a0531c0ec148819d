"""The lines of a text part, each with its number and quotation depth.

It limits how much is read of a mail, joins the paragraphs of a `format=flowed` part (RFC 3676), and separates what
the writer wrote from what a mail program quoted or added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

import msgspec

from gm.post.inbound import phrases

MAX_ROWS = 20_000  # lines; a year of orders has a few hundred, the rest is for quoted letters
TOO_MANY_ROWS = f"it has more than {MAX_ROWS:,} lines with what it quotes; please quote less"

LINE_END = re.compile("\r\n|[\r\n\u2028\u2029]")
# `>` and `> >` both occur; one space or tab after a sign belongs to the sign.
SIGNS = re.compile(r"(?:>[ \t]?)+")

# They are invisible, so a player could never find out why an order that contains one is not understood.
INVISIBLE = dict.fromkeys(
    [0, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFE0E, 0xFE0F, 0xFEFF]
)


class Unreadable(Exception):
    """The text of a mail cannot be read; the message says why, in the GameMaster's words."""


class Row(msgspec.Struct, frozen=True):
    """One line: its number in the part (from 1), how many quote signs it had, and its text without them."""

    number: int
    depth: int
    text: str


def physical_lines(text: str) -> list[str]:
    """The lines of *text*, without line ends and invisible characters. Raises Unreadable if there are too many."""
    lines = LINE_END.split(text.translate(INVISIBLE))
    if len(lines) > MAX_ROWS:
        raise Unreadable(TOO_MANY_ROWS)
    return lines


def as_row(number: int, text: str, depth: int = 0) -> Row:
    """*text* as a row; quote signs at its beginning are removed and added to *depth*."""
    signs = SIGNS.match(text)
    if not signs:
        return Row(number, depth, text)
    return Row(number, depth + signs[0].count(">"), text[signs.end() :])


def plain_rows(text: str) -> list[Row]:
    """The rows of a text/plain part that is not flowed."""
    return [as_row(number, line) for number, line in enumerate(physical_lines(text), 1)]


MAX_MAIL = 8_000_000  # bytes; orders need a few KiB, the rest is for a picture of the map
MAX_HEAD = 256 * 1024  # bytes
MAX_FIELDS = 500  # of the head; a mail that passed many servers and filters has about a hundred
MAX_PARTS = 200
MAX_DEPTH = 20
MAX_LINES = 150_000  # with attachments; 8 MiB in base64 are 115,000, and each line takes a hundred bytes of memory
MAX_TEXT = 512 * 1024  # bytes of all parts that are read, including quoted text
MAX_WRITTEN = 50_000  # characters of new text; a sheet of 200 offers has 10,000
MAX_WRITTEN_ROWS = 1_000
MAX_LINE = 4_000  # characters; mail programs send a paragraph of prose as one line


def larger_than(limit: int) -> str:
    """The reason given for a mail of more than *limit* bytes, of which only the head is read."""
    size = f"{limit / 1_000_000:g} MB" if limit >= 1_000_000 else f"{limit / 1_000:g} kB"
    return f"it is larger than {size}; please leave pictures and other attachments out"


TOO_LARGE = larger_than(MAX_MAIL)
HEAD_TOO_LARGE = (
    f"its header is larger than {MAX_HEAD >> 10} kB; please write a new mail instead of passing this one on"
)
TOO_MANY_FIELDS = (
    f"its header has more than {MAX_FIELDS} fields; please write a new mail instead of passing this one on"
)
TOO_MANY_PARTS = f"it has more than {MAX_PARTS} parts; please send plain text without attachments"
TOO_MUCH_TO_SPLIT = "it has too many lines for the number of its parts; please send plain text without attachments"
TOO_DEEP = f"its parts are nested more than {MAX_DEPTH} deep; please send plain text without attachments"
TOO_MANY_LINES = f"it has more than {MAX_LINES:,} lines with its attachments; please leave attachments out"
TOO_MUCH_TEXT = f"its text is longer than {MAX_TEXT >> 10} kB with what it quotes; please quote less"
TOO_MUCH_WRITTEN = f"it has more than {MAX_WRITTEN:,} characters of new text; please send less in one mail"
TOO_MUCH_WRITTEN_ROWS = f"it has more than {MAX_WRITTEN_ROWS:,} lines of new text; please send less in one mail"


class Budget:
    """How much may still be read of one mail. Raises Unreadable when it is used up."""

    def __init__(self) -> None:
        self._bytes, self._rows = MAX_TEXT, MAX_ROWS

    def take_bytes(self, count: int) -> None:
        """Take *count* bytes of text that will be read."""
        self._bytes -= count
        if self._bytes < 0:
            raise Unreadable(TOO_MUCH_TEXT)

    def take_rows(self, count: int) -> None:
        """Take *count* rows that were read."""
        self._rows -= count
        if self._rows < 0:
            raise Unreadable(TOO_MANY_ROWS)


def check_written(rows: Sequence[Row]) -> None:
    """Raise Unreadable if the new text of a mail is longer than a letter may be."""
    if len(rows) > MAX_WRITTEN_ROWS:
        raise Unreadable(TOO_MUCH_WRITTEN_ROWS)
    if sum(len(row.text) for row in rows) > MAX_WRITTEN:
        raise Unreadable(TOO_MUCH_WRITTEN)
    long = next((row.number for row in rows if len(row.text) > MAX_LINE), None)
    if long is not None:
        raise Unreadable(f"its line {long} is longer than {MAX_LINE:,} characters; please break it into shorter ones")


SIGNATURE = "-- "  # ends in a space, yet never flows (RFC 3676, 4.3)


class _Sent(msgspec.Struct, frozen=True):
    """One line as it was sent: quote signs counted, stuffing undone, `flows` if the next line continues it."""

    number: int
    depth: int
    text: str
    flows: bool


def _sent(number: int, line: str) -> _Sent:
    text = line.lstrip(">")
    depth = len(line) - len(text)
    text = text.removeprefix(" ")
    return _Sent(number, depth, text, text.endswith(" ") and text != SIGNATURE)


def _goes_on(line: _Sent, after: _Sent) -> bool:
    # A change of depth ends a paragraph even after a space, which the sender's program forgot to remove.
    return line.flows and line.depth == after.depth and after.text != SIGNATURE


def flowed_rows(text: str, delsp: bool) -> list[Row]:
    """A row for each paragraph, with the number of its first line. delsp: drop the space that marks a flow."""
    sent = [_sent(number, line) for number, line in enumerate(physical_lines(text), 1)]
    paragraphs = [[sent[0]]]
    for line, after in pairwise(sent):
        if _goes_on(line, after):
            paragraphs[-1].append(after)
        else:
            paragraphs.append([after])
    return [_row(paragraph, delsp) for paragraph in paragraphs]


def _row(paragraph: list[_Sent], delsp: bool) -> Row:
    text = "".join(line.text[:-1] if delsp and line.flows else line.text for line in paragraph)
    return as_row(paragraph[0].number, text, paragraph[0].depth)


MAX_ATTRIBUTION = 400  # characters; three lines of 78 and a long address
MAX_HEADING = 8  # rows of a From, Sent, To, Subject block, with long lists of recipients


class Split(msgspec.Struct, frozen=True):
    """The rows of one part: the new text and the quoted rows. Rows in neither were added by a program."""

    written: tuple[Row, ...]
    quoted: tuple[Row, ...]


def split(rows: Sequence[Row]) -> Split:
    """Sort *rows* into new text and quotations; blank rows at the ends of either are left out."""
    written: list[Row] = []
    quoted: list[Row] = []
    attributions = _attributions(rows)
    follower = _followers(rows)
    in_signature = False
    for index, row in enumerate(rows):
        if row.depth:
            quoted.append(row)
        elif _rest_is_quoted(rows, index, follower[index]):
            quoted.extend(rows[index + 1 :])
            break
        elif index not in attributions and not _added(rows, index, follower[index]):
            # A signature line ends the letter, whatever is below it.
            in_signature = in_signature or bool(phrases.SIGNATURE.fullmatch(row.text))
            if not in_signature:
                written.append(row)
    return Split(_trimmed(written), _trimmed(quoted))


def doubtful(rows: Sequence[Row]) -> bool:
    """Whether text without quote signs follows an attribution with address and date, on its line or below it.

    That text may or may not be a quotation; only another form of the same mail can tell.
    """
    follower = _followers(rows)
    return any(_is_glued(row.text) for row in rows if not row.depth) or any(
        phrases.HAS_ADDRESS.search(text) and phrases.HAS_DATE.search(text)
        for index, row in enumerate(rows)
        if _ends_in_colon(row) and not _backed(rows, follower[index])
        for text in [_joined(rows, _attribution(rows, index))]
    )


def _is_glued(text: str) -> bool:
    """Whether a separator or an attribution is on the same line as what follows it."""
    return bool(
        phrases.GLUED.search(text)
        or (phrases.OPENER.match(text[:MAX_ATTRIBUTION]) and phrases.WROTE_AND_GOES_ON.search(text[:MAX_ATTRIBUTION]))
    )


def _trimmed(rows: list[Row]) -> tuple[Row, ...]:
    filled = [index for index, row in enumerate(rows) if row.text.strip()]
    return tuple(rows[filled[0] : filled[-1] + 1]) if filled else ()


def _followers(rows: Sequence[Row]) -> list[int]:
    """For each row, the index of the next row that is not blank, len(rows) if there is none."""
    following = [len(rows)] * len(rows)
    for index in range(len(rows) - 2, -1, -1):
        following[index] = index + 1 if rows[index + 1].text.strip() else following[index + 1]
    return following


def _joined(rows: Sequence[Row], indexes: range) -> str:
    return " ".join(rows[index].text.strip() for index in indexes)


# --- attributions: "On Friday, GM <gm@example.org> wrote:" ---


def _attributions(rows: Sequence[Row]) -> frozenset[int]:
    follower = _followers(rows)
    ends = [index for index, row in enumerate(rows) if _ends_in_colon(row) and _backed(rows, follower[index])]
    return frozenset(index for end in ends for index in _attribution(rows, end))


def _ends_in_colon(row: Row) -> bool:
    return row.text.rstrip().endswith((":", "："))


def _backed(rows: Sequence[Row], follower: int) -> bool:
    """Whether a quotation or nothing follows; otherwise "what I wrote:" is just a sentence."""
    return follower == len(rows) or rows[follower].depth > 0 or _is_heading(rows, follower)


def _attribution(rows: Sequence[Row], end: int) -> range:
    """The rows of the attribution that ends at *end*, empty if none does."""
    if not _ends_in_colon(rows[end]):
        return range(0)
    for is_whole in (_has_opener, _has_no_opener, _says_who_and_when):
        for start in range(end, max(end - 3, -1), -1):
            # Try the shortest first, or an order on the row above would be taken for its beginning.
            if rows[start].depth or not rows[start].text.strip():
                break
            if is_whole(rows[start].text, _joined(rows, range(start, end + 1)), end - start):
                return range(start, end + 1)
    return range(0)


def _has_opener(first: str, whole: str, _more: int) -> bool:
    return len(whole) <= MAX_ATTRIBUTION and bool(phrases.OPENER.match(first) and phrases.WROTE.search(whole))


def _has_no_opener(first: str, whole: str, more: int) -> bool:
    """A form like "GM <gm@example.org> writes:"; on two rows only if the first has both the address and the verb."""
    if len(whole) > MAX_ATTRIBUTION or more > 1:
        return False
    if phrases.DAY_AND_ADDRESS.fullmatch(whole):
        return True
    if more and not phrases.HAS_ADDRESS.search(first):
        return False
    return bool(phrases.WROTE.search(first) and phrases.ADDRESS_OR_DATE.search(whole))


def _says_who_and_when(first: str, whole: str, _more: int) -> bool:
    """A form in an unknown language: the day in the first row, and an address, or else the time of day with it."""
    if len(whole) > MAX_ATTRIBUTION or not phrases.HAS_DATE.search(first):
        return False
    timed = phrases.HAS_DAY.search(first) and phrases.HAS_TIME.search(first)
    return bool(phrases.HAS_ADDRESS.search(whole) or timed)


# --- what programs put above an unmarked quotation, or below the text ---


def _rest_is_quoted(rows: Sequence[Row], index: int, follower: int) -> bool:
    """Whether this is a program's separator or heading, below which everything is quoted without signs."""
    marked = follower < len(rows) and rows[follower].depth > 0
    if phrases.SEPARATOR.fullmatch(rows[index].text):
        return not marked
    if phrases.FORWARDED.fullmatch(rows[index].text):
        return not marked and _is_heading(rows, follower)
    return _is_heading(rows, index)


def _added(rows: Sequence[Row], index: int, follower: int) -> bool:
    """Whether a program wrote this single row: a footer, a separator above quote signs, a rule above a heading."""
    text = rows[index].text
    if phrases.FOOTER.fullmatch(text) or phrases.SEPARATOR.fullmatch(text):
        return True
    if phrases.FORWARDED.fullmatch(text):
        return _backed(rows, follower)
    return bool(phrases.RULE.fullmatch(text)) and _is_heading(rows, follower)


def _is_heading(rows: Sequence[Row], index: int) -> bool:
    """Whether a block of From, Sent, To, Subject starts here.

    It must contain the day: a player's press has From, To and Subject, too, and "From: Paris" may be anything.
    """
    if index >= len(rows) or not (phrases.FIELD.match(rows[index].text) or phrases.LABEL.match(rows[index].text)):
        return False
    block = list(takewhile(_is_plain, rows[index : index + MAX_HEADING]))
    if _is_foreign_heading(block):
        return True
    if not block or not _fields(block[0]):
        return False
    found = {name for row in block for name in _fields(row)}
    return {"from", "date"} <= found and bool(found & {"to", "subject"})


def _is_foreign_heading(block: list[Row]) -> bool:
    """Whether *block* begins with four fields in an unknown language, one with day and time, one with an address."""
    fields = [row.text[:MAX_ATTRIBUTION] for row in takewhile(lambda row: phrases.FIELD.match(row.text), block)]
    if len(fields) < 4:
        return False
    timed = any(phrases.HAS_DAY.search(text) and phrases.HAS_TIME.search(text) for text in fields)
    return timed and any(phrases.HAS_ADDRESS.search(text) for text in fields)


def _is_plain(row: Row) -> bool:
    return not row.depth and bool(row.text.strip())


def _fields(row: Row) -> list[str]:
    """The names that the field in this row may have, [] if it is none; a date needs a digit."""
    label = phrases.LABEL.match(row.text)
    if not label or (label["date"] and not any(sign.isdigit() for sign in label["value"])):
        return []
    return [name for name in phrases.LABELS if label[name]]
