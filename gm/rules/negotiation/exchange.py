"""The telephone exchange: the state in the making, who is told what, and what everything that happens on a line needs.

It knows no command. What commands do is in dealing, acting and queue, as functions of an Exchange.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from gm.rules import DISCLOSURE, EVERYBODY, Audience, Check, Notice, Seal, Step, as_seat, to
from gm.rules.lines.letters import note
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.books import Books
from gm.rules.negotiation.faults import of_another
from gm.rules.negotiation.state import Action, Closed, State, pair, span

MOST_CLOSED = 100  # closed items of a pair that are remembered with how they ended


class Refused(Exception):
    """Raised when a command comes to nothing: what it is, why, and what may be meant (see Exchange.refuse)."""


class Exchange:
    """One event in progress: the state so far, with what is to be told and sealed."""

    def __init__(self, state: State, at: datetime) -> None:
        self.state, self.at = state, at
        self._notes: list[Notice] = []
        self._seals: list[Seal] = []
        self._checks: list[Check] = []

    def step(self) -> Step:
        """Return the step that was made."""
        return Step(self.state, tuple(self._notes), tuple(self._seals), tuple(self._checks))

    # -- telling -----------------------------------------------------------------------------------------------

    def tell(self, player: str, body: msgspec.Struct, talk: str = "", urgent: bool = False) -> None:
        """Tell one player, in their conversation with *talk* if it belongs to one."""
        # Players answered for until they write again must learn it at once.
        urgent = urgent or getattr(body, "answered", "") == "silence"
        self._notes.append(note(to(as_seat(player)), body, as_seat(talk), urgent))

    def ask(self, action: Action, body: msgspec.Struct, reminder: bool = False) -> None:
        """Tell the player against whom an action is made that their answer is due; the subject says so, too."""
        what = f"{action.kind} on {action.square}" if action.square else f"{action.kind} for {action.size}"
        made = note(to(as_seat(action.to)), body, as_seat(action.by), urgent=True, reminder=reminder)
        self._notes.append(replace(made, about=what, due=action.due))

    def told_so_far(self) -> int:
        """Return how much has been told, for `tell_before`."""
        return len(self._notes)

    def tell_before(self, place: int, player: str, body: msgspec.Struct, talk: str) -> None:
        """Tell one player something above what was told since `told_so_far` gave *place*."""
        self._notes.insert(place, note(to(as_seat(player)), body, as_seat(talk)))

    def tell_both(self, one: str, other: str, make: Callable[[str, str], msgspec.Struct]) -> None:
        """Tell each party in their own words; *make* is given the reader and the other."""
        self.tell(one, make(one, other), other)
        self.tell(other, make(other, one), one)

    def tell_all(self, body: msgspec.Struct, audience: Audience = EVERYBODY) -> None:
        """Tell everybody."""
        self._notes.append(note(audience, body))

    def record(self, body: msgspec.Struct) -> None:
        """Record something for the report."""
        self.tell_all(body, DISCLOSURE)

    def refuse(self, player: str, what: str, why: str, *hints: str, when: datetime | None = None) -> None:
        """Tell the sender alone that a command came to nothing."""
        self.tell(player, said.NotDone(what, why, hints, when))
        self.record(said.WordRecord(self.at, self.word(player), f"{what}: not done, {of_another(why)}"))

    @contextmanager
    def refusing(self, player: str) -> Iterator[None]:
        """Turn Refused, raised by a command in this context, into a refusal told to *player*."""
        try:
            yield
        except Refused as refused:
            self.refuse(player, *refused.args)

    def check(self, name: str, what: str) -> None:
        """Ask the sender of the letter to confirm something before it is done."""
        self._checks.append(Check(name, what))

    def seal(self, seal: Seal) -> None:
        """Make or open a seal with this step."""
        self._seals.append(seal)

    def word(self, player: str) -> str:
        """Return how a player is called."""
        return self.state.options.word(player)

    def words(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Return numbers by the names of players, in order."""
        return {self.word(player): counts[player] for player in sorted(counts, key=int) if counts[player]}

    # -- the state ---------------------------------------------------------------------------------------------

    @property
    def books(self) -> Books:
        """The books as they stand."""
        return self.state.books

    def enter(self, books: Books) -> None:
        """Replace the books."""
        self.state = replace(self.state, books=books)

    def support_moves(self, owner: str, source: str, target: str, number: int, why: str) -> None:
        """Record where support went, for the report."""
        moved = said.SupportMoved(
            at=self.at,
            owner=self.word(owner),
            source=self.word(source),
            target=self.word(target),
            number=number,
            why=why,
        )
        self.record(moved)

    def numbered(self, one: str, other: str) -> int:
        """Return the next number of a pair."""
        key = pair(one, other)
        number = self.state.numbers.get(key, 0) + 1
        self.state = replace(self.state, numbers={**self.state.numbers, key: number})
        return number

    def close(self, by: str, to: str, number: int, what: str, how: str) -> None:
        """Note how something between two players has ended."""
        closed = (*self.state.closed, Closed(by=by, to=to, number=number, what=what, how=how, at=self.at))
        mine = [one for one in closed if {one.by, one.to} == {by, to}]
        kept = closed if len(mine) <= MOST_CLOSED else tuple(one for one in closed if one != mine[0])
        self.state = replace(self.state, closed=kept)

    def closed(self, player: str, other: str, number: int) -> Closed | None:
        """Return what had this number between two players and is over; None if nothing."""
        known = (one for one in self.state.closed if {one.by, one.to} == {player, other} and one.number == number)
        return next(known, None)

    def engaged(self, player: str) -> bool:
        """Return whether *player* is on the phone."""
        return self.state.action_of(player) is not None

    def free(self, player: str, place: str) -> int:
        """Return how many pieces of *player* at a place are not committed to an open THREAT."""
        return self.books.at(player, place) - self.state.committed(player).get(place, 0)

    def without(self, action: Action) -> None:
        """Remove an action that is no longer open."""
        self.state = replace(self.state, actions=tuple(one for one in self.state.actions if one != action))

    @property
    def window(self) -> timedelta:
        """Return how long an answer may take."""
        return span(self.state.options.answer_within)

    @property
    def half(self) -> timedelta:
        """Return when during its window a reminder of an answer is due, in whole seconds like all times."""
        return timedelta(seconds=int(self.window.total_seconds()) // 2)

    def this_period(self) -> int:
        """Return the number of the current period."""
        return self.state.period(self.at, span(self.state.options.period))


def ref(number: int, player: str) -> str:
    """Return number and player as an answer names them."""
    return f"{number} WITH {player}"
