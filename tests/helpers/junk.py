"""Values that do not belong where they stand, and every place in a report where one may be put."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

JUNK: tuple[Any, ...] = ("\ud800", "", None, 1, 10**30, -1, [], {}, ["x"], {"a": 1}, True, 1.5, "x\ny")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value within a value."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*path, key)
        yield from places(value[key], (*path, key))
