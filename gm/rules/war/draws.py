"""Draws of a war game: numbers from its seed, each for its own purpose. Nobody can foresee or change one.

Only a seed and a purpose are known here, not what is drawn for.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def draw(seed: str, purpose: str) -> str:
    """Return HMAC-SHA256(seed, purpose) as 64 hexadecimal digits."""
    return hmac.new(seed.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def choose(seed: str, purpose: str, among: Sequence[T]) -> T:
    """Return one of *among*, all equally likely. Raises ZeroDivisionError if there is none."""
    return among[int(draw(seed, purpose), 16) % len(among)]
