"""What a ruleset hands to the drawing room: a module for each kind of picture, and the geometry that both need.

A picture is a frozen Struct of plain values, made by a ruleset from what its reader has been told; the drawing room can
ask for nothing more. It travels in notices, so its names are part of what is published. No rules are kept here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec


class Shape(Protocol):
    """What every picture has: a title, shown above it."""

    @property
    def title(self) -> str:
        """Without a full stop."""


def shaped(kind: type, picture: object) -> object:
    """Return *picture* as a shape of this kind if it is one in plain values, as reports keep it; or else as it is."""
    if not isinstance(picture, Mapping):
        return picture
    try:
        return msgspec.convert(picture, kind)
    except msgspec.ValidationError:
        return picture
