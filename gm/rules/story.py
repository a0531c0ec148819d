"""The story of a game for its report: how it stood over time, where it turned, and its figures as tables.

A ruleset tells it from what was disclosed, phase by phase, and from nothing else, so that whoever has the report can
tell it again. Only what counts is told: what the operator took back is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gm.rules.pictures.plot import Curve, Flow, Plot, Value

Body = dict[str, Any]  # of a notice, as plain values: the ruleset knows its fields
TURNS = 3
CHANGES = 3  # at most as many are told of a moment
RULE = "{points} after which the lead of {leader} over the strongest of the others changed most ({what})"


class Happening(msgspec.Struct, frozen=True):
    """A fact of the report: the kind of its notice, its body, and when it was told (UTC)."""

    kind: str
    body: Body
    at: str


class Part(msgspec.Struct, frozen=True):
    """A phase of the report, with the facts that count. anchor: the name by which a link opens it."""

    anchor: str
    code: str
    title: str
    facts: tuple[Happening, ...]

    def last(self, kind: str) -> Body | None:
        """Return the body of its last fact of a kind, None if there is none."""
        return next((one.body for one in reversed(self.facts) if one.kind == kind), None)


class Moment(msgspec.Struct, frozen=True):
    """A moment at which the game turned: the anchor and the label of its phase, and what changed."""

    anchor: str
    label: str
    words: str


class Table(msgspec.Struct, frozen=True):
    """Figures, for readers and for programs. name: of its file, in small letters. title: without a full stop.

    page: the page shows it; others are for programs alone, since the page tells them phase by phase.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]
    page: bool = True


class Story(msgspec.Struct, frozen=True):
    """The story of a game. The first of the plots is the one that the first screen and the last mail show.

    rule: by which rule the moments were chosen, "" if there are none. remarks: what else is worth telling, under
    headings of their own.
    """

    plots: tuple[Plot, ...] = ()
    rule: str = ""
    moments: tuple[Moment, ...] = ()
    flows: tuple[Flow, ...] = ()
    remarks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def standing(self) -> list[tuple[str, Value]]:
        """How it stood at the end of the first plot, the best first; [] without a plot."""
        last = [(one.name, one.values[-1]) for plot in self.plots[:1] for one in plot.curves if one.values]
        return sorted(last, key=lambda pair: -(pair[1] or 0))


def turned(
    plot: Plot, steps: str, outcome: str, more: Mapping[int, str] | None = None
) -> tuple[str, tuple[Moment, ...]]:
    """Return the rule, and the moments at which a game turned, in their order; ("", ()) if nothing ever changed.

    The lead is that of whom *outcome* names first, or else of whoever stood best at the end. steps: what a point in
    time is called, as "years". more: what else is told of it. Of two changes of the same size the later one is a turn:
    it decided more.
    """
    leader = _leader(plot, outcome)
    if leader is None or len(plot.curves) < 2:
        return "", ()
    leads = [_lead(plot, leader, n) for n in range(len(plot.labels))]
    changes = [(abs(leads[n] - leads[n - 1]), n) for n in range(1, len(leads)) if leads[n] != leads[n - 1]]
    chosen = sorted(n for _, n in sorted(changes, reverse=True)[:TURNS])
    told = {n: _changed(plot, n) + (more or {}).get(n, "") for n in chosen}
    moments = tuple(Moment(plot.anchors[n], plot.labels[n], words) for n, words in told.items())
    points = {1: f"The {steps.removesuffix('s')}", 2: f"The two {steps}"}.get(len(moments), f"The three {steps}")
    return RULE.format(points=points, leader=leader.name, what=plot.what) if moments else "", moments


def _leader(plot: Plot, outcome: str) -> Curve | None:
    named = next((one for one in plot.curves if outcome.startswith(f"{one.name} ")), None)
    return named or max(plot.curves, key=lambda one: one.values[-1] or 0, default=None)


def _lead(plot: Plot, leader: Curve, n: int) -> float:
    """Return by how much the leader was ahead of the strongest of the others; less than 0 if it was behind."""
    return (leader.values[n] or 0) - max(one.values[n] or 0 for one in plot.curves if one is not leader)


def _changed(plot: Plot, n: int) -> str:
    """Return who won and lost most at a point in time."""
    found = [(one, (one.values[n] or 0) - (one.values[n - 1] or 0)) for one in plot.curves]
    most = sorted((pair for pair in found if pair[1]), key=lambda pair: -abs(pair[1]))[:CHANGES]
    told = [f"{one.name} {_figure(one.values[n - 1])} to {_figure(one.values[n])}" for one, _ in most]
    return f"{', '.join(told)} {plot.what}"


def _figure(value: float | None) -> str:
    return str(int(value) if value == int(value) else value) if value is not None else "0"


def as_table(name: str, plot: Plot, when: str) -> Table:
    """Return the figures of a plot as a table, a row for each point in time; *when* heads the first column."""
    rows = [(label, *(one.values[n] for one in plot.curves)) for n, label in enumerate(plot.labels)]
    return Table(name, plot.title, (when, *(one.name for one in plot.curves)), tuple(rows))


def all_of(parts: Sequence[Part], *kinds: str) -> list[tuple[Part, Body]]:
    """Return the facts of these kinds in all phases, each with its phase, in order."""
    return [(part, one.body) for part in parts for one in part.facts if one.kind in kinds]
