"""Draws of a war game: numbers that its seed makes, each for a purpose of its own. Nobody can foresee or change one.

It knows a seed and a purpose; what is drawn for is not known here.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def draw(seed: str, purpose: str) -> str:
    """HMAC-SHA256(seed, purpose) as 64 hexadecimal digits."""
    return hmac.new(seed.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def choose(seed: str, purpose: str, among: Sequence[T]) -> T:
    """One of *among*, each as likely as any other. Raises ZeroDivisionError if there is none."""
    return among[int(draw(seed, purpose), 16) % len(among)]
