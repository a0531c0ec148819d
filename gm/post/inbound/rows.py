"""Physical lines of a text part, each with its number and its depth of quotation.

How many of them are read, and what the writer of a longer mail is told; the paragraphs of a `format=flowed` part
(RFC 3676).

Last, what the writer wrote is told apart from what a mail program quoted or added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

import msgspec

from gm.post.inbound import phrases

MAX_ROWS = 20_000  # lines; a year of orders is a few hundred, the rest is room for quoted letters
TOO_MANY_ROWS = f"it has more than {MAX_ROWS:,} lines with what it quotes; please quote less"

LINE_END = re.compile("\r\n|[\r\n\u2028\u2029]")
# `>` and `> >` both occur; one space or tab after a sign belongs to the sign.
SIGNS = re.compile(r"(?:>[ \t]?)+")

# They cannot be seen, so a player could never find out why the order with one in it is not understood.
INVISIBLE = dict.fromkeys(
    [0, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFE0E, 0xFE0F, 0xFEFF]
)


class Unreadable(Exception):
    """The text of a mail cannot be read; the message is the reason, in words for the GameMaster."""


class Row(msgspec.Struct, frozen=True):
    """One line: its 1-based number in the part, how many quote signs it had (0: none), its text without them."""

    number: int
    depth: int
    text: str


def physical_lines(text: str) -> list[str]:
    """The lines of *text* without their ends and without invisible characters. Raises Unreadable if too many."""
    lines = LINE_END.split(text.translate(INVISIBLE))
    if len(lines) > MAX_ROWS:
        raise Unreadable(TOO_MANY_ROWS)
    return lines


def as_row(number: int, text: str, depth: int = 0) -> Row:
    """*text* as a row; signs at its beginning are taken off and add to *depth*."""
    signs = SIGNS.match(text)
    if not signs:
        return Row(number, depth, text)
    return Row(number, depth + signs[0].count(">"), text[signs.end() :])


def plain_rows(text: str) -> list[Row]:
    """The rows of a text/plain part whose lines stand as they were sent."""
    return [as_row(number, line) for number, line in enumerate(physical_lines(text), 1)]


MAX_MAIL = 8_000_000  # bytes; orders need a few KiB, the rest is room for a picture of the map
MAX_HEAD = 256 * 1024  # bytes
MAX_FIELDS = 500  # of the head; a mail that passed many servers and filters has a hundred
MAX_PARTS = 200
MAX_DEPTH = 20
MAX_LINES = 150_000  # with attachments; 8 MiB in base64 are 115,000, and each line takes a hundred bytes of memory
MAX_TEXT = 512 * 1024  # bytes of all parts that are read; what is quoted counts, for it is read as well
MAX_WRITTEN = 50_000  # characters of new text; a sheet of 200 offers has 10,000
MAX_WRITTEN_ROWS = 1_000
MAX_LINE = 4_000  # characters; mail programs send a paragraph of prose as one line


def larger_than(limit: int) -> str:
    """The reason for a mail over a *limit* in bytes, of which the head alone is read."""
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
    """What may still be read of one mail. Raises Unreadable when it is used up."""

    def __init__(self) -> None:
        self._bytes, self._rows = MAX_TEXT, MAX_ROWS

    def take_bytes(self, count: int) -> None:
        """Text of *count* bytes is about to be read."""
        self._bytes -= count
        if self._bytes < 0:
            raise Unreadable(TOO_MUCH_TEXT)

    def take_rows(self, count: int) -> None:
        """*count* rows have been read."""
        self._rows -= count
        if self._rows < 0:
            raise Unreadable(TOO_MANY_ROWS)


def check_written(rows: Sequence[Row]) -> None:
    """Raise Unreadable if the new text of a mail is more than a letter may have."""
    if len(rows) > MAX_WRITTEN_ROWS:
        raise Unreadable(TOO_MUCH_WRITTEN_ROWS)
    if sum(len(row.text) for row in rows) > MAX_WRITTEN:
        raise Unreadable(TOO_MUCH_WRITTEN)
    long = next((row.number for row in rows if len(row.text) > MAX_LINE), None)
    if long is not None:
        raise Unreadable(f"its line {long} is longer than {MAX_LINE:,} characters; please break it into shorter ones")


SIGNATURE = "-- "  # ends in a space, yet never flows (RFC 3676, 4.3)


class _Sent(msgspec.Struct, frozen=True):
    """One line as it was sent: signs counted, stuffing undone, `flows` if the next line goes on with it."""

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
    # A change of depth ends a paragraph even after a space: the sender's program forgot to fix the line.
    return line.flows and line.depth == after.depth and after.text != SIGNATURE


def flowed_rows(text: str, delsp: bool) -> list[Row]:
    """One row a paragraph, with the number of its first line; *delsp*: the space that marks a flow is no text."""
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
    """The rows of one part: the new text, and the quoted rows. What is in neither was added by a program."""

    written: tuple[Row, ...]
    quoted: tuple[Row, ...]


def split(rows: Sequence[Row]) -> Split:
    """Sort *rows* into new text and quotation; blank rows at the ends of either are left out."""
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
            # A signature line ends the letter, whatever stands below it.
            in_signature = in_signature or bool(phrases.SIGNATURE.fullmatch(row.text))
            if not in_signature:
                written.append(row)
    return Split(_trimmed(written), _trimmed(quoted))


def doubtful(rows: Sequence[Row]) -> bool:
    """Whether an attribution with address and date stands above text without quote signs, or one line holds all.

    The text below may be a quotation or not, and only another form of the same mail can tell.
    """
    follower = _followers(rows)
    return any(_is_glued(row.text) for row in rows if not row.depth) or any(
        phrases.HAS_ADDRESS.search(text) and phrases.HAS_DATE.search(text)
        for index, row in enumerate(rows)
        if _ends_in_colon(row) and not _backed(rows, follower[index])
        for text in [_joined(rows, _attribution(rows, index))]
    )


def _is_glued(text: str) -> bool:
    """Whether a separator or an attribution and what it stands above are on one line."""
    return bool(
        phrases.GLUED.search(text)
        or (phrases.OPENER.match(text[:MAX_ATTRIBUTION]) and phrases.WROTE_AND_GOES_ON.search(text[:MAX_ATTRIBUTION]))
    )


def _trimmed(rows: list[Row]) -> tuple[Row, ...]:
    filled = [index for index, row in enumerate(rows) if row.text.strip()]
    return tuple(rows[filled[0] : filled[-1] + 1]) if filled else ()


def _followers(rows: Sequence[Row]) -> list[int]:
    """For each row the index of the next one that is not blank; len(rows) if there is none."""
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
    """Whether a quotation follows, or nothing: without it "what I wrote:" is a sentence like any other."""
    return follower == len(rows) or rows[follower].depth > 0 or _is_heading(rows, follower)


def _attribution(rows: Sequence[Row], end: int) -> range:
    """The rows of the attribution that ends at *end*, empty if none does."""
    if not _ends_in_colon(rows[end]):
        return range(0)
    for is_whole in (_has_opener, _has_no_opener, _says_who_and_when):
        for start in range(end, max(end - 3, -1), -1):
            # The shortest first, or an order on the row above would be taken for its beginning.
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
    """In a language not known: the day in the first row, and an address, or else the time of day with it."""
    if len(whole) > MAX_ATTRIBUTION or not phrases.HAS_DATE.search(first):
        return False
    timed = phrases.HAS_DAY.search(first) and phrases.HAS_TIME.search(first)
    return bool(phrases.HAS_ADDRESS.search(whole) or timed)


# --- whatever a program set above an unmarked quotation, or below the text ---


def _rest_is_quoted(rows: Sequence[Row], index: int, follower: int) -> bool:
    """Whether a program's separator or heading stands here, with everything below it quoted but not marked so."""
    marked = follower < len(rows) and rows[follower].depth > 0
    if phrases.SEPARATOR.fullmatch(rows[index].text):
        return not marked
    if phrases.FORWARDED.fullmatch(rows[index].text):
        return not marked and _is_heading(rows, follower)
    return _is_heading(rows, index)


