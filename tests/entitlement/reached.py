"""What the search has compared: how often each secret, in each reader's mails, by each channel, in each ruleset.

A cell that was never reached needs a reason in empty_cells.toml. `make entitlement` prints the table.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Cell = tuple[str, str, str, str]  # ruleset, secret, reader, channel
REACHED: Counter[Cell] = Counter()
READERS = (
    "seat", "sitter", "past sitter", "former player", "new player", "newcomer", "observer", "monitor", "stranger",
    "operator",
)  # fmt: skip
OF_MAILS = (
    "sending", "time", "envelope", "withheld", "subject", "headers", "text", "page", "JSON", "calendar", "picture",
    "files", "report",
)  # fmt: skip
CHANNELS = (*OF_MAILS, "commands", "log", "port")
KEYS = ("ruleset", "secret", "reader", "channel")
# What so many pairs reach: each secret; each reader; each channel of each reader; each secret of each reader; all.
SIDES = ((60, (0, 1)), (60, (0, 2)), (300, (0, 2, 3)), (1000, (0, 1, 2)), (5000, (0, 1, 2, 3)))
EMPTY = Path(__file__).with_name("empty_cells.toml")


def reasons() -> list[dict[str, Any]]:
    """Why cells are empty: rulesets, secrets, readers and channels (all, where one is left out), and why.

    A list that begins with "all but" names those that are not empty.
    """
    return list(tomllib.loads(EMPTY.read_text(encoding="utf-8"))["empty"])


def unexplained(reached: Mapping[Cell, int], secrets: Mapping[str, Sequence[str]], pairs: int) -> Iterator[str]:
    """What was not reached and has no reason. *secrets*: those of each ruleset.

    How much that can be depends on how long the search was: see SIDES.
    """
    why = reasons()
    owed = [cell for cell in every(secrets) if not any(covers(one, cell) for one in why)]
    for side in (side for enough, side in SIDES if pairs >= enough):
        found = {tuple(cell[n] for n in side) for cell, n in reached.items() if n}
        yield from (" | ".join(one) for one in sorted({tuple(cell[n] for n in side) for cell in owed} - found))


def every(secrets: Mapping[str, Sequence[str]]) -> Iterator[Cell]:
    """All cells."""
    for ruleset, hidden in secrets.items():
        yield from (
            (ruleset, secret, reader, channel)
            for secret in sorted(hidden) for reader in READERS for channel in CHANNELS
        )  # fmt: skip


def covers(why: Mapping[str, Any], cell: Cell) -> bool:
    """Whether a reason is about a cell."""
    return all(_names(why.get(key, ["all but"]), part) for key, part in zip(KEYS, cell, strict=True))


def _names(listed: Sequence[str], part: str) -> bool:
    return part not in listed[1:] if listed[0] == "all but" else part in listed


def table(reached: Mapping[Cell, int], ruleset: str) -> Iterator[str]:
    """The lines of one ruleset's table: a row for each secret, and for each reader how often it was compared.

    Behind the stroke: by how many channels.
    """
    secrets = sorted({secret for name, secret, _, _ in reached if name == ruleset})
    width = max(map(len, secrets), default=0)
    yield f"{ruleset:<{width}}  " + " ".join(f"{reader[:9]:>9}" for reader in READERS)
    for secret in secrets:
        cells = (_cell(reached, ruleset, secret, reader) for reader in READERS)
        yield f"{secret:<{width}}  " + " ".join(f"{cell:>9}" for cell in cells)
    yield ""
    for reader in READERS:
        counts = {channel: sum(reached.get((ruleset, s, reader, channel), 0) for s in secrets) for channel in CHANNELS}
        yield f"{reader:>14}: " + ", ".join(f"{channel} {n}" for channel, n in counts.items() if n)
    yield ""


def _cell(reached: Mapping[Cell, int], ruleset: str, secret: str, reader: str) -> str:
    counts = [n for channel in CHANNELS if (n := reached.get((ruleset, secret, reader, channel), 0))]
    return f"{max(counts)}/{len(counts)}" if counts else "-"


def rows(reached: Iterable[tuple[Cell, int]]) -> list[str]:
    """All cells with their counts, for a file."""
    return [" | ".join((*cell, str(n))) for cell, n in sorted(reached)]
