"""What the writer of a text wrote, told apart from what a mail program quoted or added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from gm.post.inbound import phrases
from gm.post.inbound.attributions import (
    MAX_ATTRIBUTION,
    Rows,
    attribution_at,
    attribution_text,
    attributions,
    backed,
    ends_in_colon,
    followers,
    is_heading,
    noted,
)
from gm.post.inbound.rows import Row, Split, as_row

MAX_JOINTS = 3  # places of one kind in a row at which an attribution may begin


def split(rows: Sequence[Row]) -> Split:
    """Sort *rows* into new text and quotations; blank rows at the ends of either are left out."""
    rows = noted(rows)
    if rows.split is None:
        rows.split = _split(rows)
    return rows.split


def _split(rows: Rows) -> Split:
    written: list[Row] = []
    quoted: list[Row] = []
    below: list[Row] = []
    attributed = attributions(rows)
    follower = followers(rows)
    in_signature = False
    for index, row in enumerate(rows):
        if row.depth:
            quoted.append(row)
        elif _rest_is_quoted(rows, index, follower[index]):
            quoted.extend(rows[index + 1 :])
            break
        elif index not in attributed and not _added(rows, index, follower[index]):
            # A signature line ends the letter, whatever is below it.
            signature = bool(phrases.SIGNATURE.fullmatch(row.text))
            if in_signature and not signature:
                below.append(row)
            in_signature = in_signature or signature
            if not in_signature:
                written.append(row)
    return Split(_trimmed(written), _trimmed(quoted), _trimmed(below))


def doubtful(rows: Sequence[Row]) -> bool:
    """Whether text without quote signs follows an attribution with address and date, on its line or below it.

    That text may or may not be a quotation; only another form of the same mail can tell.
    """
    rows = noted(rows)
    follower = followers(rows)
    return any(_is_glued(row.text) for row in rows if not row.depth) or any(
        phrases.HAS_ADDRESS.search(text) and phrases.HAS_DATE.search(text)
        for index, row in enumerate(rows)
        if not row.depth and ends_in_colon(row) and not backed(rows, follower[index])
        for text in [attribution_text(rows, index)]
    )


def _is_glued(text: str) -> bool:
    """Whether a separator or an attribution is on the same line as what follows it."""
    if phrases.GLUED.search(text):
        return True
    head = text[:MAX_ATTRIBUTION]
    wrote = phrases.WROTE_AND_GOES_ON.search(head) if phrases.OPENER.match(head) else None
    return wrote is not None and phrases.HAS_ADDRESS.search(head[: wrote.start()]) is not None


def _trimmed(rows: list[Row]) -> tuple[Row, ...]:
    filled = [index for index, row in enumerate(rows) if row.text.strip()]
    return tuple(rows[filled[0] : filled[-1] + 1]) if filled else ()


# --- what programs put above an unmarked quotation, or below the text ---


def _rest_is_quoted(rows: Rows, index: int, follower: int) -> bool:
    """Whether this is a program's separator or heading, below which everything is quoted without signs."""
    marked = follower < len(rows) and rows[follower].depth > 0
    if is_separator(rows[index].text):
        return not marked
    if phrases.FORWARDED.fullmatch(rows[index].text):
        return not marked and is_heading(rows, follower)
    return is_heading(rows, index)


def _added(rows: Rows, index: int, follower: int) -> bool:
    """Whether a program wrote this single row: a footer, a separator above quote signs, a rule above a heading."""
    text = rows[index].text
    if phrases.FOOTER.fullmatch(text) or is_separator(text):
        return True
    if phrases.FORWARDED.fullmatch(text):
        return backed(rows, follower)
    return bool(phrases.RULE.fullmatch(text) or phrases.RULED.fullmatch(text)) and is_heading(rows, follower)


def is_separator(text: str) -> bool:
    """Whether this row stands between the new text and a quotation, with dashes on either side."""
    if len(text) > MAX_ATTRIBUTION or not text.lstrip().startswith("-"):
        return False
    between = phrases.WROTE_BETWEEN.fullmatch(text) and phrases.ADDRESS_OR_DATE.search(text)
    return bool(between or phrases.SEPARATOR.fullmatch(text))


