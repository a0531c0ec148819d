"""The story of an Air War: chips, cities and losses of both sides, cycle by cycle."""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules.pictures.war import SIDES
from gm.rules.stories.story import Body, Part, Story, Table, all_of
from gm.rules.war.story import Count, tally, told_of

TITLES = {"chips": "Chips at the end of each cycle", "cities": "Cities possessed", "losses": "Chips lost until then"}


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    rounds = all_of(parts, "chipsplaced", "airmoves", "airfire")
    fallen = [
        (side, field, chips, body["cycle"])
        for _, body in rounds
        for side, dead in body.get("dead", {}).items()
        for field, chips in dead.items()
    ]
    counts = {body.get("cycle", 0): _count(part, body, fallen) for part, body in rounds}
    return told_of([*counts.values()], TITLES, outcome, (_moves(parts),))


def _count(part: Part, body: Body, fallen: Sequence[tuple[str, str, int, int]]) -> Count:
    """Return what both sides had at the end of a round; the last round of a cycle counts.

    fallen: all that died, each with side, field, number and cycle.
    """
    cycle = body.get("cycle", 0)
    figures = {
        "chips": {side: sum(body["chips"].get(side, {}).values()) for side in SIDES},
        "cities": {side: sum(city["possessor"] == side for city in body["cities"]) for side in SIDES},
        "losses": {side: sum(chips for s, _, chips, when in fallen if s == side and when <= cycle) for side in SIDES},
    }
    owners = {city["field"]: city["possessor"] for city in body["cities"]}
    dead = tally((side, field, chips) for side, field, chips, when in fallen if when == cycle)
    return Count(f"C{cycle}" if "cycle" in body else "start", part.anchor, figures, owners, dead)


def _moves(parts: Sequence[Part]) -> Table:
    rows = [
        (part.anchor, side, move)
        for part, body in all_of(parts, "airmoves")
        for side in SIDES
        for move in body["moves"].get(side, ())
    ]
    return Table("moves", "Moves", ("phase", "side", "move"), tuple(rows), page=False)
