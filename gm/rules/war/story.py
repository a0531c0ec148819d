"""The story of a war: what each side had at the end of each cycle, and what it lost until then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from gm.rules.pictures.plot import Curve, Plot
from gm.rules.pictures.war import NAMES, SIDES
from gm.rules.story import Story, Table, as_table, turned


class Count(msgspec.Struct, frozen=True):
    """What both sides had at one time, by side. label, anchor: of the phase; *figures*: by what is counted."""

    label: str
    anchor: str
    figures: Mapping[str, Mapping[str, int]]


def told_of(counts: Sequence[Count], titles: Mapping[str, str], outcome: str, more: tuple[Table, ...] = ()) -> Story:
    """Return the story of a war. titles: of the plots, by what is counted; the lead is measured by the first."""
    if not counts:
        return Story()
    plots = tuple(_plot(counts, what, title) for what, title in titles.items())
    rule, moments = turned(plots[0], "cycles", outcome)
    return Story(plots, rule, moments, tables=(*(as_table(plot.what, plot, "Cycle") for plot in plots), *more))


def _plot(counts: Sequence[Count], what: str, title: str) -> Plot:
    curves = tuple(
        Curve(NAMES[side], tuple(one.figures[what][side] for one in counts), place) for place, side in enumerate(SIDES)
    )
    labels, anchors = tuple(one.label for one in counts), tuple(one.anchor for one in counts)
    return Plot(title, what, labels, anchors, curves, len(SIDES))
