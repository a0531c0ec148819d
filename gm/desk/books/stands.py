"""The clocks of games that stand for a fault of ours: for whom one does, and when nothing keeps it any more.

It stands while a letter of a seat is put aside that a fault of ours has kept from acting, while a mail to a seat cannot
be sent by one, and while a strike of the clock fails by one. The journal has each beginning and end; everybody is told
the same, whatever the fault is and whomever it has hit (gm.desk.clock.timing).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from gm.desk.books.commit import Books
from gm.desk.clock.striking import next_strike
from gm.desk.clock.timing import LONGEST_STAND
from gm.desk.game.failure import OURS, noted
from gm.desk.game.game import Game
from gm.registry import ruleset
from gm.rules import NO_SEAT, Seat, as_seat
from gm.store.store import Store

HOURS = LONGEST_STAND // timedelta(hours=1)
REHEARSED = 20  # strikes at most that are tried before a game goes on, up to the one that had failed


class _Rehearsed(Exception):
    """A game could go on: what was tried is undone."""


class Stands:
    """Lets clocks stand, and go on."""

    def __init__(self, store: Store, books: Books) -> None:
        self._store, self._books = store, books

    def begin(self, name: str, seat: Seat, now: datetime, received: datetime | None = None) -> bool:
        """Let a clock stand for a seat, if it may act now; return whether it stands, for this seat or for good.

        received: when the letter came that failed. Once in a phase for each seat. Runs inside a transaction.
        """
        game = self._books.game(name)
        clock = game.clock
        if clock is None or (received is not None and received <= clock.opened) or not _may_act(game, seat):
            return False
        if not clock.stopped and seat not in (clock.stood or ()):
            self._enter(game, now, {"seat": seat, "strike": ""})
        clock = self._books.game(name).clock
        return clock is not None and (clock.stopped or any(one.seat == seat for one in clock.stands or ()))

    def begin_for_strike(self, name: str, strike: str, now: datetime) -> bool:
        """Let a clock stand since a strike of it has failed; False if it does already, or there is none that runs.

        Runs inside a transaction.
        """
        game = self._books.game(name)
        clock = game.clock
        if clock is None or clock.stopped or any(not one.seat for one in clock.stands or ()):
            return False
        self._enter(game, now, {"seat": NO_SEAT, "strike": strike})
        return True

    def begin_again(self, name: str, now: datetime) -> None:
        """Let a clock stand that the operator has set going, for letters that have failed meanwhile. As `begin`."""
        for letter in self._store.inbox.failed(name):
            self.begin(name, letter.seat, now, letter.received)

    def settle(self, name: str, now: datetime, but: int = 0) -> bool:
        """Let a clock no longer stand for seats of which no letter, *but* that of a number, and no mail waits.

        Returns whether it goes on. Runs inside a transaction.
        """
        game = self._books.game(name)
        stands = game.clock.stands or () if game.clock is not None else ()
        if not stands:
            return False
        awaited = {letter.seat for letter in self._store.inbox.failed(name) if letter.id != but}
        awaited |= {as_seat(mail.reader) for mail in self._store.outbox.tried(name) if mail.answer.startswith(OURS)}
        over = [one.seat for one in stands if one.seat and one.seat not in awaited]
        if not over:
            return False
        clock = self._enter(game, now, {"over": over}).clock
        return clock is not None and not clock.stands

    def go_on(self, name: str, now: datetime) -> None:
        """Set a clock going again whose strike had failed, if it can strike now; raises what goes wrong, if not.

        All that will happen up to that strike is done and undone before. Runs inside a transaction.
        """
        try:
            with self._store.transaction():
                self._rehearse(name, now)
                raise _Rehearsed
        except _Rehearsed:
            self._enter(self._books.game(name), now, {"over": [NO_SEAT]})

    def _rehearse(self, name: str, now: datetime) -> None:
        game = self._books.game(name)
        failed = {one.strike for one in game.clock.stands or ()} if game.clock is not None else set[str]()
        game = self._enter(game, now, {"over": [NO_SEAT]})
        for _ in range(REHEARSED):
            found = next_strike(game)
            if found is None:
                return
            at, kind = max(found[0], self._books.last_at(name)), found[1]
            game = self._books.commit(game, name, at, now=at, kind="time", data={"kind": kind}).game
            if kind in failed:
                return

    def _enter(self, game: Game, now: datetime, data: dict[str, Any]) -> Game:
        """Enter that a clock stands, or no longer does, with a salt: nobody shall find out by trying for whom."""
        at, salt = max(now, self._books.last_at(game.name)), game.secret("", "stand", game.entries)[:32]
        return self._books.commit(game, game.name, at, now=now, kind="stand", data={**data, "salt": salt}).game


def _may_act(game: Game, seat: Seat) -> bool:
    """Whether a player may still act in the phase now due: they owe something, or may do what they like at any time.

    If the rules cannot even say that, it is taken to be so.
    """
    sitting = game.seats.get(seat)
    if sitting is None or not sitting.taken or sitting.resigned or sitting.bot:
        return False
    found = ruleset(game.ruleset)
    try:
        phase = found.rules.phase(game.state)
        if phase is not None and found.card.is_live(phase.kind):
            return seat not in found.rules.lost(game.state)
        return any(duty.seat == seat for duty in found.rules.duties(game.state))
    except Exception as error:
        noted(error, "whether a seat may act cannot be found")
        return True
