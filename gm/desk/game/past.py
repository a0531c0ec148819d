"""HISTORY and PHASE: which of the mails a reader was sent are sent again. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from gm.desk import notices as said

RANGE = re.compile(r"(?:FROM\s+)?(\S+?)\s*(?:\.\.+|…|\s+TO\s+|\s*[-\u2010-\u2015\u2212]\s*)\s*(\S+)", re.IGNORECASE)
SINCE = re.compile(r"FROM\s+(\S+)", re.IGNORECASE)
# Codes of the phases it is about (that then due first), when, subject, text, and the pictures in it as plain values.
Told = tuple[str, str, str, str, tuple[object, ...]]


def told_before(past: Sequence[Told], words: str) -> said.History:
    """The mails that *words* ask for; if there are none, the phases that can be asked for."""
    found = _asked_for(past, words)
    if found.mails or not found.asked:
        return found
    return replace(found, phases=phases_in(past))


def phases_in(past: Sequence[Told]) -> tuple[str, ...]:
    """The phases that can be asked for."""
    return tuple(dict.fromkeys(code for one in past for code in one[0].split()))


def _asked_for(past: Sequence[Told], words: str) -> said.History:
    """The mails that *words* ask for: all, or those about one phase (S1901M), from a phase on, or between two phases.

    A span goes from the first mail about its first phase to the last mail about its last, in whichever order the two
    are given; it is empty if there is no mail about one of them.
    """
    span = RANGE.fullmatch(words.strip())
    if since := SINCE.fullmatch(words.strip()):
        begin = min(_places(past, since[1].upper()), default=len(past))
        return said.History(f"{since[1].upper()} and later", tuple(_mail(one) for one in past[begin:]))
    if span is None:
        wanted = words.strip().upper()
        return said.History(wanted, tuple(_mail(one) for one in past if not wanted or wanted in one[0].split()))
    first, last = (_places(past, code.upper()) for code in span.groups())
    asked = f"{span[1]}..{span[2]}".upper()
    if not first or not last:
        return said.History(asked, ())
    chosen = past[min(*first, *last) : max(*first, *last) + 1]
    return said.History(asked, tuple(_mail(one) for one in chosen))


def page_of(past: Sequence[Told], code: str) -> tuple[said.History, tuple[object, ...]]:
    """The mails that told a reader what came of a phase, else all that came while it was due, and their pictures.

    If there are none, the phases that can be asked for.
    """
    code = code.upper()
    found = [one for one in past if code in one[0].split(" ")[1:]] or [one for one in past if code in one[0].split()]
    if not code or not found:
        return said.History(code, (), phases_in(past)), ()
    return said.History(code, tuple(map(_mail, found))), tuple(picture for one in found for picture in one[4])


def _places(past: Sequence[Told], code: str) -> list[int]:
    return [number for number, one in enumerate(past) if code in one[0].split()]


def _mail(one: Told) -> tuple[str, str, str]:
    return one[1:4]
