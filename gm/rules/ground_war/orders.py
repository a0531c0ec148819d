"""Orders of the Ground War in normal form, as filed, sealed, and told with what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from gm.rules.ground_war.state import Aim, Filed, Move

Group = tuple[Move, int]  # a move, and how many identical ones were written in a row


def groups(moves: Sequence[Move]) -> Iterator[Group]:
    """Group identical moves of men in a row, keeping the order written."""
    for move, alike in groupby(moves):
        number = len(list(alike))
        if move.word == "man":
            yield move, number
        else:
            yield from ((move, 1) for _ in range(number))


def write_move(move: Move, number: int = 1) -> str:
    """Write moves: `MAN G5-G6`, `2 MEN G6-H7`, `TRUCK G5-G6-H7 WITH 2`, `JUMP C4-M4`."""
    path = "-".join(move.path)
    if move.word == "truck":
        return f"TRUCK {path} WITH {move.men}"
    if move.word == "jump":
        return f"JUMP {path}"
    return f"MAN {path}" if number == 1 else f"{number} MEN {path}"


def write_aim(aim: Aim) -> str:
    """Write an aim: `FIRE 2 G5-G6`."""
    return f"FIRE {aim.men} {aim.source}-{aim.target}"


def write_filed(filed: Filed) -> tuple[str, ...]:
    """Return what is on file, line by line; nothing if nothing is."""
    moves = [write_move(move, number) for move, number in groups(filed.moves)]
    hold = ["HOLD FIRE"] if filed.hold else []
    return (*moves, *(write_aim(aim) for aim in filed.aims), *hold)


def write_ended(moves: Sequence[Move], ended: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return each move as on file, and where it ended, in words: `done`, `stopped on G7`, `stayed on H4`."""
    rows = []
    number = 0
    for move, alike in groups(moves):
        places = ended[number : number + alike]
        number += alike
        done = sum(place == move.path[-1] for place in places)
        if done == alike:
            said = "done"
        elif alike > 1:
            said = f"{done} done, {alike - done} stayed on {move.path[0]}" if done else f"stayed on {move.path[0]}"
        else:
            said = f"{'stayed' if places[0] == move.path[0] else 'stopped'} on {places[0]}"
        rows.append((write_move(move, alike), said))
    return tuple(rows)
