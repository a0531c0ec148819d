"""Order lines of the Ground War, each checked against what its sender knows (gm/rules/ground_war/own).

A wrong line is refused as a whole, with its place and what could be written instead; the others stand.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from lark import Token, Tree

from gm.rules import Line, Problem
from gm.rules.ground_war.faults import words
from gm.rules.ground_war.moves import linked, productive
from gm.rules.ground_war.own import Own
from gm.rules.ground_war.state import Aim, Filed, Move
from gm.rules.lines.letters import SHOWN, Fault, problem, sorted_problems
from gm.rules.lines.slips import is_misspelt, is_order_like
from gm.rules.lines.words import QUESTION, kinds_of, plural
from gm.rules.pictures.honeycomb import distance, read_field
from gm.rules.war.commands import COMMANDS
from gm.rules.war.reading import LineReader, check_step, fields_of

WORDS = {
    "MAN": "MEN", "MEN": "MEN", "MOVE": "MEN", "MOVES": "MEN", "WALK": "MEN", "MOVING": "MEN",
    "TRUCK": "TRUCK", "TRUCKS": "TRUCK", "JUMP": "JUMP", "JUMPS": "JUMP",
    "FIRE": "FIRE", "FIRES": "FIRE", "AIM": "FIRE", "SHOOT": "FIRE", "FIRING": "FIRE",
    "ATTACK": "FIRE", "KILL": "FIRE", "HIT": "FIRE", "HOLD": "HOLD", "CEASE": "HOLD",
    "WITH": "WITH", "CARRYING": "WITH", "ALL": "NUMBER",
}  # fmt: skip
BEGIN = frozenset((*WORDS, *COMMANDS)) - {"WITH", "ALL", "CARRYING"}  # what lines begin with
STARTS = ("order_line", "hold_fire")
ORDERS = ("MEN", "TRUCK", "JUMP", "FIRE")
MOST_NEAR = 4  # own fields suggested where one was expected


class Written(msgspec.Struct, frozen=True):
    """An order as written: its word ("" for none), its fields, and its numbers with their places."""

    word: str
    path: tuple[Token, ...]
    count: Token | None
    load: Token | None
    first: Token


class Sheet(msgspec.Struct, frozen=True):
    """The orders of a letter that stand, and the faults of the others."""

    filed: Filed
    problems: tuple[Problem, ...]


def is_order(reader: LineReader, text: str) -> bool:
    """Return whether a line is meant as an order, right or wrong; all else is prose."""
    found = [token for token in reader.meant_tokens(text) if token.type not in ("COMMA", QUESTION)]
    kinds = kinds_of(found)
    if not kinds:
        return False
    if kinds[0] == "HOLD":
        return len(kinds) == 1 or kinds[1] == "FIRE" or is_misspelt(found[1:], frozenset({"FIRE"}))
    if kinds[0] == "FIELD" and (len(kinds) == 1 or kinds[1] in ("DASH", "FIELD", "TIMES")):
        return True
    if kinds[0] == "NUMBER" and len(kinds) > 1 and kinds[1] in (*ORDERS, "TIMES", "FIELD") and "FIELD" in kinds:
        return True
    return is_order_like(found, BEGIN, ORDERS, ("FIELD",))


def read_sheet(reader: LineReader, own: Own, lines: Sequence[Line]) -> Sheet:
    """Read the order lines of a letter."""
    return SheetReader(reader, own).read(lines)


class SheetReader:
    """Reads the order lines of one letter, in order; fire last, since in a turn it follows the moves."""

    def __init__(self, reader: LineReader, own: Own) -> None:
        self._reader, self._own = reader, own
        self._men, self._trucks = dict(own.men), dict(own.trucks)
        self._moves: list[Move] = []
        self._fire: list[tuple[Line, list[Written]]] = []
        self._hold: Line | None = None
        self._problems: list[Problem] = []

    def read(self, lines: Sequence[Line]) -> Sheet:
        """Read all lines and find every fault."""
        for line in lines:
            self._try(line)
        aims = self._aims()
        filed = Filed(tuple(self._moves), aims, self._hold is not None)
        return Sheet(filed, sorted_problems(self._problems))

    def _try(self, line: Line) -> None:
        """Read a line, or note its fault and leave everything as it was."""
        before = dict(self._men), dict(self._trucks), list(self._moves)
        try:
            self._line(line)
        except Fault as fault:
            self._men, self._trucks, self._moves = before
            few = len(self._problems) < SHOWN
            self._problems.append(self._reader.explained(fault.problem, line.text) if few else fault.problem)

    def _line(self, line: Line) -> None:
        found = self._reader.tokens(line.text, line.number)
        if found[0].type == "HOLD":
            self._hold_fire(line, found)
            return
        written = self._written(self._reader.parse(found, "order_line"))
        fire = [order for order in written if order.word == "FIRE"]
        for order in written:
            self._allowed(order)
            if order.word != "FIRE":
                self._moves += self._move(order)
        if fire and self._hold is not None:
            raise words.fault(fire[0].first, "held", line=self._hold.number)
        if fire:
            self._fire.append((line, fire))

    def _hold_fire(self, line: Line, found: list[Token]) -> None:
        self._reader.parse(found, "hold_fire")
        if not self._own.fire:
            raise words.fault(found[0], "no-fire.to-hold")
        if self._fire:
            raise words.fault(found[0], "held.ordered", line=self._fire[0][0].number)
        self._hold = line

    def _written(self, tree: Tree[Token]) -> list[Written]:
        """Return the orders of a line; after a comma the last word still applies."""
        found: list[Written] = []
        word = ""
        for order in tree.children:
            if isinstance(order, Tree):
                found.append(self._one(order, word))
                word = found[-1].word
        return found

    def _one(self, tree: Tree[Token], word: str) -> Written:
        said = [child for child in tree.children if isinstance(child, Token)]
        kinds = list(dict.fromkeys(token.type for token in said))
        if len(kinds) > 1 and "MEN" in kinds and "JUMP" not in kinds:
            kinds.remove("MEN")  # FIRE 2 MEN, MOVE TRUCK
        if len(kinds) > 1:
            raise words.fault(said[-1], "two-words", one=said[0], other=said[-1])
        counts, loads = _numbers(tree, "count"), _numbers(tree, "load")
        for numbers in (counts, loads):
            if len(numbers) > 1:
                raise words.fault(numbers[1], "two-numbers")
        path = tuple(fields_of(next(tree.find_data("path")), self._own.board))
        first = min((*said, *counts, path[0]), key=lambda one: one.column or 0)
        word = kinds[0] if kinds else word
        count: Token | None = counts[0] if counts else None
        if word == "FIRE" and count == "ALL":
            count = None
        return Written(word=word, path=path, count=count, load=loads[0] if loads else None, first=first)

    def _allowed(self, order: Written) -> None:
        own, word = self._own, order.word
        if word == "FIRE" and not own.fire:
            raise words.fault(order.first, "no-fire")
        if word != "FIRE" and not own.moves:
            number = f"{order.count} " if order.count is not None else ""
            hint = f"FIRE {number}{'-'.join(order.path)}" if not word and len(order.path) == 2 else ""
            name = "no-moves.turn" if own.waits else "no-moves"
            raise words.fault(order.first, name, (hint,) if hint else (), cycle=own.cycle + 1)

    # -- moves -------------------------------------------------------------------------------------------------

    def _move(self, order: Written) -> list[Move]:
        source = order.path[0]
        if source not in self._own.men:
            raise words.fault(source, "no-men", nearest(source, self._own.men), field=source)
        if order.word == "TRUCK":
            return [self._drive(order)]
        if order.load is not None:
            raise words.fault(order.load, "load")
        if order.word == "JUMP":
            return [self._jump(order)]
        return self._walk(order)

    def _walk(self, order: Written) -> list[Move]:
        source, *rest = order.path
        if len(rest) != 1:
            at = rest[1] if rest else source
            raise words.fault(at, "steps.man", field=source, next=self._next_to(source))
        check_step(source, rest[0], self._own.board)
        everybody = order.count == "ALL"
        number = max(1, self._men[source]) if everybody else _number(order.count, 1, self._own.options.pile)
        if order.count is None and order.first.type == "MEN" and order.first.upper() == "MEN":
            here = self._own.men[source]
            if here > 1:
                hints = (f"{here} MEN {source}-{rest[0]}", f"MAN {source}-{rest[0]}")
                raise words.fault(order.first, "how-many", hints)
        self._take(order, source, number)
        return [Move("man", (str(source), str(rest[0])))] * number

    def _take(self, order: Written, source: str, number: int) -> None:
        """Use *number* men on *source* that have no order in this letter yet."""
        here, left = self._own.men[source], self._men[source]
        if number > left:
            name = "too-few.ordered" if left < here else "too-few"
            said = words(name, men=_men(here), field=source, left=left or "none")
            at = order.load or order.count or order.path[0]
            raise Fault(problem(at, "too-few", said, (str(left),) if left and at is not order.path[0] else ()))
        self._men[source] = left - number

    def _drive(self, order: Written) -> Move:
        options, source = self._own.options, order.path[0]
        if source not in self._own.trucks:
            said = words("no-truck", field=source)
            here = {field: n for field, n in self._own.trucks.items() if field in self._own.men}
            raise Fault(problem(source, "no-truck", said, nearest(source, here)))
        if not self._trucks[source]:
            number = self._own.trucks[source]
            raise words.fault(source, "truck-used.one" if number == 1 else "truck-used", number=number, field=source)
        if len(order.path) < 2:
            raise words.fault(source, "steps.nowhere", field=source, next=self._next_to(source))
        if len(order.path) - 1 > options.truck_steps:
            at, load = order.path[options.truck_steps + 1], f" WITH {order.load}" if order.load else ""
            hint = f"TRUCK {'-'.join(order.path[: options.truck_steps + 1])}{load}"
            raise words.fault(at, "steps.truck", (hint,), most=options.truck_steps)
        for before, after in zip(order.path, order.path[1:], strict=False):
            check_step(before, after, self._own.board)
        number = self._load(order)
        self._take(order, source, number)
        self._trucks[source] -= 1
        return Move("truck", tuple(str(field) for field in order.path), number)

    def _load(self, order: Written) -> int:
        here, most = self._own.men[order.path[0]], self._own.options.truck_men
        if order.count is not None:
            hint = f"TRUCK {'-'.join(order.path)} WITH {order.count}"
            raise words.fault(order.count, "load.before", (hint,))
        if order.load is None and here > 1:
            end = order.path[-1]
            place = Token("END", "", line=end.line, column=end.end_column or (end.end_pos or 0) + 1)
            path = "-".join(order.path)
            hints = tuple(f"TRUCK {path} WITH {number}" for number in range(min(here, most), 0, -1))
            raise words.fault(place, "load.how-many", hints, men=_men(here), field=order.path[0])
        return min(here, most) if order.load == "ALL" else _number(order.load, 1, most)

    def _jump(self, order: Written) -> Move:
        own, source = self._own, order.path[0]
        if not own.options.inter_city_jumps:
            raise words.fault(order.first, "no-jumps")
        if len(order.path) != 2 or (order.count is not None and order.count != "1"):
            at = order.count if len(order.path) == 2 and order.count is not None else order.path[-1]
            raise words.fault(at, "steps.jump")
        target = order.path[1]
        link = linked(source, target, own.links)
        if link is None:
            ends = [city for one in own.links if source in one.cities for city in one.cities if city != source]
            raise words.fault(target, "no-link", ends, source=source, target=target)
        for field in order.path:
            if not productive(own.cities.get(field), own.side, own.cycle, own.options.production_delay):
                raise words.fault(field, "not-productive", field=field, cycles=own.options.production_delay)
        for between in link.clear:
            if between in own.enemy:
                raise words.fault(target, "not-clear", field=between)
        for move in self._moves:
            if move.word == "jump" and (move.path[0] == source or move.path[1] == target):
                raise words.fault(target, "one-jump")
        self._take(order, source, 1)
        return Move("jump", (str(source), str(target)))

    def _next_to(self, field: str) -> str:
        return next(near for near in self._own.board.near(field) if near != field)

    # -- fire --------------------------------------------------------------------------------------------------

    def _aims(self) -> tuple[Aim, ...]:
        """Return the fire of all lines: numbers first, then whoever is not aimed elsewhere in the letter."""
        if not self._fire:
            return ()
        own = self._own.after(Filed(tuple(self._moves))) if self._own.moves else self._own
        return FireReader(own, self._fire, self._problems).aims()


class FireReader:
    """Checks the fire lines of one letter; faults are added to *problems*."""

    def __init__(self, own: Own, lines: Sequence[tuple[Line, list[Written]]], problems: list[Problem]) -> None:
        self._own, self._lines, self._problems = own, lines, problems
        self._aiming = own.aiming()
        self._left = dict(self._aiming)
        self._aims: dict[tuple[str, str], int] = {}

    def aims(self) -> tuple[Aim, ...]:
        """Return the aims that stand, in the order written."""
        sound = [orders for _, orders in self._lines if self._checked(orders)]
        keys = [(str(o.path[0]), str(o.path[1])) for orders in sound for o in orders]
        numbered = [orders for orders in sound if self._take(orders)]
        self._take_rest(numbered)
        return tuple(Aim(*key, self._aims[key]) for key in dict.fromkeys(keys) if self._aims.get(key))

    def _checked(self, orders: Sequence[Written]) -> bool:
        try:
            for order in orders:
                self._check(order)
        except Fault as fault:
            self._problems.append(fault.problem)
            return False
        return True

    def _check(self, order: Written) -> None:
        own, source = self._own, order.path[0]
        if len(order.path) != 2 or order.load is not None:
            at = order.load or order.path[2 if len(order.path) > 2 else 0]
            raise words.fault(at, "steps.fire")
        if source not in self._aiming:
            raise Fault(problem(source, "cannot-aim", self._why_not(source), nearest(source, self._aiming)))
        check_step(source, order.path[1], own.board, "next to")

    def _why_not(self, source: str) -> str:
        if source not in self._own.men:
            return words("no-men", field=source)
        if source in self._own.enemy:
            return words("cannot-aim.contested", field=source)
        return words("cannot-aim", field=source)

    def _take(self, orders: Sequence[Written]) -> bool:
        """Take the orders of a line that give a number."""
        taken: list[tuple[str, str, int]] = []
        for order in orders:
            if order.count is None:
                continue
            source, number = str(order.path[0]), int(order.count[:5])
            if not 0 < number <= self._left[source]:
                self._give_back(taken)
                here, left = self._aiming[source], self._left[source]
                name = "too-few.none" if not number else "too-few.aimed" if left < here else "too-few"
                facts = {"men": _men(here), "field": source, "left": left or "none"}
                self._problems.append(words.problem(order.count, name, (str(left),) if left else (), **facts))
                return False
            self._add(source, str(order.path[1]), number)
            taken.append((source, str(order.path[1]), number))
        return True

    def _take_rest(self, lines: Sequence[Sequence[Written]]) -> None:
        """Take the orders for all men not aimed elsewhere; a line fails as a whole if one of its orders finds none."""
        aiming: list[Written] = []
        for orders in lines:
            rest = [order for order in orders if order.count is None]
            spent = next((order for n, order in enumerate(rest) if self._is_spent(order, [*aiming, *rest[:n]])), None)
            if spent is None:
                aiming += rest
            else:
                self._problems.append(words.problem(spent.path[0], "too-few.elsewhere", field=spent.path[0]))
                numbered = [order for order in orders if order.count is not None]
                self._give_back([(str(o.path[0]), str(o.path[1]), int(str(o.count)[:5])) for o in numbered])
        for order in aiming:
            source = str(order.path[0])
            self._add(source, str(order.path[1]), self._left[source])

    def _is_spent(self, order: Written, before: Sequence[Written]) -> bool:
        """Return whether another order has taken all men that an order without a number could aim."""
        return not self._left[order.path[0]] or order.path[0] in [one.path[0] for one in before]

    def _add(self, source: str, target: str, number: int) -> None:
        self._aims[source, target] = self._aims.get((source, target), 0) + number
        self._left[source] -= number

    def _give_back(self, taken: Sequence[tuple[str, str, int]]) -> None:
        for source, target, number in taken:
            self._add(source, target, -number)


def _numbers(tree: Tree[Token], name: str) -> list[Token]:
    """Return the numbers of this kind in an order, in the order written."""
    found = [
        token
        for part in tree.children
        if isinstance(part, Tree) and part.data == name
        for token in part.children
        if isinstance(token, Token) and token.type == "NUMBER"
    ]
    return sorted(found, key=lambda token: token.column or 0)


def _number(token: Token | None, least: int, most: int) -> int:
    if token is None:
        return 1
    if len(token) > 4 or not token.isdigit() or not least <= int(token) <= most:
        raise words.fault(token, "number", least=least, most=most)
    return int(token)


def _men(number: int) -> str:
    return f"{number} {plural(number, 'man', 'men')}"


def nearest(field: str, among: Sequence[str] | dict[str, int]) -> tuple[str, ...]:
    """Return the fields of *among* nearest to *field*, one of which may have been meant."""
    here = read_field(field)
    places = {one: read_field(one) for one in among}
    if here is None:
        return ()
    ranked = sorted(among, key=lambda one: (distance(here, places[one] or here), one))
    return tuple(ranked[:MOST_NEAR])
