"""What mail programs write above a quotation: "On Friday, GM <gm@example.org> wrote:", or a block of From, Sent, To.

A row is an attribution only if nothing else stands in front of it: an order that a program put into the same row is
parted from it (gm.post.inbound.quotations), or the row is left as it is, for the game to answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from gm.post.inbound import phrases
from gm.post.inbound.rows import Row, Split

COLONS = frozenset(":：")
MAX_ATTRIBUTION = 400  # characters; three lines of 78 and a long address
MAX_ROWS = 5  # of an attribution; most have one or two
MAX_HEADING = 8  # rows of a From, Sent, To, Subject block, with long lists of recipients
MAX_HEAD_ROWS = 40  # rows of a head as it came over the wire
MAX_NAME = 7  # words in front of the date, the address or the verb
RULES = "_=~>"
AROUND = " \t*-\u2013\u2014\"'\u00ab\u00bb<([" + "\u201c\u201e"  # what may stand around a name


class Rows(list[Row]):
    """The rows of a part, with what was found out about them: each is asked for by those around it, and by others.

    headings: whether one begins at an index; ends: the rows of the attribution that ends there; fields and wire: the
    names of the fields of a heading, and of a head, that a row may be; facts: whether it may be a field in an unknown
    language, has day and time, and has an address. followers and without_marks: see followers() and unmarked().
    split: what is new in them, once told apart. Then unmarked are the rows of the attribution at which the new text
    ends; glued: it ends at a separator that is in one row with more; unclear: a row of it may be an attribution.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.headings: dict[int, bool] = {}
        self.ends: dict[int, range] = {}
        self.split: Split | None = None
        self.without_marks: dict[int, range] | None = None
        self.unmarked = range(0)
        self.glued = self.unclear = False
        self.followers: list[int] = []
        self._fields: dict[int, tuple[str, ...]] = {}
        self._wire: dict[int, tuple[str, ...]] = {}
        self._facts: dict[int, tuple[bool, bool, bool]] = {}

    def fields(self, index: int) -> tuple[str, ...]:
        """The names that the field in a row may have, () if it is none; a date needs a digit."""
        if index not in self._fields:
            self._fields[index] = tuple(_fields(self[index]))
        return self._fields[index]

    def wire(self, index: int) -> tuple[str, ...]:
        """The names of fields in a row as they are in the head of a mail."""
        if index not in self._wire:
            found = phrases.WIRE_FIELD.findall(self[index].text[:MAX_ATTRIBUTION])
            self._wire[index] = tuple(name.lower() for name in found)
        return self._wire[index]

    def facts(self, index: int) -> tuple[bool, bool, bool]:
        """Whether a row may be a field in an unknown language, whether it has day and time, and an address."""
        if index not in self._facts:
            text = self[index].text[:MAX_ATTRIBUTION]
            timed = phrases.HAS_DAY.search(text) and phrases.HAS_TIME.search(text)
            address = phrases.HAS_ADDRESS.search(text)
            self._facts[index] = bool(phrases.FIELD.match(text)), bool(timed), bool(address)
        return self._facts[index]


def noted(rows: Sequence[Row]) -> Rows:
    """*rows* with room for what is found out about them."""
    return rows if isinstance(rows, Rows) else Rows(rows)


def followers(rows: Rows) -> list[int]:
    """For each row, the index of the next row that is not blank, len(rows) if there is none."""
    if rows.followers:
        return rows.followers
    following = []
    found = len(rows)
    for index in range(len(rows) - 1, -1, -1):
        following.append(found)
        text = rows[index].text
        if text and not text.isspace():
            found = index
    rows.followers = following[::-1]
    return rows.followers


def _joined(rows: Sequence[Row], indexes: range) -> str:
    return " ".join(rows[index].text.strip() for index in indexes)


# --- attributions ---


def attributions(rows: Rows) -> frozenset[int]:
    """The indexes of all rows that are part of an attribution; quoted rows, which nobody asks about, are none."""
    follower = followers(rows)
    ends = [n for n, row in enumerate(rows) if not row.depth and may_end(row) and backed(rows, follower[n])]
    return frozenset(index for end in ends for index in attribution_at(rows, end) or _short_one(rows, end))


