"""A game of Negotiation played through its ruleset alone: letters in, time passing, and what was told to whom.

Positions are laid out by entries in the books, so that a test can begin in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from gm.registry import ruleset
from gm.rules import Letter, Line, Notice, Orders, Seal, Step
from gm.rules.negotiation import books as entries
from gm.rules.negotiation.books import Books
from gm.rules.negotiation.state import Action, State

RULES: Any = ruleset("negotiation").rules
BEGAN = datetime(2026, 1, 5, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


def by_number(counts: Mapping[str, int]) -> dict[str, int]:
    """Numbers told by player in words (`player 3`), by the players' numbers."""
    return {word.rsplit(" ", 1)[-1]: number for word, number in counts.items()}


class Telephone:
    """One game. told, seals: what the last event told and sealed. problems: the wrong lines of the last letter."""

    def __init__(self, players: int = 7, **options: Any) -> None:
        self.options = RULES.card.options(players=players, **options)
        assert RULES.check(self.options) == ""
        self.at = BEGAN
        self.absent: tuple[str, ...] = ()
        self.told: list[Notice] = []
        self.seals: list[Seal] = []
        self.checks: list[str] = []
        self.problems: tuple[Any, ...] = ()
        self.unread: tuple[Any, ...] = ()
        self.state: State
        self.step(RULES.open(self.options, "seed", BEGAN))

    # -- laying out a position ---------------------------------------------------------------------------------

    @property
    def books(self) -> Books:
        """The books as they stand."""
        return self.state.books

    def enter(self, books: Books) -> Telephone:
        """Change the books outside the game."""
        self.state = replace(self.state, books=books)
        assert RULES.audit(self.state) == ""
        return self

    def stand(self, player: str, square: str, number: int) -> Telephone:
        """Pieces of a player stand on a square (or, on K, are in WIN) as if they had moved there."""
        return self.enter(entries.move(self.books, player, (("START", number),), square))

    def winnings(self, **boxes: int) -> Telephone:
        """WIN boxes, as p1=5: pieces enter, of whoever has some in START, and are paid over."""
        for name, number in boxes.items():
            player = name[1:]
            for _ in range(number):
                order = (player, *self.state.players)
                source = next(one for one in order if self.books.pieces[one].get("START", 0))
                square = "K2" if source == "1" else "K1"
                self.stand(source, square, 1)
                if source != player:
                    self.enter(entries.pay(self.books, source, player, 1))
        return self

    def hold(self, holder: str, **owners: int) -> Telephone:
        """A player holds support of others, as p2=3: lent to him by them."""
        for name, number in owners.items():
            self.enter(entries.lend(self.books, name[1:], holder, number))
        return self

    def hand_on(self, owner: str, holder: str, to: str, number: int) -> Telephone:
        """Support goes from one holder to another."""
        return self.enter(entries.hand_on(self.books, owner, holder, to, number))

    def owe(self, debtor: str, creditor: str, amount: int) -> Telephone:
        """A debt."""
        return self.enter(entries.owe(self.books, debtor, creditor, amount))

    # -- playing -----------------------------------------------------------------------------------------------

    def say(
        self, player: str, *lines: str, after: timedelta = timedelta(), refs: tuple[str, ...] = (), digest: bool = False
    ) -> Telephone:
        """A letter arrives. What is due at an earlier second has struck before it."""
        self.at += after
        self.strike_before(self.at)
        self.told, self.seals = [], []
        self.wake()
        self.state = RULES.heard(self.state, player)
        letter = Letter(tuple(Line(n, text) for n, text in enumerate(lines, 1)), refs=refs, digest=digest)
        orders = RULES.read(self.state, player, letter)
        assert isinstance(orders, Orders)
        self.problems, self.unread = orders.problems, orders.unread
        step = RULES.file(self.state, player, orders, self.at)
        self.checks = [check.name for check in step.checks]
        self.step(step)
        return self

    def confirm(self, player: str, after: timedelta = timedelta()) -> Telephone:
        """A player confirms what the answer to their last letter asked."""
        (name,) = self.checks
        self.at += after
        self.strike_before(self.at)
        self.told, self.seals = [], []
        self.wake()
        self.step(RULES.confirmed(self.state, player, name, self.at))
        return self

    def wait(self, hours: float) -> Telephone:
        """Time passes; what is due strikes. told is all that was told meanwhile."""
        self.at += timedelta(hours=hours)
        self.told, self.seals = [], []
        self.strike_before(self.at + SECOND)
        return self

    def away(self, *players: str) -> Telephone:
        """From now on exactly these are ABSENT."""
        self.absent = players
        self.told, self.seals = [], []
        self.wake()
        return self

    def resign(self, player: str) -> Telephone:
        """A seat becomes empty."""
        self.told, self.seals = [], []
        self.wake()
        self.step(RULES.seat_left(self.state, player))
        return self

    def takeover(self, player: str) -> Telephone:
        """A newcomer has the seat."""
        self.told, self.seals = [], []
        self.wake()
        self.step(RULES.seat_taken(self.state, player))
        return self

    def end(self) -> Telephone:
        """The time of the game, or that of the last answers, is over."""
        self.told, self.seals = [], []
        self.strike_before(self.at + SECOND)
        self.wake()
        self.step(RULES.due(self.state, (), self.at))
        return self

    def vote(self) -> Telephone:
        """The game is called by votes."""
        self.told, self.seals = [], []
        self.wake()
        self.step(RULES.stop(self.state))
        return self

    def strike_before(self, until: datetime) -> None:
        while not self.state.how and (due := [time for time in RULES.alarms(self.state) if time < until]):
            self.step(RULES.wake(self.state, due[0], self.absent))
            if due[0] in RULES.alarms(self.state):
                self.step(RULES.alarm(self.state, due[0]))

    def wake(self) -> None:
        self.step(RULES.wake(self.state, self.at, self.absent))

    def step(self, step: Step) -> None:
        self.state = step.state
        self.told += step.notices
        self.seals += step.seals
        assert RULES.audit(self.state) == "", RULES.audit(self.state)

    # -- looking -----------------------------------------------------------------------------------------------

    def to(self, player: str, kind: str = "") -> list[Any]:
        """What a player was told by the last event, in notices of his own; of this kind."""
        return [
            one.body
            for one in self.told
            if one.audience.kind == "seats" and player in one.audience.seats and kind in ("", one.kind)
        ]

    def one(self, player: str, kind: str) -> Any:
        """The only notice of a kind to a player."""
        found = self.to(player, kind)
        assert len(found) == 1, found
        return found[0]

    def hearers(self) -> set[tuple[str, str]]:
        """Who was told what kind of thing by the last event: (player or `all`, kind); records for the report apart."""
        found: set[tuple[str, str]] = set()
        for one in self.told:
            if one.audience.kind in ("everybody", "observers"):
                found.add(({"everybody": "all"}.get(one.audience.kind, "observers"), one.kind))
            elif one.audience.kind == "seats":
                found |= {(seat, one.kind) for seat in one.audience.seats}
            else:
                assert one.audience.kind == "disclosure", one
        return found

    def refusal(self, player: str) -> str:
        """Why the only command of a letter came to nothing; nobody else may have heard of it."""
        assert self.hearers() == {(player, "notdone")}, self.hearers()
        return str(self.one(player, "notdone").why)

    def action(self) -> Action:
        """The only open action."""
        (found,) = self.state.actions
        return found

    def at_places(self, player: str) -> dict[str, int]:
        """Where the pieces of a player stand, START apart."""
        return {place: n for place, n in self.books.places(player).items() if place != "START"}

    def held(self, player: str) -> dict[str, int]:
        """The support of others that a player holds, by owner."""
        return dict(self.books.borrowed(player))

    def wins(self) -> dict[str, int]:
        """The WIN boxes that are not empty."""
        return {player: n for player, n in self.books.wins.items() if n}

    def lent(self, player: str) -> Mapping[str, int]:
        """The row LENT of a player's board."""
        return {holder: n for holder, n in self.books.lent[player].items() if n}

    def passed(self, player: str) -> dict[tuple[str, str], int]:
        """The matrix of a player: by owner and third player."""
        table = self.books.passed[player]
        return {(owner, third): n for owner, row in table.items() for third, n in row.items() if n}