def _added(rows: Sequence[Row], index: int, follower: int) -> bool:
    """Whether a program wrote this one row: a footer, a separator above quote signs, a rule above a heading."""
    text = rows[index].text
    if phrases.FOOTER.fullmatch(text) or phrases.SEPARATOR.fullmatch(text):
        return True
    if phrases.FORWARDED.fullmatch(text):
        return _backed(rows, follower)
    return bool(phrases.RULE.fullmatch(text)) and _is_heading(rows, follower)


def _is_heading(rows: Sequence[Row], index: int) -> bool:
    """Whether the block From, Sent, To, Subject starts here.

    The day must be in it: a player's press has From, To and Subject too, and "From: Paris" may be anything.
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
    """Whether *block* begins with four fields in a language not known: day and time in one, an address in one."""
    fields = [row.text[:MAX_ATTRIBUTION] for row in takewhile(lambda row: phrases.FIELD.match(row.text), block)]
    if len(fields) < 4:
        return False
    timed = any(phrases.HAS_DAY.search(text) and phrases.HAS_TIME.search(text) for text in fields)
    return timed and any(phrases.HAS_ADDRESS.search(text) for text in fields)


def _is_plain(row: Row) -> bool:
    return not row.depth and bool(row.text.strip())


def _fields(row: Row) -> list[str]:
    """The name of the field in this row, if there is one; a date without a digit is none."""
    label = phrases.LABEL.match(row.text)
    if not label or (label["date"] and not any(sign.isdigit() for sign in label["value"])):
        return []
    return [name for name in phrases.LABELS if label[name]]