def unmarked(rows: Rows) -> dict[int, range]:
    """The rows of the attributions of quotations that nothing marks, by the first of each."""
    if rows.without_marks is None:
        follower = followers(rows)
        ends = [n for n, row in enumerate(rows) if not row.depth and may_end(row) and not backed(rows, follower[n])]
        found = (attribution_at(rows, end) for end in ends if is_program(rows, end))
        rows.without_marks = {one[0]: one for one in found}
    return rows.without_marks


def _short_one(rows: Sequence[Row], end: int) -> range:
    """The row at *end* if it only says who wrote the quotation right below it ("The GameMaster writes:")."""
    text = rows[end].text
    marked = end + 1 < len(rows) and rows[end + 1].depth > 0
    short = marked and len(text) <= MAX_ATTRIBUTION and phrases.SHORT.fullmatch(text) and begins(text)
    return range(end, end + 1) if short else range(0)


def may_end(row: Row) -> bool:
    """Whether the row ends as attributions do: in a colon, or as those that have none."""
    text = row.text[:MAX_ATTRIBUTION].rstrip()
    if text[-1:] in COLONS:
        return True
    last = text.rsplit(maxsplit=1)[-1:]
    return bool(last and phrases.LAST_WORD.fullmatch(last[0])) or phrases.TO_A_MINUTE.fullmatch(text) is not None


def is_program(rows: Rows, end: int) -> bool:
    """Whether the attribution that ends at *end* is certainly a program's, even if nothing marks what follows it."""
    text = attribution_text(rows, end)
    if phrases.HAS_ADDRESS.search(text):
        return any(sign.search(text) for sign in (phrases.WROTE, phrases.HAS_DATE, phrases.QUOTING))
    wrote = phrases.WROTE.search(text) and phrases.THIS_CENTURY.search(text) and not phrases.I_WROTE.search(text)
    return bool(wrote) or phrases.TO_A_MINUTE.fullmatch(text) is not None


def may_introduce(text: str) -> bool:
    """Whether a row may be one of those that some program puts above a quotation."""
    head = text[:MAX_ATTRIBUTION]
    if phrases.WEB_ADDRESS.search(head) or phrases.LABEL.match(head) or not head.strip(AROUND + RULES):
        return True
    timed = phrases.HAS_DAY.search(head) and phrases.HAS_TIME.search(head)
    return bool(timed or phrases.SEPARATOR.fullmatch(head))


def may_be_glued(rows: Rows, index: int, follower: int) -> bool:
    """Whether a row that is no attribution ends in one all the same, and nothing marks what follows it."""
    text = rows[index].text[:MAX_ATTRIBUTION]
    marked = follower < len(rows) and rows[follower].depth > 0
    return not marked and phrases.NAMED_AND_WROTE.search(text) is not None


def backed(rows: Rows, follower: int) -> bool:
    """Whether a quotation or nothing follows; otherwise "what I wrote:" is just a sentence."""
    return follower == len(rows) or rows[follower].depth > 0 or is_heading(rows, follower)


def attribution_at(rows: Rows, end: int) -> range:
    """The rows of the attribution that ends at *end*, empty if none does."""
    if end not in rows.ends:
        found = _attribution(rows, end) if may_end(rows[end]) else range(0)
        rows.ends[end] = found if found and begins(rows[found[0]].text) else range(0)
    return rows.ends[end]


def attribution_text(rows: Rows, end: int) -> str:
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
    wholes = _wholes(rows, end)  # the shortest first, or an order on the row above would be taken for its start
    colon = rows[end].text.rstrip()[-1:] in COLONS
    for is_whole in (_has_opener, _has_no_opener, _says_who_and_when) if colon else (_has_no_colon,):
        for start, whole in wholes:
            if len(whole) <= MAX_ATTRIBUTION and is_whole(rows[start].text, whole, end - start):
                return range(_first(rows, start), end + 1)
    return range(0)


def _wholes(rows: Sequence[Row], end: int) -> list[tuple[int, str]]:
    """Where an attribution that ends at *end* may begin, and how it reads then."""
    wholes: list[tuple[int, str]] = []
    for start in range(end, max(end - MAX_ROWS, -1), -1):
        if rows[start].depth or not (rows[start].text.strip() or rows[min(start + 1, end)].text.startswith("<")):
            break
        if rows[start].text.strip():
            wholes.append((start, _joined(rows, range(start, end + 1))))
    return wholes


