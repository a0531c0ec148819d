"""What a side has on file, in normal form, line by line; and how to read it back.

How orders are written is known here, and nothing about a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

HOLD_FIRE = "HOLD FIRE"
WIDE = 44  # columns of a line of several orders: a phone shows no more


def cities_written(cities: Sequence[str]) -> tuple[str, ...]:
    """Write a choice of cities."""
    return (f"CITIES {' '.join(cities)}",)


def cities_on_file(lines: Sequence[str]) -> tuple[str, ...]:
    """Read back a choice of cities."""
    return tuple(lines[0].split()[1:])


def chips_written(chips: Mapping[str, int]) -> tuple[str, ...]:
    """Write first chips, several fields to a line."""
    return tuple(packed([f"{number} {field}" for field, number in chips.items()], "PLACE "))


def chips_on_file(lines: Sequence[str]) -> dict[str, int]:
    """Read back first chips."""
    placed = (one.split() for line in lines for one in line.removeprefix("PLACE ").split(", "))
    return {field: int(number) for number, field in placed}


def fire_written(shots: Mapping[str, int]) -> tuple[str, ...]:
    """Write aimed fire, one order to a line; without any, HOLD FIRE."""
    return tuple(f"FIRE {chips} {key}" for key, chips in shots.items()) or (HOLD_FIRE,)


def aims_on_file(lines: Sequence[str]) -> dict[str, int]:
    """Read back aimed fire."""
    found = {}
    for line in lines:
        if line != HOLD_FIRE:
            _, chips, key = line.split()
            found[key] = int(chips)
    return found


def packed(items: Iterable[str], head: str = "") -> list[str]:
    """Join items with commas, as many to a line as a phone shows, each line beginning with *head*."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= WIDE:
            lines[-1] += f", {item}"
        else:
            lines.append(f"{head}{item}")
    return lines
