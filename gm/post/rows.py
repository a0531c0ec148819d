"""Physical lines of a text part, each with its number and its depth of quotation."""

import re

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
