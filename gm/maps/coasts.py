"""The named coasts: which parts of a province's outline each one is."""

from __future__ import annotations

from collections.abc import Sequence

from gm.maps.arcs import NOTHING, Arc, Point
from gm.maps.facts import SEA, Facts

Part = tuple[list[Point], str]  # a line and the sea along it
Stretch = tuple[list[Part], frozenset[str]]  # one part after the other, and the land at their ends


def named_coasts(facts: Facts, arcs: Sequence[Arc]) -> dict[str, list[list[Point]]]:
    """Return the lines of each named coast. A line that fits no coast, or several, is left out."""
    found: dict[str, list[list[Point]]] = {}
    for code, names in sorted(facts.coasts.items()):
        places = {f"{code}/{name}": set(facts.fleet[f"{code}/{name}"]) for name in names}
        found |= {place: [] for place in places}
        for parts, lands in _shores(facts, arcs, code) if names else []:
            whole = _fits(places, parts, lands)
            halves = [(first, second) for first, second in _cuts(parts) if not whole]
            cut = [pair for pair in halves if len(_fits(places, pair[0])) == len(_fits(places, pair[1])) == 1]
            for piece in cut[0] if cut else (parts,):
                fits = _fits(places, piece, lands if whole else frozenset())
                if len(fits) == 1:
                    found[fits[0]].append(_line(piece))
                else:
                    seas = sorted({sea for _, sea in piece})
                    print(f"{code}: a shore at {piece[0][0][0]} on {seas} is of {fits or 'no coast'}")
    return found


def _fits(places: dict[str, set[str]], parts: list[Part], lands: frozenset[str] = frozenset()) -> list[str]:
    """Which coasts have all seas of a shore, and if possible the lands at its ends."""
    seas = {sea for _, sea in parts}
    near = {place: {other[:3] for other in others} for place, others in places.items()}
    fits = [place for place, others in near.items() if seas | lands <= others]
    return fits or [place for place, others in near.items() if seas <= others]


def _cuts(parts: list[Part]) -> list[tuple[list[Part], list[Part]]]:
    """A shore in two, cut in the middle of each of its parts: two coasts may meet on a sea."""
    cuts = []
    for number, (points, sea) in enumerate(parts):
        middle = len(points) // 2
        first, second = (points[: middle + 1], sea), (points[middle:], sea)
        cuts.append(([*parts[:number], first], [second, *parts[number + 1 :]]))
    return cuts


def _line(parts: list[Part]) -> list[Point]:
    """The line that parts are together."""
    return [*parts[0][0], *(point for points, _ in parts[1:] for point in points[1:])]


def _shores(facts: Facts, arcs: Sequence[Arc], code: str) -> list[Stretch]:
    """The shores of a province: arcs along seas, one after the other, from land to land or around an island."""
    own = facts.codes.index(code)
    water = {index for index, name in enumerate(facts.codes) if facts.kinds[name] == SEA}
    turned = [(arc.points, arc.right) for arc in arcs if arc.left == own]
    turned += [(arc.points[::-1], arc.left) for arc in arcs if arc.right == own]
    wet = {points[0]: (points, other) for points, other in turned if other in water}
    ends = {points[-1] for points, _ in wet.values()}
    shores = []
    for start in sorted(wet, key=lambda point: (point in ends, point)):
        parts: list[Part] = []
        at = start
        while at in wet:
            points, other = wet.pop(at)
            parts.append((points, facts.codes[other]))
            at = points[-1]
        if parts:
            lands = {facts.codes[index] for index in _dry_at({start, at}, arcs) - water - {own}}
            shores.append((parts, frozenset(lands & facts.near[code])))
    return shores


def _dry_at(points: set[Point], arcs: Sequence[Arc]) -> set[int]:
    """The regions that have an arc that ends at one of these points."""
    ending = [arc for arc in arcs if not arc.closed and {arc.points[0], arc.points[-1]} & points]
    return {side for arc in ending for side in (arc.left, arc.right)} - {NOTHING}
