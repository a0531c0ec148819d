"""SVG as PNG, at its own size and in few colours: the same SVG gives the same bytes."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

BOARDS = 8  # whose land and sea are kept: about eight megabytes each
SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
MOST_LONG, MOST_PIXELS = 10_000, 24_000_000  # pixels of a side, and of a whole picture; more would fill the memory


def to_png(svg: str, colours: tuple[str, ...]) -> bytes:
    """Paint *svg* in at most 16 *colours* (`#ffffff`). No font is looked for. Raises ValueError if it is no SVG."""
    return _in_colours(_painted(svg).convert("RGB"), colours, optimize=True, bits=4)


def _painted(svg: str) -> Image:
    """Paint *svg*. Raises ValueError if it is none, or too large: there the painter would end the whole process."""
    size = SIZE.match(svg)
    wide, high = (int(size[1]), int(size[2])) if size else (1, 1)
    if max(wide, high) > MOST_LONG or wide * high > MOST_PIXELS:
        raise ValueError(f"a picture of {wide} by {high} pixels is not painted")
    # Not at the top: the two modules take ten megabytes, and most games have no pictures.
    import resvg_py
    from PIL import Image

    return Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))


class _Board(NamedTuple):
    """What all pictures of a board share: what is below, the numbers of areas, what is above them, and above all."""

    below: Image
    areas: Image
    lines: Image
    names: Image


@lru_cache(BOARDS)
def _kept(below: str, areas: str, lines: str, names: str) -> _Board:
    return _Board(
        _painted(below).convert("RGB"), _painted(areas).getchannel(0),
        _painted(lines).convert("RGBA"), _painted(names).convert("RGBA"),
    )  # fmt: skip


def to_layered_png(
    layers: tuple[str, str, str, str],
    above: str,
    tints: tuple[tuple[str, tuple[int, ...]], ...],
    colours: tuple[str, ...],
) -> bytes:
    """Paint SVG in layers of the same size: what is below, areas in colours, lines, *above*, and what is above all.

    layers: all but *above*; they are painted once and kept, for as many boards as are in use. Each area is filled with
    its number in red (`#010000`), without soft edges. tints: colours with the numbers of the areas that have them.
    colours: all that the picture has. Raises ValueError if a layer is no SVG.
    """
    board = _kept(*layers)
    picture = board.below.copy()
    for colour, numbers in tints:
        here = {*numbers}
        picture.paste(colour, (0, 0), board.areas.point([255 * (n in here) for n in range(256)]))
    for layer in (board.lines, _painted(above).convert("RGBA"), board.names):
        picture.paste(layer, (0, 0), layer)
    return _in_colours(picture, colours, compress_level=8)


def _in_colours(picture: Image, colours: tuple[str, ...], **how: object) -> bytes:
    """Return a picture as PNG in these colours alone; each of them stays exactly what it is."""
    from PIL import Image, ImageColor

    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in dict.fromkeys(colours) for part in ImageColor.getrgb(colour)])
    out = BytesIO()
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", **how)
    return out.getvalue()
