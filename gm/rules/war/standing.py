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
from gm.rules.lines.slips import slips_of
from gm.rules.lines.words import BULLETS, asks, bare, without_courtesy, without_remark
from gm.rules.pictures.honeycomb import Board
from gm.rules.war.faults import words
from gm.rules.war.fire import shot
from gm.rules.war.notices import StandingOrders
from gm.rules.war.piles import Piles, extent, in_order

STAND = "STAND"
ALL, NONE = "ALL", "NONE"
EVERYWHERE = (ALL,)
SETTING = ("ahead", "standing orders are kept: who stands, stays and fires (HELP AHEAD)")
WRITTEN = re.compile(rf"[{BULLETS}]*STAND(?![^\W_])(?P<rest>.*)", re.IGNORECASE)
ENDED = re.compile(  # of a line in capitals, with single spaces
    r"(?:NO|DO NOT|DON['\u2019]?T|CLEAR|CANCEL|END|STOP|DROP)(?: (?:ALL|MY|OUR|THE))* STAND(?:ING(?: ORDERS?)?)?"
    r"|UNSTAND(?: ALL)?|STANDING ORDERS?:? (?:NONE|OFF)"
)
EMPTY = frozenset({NONE, "OFF", "DOWN", "NO", "NOBODY", "NOWHERE", "NOT"})
FULL = frozenset({ALL, "EVERYWHERE", "EVERYBODY"})
ALONE = [[one] for one in FULL]
PART = re.compile(r"[^\s,;&+:.!?()]+")
JOINTS = frozenset({"AND", "ON", "AT", "IN", "THE", "FIELD", "FIELDS"})
FIELD = re.compile(r"[A-Z]\d{1,4}")
KNOWN = frozenset({ALL, NONE})
Stands = Mapping[str, tuple[str, ...]]  # by side: fields, or EVERYWHERE


class Stand(msgspec.Struct, frozen=True):
    """STAND: from now on the men of these fields stand; EVERYWHERE: all; nothing: nobody any more."""

    fields: tuple[str, ...]


def is_stand(text: str) -> bool:
    """Return whether a line is about standing orders, right or wrong."""
    try:
        return read_stand(Line(1, text)) is not None
    except Fault:
        return True


def read_stand(line: Line) -> Stand | None:
    """Return the standing orders that a line sets, its fields as written, in capitals; None if it sets none.

    Raises Fault for one that is asked, and for one that names something else.
    """
    text = without_courtesy(without_remark(line.text))
    stand = Stand(()) if ENDED.fullmatch(bare(text)) else _named(line, text)
    if stand is not None and asks(line.text):
        raise Fault(not_done(line))
    return stand


def _named(line: Line, text: str) -> Stand | None:
    """Return whom a line that begins with STAND names; None if it is prose, such as `Stand by.` Raises Fault."""
    found = WRITTEN.match(text)
    if found is None:
        return None
    words_of = list(PART.finditer(text, found.start("rest")))
    said = [(part[0].upper(), part.start() + 1) for part in words_of if part[0].upper() not in JOINTS]
    if not words_of or [word for word, _ in said] in ALONE:
        return Stand(EVERYWHERE)
    if len(said) == 1 and said[0][0] in EMPTY:
        return Stand(())
    strange = next(((word, column) for word, column in said if not FIELD.fullmatch(word)), None)
    if said and strange is None:
        return Stand(tuple(dict.fromkeys(word for word, _ in said)))
    meant = slips_of(said[0][0], KNOWN) if len(said) == 1 else ()
    if strange is not None and (meant or said[0][0] in FULL | EMPTY or any(FIELD.match(word) for word, _ in said)):
        raise words.fault((line.number, strange[1]), "stand", [f"{STAND} {one}" for one in meant])
    return None


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
