"""Judging a position with orders, in the plain form that `gm judge so-long-sucker` uses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
from lark import Lark

from gm.rules import NO_SEAT, Given, Problem, Ruling, Seat, as_seat
from gm.rules.lines.letters import Fault, plain, problem
from gm.rules.lines.positions import Count, check_names, shaped
from gm.rules.so_long_sucker.checking import WHOLE, why_not
from gm.rules.so_long_sucker.choices import owed
from gm.rules.so_long_sucker.faults import words
from gm.rules.so_long_sucker.filing import carry_out
from gm.rules.so_long_sucker.reading import ORDERS, WORDS, read_order, words_of
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import COLOURS, FEWEST, RESCUE, Chips, Options, Pile, State

NAME = re.compile(r"\s*([^\W\d_]+)\s*:")  # of the acting player, before the order


class PositionGiven(msgspec.Struct, frozen=True):
    """A position as it is given (docs/formats.md)."""

    hands: dict[str, dict[str, Count]]
    line: list[str]
    piles: list[list[str] | None] = []
    dead: dict[str, Count] = {}
    defeated: list[str] = []
    order: str = ""


def judge_position(parser: Lark, raw: Given) -> Ruling:
    """Return the position after the order of *raw* (docs/formats.md). Raises ValueError if it cannot be meant."""
    given = shaped(raw, PositionGiven)
    referee = Referee(_position(given))
    referee.settle()
    state = referee.state
    problems: list[Problem] = []
    for number, text in enumerate(given.order.split("\n"), 1):
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


def _position(given: PositionGiven) -> State:
    check_names("hands", given.hands, COLOURS, "player")
    seats = tuple(colour for colour in COLOURS if colour in given.hands)
    if len(seats) < FEWEST:
        raise ValueError(f"hands: the chips of three to six of {', '.join(COLOURS)} are expected")
    for key, names in (("defeated", given.defeated), ("line", given.line)):
        check_names(key, names, seats, "player")
    line, defeated = tuple(map(as_seat, given.line)), tuple(map(as_seat, dict.fromkeys(given.defeated)))
    if not line or line[-1] in defeated:
        raise ValueError("line: the movers of the turns are expected, the last one not defeated")
    return State(
        options=Options(players=len(seats)),
        seed="",
        hands={seat: _chips(f"hands: {seat}", given.hands[seat], seats) for seat in seats},
        line=line,
        piles=tuple(_pile(pile, seats) for pile in given.piles),
        dead=_chips("dead", given.dead, seats),
        defeated=defeated,
    )


def _chips(key: str, chips: Mapping[str, int], seats: Sequence[str]) -> Chips:
    check_names(key, chips, seats, "colour")
    return {colour: chips[colour] for colour in COLOURS if chips.get(colour)}


def _pile(pile: Sequence[str] | None, seats: Sequence[str]) -> Pile | None:
    if pile is None:
        return None
    check_names("piles", pile, seats, "colour")
    if not pile:
        raise ValueError("piles: a pile has a chip at least; null stands for one that was captured or killed")
    if any(one == other for one, other in pairwise(pile)):
        raise ValueError("piles: two chips of one colour on top of each other would have been a capture")
    return tuple(map(as_seat, pile))
