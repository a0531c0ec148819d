"""Who does not want to be seated with whom: kept for persons, whichever of their addresses they write from.

Nobody learns who blocks them, nor whether somebody whom they block plays in a game: whoever cannot be seated because of
a block, in either direction, is answered as in a game that has no place left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from gm.desk.game.game import Game, Role
from gm.rules import Person, Seat
from gm.store.store import Tables

MOST = 10  # whom one person may name within LASTS: else they could try whole lists of people in a game
LASTS = timedelta(days=30)
NOBODY_CHANGED: Mapping[Seat, Person | None] = {}


def keeps_apart(
    tables: Tables, game: Game, address: str, changed: Mapping[Seat, Person | None] = NOBODY_CHANGED
) -> bool:
    """Whether the owner of an address and somebody with a place in a game must not be seated together.

    changed: the seats that have another player now than the tables say; None: nobody.
    """
    named = _named(tables, addresses_of(tables, address))
    return bool(named) and not named.isdisjoint(_addresses_in(tables, game, changed))


def addresses_of(tables: Tables, address: str) -> list[str]:
    """All addresses of the owner of this one, sorted: those that are one person's, and those of their seats now."""
    found, more = set[str](), {address}
    while more:
        each = more.pop()
        found.add(each)
        more |= {*tables.persons.addresses(each)}
        for one in tables.players.seats_of(each):
            player = tables.players.find(one.game, one.seat)
            more |= {player.address, *player.also} if player is not None else set()
        more -= found
    return sorted(found)


def _named(tables: Tables, own: Sequence[str]) -> set[str]:
    """All addresses of whoever blocks the owner of these, or is blocked by them."""
    named = {*tables.blocks.of(own), *tables.blocks.against(own)}
    return {address for one in named for address in addresses_of(tables, one)}


def _addresses_in(tables: Tables, game: Game, changed: Mapping[Seat, Person | None]) -> Iterator[str]:
    """The addresses of those who play in a game, or have joined it."""
    joined = [person for person, guest in game.guests.items() if guest.role == Role.PLAYER]
    joined += [person for person in changed.values() if person is not None]
    players = [tables.players.find(game.name, seat) for seat in game.seats if seat not in changed]
    for one in (*players, *(tables.people.find(game.name, person) for person in joined)):
        if one is not None:
            yield from (one.address, *one.also)


def apart(tables: Tables, people: Mapping[str, str]) -> set[tuple[str, str]]:
    """The pairs of names, each in order, of whom one blocks the other. people: addresses by names."""
    found: set[tuple[str, str]] = set()
    owners: dict[str, list[str]] = {}
    for name, address in people.items():
        for one in addresses_of(tables, address):
            owners.setdefault(one, []).append(name)
    for name, address in people.items():
        for one in _named(tables, addresses_of(tables, address)):
            found.update((min(name, other), max(name, other)) for other in owners.get(one, ()) if other != name)
    return found


def may_block(tables: Tables, own: Sequence[str], other: str, at: datetime) -> bool:
    """Whether the owner of these addresses may name one more, or this one again."""
    named = tables.blocks.named(own, at - LASTS)
    return other in named or len(named) < MOST


def counts(tables: Tables, own: Sequence[str]) -> tuple[int, int]:
    """How many the owner of these addresses blocks, and how many block them."""
    return len(tables.blocks.of(own)), len(tables.blocks.against(own))
