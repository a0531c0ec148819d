"""The lines of a text part, each with its number and quotation depth.

The paragraphs of a `format=flowed` part (RFC 3676) are joined; what PGP puts around signed text (RFC 9580, 7) is left
out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from gm.post.inbound.limits import MAX_LINE, MAX_ROWS, TOO_MANY_ROWS, Unreadable

LINE_END = re.compile("\r\n|[\r\n\v\f\x85\u2028\u2029]")
# `>` and `> >` both occur, and in Japanese a wide one; one space or tab after a sign belongs to the sign.
QUOTE_SIGNS = (">", "\uff1e")
SIGNS = re.compile(r"(?:[>\uff1e][ \t]?)++")
ARROWS = re.compile(r">{3,} >{3,}")  # no program quotes so, if it stands alone: somebody points at something

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
    if not text.isascii() or "\0" in text:
        text = text.translate(INVISIBLE)
    lines = LINE_END.split(text)
    if len(lines) > MAX_ROWS:
        raise Unreadable(TOO_MANY_ROWS)
    return lines


def as_row(number: int, text: str, depth: int = 0) -> Row:
    """*text* as a row; quote signs at its beginning are removed and added to *depth*.

    Of a row that is longer than any that is read, only so much is kept that this can still be seen.
    """
    signs = SIGNS.match(text) if text.startswith(QUOTE_SIGNS) else None
    if signs is None:
        return Row(number, depth, text[: MAX_LINE + 1])
    count = sum(map(signs[0].count, QUOTE_SIGNS))
    return Row(number, depth + count, text[signs.end() : signs.end() + MAX_LINE + 1])


def plain_rows(text: str) -> list[Row]:
    """The rows of a text/plain part that is not flowed."""
    lines = physical_lines(text)
    quoted = [line.startswith(QUOTE_SIGNS) for line in lines]
    return [
        Row(n + 1, 0, line[: MAX_LINE + 1]) if _points(line, quoted, n) else as_row(n + 1, line)
        for n, line in enumerate(lines)
    ]


def _points(line: str, quoted: list[bool], n: int) -> bool:
    """Whether line *n*, though it begins with quote signs, is the writer's: none beside it does."""
    return quoted[n] and ARROWS.match(line) is not None and not any(quoted[max(n - 1, 0) : n] + quoted[n + 1 : n + 2])


SIGNATURE = "-- "  # ends in a space, yet never flows (RFC 3676, 4.3)


def flowed_rows(text: str, delsp: bool) -> list[Row]:
    """A row for each paragraph, with the number of its first line. delsp: drop the space that marks a flow."""
    rows: list[Row] = []
    paragraph: list[str] = []
    first = depth = 0
    flows = False  # whether the next line continues the paragraph
    for number, line in enumerate(physical_lines(text), 1):
        said = line.lstrip(">")
        quoted = len(line) - len(said)
        said = said.removeprefix(" ")  # which was stuffed there
        # A change of depth ends a paragraph even after a space, which the sender's program forgot to remove.
        if paragraph and not (flows and quoted == depth and said != SIGNATURE):
            rows.append(as_row(first, "".join(paragraph), depth))
            paragraph = []
        if not paragraph:
            first, depth = number, quoted
        flows = said.endswith(" ") and said != SIGNATURE
        paragraph.append(said[:-1] if delsp and flows else said)
    rows.append(as_row(first, "".join(paragraph), depth))
    return rows


SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNED_UNTIL = "-----BEGIN PGP SIGNATURE-----"
END = "-----END PGP SIGNATURE-----"


def without_armour(rows: Sequence[Row]) -> list[Row]:
    """*rows* without what PGP put around and into the signed text. The signature is not verified."""
    if not any(SIGNED in row.text for row in rows if not row.depth):
        return list(rows)
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
