"""What the writer of a text wrote, told apart from what a mail program quoted or added."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from gm.post.inbound import phrases
from gm.post.inbound.rows import Row

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
