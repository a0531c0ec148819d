"""Outlines of provinces as points, to see what lies within."""

from __future__ import annotations

import re
from itertools import pairwise

from gm.rules.pictures.map import Point

PART = re.compile(r"([MmLlZz])([^MmLlZz]*)")
NUMBER = re.compile(r"-?\d+")


def rings(data: str) -> list[list[Point]]:
    """Return the closed lines of path data with the commands M, L and Z in large or small letters."""
    found: list[list[Point]] = []
    x = y = 0
    for command, rest in PART.findall(data):
        numbers = [int(number) for number in NUMBER.findall(rest)]
        if command in "Zz" and found:
            x, y = found[-1][0]
        for n in range(0, len(numbers) - 1, 2):
            right, down = numbers[n : n + 2]
            x, y = (x + right, y + down) if command in "ml" else (right, down)
            if command in "Mm" and n == 0:
                found.append([])
            found[-1].append((x, y))
    return found


def within(lines: list[list[Point]], x: float, y: float) -> bool:
    """Whether a point lies within closed lines."""
    inside = False
    for line in lines:
        for (left, top), (right, bottom) in pairwise([*line, line[0]]):
            if (top > y) != (bottom > y) and x < left + (y - top) * (right - left) / (bottom - top):
                inside = not inside
    return inside
