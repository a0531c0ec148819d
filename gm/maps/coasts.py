"""The named coasts: which parts of a province's outline each one is."""

from __future__ import annotations

from collections.abc import Sequence

from gm.maps.arcs import NOTHING, Arc, Point
from gm.maps.facts import SEA, Facts

Stretch = tuple[list[Point], frozenset[str], frozenset[str]]  # a line, the seas along it, the land at its ends


def named_coasts(facts: Facts, arcs: Sequence[Arc]) -> dict[str, list[list[Point]]]:
    """Return the lines of each named coast. A line that fits no coast, or several, is left out."""
    found: dict[str, list[list[Point]]] = {}
    for code, names in sorted(facts.coasts.items()):
        places = {f"{code}/{name}": set(facts.fleet[f"{code}/{name}"]) for name in names}
        found |= {place: [] for place in places}
        for line, seas, lands in _shores(facts, arcs, code) if names else []:
            fits = [place for place, near in places.items() if seas | lands <= {other[:3] for other in near}]
            fits = fits or [place for place, near in places.items() if seas <= {other[:3] for other in near}]
            if len(fits) == 1:
                found[fits[0]].append(line)
            else:
                print(f"{code}: a shore at {line[0]} on {sorted(seas)} is of {fits or 'no coast'}")
    return found


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
        line, seas, at = [start], set(), start
        while at in wet:
            points, other = wet.pop(at)
            line += points[1:]
            seas.add(facts.codes[other])
            at = points[-1]
        if seas:
            lands = {facts.codes[index] for index in _dry_at({line[0], line[-1]}, arcs) - water - {own}}
            shores.append((line, frozenset(seas), frozenset(lands & facts.near[code])))
    return shores


def _dry_at(points: set[Point], arcs: Sequence[Arc]) -> set[int]:
    """The regions that have an arc that ends at one of these points."""
    ending = [arc for arc in arcs if not arc.closed and {arc.points[0], arc.points[-1]} & points]
    return {side for arc in ending for side in (arc.left, arc.right)} - {NOTHING}
