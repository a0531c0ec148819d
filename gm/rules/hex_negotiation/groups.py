"""Groups: connected stones of one colour, and who wins by them. Whose turn it is does not matter here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm.rules.pictures.hexagon import Hexagon
from gm.rules.pictures.stones import BLACK, COLOURS, WHITE


def groups(board: Hexagon, stones: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the groups that *stones* of one colour form, the largest first; among equals, the one nearest to A1."""
    left = dict.fromkeys(board.sorted(stones))
    found = []
    while left:
        first = next(iter(left))
        del left[first]
        group, front = [first], [first]
        while front:
            near = [cell for cell in board.neighbours[front.pop()] if cell in left]
            for cell in near:
                del left[cell]
            group += near
            front += near
        found.append(board.sorted(group))
    return tuple(sorted(found, key=lambda group: -len(group)))


def sizes(board: Hexagon, stones: Mapping[str, Iterable[str]]) -> dict[str, tuple[int, ...]]:
    """Return the sizes of each colour's groups, in descending order."""
    return {colour: tuple(len(group) for group in groups(board, stones[colour])) for colour in COLOURS}


def winner(sizes: Mapping[str, tuple[int, ...]]) -> str:
    """Return the colour with the larger largest group; if equal, with fewer groups; if equal again, "": a draw."""
    rank = {colour: (max(sizes[colour], default=0), -len(sizes[colour])) for colour in COLOURS}
    if rank[BLACK] == rank[WHITE]:
        return ""
    return max(COLOURS, key=rank.__getitem__)
