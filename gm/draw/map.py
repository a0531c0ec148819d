"""A board of armies and fleets as a map: land in the colours of its owners, units, and arrows of what they did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from gm.draw.colours import BORDER, CLOSED, LAND, SEA, sides, text_on
from gm.draw.drawing import MARGIN, Content, Drawing
from gm.draw.pieces import piece
from gm.draw.png import to_layered_png
from gm.draw.svg import INK, LINE, WHITE, element, group, letters, letters_from
from gm.draw.ways import Arrows
from gm.rules.pictures import map as shape
from gm.rules.pictures.map import MapPicture, Piece, Spot

SHARPNESS, WIDEST = 2, 1_280  # pixels of the picture to one where it is narrowest; most pixels of its width
PHONE = 640  # a map that is wider where it is narrowest is also a file, to be tapped and moved about
UNITS = 4  # units to a pixel where it is narrowest
LABEL, COAST, RIM = 28, 20, 0.5  # heights of letters, and how wide the rim around them is, relative to that
CENTRE = 8  # radius
TITLE, HEAD = 34, 64  # height of the title's letters, and of the space for it
KEY_ROW, KEY_LETTERS, KEY_WIDE = 56, 26, 380
FILLS = {shape.SEA: SEA, shape.LAND: LAND, shape.CLOSED: CLOSED}


class MapDrawing(Drawing[MapPicture]):
    """The map of one phase, with a key that names the powers and counts their centres and units."""

    palette, heading = (), (TITLE, HEAD)

    def __init__(self, picture: MapPicture) -> None:
        super().__init__(picture)
        self._ground, self._told = picture.ground, picture.told
        self._grown = max(1, self._ground.narrowest * SHARPNESS / WIDEST)  # of title and key, on very wide maps
        self.scale = SHARPNESS / UNITS / self._grown
        self.heading = (round(TITLE * self._grown), round(HEAD * self._grown))
        self._colours = dict(zip(self._ground.sides, sides(len(self._ground.sides)), strict=True))
        self._owners = {code: power for power, codes in self._told.centres.items() for code in codes}
        self.file = self._ground.narrowest > PHONE
        self._refers = False  # to outlines and units that a page has

    @property
    def _size(self) -> tuple[int, int]:
        rows = -(-len(self._ground.sides) // self._across)
        key = round((rows * KEY_ROW + MARGIN) * self._grown)
        return self._ground.width, self.heading[1] + self._ground.height + key

    @property
    def _across(self) -> int:
        return max(1, round((self._ground.width - 2 * MARGIN) / (KEY_WIDE * self._grown)))

    def draw(self) -> Content:
        """Draw the map below its title, and the key below it."""
        content = [*self._below(), *self._tints(), *self._lines(), *self._above()]
        return [group(content, transform=f"translate(0 {self.heading[1]})"), *self._key()], *self._size

    def png(self) -> bytes:
        """Return it as a PNG of the same size; land, sea and borders are painted once for all pictures of a board."""
        numbers = {code: n for n, code in enumerate(sorted(self._ground.outlines), 1)}
        areas = [self._area(code, f"#{n:02x}0000") for code, n in numbers.items()]
        owned: dict[str, list[int]] = {}
        for code, power in sorted(self._owners.items()):
            if code in numbers:
                owned.setdefault(self._colours[power], []).append(numbers[code])
        return to_layered_png(
            self._layer(self._below()), self._layer([group(areas, shape_rendering="crispEdges")]),
            self._layer(self._lines()), self._layer(self._above(), [self._title(), *self._key()]),
            tuple((colour, tuple(codes)) for colour, codes in owned.items()),
        )  # fmt: skip

    def shared(self) -> str:
        """Return sea, land, borders, names and a unit of each kind: all that does not change on the map."""
        page = self._in_page()
        areas = [
            element("path", id=f"map-{code}", d=outline, fill_rule="evenodd")
            for code, outline in self._ground.outlines.items()
        ]
        units = [
            group([piece(Piece(power, kind, "", lost), (0, 0), self._colours[power], side.letter)],
                  id=_unit_id(Piece(power, kind, "", lost)))
            for power, side in self._ground.sides.items() for kind in "AF" for lost in (False, True)
        ]  # fmt: skip
        layers = [group(page._below(), id="map-below"), group(page._lines(), id="map-lines")]
        defs = "".join((*areas, *layers, *units))
        return f'<svg class="shared" width="0" height="0" aria-hidden="true"><defs>{defs}</defs></svg>'

    def inline(self) -> str:
        """Return it as SVG for a page that has what `shared` gives, and says itself what the phase is."""
        width, height = self._size
        page = self._in_page()
        content = [_use("map-below"), *page._tints(), _use("map-lines"), *page._above()]
        moved = group(content, transform=f"translate(0 {self.heading[1]})")
        below = f"0 {self.heading[1]} {width} {height - self.heading[1]}"
        return f'<svg viewBox="{below}">{moved}{"".join(self._key())}</svg>'

    def _in_page(self) -> MapDrawing:
        """Return the same drawing, which refers to what a page has already."""
        page = copy(self)
        page._refers = True
        return page

    def _layer(self, content: Iterable[str], more: Iterable[str] = ()) -> str:
        """Return an SVG of the picture's size with *content* on the map, and *more* on the whole picture."""
        width, height = self._size
        moved = group([*content], transform=f"translate(0 {self.heading[1]})")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{round(height * self.scale)}" '
            f'viewBox="0 0 {width} {height}">{moved}{"".join(more)}</svg>'
        )

    def _title(self) -> str:
        high, room = self.heading
        within = self._ground.width - 2 * MARGIN
        title = letters(self.picture.title, self._ground.width / 2, room / 2, high, INK, within)
        return group([title], class_="map-ink")

    # -- what the board has --

    def _below(self) -> list[str]:
        """Draw sea and land."""
        ground = self._ground
        top = self.heading[1]
        paper = element("rect", y=-top, width=ground.width, height=self._size[1], fill=WHITE, class_="map-paper")
        if not ground.outlines:
            return [paper]
        sea = element("rect", width=ground.width, height=ground.height, fill=SEA, class_="map-sea")
        kinds = (shape.LAND, shape.CLOSED)
        land = [self._area(code, FILLS[kind], kind) for code, kind in ground.grounds.items() if kind in kinds]
        return [paper, sea, *land]

    def _tints(self) -> list[str]:
        """Draw what has an owner, in their colour."""
        return [self._area(code, self._colours[power]) for code, power in sorted(self._owners.items())]

    def _area(self, code: str, colour: str, kind: str = "") -> str:
        outline = self._ground.outlines.get(code)
        paint = {"fill": colour, **({"class": f"map-{kind}"} if kind else {})}
        if outline is None:
            return ""
        if self._refers:
            return _use(f"map-{code}", **paint)
        return element("path", d=outline, fill_rule="evenodd", **paint)

    def _lines(self) -> list[str]:
        """Draw borders, straits and the lines of a schematic, centres and names."""
        ground = self._ground
        borders = [
            _use(f"map-{code}") if self._refers else element("path", d=outline)
            for code, outline in ground.outlines.items()
        ]
        links = [element("path", d="M" + "L".join(f"{x} {y}" for x, y in line.points)) for line in ground.lines]
        dashes = {"stroke_dasharray": "10 7"} if ground.outlines else {}
        centres = [
            element("circle", cx=spot.centre[0], cy=spot.centre[1], r=CENTRE, fill=WHITE, stroke=INK, stroke_width=5)
            for spot in ground.spots.values() if spot.centre is not None
        ]  # fmt: skip
        frame = element("rect", width=ground.width, height=ground.height, fill="none", stroke=LINE, stroke_width=3)
        return [
            group(borders, class_="map-borders", fill="none", stroke=BORDER, stroke_width=3, stroke_linejoin="round"),
            group(links, fill="none", stroke=INK, stroke_width=4, **dashes), *centres, frame,
            *(self._label(place, spot) for place, spot in ground.spots.items() if spot.label),
        ]  # fmt: skip

    def _label(self, place: str, spot: Spot) -> str:
        """Draw the name of a province, or of a coast, with a pale rim that sets it off from every colour."""
        assert spot.label is not None
        code, _, coast = place.partition("/")
        (x, y), (text, high) = spot.label, (coast.lower(), COAST) if coast else (code, LABEL)
        leader = []
        if spot.leader:
            line = f"M{x} {y}L{spot.leader[0]} {spot.leader[1]}"
            leader = [element("path", d=line, stroke=INK, stroke_width=3)]
        pale = SEA if self._ground.grounds[code] == shape.SEA else LAND
        rim, ink = letters(text, x, y, high, pale, weight=RIM), letters(text, x, y, high, INK)
        return "".join((*leader, group([rim], class_="map-rim"), group([ink], class_="map-ink")))

    # -- what a phase shows --

    def _above(self) -> list[str]:
        """Draw arrows and units."""
        spots, told = self._ground.spots, self._told
        return [
            *Arrows(spots, self._colours, told.pieces).draw(told.ways),
            *(self._piece(one) for one in told.pieces),
        ]

    def _piece(self, one: Piece) -> str:
        spot = self._ground.spots.get(one.place) or self._ground.spots[one.place[:3]]
        if self._refers:
            return _use(_unit_id(one), x=spot.unit[0], y=spot.unit[1])
        return piece(one, spot.unit, self._colours[one.power], self._ground.sides[one.power].letter)

    def _key(self) -> list[str]:
        """Draw who is who: the colour, the letter and the name of each power, its centres and its units."""
        found, across = [], self._across
        grown, wide = self._grown, (self._ground.width - 2 * MARGIN) / across
        top = self.heading[1] + self._ground.height + MARGIN * grown
        for n, (power, side) in enumerate(self._ground.sides.items()):
            x, y = MARGIN + n % across * wide, top + (n // across + 0.5) * KEY_ROW * grown
            colour, high = self._colours[power], KEY_LETTERS * grown
            box = element("rect", x=x, y=y - high, width=2 * high, height=2 * high, rx=6 * grown, fill=colour,
                          stroke=INK, stroke_width=3 * grown)  # fmt: skip
            units = sum(one.power == power and not one.lost for one in self._told.pieces)
            text = f"{side.name} {len(self._told.centres.get(power, ()))}/{units}"
            found += [
                box, letters(side.letter, x + high, y, high, text_on(colour)),
                group([letters_from(x + 2.6 * high, text, y, high, INK, wide - 3 * high)], class_="map-ink"),
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
    return element("use", href=f"#{name}", **more)


def _unit_id(one: Piece) -> str:
    return f"map-{one.kind}-{one.power}{'-lost' * one.lost}"
