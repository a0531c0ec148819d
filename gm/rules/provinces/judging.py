"""Judging one position, in the plain form that `gm judge diplomacy` uses. No state is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

import msgspec
from lark import Token, Tree

from gm.rules import NO_SEAT, Given, Ruling, Seat, as_seat
from gm.rules.lines.letters import Fault, plain
from gm.rules.lines.positions import check_names, instead, shaped
from gm.rules.provinces.adjustments import judge_adjustments
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.faults import words
from gm.rules.provinces.movement import Dislodged, Fate, Result, adjudicate, choose_ways, split_void
from gm.rules.provinces.names import plain as plain_name
from gm.rules.provinces.orders import (
    HOLD,
    Build,
    Disband,
    Move,
    Order,
    Remove,
    Retreat,
    Waive,
    write_adjustment,
    write_retreat,
    write_with_unit,
)
from gm.rules.provinces.reading import (
    OrderWritten,
    Reader,
    UnitWritten,
    find_unit,
    mean_order,
    order_written,
    subtrees,
    unit_written,
)
from gm.rules.provinces.retreats import judge_retreats

PHASE = re.compile(r"([SF])(\d{1,4})([MR])|(W)(\d{1,4})(A)")
T = TypeVar("T")
MOST_NEAR = 3  # places suggested for a wrong one
STARTS = ("order_line", "retreat_line", "adjustment_line")


class LostGiven(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """A dislodged unit: whose it is, where its attacker came from, and where it may go."""

    power: str
    source: str = ""
    retreats: list[str] = []


class PositionGiven(msgspec.Struct, frozen=True):
    """A position as it is given (docs/formats.md)."""

    phase: str
    units: dict[str, list[str]] = {}
    centers: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    dislodged: dict[str, LostGiven] = {}


class Position:
    """A position as given, with the orders that could be read and the problems of the others."""

    def __init__(self, reader: Reader, raw: Given) -> None:
        """Raises ValueError, with the key and the reason, if it cannot be meant."""
        given = shaped(raw, PositionGiven)
        self.season, self.kind = season_of(given.phase)
        self.board = reader.board if self.kind == "A" else reader.board.in_season(self.season)
        self.reader = reader
        self.orders: Mapping[str, Sequence[str]] = given.orders
        check_names("orders", self.orders, self.board.powers, "power")
        self.units = units_given(reader, given.units)
        self.centers = _centres(reader, given.centers)
        self.dislodged = _dislodged(reader, given.dislodged, self.units)
        self.problems: dict[str, list[Ruling]] = {}
        lost = (one.unit.power for one in self.dislodged.values())
        self.powers = list(dict.fromkeys([*given.units, *self.centers, *self.orders, *lost]))

    def read(self, start: str, act: Callable[[Seat, Tree[Token]], None], orders: dict[str, T]) -> None:
        """Read each order as a *start* line; *act* takes power and tree, may raise Fault, and fills *orders*.

        The unit of an order that cannot be read holds, whatever was ordered before.
        """
        for power, lines in self.orders.items():
            for number, line in enumerate(lines, 1):
                found = self.reader.tokens([(number, str(line))])
                try:
                    act(as_seat(power), self.reader.parse(found, start))
                except Fault as fault:
                    self.problems.setdefault(power, []).append(plain(fault.problem))
                    for token in found[:2]:
                        if token.type == "PLACE":
                            orders.pop(token[:3], None)

    def own_unit(self, power: Seat, units: Mapping[str, Unit], written: UnitWritten) -> Unit:
        """Return the unit written, if it is the power's own; raises Fault otherwise."""
        unit = find_unit(self.board, units, written)
        if unit.power != power:
            raise words.fault(written.token, "foreign-unit", unit=unit, power=unit.power)
        return unit

    def answer(self, fates: Mapping[str, Ruling], units: Mapping[str, Unit], **more: object) -> Ruling:
        """Return the answer in its outer form; *units* are those on the board afterwards."""
        after = {power: sorted(str(u) for u in units.values() if u.power == power) for power in self.powers}
        facts = {"fates": fates, "units": after, "dislodged": {}, "contested": [], "centers": self.centers, **more}
        if self.problems:
            facts["problems"] = self.problems
        return facts


