"""Standing orders of both war games, in games that have them (`ahead`): how they are written, and at whom they fire.

Who may aim, and what a side knows of the enemy, is each game's own affair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import UnsetType

from gm.rules import Line, Phase, Problem
from gm.rules.lines.letters import Fault, not_done
from gm.rules.lines.slips import in_form, slips_of, talks
from gm.rules.lines.words import BULLETS, STOPS, asks, bare, first_word, without_courtesy, without_remark
from gm.rules.pictures.honeycomb import Board
from gm.rules.war.faults import words
from gm.rules.war.fire import shot
from gm.rules.war.notices import StandingOrders
from gm.rules.war.piles import Piles, extent, in_order

STAND = "STAND"
ALL, NONE = "ALL", "NONE"
EVERYWHERE = (ALL,)
SETTING = ("ahead", "standing orders are kept: who stands, stays and fires (HELP AHEAD)")
POLITE = re.compile(rf"[{BULLETS}]*(?:please|pls|plz)[\s,:]+", re.IGNORECASE)
WRITTEN = re.compile(rf"[{BULLETS}]*(?P<word>STAND(?:ING\s+ORDERS?)?)(?![^\W_])(?P<rest>.*)", re.IGNORECASE)
ENDED = re.compile(  # of a line in capitals, with single spaces
    r"(?:NO|DO NOT|DON['\u2019]?T|CLEAR|CANCEL|END|STOP|DROP)(?: (?:ALL|MY|OUR|THE))* STAND(?:ING(?: ORDERS?)?)?"
    r"|UNSTAND(?: ALL)?"
)
EMPTY = frozenset({NONE, "OFF", "DOWN", "NO", "NOBODY", "NOWHERE", "NOT"})
FULL = frozenset({ALL, "EVERYWHERE", "EVERYBODY"})
PART = re.compile(r"[^\s,;&+:.!?()\[\]{}<>=/\"'\u2018\u2019\u201c\u201d]+")
JOINTS = frozenset({"AND", "ON", "AT", "IN", "THE", "FIELD", "FIELDS", "MY", "OUR", "OF", "THEM", "MEN", "CHIPS"})
FIELD = re.compile(r"[A-Z]\d{1,4}")
KNOWN = frozenset({ALL, NONE})
Stands = Mapping[str, tuple[str, ...]]  # by side: fields, or EVERYWHERE


class Stand(msgspec.Struct, frozen=True):
    """STAND: from now on the men of these fields stand; EVERYWHERE: all; nothing: nobody any more."""

    fields: tuple[str, ...]


def is_stand(line: Line, ahead: object) -> bool:
    """Return whether a line is about standing orders, right or wrong. ahead: whether the game keeps any."""
    try:
        return read_stand(line, ahead) is not None
    except Fault:
        return True


def read_stand(line: Line, ahead: object) -> Stand | None:
    """Return the standing orders that a line sets, its fields as written, in capitals; None if it sets none.

    ahead: whether the game keeps any. In one that does not, only what can be nothing else is taken for them.
    Raises Fault for one that is asked, and for one that names something else.
    """
    text = without_courtesy(without_remark(line.text))
    polite = POLITE.match(text)
    text = " " * polite.end() + text[polite.end() :] if polite else text
    stand = _meant(line, text) if ahead is True else _plainly(text)
    if stand is not None and asks(line.text):
        raise Fault(not_done(line))
    return stand


def _plainly(text: str) -> Stand | None:
    """Return what a line sets that is nothing but `STAND G5 H7`, `STAND ALL` or `STAND NONE`; None for any other."""
    word, *rest = bare(text).split() or [""]
    if word != STAND or not rest:
        return None
    if all(FIELD.fullmatch(one.strip(",;")) for one in rest):
        return Stand(tuple(dict.fromkeys(one.strip(",;") for one in rest)))
    return _whom(rest) if len(rest) == 1 and rest[0] in KNOWN and text.isupper() else None


def _meant(line: Line, text: str) -> Stand | None:
    """Return what a line sets in a game that keeps them; None if it is prose, such as `Stand by.` Raises Fault."""
    if ENDED.fullmatch(bare(text)):
        return Stand(())
    found = WRITTEN.match(text)
    if found is None:
        _refuse_slip(line, text)
        return None
    words_of = list(PART.finditer(text, found.start("rest")))
    said = [(part[0].upper(), part.start() + 1) for part in words_of if part[0].upper() not in JOINTS]
    stand = _whom([word for word, _ in said])
    if stand is not None or not said:
        return Stand(EVERYWHERE) if not words_of and found["word"].upper() == STAND else stand
    strange = next(((word, column) for word, column in said if not FIELD.fullmatch(word)), said[0])
    hints = [f"{STAND} {one}" for one in slips_of(said[0][0], KNOWN)] if len(said) == 1 else []
    written = in_form(text)
    hints = [" ".join(written.split())] if written != text and _is_right(written) else hints
    if hints or _is_meant([word for word, _ in said], text.isupper()):
        raise words.fault((line.number, strange[1]), "stand", hints)
    return None


def _whom(said: Sequence[str]) -> Stand | None:
    """Return what these words behind STAND set, in capitals; None if they do not all belong there."""
    if said and all(FIELD.fullmatch(word) for word in said):
        return Stand(tuple(dict.fromkeys(said)))
    if len(said) != 1 or said[0] not in FULL | EMPTY:
        return None
    return Stand(EVERYWHERE if said[0] in FULL else ())


def _is_meant(said: Sequence[str], capitals: bool) -> bool:
    """Return whether words behind STAND that do not all belong there were meant as a command, not as talk."""
    strange = [word for word in said if not FIELD.match(word)]
    if capitals:
        return len(strange) < len(said) or said[0] in FULL | EMPTY
    return len(strange) < len(said) and not talks(strange)


def _refuse_slip(line: Line, text: str) -> None:
    """Raise Fault if a line is a standing order but for a slip in its first word."""
    word = first_word(text)
    for known in slips_of(word, frozenset({STAND})):
        rest = text[text.upper().index(word) + len(word) :]
        meant = f"{known} {' '.join(rest.split())}"
        if rest.strip(BULLETS + STOPS) and _is_right(meant):
            raise words.fault(line, "stand", (meant,))


def _is_right(text: str) -> bool:
    """Return whether a line is a standing order as it is."""
    found = WRITTEN.match(text)
    said = [part.upper() for part in PART.findall(found["rest"])] if found else []
    return _whom([word for word in said if word not in JOINTS]) is not None


def refused(said: Iterable[tuple[Line, object]], board: Board, ahead: object, trial: bool) -> dict[Line, Problem]:
    """Return those of the commands *said* that would set standing orders and cannot, each with the reason.

    ahead: whether the game keeps any; trial: the letter only tries what it would do.
    """
    found: dict[Line, Problem] = {}
    first = 0
    for line, command in said:
        if not isinstance(command, Stand):
            continue
        field = next((one for one in command.fields if command.fields != EVERYWHERE and not board.has(one)), "")
        if ahead is not True:
            found[line] = words.problem(line, "stand-off")
        elif trial:
            found[line] = words.problem(line, "stand-trial")
        elif first:
            found[line] = words.problem(line, "stand-twice", line=first)
        elif field:
            place = line.number, line.text.upper().index(field) + 1
            found[line] = words.problem(place, "no-field", field=field, extent=extent(board))
        else:
            first = line.number
    return found


def ordered(stands: Stands | UnsetType, side: str, stand: Stand) -> dict[str, tuple[str, ...]]:
    """Return the standing orders of both sides after *side* has set its own; they replace those that it had."""
    kept = {one: fields for one, fields in (stands or {}).items() if one != side}
    fields = stand.fields if stand.fields == EVERYWHERE else tuple(in_order(stand.fields))
    return {**kept, side: fields} if fields else kept


def told(stands: Stands | UnsetType, side: str, coming: Phase | None) -> StandingOrders:
    """Return the standing orders of *side*. coming: the next round for which they file; None if there is none."""
    fields = (stands or {}).get(side, ())
    everywhere = fields == EVERYWHERE
    code, title = (coming.code, coming.title) if coming is not None else ("", "")
    return StandingOrders(() if everywhere else fields, everywhere, code, title)


def standing_fire(fields: Sequence[str], aiming: Piles, enemy: Piles, board: Board) -> tuple[str, ...]:
    """Return the fire of those who may aim (*aiming*) on these *fields*, as order lines: all of a field at one target.

    enemy: how many of the enemy stand where, as the side was told. The target is the field beside with most of them;
    of equal ones the first by row, then by letter.
    """
    firing = [source for source in in_order(aiming) if fields == EVERYWHERE or source in fields]
    targets = {source: in_order(near for near in board.near(source) if near in enemy) for source in firing}
    return tuple(
        f"FIRE {aiming[source]} {shot(source, max(near, key=lambda field: enemy[field]))}"
        for source, near in targets.items()
    )
