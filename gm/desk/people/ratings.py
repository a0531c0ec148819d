"""Ratings: how strong players of a ruleset seem, from the results of all games that count, in the order of their ends.

They are never stored. The library is of the extra `ratings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from gm.store.records import Record
from gm.store.store import Tables

# By what became of a player who began: a lower rank is better. Whoever took a seat over, or was put out by the
# operator, is left out: the result is not theirs.
RANKS = {"won": 1, "shared": 1, "ended": 1, "lost": 2, "resigned": 3}
Person = int | str  # the number of somebody who has one (gm.store.persons), else their only address


class Rating(msgspec.Struct, frozen=True):
    """A person's rating: a cautious estimate, the estimate itself, how uncertain it is, and after how many games."""

    place: int
    addresses: list[str]
    rating: float
    mu: float
    sigma: float
    games: int


def ratings_of(tables: Tables, ruleset: str) -> list[Rating]:
    """The ratings of everybody who has played a game of a ruleset that counts, best first. Raises ModuleNotFoundError.
    """
    from openskill.models import PlackettLuce, PlackettLuceRating

    model, known = PlackettLuce(), tables.persons.known()
    found, games = dict[Person, PlackettLuceRating](), dict[Person, int]()
    for ranked in ranked_games(tables.records.rated(ruleset), known):
        for person in ranked:
            found.setdefault(person, model.rating())
            games[person] = games.get(person, 0) + 1
        after = model.rate([[found[person]] for person in ranked], ranks=[*ranked.values()])
        found |= {person: team[0] for person, team in zip(ranked, after, strict=True)}
    rated = {person: round(one.ordinal(), 2) for person, one in found.items()}
    order = sorted(found.items(), key=lambda item: (-rated[item[0]], str(item[0])))
    best_first = [rated[person] for person, _ in order]
    return [
        Rating(
            best_first.index(rated[person]) + 1, _addresses(known, person), rated[person], mu=round(one.mu, 2),
            sigma=round(one.sigma, 2), games=games[person],
        )
        for person, one in order
    ]  # fmt: skip


def ranked_games(records: Sequence[Record], known: Mapping[str, int]) -> Iterator[dict[Person, float]]:
    """Yield who was ranked how in each game that counts: none in which a person had two seats, or played alone."""
    for _, group in groupby(records, key=lambda one: one.played):
        game = [*group]
        persons: list[Person] = [known.get(one.address, one.address) for one in game]
        places = {(one.seat, person) for one, person in zip(game, persons, strict=True)}
        ranked = {
            person: float(RANKS[one.result])
            for one, person in zip(game, persons, strict=True)
            if one.came == "began" and one.result in RANKS
        }
        if len(places) == len({person for _, person in places}) and len(ranked) > 1:
            yield ranked


def _addresses(known: Mapping[str, int], person: Person) -> list[str]:
    return [person] if isinstance(person, str) else sorted(one for one, number in known.items() if number == person)
