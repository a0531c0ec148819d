"""What the writer of a text wrote, told apart from what a mail program quoted or added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice

from gm.post.inbound import footers, phrases
from gm.post.inbound.attributions import (
    MAX_ATTRIBUTION,
    Rows,
    attribution_at,
    attributions,
    backed,
    followers,
    is_heading,
    may_be_glued,
    may_end,
    noted,
    unmarked,
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
    attributed, without_marks = attributions(rows), unmarked(rows)
    follower = followers(rows)
    last_marked = max((index for index, row in enumerate(rows) if row.depth), default=-1)
    in_signature = False
    for index, row in enumerate(rows):
        if row.depth:
            quoted.append(row)
        elif index in without_marks:
            rows.unmarked = without_marks[index]
            quoted.extend(rows[rows.unmarked.stop :])
            break
        elif _rest_is_quoted(rows, index, follower[index]):
            rows.glued = phrases.GLUED.match(row.text) is not None
            quoted.extend(rows[index + 1 :])
            break
        elif _ends_text(row.text) and index > last_marked and any(row.text.strip() for row in written):
            in_signature = True
        elif index not in attributed and not _added(rows, index, follower[index]):
            # A signature line ends the letter, whatever is below it.
            signature = bool(phrases.SIGNATURE.fullmatch(row.text))
            if in_signature and not signature:
                below.append(row)
            in_signature = in_signature or signature
            if not in_signature:
                written.append(row)
                rows.unclear = rows.unclear or _is_glued(rows, index, follower[index])
    return Split(_trimmed(footers.own(written)), _trimmed(quoted), _trimmed(below))


def doubtful(rows: Sequence[Row]) -> bool:
    """Whether text without quote signs follows an attribution, on its line or below it.

    That text may or may not be a quotation; if there is another form of the same mail, that can tell.
    """
    rows = noted(rows)
    split(rows)
    return bool(rows.unmarked) or rows.unclear or rows.glued


def untold(rows: Sequence[Row]) -> bool:
    """Whether the writer's text cannot be told from a quotation that nothing marks.

    It can be if it stands above an attribution that is certainly a program's.
    """
    rows = noted(rows)
    found = split(rows)
    if rows.unclear or not (rows.unmarked or rows.glued):
        return rows.unclear
    return not found.written or any(row.depth for row in rows[rows.unmarked.stop :])


def _ends_text(text: str) -> bool:
    """Whether a row stands below a text: a program's sign-off, or Outlook's rule without a heading.

    What follows without quote signs is a quotation, or a footer.
    """
    return footers.is_sign_off(text) or phrases.BARE_RULE.fullmatch(text) is not None


def _is_glued(rows: Rows, index: int, follower: int) -> bool:
    """Whether a separator or an attribution is on the same line as what precedes or follows it."""
    return phrases.GLUED.search(rows[index].text) is not None or may_be_glued(rows, index, follower)


def _trimmed(rows: Sequence[Row]) -> tuple[Row, ...]:
    filled = [index for index, row in enumerate(rows) if row.text.strip()]
    return tuple(rows[filled[0] : filled[-1] + 1]) if filled else ()


# --- what programs put above an unmarked quotation, or below the text ---


def _rest_is_quoted(rows: Rows, index: int, follower: int) -> bool:
    """Whether this is a program's separator or heading, below which everything is quoted without signs."""
    marked = follower < len(rows) and rows[follower].depth > 0
    if is_separator(rows[index].text) or phrases.GLUED.match(rows[index].text):
        return not marked
    if phrases.FORWARDED.fullmatch(rows[index].text):
        return not marked and is_heading(rows, follower)
    return is_heading(rows, index)


def _added(rows: Rows, index: int, follower: int) -> bool:
    """Whether a program wrote this single row: a footer, a separator above quote signs, a rule above a heading."""
    text = rows[index].text
    if footers.is_sign_off(text) or is_separator(text):
        return True
    if phrases.FORWARDED.fullmatch(text):
        return backed(rows, follower)
    return bool(phrases.RULE.fullmatch(text) or phrases.RULED.fullmatch(text)) and _is_set_off(rows, follower)


