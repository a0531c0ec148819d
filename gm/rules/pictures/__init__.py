"""What a ruleset hands to the drawing room: a module for each kind of picture, and the geometry that both need.

A picture is a frozen Struct of plain values, made by a ruleset from what its reader has been told; whoever draws it can
ask nothing further. It travels in notices, so the names in it are part of what is published. No rule stands here.
"""

from __future__ import annotations

from typing import Protocol


class Shape(Protocol):
    """What every picture has: a title, which stands above it."""

    @property
    def title(self) -> str:
        """Without a full stop."""
