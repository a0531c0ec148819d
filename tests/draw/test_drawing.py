"""What a new kind of picture needs, and what each kind has."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

import msgspec
import pytest
from helpers.rows import each_row
from pictures import SMALL
from PIL import Image

from gm.draw.drawing import Content, Drawing
from gm.draw.pictures import DRAWINGS, drawing_of
from gm.draw.svg import INK, WHITE, element
from gm.registry import ruleset
from gm.rules.pictures import Shape
from gm.rules.pictures.stones import StonePicture
from gm.rules.pictures.table import Heap, TablePicture, Tray


class Lamp(msgspec.Struct, frozen=True):
    """A shape."""

    title: str
    lit: bool


class LampDrawing(Drawing[Lamp]):
    """A lamp, filled while it is out."""

    palette, heading, scale = (WHITE, INK), (20, 40), 0.5

    def draw(self) -> Content:
        """Its one disc."""
        return ["", element("circle", cx=100, cy=80, r=30, fill=WHITE if self.picture.lit else INK)], 200, 120

    def described(self) -> Iterator[str]:
        """Whether it is lit."""
        yield "It is lit." if self.picture.lit else "It is out."


def test_a_new_kind_of_picture_says_how_it_is_drawn_and_described_and_nothing_else() -> None:
    drawing = LampDrawing(Lamp("A lamp <1>", lit=False))
    root = ElementTree.fromstring(drawing.svg())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("100", "60", "0 0 200 120")
    assert [one.tag.partition("}")[2] for one in root] == ["title", "rect", "path", "circle"]
    assert root[0].text == "A lamp <1>"
    assert drawing.lines() == ("A lamp <1>.", "It is out.")
    image = Image.open(BytesIO(drawing.png())).convert("RGB")
    assert image.size == (drawing.width, 60) and image.getpixel((50, 40)) == (17, 17, 17)
    assert image.getpixel((0, 0)) == (255, 255, 255)


def test_a_title_too_long_for_its_picture_is_smaller() -> None:
    x = [
        float(point.split()[0])
        for part in ElementTree.fromstring(LampDrawing(Lamp("A" * 60, lit=True)).svg())
        if part.tag.endswith("path")
        for point in part.get("d", "").replace("M", "L").split("L")[1:]
    ]
    assert min(x) >= 12 and max(x) <= 188


@each_row("kind", DRAWINGS.values())
def test_every_kind_is_whole(kind: type[Drawing[object]]) -> None:  # type: ignore[type-var]
    assert not inspect.isabstract(kind) and len(set(kind.palette)) <= 16 and len(kind.heading) == 2


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("ground-war", SMALL), ("air-war", SMALL),
        ("hex-negotiation", StonePicture(3, "The end", {"BLACK": ("A1",), "WHITE": ()}, "", ("A1",))),
        ("so-long-sucker", TablePicture("RED to play", (Heap(1, ("RED",)),), (Tray("RED", {"RED": 2}),), {})),
    ],
)  # fmt: skip
def test_what_a_report_keeps_as_plain_values_is_drawn_as_it_was(name: str, picture: Shape) -> None:
    rules = ruleset(name)
    options = msgspec.convert({}, rules.card.options)
    plain = json.loads(msgspec.json.encode(picture))
    assert rules.drawn.completed(options, plain) == picture == rules.drawn.completed(options, picture)
    for strange in ({"rows": "many"}, "picture", None):
        assert rules.drawn.completed(options, strange) == strange
        assert drawing_of(strange) is None
