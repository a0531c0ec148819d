"""Movement judged by trying every outcome, to compare with the engine on small positions. Slow on purpose.

The strengths are those of DATC 5.B, written down once more and literally. An outcome says of each move whether it
succeeds and of each convoyed army whether its path stands; it is consistent if every statement follows from the others.

So are the rules of boards for straits (an army that crosses counts 0 for itself, unsupported it cuts no support, and
no support is given across) and for seas that are closed (nothing may enter or be supported into them, and a fleet
inside may only hold: no support, no convoy). Orders against them are no orders: the unit holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support

SEASONS = {"S": "spring", "F": "fall"}
NOTHING = -1  # less than the 0 of an army on a strait: what nobody opposes
Truth = dict[str, bool]
Outcome = tuple[Truth, Truth]  # of moves by mover; of paths by convoyed army


class HangsOnItself(Exception):
    """Whether a crossing is supported hangs on whether it is: then the rules of straits decide nothing."""


class Waters:
    """What straits and closed seas leave of orders that are legal on a board with all of its borders."""

    def __init__(self, board: Board, units: Mapping[str, Unit], season: str) -> None:
        self.board, self.units = board, units
        self.closed = {sea for sea, seasons in board.seasonal.items() if SEASONS[season] not in seasons}
        self.open_fleets = {p for p, u in units.items() if u.kind == "F" and board.is_sea(p)} - self.closed

    def against_them(self, province: str, order: Order) -> bool:
        """Whether the order of the unit in *province* is none because of a strait or a closed sea."""
        if isinstance(order, Support):
            aimed = order.to[:3] or order.of
            across = self.units[province].kind == "A" and (province, aimed) in self.board.straits
            return across or province in self.closed or aimed in self.closed or self.helps_no_move(province, order)
        if isinstance(order, Move):
            shut = province in self.closed or order.to in self.closed
            return shut or (order.via and not any(self.chains(province, order.to)))
        if isinstance(order, Convoy):
            return province in self.closed or not any(province in c for c in self.chains(order.of, order.to))
        return False

    def helps_no_move(self, province: str, order: Support) -> bool:
        """Whether the supported move is impossible: for an army also by any chain without the supporter."""
        if not order.to:
            return False
        if order.of in self.closed:
            return True
        other = self.units[order.of]
        reached = self.board.army[order.of] if other.kind == "A" else self.board.fleet[other.place]
        if order.to[:3] in {place[:3] for place in reached}:
            return False
        return all(province in chain for chain in self.chains(order.of, order.to[:3]))

    def chains(self, start: str, goal: str) -> Iterator[set[str]]:
        """Every chain of fleets in open seas from coast to coast, none of them in it twice."""
        near = self.board.near
        todo: list[list[str]] = [[sea] for sea in self.open_fleets & near[start]]
        while todo:
            chain = todo.pop()
            if goal in near[chain[-1]]:
                yield set(chain)
            todo += [[*chain, sea] for sea in (self.open_fleets & near[chain[-1]]) - set(chain)]


class Equations:
    """The equations of one phase; *grounded* are armies whose paths count as broken, whatever the fleets do."""

    def __init__(
        self,
        board: Board,
        units: Mapping[str, Unit],
        orders: Mapping[str, Order],
        grounded: frozenset[str] = frozenset(),
        season: str = "S",
    ) -> None:
        """*board* has all of its borders, and *orders* are legal on it with land or convoy settled."""
        self.board, self.units, self.grounded = board, units, grounded
        waters = Waters(board, units, season)
        self.void = {p for p, order in orders.items() if waters.against_them(p, order)}
        self.orders = {p: HOLD if p in self.void else orders.get(p, HOLD) for p in units}
        self.moves = {p: o.to[:3] for p, o in self.orders.items() if isinstance(o, Move)}
        self.convoyed = [p for p, o in self.orders.items() if isinstance(o, Move) and o.via]
        self.won: Truth = {}
        self.path: Truth = {}
        self.asked: list[str] = []  # the supporters of whom it is being asked whether their support is given

    def outcomes(self) -> list[Outcome]:
        """All consistent outcomes; of circles that may move or stand still, the outcome in which all move."""
        found = []
        for paths in product((True, False), repeat=len(self.convoyed)):
            self.path = dict(zip(self.convoyed, paths, strict=True))
            battles = list(self.battles())
            best = max(battles, key=lambda won: sum(won.values()), default=None)
            if best is None:
                continue
            assert all(best[mover] >= won[mover] for won in battles for mover in won), "circles do not hinder another"
            self.won = best
            if all(self.path[army] == self.chain(army) for army in self.convoyed):
                found.append((self.won, self.path))
        return found

    def battles(self) -> Iterator[Truth]:
        """Which moves may succeed if the paths are as assumed."""
        movers = list(self.moves)
        for values in product((True, False), repeat=len(movers)):
            self.won = dict(zip(movers, values, strict=True))
            if all(self.won[mover] == self.arrives(mover) for mover in movers):
                yield self.won

    def stays(self, province: str) -> bool:
        """Whether the unit in *province* does not leave it."""
        return not self.won.get(province, False)

    def dislodged(self, province: str) -> bool:
        """Whether the unit in *province* is dislodged."""
        return self.stays(province) and any(self.won[m] and to == province for m, to in self.moves.items())

    def chain(self, army: str) -> bool:
        """Whether fleets that carry *army* and are not dislodged join its coasts."""
        if army in self.grounded:
            return False
        wanted = Convoy(army, self.moves[army])
        fleets = {p for p, order in self.orders.items() if order == wanted and not self.dislodged(p)}
        reached: set[str] = set()
        front = {p for p in fleets if army in self.board.near[p]}
        while front:
            reached |= front
            front = {p for p in fleets - reached if any(p in self.board.near[q] for q in reached)}
        return any(self.moves[army] in self.board.near[p] for p in reached)

    def under_way(self, mover: str) -> bool:
        """Whether the move has a path: by land always, by convoy if it stands."""
        return self.path.get(mover, True)

    def crosses(self, mover: str) -> bool:
        """Whether the move is that of an army over a strait: one that is carried goes by sea."""
        by_land = self.units[mover].kind == "A" and mover not in self.convoyed
        return by_land and (mover, self.moves[mover]) in self.board.straits

    def alone(self, mover: str) -> int:
        """What a move counts without support."""
        return 0 if self.crosses(mover) else 1

    def cuts(self, mover: str) -> bool:
        """Whether an attack can cut support: over a strait only one that is supported."""
        return self.under_way(mover) and (not self.crosses(mover) or self.helped(mover) > 0)

    def given(self, supporter: str) -> bool:
        """Whether the support is not cut (DATC 5.B.5)."""
        if supporter in self.asked:
            raise HangsOnItself
        self.asked.append(supporter)
        try:
            return not self.cut(supporter)
        finally:
            self.asked.pop()

    def cut(self, supporter: str) -> bool:
        order = self.orders[supporter]
        assert isinstance(order, Support)
        aimed = order.to[:3] or order.of
        for attacker, to in self.moves.items():
            if to == supporter and self.units[attacker].power != self.units[supporter].power:
                if attacker == aimed and self.won[attacker]:
                    return True
                if attacker != aimed and self.cuts(attacker):
                    return True
        return False

    def matches(self, supporter: str, unit: str) -> bool:
        """Whether the unit in *supporter* helps what *unit* was ordered to do."""
        order = self.orders[supporter]
        return isinstance(order, Support) and order.of == unit and order.to[:3] == self.moves.get(unit, "")

    def helped(self, unit: str, without: str = "") -> int:
        """How many supports *unit* has, those of power *without* not counted."""
        return sum(
            self.matches(p, unit) and self.units[p].power != without and self.given(p) for p in self.units
        )

    def head_to_head(self, mover: str) -> bool:
        """Whether the unit at the target comes the other way, neither of them by convoy."""
        other = self.moves[mover]
        return self.moves.get(other) == mover and other not in self.convoyed and mover not in self.convoyed

    def attack(self, mover: str) -> int:
        """Attack strength (DATC 5.B.8)."""
        target = self.moves[mover]
        if not self.under_way(mover):
            return NOTHING
        if target not in self.units or (not self.stays(target) and not self.head_to_head(mover)):
            return self.alone(mover) + self.helped(mover)
        if self.units[target].power == self.units[mover].power:
            return 0
        return self.alone(mover) + self.helped(mover, self.units[target].power)

    def hold(self, province: str) -> int:
        """Hold strength (DATC 5.B.6)."""
        if province not in self.units:
            return NOTHING
        if province in self.moves:
            return 1 if self.stays(province) else NOTHING
        return 1 + self.helped(province)

    def prevent(self, mover: str) -> int:
        """Prevent strength (DATC 5.B.7)."""
        beaten = self.head_to_head(mover) and self.won[self.moves[mover]]
        return NOTHING if beaten or not self.under_way(mover) else self.alone(mover) + self.helped(mover)

    def arrives(self, mover: str) -> bool:
        """Whether the move succeeds (DATC 5.B.8)."""
        target, strength = self.moves[mover], self.attack(mover)
        head = self.head_to_head(mover)
        against = self.alone(target) + self.helped(target) if head else self.hold(target)
        rivals = [rival for rival, to in self.moves.items() if to == target and rival != mover]
        return strength > against and all(strength > self.prevent(rival) for rival in rivals)
