"""SVG as PNG, at its own size and in a few colours: the same SVG gives the same bytes."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO


@lru_cache(8)  # a picture for several readers is painted once
def to_png(svg: str, colours: tuple[str, ...]) -> bytes:
    """Paint *svg* in at most 16 *colours* (`#ffffff`). No font is looked for. Raises ValueError if it is no SVG."""
    # Not at the top: the two modules take ten megabytes, and most games have no pictures.
    import resvg_py
    from PIL import Image, ImageColor

    painted = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))).convert("RGB")
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in dict.fromkeys(colours) for part in ImageColor.getrgb(colour)])
    out = BytesIO()
    painted.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", optimize=True, bits=4)
    return out.getvalue()
