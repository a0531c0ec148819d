"""A board of armies and fleets as a map: land in the colours of its owners, units, and arrows of what they did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from gm.draw.colours import sides, text_on
from gm.draw.drawing import MARGIN, Content, Drawing, KeyRow
from gm.draw.labels import strokes
from gm.draw.mapstyle import page_style, style
from gm.draw.pieces import lost_at, signs, unit_id
from gm.draw.png import to_layered_png
from gm.draw.svg import INK, Point, element, group, letters, letters_from
from gm.draw.ways import Arrows
from gm.rules.pictures import map as shape
from gm.rules.pictures.map import MapPicture, Piece, Spot

SHARPNESS, WIDEST = 2, 1_280  # pixels of the picture to one where it is narrowest; most pixels of its width
PHONE = 640  # a map that is wider where it is narrowest is also a file, to be tapped and moved about
UNITS = 4  # units to a pixel where it is narrowest
LABEL, COAST = 31.3, 20  # heights of the letters of names, between the middles of their strokes
CENTRE = 7.5  # radius, in the middle of the outline
TITLE, HEAD = 34, 64  # height of the title's letters, and of the space for it
KEY_ROW, KEY_LETTERS, KEY_WIDE = 56, 26, 380


class MapDrawing(Drawing[MapPicture]):
    """The map of one phase. A picture of its own has a key that names the powers and counts their centres and units."""

    palette, heading = (), (TITLE, HEAD)

    def __init__(self, picture: MapPicture) -> None:
        super().__init__(picture)
        self._ground, self._told = picture.ground, picture.told
        self._grown = max(1, self._ground.narrowest * SHARPNESS / WIDEST)  # of title and key, on very wide maps
        self.scale = SHARPNESS / UNITS / self._grown
        self.heading = (round(TITLE * self._grown), round(HEAD * self._grown))
        self._powers = [*self._ground.sides]
        self._colours = dict(zip(self._powers, sides(len(self._powers)), strict=True))
        self._owners = {code: power for power, codes in self._told.centres.items() for code in codes}
        self.file = self._ground.narrowest > PHONE

    @property
    def _size(self) -> tuple[int, int]:
        rows = -(-len(self._powers) // self._across)
        key = round((rows * KEY_ROW + MARGIN) * self._grown)
        return self._ground.width, self.heading[1] + self._ground.height + key

    @property
    def _across(self) -> int:
        return max(1, round((self._ground.width - 2 * MARGIN) / (KEY_WIDE * self._grown)))

    def draw(self) -> Content:
        """Draw the map below its title, and the key below it."""
        parts = [*self._below(), *self._tints(), *self._lines(), *self._above(facts=True)]
        return [self._defs(outlines=True), self._moved(parts), *self._key()], *self._size

    def svg(self) -> str:
        """Return it as an SVG document."""
        content, width, height = self._drawn
        title = f"<title>{escape(self.picture.title, quote=False)}</title>"
        paper = element("rect", class_="m-paper", width=width, height=height)
        return "\n".join((self._opened, title, paper, self._title(), *content, "</svg>\n"))

    def png(self) -> bytes:
        """Return it as a PNG of the same size; land, sea and borders are painted once for all pictures of a board."""
        numbers = {code: n for n, code in enumerate(sorted(self._ground.outlines), 1)}
        areas = [_use(code, fill=f"#{n:02x}0000") for code, n in numbers.items()]
        owned: dict[str, list[int]] = {}
        for code, power in sorted(self._owners.items()):
            if code in numbers:
                owned.setdefault(self._colours[power], []).append(numbers[code])
        return to_layered_png(
            self._layer([self._paper(), self._moved(self._below())], outlines=True),
            self._layer([self._moved([group(areas, shape_rendering="crispEdges")])], outlines=True),
            self._layer([self._moved(self._lines())], outlines=True),
            self._layer([self._moved(self._above()), self._title(), *self._key()]),
            tuple((colour, tuple(codes)) for colour, codes in owned.items()),
        )  # fmt: skip

    def shared(self) -> str:
        """Return style, sea, land, borders, names and signs: all that does not change from phase to phase."""
        layers = [group(self._below(), id="m-below"), group(self._lines(), id="m-lines")]
        look = f"<style>{page_style(len(self._powers))}</style>"
        defs = self._defs(outlines=True, more="".join(layers))
        return f'<svg class="shared" width="0" height="0" aria-hidden="true">{look}{defs}</svg>'

    def inline(self) -> str:
        """Return it as SVG for a page that has what `shared` gives, says what the phase is, and has the key."""
        content = [_use("below"), *self._tints(), _use("lines"), *self._above()]
        return f'<svg viewBox="0 0 {self._ground.width} {self._ground.height}">{"".join(content)}</svg>'

    def key(self) -> tuple[KeyRow, ...]:
        """Return what the key says, a row for each power."""
        standing = [one.power for one in self._told.pieces if not one.lost]
        return tuple(
            KeyRow(power, side.name, side.letter, f"k{n}", self._colours[power], text_on(self._colours[power]),
                   len(self._told.centres.get(power, ())), standing.count(power))
            for n, (power, side) in enumerate(self._ground.sides.items())
        )  # fmt: skip

    @property
    def _opened(self) -> str:
        """The beginning of an SVG of the picture's size, with the rules of its style."""
        width, height = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{round(height * self.scale)}" '
            f'viewBox="0 0 {width} {height}"><style>{style(len(self._powers))}</style>'
        )

    def _layer(self, content: Iterable[str], outlines: bool = False) -> str:
        """Return an SVG of the picture's size with *content*, and what it refers to."""
        return f"{self._opened}{self._defs(outlines)}{''.join(content)}</svg>"

    def _defs(self, outlines: bool, more: str = "") -> str:
        """Return what elements refer to: signs, and the outlines of land and sea."""
        areas = self._ground.outlines if outlines else {}
        shapes = [element("path", id=f"m-{code}", d=d, fill_rule="evenodd") for code, d in areas.items()]
        looks = ((self._colours[power], side.letter) for power, side in self._ground.sides.items())
        return f"<defs>{''.join((*shapes, *signs(looks)))}{more}</defs>"

    def _moved(self, content: list[str]) -> str:
        """Return what is on the map where the map is in the picture."""
        return group(content, transform=f"translate(0 {self.heading[1]})")

    def _paper(self) -> str:
        width, height = self._size
        return element("rect", class_="m-paper", width=width, height=height)

    def _title(self) -> str:
        high, room = self.heading
        within = self._ground.width - 2 * MARGIN
        return letters(self.picture.title, self._ground.width / 2, room / 2, high, INK, within)

    # -- what the board has --

    def _below(self) -> list[str]:
        """Draw sea and land; of a schematic, paper."""
        ground = self._ground
        kind = "m-sea" if ground.outlines else "m-paper"
        sea = element("rect", class_=kind, width=ground.width, height=ground.height)
        kinds = (shape.LAND, shape.CLOSED)
        return [sea, *(_use(code, class_=f"m-{kind}") for code, kind in ground.grounds.items()
                       if kind in kinds and code in ground.outlines)]  # fmt: skip

    def _tints(self) -> list[str]:
        """Draw what has an owner, in their colour."""
        found = []
        for number, power in enumerate(self._powers):
            own = sorted(code for code, owner in self._owners.items() if owner == power)
            areas = [_use(code) for code in own if code in self._ground.outlines]
            found += [group(areas, class_=f"m-own m{number}")] if areas else []
        return found

    def _lines(self) -> list[str]:
        """Draw borders, straits and the lines of a schematic, centres and names."""
        ground = self._ground
        links = [element("path", d="M" + "L".join(f"{x} {y}" for x, y in line.points)) for line in ground.lines]
        centres = [
            element("circle", class_="m-centre", cx=spot.centre[0], cy=spot.centre[1], r=CENTRE)
            for spot in ground.spots.values() if spot.centre is not None
        ]  # fmt: skip
        return [
            group([_use(code) for code in ground.outlines], class_="m-line"),
            group(links, class_="m-link m-dashed" if ground.outlines else "m-link"), *centres,
            element("rect", class_="m-frame", width=ground.width, height=ground.height),
            *(self._label(place, spot) for place, spot in ground.spots.items() if spot.label),
        ]  # fmt: skip

    def _label(self, place: str, spot: Spot) -> str:
        """Draw the name of a province, or of a coast, with a pale rim that sets it off from every colour."""
        assert spot.label is not None
        code, _, coast = place.partition("/")
        (x, y), text, high = spot.label, coast.lower() or code, COAST if coast else LABEL
        leader = []
        if spot.leader:
            leader = [element("path", class_="m-leader", d=f"M{x} {y}L{spot.leader[0]} {spot.leader[1]}")]
        d, kind = strokes(text, x, y, high), "m-coast" if coast else "m-name"
        pale = f"m-pale m-by-sea {kind}" if self._ground.grounds[code] == shape.SEA else f"m-pale {kind}"
        return "".join((*leader, element("path", class_=pale, d=d), element("path", class_=f"m-ink {kind}", d=d)))

    # -- what a phase shows --

    def _above(self, facts: bool = False) -> list[str]:
        """Draw arrows and units. *facts*: each says in attributes what it is."""
        arrows = Arrows(self._ground.spots, self._told.pieces, self._powers, self._lost, facts)
        return [*arrows.draw(self._told.ways), *(self._piece(one, facts) for one in self._told.pieces)]

    def _lost(self, place: str) -> Point:
        """Return where a unit stands that was dislodged from a place."""
        spot = self._ground.spots.get(place) or self._ground.spots[place[:3]]
        return lost_at(spot.unit)

    def _piece(self, one: Piece, facts: bool) -> str:
        spot = self._ground.spots.get(one.place) or self._ground.spots[one.place[:3]]
        x, y = self._lost(one.place) if one.lost else spot.unit
        told = {"unit": f"{one.kind} {one.place}", "power": one.power, **({"lost": "yes"} if one.lost else {})}
        name = unit_id(self._powers.index(one.power), one)
        return element("use", told if facts else None, href=f"#{name}", x=x, y=y)

    def _key(self) -> list[str]:
        """Draw who is who: the colour, the letter and the name of each power, its centres and its units."""
        found, across = [], self._across
        grown, wide = self._grown, (self._ground.width - 2 * MARGIN) / across
        top = self.heading[1] + self._ground.height + MARGIN * grown
        high = KEY_LETTERS * grown
        for n, row in enumerate(self.key()):
            x, y = MARGIN + n % across * wide, top + (n // across + 0.5) * KEY_ROW * grown
            box = element("rect", x=x, y=y - high, width=2 * high, height=2 * high, rx=6 * grown, fill=row.colour,
                          stroke=INK, stroke_width=3 * grown)  # fmt: skip
            text = f"{row.name} {row.centres}/{row.units}"
            found += [
                box, letters(row.letter, x + high, y, high, row.ink),
                letters_from(x + 2.6 * high, text, y, high, INK, wide - 3 * high),
            ]  # fmt: skip
        return found

    def described(self) -> Iterator[str]:
        """Yield what each power has, and what was done."""
        for power, side in self._ground.sides.items():
            own = [one for one in self._told.pieces if one.power == power]
            units = ", ".join(f"{one.kind} {one.place}{' (dislodged)' * one.lost}" for one in own)
            centres = self._told.centres.get(power, ())
            if units or centres:
                yield f"{side.name}: {units or 'no unit'}; centres: {', '.join(centres) or 'none'}."


def _use(name: str, **more: object) -> str:
    return element("use", href=f"#m-{name}", **more)