# --- rows made ready: what is glued is parted, what has other marks than quote signs is quoted ---


def prepared(rows: Sequence[Row]) -> Rows:
    """*rows* as split() and doubtful() need them: one thing in each row, and quotations known by their depth."""
    return _marked(_parted(noted(rows)))


def _parted(rows: Rows) -> Rows:
    """*rows*, those parted in which the writer's own text stands in front of an attribution."""
    follower = followers(rows)
    joints: dict[int, int] = {}
    for end, row in enumerate(rows):
        if ends_in_colon(row) and not row.depth and _introduces(rows, follower[end]):
            for start in range(end, max(end - 3, -1), -1):
                joint = _joint(rows, start, end) if not rows[start].depth else 0
                if joint:
                    joints[start] = joint
                    break
    if not joints:
        return rows  # with what was found out about them
    return Rows(piece for index, row in enumerate(rows) for piece in _pieces(row, joints.get(index, 0)))


def _introduces(rows: Rows, follower: int) -> bool:
    """Whether what stands above the row *follower* may introduce a quotation."""
    return backed(rows, follower) or phrases.MARK.match(rows[follower].text) is not None


def _joint(rows: Rows, start: int, end: int) -> int:
    """Where in row *start* the attribution begins that ends at *end*; 0 if it does not begin within the row."""
    text = rows[start].text[:MAX_ATTRIBUTION]
    sign = phrases.ANY_SIGN.search(text)
    places = [found.end() for found in islice(phrases.INNER_OPENER.finditer(text), MAX_JOINTS)]
    if start == end and not phrases.OPENER.match(text):
        before = text[: sign.start() + 10] if sign else text
        places += [found.end() for joint in phrases.JOINTS for found in islice(joint.finditer(before), MAX_JOINTS)]
    for place in places:
        if not text[:place].strip():
            continue
        rest = Rows([Row(rows[start].number, 0, rows[start].text[place:]), *rows[start + 1 : end + 1]])
        whole = attribution_at(rest, len(rest) - 1)
        if len(whole) == len(rest) and (start == end or _has_day_and_time(rest[0].text)):
            return place
    return 0


def _has_day_and_time(text: str) -> bool:
    return bool(phrases.HAS_DAY.search(text[:MAX_ATTRIBUTION]) and phrases.HAS_TIME.search(text[:MAX_ATTRIBUTION]))


def _pieces(row: Row, joint: int) -> list[Row]:
    if not joint:
        return [row]
    return [Row(row.number, 0, row.text[:joint].rstrip()), Row(row.number, 0, row.text[joint:])]


def _marked(rows: Rows) -> Rows:
    """*rows*, those quoted that have a mark instead of quote signs: a tab, a bar, the writer's initials (`GM> `).

    Initials before two rows are marks; any other mark is one from the row right below an attribution on.
    """
    follower = followers(rows)
    initials = Counter(found[0] for row in rows if not row.depth and (found := phrases.NAME_MARK.match(row.text)))
    marks = {mark for mark, count in initials.items() if count > 1}
    quoted: dict[int, Row] = {}
    for index, row in enumerate(rows):
        marks |= _marks_from(rows, index, follower[index]) if not row.depth else set()
        found = None if row.depth else phrases.MARK.match(row.text)
        if found and found[0] in marks:
            quoted[index] = as_row(row.number, row.text[found.end() :].removeprefix(" "), 1)
    return Rows(quoted.get(index, row) for index, row in enumerate(rows)) if quoted else rows


def _marks_from(rows: Rows, index: int, follower: int) -> set[str]:
    """The mark of the quotation that row *index* introduces or begins; empty if it does neither."""
    text = rows[index].text
    if text.startswith("\t") and is_heading(rows, index):
        return {"\t"}
    found = phrases.MARK.match(rows[follower].text) if follower < len(rows) else None
    return {found[0]} if found and (is_separator(text) or attribution_at(rows, index)) else set()
