"""What every kind of picture has in common: a Drawing, as SVG, as PNG and in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, Generic, NamedTuple, TypeVar

from gm.draw.png import to_png
from gm.draw.svg import INK, WHITE, element, letters, written
from gm.rules.pictures import Shape
from gm.rules.pictures.harmless import harmless

MARGIN = 12  # the margin of every picture
S = TypeVar("S", bound=Shape)
Content = tuple[list[str], int, int]  # elements from back to front, width and height of the picture in units


class KeyRow(NamedTuple):
    """What a key says of a side. ink: the colour of text on its colour; centres, units: how many it has.

    look: a class of the style that `shared` gives: text on the side's colour.
    """

    power: str
    name: str
    letter: str
    look: str
    colour: str
    ink: str
    centres: int
    units: int


class Drawing(ABC, Generic[S]):
    """A picture of one kind. A new kind says how it is drawn and described, and has a line in gm.draw.pictures.

    palette: at most 16 colours: those drawn and, for soft edges, some in between. scale: pixels to a unit.
    sharp: pixels of a screen, where there is room for all, to one of its own. heading: the height of the title's
    letters, and of the space for them. defs: what its elements refer to. file: mails that show it bring it as a file,
    too.
    The same picture gives the same bytes, and nothing in it is told by colour alone.
    """

    palette: ClassVar[tuple[str, ...]]
    scale: float = 1
    sharp: float = 1
    heading: tuple[int, int]
    defs: ClassVar[str] = ""
    file: bool = True

    def __init__(self, picture: S) -> None:
        self.picture = picture

    @abstractmethod
    def draw(self) -> Content:
        """Draw what is below the title, and say how large it is. Raises ValueError for what cannot be drawn."""

    @abstractmethod
    def described(self) -> Iterable[str]:
        """Yield what is on it besides its title, in sentences."""

    @cached_property
    def _drawn(self) -> Content:
        return self.draw()

    @property
    def width(self) -> int:
        """The width in pixels."""
        return round(self._drawn[1] * self.scale)

    @property
    def shown(self) -> int:
        """How many pixels of a screen it is wide, at most."""
        return round(self.width * self.sharp)

    def svg(self) -> str:
        """Return it as an SVG document. Raises ValueError for what cannot be drawn."""
        content, width, height = self._drawn
        title, (high, room) = self.picture.title, self.heading
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{round(height * self.scale)}" '
            f'viewBox="0 0 {width} {height}">',
            f"<title>{written(title, quote=False)}</title>{self.defs}",
            element("rect", width=width, height=height, fill=WHITE),
            letters(title, width / 2, room / 2, high, INK, width - 2 * MARGIN),
            *filter(None, content),
            "</svg>\n",
        ]
        return "\n".join(parts)

    def shared(self) -> str:
        """Return what all drawings of this kind in a page refer to, as an SVG that shows nothing; "" if nothing."""
        return ""

    def inline(self) -> str:
        """Return it as SVG for a page that has what `shared` gives."""
        return self.svg()

    def key(self) -> tuple[KeyRow, ...]:
        """Return what the key says of each side, for a page that prints it; () if it has none, or `inline` draws it."""
        return ()

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return what `inline` leaves to the page to explain: signs, each as SVG and in words; () if nothing."""
        return ()

    def png(self) -> bytes:
        """Return it as a PNG of the same size."""
        return to_png(self.svg(), self.palette)

    def lines(self) -> tuple[str, ...]:
        """Return it in words: its title, then what is on it."""
        return tuple(harmless(line) for line in (f"{self.picture.title}.", *self.described()))
