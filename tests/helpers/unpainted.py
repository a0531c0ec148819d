"""Pictures drawn and not painted: a PNG takes long, and what is on it is what is drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


@contextmanager
def unpainted() -> Iterator[None]:
    """Within it, every PNG is the SVG that it would be painted from; of a map, which is long, its hash."""
    # size: nothing is painted
    svg = patch("gm.draw.drawing.to_png", lambda svg, colours: svg.encode())
    layers = patch("gm.draw.map.to_layered_png", lambda *layers: hashlib.sha256(repr(layers).encode()).digest())
    with svg, layers:
        yield
