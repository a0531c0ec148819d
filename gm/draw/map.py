"""A board of armies and fleets as a map: land in the colours of its owners, units, and arrows of what they did."""

from __future__ import annotations

from collections.abc import Iterator

from gm.draw.colours import text_on
from gm.draw.drawing import MARGIN, Content, Drawing, KeyRow
from gm.draw.pieces import owner_id, unit_id
from gm.draw.png import to_layered_png
from gm.draw.sheet import HEAD, KEY_LETTERS, KEY_ROW, TITLE, sheet_of, use
from gm.draw.svg import INK, element, group, letters, letters_from, written
from gm.draw.ways import Arrows
from gm.rules.pictures.map import MapPicture, Piece

PHONE = 640  # a map that is wider where it is narrowest is also a file, to be tapped and moved about


class MapDrawing(Drawing[MapPicture]):
    """The map of one phase. A picture of its own has a key that names the powers and counts their centres and units."""

    palette, heading = (), (TITLE, HEAD)

    def __init__(self, picture: MapPicture) -> None:
        super().__init__(picture)
        self._ground, self._told, self._sheet = picture.ground, picture.told, sheet_of(picture.ground)
        self.scale, self.heading = self._sheet.scale, self._sheet.heading
        self._numbers = {power: n for n, power in enumerate(self._ground.sides)}
        self._owners = {code: power for power, codes in sorted(self._told.centres.items()) for code in sorted(codes)}
        self.file = self._ground.narrowest > PHONE

    def draw(self) -> Content:
        """Draw the map below its title, and the key below it."""
        sheet = self._sheet
        parts = [*sheet.below, *sheet.borders, *self._tints(), *sheet.lines, *self._above(facts=True), *sheet.names]
        return [sheet.defs(outlines=True), sheet.moved(parts), *self._key()], self._ground.width, sheet.high

    def svg(self) -> str:
        """Return it as an SVG document."""
        title = f"<title>{written(self.picture.title, quote=False)}</title>"
        parts = (self._sheet.opened, title, self._sheet.paper, self._title(), *self._drawn[0], "</svg>\n")
        return "\n".join(parts)

    def png(self) -> bytes:
        """Return it as a PNG of the same size; land, sea and borders are painted once for all pictures of a board."""
        sheet, owned = self._sheet, dict[str, list[int]]()
        for code, power in self._owners.items():
            if code in sheet.numbers:
                owned.setdefault(self._colour(power), []).append(sheet.numbers[code])
        above = sheet.layer([sheet.moved(self._above()), self._title(), *self._key()])
        tints = tuple((colour, tuple(codes)) for colour, codes in owned.items())
        return to_layered_png(sheet.layers, above, tints, sheet.palette)

    def shared(self) -> str:
        """Return style, sea, land, borders, names and signs: all that does not change from phase to phase."""
        return self._sheet.shared

    def inline(self) -> str:
        """Return it as SVG for a page that has what `shared` gives, says what the phase is, and has the key."""
        content = [use("below"), *self._tints(), use("lines"), *self._above(), use("names")]
        return f'<svg viewBox="0 0 {self._ground.width} {self._ground.height}">{"".join(content)}</svg>'

    def key(self) -> tuple[KeyRow, ...]:
        """Return what the key says, a row for each power."""
        standing = [one.power for one in self._told.pieces if not one.lost]
        colours = self._sheet.colours
        return tuple(
            KeyRow(power, side.name, side.letter, f"k{n}", colours[n], text_on(colours[n]),
                   len(self._told.centres.get(power, ())), standing.count(power))
            for n, (power, side) in enumerate(self._ground.sides.items())
        )  # fmt: skip

    def _colour(self, power: str) -> str:
        return self._sheet.colours[self._numbers[power]]

    def _title(self) -> str:
        high, room = self.heading
        within = self._ground.width - 2 * MARGIN
        return letters(self.picture.title, self._ground.width / 2, room / 2, high, INK, within)

    def _tints(self) -> list[str]:
        """Draw what has an owner, in their colour."""
        found = []
        for power, number in self._numbers.items():
            own = [code for code, owner in self._owners.items() if owner == power]
            areas = [use(code) for code in own if code in self._ground.outlines]
            found += [group(areas, class_=f"m-own m{number}")] if areas else []
        return found

    def _above(self, facts: bool = False) -> list[str]:
        """Draw owners, arrows and units. *facts*: each says in attributes what it is."""
        arrows = Arrows(self._ground.spots, self._told.pieces, self._numbers, self._sheet.room.lost, facts)
        ways = group(arrows.draw(self._told.ways), class_="m-ways")
        return [*self._owned(facts), ways, *(self._piece(one, facts) for one in self._told.pieces)]

    def _owned(self, facts: bool) -> list[str]:
        """Draw full marks of what has an owner, and the owners' letters where none of their units says it."""
        spots, told = self._ground.spots, self._told
        marks = [spots[code].centre for code in sorted(self._owners) if code in spots]
        dots = "".join(f"M{x} {y}h0" for x, y in filter(None, marks))
        own = {(one.power, one.place[:3]) for one in told.pieces if not one.lost}
        used = {one.place for one in told.pieces} | {way.at for way in told.ways}
        found = [element("path", class_="m-owned", d=dots)] if dots else []
        for code, power in sorted(self._owners.items()):
            if code in spots and (power, code) not in own:
                x, y = self._sheet.room.owner(code) if code in used else spots[code].unit
                name = owner_id(self._numbers[power])
                found.append(element("use", {"owner": power, "of": code} if facts else None, href=f"#{name}", x=x, y=y))
        return found

    def _piece(self, one: Piece, facts: bool) -> str:
        spot = self._ground.spots.get(one.place) or self._ground.spots[one.place[:3]]
        x, y = self._sheet.room.lost(one.place) if one.lost else spot.unit
        told = {"unit": f"{one.kind} {one.place}", "power": one.power, **({"lost": "yes"} if one.lost else {})}
        name = unit_id(self._numbers[one.power], one)
        return element("use", told if facts else None, href=f"#{name}", x=x, y=y)

    def _key(self) -> list[str]:
        """Draw who is who: the colour, the letter and the name of each power, its centres and its units."""
        found, across, grown = [], self._sheet.across, self._sheet.grown
        wide = (self._ground.width - 2 * MARGIN) / across
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