def season_of(phase: str) -> tuple[str, str]:
    """Return the season (S, F, W) and the kind (M, R, A) of a phase. Raises ValueError."""
    match = PHASE.fullmatch(phase)
    if match is None:
        raise ValueError("phase: a code such as S1901M, F1901R or W1901A is expected")
    return match[1] or match[4], match[3] or match[6]


def units_given(reader: Reader, given: Mapping[str, Sequence[str]]) -> dict[str, Unit]:
    """Return the units of a position, by province. Raises ValueError if they cannot stand there together."""
    check_names("units", given, reader.board.powers, "power")
    units: dict[str, Unit] = {}
    for power, names in given.items():
        for name in names:
            unit = _unit(reader, "units", as_seat(power), name)
            if unit.province in units:
                raise ValueError(f"units: two units stand in {unit.province}")
            units[unit.province] = unit
    return units


def _unit(reader: Reader, key: str, power: Seat, name: str) -> Unit:
    kind, place = parts if len(parts := name.split()) == 2 else ("", "")
    if kind not in ("A", "F"):
        raise ValueError(f"{key}: {name!r} is not written as 'A PAR' or 'F STP/SC'")
    places = _places(reader.board, kind)
    if place not in places:
        near = [f"{kind} {one}" for one in _near(reader, place, places)]
        raise ValueError(f"{key}: {kind} {place} cannot stand on this board{instead(near)}")
    return Unit(power, kind, place)


def _places(board: Board, kind: str) -> set[str]:
    """Return where units of a *kind* can stand, a fleet with its coast."""
    if kind == "F":
        return {place for province in board.provinces for place in board.fleet_places(province)}
    return {province for province in board.provinces if not board.is_sea(province)}


def _check_place(reader: Reader, key: str, name: str, places: Collection[str], what: str) -> None:
    if name not in places:
        raise ValueError(f"{key}: {name!r} is no {what} of this board{instead(_near(reader, name, places))}")


def _near(reader: Reader, name: str, places: Collection[str]) -> list[str]:
    """Return those of *places* that a wrong *name* may mean."""
    for meant in (reader.names.matches(plain_name(name)), reader.names.near(name)):
        found = [place for one in meant for place in sorted(places) if place[:3] == one]
        if found:
            return found[:MOST_NEAR]
    return []


