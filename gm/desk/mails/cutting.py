"""Some mail programs show only the beginning of a long page: ours ends before that, at a heading, and says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

LARGEST = 90_000  # bytes of a page; Gmail shows 102 KB
HEADINGS = ("<h2", "<hr")  # before these a page may end


def shortened(blocks: Sequence[str], room: int, ending: Callable[[], str]) -> list[str]:
    """Those of the *blocks* of a page that have *room* (in bytes), up to a heading, and an *ending*; all if all do."""
    sizes = [len(block.encode("utf-8", "replace")) + 1 for block in blocks]
    if sum(sizes) <= room:
        return list(blocks)
    end = ending()
    left, most = room - len(end.encode()) - 1, 0
    while sizes[most] <= left:
        left -= sizes[most]
        most += 1
    heading = next((n for n in range(most, 0, -1) if blocks[n].startswith(HEADINGS) and _heads(blocks, n)), most)
    return [*blocks[:heading], end]


def _heads(blocks: Sequence[str], n: int) -> bool:
    """Whether a page may end before block *n*: what stands before it is no heading of it."""
    return not blocks[n - 1].startswith("<h2")
