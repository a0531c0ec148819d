"""The lines of a text part, each with its number and quotation depth.

The paragraphs of a `format=flowed` part (RFC 3676) are joined; what PGP puts around signed text (RFC 9580, 7) is left
out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from gm.post.inbound.limits import MAX_LINE, MAX_ROWS, TOO_MANY_ROWS, Unreadable

LINE_END = re.compile("\r\n|[\r\n\u2028\u2029]")
# `>` and `> >` both occur; one space or tab after a sign belongs to the sign.
SIGNS = re.compile(r"(?:>[ \t]?)++")

# They are invisible, so a player could never find out why an order that contains one is not understood.
INVISIBLE = dict.fromkeys(
    [0, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFE0E, 0xFE0F, 0xFEFF]
)


class Row(msgspec.Struct, frozen=True):
    """One line: its number in the part (from 1), how many quote signs it had, and its text without them."""

    number: int
    depth: int
    text: str


class Split(msgspec.Struct, frozen=True):
    """The rows of one part: the new text, the quoted rows, and those below a signature line, which are not read.

    Rows in none of them were added by a program.
    """

    written: tuple[Row, ...]
    quoted: tuple[Row, ...]
    below: tuple[Row, ...] = ()


def physical_lines(text: str) -> list[str]:
    """The lines of *text*, without line ends and invisible characters. Raises Unreadable if there are too many."""
    lines = LINE_END.split(text.translate(INVISIBLE))
    if len(lines) > MAX_ROWS:
        raise Unreadable(TOO_MANY_ROWS)
    return lines


def as_row(number: int, text: str, depth: int = 0) -> Row:
    """*text* as a row; quote signs at its beginning are removed and added to *depth*.

    Of a row that is longer than any that is read, only so much is kept that this can still be seen.
    """
    signs = SIGNS.match(text)
    if not signs:
        return Row(number, depth, text[: MAX_LINE + 1])
    return Row(number, depth + signs[0].count(">"), text[signs.end() : signs.end() + MAX_LINE + 1])


def plain_rows(text: str) -> list[Row]:
    """The rows of a text/plain part that is not flowed."""
    return [as_row(number, line) for number, line in enumerate(physical_lines(text), 1)]


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


SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNED_UNTIL = "-----BEGIN PGP SIGNATURE-----"
END = "-----END PGP SIGNATURE-----"


def without_armour(rows: Sequence[Row]) -> list[Row]:
    """*rows* without what PGP put around and into the signed text. The signature is not verified."""
    kept: list[Row] = []
    place = "outside"
    for row in rows:
        text = "" if row.depth else row.text.strip()
        if text == SIGNED:
            place = "head"
        elif text == SIGNED_UNTIL and place == "text":
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
