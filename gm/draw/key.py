"""The key beneath a war game's board: what is on it, each thing once, in words.

It reads the signs of the chart; what is not there is not explained.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.draw.chart import Chart, Entry, Sign
from gm.rules.war.sides import NAMES, SIDES

WORDS = {
    "men": "{whose} men",
    "trucks": "{whose} trucks",
    "city": "City of {name}",
    "airport": "Airport of {name}",
    "fire": "{whose} fire, same field",
    "shot": "{whose} fire",
    "deaths": "{name}'s dead",
}
UNKNOWN = "{whose} men, how many?"


def key_of(chart: Chart, side: str) -> tuple[Entry, ...]:
    """The lines of the key for *side*, "" for one who sees both alike."""
    found: dict[str, Entry] = {}
    for entry in (*_signs(chart, side), *_others(chart)):
        found.setdefault(entry.words, entry)
    return tuple(found.values())


def _signs(chart: Chart, side: str) -> Iterator[Entry]:
    """An entry for each sign of the chart, in the order of WORDS; many say the same."""
    signs = [sign for cell in chart.cells.values() for sign in cell.signs]
    signs += [arrow.sign for arrow in chart.arrows]
    sides = (side, *(one for one in SIDES if one != side)) if side else SIDES
    for mark, words in WORDS.items():
        for owner in sides:
            for sign in signs:
                if (sign.facts["mark"], sign.facts["side"]) == (mark, owner):
                    said = UNKNOWN if sign.text == "?" else words
                    yield Entry(said.format(whose=_whose(owner, side), name=NAMES[owner]), _plain(sign), mark == "shot")


def _whose(owner: str, side: str) -> str:
    if not side:
        return f"{NAMES[owner]}'s"
    return "Your" if owner == side else "Enemy"


def _plain(sign: Sign) -> Sign:
    """The sign as an example: of no time, and no fact of its own."""
    return replace(sign, old=False, tag="", facts={})


def _others(chart: Chart) -> Iterator[Entry]:
    old = [sign for cell in chart.cells.values() for sign in cell.signs if sign.old]
    if old:
        first = min(old, key=lambda sign: int(sign.facts["known"]))
        yield Entry(f"Dashed, {first.tag}: last known in cycle {first.facts['known']}", replace(first, facts={}))
    for ground, words in (("hatched", "Contested"), ("dim", "Out of sight")):
        listed = any(cell.ground == ground for cell in chart.cells.values())
        if listed or (ground == chart.empty and len(chart.cells) < chart.rows * chart.columns):
            yield Entry(words, ground=ground)
