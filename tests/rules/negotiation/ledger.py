"""A second set of books for Negotiation, kept by hand from what the players are told, with the rules applied anew.

It knows no module of the game: each report of an action is checked against these books before it is entered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scorekeeper import formula

LEVELS = "ABCDEFGHIK"
GROUP = re.compile(r"(\d+)(?: pieces?)? from (START|[A-K]\d+)", re.IGNORECASE)
MOVE = re.compile(r"MOVE (.+?) TO ([A-K]\d+)")
SUPPORT = re.compile(r"SUPPORT (\d+)(?: OF (\d+))?")
CANCEL = re.compile(r"CANCEL IOU (\d+)")
IOU = re.compile(r"(?<!CANCEL )IOU (\d+)")
WIN = re.compile(r"\bWIN (\d+)")
GIFT = re.compile(r"(\d+) pieces? of (your own|player (\d+)'s) support", re.IGNORECASE)


def player_in(word: str) -> str:
    """The number of a player in words without a name."""
    found = re.search(r"(\d+)$", word)
    assert found is not None, word
    return found[1]


def counts(told: Mapping[str, int]) -> Counter[str]:
    """Numbers by player in words, by number."""
    return Counter({player_in(word): number for word, number in told.items()})


class Ledger:
    """deals: by the two players and the number, who proposed it, to whom, and what each gives, as it was written."""

    def __init__(self, players: int, prisoners: bool) -> None:
        self.number, self.prisoners = players, prisoners
        self.players = [str(n) for n in range(1, players + 1)]
        self.board: Counter[tuple[str, str]] = Counter({(p, "START"): players for p in self.players})
        self.win: Counter[str] = Counter()
        self.support: Counter[tuple[str, str]] = Counter({(p, p): players for p in self.players})
        self.lent: Counter[tuple[str, str]] = Counter()
        self.untold: Counter[tuple[str, str, str]] = Counter()  # holder, owner, third
        self.debt: Counter[tuple[str, str]] = Counter()
        self.deals: dict[tuple[frozenset[str], int], tuple[str, str, str, str]] = {}
        self.still: dict[tuple[str, str], object] = {}  # what stands still for the two of an open action
        self.said: tuple[str, str] | None = None  # what the letter now read proposes

    # -- entries -----------------------------------------------------------------------------------------------

    def move(self, player: str, groups: list[tuple[int, str]], square: str) -> None:
        for number, place in groups:
            assert self.board[player, place] >= number
            step = 0 if place == "START" else LEVELS.index(place[0]) + 1
            assert LEVELS[step] == square[0] and square[1:] not in (player, place[1:])
            self.board[player, place] -= number
            if square[0] == "K":
                self.win[player] += number
            else:
                self.board[player, square] += number

    def carry(self, owner: str, source: str, target: str, number: int) -> None:
        """Support goes from hand to hand."""
        assert self.support[owner, source] >= number and source != target
        self.support[owner, source] -= number
        self.support[owner, target] += number
        if source == owner:
            self.lent[owner, target] += number
        elif target == owner:
            self.lent[owner, source] -= number
        else:
            self.untold[source, owner, target] += number

    def pay(self, payer: str, taker: str, number: int) -> None:
        assert self.win[payer] >= number
        self.win[payer] -= number
        self.win[taker] += number

    def reveal(self, holder: str, owner: str) -> Counter[str]:
        """The holder tells the owner where his support went."""
        found: Counter[str] = Counter()
        for third in self.players:
            number = self.untold.pop((holder, owner, third), 0)
            if number:
                found[third] = number
                self.lent[owner, holder] -= number
                self.lent[owner, third] += number
        return found

    def held(self, player: str) -> Counter[str]:
        """The support of others that a player holds."""
        return Counter({owner: n for owner in self.players if owner != player and (n := self.support[owner, player])})

    # -- reports -----------------------------------------------------------------------------------------------

    def hear(self, reader: str, kind: str, body: Any) -> None:
        """One notice to one player: of the two copies of a thing, that of the player whose doing it is."""
        if kind == "dealtold":
            self.deal(reader, body)
        elif kind == "gifttold" and body.mine:
            self.gift(reader, player_in(body.other), body.given)
        elif kind in ("threattold", "attacktold") and body.mine:
            self.action(reader, player_in(body.other), kind, body)
        elif kind == "collected" and body.mine:
            self.collect(reader, player_in(body.other), body)
        elif kind == "recalled" and body.mine:
            self.recall(reader, player_in(body.other), body)
        elif kind == "informed" and body.mine:
            assert self.reveal(reader, player_in(body.other)) == counts(body.passed) != Counter()

    def deal(self, reader: str, body: Any) -> None:
        other = player_in(body.other)
        key = frozenset((reader, other)), body.number
        if body.event == "proposed" and body.proposer:
            assert key not in self.deals and self.said is not None
            self.deals[key] = (reader, other, *self.said)
        elif body.event == "done" and body.proposer:
            by, to, give, take = self.deals[key]
            assert (by, to) == (reader, other)
            self.exchange(by, to, give, take)

    def exchange(self, by: str, to: str, give: str, take: str) -> None:
        """Winnings and support are taken from both before they are given to either: nothing brought can be given."""
        for giver, items in ((by, give), (to, take)):
            assert self.win[giver] >= sum(int(n) for n in WIN.findall(items))
            wanted: Counter[str] = Counter()
            for number, owner in SUPPORT.findall(items):
                wanted[owner or giver] += int(number)
            assert all(self.support[owner, giver] >= number for owner, number in wanted.items())
        for giver, taker, items in ((by, to, give), (to, by, take)):
            for number, owner in SUPPORT.findall(items):
                self.carry(owner or giver, giver, taker, int(number))
            for number in WIN.findall(items):
                self.win[giver] -= int(number)
                self.win[taker] += int(number)
            for number in IOU.findall(items):
                self.debt[giver, taker] += int(number)
            for number in CANCEL.findall(items):
                self.debt[taker, giver] -= int(number)
            for groups, square in MOVE.findall(items):
                assert square[1:] == giver
                self.move(taker, [(int(n), place.upper()) for n, place in GROUP.findall(groups)], square)

    def gift(self, giver: str, taker: str, items: tuple[str, ...]) -> None:
        for item in items:
            found = GIFT.match(item)
            if found:
                self.carry(found[3] or giver, giver, taker, int(found[1]))
            else:
                assert re.match(r"\d+ (?:of )?(?:your |the )?winnings?", item), item
                self.pay(giver, taker, int(item.split()[0]))

    def action(self, by: str, to: str, kind: str, body: Any) -> None:
        """While it is open, winnings, uncommitted support and held support of both stand still."""
        now = [(self.win[one], self.support[one, one], dict(self.held(one))) for one in (by, to)]
        if body.event == "begun":
            self.still[by, to] = now
            return
        assert self.still.pop((by, to), now) == now  # none: it was answered at once
        if kind == "threattold":
            self.threat(by, to, body)
        else:
            self.attack(by, to, body)

    def threat(self, by: str, to: str, body: Any) -> None:
        groups = [(int(n), place.upper()) for n, place in GROUP.findall(body.groups)]
        pieces = sum(n for n, _ in groups)
        assert pieces == body.pieces
        if body.event == "granted":
            self.move(by, groups, body.square)
            return
        risk, quoted = counts(body.risk), counts(body.quoted)
        assert not risk - self.held(by) and not quoted - self.held(to)
        offense, holds = pieces + risk.total(), self.held(to).total()
        assert (body.offense, body.defense) == (offense, min(holds, offense + 1)) and quoted.total() == body.defense
        assert body.event == ("standoff" if holds == offense else "moved" if holds < offense else "lost")
        if body.event == "moved":
            self.move(by, groups, body.square)
            for owner, number in quoted.items():
                self.carry(owner, to, by, number)
        elif body.event == "lost":
            self.lose(by, to, groups, body.square)
            for owner, number in risk.items():
                self.carry(owner, by, to, number)

    def lose(self, by: str, to: str, groups: list[tuple[int, str]], square: str) -> None:
        for number, place in groups:
            assert self.board[by, place] >= number
            self.board[by, place] -= number
            if self.prisoners and square[0] != "K":
                self.board[to, square] += number
            else:
                self.win[to] += number

    def attack(self, by: str, to: str, body: Any) -> None:
        assert body.size <= self.win[by]
        if body.event == "paid":
            assert body.paid == min(self.win[to], body.size)
            self.pay(to, by, body.paid)
            return
        three = (self.held(to).total(), self.support[to, to], self.win[to])
        assert (counts(body.borrowed), body.uncommitted, body.winnings) == (self.held(to), *three[1:])
        if body.size + self.held(by).total() > sum(three):
            assert (body.event, body.paid) == ("won", min(self.win[to], body.size))
            assert body.shown == max(0, sum(three) - body.size + 1) <= self.held(by).total()
            self.pay(to, by, body.paid)
        else:
            assert (body.event, body.paid, body.shown) == ("lost", body.size, None)
            self.pay(by, to, body.size)

    def collect(self, by: str, of: str, body: Any) -> None:
        assert body.debt == self.debt[of, by] > 0 and body.paid == min(body.debt, self.win[of])
        self.debt[of, by] = 0
        self.pay(of, by, body.paid)

    def recall(self, by: str, of: str, body: Any) -> None:
        has = self.support[by, of]
        assert body.returned == (has if body.asked is None else min(has, body.asked))
        if body.returned:
            self.carry(by, of, by, body.returned)
        assert self.reveal(of, by) == counts(body.passed)

    # -- comparing ---------------------------------------------------------------------------------------------

    def check(self, books: Any) -> None:
        """The game's books say the same, and nothing is lost."""
        for player in self.players:
            places = {place: n for (who, place), n in self.board.items() if who == player and n}
            assert books.places(player) == places
            assert books.wins[player] == self.win[player]
            for other in self.players:
                assert books.support[player].get(other, 0) == self.support[player, other]
                assert books.lent[player].get(other, 0) == self.lent[player, other]
                assert books.owes(player, other) == self.debt[player, other]
                for third in self.players:
                    assert books.passed[player][other].get(third, 0) == self.untold[player, other, third]
            assert sum(self.support[player, one] for one in self.players) == self.number
            lent = sum(self.lent[player, one] for one in self.players)
            assert self.support[player, player] + lent == self.number
        assert self.win.total() == self.number**2 - self.board.total()
        assert min([0, *self.win.values(), *self.support.values(), *self.debt.values(), *self.board.values()]) == 0
        assert max([0, *self.debt.values()]) <= self.number**2

    def score(self) -> list[Fraction]:
        """The final scores."""
        ious = [(int(a), int(b), n) for (a, b), n in self.debt.items() if n]
        final = formula({int(one): self.win[one] for one in self.players}, ious)
        return [final[int(one)] for one in self.players]
