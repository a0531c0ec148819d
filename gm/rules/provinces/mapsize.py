"""How large the picture of a board becomes, in pixels, and how large it may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

PIXEL = 4  # units to a pixel where a drawing is narrowest
SHARPNESS, WIDEST = 2, 1_280  # pixels of a picture to one where it is narrowest; as many as it has in its width at most
NARROWEST, MARGIN = 390, 100  # of a schematic: its width in pixels, and its margin in units
LEAST, MOST_WIDE, MOST_TALL = 16, 1_920, 2_560  # pixels of the sides of a drawing that a game begins with
MOST = 4_096  # pixels of a side of whatever is painted


def pixels(units: int, narrowest: int) -> int:
    """Return how many pixels so many units are in a picture of a drawing that has *narrowest* pixels at least."""
    return round(units / PIXEL * min(SHARPNESS, WIDEST / narrowest))


def schematic_size(points: Iterable[Sequence[int]]) -> tuple[float, int]:
    """Return how many units a step between points is in a schematic, and how many units high it becomes."""
    across = down = 0
    for x, y in points:
        across, down = max(across, x), max(down, y)
    scale = (NARROWEST * PIXEL - 2 * MARGIN) / max(1, across)
    return scale, round(MARGIN + down * scale) + MARGIN


def schematic_pixels(points: Iterable[Sequence[int]]) -> int:
    """Return how many pixels high the schematic of these points becomes."""
    return pixels(schematic_size(points)[1], NARROWEST)
