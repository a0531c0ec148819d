"""What everybody is told of a phase, made ready for a map: the units after it, the centres, and what was done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from gm.rules import Notice, Step
from gm.rules.pictures.map import BUILD, CONVOY, DISBAND, HOLD, MOVE, RETREAT, SUPPORT, MapTold, Piece, Way
from gm.rules.provinces import notices as said
from gm.rules.provinces.board import Board
from gm.rules.provinces.campaign import Campaign
from gm.rules.provinces.movement import Result
from gm.rules.provinces.telling import Told

ORDER = re.compile(r"[AF] (\S+) (?:(H)|- (\S+)( VIA)?|([SC]) [AF] (\S+)(?: - (\S+))?)")
RETREATED = re.compile(r"[AF] (\S+) (?:- (\S+)|D)")
KINDS = {
    "MOVES": "M", "MOVEMENT": "M", "ORDERS": "M", "RETREAT": "R", "RETREATS": "R",
    "BUILDS": "A", "ADJUSTMENT": "A", "ADJUSTMENTS": "A",
}  # fmt: skip
ADJUSTED = re.compile(r"(BUILD|REMOVE) [AF] (\S+)")


def pictured(board: Board, before: Campaign, step: Step) -> Step:
    """Return the step that judges a phase with its picture, in what is told of the position and in the state."""
    ways = [way for one in step.notices for way in _ways(board, one.body)]
    after: Any = step.state
    told = chart(after, before.phase.title, before.code, ways)
    notices = tuple(_with_picture(one, told) for one in step.notices)
    return Step(replace(after, maps=(*before.maps, told)), notices)


def opened(step: Step) -> Step:
    """Return the step that begins a game with a picture of the position."""
    state: Any = step.state
    told = chart(state, state.phase.title)
    return Step(state, tuple(_with_picture(one, told) for one in step.notices))


def _with_picture(one: Notice, told: MapTold) -> Notice:
    return replace(one, body=replace(one.body, picture=told)) if isinstance(one.body, said.Position) else one


def chart(state: Campaign, title: str, phase: str = "", ways: Iterable[Way] = ()) -> MapTold:
    """Return the position of *state*, and what led to it."""
    lost = [Piece(d.unit.power, d.unit.kind, d.unit.place, True) for _, d in sorted(state.dislodged.items())]
    pieces = [Piece(unit.power, unit.kind, unit.place) for unit in state.by_place()]
    centres: dict[str, tuple[str, ...]] = {power: tuple(own) for power, own in state.centres.items() if own}
    return MapTold(title, phase, (*pieces, *lost), centres, tuple(ways))


def at_start(board: Board) -> MapTold:
    """Return the position in which games on a board begin."""
    pieces = tuple(Piece(one.power, one.kind, one.place) for own in board.start.values() for one in own)
    centres = {power: tuple(sorted(c for c, owner in board.home.items() if owner == power)) for power in board.powers}
    return MapTold(board.title, "", pieces, {power: own for power, own in centres.items() if own})


def shown(board: Board, state: Campaign, asked: str) -> said.Mapped | said.NoMap:
    """Return the position, or for the code or the name of a phase what everybody was told of it, as it counts.

    Of several phases with one season and year, that is the one with the moves.
    """
    found = {one.phase: one for one in state.maps} if asked else {"": chart(state, state.phase.title)}
    named = (one for one in found.values() if asked and _is_called(one, asked.upper()))
    told = found.get(asked.upper()) or next(named, None)
    if told is None:
        return said.NoMap(asked, tuple(found))
    return said.Mapped(told.phase, told.title, _held(board, told), told)


def _is_called(told: MapTold, asked: str) -> bool:
    """Return whether a phase is asked for by its season and year: S1901, SPRING 1901, SPRING 1901 RETREATS."""
    season, year, kind = (*asked.split(), "", "")[:3]
    title = [word.strip(":,") for word in told.title.upper().split()[:2]]
    named = [{"AUTUMN": "FALL"}.get(season, season), year] == title and (not kind or KINDS.get(kind) == told.phase[-1])
    return named or told.phase[:-1] == asked


def _held(board: Board, told: MapTold) -> said.Position:
    """Return a picture's position in words."""
    owned = {centre for centres in told.centres.values() for centre in centres}
    holdings = tuple(
        said.Holdings(
            code,
            power.name,
            tuple(f"{one.kind} {one.place}" for one in told.pieces if one.power == code and not one.lost),
            told.centres.get(code, ()),
        )
        for code, power in board.powers.items()
    )
    return said.Position(holdings, tuple(sorted(board.home.keys() - owned)), counted=False)


def _ways(board: Board, body: object) -> Iterator[Way]:
    match body:
        case said.Moves(orders=orders, destroyed=destroyed):
            yield from moves_of(board, orders)
            yield from (Way(one.power, DISBAND, one.unit[2:]) for one in destroyed)
        case said.Retreats(orders=orders):
            for row in orders:
                if match := RETREATED.fullmatch(row.order):
                    at, to = match[1], match[2] or ""
                    yield Way(row.power, RETREAT if to else DISBAND, at, to, done=row.ok)
        case said.Adjustments(orders=orders):
            for row in orders:
                if match := ADJUSTED.fullmatch(row.order):
                    yield Way(row.power, BUILD if match[1] == "BUILD" else DISBAND, match[2])


def moves_of(board: Board, orders: Sequence[Told]) -> Iterator[Way]:
    """Yield what units did in a movement phase; orders that could not be carried out by anybody are left out."""
    found = [(row, match) for row in orders if row.fate != Result.VOID and (match := ORDER.fullmatch(row.order))]
    fleets: dict[tuple[str, str], list[str]] = {}
    for _, match in found:
        if match[5] == "C":
            fleets.setdefault((match[6][:3], match[7][:3]), []).append(match[1])
    for row, match in found:
        at, hold, to, via, verb, helped, aim = match.groups()
        if hold:
            yield Way(row.power, HOLD, at)
        elif to:
            carried = fleets.get((at[:3], to[:3]), []) if via or to[:3] not in board.army.get(at[:3], ()) else []
            through = _through(board, at[:3], to[:3], carried) if row.order[0] == "A" else ()
            yield Way(row.power, MOVE, at, to, done=row.ok, through=through)
        else:
            yield Way(row.power, SUPPORT if verb == "S" else CONVOY, at, aim or "", helped, row.ok)


def _through(board: Board, start: str, end: str, fleets: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest chain of *fleets* from one province to another; none if there is none."""
    ways: dict[str, tuple[str, ...]] = {sea: (sea,) for sea in fleets if sea in board.touches[start]}
    todo = [*ways]
    for sea in todo:
        if sea in board.touches[end]:
            return ways[sea]
        for other in fleets:
            if other not in ways and other in board.touches[sea]:
                ways[other] = (*ways[sea], other)
                todo.append(other)
    return ()
