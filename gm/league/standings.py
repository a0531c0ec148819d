"""Points and standings. They are made of the rounds that are over, and so tell nothing of a game that runs."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from gm.desk.books.results import Result
from gm.league.league import League, Round
from gm.rules import Seat

DRAWS = "draws"
POT = 100  # points of a game, by the rule of draws
RULES = (DRAWS, "centres", "silver", "winnings", "chips")


class Row(msgspec.Struct, frozen=True):
    """A player in the standings. points: as text, at most two decimals. games: those that counted."""

    place: int
    name: str
    points: str
    games: int
    byes: int


def points(result: Result, rule: str) -> dict[Seat, Fraction]:
    """The points of each seat: none in a game without a result; 0 for one whose player did not stay to the end."""
    if result.void:
        return {}
    if rule == DRAWS:
        share = Fraction(POT, max(len(result.winners), 1))
        found = {one.seat: share if one.won else Fraction(0) for one in result.seats}
    else:
        found = {one.seat: Fraction(one.counts[rule]) for one in result.seats}
    return {one.seat: found[one.seat] if one.stayed else Fraction(0) for one in result.seats}


def _of_round(one: Round, rule: str) -> dict[str, Fraction]:
    """What each player of a round got. A bye is worth what a seat of that round got on average."""
    found = {
        table.names[table.seats.index(seat)]: got
        for table, result in zip(one.tables, one.results, strict=True)
        for seat, got in points(result, rule).items()
    }
    mean = sum(found.values(), Fraction(0)) / max(len(found), 1)
    return found | dict.fromkeys(one.byes, mean)


def standings(league: League) -> list[Row]:
    """The standings after the last round that is over: the most points first; the same points share a place."""
    over = [one for one in league.done if one.over]
    got = [_of_round(one, league.score) for one in over]
    sums = {one.name: sum((each.get(one.name, Fraction(0)) for each in got), Fraction(0)) for one in league.entrants}
    rows = []
    for name in sorted(sums, key=lambda name: (-sums[name], name.lower())):
        byes = sum(name in one.byes for one in over)
        games = sum(name in each for each in got) - byes
        place = 1 + sum(other > sums[name] for other in sums.values())
        rows.append(Row(place, name, in_decimals(sums[name]), games, byes))
    return rows


def in_decimals(number: Fraction) -> str:
    """A number as text: whole, or with two decimals."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}"

