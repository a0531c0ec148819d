"""The signs on a map, each drawn once and shown wherever it stands: units with letters, dots, crosses.

An army is a disc, a fleet a hull. What has a colour has that of the power it stands within.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.draw.colours import text_on
from gm.draw.labels import strokes
from gm.draw.room import LOST, UNIT
from gm.draw.svg import INK, element, group, polygon
from gm.rules.pictures.map import Piece

ARMY = 18  # radius, in the middle of the outline
HULL = ((-18, -16), (18, -16), (11, 18), (-11, 18))
LETTER, ABOARD = 24, 22  # heights of letters: of armies and owners, and of fleets
BOLD = 0.18  # how wide their strokes are, relative to that
DOT, CROSS, RING = 7, 11, 29  # radius, length of an arm, radius


def unit_id(number: int, one: Piece) -> str:
    """Return the name of the sign of a unit of the power with this number."""
    return f"m-{one.kind}{number}{'x' * one.lost}"


def owner_id(number: int) -> str:
    """Return the name of the letter that says whose land it is."""
    return f"m-{number}"


def signs(colours: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield every sign of a map on which powers have these colours and letters."""
    yield element("circle", id="m-dot", class_="m-dot", r=DOT)
    yield _cross("m-cross", CROSS)
    yield _cross("m-gone", CROSS * 1.4)
    yield group([element("circle", class_=name, r=RING) for name in ("m-rim", "m-way m-dash")], id="m-built")
    for number, (colour, letter) in enumerate(colours):
        owner = [element("path", class_="m-owner", d=strokes(letter, 0, 0, LETTER)), _letter(colour, letter, LETTER)]
        yield group(owner, id=owner_id(number), class_=f"m{number}")
        for kind in "AF":
            for lost in (False, True):
                name = unit_id(number, Piece("", kind, "", lost))
                size = {"transform": f"scale({LOST / UNIT})"} if lost else {}
                yield group(_unit(kind, colour, letter, lost), id=name, class_=f"m{number}", **size)


def _unit(kind: str, colour: str, letter: str, lost: bool) -> list[str]:
    text = _letter(colour, letter, ABOARD if kind == "F" else LETTER)
    return [_outline(kind, "m-halo"), _outline(kind, "m-unit m-lost" if lost else "m-unit"), text]


def _letter(colour: str, letter: str, high: float) -> str:
    ink = "m-ink" if text_on(colour) == INK else "m-ink m-white"
    return element("path", class_=ink, d=strokes(letter, 0, 0, high), stroke_width=high * BOLD)


def _outline(kind: str, name: str) -> str:
    return polygon([*HULL], class_=name) if kind == "F" else element("circle", class_=name, r=ARMY)


def _cross(name: str, arm: float) -> str:
    """Draw the cross of what failed, or is gone."""
    d = f"M{-arm:.0f} {-arm:.0f}L{arm:.0f} {arm:.0f}M{arm:.0f} {-arm:.0f}L{-arm:.0f} {arm:.0f}"
    return group([element("path", class_=f"m-cross{more}", d=d) for more in (" m-below", "")], id=name)
