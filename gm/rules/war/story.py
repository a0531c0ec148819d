"""The story of a war: what each side had at the end of each cycle, and what it lost until then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gm.rules.lines.words import listed
from gm.rules.pictures.plot import Curve, Lead, Plot
from gm.rules.pictures.war import NAMES, NORTH, SIDES, SOUTH
from gm.rules.stories.story import Story, Table, as_table
from gm.rules.stories.turning import counted, turned

PLACES = 2  # of those at which somebody died are told
TONES = {SOUTH: "blue", NORTH: "red"}  # as on the boards


class Count(msgspec.Struct, frozen=True):
    """What both sides had at one time. label, anchor: of the phase; *figures*: by what is counted, then by side.

    owners: who had each city; dead: where each side lost how many since the time before, by side and place.
    """

    label: str
    anchor: str
    figures: Mapping[str, Mapping[str, int]]
    owners: Mapping[str, str]
    dead: Mapping[str, Mapping[str, int]]


def told_of(counts: Sequence[Count], titles: Mapping[str, str], outcome: str, more: tuple[Table, ...] = ()) -> Story:
    """Return the story of a war. titles: of the plots, by what is counted; the lead is measured by the first."""
    if not counts:
        return Story()
    plots = tuple(_plot(counts, what, title) for what, title in titles.items())
    causes = {n: cause for n in range(1, len(counts)) if (cause := _cause(counts[n - 1], counts[n], plots[0].what))}
    lead = turned(_lead(plots[0]), outcome, causes, called)
    tables = (*(as_table(plot.what, plot, "Cycle") for plot in plots), *more)
    return Story((lead.plot, *plots), lead.stood, lead.moments, tables=tables)


def called(label: str) -> str:
    """Return what the point with a label is called: `C3` is Cycle 3."""
    return f"Cycle {label[1:]}"


def _lead(plot: Plot) -> Lead:
    title = f"Who was ahead, by how many {plot.what}, at the end of each cycle"
    return Lead(title, plot.what, plot.labels, plot.anchors, plot.curves, plot.sides)


def _cause(before: Count, after: Count, what: str) -> str:
    """Return what happened between two times, in sentences; "" if nobody died or came and no city changed hands."""
    told = []
    for side in SIDES:
        lost = after.dead.get(side, {})
        came = after.figures[what][side] - before.figures[what][side] + sum(lost.values())
        gone = [f"lost {counted(sum(lost.values()), what)} ({_places(lost)})"] if lost else []
        new = [f"got {came} new"] if came > 0 else []
        if gone or new:
            told.append(f"{NAMES[side]} {' and '.join(gone + new)}.")
    for side in SIDES:
        won = sorted(city for city, owner in after.owners.items() if owner == side and before.owners.get(city) != side)
        if won:
            told.append(f"{NAMES[side]} took {listed(won)}.")
    return " ".join(told)


def _places(lost: Mapping[str, int]) -> str:
    """Return where a side died, or where most of it did."""
    shown = sorted(lost, key=lambda place: (-lost[place], place))[:PLACES]
    return f"{'most at ' * (len(lost) > PLACES)}{listed(shown)}"


def tally(dead: Iterable[tuple[str, str, int]]) -> dict[str, dict[str, int]]:
    """Return who died where, by side and place, of (side, place, how many)."""
    found: dict[str, dict[str, int]] = {}
    for side, place, number in dead:
        own = found.setdefault(side, {})
        own[place] = own.get(place, 0) + number
    return found


def _plot(counts: Sequence[Count], what: str, title: str) -> Plot:
    curves = tuple(
        Curve(NAMES[side], tuple(one.figures[what][side] for one in counts), place, TONES[side])
        for place, side in enumerate(SIDES)
    )
    labels, anchors = tuple(one.label for one in counts), tuple(one.anchor for one in counts)
    return Plot(title, what, labels, anchors, curves, len(SIDES))
