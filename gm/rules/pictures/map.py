"""The board of a game of armies and fleets: its drawing, which never changes, and what is told of one phase."""

from __future__ import annotations

import msgspec

Point = tuple[int, int]

MOVE, HOLD, SUPPORT, CONVOY, RETREAT, BUILD, DISBAND = (
    "move", "hold", "support", "convoy", "retreat", "build", "disband",
)  # fmt: skip
LAND, SEA, CLOSED = "land", "sea", "closed"  # the grounds of a map; closed: drawn, and nobody's


class Spot(msgspec.Struct, frozen=True):
    """Where the signs of a province or of a coast stand, each by its middle; None for what it does not have.

    leader: the end of a line from the label, which then stands outside.
    """

    unit: Point
    label: Point | None = None
    centre: Point | None = None
    leader: Point | None = None


class Line(msgspec.Struct, frozen=True):
    """A border that no outline shows, such as a strait, and why it is one."""

    points: tuple[Point, ...]
    why: str = ""


class Side(msgspec.Struct, frozen=True):
    """A power: its name and its letter."""

    name: str
    letter: str


class Ground(msgspec.Struct, frozen=True):
    """The drawing of a board. Lengths are in units; four are a pixel where the picture is *narrowest* pixels wide.

    outlines: SVG paths by the codes of provinces and of closed land, "OUT" for all other land; none for a schematic,
    which has points and *lines* alone. spots: by places (PAR, STP/NC). coasts: SVG paths of named coasts. sides: the
    powers in the order of their colours.
    """

    board: str
    width: int
    height: int
    narrowest: int
    grounds: dict[str, str]
    spots: dict[str, Spot]
    sides: dict[str, Side]
    outlines: dict[str, str] = {}
    coasts: dict[str, str] = {}
    lines: tuple[Line, ...] = ()


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A unit: whose, A or F, and its place. lost: it was dislodged, and must retreat or is gone."""

    power: str
    kind: str
    place: str
    lost: bool = False


class Way(msgspec.Struct, frozen=True, array_like=True):
    """What a unit did: whose, what (see above), and the place where it stood. done: it succeeded.

    to: where it went or tried to go, or where the unit went that it helped. helped: where that unit stood. through: the
    seas of the fleets that carried it, in order.
    """

    power: str
    what: str
    at: str
    to: str = ""
    helped: str = ""
    done: bool = True
    through: tuple[str, ...] = ()


class MapTold(msgspec.Struct, frozen=True):
    """What everybody is told of one phase, without the drawing: the units after it, the centres, and what was done.

    title: without a full stop. phase: its code, "" for a position. centres: by power.
    """

    title: str
    phase: str
    pieces: tuple[Piece, ...]
    centres: dict[str, tuple[str, ...]]
    ways: tuple[Way, ...] = ()


class MapPicture(msgspec.Struct, frozen=True):
    """What is told, on the drawing of its board."""

    ground: Ground
    told: MapTold

    @property
    def title(self) -> str:
        """Without a full stop."""
        return self.told.title