def _centres(reader: Reader, given: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return who owns which centres. Raises ValueError at a place that is none, or that is there twice."""
    check_names("centers", given, reader.board.powers, "power")
    owner: dict[str, str] = {}
    for power, names in given.items():
        for name in names:
            _check_place(reader, f"centers: {power}", name, reader.board.home, "centre")
            if name in owner:
                raise ValueError(f"centers: {power}: {owner[name]} has {name} already")
            owner[name] = power
    return {power: sorted(names) for power, names in given.items()}


def _dislodged(reader: Reader, given: Mapping[str, LostGiven], units: Mapping[str, Unit]) -> dict[str, Dislodged]:
    """Return the dislodged units, by province. Raises ValueError at what cannot be meant."""
    lost: dict[str, Dislodged] = {}
    for name, facts in given.items():
        key = f"dislodged: {name}"
        check_names(f"{key}: power", [facts.power], reader.board.powers, "power")
        unit = _unit(reader, "dislodged", as_seat(facts.power), name)
        if unit.province in lost:
            raise ValueError(f"dislodged: two units were dislodged in {unit.province}")
        if facts.source:
            _check_place(reader, f"{key}: from", facts.source, reader.board.provinces, "province")
        for place in facts.retreats:
            _unit(reader, f"{key}: retreats", unit.power, f"{unit.kind} {place}")
            if place[:3] in units:
                raise ValueError(f"{key}: retreats: {units[place[:3]]} stands in {place}")
        lost[unit.province] = Dislodged(unit, facts.source, tuple(facts.retreats))
    return lost


def judge_position(reader: Reader, given: Given) -> Ruling:
    """Return the ruling on one position (documented for `gm judge`). Raises ValueError if it cannot be meant."""
    position = Position(reader, given)
    judge = {"M": _movement, "R": _retreat, "A": _adjustment}[position.kind]
    return judge(position)


def _movement(position: Position) -> Ruling:
    board, units = position.board, position.units
    orders: dict[str, Order] = {}
    named = dict(units)

    def act(power: Seat, tree: Tree[Token]) -> None:
        head, tail = subtrees(tree)
        unit = position.own_unit(power, units, unit_written(head))
        written = order_written(tail)
        orders[unit.province] = mean_order(board, unit, written)
        _note_helped(named, written)

    position.read("order_line", act, orders)
    legal, void = split_void(board, units, orders)
    ruling = adjudicate(board, units, choose_ways(board, units, legal))
    texts = {p: text_of(board, unit, orders.get(p, HOLD), named) for p, unit in units.items()}
    fates = {
        str(unit): _fate_facts(_with_void(ruling.fates[p], void.get(p, "")), texts[p], texts)
        for p, unit in units.items()
    }
    lost = {
        str(d.unit): {"power": d.unit.power, "from": d.attacker, "retreats": list(d.retreats)}
        for d in ruling.dislodged.values()
    }
    settled = position.season == "F" and not any(one.retreats for one in ruling.dislodged.values())
    return position.answer(
        fates,
        ruling.units,
        dislodged=lost,
        contested=list(ruling.contested),
        centers=take_centres(board, position.centers, ruling.units) if settled else position.centers,
    )


def _note_helped(named: dict[str, Unit], written: OrderWritten) -> None:
    """Note a unit that is helped but is not there, so that it is written as the player wrote it."""
    if written.other is not None:
        province = written.other.province
        named.setdefault(province, Unit(NO_SEAT, written.other.kind or "A", province))


def text_of(board: Board, unit: Unit, order: Order, named: Mapping[str, Unit]) -> str:
    """Write an order with its unit, in normal form; *named*: all units that it may name, by province."""
    by_land = isinstance(order, Move) and order.to in board.army.get(unit.province, ())
    return write_with_unit(unit, order, named, by_land)


def _with_void(fate: Fate, why: str) -> Fate:
    """Return the fate with the order itself void, if the order was illegal: the unit held."""
    if not why:
        return fate
    if fate.fate == Result.DISLODGED:
        return Fate(fate=Result.DISLODGED, by=fate.by, order_fate=Result.VOID, order_by=(), why=why)
    return Fate(Result.VOID, why=why)


def _fate_facts(fate: Fate, order: str, texts: Mapping[str, str]) -> Ruling:
    facts: Ruling = {"order": order, "fate": fate.fate}
    if fate.fate in (Result.BOUNCES, Result.CUT, Result.DISRUPTED, Result.DISLODGED):
        facts["by"] = sorted(texts[p] for p in fate.by)
    if fate.order_fate:
        facts["order_fate"] = fate.order_fate
        facts["order_by"] = sorted(texts[p] for p in fate.order_by)
    if fate.why:
        facts["why"] = fate.why
    return facts


def take_centres(board: Board, centers: Mapping[str, Sequence[str]], units: Mapping[str, Unit]) -> dict[str, list[str]]:
    """Return who owns each centre after an autumn: the power that occupies it, else its previous owner."""
    holder = {p: unit.power for p, unit in units.items() if p in board.home}
    powers = dict.fromkeys([*centers, *sorted(set(holder.values()))])
    return {
        power: sorted(
            {c for c in centers.get(power, ()) if holder.get(c, power) == power}
            | {c for c, owner in holder.items() if owner == power}
        )
        for power in powers
    }


def _retreat(position: Position) -> Ruling:
    units = {p: lost.unit for p, lost in position.dislodged.items()}
    orders: dict[str, Retreat | Disband] = {}

    def act(power: Seat, tree: Tree[Token]) -> None:
        unit = position.own_unit(power, units, unit_written(next(iter(tree.find_data("unit")))))
        orders[unit.province] = read_retreat(position.board, unit, tree)

    position.read("retreat_line", act, orders)
    judged, saved = judge_retreats(position.board, position.dislodged, orders)
    texts = {p: write_retreat(unit, orders.get(p, Disband())) for p, unit in units.items()}
    fates: dict[str, Ruling] = {}
    for province, fate in judged.items():
        fates[str(units[province])] = {"order": texts[province], "fate": fate.fate}
        if fate.why:
            fates[str(units[province])]["why"] = fate.why
        if fate.by:
            fates[str(units[province])]["by"] = sorted(texts[p] for p in fate.by)
    after = {**position.units, **{unit.province: unit for unit in saved}}
    fall = position.season == "F"
    centers = take_centres(position.board, position.centers, after) if fall else position.centers
    return position.answer(fates, after, centers=centers)


def read_retreat(board: Board, unit: Unit, tree: Tree[Token]) -> Retreat | Disband:
    """Return the order of a `retreat` or `disband` tree, filling in a fleet's coast where only one can be reached."""
    if tree.data == "disband":
        return Disband()
    target = str(tree.children[-1])
    if unit.kind == "A":
        return Retreat(target[:3])
    places = board.coasts_reached(unit.place, target[:3])
    return Retreat(places[0] if target == target[:3] and len(places) == 1 else target)


def _adjustment(position: Position) -> Ruling:
    orders: dict[str, list[Build | Remove | Waive]] = {power: [] for power in position.powers}

    def act(power: Seat, tree: Tree[Token]) -> None:
        orders[power].append(read_adjustment(position.board, position.units, tree))

    position.read("adjustment_line", act, {})
    fates: dict[str, Ruling] = {}
    units = dict(position.units)
    for power in position.powers:
        done = judge_adjustments(
            position.board, as_seat(power), position.units, position.centers.get(power, ()), orders[power]
        )
        for order, why in zip(orders[power], done.void, strict=True):
            _note_adjustment(fates, order, why)
        for unit in done.disorder:
            fates[str(unit)] = {"order": f"REMOVE {unit}", "fate": Result.DISBANDS, "why": "civil disorder"}
        for unit in (*done.removed, *done.disorder):
            del units[unit.province]
        units.update({unit.province: unit for unit in done.built})
    return position.answer(fates, units)


def _note_adjustment(fates: dict[str, Ruling], order: Build | Remove | Waive, why: str) -> None:
    text = write_adjustment(order)
    if isinstance(order, Waive):
        return
    key, done = text, Result.SUCCEEDS
    if isinstance(order, Remove):
        key, done = f"{order.kind} {order.place}", Result.DISBANDS
    number = 1 + sum(known == key or known.startswith(f"{key} (") for known in fates)
    named = key if number == 1 else f"{key} ({number})"
    fates[named] = {"order": text, "fate": Result.VOID, "why": why} if why else {"order": text, "fate": done}


def read_adjustment(board: Board, units: Mapping[str, Unit], tree: Tree[Token]) -> Build | Remove | Waive:
    """Return the order of a `build`, `remove` or `waive` tree. A kind left out of a removal is the unit's own."""
    if tree.data == "waive":
        return Waive()
    written = unit_written(subtrees(tree)[-1])
    standing = units.get(written.province)
    if tree.data == "remove":
        kind = written.kind or (standing.kind if standing else "A")
        return Remove(kind, standing.place if standing and standing.kind == kind else written.place)
    if not written.kind:
        raise words.fault(written.token, "no-kind")
    return Build(written.kind, written.place if written.kind == "F" else written.province)
