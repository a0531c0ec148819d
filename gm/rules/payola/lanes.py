"""Many small numbers in one integer, a lane of bits for each, so that one operation of Python works on all of them.

Lanes may be added, subtracted, and multiplied by a number, as long as what each then holds is above -BIAS and below
BIAS. Where lanes can be negative they stand BIAS higher; then the bit BIAS of a lane says that it is not negative.
"""

from __future__ import annotations

import struct

WIDTH = 32
LANE = (1 << WIDTH) - 1
BIAS = 1 << (WIDTH - 2)


def ones(count: int) -> int:
    """Return *count* lanes that hold 1."""
    return ((1 << WIDTH * count) - 1) // LANE


def lane(lanes: int, number: int) -> int:
    """Return what one lane holds, if none is negative."""
    return (lanes >> WIDTH * number) & LANE


def unpacked(lanes: int, count: int) -> tuple[int, ...]:
    """Return what the first *count* lanes hold, if none is negative; above them there must be nothing."""
    return struct.unpack(f"<{count}I", lanes.to_bytes(WIDTH // 8 * count, "little"))
