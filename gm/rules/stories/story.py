"""The story of a game for its report: how it stood over time, where it turned, and its figures as tables.

A ruleset tells it from what was disclosed, phase by phase, and from nothing else, so that whoever has the report can
tell it again. Only what counts is told: what the operator took back is not in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from gm.rules.pictures.plot import Flow, Plot, Value

Body = dict[str, Any]  # of a notice, as plain values: the ruleset knows its fields


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
    """A moment at which the game turned: the anchor and the label of its phase, and what changed.

    rule: by which it and those after it were chosen, without a full stop; "" if its words say it, or the one before has
    told the rule.
    """

    anchor: str
    label: str
    words: str
    rule: str = ""


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

    stood: what the moments do not tell, without a full stop: how it stood where nobody won, or that it never turned; ""
    if there is nothing to add. remarks: what else is worth telling, under headings of their own.
    """

    plots: tuple[Plot, ...] = ()
    stood: str = ""
    moments: tuple[Moment, ...] = ()
    flows: tuple[Flow, ...] = ()
    remarks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tables: tuple[Table, ...] = ()

    def at(self, anchor: str) -> tuple[Moment, ...]:
        """Return the moments of a phase; () if there are none."""
        return tuple(one for one in self.moments if one.anchor == anchor)

    @property
    def standing(self) -> list[tuple[str, Value | str]]:
        """How it stood at the end of the first plot, the best first, in figures or words; [] without a plot."""
        curves = [one for plot in self.plots[:1] for one in plot.curves if one.values]
        curves.sort(key=lambda one: -(one.values[-1] or 0))
        return [(one.name, one.fate or one.values[-1]) for one in curves]


def as_table(name: str, plot: Plot, when: str) -> Table:
    """Return the figures of a plot as a table, a row for each point in time; *when* heads the first column."""
    rows = [(label, *(one.values[n] for one in plot.curves)) for n, label in enumerate(plot.labels)]
    return Table(name, plot.title, (when, *(one.name for one in plot.curves)), tuple(rows))


def all_of(parts: Sequence[Part], *kinds: str) -> list[tuple[Part, Body]]:
    """Return the facts of these kinds in all phases, each with its phase, in order."""
    return [(part, one.body) for part in parts for one in part.facts if one.kind in kinds]