def _is_set_off(rows: Rows, index: int) -> bool:
    """Whether a quotation or what introduces it begins here."""
    return is_heading(rows, index) or (index < len(rows) and rows[index].depth > 0) or index in unmarked(rows)


def is_separator(text: str) -> bool:
    """Whether this row stands between the new text and a quotation, with dashes on either side."""
    if len(text) > MAX_ATTRIBUTION:
        return False
    return bool(phrases.WROTE_BETWEEN.fullmatch(text) or phrases.SEPARATOR.fullmatch(text))


# --- rows made ready: what is glued is parted, what has other marks than quote signs is quoted ---


def prepared(rows: Sequence[Row]) -> Rows:
    """*rows* as split() and doubtful() need them: one thing in each row, and quotations known by their depth."""
    return _marked(_parted(_mended(noted(rows))))


def _mended(rows: Rows) -> Rows:
    """*rows* with the end of a broken address (`> wrote:`) as what it is: its sign looks like a quote sign."""
    ends = [n for n, row in enumerate(rows) if row.depth == 1 and phrases.BROKEN_OFF.fullmatch(row.text)]
    mended = {n: Row(rows[n].number, 0, f"> {rows[n].text}") for n in ends if _is_open(rows[max(n - 4, 0) : n])}
    return Rows(mended.get(n, row) for n, row in enumerate(rows)) if mended else rows


def _is_open(before: Sequence[Row]) -> bool:
    """Whether a bracket is open at the end of these rows, none of which is quoted."""
    text = "".join(row.text for row in before if not row.depth)
    return bool(before) and not before[-1].depth and text.count("<") > text.count(">")


def _parted(rows: Rows) -> Rows:
    """*rows*, those parted in which the writer's own text stands in front of an attribution, or a quotation behind."""
    rows = _parted_at(_parted_at(rows, _start_of_sign_off), _end_of_attribution)
    follower = followers(rows)
    joints: dict[int, int] = {}
    for end, row in enumerate(rows):
        if not row.depth and may_end(row) and (_introduces(rows, follower[end]) or _may_be_program(row.text)):
            for start in range(end, max(end - 3, -1), -1):
                joint = _joint(rows, start, end) if not rows[start].depth else 0
                if joint:
                    joints[start] = joint
                    break
    if not joints:
        return rows  # with what was found out about them
    return Rows(piece for index, row in enumerate(rows) for piece in _pieces(row, joints.get(index, 0)))


def _parted_at(rows: Rows, place: Callable[[str], int]) -> Rows:
    """*rows*, those parted in which *place* finds where something else begins; it says 0 if nothing does."""
    found = {number: at for number, row in enumerate(rows) if not row.depth and (at := place(row.text))}
    return Rows(piece for n, row in enumerate(rows) for piece in _pieces(row, found.get(n, 0))) if found else rows


def _start_of_sign_off(text: str) -> int:
    """Where a sign-off begins that stands right behind the writer's text."""
    found = phrases.GLUED_SIGN_OFF.search(text) if len(text) <= MAX_ATTRIBUTION else None
    return found.start() if found and footers.is_sign_off(text[found.start() :]) else 0


def _end_of_attribution(text: str) -> int:
    """Where an attribution ends that goes on with the first line of a quotation."""
    head = text[:MAX_ATTRIBUTION]
    found = phrases.GOES_ON.search(head)
    if found is None or is_separator(text):
        return 0
    before = head[: found.start()]
    dated = phrases.OPENER.match(head) and _has_day_and_time(before)
    return found.end() if dated or phrases.NAMED_AND_WROTE.search(head[: found.end()]) else 0


def _may_be_program(text: str) -> bool:
    """Whether a row has what an attribution needs to be certain."""
    return phrases.HAS_ADDRESS.search(text[:MAX_ATTRIBUTION]) is not None


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
