"""What a letter quotes of our mails: which of the quoted lines its writer has changed, and which are ours."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from gm.desk.commands.table import command_reader
from gm.desk.letter.cutting import ENDS
from gm.post.inbound.attributions import may_introduce
from gm.post.inbound.letter import Line as Quoted
from gm.post.inbound.letter import Mail
from gm.post.inbound.limits import UNTOLD
from gm.rules import Line
from gm.rules.lines.words import first_word

MOST_CHANGED = 500  # most quoted lines examined that differ from what we wrote
LONGEST_CHANGED = 400  # characters of such a line
MOST_JOINED = 4  # lines that a mail program may have made of one of ours, or of which it made one
SIGNS = "> *•\t"  # of quotations and of lists; in some programs' text parts, list items begin with one
LEAST_RUN = 8  # lines of ours in a row that may be an unmarked quotation
WHOLE = 0.75  # of a mail of ours, without an attribution above it
CELLS = re.compile(r"\s{2,}")


def compared(body: str) -> list[str]:
    """The lines of a text of ours, as they are compared with those of a letter."""
    return [_plain(line) for line in body.split("\n")]


def changed(quoted: Sequence[Quoted], bodies: Sequence[str], lines: Sequence[Sequence[str]]) -> tuple[Line, ...]:
    """Those of the *quoted* lines that are none of *bodies*, the texts of our mails. *lines*: of each (see compared).

    Ours are also their parts (some programs put each cell of a table or each word on a line), in capitals (headings),
    and broken or joined elsewhere.
    """
    known = {line for body in lines for line in body}
    if all(_plain(one.text) in known for one in quoted):
        return ()  # as most programs quote
    ours = {text for body in bodies for text in _ours(body)}
    # No person changes more than this: a program has rewrapped the lines.
    return tuple(islice((Line(one.number, one.text) for one in _not_in(ours, quoted)), MOST_CHANGED))


def with_changes(quoted: Sequence[Quoted], sheet: Iterable[str], differs: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of our *sheet* that are *quoted*, each once, and those that differ, in the order of the quotation.

    () if nothing of the sheet is quoted, or nothing differs.
    """
    left, texts = {_plain(line): line for line in sheet}, {line.number: line for line in differs}
    of_sheet: list[Line] = []
    index = 0
    while index < len(quoted):
        count, whole = _first_of(left, quoted, index)
        number = quoted[index].number
        of_sheet += [Line(number, left.pop(whole))] if count else [texts[number]] if number in texts else []
        index += count or 1
    numbers = {line.number for line in of_sheet}
    return tuple(of_sheet) if not numbers <= {*texts} and not numbers.isdisjoint(texts) else ()


def without_ours(mail: Mail, bodies: Sequence[str], compared: Sequence[Sequence[str]]) -> Mail:
    """*mail* without the lines of our mails (*bodies*) that it was taken to say itself; they become quoted ones.

    compared: the lines of each, as they are compared. If such lines are all that it says, or a quotation within a
    message of the writer's may be theirs, its trouble is that they cannot be told apart.
    """
    known = {line for body in compared for line in body if line}
    mail = _without_ends(mail, known)
    start = _unmarked(mail.lines, bodies, compared) if len(mail.lines) >= LEAST_RUN else None
    if start is not None:
        mail = _requoted(mail, mail.lines[:start], mail.lines[start:])
        if not any(line.text.strip() for line in mail.lines):
            return replace(mail, trouble=UNTOLD)
    return replace(mail, trouble=UNTOLD) if _is_cut_short(mail, known) else mail


def _is_cut_short(mail: Mail, known: Collection[str]) -> bool:
    """Whether a message of the writer's lacks its END, which stands in what was taken for a quotation."""
    words = [first_word(line.text) for line in mail.lines]
    opened = max((number for number, word in enumerate(words) if word in command_reader().bodies), default=-1)
    if opened < 0 or not {*words[opened:]}.isdisjoint(ENDS):
        return False
    return any(first_word(line.text) in ENDS and _plain(line.text) not in known for line in mail.quoted)


