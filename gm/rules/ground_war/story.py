"""The story of a Ground War: men, trucks, cities and losses of both sides, cycle by cycle, from the truth."""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules.pictures.war import NAMES, SIDES
from gm.rules.stories.story import Body, Part, Story, Table, all_of
from gm.rules.war.story import Count, tally, told_of

CODES = {name: side for side, name in NAMES.items()}
TITLES = {
    "men": "Men at the end of each cycle", "cities": "Cities held", "trucks": "Trucks", "losses": "Men lost until then",
}  # fmt: skip


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    shots = [body for _, body in all_of(parts, "shots")]
    counts = {body.get("cycle", 0): _count(part, body, shots) for part, body in all_of(parts, "setup", "truth")}
    return told_of([*counts.values()], TITLES, outcome, (_rounds(parts),))


def _count(part: Part, body: Body, shots: Sequence[Body]) -> Count:
    """Return what both sides had at the end of a round; the last round of a cycle counts."""
    cycle, own = body.get("cycle", 0), dict(zip(SIDES, body["sides"], strict=True))
    fallen = [(CODES[name], field, men, one["cycle"]) for one in shots for field, name, men in one["deaths"]]
    figures = {
        "men": {side: _total(one["men"]) for side, one in own.items()},
        "cities": {side: len(one["cities"]) for side, one in own.items()},
        "trucks": {side: _total(one["trucks"]) for side, one in own.items()},
        "losses": {side: sum(men for s, _, men, when in fallen if s == side and when <= cycle) for side in SIDES},
    }
    owners = {city.split()[0]: side for side, one in own.items() for city in one["cities"]}
    dead = tally((side, field, men) for side, field, men, when in fallen if when == cycle)
    return Count(f"C{cycle}" if "cycle" in body else "start", part.anchor, figures, owners, dead)


def _total(rows: Sequence[str]) -> int:
    """Return the sum of rows such as `G7 3`."""
    return sum(int(row.split()[1]) for row in rows)


def _rounds(parts: Sequence[Part]) -> Table:
    """Return all moves with what became of them, for programs."""
    rows = [
        (part.anchor, side["name"], order, result)
        for part, body in all_of(parts, "truth")
        for side in body["sides"]
        for order, result in side["moves"]
    ]
    columns = ("phase", "side", "order", "result")
    return Table("moves", "Moves and what became of them", columns, tuple(rows), page=False)
