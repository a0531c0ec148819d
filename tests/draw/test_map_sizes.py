"""What stands on a map is as large as the tests of boxes say: painted, and measured by its pixels."""

from __future__ import annotations

from io import BytesIO

import pytest
import resvg_py
from PIL import Image, ImageChops

from gm.draw.labels import COAST, CODE, width_of
from gm.draw.mapstyle import style
from gm.draw.pieces import owner_id, signs, unit_id
from gm.draw.room import CENTRE, LOST, OWNER, UNIT
from gm.draw.sheet import Sheet
from gm.draw.svg import WHITE, element
from gm.rules.pictures.map import Ground, Piece, Side, Spot

FINE = 4  # pixels to a unit
WIDE = 200  # units
RED = "#cc2211"


def measured(content: str) -> tuple[float, float]:
    """How wide and high *content* is in units: all pixels that are not white."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE * FINE}" height="{WIDE * FINE}" '
        f'viewBox="0 0 {WIDE} {WIDE}"><style>{style(1)}</style><defs>{"".join(signs([(RED, "W")]))}</defs>'
        f"{element('rect', width=WIDE, height=WIDE, fill=WHITE)}{content}</svg>"
    )
    image = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))).convert("RGB")
    box = ImageChops.invert(image).convert("L").point(lambda value: 255 * (value > 40)).getbbox()
    assert box is not None
    return (box[2] - box[0]) / FINE, (box[3] - box[1]) / FINE


def drawn(name: str) -> str:
    """The sign of this name in the middle."""
    return element("use", href=f"#{name}", x=WIDE // 2, y=WIDE // 2)


def sheet(place: str) -> Sheet:
    """A map with one place."""
    middle = (WIDE // 2, WIDE // 2)
    spot = Spot(middle, middle, middle)
    return Sheet(Ground("own", WIDE, WIDE, 390, {place[:3]: "land"}, {place: spot}, {"RED": Side("Red", "W")}))


@pytest.mark.parametrize(
    ("place", "expected"),
    [("WWW", (width_of("WWW", CODE), CODE.ink)), ("HOH", (width_of("HOH", CODE), CODE.ink)),
     ("HOH/NC", (width_of("NC", COAST), COAST.ink))],
)  # fmt: skip
def test_names_are_as_large_as_their_boxes(place: str, expected: tuple[float, float]) -> None:
    assert measured("".join(sheet(place).names)) == pytest.approx(expected, abs=1.5)  # points are whole units


def test_capitals_are_nine_pixels_high_where_a_map_is_narrowest() -> None:
    assert measured("".join(sheet("HIH").names))[1] >= 36


@pytest.mark.parametrize(
    ("kind", "lost", "size"), [("A", False, UNIT), ("F", False, UNIT), ("A", True, LOST), ("F", True, LOST)]
)
def test_units_fill_their_boxes(kind: str, lost: bool, size: int) -> None:
    width, height = measured(drawn(unit_id(0, Piece("RED", kind, "", lost))))
    assert size * 0.9 <= width <= size and size * 0.9 <= height <= size


def test_marks_and_letters_of_owners_fill_their_boxes() -> None:
    mark = "".join(part for part in sheet("WWW").lines if "m-centre" in part or "m-mark" in part)
    assert min(measured(mark)) >= 16  # its ring: four pixels where a map is narrowest
    assert measured(mark.replace('class="m-mark"', f'fill="{RED}"')) == pytest.approx((CENTRE, CENTRE), abs=0.6)
    letter = measured(drawn(owner_id(0)).replace("#m-0", "#letter") + letters())
    assert letter[0] <= OWNER[0] and letter[1] == pytest.approx(OWNER[1], abs=1)


def letters() -> str:
    """The letter of an owner without its rim."""
    (whole,) = [one for one in signs([(RED, "H")]) if f'id="{owner_id(0)}"' in one]
    ink = whole[whole.rindex("<path") : whole.index("</g>")].replace("m-white", "")
    return f'<defs><g id="letter">{ink}</g></defs>'
