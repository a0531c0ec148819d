"""Physical lines of a text part, each with its number and its depth of quotation.

How many of them are read, and what the writer of a longer mail is told; the paragraphs of a `format=flowed` part
(RFC 3676).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

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
