"""What a line in plain words may have been meant as: its units and provinces, put together as orders.

Nothing is done by it; the desk proposes what is right. Only the board as it stands is looked at, which everybody sees.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, product

import msgspec
from lark import Token

from gm.rules import Seat
from gm.rules.lines.guessing import NUMBERS, READY, STAYS, denied
from gm.rules.lines.slips import one_slip
from gm.rules.lines.words import without_remark
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Unit
from gm.rules.provinces.campaign import Campaign
from gm.rules.provinces.names import plain
from gm.rules.provinces.orders import why_illegal
from gm.rules.provinces.reading import Reader, move_to

MOST = 4  # meanings proposed
GLUED = re.compile(r"\b(?P<kind>[AF]?)(?P<one>[A-Za-z]{3})(?P<two>[A-Za-z]{3})\b")  # AConBul
STOP = re.compile(r"(?:(?<=[^\W\d_]{4})|(?<=\b[Ss]ea)|(?<=\d))\.(?=\s|\Z)")  # the end of a sentence, not St.
SLASH = re.compile(r"\s/\s")  # between orders, not before a coast
MARK = re.compile(r"[~\u27a1]\ufe0f?>?")  # arrows that no order has
ALL_OTHERS = re.compile(  # of a line that says of all units not named that they hold
    r"\b(?:(?:all\s+)?(?:the\s+)?(?:others?|rest)|remaining)\s+(?:units?\s+)?(?:all\s+)?(?:H|holds?|stays?|stands?)\b",
    re.IGNORECASE,
)
FRACTION = re.compile(r"\d[.,]\d")
CLAUSE = re.compile(r"[.;,!()]|\band\b", re.IGNORECASE)
OR = re.compile(r"\bor\b", re.IGNORECASE)
PLURAL = {"FLEETS": "F", "ARMIES": "A"}
PLACES = ("PLACE", "AMBIGUOUS")
SIGNS = ("COLON", "GREATER", "BANG", "AT", "AMP")
ENDS = ("COMMA", "SLASH", "OPEN", "CLOSE", "BAR", "NUMBER", *SIGNS)
STOPS = frozenset({".", ";", "AND", "THEN"})
DOES = ("HOLD", "SUPPORT", "CONVOY", "DASH", "RETREAT")
NOTHING = ("",)  # what stands behind a unit of which nothing is said
SEVERAL = "|"  # between orders of which each will do
# What words that no order has stand for in a sentence: how people say that a unit moves, and how other programs do.
SAID = {
    **dict.fromkeys(("INTO", "ONTO", "MTO", "RTO", "TRY", "TRIES", "TAKE", "TAKES", "ENTER", "ENTERS"), "DASH"),
    **dict.fromkeys(("HLD", "SITS", "SIT", "REMAIN", "REMAINS"), "HOLD"), "CVY": "CONVOY", "FERRIES": "CONVOY",
    "CARRIES": "CONVOY", "DSB": "DISBAND",
}  # fmt: skip
KINDS = {"AMY": "A", "FLT": "F"}
BOATS = frozenset({"CONVOY", "BOAT", "SHIP", "FERRY"})


class Found(msgspec.Struct, frozen=True):
    """An order that a line may mean: its unit, what may stand behind it, and the amount and the sign before it."""

    unit: Unit
    meanings: tuple[str, ...]
    amount: str = ""
    sign: str = ":"

    def lines(self) -> tuple[str, ...]:
        """Return the orders that it may be, one by one."""
        return tuple(f"{self.unit} {one}" for meaning in self.meanings for one in meaning.split(f" {SEVERAL} "))


class Plain:
    """Reads lines in plain words for one seat, for the phase now due. whose: the powers whose units may be ordered."""

    def __init__(self, reader: Reader, state: Campaign, seat: Seat, whose: Collection[Seat]) -> None:
        self._reader, self._board, self._state, self._seat = reader, reader.board, state, seat
        self._units = {place: unit for place, unit in state.units.items() if unit.power in whose}

    def lines(self, text: str) -> tuple[str, ...]:
        """Return the lines that a line may mean, each with all its orders."""
        kind = self._state.kind
        if kind == "M":
            found = [one.lines() for one in self._with_others(text)] or self.all_hold(text)
        else:
            found = [*(self._retreats(text) if kind == "R" else self._winter(text))]
        ready = ["READY"] if READY.search(text) else []
        return tuple("\n".join((*lines, *ready)) for lines in islice(product(*found), MOST) if lines)

    def all_hold(self, text: str) -> list[tuple[str, ...]]:
        """Return HOLD for each of one's own units, if a line says that everybody stays."""
        if not STAYS.search(text) or denied(STAYS.sub("", text)):
            return []
        return [(f"{unit} H",) for unit in self._state.owned_by(self._seat)]

    def _with_others(self, text: str) -> list[Found]:
        """Return the orders of a line, and HOLD for one's other units if it says that these hold."""
        found = self.moves(ALL_OTHERS.sub("", text))
        if found and ALL_OTHERS.search(text):
            ordered = {one.unit for one in found}
            found += [Found(unit, ("H",)) for unit in self._state.owned_by(self._seat) if unit not in ordered]
        return found

    def moves(self, text: str) -> list[Found]:
        """Return the orders of a line; [] if it holds none, or says something of one that changes it."""
        text = SLASH.sub(" ; ", MARK.sub("-", GLUED.sub(self._apart, without_remark(text))))
        text = STOP.sub(" .", text.replace("(", "").replace(")", "") if text.startswith("(") else text)
        if FRACTION.search(text) or self.is_denied(text):
            return []
        return Clauses(self._reader, self._state.units, self._units, text).orders()

    def is_denied(self, text: str) -> bool:
        """Return whether a part of a line that names a province says something else besides: not, only, if."""
        for part in CLAUSE.split(OR.sub(SEVERAL, text)):
            places = self._places(part)
            bounds = [0, *(at for token in places for at in (token.start_pos or 0, token.end_pos or 0)), len(part)]
            rest = " ".join(part[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))
            if places and denied(rest):  # NOR may be a province
                return True
        return False

    def _places(self, text: str) -> list[Token]:
        return [token for token in self._reader.tokens([(1, text)]) if token.type in PLACES]

    def names_a_place(self, text: str) -> bool:
        """Return whether a line holds a province."""
        return bool(self._places(text))

    def _apart(self, written: re.Match[str]) -> str:
        one, two = plain(written["one"]), plain(written["two"])
        known = {one, two} <= self._reader.names.codes and not self._reader.names.matches(plain(written[0]))
        return f"{written['kind']} {one} - {two}" if known else written[0]

    def _retreats(self, text: str) -> Iterator[tuple[str, ...]]:
        """Yield what a line may order for each dislodged unit."""
        found = [] if self.is_denied(text) else self._reader.tokens([(1, text)])
        named = [place[:3] for token in found for place in _codes(token)]
        gone = any(token.type in ("DISBAND", "REMOVE") for token in found)
        for lost in self._state.dislodged.values():
            if lost.unit.power == self._seat and (lost.unit.province in named or len(named) < 2):
                orders = tuple(f"{lost.unit} - {place}" for place in lost.retreats if place[:3] in named)
                orders = (f"{lost.unit} D",) if gone and not orders else orders
                yield from [orders] if orders else []

    def _winter(self, text: str) -> Iterator[tuple[str, ...]]:
        """Yield the builds or the removals that a line may order."""
        owes = account(self._board, self._seat, self._state.units, self._state.centres.get(self._seat, ()))
        found = [] if self.is_denied(text) else self._reader.tokens([(1, text)])
        kind = ""
        for token in found:
            kind = PLURAL.get(plain(token)) or (str(token) if token.type == "KIND" else kind)
            for place in _codes(token):
                unit = self._units.get(place[:3])
                if place[:3] in owes.sites:
                    yield tuple(one for of in (kind or "AF") for one in self._built(of, place))
                elif owes.removals and unit is not None:
                    yield (f"REMOVE {unit}",)
            if token.type == "WAIVE" and owes.builds:
                yield ("WAIVE",)

    def _built(self, kind: str, place: str) -> list[str]:
        """Return the builds of a unit there, on each coast if none is named."""
        coasts = self._board.provinces[place[:3]].coasts if kind == "F" and "/" not in place else ()
        return [f"BUILD {kind} {place}/{coast}" for coast in coasts] or [f"BUILD {kind} {place}"]


