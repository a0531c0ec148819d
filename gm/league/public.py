"""A league as anybody may read it (`gm league show --json`), and the check of its draws."""

from __future__ import annotations

from collections import Counter

import msgspec

from gm.league.drawing import counted_meetings, drawn, hash_of
from gm.league.league import League, Round
from gm.league.standings import Row, standings

SCHEMA = "league-1"


class Game(msgspec.Struct, frozen=True):
    """A game, and who began it, in the order of the seats."""

    game: str
    players: tuple[str, ...]


class Drawing(msgspec.Struct, frozen=True):
    """The draw of a round. seed: "" and games: none while it is not over. players: among whom it was made."""

    number: int
    hash: str
    players: tuple[str, ...]
    byes: tuple[str, ...]
    seed: str = ""
    games: tuple[Game, ...] = ()


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """A league. size, sizes: the usual number of players of a game, and those that there are. next_hash: or ""."""

    schema: str = SCHEMA
    league: str
    ruleset: str
    score: str
    rounds: int
    size: int
    sizes: tuple[int, ...]
    over: bool
    next_hash: str
    draws: tuple[Drawing, ...]
    standings: tuple[Row, ...]


def public(league: League) -> Public:
    """What anybody may know of a league."""
    return Public(
        league=league.name, ruleset=league.ruleset, score=league.score, rounds=league.rounds, size=league.size,
        sizes=league.sizes, over=league.closed, next_hash=league.next_hash,
        draws=tuple(_drawing(league, one) for one in league.done), standings=tuple(standings(league)),
    )  # fmt: skip


def _drawing(league: League, one: Round) -> Drawing:
    told = hash_of(league.name, one.number, one.seed)
    if not one.over:
        return Drawing(one.number, told, tuple(one.playing), one.byes)
    games = tuple(Game(table.game, table.names) for table in one.tables)
    return Drawing(one.number, told, tuple(one.playing), one.byes, one.seed, games)


def check_draws(told: Public) -> list[str]:
    """What is wrong with the draws of the rounds that are over: a line each."""
    faults: list[str] = []
    byes: Counter[str] = Counter()
    before: list[list[tuple[str, ...]]] = []
    for one in told.draws:
        tables = [game.players for game in one.games]
        if one.seed:
            found = drawn(one.seed, one.players, told.size, told.sizes, counted_meetings(before), byes)
            wrong = {
                "its hash is not that of its seed": one.hash != hash_of(told.league, one.number, one.seed),
                "its seed draws other tables": list(found.tables) != tables,
                "its seed draws other byes": found.byes != one.byes,
            }
            faults += [f"round {one.number}: {why}" for why, is_wrong in wrong.items() if is_wrong]
        before.append(tables)
        byes.update(one.byes)
    return faults
