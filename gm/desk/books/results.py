"""The result of a game that is over, for programs: who had which seat, who has won, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

import msgspec

from gm.desk.game.bots import is_bots
from gm.desk.game.game import Game, seat_names
from gm.desk.game.outgoing import MailKind
from gm.desk.game.refusal import OperatorError
from gm.registry import ruleset
from gm.rules import Seat
from gm.store.players import Player
from gm.store.store import Store


class Seated(msgspec.Struct, frozen=True):
    """A seat at the end. name: what players call it; player: who sits there, "" if nobody whose name is told.

    stayed: the same player sat there from the beginning to the end. counts: of each thing that the ruleset counts, how
    many; text such as 10/3 for what is not whole.
    """

    seat: Seat
    name: str
    player: str
    stayed: bool
    won: bool
    counts: dict[str, int | str] = {}


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. winners: several for a draw. ended: None if nobody was told. void: ended without a result.

    rated: it counts in ratings.
    """

    schema: str = "result-1"
    game: str
    ruleset: str
    ended: datetime | None
    outcome: str
    void: bool
    rated: bool
    winners: tuple[Seat, ...]
    seats: tuple[Seated, ...]


def result_of(store: Store, game: Game) -> Result:
    """Return the result of a game. Raises OperatorError while it runs, and for one that never began."""
    if not game.over:
        raise OperatorError(f"{game.name} is not over")
    if game.state is None:
        raise OperatorError(f"{game.name} never began")
    counted = ruleset(game.ruleset).rules.counted(game.state)
    names, ever = seat_names(game), store.players.ever(game.name)
    seats = tuple(
        _seated(
            game, seat, names[seat], [one for one in ever if one.seat == seat],
            {kind: _plain(each[seat]) for kind, each in counted.items()},
        )
        for seat in game.seats
    )  # fmt: skip
    return Result(
        game=game.name, ruleset=game.ruleset, ended=store.ledger.first_at(game.name, MailKind.END), outcome=game.over,
        void=bool(game.aborted), rated=is_rated(game, ever), winners=game.winners, seats=seats,
    )  # fmt: skip


def is_rated(game: Game, ever: Sequence[Player]) -> bool:
    """Whether a game counts in ratings: it says so, has a result, and no bot has ever had a seat. ever: its players."""
    return game.rated and not game.aborted and not any(is_bots(player.address) for player in ever)


def _seated(game: Game, seat: Seat, name: str, sitters: Sequence[Player], counts: dict[str, int | str]) -> Seated:
    now = next((one for one in sitters if one.left is None), None)
    stayed = now is not None and len(sitters) == 1
    player = now.name if now and not game.nameless else ""
    return Seated(seat, name, player, stayed, won=seat in game.winners, counts=counts)


def _plain(number: int | Fraction) -> int | str:
    exact = Fraction(number)
    return exact.numerator if exact.denominator == 1 else str(exact)
