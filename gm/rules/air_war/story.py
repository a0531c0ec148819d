"""The story of an Air War: chips, cities and losses of both sides, cycle by cycle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gm.rules.pictures.war import SIDES
from gm.rules.story import Body, Part, Story, Table, all_of
from gm.rules.war.story import Count, told_of

TITLES = {"chips": "Chips at the end of each cycle", "cities": "Cities possessed", "losses": "Chips lost until then"}


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    lost: Counter[str] = Counter()
    counts: list[Count] = []
    for part, body in all_of(parts, "chipsplaced", "airmoves", "airfire"):
        for side, dead in body.get("dead", {}).items():
            lost[side] += sum(dead.values())
        label = f"C{body['cycle']}" if "cycle" in body else "start"
        if counts and counts[-1].label == label:
            counts.pop()
        counts.append(_count(label, part, body, lost))
    return told_of(counts, TITLES, outcome, (_moves(parts),))


def _count(label: str, part: Part, body: Body, lost: Counter[str]) -> Count:
    figures = {
        "chips": {side: sum(body["chips"].get(side, {}).values()) for side in SIDES},
        "cities": {side: sum(city["possessor"] == side for city in body["cities"]) for side in SIDES},
        "losses": {side: lost[side] for side in SIDES},
    }
    return Count(label, part.anchor, figures)


def _moves(parts: Sequence[Part]) -> Table:
    rows = [
        (part.anchor, side, move)
        for part, body in all_of(parts, "airmoves")
        for side in SIDES
        for move in body["moves"].get(side, ())
    ]
    return Table("moves", "Moves", ("phase", "side", "move"), tuple(rows), page=False)
