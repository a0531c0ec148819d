"""Who has offered to take over a place and must not be asked, since somebody plays whom they cannot sit with: NOT WITH.

Whoever was asked, and then told that there is no place, would know why. Whoever is not asked may think that others have
offered before them. The journal has it in entries of their own, of which nobody is told.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.desk.game.game import Game
from gm.desk.game.turn import Turn
from gm.desk.people.blocks import keeps_apart
from gm.rules import Person, Seat
from gm.store.store import Tables


def to_skip(tables: Tables, turn: Turn, before: Game | None) -> tuple[Person, ...]:
    """Whom nobody must ask, if an event has just asked one of them; () if it has not. before: the game before it."""
    game, call = turn.game, turn.game.call
    if call is None or (before is not None and call == before.call):
        return ()
    changed = {**dict.fromkeys(turn.left), **turn.seated}
    if not _is_apart(tables, game, call.person, changed):
        return ()
    offered = dict.fromkeys((call.person, *game.substitutes))
    return tuple(one for one in offered if _is_apart(tables, game, one, changed))


def to_ask_again(tables: Tables, game: Game) -> tuple[Person, ...]:
    """Those who have been skipped and need not be any more; () once the game is over."""
    skipped = () if game.over else game.skipped or ()
    return tuple(one for one in skipped if one not in game.substitutes or not _is_apart(tables, game, one, {}))


def _is_apart(tables: Tables, game: Game, person: Person, changed: Mapping[Seat, Person | None]) -> bool:
    known = tables.people.find(game.name, person)
    return known is not None and keeps_apart(tables, game, known.address, changed)
