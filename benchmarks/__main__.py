"""Print every figure with its bound; exit with 1 if one is missed. `python -m benchmarks diplomacy` runs one part."""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import (
    bots_bench,
    diplomacy_bench,
    growth,
    hostile_bench,
    light_bench,
    mail_bench,
    many_games,
    maps,
    payola_bench,
    phase_bench,
    scale_bench,
    site_bench,
    soak,
    war,
)
from benchmarks.measure import Row, table

PARTS: dict[str, Callable[[], list[Row]]] = {
    "diplomacy": diplomacy_bench.run, "payola": payola_bench.run, "phase": phase_bench.run,
    "hostile": hostile_bench.run, "games": many_games.run, "mail": mail_bench.run, "war": war.run, "maps": maps.run,
    "light": light_bench.run,
    "growth": growth.run, "site": site_bench.run, "scale": scale_bench.run, "bots": bots_bench.run,
}  # fmt: skip


def main(wanted: list[str]) -> int:
    """Run the parts *wanted*, or all but the soak, and return the exit status."""
    if wanted[:1] == ["soak"]:
        return soak.main(wanted[1:])
    if wanted[:1] == ["site"]:
        return site_bench.main(wanted[1:])
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    rows = [row for name in wanted or PARTS for row in PARTS[name]()]
    print(table(rows))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
