"""The story of a Ground War: men, trucks, cities and losses of both sides, cycle by cycle, from the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gm.rules.pictures.war import NAMES, SIDES
from gm.rules.story import Body, Part, Story, Table, all_of
from gm.rules.war.story import Count, told_of

TITLES = {
    "men": "Men at the end of each cycle", "cities": "Cities held", "trucks": "Trucks", "losses": "Men lost until then",
}  # fmt: skip


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    lost: Counter[str] = Counter()
    counts: list[Count] = []
    for part in parts:
        for _, shots in all_of([part], "shots"):  # told after the position that they led to
            for _, side, men in shots["deaths"]:
                lost[side] += men
        for _, body in all_of([part], "setup", "truth"):
            label = f"C{body['cycle']}" if "cycle" in body else "start"
            if counts and counts[-1].label == label:
                counts.pop()
            counts.append(_count(label, part, body, lost))
    return told_of(counts, TITLES, outcome, (_rounds(parts),))


def _count(label: str, part: Part, body: Body, lost: Counter[str]) -> Count:
    own = dict(zip(SIDES, body["sides"], strict=True))
    figures = {
        "men": {side: _total(one["men"]) for side, one in own.items()},
        "cities": {side: len(one["cities"]) for side, one in own.items()},
        "trucks": {side: _total(one["trucks"]) for side, one in own.items()},
        "losses": {side: lost[NAMES[side]] for side in SIDES},
    }
    return Count(label, part.anchor, figures)


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
