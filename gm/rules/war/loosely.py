"""Orders of the war games in plain words: the fields, numbers and words of a line, put together as they were meant.

Nothing is done by it; the desk proposes what is right. What may be ordered is each game's own affair.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from gm.rules.lines.guessing import NUMBERS, READY, STAYS, denied, spelt, unlisted
from gm.rules.lines.slips import in_form
from gm.rules.war.piles import Piles, in_order

MAN, TRUCK, JUMP, FIRE, AIR, AIRPORT = "MAN", "TRUCK", "JUMP", "FIRE", "AIR", "AIRPORT"
WORDS: Mapping[str, str] = {
    **dict.fromkeys(("MAN", "MEN", "CHIP", "CHIPS", "MOVE", "WALK", "INFANTRY", "SOLDIER", "SOLDIERS", "TROOPS"), MAN),
    **dict.fromkeys(("TRUCK", "TRUCKS", "LORRY", "DRIVE", "VEHICLE"), TRUCK),
    **dict.fromkeys(("JUMP", "JUMPS"), JUMP),
    **dict.fromkeys(("FIRE", "FIRES", "FIRING", "SHOOT", "SHOOTS", "SHOT", "AIM", "AIMS"), FIRE),
    **dict.fromkeys(("ATTACK", "TARGET", "BOMB"), FIRE),
    **dict.fromkeys(("AIR", "FLY", "FLIES", "FLIGHT", "AIRLIFT", "PLANE", "AIRPLANE"), AIR),
    "AIRPORT": AIRPORT,
}  # fmt: skip
ALL = "ALL"
EVERY = frozenset({"ALL", "EVERYBODY", "EVERYONE", "WHOLE", "EACH"})
GLUED = re.compile(r"\b(MAN|MEN|TRUCK|FIRE|AIR|JUMP|PLACE|CITIES)(?=[A-Z]\d)", re.IGNORECASE)
COUNTED = re.compile(r"\b(\d)(?=[A-Z]\d{1,2}\b)", re.IGNORECASE)  # 3G14
JOINED = re.compile(r"(?<=\d)\s*[/_]\s*(?=[A-Z]\d)", re.IGNORECASE)  # h5/h6
TOKEN = re.compile(
    r"(?<!\S)[xX\u00d7*]\s?(?P<times>\d{1,2})\b|(?P<field>\b[A-Za-z]\d{1,2}\b)|(?P<number>\b\d{1,2}\b)|(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)?)"
    r"|(?P<end>[.;,!&+()])"
)
HOLDS = re.compile(
    r"\b(?:hold|cease|stop|no|never|do\s+not|don['\u2019]?t|won['\u2019]?t)\b.{0,12}\b(?:fire|firing|shots?|shoot(?:ing)?|aim(?:ing)?)",
    re.IGNORECASE,
)
ZERO = re.compile(r"\b0(\d{1,2})\b")  # the letter O
MISTYPED = re.compile(r"\b([A-Z]\d)O\b|(?<=\d-)([A-Z])S\b", re.IGNORECASE)  # G1O, C4-DS
SAME_COLUMN = re.compile(r"\b([A-Z])(\d{1,2})\s*-\s*(\d{1,2})(?![\w-])", re.IGNORECASE)  # G5-6
FIELD = r"[A-Za-z]\d{1,2}"
SHOT_WITH = re.compile(  # the target first: G10 with 2 from G9
    rf"\b({FIELD})\s+with\s+(?:(\w+)\s+)?(?:(?:men|man|chips?)\s+)?(?:(?:from|of|on|at)\s+)?({FIELD})\b", re.IGNORECASE
)
LISTED = re.compile(r"\s*\d{1,2}\s*[:.)]")  # perhaps the number of a list, perhaps of men
CLAUSE = re.compile(r"[.;,!()]+")


class Found(msgspec.Struct, frozen=True):
    """An order as it was meant: its word, its fields, and its number, "" for none, ALL for all."""

    word: str
    path: tuple[str, ...]
    number: str = ""


def orders_in(text: str, word: str) -> list[Found]:
    """Return the orders of a line. word: what a pair of fields means before any word."""
    found, said = list[Found](), _said(text)
    number, closed = "", False
    for at, (kind, what) in enumerate(said):
        last = found[-1] if found else None
        full = last is not None and len(last.path) > 1
        if kind == "word":
            word = word if what == MAN and not (closed or full) else what  # JUMP one MAN
            closed = closed or full
        elif kind == "end":
            driven = what == "," and word == TRUCK and said[at + 1 : at + 2] and said[at + 1][0] == "field"
            closed = closed or (full and not driven)
            number = "" if what in ".;" else number
        elif kind == "number" and last is not None and not last.number and not _is_before_a_field(said, at):
            found[-1] = replace(last, number=what)
        elif kind == "number":
            number, closed = what, closed or full
        elif last is None or closed or (full and last.word != TRUCK):
            found.append(Found(word, (what,), number))
            number, closed = "", False
        else:
            found[-1] = replace(last, path=(*last.path, what), number=last.number or number)
            number = ""
    return found


def _said(text: str) -> list[tuple[str, str]]:
    """Return what a line says, word by word: fields, numbers, words of orders, and ends.

    [] if it denies something, or begins with what may be the number of a list.
    """
    text = _in_form(unlisted(text))
    if LISTED.match(text):
        return []
    parts = [part for part in CLAUSE.split(text) if _means_something(part)]
    if any(map(denied, parts)):
        return []
    said: list[tuple[str, str]] = []
    for match in TOKEN.finditer(text):
        upper = (match["word"] or "").upper()
        if match["field"]:
            said.append(("field", match["field"].upper()))
        elif number := match["times"] or match["number"] or NUMBERS.get(upper) or (ALL if upper in EVERY else ""):
            said.append(("number", number))
        elif match["end"]:
            said.append(("end", match["end"]))
        elif word := WORDS.get(spelt(upper, WORDS), ""):
            said.append(("word", word))
    merged: list[tuple[str, str]] = []
    for one in said:  # "all three" is three
        if merged and one[0] == merged[-1][0] == "number" and ALL in (one[1], merged[-1][1]):
            merged[-1] = one if merged[-1][1] == ALL else merged[-1]
        else:
            merged.append(one)
    return merged


def _is_before_a_field(said: Sequence[tuple[str, str]], at: int) -> bool:
    """Return whether the number there belongs to the field behind it: 2 G5, 2 men G5, but not WITH 2 MAN G5."""
    behind = [one for one in said[at + 1 :] if one != ("word", MAN)]
    return bool(behind) and behind[0][0] == "field"


def fields_in(text: str) -> list[tuple[str, str]]:
    """Return the fields of a line, each with its number, "" for none: behind it, if the line ends with a number."""
    said = [match for match in TOKEN.finditer(_in_form(text)) if not match["end"]]
    counts = [match["times"] or match["number"] or NUMBERS.get((match["word"] or "").upper(), "") for match in said]
    behind = bool(said) and bool(said[0]["field"]) and bool(counts[-1])
    found, number = list[tuple[str, str]](), ""
    for match, count in zip(said, counts, strict=True):
        if match["field"]:
            found.append((match["field"].upper(), "" if behind else number))
            number = ""
        elif behind and count and found:
            found[-1] = (found[-1][0], count)
        else:
            number = count or number
    return found


def without_fire(text: str, fire: bool) -> tuple[str, ...]:
    """Return the lines that a line without a field means: nobody moves, nobody fires; and READY."""
    if fields_in(text):
        return ()
    ready = READY.search(text) is not None
    if fire and HOLDS.search(text):
        return ("HOLD FIRE\nREADY" if ready else "HOLD FIRE",)
    if ready and not denied(STAYS.sub("", text)):
        return ("READY", "READY NOTHING")
    return ("READY NOTHING",) if STAYS.search(text) and not fire else ()


def with_ready(lines: Sequence[str], text: str) -> tuple[str, ...]:
    """Return these lines as one guess, with READY below them if the text says so; () if there are none."""
    if not lines:
        return ()
    return ("\n".join((*lines, *(["READY"] if READY.search(text) else []))),)


def shots_at(target: str, number: str, aiming: Piles, near: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield who may be meant to fire at a field, and how many: all beside it, or those who are as many."""
    beside = [field for field in in_order(aiming) if field in near]
    if number.isdigit():
        same = [field for field in beside if aiming[field] == int(number)]
        if not same and len(beside) == int(number):  # both piles
            yield from ((field, aiming[field]) for field in beside)
        else:
            meant = same if len(same) == 1 else beside if len(beside) == 1 else []
            yield from ((field, int(number)) for field in meant)
    else:
        yield from ((field, aiming[field]) for field in beside)


def _in_form(text: str) -> str:
    text = MISTYPED.sub(lambda one: f"{one[1]}0" if one[1] else f"{one[2]}5", ZERO.sub(r"O\1", text))
    text = SHOT_WITH.sub(r"\2 \3-\1", SAME_COLUMN.sub(r"\1\2-\1\3", text))
    return JOINED.sub("-", COUNTED.sub(r"\1 ", GLUED.sub(r"\1 ", in_form(text))))


def _means_something(part: str) -> bool:
    """Return whether a part of a line holds anything of the game."""
    return any(
        match["field"] or match["number"] or spelt(match["word"] or "", {*WORDS, *NUMBERS, *EVERY})
        for match in TOKEN.finditer(part)
    )
