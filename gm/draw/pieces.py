"""The signs on a map, each drawn once and shown wherever it stands: units with letters, dots, crosses.

An army is a disc, a fleet a hull. What has a colour has that of the power it stands within.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.draw.colours import text_on
from gm.draw.labels import strokes
from gm.draw.svg import INK, Point, element, group, polygon
from gm.rules.pictures.map import Piece

SIZE = 40  # of a unit with its outline
ARMY = 18  # radius, in the middle of the outline
HULL = ((-18, -16), (18, -16), (11, 18), (-11, 18))
LETTER, ABOARD = 24, 22  # heights of the letters of armies and of fleets
LOST = 0.8  # the scale of a dislodged unit, which stands beside the one that dislodged it
DOT, CROSS = 7, 11


def lost_at(place: Point) -> Point:
    """Return where a unit stands that was dislodged from *place*."""
    return place[0] + 24, place[1] + 24


def unit_id(number: int, one: Piece) -> str:
    """Return the name of the sign of a unit of the power with this number."""
    return f"m-{one.kind}{number}{'x' * one.lost}"


def signs(colours: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield every sign of a map on which powers have these colours and letters."""
    yield element("circle", id="m-dot", class_="m-dot", r=DOT)
    yield _cross("m-cross", CROSS)
    yield _cross("m-gone", CROSS * 1.4)
    for number, (colour, letter) in enumerate(colours):
        for kind in "AF":
            for lost in (False, True):
                name = unit_id(number, Piece("", kind, "", lost))
                size = {"transform": f"scale({LOST})"} if lost else {}
                yield group(_unit(kind, colour, letter, lost), id=name, class_=f"m{number}", **size)


def _unit(kind: str, colour: str, letter: str, lost: bool) -> list[str]:
    high = ABOARD if kind == "F" else LETTER
    ink = "m-ink" if text_on(colour) == INK else "m-ink m-white"
    text = element("path", class_=ink, d=strokes(letter, 0, 0, high), stroke_width=high * 0.18)
    return [_outline(kind, "m-halo"), _outline(kind, "m-unit m-lost" if lost else "m-unit"), text]


def _outline(kind: str, name: str) -> str:
    return polygon([*HULL], class_=name) if kind == "F" else element("circle", class_=name, r=ARMY)


def _cross(name: str, arm: float) -> str:
    """Draw the cross of what failed, or is gone."""
    d = f"M{-arm:.0f} {-arm:.0f}L{arm:.0f} {arm:.0f}M{arm:.0f} {-arm:.0f}L{-arm:.0f} {arm:.0f}"
    return group([element("path", class_=f"m-cross{more}", d=d) for more in (" m-below", "")], id=name)
