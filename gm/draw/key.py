"""What the signs on a war game's board mean, in words: the key beneath it, and what is read where it is not seen.

It reads the signs of the chart; what is not there is not explained.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.draw.chart import Chart, Entry, Sign
from gm.rules.pictures.war import NAMES, SIDES

WORDS = {
    "men": "{whose} {pieces}",
    "trucks": "{whose} trucks",
    "city": "City of {name}",
    "airport": "Airport of {name}",
    "fire": "{whose} fire, here",
    "shot": "{whose} fire",
    "deaths": "{name}'s dead",
}
UNKNOWN = "{whose} {pieces}, some"
CONTESTED, UNSEEN = "Contested", "Out of sight"
COUNTED = ("men", "trucks", "fire", "shot", "deaths")
MOST = 60  # places in one line of words


def key_of(chart: Chart, side: str, pieces: str) -> tuple[Entry, ...]:
    """The lines of the key for *side*, "" for one who sees both alike: each thing on the board once.

    pieces: what the game calls its men.
    """
    found: dict[str, Entry] = {}
    for words, sign, _ in _said(chart, side, pieces):
        found.setdefault(words, Entry(words, _plain(sign), sign.facts["mark"] == "shot"))
    old = [sign for cell in chart.cells.values() for sign in cell.signs if sign.old]
    if old:
        first = min(old, key=lambda sign: int(sign.facts["known"]))
        words = f"{first.tag}: known in cycle {first.facts['known']}"
        found[words] = Entry(words, replace(first, facts={}))
    for ground, words in (("hatched", CONTESTED), ("dim", UNSEEN)):
        listed = any(cell.ground == ground for cell in chart.cells.values())
        if listed or (ground == chart.empty and len(chart.cells) < chart.rows * chart.columns):
            found[words] = Entry(words, ground=ground)
    return tuple(found.values())


def lines_of(chart: Chart, side: str, pieces: str) -> tuple[str, ...]:
    """The board in words, for who does not see it: its title, then a line for each kind of thing."""
    found: dict[str, list[str]] = {}
    for words, sign, where in _said(chart, side, pieces):
        count = f" {sign.facts['count']}" if sign.facts["mark"] in COUNTED and sign.text != "?" else ""
        known = f" (cycle {sign.facts['known']})" if sign.old else ""
        found.setdefault(words, []).append(f"{where}{count}{known}")
    contested = [field for field, cell in chart.cells.items() if cell.ground == "hatched"]
    if contested:
        found[CONTESTED] = contested
    return (f"{chart.title}.", *(f"{words}: {_listed(places)}." for words, places in found.items()))


def _listed(places: list[str]) -> str:
    more = [f"and {len(places) - MOST} more"] if len(places) > MOST else []
    return ", ".join([*places[:MOST], *more])


def _said(chart: Chart, side: str, pieces: str) -> Iterator[tuple[str, Sign, str]]:
    """Each sign with its words and its place, in the order of WORDS, the reader's own side first."""
    signs = [(sign, field) for field, cell in chart.cells.items() for sign in cell.signs]
    signs += [(arrow.sign, f"{arrow.source}-{arrow.target}") for arrow in chart.arrows]
    sides = (side, *(one for one in SIDES if one != side)) if side else SIDES
    for mark, words in WORDS.items():
        for owner in sides:
            for sign, where in signs:
                if (sign.facts["mark"], sign.facts["side"]) == (mark, owner):
                    said = UNKNOWN if sign.text == "?" else words
                    yield said.format(whose=_whose(owner, side), name=NAMES[owner], pieces=pieces), sign, where


def _whose(owner: str, side: str) -> str:
    if not side:
        return f"{NAMES[owner]}'s"
    return "Your" if owner == side else "Enemy"


def _plain(sign: Sign) -> Sign:
    """The sign as an example: of no time, and no fact of its own."""
    return replace(sign, old=False, tag="", facts={})
