"""SVG as PNG, at its own size and in few colours: the same SVG gives the same bytes."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

MANY = 48  # colours of a picture that has no palette of its own


@lru_cache(8)  # a picture for several readers is painted once
def to_png(svg: str, colours: tuple[str, ...]) -> bytes:
    """Paint *svg* in at most 16 *colours* (`#ffffff`). No font is looked for. Raises ValueError if it is no SVG."""
    from PIL import Image, ImageColor

    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in dict.fromkeys(colours) for part in ImageColor.getrgb(colour)])
    out = BytesIO()
    _painted(svg).convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True, bits=4
    )
    return out.getvalue()


def _painted(svg: str) -> Image:
    # Not at the top: the two modules take ten megabytes, and most games have no pictures.
    import resvg_py
    from PIL import Image

    return Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))


@lru_cache(4)
def _kept(svg: str, mode: str) -> Image:
    """Paint what many pictures share, once."""
    return _painted(svg).convert(mode)


@lru_cache(8)
def to_layered_png(
    below: str, areas: str, lines: str, above: str, tints: tuple[tuple[str, tuple[int, ...]], ...]
) -> bytes:
    """Paint SVG in layers of the same size: *below*, then areas in colours, then *lines*, then *above*.

    areas: each is filled with its number in red (`#010000`), without soft edges; tints: colours with the numbers of the
    areas that have them. All layers but the last are painted once and kept. Raises ValueError if one is no SVG.
    """
    from PIL import Image

    picture, mask = _kept(below, "RGB").copy(), _kept(areas, "RGB").getchannel(0)
    for colour, numbers in tints:
        here = {*numbers}
        picture.paste(colour, (0, 0), mask.point([255 * (n in here) for n in range(256)]))
    for layer in (_kept(lines, "RGBA"), _painted(above).convert("RGBA")):
        picture.paste(layer, (0, 0), layer)
    out = BytesIO()
    few = picture.quantize(MANY, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=9)
    return out.getvalue()
