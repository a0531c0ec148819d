"""The story of a game of armies and fleets: the centres of each power at each count, and where the lead changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from gm.rules import Seat
from gm.rules.lines.words import listed
from gm.rules.pictures.plot import Curve, Plot
from gm.rules.stories.story import Body, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import turned

Names = Mapping[Seat, str]
TAKERS = 2  # at most are named of those who took centres in a year
MOVES = "M"  # how the code of a phase of moves ends


def centres_of(parts: Sequence[Part], names: Names) -> tuple[Plot, dict[int, str]]:
    """Return the centres at the start and after each count in autumn, and sentences on what changed hands, by count."""
    told = all_of(parts, "position")
    counts = [*told[:1], *((part, body) for part, body in told if body["counted"])]
    owned = [{one["power"]: len(one["centres"]) for one in body["holdings"]} for _, body in counts]
    curves = tuple(
        Curve(name, tuple(held.get(code, 0) for held in owned), place)
        for place, (code, name) in enumerate(names.items())
    )
    labels = ("start", *(part.code[1:5] for part, _ in counts[1:]))
    anchors = (*(part.anchor for part, _ in counts[:1]), *(_decided(parts, part) for part, _ in counts[1:]))
    plot = Plot("Centres after each autumn", "centres", labels[: len(anchors)], anchors, curves, len(names))
    return plot, {n: _taken(body["taken"], counts[n - 1][1]) for n, (_, body) in enumerate(counts) if body.get("taken")}


def _decided(parts: Sequence[Part], counted: Part) -> str:
    """Return the anchor of the phase of moves behind a count, which may come after retreats."""
    before = parts[: parts.index(counted) + 1]
    return next((part.anchor for part in reversed(before) if part.code.endswith(MOVES)), counted.anchor)


def _taken(rows: Sequence[str], before: Body) -> str:
    """Return in a sentence who took which centres from whom, of rows such as `BER to France` and the count before."""
    had = {centre: one["name"] for one in before["holdings"] for centre in one["centres"]}
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        centre, _, name = row.partition(" to ")
        found[name][had.get(centre, "")].append(centre)
    most = sorted(found, key=lambda name: -sum(map(len, found[name].values())))
    told = [f"{name} took {_spoils(found[name])}" for name in most[:TAKERS]]
    more = sum(len(centres) for name in most[TAKERS:] for centres in found[name].values())
    return f"{'; '.join([*told, f'others took {more}'] if more else told)}."


def _spoils(centres: Mapping[str, Sequence[str]]) -> str:
    """Return which centres somebody took, by whom they were taken from: "" if they were neutral."""
    neutral = listed(centres.get("", ()))
    parts = [f"{listed(own)} from {owner}" for owner, own in centres.items() if owner]
    return listed([*parts, *([f"the neutral {neutral}" if parts else neutral] if neutral else [])])


def told(parts: Sequence[Part], names: Names, outcome: str) -> Story:
    """Return the story of a game without money."""
    plot, taken = centres_of(parts, names)
    turning = turned(plot, outcome, taken)
    tables = (as_table("centres", plot, "Year"), orders(parts, names))
    return Story((turning.plot,), turning.stood, turning.moments, tables=tables)


def orders(parts: Sequence[Part], names: Names) -> Table:
    """Return every order with its outcome, for programs."""
    rows = [
        (part.anchor, part.title, names[row["power"]], row["order"], row["outcome"])
        for part, body in all_of(parts, "moves", "retreats", "adjustments")
        for row in body["orders"]
    ]
    columns = ("phase", "title", "power", "order", "outcome")
    return Table("orders", "Orders and outcomes", columns, tuple(rows), page=False)


def row_of(moves: Body, power: str, unit: str) -> Body | None:
    """Return the told order of a unit in a movement phase, None if there is none."""
    return next((row for row in moves["orders"] if row["power"] == power and row["order"].startswith(f"{unit} ")), None)
