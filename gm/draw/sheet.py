"""What all maps of a board share: sea, land, borders, names and signs, drawn once, and the size of its pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

import msgspec

from gm.draw.colours import painted, sides
from gm.draw.drawing import MARGIN
from gm.draw.labels import COAST, CODE, strokes
from gm.draw.mapstyle import RING, page_style, style
from gm.draw.pieces import signs
from gm.draw.png import BOARDS
from gm.draw.room import CENTRE, Room
from gm.draw.svg import element, group
from gm.rules.pictures import map as shape
from gm.rules.pictures.map import Ground, Spot

SHARPNESS, WIDEST = 2, 1_280  # pixels of the picture to one where it is narrowest; most pixels of its width
UNITS = 4  # units to a pixel where it is narrowest
TITLE, HEAD = 34, 64  # height of the title's letters, and of the space for it
KEY_ROW, KEY_LETTERS, KEY_WIDE = 56, 26, 380


def sheet_of(ground: Ground) -> Sheet:
    """Return what all maps on a drawing of a board share."""
    return _sheet(msgspec.json.encode(ground))


@lru_cache(BOARDS)
def _sheet(packed: bytes) -> Sheet:
    return Sheet(msgspec.json.decode(packed, type=Ground))


class Sheet:
    """What a drawing of a board looks like before anything is told.

    grown: how much larger title and key are, on very wide maps. heading: see Drawing. across, high: columns of the key,
    and the height of the whole picture in units. colours: of the powers, in their order.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.grown = max(1, ground.narrowest * SHARPNESS / WIDEST)
        self.scale = SHARPNESS / UNITS / self.grown
        self.heading = (round(TITLE * self.grown), round(HEAD * self.grown))
        self.powers = [*ground.sides]
        self.colours = sides(len(self.powers))
        self.across = max(1, round((ground.width - 2 * MARGIN) / (KEY_WIDE * self.grown)))
        rows = -(-len(self.powers) // self.across)
        self.high = self.heading[1] + ground.height + round((rows * KEY_ROW + MARGIN) * self.grown)
        self.room = Room(ground)

    @cached_property
    def opened(self) -> str:
        """The beginning of an SVG of the picture's size, with the rules of its style."""
        width, height = round(self.ground.width * self.scale), round(self.high * self.scale)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {self.ground.width} {self.high}"><style>{style(len(self.powers))}</style>'
        )

    @cached_property
    def paper(self) -> str:
        """What is below everything."""
        return element("rect", class_="m-paper", width=self.ground.width, height=self.high)

    @cached_property
    def layers(self) -> tuple[str, str, str, str]:
        """The layers of a painted map that are the same in all phases: land and sea, numbered areas, lines, names."""
        areas = [use(code, fill=f"#{n:02x}0000") for code, n in self.numbers.items()]
        return (
            self.layer([self.paper, self.moved(self.below)], outlines=True),
            self.layer([self.moved([group(areas, shape_rendering="crispEdges")])], outlines=True),
            self.layer([self.moved([*self.borders, *self.lines])], outlines=True),
            self.layer([self.moved(self.names)]),
        )

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of areas, from 1."""
        return {code: n for n, code in enumerate(sorted(self.ground.outlines), 1)}

    @cached_property
    def palette(self) -> tuple[str, ...]:
        """The colours of a painted map."""
        return painted(self.colours)

    @cached_property
    def shared(self) -> str:
        """What the maps in a page refer to, and the style that they need."""
        parts = {"m-below": [*self.below, *self.borders], "m-lines": self.lines, "m-names": self.names}
        layers = "".join(group(part, id=name) for name, part in parts.items())
        look = f"<style>{page_style(len(self.powers))}</style>"
        defs = f"<defs>{self._outlines}{self._signs}{layers}</defs>"
        return f'<svg class="shared" width="0" height="0" aria-hidden="true">{look}{defs}</svg>'

    def layer(self, content: Iterable[str], outlines: bool = False) -> str:
        """Return an SVG of the picture's size with *content*, and the *outlines* or signs that it refers to."""
        return f"{self.opened}{self.defs(outlines)}{''.join(content)}</svg>"

    def defs(self, outlines: bool) -> str:
        """Return what elements refer to: signs, and the outlines of land and sea."""
        return f"<defs>{self._outlines if outlines else ''}{self._signs}</defs>"

    def moved(self, content: list[str]) -> str:
        """Return what is on the map where the map is in the picture."""
        return group(content, transform=f"translate(0 {self.heading[1]})")

    @cached_property
    def _outlines(self) -> str:
        areas = self.ground.outlines.items()
        return "".join(element("path", id=f"m-{code}", d=d, fill_rule="evenodd") for code, d in areas)

    @cached_property
    def _signs(self) -> str:
        letters = (side.letter for side in self.ground.sides.values())
        return "".join(signs(zip(self.colours, letters, strict=True)))

    @cached_property
    def below(self) -> list[str]:
        """Sea and land; of a schematic, paper."""
        ground = self.ground
        kind = "m-sea" if ground.outlines else "m-paper"
        sea = element("rect", class_=kind, width=ground.width, height=ground.height)
        kinds = (shape.LAND, shape.CLOSED)
        return [sea, *(use(code, class_=f"m-{kind}") for code, kind in ground.grounds.items()
                       if kind in kinds and code in ground.outlines)]  # fmt: skip

    @cached_property
    def borders(self) -> list[str]:
        """The borders of all land and sea. What has an owner brings its own, which are seen on its colour."""
        return [group([use(code) for code in self.ground.outlines], class_="m-line")]

    @cached_property
    def lines(self) -> list[str]:
        """Straits and the lines of a schematic, centres, and what sets names off from every colour."""
        ground = self.ground
        links = [element("path", d="M" + "L".join(f"{x} {y}" for x, y in line.points)) for line in ground.lines]
        at = [spot.centre for spot in ground.spots.values() if spot.centre is not None]
        looks = {"m-mark": CENTRE / 2, "m-centre": CENTRE / 2 - 1 - RING / 2}
        centres = [element("circle", class_=name, cx=x, cy=y, r=r) for x, y in at for name, r in looks.items()]
        return [
            group(links, class_="m-link m-dashed" if ground.outlines else "m-link"),
            *centres,
            element("rect", class_="m-frame", width=ground.width, height=ground.height),
            *self._rims(),
        ]

    def _rims(self) -> Iterator[str]:
        """Yield the pale rims of names, and the lines that lead to provinces from names that stand outside."""
        for place, spot, d, kind in self._written():
            if spot.leader and spot.label:
                (x, y), (to_x, to_y) = spot.label, spot.leader
                yield element("path", class_="m-leader", d=f"M{x} {y}L{to_x} {to_y}")
            by = " m-by-sea" if self.ground.grounds[place[:3]] == shape.SEA else ""
            yield element("path", class_=f"m-pale {kind}{by}", d=d)

    @cached_property
    def names(self) -> list[str]:
        """The names of provinces and coasts: above all, since arrows would hide them, and units never meet them."""
        return [element("path", class_=f"m-ink {kind}", d=d) for _, _, d, kind in self._written()]

    def _written(self) -> Iterator[tuple[str, Spot, str, str]]:
        """Yield each place with its spot, the strokes of its name, and their class."""
        for place, spot in self.ground.spots.items():
            code, _, coast = place.partition("/")
            size, kind = (COAST, "m-coast") if coast else (CODE, "m-name")
            if spot.label:
                yield place, spot, strokes(coast or code, *spot.label, size.high), kind


def use(name: str, **more: object) -> str:
    """Return a copy of what stands in the definitions under a name."""
    return element("use", href=f"#m-{name}", **more)
