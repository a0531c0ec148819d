"""Figures over time as lines, and amounts that went from some to others: for the report of a game that is over."""

from __future__ import annotations

import msgspec

Value = int | float | None


class Curve(msgspec.Struct, frozen=True):
    """The figures of one side, a value for each point in time; None where it has none.

    place: of its colour among those of the sides; tone: the word for its colour where the game has one, as "red".
    short: what stands at the end of the line where the name is too long for that. fate: what stands there in place of
    the last figure, as "out".
    """

    name: str
    values: tuple[Value, ...]
    place: int = 0
    tone: str = ""
    short: str = ""
    fate: str = ""


class Plot(msgspec.Struct, frozen=True):
    """Lines over points in time, each with a label and, if it is one of the report's phases, its anchor.

    what: what is counted, as "centres". title: without a full stop. sides: how many colours there are. marks: the
    points at which the game turned, by their places, each with the name of the side whose line is meant.
    """

    title: str
    what: str
    labels: tuple[str, ...]
    anchors: tuple[str, ...]
    curves: tuple[Curve, ...]
    sides: int = 0
    marks: tuple[tuple[int, str], ...] = ()


class Lead(Plot, frozen=True):
    """The figures of two sides, shown as who is ahead and by how much."""


class Flow(msgspec.Struct, frozen=True):
    """Amounts that went from those on the left to those on the right, by their places in *names*.

    what: in which they are counted, as "AgP".
    """

    title: str
    what: str
    names: tuple[str, ...]
    amounts: tuple[tuple[int, int, int], ...]  # from, to, how much
