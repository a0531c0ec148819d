"""Two persons become one: what one person must not be in a game ends, and the operator is told at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from gm.desk.game.turn import Turn
from gm.desk.people.doubles import Double, doubles_of

if TYPE_CHECKING:
    from gm.desk.office import Office


def merge_persons(office: Office, one: str, other: str, now: datetime) -> list[Double]:
    """Make the persons with two addresses one; return what comes to light by it. Runs inside a transaction.

    Of what was so before, of either, nothing is told again.
    """
    store = office.store
    before = [double for each in (one, other) for double in doubles_of(store, office.game, each, now)]
    store.persons.merge(one, other)
    found = [double for double in doubles_of(store, office.game, one, now) if double not in before]
    _settle(office, one, found, now)
    return found


def look_after_a_move(office: Office, turn: Turn, now: datetime) -> None:
    """After a letter by which a player's mail goes elsewhere: end what may not be. Runs inside a transaction.

    The new address, from which nobody had played, is the player's person's; but they may watch another game from it.
    """
    for seat in turn.moved:
        player = office.store.players.find(turn.game.name, seat)
        if player is not None:
            found = doubles_of(office.store, office.game, player.address, now)
            _settle(office, player.address, [double for double in found if double.ends], now)


def _settle(office: Office, address: str, found: Sequence[Double], now: datetime) -> None:
    """End what must end, and tell the operator, if there is anything."""
    for double in found:
        if double.ends:
            office.do_act(double.game, ["bar", *double.ends], now)
    if found:
        facts = {"addresses": office.store.persons.addresses(address), "games": msgspec.to_builtins(found)}
        office.alarm("doubles", facts, now)
