"""What is on file of a side, in normal form, line by line; and read again from it.

It knows how orders are written and nothing of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

HOLD_FIRE = "HOLD FIRE"
WIDE = 44  # columns of a line of several orders: a phone shows no more


def cities_written(cities: Sequence[str]) -> tuple[str, ...]:
    """A choice of cities."""
    return (f"CITIES {' '.join(cities)}",)


def cities_on_file(lines: Sequence[str]) -> tuple[str, ...]:
    """The cities of a choice on file."""
    return tuple(lines[0].split()[1:])


def chips_written(chips: Mapping[str, int]) -> tuple[str, ...]:
    """First chips, several fields on a line."""
    return tuple(packed([f"{number} {field}" for field, number in chips.items()], "PLACE "))


def chips_on_file(lines: Sequence[str]) -> dict[str, int]:
    """The chips of a placing on file."""
    placed = (one.split() for line in lines for one in line.removeprefix("PLACE ").split(", "))
    return {field: int(number) for number, field in placed}


def fire_written(shots: Mapping[str, int]) -> tuple[str, ...]:
    """Aimed fire, one order a line; none at all is held fire."""
    return tuple(f"FIRE {chips} {key}" for key, chips in shots.items()) or (HOLD_FIRE,)


def aims_on_file(lines: Sequence[str]) -> dict[str, int]:
    """The aimed fire on file."""
    found = {}
    for line in lines:
        if line != HOLD_FIRE:
            _, chips, key = line.split()
            found[key] = int(chips)
    return found


def packed(items: Iterable[str], head: str = "") -> list[str]:
    """Items with commas between them, as many on a line as a phone shows, each line with its *head*."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= WIDE:
            lines[-1] += f", {item}"
        else:
            lines.append(f"{head}{item}")
    return lines
