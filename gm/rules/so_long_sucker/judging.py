"""Judging a position with orders, in the plain form that `gm judge so-long-sucker` uses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from lark import Lark

from gm.rules import NO_SEAT, Given, Problem, Ruling, Seat, as_seat
from gm.rules.lines.letters import Fault, plain, problem
from gm.rules.so_long_sucker.checking import WHOLE, why_not
from gm.rules.so_long_sucker.choices import owed
from gm.rules.so_long_sucker.faults import words
from gm.rules.so_long_sucker.filing import carry_out
from gm.rules.so_long_sucker.reading import ORDERS, WORDS, read_order, words_of
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import COLOURS, FEWEST, RESCUE, Chips, Options, Pile, State

NAME = re.compile(r"\s*([^\W\d_]+)\s*:")  # of the acting player, before the order


def judge_position(parser: Lark, given: Given) -> Ruling:
    """Return the position after the order of *given* (docs/formats.md). Raises ValueError if it is malformed."""
    written = given.get("order", "")
    if not isinstance(written, str):
        raise ValueError("order: a text is expected")
    referee = Referee(_position(given))
    referee.settle()
    state = referee.state
    problems: list[Problem] = []
    for number, text in enumerate(written.split("\n"), 1):
        if text.strip() and not problems:
            try:
                state = _carried_out(parser, state, text, number)
            except Fault as fault:
                problems.append(fault.problem)
    facts = _told(state)
    return {**facts, "problems": [plain(one) for one in problems]} if problems else facts


def _carried_out(parser: Lark, state: State, text: str, number: int) -> State:
    """Return the state after one line, by the player it names first (`GREEN: KILL blue`) or who acts. Raises Fault."""
    seat, order = _named(state, text, number)
    found = words_of(order, number)
    if not found:
        raise ValueError(f"order: line {number}: an order is expected")
    if state.winner:
        raise words.fault(found[0], "over")
    distressed = state.mover if state.kind == RESCUE else NO_SEAT
    if found[0].type not in (*ORDERS, "UNKNOWN"):
        raise words.fault(found[0], "no-order")
    read = read_order(parser, found, seat, seats=state.seats, distressed=distressed)
    referee = Referee(state)
    for act, places in zip(read.acts, read.places, strict=True):
        reason = why_not(referee.state, seat, act)
        if reason is not None:
            raise Fault(problem(places.get(reason.part, places[WHOLE]), reason.code, reason.message, reason.hints))
        carry_out(referee, seat, act)
    return referee.state


def _named(state: State, text: str, number: int) -> tuple[Seat, str]:
    """Return whose the line is, and the line with their name blanked out, so that columns stay as they are."""
    name = NAME.match(text)
    if name is None or name[1].upper() in WORDS:
        return next((one.seat for one in owed(state)), NO_SEAT), text
    if name[1].upper() not in state.seats:
        raise ValueError(f"order: line {number}: nobody plays {name[1].upper()}")
    return as_seat(name[1].upper()), " " * name.end() + text[name.end() :]


def _told(state: State) -> Ruling:
    return {
        "hands": {seat: dict(state.hands[seat]) for seat in state.seats},
        "piles": [list(chips) if chips is not None else None for chips in state.piles],
        "dead": dict(state.dead),
        "defeated": list(state.defeated),
        "line": list(state.line),
        "owes": [{"seat": one.seat, "what": one.what, "of": list(one.of)} for one in owed(state)],
    }


# -- the position ---------------------------------------------------------------------------------------------------


def _position(given: Given) -> State:
    hands, piles = given.get("hands", {}), given.get("piles", [])
    if not isinstance(hands, dict):
        raise ValueError("hands: the chips of each player are expected, by colour")
    if not isinstance(piles, list):
        raise ValueError("piles: a list of piles is expected")
    seats = tuple(colour for colour in COLOURS if colour in hands)
    if len(hands) < FEWEST or len(hands) != len(seats):
        raise ValueError(f"hands: the chips of three to six of {', '.join(COLOURS)} are expected")
    defeated = _seats("defeated", given.get("defeated", []), seats)
    line = _seats("line", given.get("line", []), seats)
    if not line or line[-1] in defeated:
        raise ValueError("line: the movers of the turns are expected, the last one not defeated")
    return State(
        options=Options(players=len(seats)),
        seed="",
        hands={seat: _chips(f"hands: {seat}", hands[seat], seats) for seat in seats},
        line=line,
        piles=tuple(_pile(pile, seats) for pile in piles),
        dead=_chips("dead", given.get("dead", {}), seats),
        defeated=tuple(dict.fromkeys(defeated)),
    )


def _seats(key: str, names: object, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    if not isinstance(names, list) or any(name not in seats for name in names):
        raise ValueError(f"{key}: a list of players is expected")
    return tuple(names)


def _chips(key: str, chips: object, seats: Sequence[str]) -> Chips:
    if not isinstance(chips, dict) or any(colour not in seats for colour in chips):
        raise ValueError(f"{key}: numbers of chips by colour are expected")
    if any(type(count) is not int or count < 0 for count in chips.values()):
        raise ValueError(f"{key}: a number of chips is expected")
    return {colour: chips[colour] for colour in COLOURS if chips.get(colour)}


def _pile(pile: object, seats: Sequence[str]) -> Pile | None:
    if pile is None:
        return None
    if not isinstance(pile, list) or not pile or any(colour not in seats for colour in pile):
        raise ValueError("piles: a list of colours from the bottom to the top is expected, or null")
    if any(one == other for one, other in pairwise(pile)):
        raise ValueError("piles: two chips of one colour on top of each other would have been a capture")
    return tuple(pile)
