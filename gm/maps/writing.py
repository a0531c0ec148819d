"""The file of a map (NAME.map.toml), and a picture of it to look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from gm.maps.arcs import Point
from gm.maps.boxes import Stand
from gm.maps.facts import OUT, Facts
from gm.maps.frame import Frame
from gm.maps.places import Link

INKS = {"sea": "#cfe0ea", OUT: "#c9c5bb", "line": "#5b6b73"}
LANDS = ("#ead9b5", "#d9cfa4", "#e6c9a8", "#cfd3a8", "#e3d2c1", "#d8c3a5", "#dbd9b8", "#c8cfb4")


def path(rings: Iterable[list[Point]]) -> str:
    """Return SVG path data of closed outlines, in steps from point to point."""
    return "".join(_steps(ring) + "z" for ring in rings)


def line(points: list[Point]) -> str:
    """Return SVG path data of an open line."""
    return _steps(points)


def _steps(points: list[Point]) -> str:
    """M with the first point, then l with how far each next one is."""
    moves = [f"{x - before_x} {y - before_y}" for (before_x, before_y), (x, y) in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}l" + " ".join(moves).replace(" -", "-")


def map_text(
    frame: Frame,
    paths: Mapping[str, str],
    stands: Mapping[str, Stand],
    coasts: Mapping[str, list[list[Point]]],
    links: Mapping[str, Link],
) -> str:
    """Return the text of NAME.map.toml."""
    places = frame.places
    lines = [
        f"# The map of the board, made by `python -m gm.maps {places.board}` from the coastlines of Natural Earth",
        f"# (public domain) and gm/maps/places/{places.board}.toml. Change that file, not this one.",
        "format = 1",
        f'board = "{places.board}"',
        f"width = {frame.width}",
        f"height = {frame.height}",
        f"narrowest = {places.narrowest}",
        "",
        "[paths]",
        *(f'{code} = "{paths[code]}"' for code in sorted(paths)),
        "",
        "[places]",
        *(f"{_key(code)} = {_stand(stands[code])}" for code in sorted(stands)),
        "",
        "[coasts]",
        *(f'"{place}" = "{"".join(line(part) for part in coasts[place])}"' for place in sorted(coasts)),
        "",
        "[links]",
    ]
    for pair, link in sorted(links.items()):
        points = link.units or (frame.units(link.line).tolist() if link.line else [])
        spots = ", ".join(f"[{round(x)}, {round(y)}]" for x, y in points)
        lines.append(f'"{pair}" = {{ why = "{link.why}", line = [{spots}] }}')
    return "\n".join(lines) + "\n"


def _key(code: str) -> str:
    """A key of TOML."""
    return f'"{code}"' if "/" in code else code


def _stand(stand: Stand) -> str:
    """An inline table of what stands where."""
    spots = {"label": stand.label, "unit": stand.unit, "centre": stand.centre, "leader": stand.leader}
    told = [f"{name} = [{spot[0]}, {spot[1]}]" for name, spot in spots.items() if spot]
    return "{ " + ", ".join(told) + " }"


def picture(
    frame: Frame, facts: Facts, paths: Mapping[str, str], stands: Mapping[str, Stand], fill: Mapping[str, str]
) -> str:
    """Return an SVG to judge the map by: provinces in plain colours, and all boxes."""
    body = [
        f'<path d="{data}" fill="{fill[code]}" stroke="{INKS["line"]}" stroke-width="1.6" stroke-linejoin="round"/>'
        for code, data in paths.items()
    ]
    for place, stand in stands.items():
        body += _marks(place, stand, place in facts.near and place not in facts.coasts)
    box = f'viewBox="0 0 {frame.width} {frame.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(body)}</svg>\n'


def _marks(place: str, stand: Stand, bare: bool) -> list[str]:
    """The boxes of one place."""
    (x, y), (left, top) = stand.label, stand.unit
    size, name = (20, place[4:].lower()) if "/" in place else (30, place)
    marks: list[Any] = []
    if stand.leader:
        to = stand.leader
        marks.append(f'<path d="M{x} {y}L{to[0]} {to[1]}" stroke="#000" stroke-width="2"/>')
    marks.append(f'<text x="{x}" y="{y + size * 0.36}" font-size="{size}" text-anchor="middle" '
                 f'font-family="DejaVu Sans">{name}</text>')  # fmt: skip
    if not bare:
        marks.append(f'<circle cx="{left}" cy="{top}" r="19" fill="#fff" fill-opacity=".5" stroke="#a33"/>')
    if stand.centre:
        marks.append(f'<circle cx="{stand.centre[0]}" cy="{stand.centre[1]}" r="9"/>')
    return marks


def colours(facts: Facts) -> dict[str, str]:
    """Return a colour for each region, such that neighbours on land differ."""
    chosen: dict[str, str] = {OUT: INKS[OUT]}
    for code in sorted(facts.near, key=lambda code: (-len(facts.near[code]), code)):
        near = {chosen.get(other) for other in facts.near[code]}
        free = [colour for colour in LANDS if colour not in near]
        chosen[code] = INKS["sea"] if facts.kinds[code] == 2 else free[0] if code in facts.coasts else "#b5b0a3"
    return chosen