class Clauses:
    """The words of a line, from which orders are taken one after the other.

    units: all that are on the board; own: those that may be ordered.
    """

    def __init__(self, reader: Reader, units: Mapping[str, Unit], own: Mapping[str, Unit], text: str) -> None:
        self._board, self._units, self._own = reader.board, units, own
        found = reader.tokens([(1, text)])
        self._found = [_worded(token, before) for token, before in zip(found, ["", *map(plain, found)], strict=False)]
        self._kinds = [token.type for token in self._found]
        places = [n for n, kind in enumerate(self._kinds) if kind in PLACES]
        amounts = [n for n, kind in enumerate(self._kinds) if kind == "NUMBER"]
        self._behind = bool(places and amounts) and places[0] < amounts[0] and places[-1] < amounts[-1]

    def orders(self) -> list[Found]:
        """Return the orders."""
        found: list[Found] = []
        alone: list[Found] = []  # units without an order
        amount, sign, at = "", ":", 0
        while at < len(self._found):
            kind = self._kinds[at]
            if kind == "NUMBER":
                amount, sign = str(self._found[at]), ":"
                if self._kinds[at + 1 : at + 2] and self._kinds[at + 1] in SIGNS:
                    sign, at = str(self._found[at + 1].value), at + 1
            elif kind in PLACES or self._stands_alone(at):
                order, at = self._order(at)
                behind, at = self._amount_behind(at) if not amount else ("", at)
                if order is not None:
                    order = msgspec.structs.replace(order, amount=amount or behind, sign=sign)
                    (alone if order.meanings == NOTHING else found).append(order)
                    amount, sign = "", ":"
                continue
            at += 1
        hold = any("H" in one.meanings for one in found)
        goes = not found and "DASH" in self._kinds  # though it is not told which unit does
        held = [msgspec.structs.replace(one, meanings=("H",)) for one in alone if hold or (one.amount and not goes)]
        return [*held, *self._alike(list(self._carried(found)))] if found or held else []

    def _alike(self, found: list[Found]) -> list[Found]:
        """Return the orders; an amount before the first of several that have none is for each."""
        if len(found) < 2 or not found[0].amount or any(one.amount for one in found[1:]):
            return found
        return [msgspec.structs.replace(one, amount=found[0].amount, sign=found[0].sign) for one in found]

    def _carried(self, found: Sequence[Found]) -> Iterator[Found]:
        """Yield the orders; CONVOY without an army is for the one that goes by convoy."""
        by_sea = [one for one in found if " VIA" in "".join(one.meanings)]
        by_sea = by_sea or [one for one in found if one.unit.kind == "A" and "".join(one.meanings).startswith("-")]
        for one in found:
            if one.meanings == ("C",):
                army = by_sea[0] if by_sea else None
                if army is not None:
                    said = f"C {army.unit} {army.meanings[0].removesuffix(' VIA')}"
                    yield msgspec.structs.replace(one, meanings=(said,))
            else:
                yield one

    def _stands_alone(self, at: int) -> bool:
        """Return whether a unit is named by its kind alone: the fleet goes to."""
        return self._kinds[at] == "KIND" and len(self._found[at].value) > 1 and self._next(at)[1] in DOES

    # -- words -------------------------------------------------------------------------------------------------

    def _next(self, at: int) -> tuple[int, str]:
        """Return the next word of an order behind a place in the line, and its kind; "" at the end of the clause."""
        for n in range(at + 1, len(self._found)):
            kind, word = self._kinds[n], plain(self._found[n])
            if kind in ENDS or (kind == "UNKNOWN" and (self._found[n] in STOPS or word in STOPS)):
                return n, ""
            if kind in (*PLACES, *DOES, "VIA", "DISBAND", "FROM"):
                return n, kind
        return len(self._found), ""

    def _amount_behind(self, at: int) -> tuple[str, int]:
        """Return the number that stands behind an order: ANK : 5, Paris to Picardy 6."""
        between = {"COLON", "AT", "OPEN", "UNKNOWN", "COIN", "FROM", "" if self._behind else "COMMA"}
        for n in range(at, min(at + 3, len(self._found))):
            if self._kinds[n] == "NUMBER":
                counts = [] if self._behind else self._kinds[n + 1 : n + 2]
                return ("", at) if counts and counts[0] in (*SIGNS, *PLACES, "KIND") else (str(self._found[n]), n + 1)
            if self._kinds[n] not in between:
                break
        return "", at

    # -- orders ------------------------------------------------------------------------------------------------

    def _order(self, at: int) -> tuple[Found | None, int]:
        """Return the order whose unit stands there, and where the next begins; its unit may be named behind."""
        n, kind = self._next(at)
        follows = self._kinds[at] in PLACES and kind in PLACES and not self._words_between(at, n)
        if kind == "FROM" and self._next(n)[1] in PLACES:
            there, _ = self._next(n)
            unit = self._unit(there)
            return self._moved(unit, at, via=False), there + 1
        unit = self._unit(at) if self._kinds[at] in PLACES else self._only(str(self._found[at]))
        if unit is None:
            return None, at + 1
        while kind == "DASH" and self._next(n)[1] in DOES:  # to hold
            n, kind = self._next(n)
        if kind == "HOLD":
            return Found(unit, ("H",)), n + 1
        if kind in ("SUPPORT", "CONVOY"):
            return self._helped(unit, n, "S" if kind == "SUPPORT" else "C")
        if kind in ("DASH", "RETREAT"):
            return self._move(unit, n)
        if follows:
            return self._move(unit, at)
        return Found(unit, NOTHING), at + 1

    def _words_between(self, start: int, end: int) -> bool:
        return any(kind not in ("KIND", "POWER") for kind in self._kinds[start + 1 : end])

    def _move(self, unit: Unit, at: int) -> tuple[Found | None, int]:
        """Return a move, and where the next order begins. at: before its province."""
        n, kind = self._next(at)
        if kind not in PLACES:
            return Found(unit, ()), at + 1
        end, via, last = n, False, n
        while True:
            end, kind = self._next(last)
            if kind == "DASH" and self._next(end)[1] in PLACES:
                via, last = True, self._next(end)[0]
            elif kind == "CONVOY" and self._next(end)[1] == "":
                via = True
                break
            elif kind == "VIA":
                via = True
                through, more = self._next(end)
                end = through if more in PLACES else end
                break
            else:
                end = last
                break
        move = self._moved(unit, last, via)
        return self._or_else(move, unit, end)

    def _or_else(self, move: Found | None, unit: Unit, end: int) -> tuple[Found | None, int]:
        """Return a move with the one behind OR as well."""
        if move is not None and self._kinds[end + 1 : end + 2] == ["BAR"]:
            n = end + 1
            while n + 1 < len(self._found) and self._kinds[n + 1] in ("DASH", "UNKNOWN"):
                n += 1
            if n + 1 < len(self._found) and self._kinds[n + 1] in PLACES:
                other = self._moved(unit, n + 1, via=False)
                meanings = tuple(f"{one} {SEVERAL} {two}" for one in move.meanings for two in other.meanings)
                return msgspec.structs.replace(move, meanings=meanings), n + 2
        return move, end + 1

    def _moved(self, unit: Unit | None, at: int, via: bool) -> Found:
        """Return the move of a unit to the province there; if it cannot be made, those on the way to it."""
        assert unit is not None
        found = []
        for named in _codes(self._found[at]):
            coasts = self._board.coasts_reached(unit.place, named) if unit.kind == "F" else ()
            for place in coasts or (named,):
                if not why_illegal(self._board, self._units, unit, move_to(self._board, unit, place, via)):
                    found.append(f"- {place} VIA" if via else f"- {place}")
        return Found(unit, tuple(found or self._towards(unit, _codes(self._found[at]))))

    def _towards(self, unit: Unit, places: Sequence[str]) -> Iterator[str]:
        for place in sorted(self._board.reach_provinces(unit.kind, unit.place)):
            legal = not why_illegal(self._board, self._units, unit, move_to(self._board, unit, place))
            if legal and any(place in self._board.near[target[:3]] for target in places):
                yield f"- {place}"

    def _helped(self, unit: Unit, at: int, sign: str) -> tuple[Found | None, int]:
        """Return a support or a convoy, and where the next order begins."""
        n, kind = self._next(at)
        if kind not in PLACES:
            return Found(unit, (sign,) if sign == "C" else ()), at + 1
        other = next((self._units[place[:3]] for place in _codes(self._found[n]) if place[:3] in self._units), None)
        if other is None:
            return Found(unit, ()), n + 1
        name = f"{other.kind} {other.province}"
        to, kind = self._next(n)
        if kind in ("DASH", "FROM"):
            to, kind = self._next(to)
        if kind in PLACES:
            return Found(unit, tuple(f"{sign} {name} - {place}" for place in _codes(self._found[to]))), to + 1
        return Found(unit, (f"{sign} {name}",) if sign == "S" else ()), n + 1

    # -- units -------------------------------------------------------------------------------------------------

    def _unit(self, at: int) -> Unit | None:
        """Return the unit that may be ordered and is named there; if there is none, one whose name is a slip away."""
        kind = str(self._found[at - 1]) if at and self._kinds[at - 1] == "KIND" else ""
        codes = [place[:3] for place in _codes(self._found[at])]
        for code in codes:
            if code in self._own and kind in ("", self._own[code].kind):
                return self._own[code]
        near = [u for code, u in self._own.items() if one_slip(codes[0], code) and kind in ("", u.kind)]
        return near[0] if len(near) == 1 else None

    def _only(self, kind: str) -> Unit | None:
        """Return the only unit of a kind: the fleet."""
        same = [unit for unit in self._own.values() if unit.kind == kind]
        return same[0] if len(same) == 1 else None


def _codes(token: Token) -> list[str]:
    """Return the places that a word may mean; [] if it is none."""
    return str(token).split(" ") if token.type in PLACES else []


def _worded(token: Token, before: str) -> Token:
    """Return a word of a line with the kind that it has in a sentence. before: the word before it."""
    word = plain(token)
    if before in ("BY", "WITH") and word in BOATS:
        return Token.new_borrow_pos("VIA", "VIA", token)
    if token.type == "UNKNOWN" and word in KINDS:
        return Token.new_borrow_pos("KIND", KINDS[word], token)
    if token.type == "UNKNOWN" and word in SAID:
        return Token.new_borrow_pos(SAID[word], word, token)
    if token.type == "UNKNOWN" and word in ("FROM", "FOR"):
        return Token.new_borrow_pos("FROM", word, token)
    if token.type == "UNKNOWN" and word in NUMBERS:
        return Token.new_borrow_pos("NUMBER", NUMBERS[word], token)
    if token.type == "UNKNOWN" and word == "OR":
        return Token.new_borrow_pos("BAR", SEVERAL, token)
    return token
