"""Two seats of a running game that seem to be of one household: told to the operator, once, and to nobody else.

It goes by what is known anyhow: who is one person, who sits for whom in another game, and domains of mail addresses
that are no provider's. What was told is kept by seats and entries, so nothing of any person is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Literal

import msgspec

from gm.desk.game.game import Game
from gm.rules import Seat
from gm.store.players import Player
from gm.store.store import Store, Tables

TOLD = "households "  # before the name of a game: a fact
Why = Literal["person", "sitter", "domain"]
Exempt = Sequence[Sequence[str]]
FAMILIES = frozenset({"gmx", "hotmail", "live", "outlook", "yahoo", "yandex"})  # of these, one in each country
PUBLIC = """
126.com 163.com aol.com att.net bellsouth.net bigpond.com bluewin.ch btinternet.com comcast.net cox.net disroot.org
fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com googlemail.com hey.com hushmail.com icloud.com
kpnmail.nl laposte.net libero.it mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com o2.pl onet.pl
optusnet.com.au orange.fr pm.me posteo.de posteo.net proton.me protonmail.com qq.com rediffmail.com riseup.net
rocketmail.com rogers.com runbox.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be t-online.de
telenet.be terra.com.br tiscali.it tuta.com tuta.io tutanota.com tutanota.de uol.com.br verizon.net virgilio.it
virginmedia.com wanadoo.fr web.de wp.pl ymail.com ziggo.nl zoho.com
"""
PROVIDERS = frozenset(PUBLIC.split())


class Household(msgspec.Struct, frozen=True):
    """Two seats of a game, since which entries they have their players, and why these seem to be of one household."""

    game: str
    seats: tuple[Seat, Seat]
    since: tuple[int, int]
    why: Why


def new_households(tables: Tables, games: Sequence[Game], exempt: Exempt) -> list[Household]:
    """Those in the running games *games* that were not told yet.

    exempt: groups of addresses, or domains behind an @, of whose owners nothing is told.
    """
    known = tables.persons.known()
    games = [game for game in games if not game.test]
    played = {game.name: _players(tables, game) for game in games}
    sits = [edge for game in games for edge in _sitters(tables, game, played[game.name], known)]
    found = []
    for name, players in played.items():
        told = tables.facts.recall(f"{TOLD}{name}", list[Household]) or []
        elsewhere = {pair for where, pair in sits if where != name}
        for one, two in combinations(players, 2):
            why = _why(one, two, known, elsewhere)
            if why is None or _is_exempt(one, two, exempt):
                continue
            household = Household(name, (one.seat, two.seat), (one.since, two.since), why)
            found += [household] if all(_key(household) != _key(other) for other in told) else []
    return found


def note_told(store: Store, games: Sequence[Game], told: Sequence[Household]) -> None:
    """Note that the operator has been told of these, and forget those of games that no longer run.

    Runs inside a transaction.
    """
    alive = {game.name for game in games}
    before = store.facts.beginning(TOLD, list[Household])
    for name in before:
        if name.removeprefix(TOLD) not in alive:
            store.facts.forget(name)
    for game in {one.game for one in told}:
        name = f"{TOLD}{game}"
        store.facts.keep(name, [*before.get(name, []), *(one for one in told if one.game == game)])


def _players(tables: Tables, game: Game) -> list[Player]:
    found = (tables.players.find(game.name, seat) for seat in game.seats)
    return [player for player in found if player is not None]


def _addresses(player: Player) -> set[str]:
    return {player.address, *player.also}


def _who(player: Player, known: Mapping[str, int]) -> set[int | str]:
    """Who a player is, by the numbers of persons, or by an address that is nobody's else."""
    return {known.get(address, address) for address in _addresses(player)}


def _sitters(
    tables: Tables, game: Game, players: Sequence[Player], known: Mapping[str, int]
) -> Iterator[tuple[str, frozenset[int | str]]]:
    """Who sits for whom in a game, as (the game, both of them)."""
    for player in players:
        sitter = game.seats[player.seat].sitter
        person = tables.people.find(game.name, sitter.person) if sitter is not None else None
        if person is not None:
            for one in _who(player, known):
                yield game.name, frozenset({one, known.get(person.address, person.address)})


def _why(one: Player, two: Player, known: Mapping[str, int], sits: set[frozenset[int | str]]) -> Why | None:
    """Why two players seem to be of one household, None if they do not."""
    here, there = _who(one, known), _who(two, known)
    if here & there:
        return "person"
    if any(frozenset(pair) in sits for pair in product(here, there)):
        return "sitter"
    return "domain" if _domains(one) & _domains(two) else None


def _domains(player: Player) -> set[str]:
    """The domains of a player's addresses that are no provider's."""
    domains = {address.rpartition("@")[2] for address in _addresses(player)}
    return {one for one in domains if one not in PROVIDERS and one.split(".")[0] not in FAMILIES}


def _is_exempt(one: Player, two: Player, exempt: Exempt) -> bool:
    """Whether a group has an address of each."""
    return any(_is_in(one, group) and _is_in(two, group) for group in exempt)


def _is_in(player: Player, group: Sequence[str]) -> bool:
    return any(address in group or f"@{address.rpartition('@')[2]}" in group for address in _addresses(player))


def _key(one: Household) -> tuple[object, ...]:
    return one.seats, one.since
