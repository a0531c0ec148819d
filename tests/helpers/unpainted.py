"""Pictures drawn and not painted: a PNG takes long, and what is on it is what is drawn."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch


def unpainted() -> Any:
    """Within it, every PNG is the SVG that it would be painted from."""
    return patch("gm.draw.drawing.to_png", lambda svg, colours: svg.encode())
