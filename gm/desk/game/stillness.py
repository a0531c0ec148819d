"""The draw clock: a game in which nothing changes hands for so many years is a draw, as told when it begins. Pure.

Everybody sees what changes hands, so all of it is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from gm.desk import notices as said
from gm.rules import EVERYBODY, Seat

if TYPE_CHECKING:
    from gm.desk.game.telling import Telling


def who_draws(turn: Telling, before: object) -> tuple[Seat, ...]:
    """A phase has been judged: return who shares the draw if the clock has run out; () if it has not, as in most games.

    A year before it does, everybody is told. before: the state in which the phase was due.
    """
    most, yearly = turn.game.pace.draw_after, turn.ruleset.yearly
    if most is UNSET:
        return ()
    then, now = yearly.owned(before), yearly.owned(turn.game.state)
    if then.by != now.by:
        turn.game = replace(turn.game, changed=now.years)
    still = now.years - turn.game.changed
    if then.years == now.years or still < most - 1:
        return ()
    left = tuple(seat for seat in turn.game.seats if now.by.get(seat))
    if still >= most:
        return left
    turn.note(EVERYBODY, said.DrawNear(yearly.thing, still, tuple(map(turn.name, left))))
    return ()
