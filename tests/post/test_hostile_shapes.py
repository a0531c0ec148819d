"""The hostile mails of `make bench` are what they should be: many, different, within the limits, and never a crash."""

from __future__ import annotations

from random import Random

from helpers.rows import each_row

from benchmarks.hostile_shapes import FRAMES, MAIL, SHAPES, Shape, made, worse
from gm.post.inbound.letter import read_mail
from gm.post.inbound.limits import MAX_SMALL

SIZE = 3_000  # bytes: how they are built matters here, not what large ones cost
NAMES = sorted(SHAPES)


def test_there_are_many_shapes_and_no_two_are_alike() -> None:
    assert len(SHAPES) >= 40 and len({*SHAPES.values()}) == len(SHAPES)


@each_row("frame", FRAMES)
def test_every_frame_is_made_in_every_size(frame: str) -> None:
    shape = Shape(pieces=(b"> x",), frame=frame)
    for most in (SIZE, MAX_SMALL, MAIL):
        raw = made(shape, most)
        assert len(raw) <= most and read_mail(raw).sender == "ben@example.org"


def test_every_shape_is_read_without_an_error() -> None:
    troubles = {name: read_mail(made(SHAPES[name], SIZE)).trouble for name in NAMES}
    assert [name for name in NAMES if troubles[name] == "unreadable"] == []


def test_the_search_for_worse_ones_can_be_repeated() -> None:
    def found(seed: int) -> list[Shape]:
        chance, shapes = Random(seed), [*SHAPES.values()]
        for _ in range(200):
            shapes.append(worse(chance.choice(shapes), chance.choice(shapes), chance))
        return shapes[-200:]

    assert found(1) == found(1) != found(2)
    assert len({*found(1)}) > 150
    assert [shape.name for shape in found(1) if read_mail(made(shape, SIZE)).trouble == "unreadable"] == []
