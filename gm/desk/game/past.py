"""HISTORY and PHASE: which of the mails a reader was sent are sent again, the newest if they are too many. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from gm.desk import notices as said

RANGE = re.compile(r"(?:FROM\s+)?(\S+?)\s*(?:\.\.+|…|\s+TO\s+|\s*[-\u2010-\u2015\u2212]\s*)\s*(\S+)", re.IGNORECASE)
SINCE = re.compile(r"FROM\s+(\S+)", re.IGNORECASE)
PART = re.compile(r"(?:(?P<words>.*?)\s+)?(?P<part>\d{1,3})", re.DOTALL)
# Words told again in one mail: if no phase is named, that is one that people read, with what stands around them; else
# one that is about what was asked for as a whole, unless that is very much.
MOST, MOST_ASKED = 450, 5000
# Codes of the phases it is about (that then due first), when, subject, text, and the pictures in it as plain values.
Told = tuple[str, str, str, str, tuple[object, ...]]
Again = tuple[str, str, str]  # when, subject, text


def told_before(past: Sequence[Told], words: str) -> said.History:
    """The mails that *words* ask for; if there are none, the phases that can be asked for.

    A number behind the words is that of a part, counted from the newest.
    """
    numbered = PART.fullmatch(words.strip())
    named = (numbered["words"] or "" if numbered else words).strip().upper()
    asked, mails = _asked_for(past, named)
    if not mails and asked:
        return said.History(asked, (), phases_in(past))
    number = int(numbered["part"]) if numbered else 1
    return _part(said.History(asked, ()), mails, named, most=MOST_ASKED if asked else MOST, number=number)


def told_to_a_seat(past: Sequence[Told]) -> said.History:
    """What a seat was told before somebody took it over."""
    return _part(said.History("", ()), [_mail(one) for one in past], "", most=MOST_ASKED)


def phases_in(past: Sequence[Told]) -> tuple[str, ...]:
    """The phases that can be asked for."""
    return tuple(dict.fromkeys(code for one in past for code in one[0].split()))


def _asked_for(past: Sequence[Told], words: str) -> tuple[str, list[Again]]:
    """What *words* ask for, in words, and the mails: all, those about a phase (S1901M), from a phase on, between two.

    A span goes from the first mail about its first phase to the last mail about its last, in whichever order the two
    are given; it is empty if there is no mail about one of them.
    """
    if since := SINCE.fullmatch(words):
        begin = min(_places(past, since[1]), default=len(past))
        return f"{since[1]} and later", [_mail(one) for one in past[begin:]]
    span = RANGE.fullmatch(words)
    if span is None:
        return words, [_mail(one) for one in past if not words or words in one[0].split()]
    first, last = (_places(past, code) for code in span.groups())
    asked = f"{span[1]}..{span[2]}"
    if not first or not last:
        return asked, []
    return asked, [_mail(one) for one in past[min(*first, *last) : max(*first, *last) + 1]]


def page_of(past: Sequence[Told], code: str) -> tuple[said.History, tuple[object, ...]]:
    """The mails that told a reader what came of a phase, else the newest while it was due, and their pictures.

    If there are none, the phases that can be asked for.
    """
    code = code.upper()
    judged = [one for one in past if code in one[0].split(" ")[1:]]
    found = judged or [one for one in past if code in one[0].split()]
    if not code or not found:
        return said.History(code, (), phases_in(past)), ()
    pictures, mails = tuple(picture for one in found for picture in one[4]), [*map(_mail, found)]
    return _part(said.History(code, ()), mails, code, most=MOST_ASKED), pictures


def _part(history: said.History, mails: Sequence[Again], words: str, most: int, number: int = 1) -> said.History:
    """The part of *mails* with this number, counted from the newest; the last one if there are not so many."""
    parts: list[list[Again]] = [[]]
    room = most
    for piece in reversed([piece for mail in mails for piece in _pieces(mail, most)]):
        length = sum(len(text.split()) for text in piece)
        if length > room and parts[-1]:
            parts.append([])
            room = most
        parts[-1].insert(0, piece)
        room -= length
    number = min(number, len(parts))
    return replace(history, mails=tuple(parts[number - 1]), part=number, parts=len(parts), words=words)


def _pieces(mail: Again, most: int) -> Iterator[Again]:
    """A mail, cut between its lines if it alone has more words than a part may have."""
    when, subject, text = mail
    piece: list[str] = []
    room = left = most - len(f"{when} {subject}".split())
    for line in text.split("\n"):
        left -= len(line.split())
        if piece and left < 0:
            yield when, subject, "\n".join(piece)
            piece, left = [], room - len(line.split())
        piece.append(line)
    yield when, subject, "\n".join(piece)


def _places(past: Sequence[Told], code: str) -> list[int]:
    return [number for number, one in enumerate(past) if code in one[0].split()]


def _mail(one: Told) -> Again:
    return one[1:4]
