"""Letters that others keep for a phase to come, in games that have them: what they say, and that there are any.

What is right of them is on file when that phase begins, and withdrawn soon after: then it goes on as if nothing had
been kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playing import Table

WITHDRAWN = 31  # seconds after the phase has begun
MOST = 3  # who keep something for one phase: the others are missing then
CONDITION = ("IF RUSSIAN BUR", "IF NOT GERMAN BUR")


def keep_ahead(table: Table, code: str, head: str, lines: Callable[[str], Sequence[str]]) -> None:
    """Some of the others keep *lines* for the next movement phase after the one with this code."""
    ahead = next_movement(code)
    for seat in table.own.sample(table.others, table.own.randint(1, MOST)) if table.hides("ahead") else ():
        kept = [*lines(seat)]
        if head == "ORDERS" and kept and table.own.random() < 0.5:
            kept = [table.own.choice(CONDITION), kept[0], "ELSE", *kept[1:], "ENDIF"]
        at = table.sometime(1700)
        table.write(at, seat, f"{head} {ahead}", *(kept or ["A XYZ H"]))
        if table.own.random() < 0.3:
            table.write(at + 20, seat, f"CLEAR {ahead}")
        table.keepers.setdefault(ahead, []).append(seat)


def withdraw_kept(table: Table, code: str) -> None:
    """What was kept for the phase that has begun is withdrawn."""
    for seat in table.keepers.pop(code, ()):
        table.write(WITHDRAWN, seat, "CLEAR")


def next_movement(code: str) -> str:
    """The code of the movement phase that comes after a phase: F1901M after S1901M and S1901R, S1902M after F1901M."""
    year = int(code[1:5])
    return f"F{year}M" if code[0] == "S" else f"S{year + 1}M"
