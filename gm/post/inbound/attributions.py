"""What mail programs write above a quotation: "On Friday, GM <gm@example.org> wrote:", or a block of From, Sent, To.

A row is an attribution only if nothing else stands in front of it: an order that a program put into the same row is
parted from it (gm.post.inbound.parting), or the row is left as it is, for the game to answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from gm.post.inbound import phrases
from gm.post.inbound.rows import Row

MAX_ATTRIBUTION = 400  # characters; three lines of 78 and a long address
MAX_HEADING = 8  # rows of a From, Sent, To, Subject block, with long lists of recipients
MAX_HEAD_ROWS = 40  # rows of a head as it came over the wire
MAX_NAME = 7  # words in front of the date, the address or the verb
AROUND = " \t*-\u2013\u2014\"'\u00ab\u00bb<([" + "\u201c\u201e"  # what may stand around a name


def followers(rows: Sequence[Row]) -> list[int]:
    """For each row, the index of the next row that is not blank, len(rows) if there is none."""
    following = [len(rows)] * len(rows)
    for index in range(len(rows) - 2, -1, -1):
        following[index] = index + 1 if rows[index + 1].text.strip() else following[index + 1]
    return following


def _joined(rows: Sequence[Row], indexes: range) -> str:
    return " ".join(rows[index].text.strip() for index in indexes)


# --- attributions ---


def attributions(rows: Sequence[Row]) -> frozenset[int]:
    """The indexes of all rows that are part of an attribution."""
    follower = followers(rows)
    ends = [index for index, row in enumerate(rows) if ends_in_colon(row) and backed(rows, follower[index])]
    return frozenset(index for end in ends for index in attribution_at(rows, end) or _short_one(rows, end))


def _short_one(rows: Sequence[Row], end: int) -> range:
    """The row at *end* if it only says who wrote the quotation right below it ("The GameMaster writes:")."""
    text = rows[end].text
    marked = end + 1 < len(rows) and rows[end + 1].depth > 0
    short = marked and len(text) <= MAX_ATTRIBUTION and phrases.SHORT.fullmatch(text) and begins(text)
    return range(end, end + 1) if short else range(0)


def ends_in_colon(row: Row) -> bool:
    """Whether the row ends as attributions do."""
    return row.text.rstrip().endswith((":", "："))


def backed(rows: Sequence[Row], follower: int) -> bool:
    """Whether a quotation or nothing follows; otherwise "what I wrote:" is just a sentence."""
    return follower == len(rows) or rows[follower].depth > 0 or is_heading(rows, follower)


def attribution_at(rows: Sequence[Row], end: int) -> range:
    """The rows of the attribution that ends at *end*, empty if none does."""
    found = _attribution(rows, end) if ends_in_colon(rows[end]) else range(0)
    return found if found and begins(rows[found[0]].text) else range(0)


def attribution_text(rows: Sequence[Row], end: int) -> str:
    """The attribution that ends at *end*, on one line; "" if none does."""
    return _joined(rows, attribution_at(rows, end))


def begins(text: str) -> bool:
    """Whether an attribution can begin with *text*: with an opener, or a name and then the date, address or verb.

    What else stands there (`4 : A PAR - BUR The GameMaster writes:`) is the writer's.
    """
    if phrases.OPENER.match(text[:MAX_ATTRIBUTION]):
        return True
    sign = phrases.ANY_SIGN.search(text[:MAX_ATTRIBUTION])
    before = text[: sign.start()] if sign else text[:MAX_ATTRIBUTION]
    words = before.strip(AROUND + ":：").split()
    dated = bool(sign and phrases.HAS_DATE.match(text, sign.start()))
    if words and not dated and words[0][0].islower():
        return False
    if len(words) > 1 and any(phrases.SHOUTED.fullmatch(word) for word in words):
        return False
    return len(words) <= MAX_NAME and all(phrases.NAME_WORD.fullmatch(word) for word in words)


def _attribution(rows: Sequence[Row], end: int) -> range:
    wholes: list[tuple[int, str]] = []  # the shortest first, or an order on the row above would be taken for its start
    for start in range(end, max(end - 3, -1), -1):
        if rows[start].depth or not rows[start].text.strip():
            break
        wholes.append((start, _joined(rows, range(start, end + 1))))
    for is_whole in (_has_opener, _has_no_opener, _says_who_and_when):
        for start, whole in wholes:
            if len(whole) <= MAX_ATTRIBUTION and is_whole(rows[start].text, whole, end - start):
                return range(start, end + 1)
    return range(0)


def _has_opener(first: str, whole: str, _more: int) -> bool:
    return bool(phrases.OPENER.match(first) and phrases.WROTE.search(whole))


def _has_no_opener(first: str, whole: str, more: int) -> bool:
    """A form like "GM <gm@example.org> writes:"; on two rows only if the first has both the address and the verb."""
    if more > 1:
        return False
    if phrases.DAY_AND_ADDRESS.fullmatch(whole):
        return True
    if more and not phrases.HAS_ADDRESS.search(first):
        return False
    return bool(phrases.WROTE.search(first) and phrases.ADDRESS_OR_DATE.search(whole))


def _says_who_and_when(first: str, whole: str, _more: int) -> bool:
    """A form in an unknown language: the day in the first row, and an address, or else the time of day with it."""
    if not phrases.HAS_DATE.search(first):
        return False
    timed = phrases.HAS_DAY.search(first) and phrases.HAS_TIME.search(first)
    return bool(phrases.HAS_ADDRESS.search(whole) or timed)


# --- headings ---


def is_heading(rows: Sequence[Row], index: int) -> bool:
    """Whether a block of From, Sent, To, Subject starts here.

    It must contain the day: a player's press has From, To and Subject, too, and "From: Paris" may be anything.
    """
    if index < len(rows) and _is_wire_head(rows, index):
        return True
    if index >= len(rows) or not (phrases.FIELD.match(rows[index].text) or phrases.LABEL.match(rows[index].text)):
        return False
    block = list(takewhile(_is_plain, rows[index : index + MAX_HEADING]))
    if _is_foreign_heading(block):
        return True
    if not block or not _fields(block[0]):
        return False
    found = {name for row in block for name in _fields(row)}
    return {"from", "date"} <= found and bool(found & {"to", "subject"})


def _is_wire_head(rows: Sequence[Row], index: int) -> bool:
    """Whether the head of a mail starts here as it came over the wire, or as it lies in a mailbox."""
    if not phrases.WIRE.match(rows[index].text[:MAX_ATTRIBUTION]):
        return False
    if index and phrases.WIRE.match(rows[index - 1].text[:MAX_ATTRIBUTION]):
        return False  # only its first line is asked, or a long head would cost much
    block = takewhile(_is_plain, rows[index : index + MAX_HEAD_ROWS])
    found = {name.lower() for row in block for name in phrases.WIRE_FIELD.findall(row.text[:MAX_ATTRIBUTION])}
    return "from" in found and bool(found & {"date", "subject", "message-id"})


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