def _first(rows: Sequence[Row], start: int) -> int:
    """The first row of an attribution, whose day may stand on the row above the one at *start*."""
    if not start or rows[start - 1].depth or phrases.HAS_DAY.search(rows[start].text):
        return start
    above = rows[start - 1].text[:MAX_ATTRIBUTION]
    dated = phrases.HAS_DAY.search(above) and (phrases.OPENER.match(above) or phrases.HAS_TIME.search(above))
    return start - 1 if dated and begins(above) and above.rstrip()[-1:] not in COLONS else start


def _has_opener(first: str, whole: str, _more: int) -> bool:
    return bool(phrases.OPENER.match(first) and phrases.WROTE.search(whole))


def _has_no_opener(first: str, whole: str, more: int) -> bool:
    """A form like "GM <gm@example.org> writes:"; on two rows only if the first has both the address and the verb."""
    if more > 1:
        return False
    if phrases.DAY_AND_ADDRESS.fullmatch(whole) or (phrases.QUOTING.match(whole) and phrases.HAS_ADDRESS.search(whole)):
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


def _has_no_colon(_first: str, whole: str, _more: int) -> bool:
    return bool(phrases.WITHOUT_COLON.fullmatch(whole) or phrases.TO_A_MINUTE.fullmatch(whole))


# --- headings ---


def is_heading(rows: Rows, index: int) -> bool:
    """Whether a block of From, Sent, To, Subject starts here.

    It must contain the day: a player's press has From, To and Subject, too, and "From: Paris" may be anything.
    """
    if index >= len(rows):
        return False
    if index not in rows.headings:
        rows.headings[index] = _is_wire_head(rows, index) or _is_labelled(rows, index)
    return rows.headings[index]


def _is_labelled(rows: Rows, index: int) -> bool:
    if not (phrases.FIELD.match(rows[index].text) or rows.fields(index)):
        return False
    block = _block(rows, index, MAX_HEADING)
    if _is_foreign_heading([rows.facts(one) for one in block]):
        return True
    if not block or not rows.fields(index):
        return False
    found = {name for one in block for name in rows.fields(one)}
    known = [rows.facts(one) for one in block if rows.fields(one)]
    timed, address = any(timed for _, timed, _ in known), any(address for *_, address in known)
    others = found & {"to", "subject"}
    return "date" in found and bool(others or timed or address if "from" in found else others and timed and address)


def _is_wire_head(rows: Rows, index: int) -> bool:
    """Whether the head of a mail starts here as it came over the wire, or as it lies in a mailbox."""
    if not phrases.WIRE.match(rows[index].text[:MAX_ATTRIBUTION]):
        return False
    if index and phrases.WIRE.match(rows[index - 1].text[:MAX_ATTRIBUTION]):
        return False  # only its first line is asked, or a long head would cost much
    found = {name for one in _block(rows, index, MAX_HEAD_ROWS) for name in rows.wire(one)}
    return "from" in found and bool(found & {"date", "subject", "message-id"})


def _block(rows: Rows, index: int, most: int) -> list[int]:
    """The indexes from *index* on, at most so many, up to a row that is quoted, or blank with no field below it."""
    block: list[int] = []
    for one in range(index, min(index + most, len(rows))):
        if _is_plain(rows[one]):
            block.append(one)
        elif rows[one].depth or one + 1 >= len(rows) or not rows.fields(one + 1):
            break
    return block


def _is_foreign_heading(block: list[tuple[bool, bool, bool]]) -> bool:
    """Whether a block begins with four fields in an unknown language, one with day and time, one with an address."""
    fields = list(takewhile(lambda facts: facts[0], block))
    return len(fields) >= 4 and any(timed for _, timed, _ in fields) and any(address for *_, address in fields)


def _is_plain(row: Row) -> bool:
    return not row.depth and bool(row.text.strip())


def _fields(row: Row) -> list[str]:
    label = phrases.LABEL.match(row.text)
    if not label or (label["date"] and not any(sign.isdigit() for sign in label["value"])):
        return []
    return [name for name in phrases.LABELS if label[name]]
