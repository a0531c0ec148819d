"""A league as it is kept: who plays, the games they play, and what came of the rounds that are over."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import msgspec

from gm.desk.books.results import Result
from gm.desk.game.near import no_such
from gm.desk.game.refusal import OperatorError
from gm.league.drawing import Drawn, counted_meetings, drawn, hash_of, seed_of
from gm.league.roster import Listed
from gm.rules import Seat
from gm.store.store import Tables


class Entrant(Listed, frozen=True):
    """Somebody who plays in a league. dropped: not any more, from the next draw on."""

    dropped: bool = False


class Table(msgspec.Struct, frozen=True):
    """A game of a round, and who began it, in the order of the seats."""

    game: str
    seats: tuple[Seat, ...]
    names: tuple[str, ...]


class Round(msgspec.Struct, frozen=True):
    """A round. results: of its games in their order, once it is over; until then it has none."""

    number: int
    seed: str
    began: datetime
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def playing(self) -> list[str]:
        """Everybody among whom its tables were drawn, sorted."""
        return sorted([*(name for table in self.tables for name in table.names), *self.byes])

    @property
    def over(self) -> bool:
        """Whether all of its games are."""
        return bool(self.results)


class League(msgspec.Struct, frozen=True):
    """A league.

    template, files: the game.toml of its games, and the files that it names. size: how many play at a table if that can
    be, sizes: how many may. score: the rule for points. rounds: how many it has. secret: what the seeds of its draws
    and all that its games draw are made from. chosen: the seed of the next round, if one was chosen that keeps some
    apart.
    """

    name: str
    ruleset: str
    template: str
    files: dict[str, str]
    size: int
    sizes: tuple[int, ...]
    score: str
    rounds: int
    secret: str
    entrants: tuple[Entrant, ...]
    done: tuple[Round, ...] = ()
    closed: bool = False
    chosen: str = ""

    @property
    def present(self) -> list[str]:
        """The names of those who will be drawn in the next round."""
        return [one.name for one in self.entrants if not one.dropped]

    @property
    def met(self) -> Counter[tuple[str, str]]:
        """How often two have met so far."""
        return counted_meetings([[table.names for table in one.tables] for one in self.done])

    @property
    def byes(self) -> Counter[str]:
        """How many byes each has had so far."""
        return Counter(name for one in self.done for name in one.byes)

    @property
    def next_seed(self) -> str:
        """The seed of the next round; "" if there is none."""
        number = len(self.done) + 1
        return (self.chosen or seed_of(self.name, number, self.secret)) if number <= self.rounds else ""

    @property
    def next_hash(self) -> str:
        """The hash of that seed; "" if there is none."""
        seed = self.next_seed
        return hash_of(self.name, len(self.done) + 1, seed) if seed else ""

    def draw(self, seed: str) -> Drawn:
        """The tables of the next round, drawn from a seed."""
        return drawn(seed, self.present, self.size, self.sizes, self.met, self.byes)


def find_league(tables: Tables, name: str) -> League:
    """Return a league. Raises OperatorError if there is none of that name."""
    found = tables.leagues.find(name)
    if found is None:
        raise OperatorError(no_such("league", name, tables.leagues.names()))
    return msgspec.json.decode(found, type=League)
