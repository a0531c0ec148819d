"""The equations of a movement phase: who is cut, how strong each move is, who arrives (2023 rules; DATC 5.B).

Everything is decided in three values (True, False, None for "not yet known"), so nothing is guessed: strengths are
pairs of a minimum and a maximum, and a decision is made as soon as the pairs allow it. What stays open when nothing
more can be decided is a circle of moves or a convoy paradox; `gm.rules.provinces.paradox` settles those.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.orders import Convoy, Move, Order, Support, chain_exists

Verdict = bool | None
NOTHING = -1  # the strength of no opposition


class Battle:
    """One movement phase being decided. Keys are provinces: a unit is named by the province it is in.

    moves: target by mover; into: movers by target; backing: supporters by the unit they help (matched ones only);
    carriers: convoying fleets by army; helps: where a support is directed; path, support, won: the decisions.
    weak: movers over a strait, who count for nothing themselves; blunt: those of them that cut no support.
    """

    __slots__ = (
        "backing", "blunt", "board", "carriers", "helps", "into", "moves", "path", "power", "support", "units", "weak",
        "won",
    )  # fmt: skip

    def __init__(self, board: Board, units: Mapping[str, Unit], orders: Mapping[str, Order]) -> None:
        """*orders* must be legal; a unit without an order holds. A move is by convoy if it has via set."""
        self.board, self.units = board, units
        self.power = {province: unit.power for province, unit in units.items()}
        self.moves: dict[str, str] = {}
        self.into: dict[str, list[str]] = {}
        self.path: dict[str, Verdict] = {}
        self.carriers: dict[str, list[str]] = {}
        for province, order in orders.items():
            if type(order) is Move:
                target = order.to[:3]
                self.moves[province] = target
                self.into.setdefault(target, []).append(province)
                if order.via:
                    self.path[province] = None
                    self.carriers[province] = []
        armies = [mover for mover in self.moves if units[mover].kind == "A" and mover not in self.path]
        self.weak = frozenset([mover for mover in armies if board.crosses(mover, self.moves[mover])])
        self.blunt: set[str] = set()
        self.won: dict[str, Verdict] = dict.fromkeys(self._heads_first())
        self.backing: dict[str, list[str]] = {}
        self.helps: dict[str, str] = {}
        self.support: dict[str, Verdict] = {}
        self._match_help(orders)

    def _heads_first(self) -> dict[str, None]:
        """Return the movers, each after the unit whose place it wants: then one pass decides a long chain of moves."""
        order: dict[str, None] = {}
        for start in self.moves:
            chain: dict[str, None] = {}
            here = start
            while here in self.moves and here not in order and here not in chain:
                chain[here] = None
                here = self.moves[here]
            order.update(dict.fromkeys(reversed(chain)))
        return order

    def _match_help(self, orders: Mapping[str, Order]) -> None:
        """Join each support and convoy to the order it was meant for; the others help nobody."""
        moves = self.moves
        for province, order in orders.items():
            if type(order) is Support:
                if self._supports_what_is_ordered(order, orders):
                    self.backing.setdefault(order.of, []).append(province)
                    self.helps[province] = order.to[:3] or order.of
                    self.support[province] = None
            elif type(order) is Convoy and order.of in self.carriers and moves[order.of] == order.to:
                self.carriers[order.of].append(province)

    def _supports_what_is_ordered(self, order: Support, orders: Mapping[str, Order]) -> bool:
        """A support to hold is for a unit not ordered to move; one to move must name the move (and any coast)."""
        if not order.to:
            return order.of not in self.moves
        if self.moves.get(order.of) != order.to[:3]:
            return False
        move = orders[order.of]
        return len(order.to) == 3 or (type(move) is Move and (move.to == order.to or len(move.to) == 3))

    def settle(self) -> None:
        """Decide everything that follows from what is decided, until nothing more can be."""
        moved = True
        while moved:
            moved = self._settle_paths()
            moved = self._settle_supports() or moved
            moved = self._settle_moves() or moved

    def _settle_paths(self) -> bool:
        moved = False
        for army, verdict in self.path.items():
            if verdict is None:
                found = self.chain_verdict(army)
                if found is not None:
                    self.path[army] = found
                    moved = True
        return moved

    def chain_verdict(self, army: str) -> Verdict:
        """A convoy stands if some chain of fleets is certain not to be dislodged; it fails if no chain can be left."""
        fates = {fleet: self.dislodged(fleet) for fleet in self.carriers[army]}
        sure = frozenset([fleet for fleet, lost in fates.items() if lost is False])
        if self._chain(army, sure):
            return True
        left = frozenset([fleet for fleet, lost in fates.items() if not lost])
        return None if left != sure and self._chain(army, left) else False

    def _chain(self, army: str, seas: frozenset[str]) -> bool:
        return chain_exists(self.board, seas, army, self.moves[army])

    def _settle_supports(self) -> bool:
        moved = False
        for supporter, verdict in self.support.items():
            if verdict is None:
                found = self._stands(supporter)
                if found is not None:
                    self.support[supporter] = found
                    moved = True
        return moved

    def _stands(self, supporter: str) -> Verdict:
        """Return whether the support is given: not cut by an attack, nor by dislodgement from where it is directed."""
        open_question = False
        power, target = self.power[supporter], self.helps[supporter]
        for attacker in self.into.get(supporter, ()):
            if self.power[attacker] == power:
                continue
            cuts = self.won[attacker] if attacker == target else self.cuts(attacker)
            if cuts:
                return False
            open_question = open_question or cuts is None
        return None if open_question else True

    def cuts(self, attacker: str) -> Verdict:
        """Return whether an attack cuts support: it needs a path, and over a strait a support of its own."""
        if attacker not in self.weak:
            return self.path.get(attacker, True)
        least, most = self.backers(attacker)
        return True if least else False if not most or attacker in self.blunt else None

    def _settle_moves(self) -> bool:
        moved = False
        for mover, verdict in self.won.items():
            if verdict is None:
                found = self._arrives(mover)
                if found is not None:
                    self.won[mover] = found
                    moved = True
        return moved

    def _arrives(self, mover: str) -> Verdict:
        """A move arrives if it is stronger than the unit at its target and than every rival (DATC 5.B.8)."""
        way = self.path.get(mover, True)
        if way is False:
            return False
        least, most = self.attack(mover)
        target = self.moves[mover]
        low, high = self.resistance(mover)
        if most <= low:
            return False
        sure = least > high and way is True
        for rival in self.into[target]:
            if rival != mover:
                low, high = self.prevent(rival)
                if most <= low:
                    return False
                sure = sure and least > high
        return True if sure else None

    def backers(self, unit: str, without: str = "") -> tuple[int, int]:
        """Return the least and the most support for *unit*, not counting that of power *without*."""
        supporters = self.backing.get(unit)
        if supporters is None:
            return 0, 0
        least = most = 0
        for supporter in supporters:
            if self.power[supporter] != without:
                given = self.support[supporter]
                if given is not False:
                    most += 1
                    if given:
                        least += 1
        return least, most

    def head_to_head(self, mover: str) -> bool:
        """Return whether the unit at the target moves against *mover*, both by land."""
        target = self.moves[mover]
        return self.moves.get(target) == mover and target not in self.path and mover not in self.path

    def strength(self, mover: str, without: str = "") -> tuple[int, int]:
        """Return the least and the most that a move counts with its support, not counting that of power *without*."""
        least, most = self.backers(mover, without)
        own = 0 if mover in self.weak else 1
        return own + least, own + most

    def attack(self, mover: str) -> tuple[int, int]:
        """Return the least and the most attack strength: a power cannot dislodge its own unit, nor support that."""
        target = self.moves[mover]
        power = self.power.get(target)
        if power is None:
            return self.strength(mover)
        leaves: Verdict = False if self.head_to_head(mover) else self.won.get(target, False)
        if leaves is True:
            return self.strength(mover)
        low, high = (0, 0) if power == self.power[mover] else self.strength(mover, power)
        return (low, high) if leaves is False else (low, self.strength(mover)[1])

    def resistance(self, mover: str) -> tuple[int, int]:
        """Return what the unit at the target opposes: its hold strength, or its defence in a head-to-head battle.

        Nothing at all (NOTHING) is less than 0, which is the strength of an unsupported army on a strait.
        """
        target = self.moves[mover]
        if target not in self.power:
            return NOTHING, NOTHING
        if target not in self.moves:
            least, most = self.backers(target)
            return 1 + least, 1 + most
        if self.head_to_head(mover):
            return self.strength(target)
        left = self.won[target]
        return (NOTHING, NOTHING) if left else (1, 1) if left is False else (NOTHING, 1)

    def prevent(self, rival: str) -> tuple[int, int]:
        """Return the least and the most prevent strength: NOTHING without a path, or once beaten head to head."""
        way = self.path.get(rival, True)
        if way is False:
            return NOTHING, NOTHING
        least, most = self.strength(rival)
        beaten = self.won[self.moves[rival]] if self.head_to_head(rival) else False
        if beaten:
            return NOTHING, NOTHING
        return (least if way and beaten is False else NOTHING), most

    def dislodged(self, province: str) -> Verdict:
        """Return whether the unit in *province* loses its place: another arrives and it has not left."""
        attackers = self.into.get(province)
        if not attackers or province not in self.power:
            return False
        left = self.won.get(province, False)
        if left:
            return False
        verdict: Verdict = False
        for attacker in attackers:
            won = self.won[attacker]
            if won:
                return True if left is False else None
            if won is None:
                verdict = None
        return verdict
