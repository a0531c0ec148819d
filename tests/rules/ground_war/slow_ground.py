"""The rules for moves and information a second time, slowly and straight from their wording, to compare with gm's.

No code from gm is used. Fields are (row, column), numbered as players do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Field = tuple[int, int]


def named(name: str) -> Field:
    return int(name[1:]), ord(name[0]) - ord("A") + 1


def name_of(field: Field) -> str:
    return f"{chr(ord('A') + field[1] - 1)}{field[0]}"


def neighbours(name: str, rows: int, columns: int) -> set[str]:
    row, column = named(name)
    sides = (column, column + 1) if row % 2 == 0 else (column - 1, column)
    found = {(row, column - 1), (row, column + 1), *((row + by, c) for by in (-1, 1) for c in sides)}
    return {name_of(field) for field in found if 1 <= field[0] <= rows and 1 <= field[1] <= columns}


def reach(starts: Iterable[str], steps: int, rows: int, columns: int) -> set[str]:
    """All fields that a walk of at most *steps* steps from any of *starts* comes to."""
    found = set(starts)
    for _ in range(steps):
        found |= {near for field in found for near in neighbours(field, rows, columns)}
    return found


def told(
    men: Mapping[str, Mapping[str, int]], trucks: Mapping[str, Mapping[str, int]], side: str, rows: int, columns: int,
    far: tuple[int, int] = (1, 2),
) -> dict[str, object]:  # fmt: skip
    """Information (a), (b) and (c) for *side*. *far*: within how many steps men are told exactly, and seen."""
    enemy = "NORTH" if side == "SOUTH" else "SOUTH"
    near, sight = (reach(men[side], steps, rows, columns) for steps in far)
    return {
        "men": {field: number for field, number in men[enemy].items() if field in near},
        "trucks": {field: number for field, number in trucks[enemy].items() if field in sight},
        "occupied": {field for field in men[enemy] if field in sight},
    }


def moved(
    moves: Sequence[tuple[str, Sequence[str], int]], men: Mapping[str, int], enemy: set[str], rows: int, columns: int,
    pile: int = 3,
) -> list[str]:  # fmt: skip
    """Where each move (word, path, men) ends."""
    stops = reach(enemy, 1, rows, columns) if enemy else set()
    done = []
    for word, path, _ in moves:
        steps = [path[0]]
        for field in path[1:]:
            steps.append(field)
            if word == "truck" and field in stops:
                break
        done.append(steps)
    while True:
        count: dict[str, int] = dict(men)
        for (_, path, carried), steps in zip(moves, done, strict=True):
            count[path[0]] -= carried
            count[steps[-1]] = count.get(steps[-1], 0) + carried
        full = {field for field, number in count.items() if number > pile}
        may = [n for n, steps in enumerate(done) if steps[-1] in full and len(steps) > 1]
        if not may:
            return [steps[-1] for steps in done]
        done[may[-1]] = done[may[-1]][:-1]
