"""Two persons become one: what one person must not be in a game ends, and the operator is told at once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

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
    for double in found:
        if double.ends:
            office.do_act(double.game, ["bar", *double.ends], now)
    if found:
        facts = {"addresses": store.persons.addresses(one), "games": msgspec.to_builtins(found)}
        office.alarm("doubles", facts, now)
    return found