def _without_ends(mail: Mail, known: Collection[str]) -> Mail:
    """*mail* without the ends of quoted lines of ours that a program has broken, and not marked."""
    before = {line.number + 1: line for line in mail.quoted}
    ends = [
        line for line in mail.lines
        if line.number in before and f"{_plain(before[line.number].text)} {_plain(line.text)}".strip() in known
    ]  # fmt: skip
    return _requoted(mail, tuple(line for line in mail.lines if line not in ends), ends) if ends else mail


def _requoted(mail: Mail, lines: Sequence[Quoted], quoted: Sequence[Quoted]) -> Mail:
    """*mail* with these lines of the writer's own, and these beside what it quotes."""
    both = sorted((*quoted, *mail.quoted), key=lambda line: line.number)
    return replace(mail, lines=tuple(lines), quoted=tuple(both))


def _unmarked(lines: Sequence[Quoted], bodies: Sequence[str], compared: Sequence[Sequence[str]]) -> int | None:
    """Where in *lines* a mail of ours begins without quote signs, with what a program has put above it; None if none.

    Some of our lines anywhere are no quotation: orders are sent back as we showed them, and results passed on.
    """
    written = [number for number, line in enumerate(lines) if line.text.strip()]
    texts = [lines[number].text for number in written]
    for body, plain in zip(bodies, compared, strict=True):
        ours = [one for one, line in zip(plain, body.split("\n"), strict=True) if line.strip()]
        start, length = _longest_run(texts, frozenset(ours))
        first = start
        while first and may_introduce(texts[first - 1]):
            first -= 1
        if length >= LEAST_RUN and (first < start or length >= WHOLE * len(ours)):
            return written[first]
    return None


def holds_ours(lines: Sequence[Quoted], compared: Sequence[Sequence[str]]) -> bool:
    """Whether several lines in a row are of one of our mails; *compared*: the lines of each."""
    texts = [line.text for line in lines if line.text.strip()]
    return any(_longest_run(texts, frozenset(filter(None, plain)))[1] >= LEAST_RUN for plain in compared)


def _longest_run(written: Sequence[str], ours: Collection[str]) -> tuple[int, int]:
    """Where the longest run of lines of *ours* begins, and its length."""
    best = start = length = 0
    for index, text in enumerate(written):
        length = length + 1 if _plain(text) in ours else 0
        if length > best:
            best, start = length, index - length + 1
    return start, best


def _ours(body: str) -> Iterator[str]:
    """The lines of *body* as compared with quotations, their cells and words, and what joining makes of some."""
    lines = body.split("\n")
    for index, line in enumerate(lines):
        whole = _plain(line)
        yield whole
        yield from whole.split()
        yield from map(_plain, CELLS.split(line.strip()))
        for after in lines[index + 1 : index + MOST_JOINED]:
            if not after.strip():
                break
            whole = f"{whole} {_plain(after)}"
            yield whole


def _not_in(ours: set[str], quoted: Sequence[Quoted]) -> Iterator[Quoted]:
    index = 0
    while index < len(quoted):
        count = _count_of_ours(ours, quoted, index)
        if not count and len(quoted[index].text) <= LONGEST_CHANGED:
            yield quoted[index]
        index += count or 1


def _count_of_ours(ours: set[str], quoted: Sequence[Quoted], index: int) -> int:
    """How many lines from *index* on are one of *ours*; 0 if this one is not."""
    return _first_of(ours, quoted, index)[0]


def _first_of(ours: Collection[str], quoted: Sequence[Quoted], index: int) -> tuple[int, str]:
    """How many lines from *index* on are one of *ours*, and which; 0 and "" if this one is not."""
    whole = ""
    for count, line in enumerate(quoted[index : index + MOST_JOINED], 1):
        whole = f"{whole} {_plain(line.text)}".strip()
        if whole in ours:
            return count, whole
    return 0, ""


def _plain(line: str) -> str:
    return " ".join(line.lstrip(SIGNS).split()).casefold()
