"""The story of a stone game: the largest groups over time, and the whole game on one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from gm.rules.hex_negotiation.groups import groups, sizes
from gm.rules.lines.words import listed
from gm.rules.pictures.hexagon import hexagon
from gm.rules.pictures.plot import Curve, Lead, Plot
from gm.rules.pictures.stones import COLOURS, NAMES
from gm.rules.stories.story import Body, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import changes, counted, turned

NEXT = "; "  # between two turns of a record
READ = "`gm judge hex-negotiation` reads it as the `game` of a position."


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game. Where it turned is looked for after each round: both have then played as often."""
    turns = all_of(parts, "stonesbegin", "stonesplayed", "stonesswapped")
    if not turns:
        return Story()
    played = [turn for turn in turns if "number" in turn[1] or "cells" in turn[1]]
    bodies = [body for _, body in played]
    largest, shown = _largest(played), _rounds(bodies)
    causes = {place: _grown(largest, bodies, *pair) for place, pair in enumerate(pairwise(shown), 1)}
    lead = turned(_lead(largest, shown), outcome, causes, called)
    record = record_of([body for _, body in turns])
    return Story(
        plots=(lead.plot, largest),
        stood=lead.stood,
        moments=lead.moments,
        remarks=(("The game on one line", (record, READ)),),
        tables=(as_table("groups", largest, "Turn"), _turns(turns)),
    )


def _rounds(bodies: Sequence[Body]) -> list[int]:
    """Return the places of the start, of each turn after which both have played as often, and of the last."""
    last = len(bodies) - 1
    return [n for n, body in enumerate(bodies) if n in (0, last) or body["number"] % 2 == 0]


def called(label: str) -> str:
    """Return what the point with a label is called."""
    return f"Turn {label}"


def _lead(largest: Plot, shown: Sequence[int]) -> Lead:
    title = "Whose largest group was larger after each round, and by how many stones"
    curves = tuple(replace(one, values=tuple(one.values[n] for n in shown)) for one in largest.curves)
    labels, anchors = ([of[n] for n in shown] for of in (largest.labels, largest.anchors))
    return Lead(title, largest.what, tuple(labels), tuple(anchors), curves, largest.sides)


def _largest(turns: Sequence[tuple[Part, Body]]) -> Plot:
    """Return the largest group of each colour at the beginning and after each turn."""
    found = []
    for _, body in turns:
        picture = body["picture"]
        found.append(sizes(hexagon(picture["side"]), picture["stones"]))
    curves = tuple(
        Curve(NAMES[colour], tuple(max(one[colour], default=0) for one in found), place, colour.lower())
        for place, colour in enumerate(COLOURS)
    )
    labels = tuple(str(body["number"]) if "number" in body else "start" for _, body in turns)
    anchors = tuple(part.anchor for part, _ in turns)
    return Plot("The largest group of each colour", "stones", labels, anchors, curves, len(COLOURS))


def record_of(bodies: Sequence[Body]) -> str:
    """Return the turns of a game on one line, as `gm judge hex-negotiation` reads them."""
    return NEXT.join(turn for turn in map(_written, bodies) if turn)


def _written(body: Body) -> str:
    if "cells" in body:
        return ""
    if "number" not in body:
        return "SWAP"
    replaced = f"REPLACE {body['replaced']}" if body["replaced"] else ""
    placed = f"PLACE {' '.join(body['placed'])}" if body["placed"] else ""
    return f"{replaced} {placed}".strip()


def _grown(largest: Plot, bodies: Sequence[Body], start: int, end: int) -> str:
    """Return in sentences what became of the largest groups between two turns, and how."""
    changed = changes(replace(largest, curves=_between(largest, start, end)), 1)
    did = [_joined_and_cut(bodies[n - 1]["picture"], bodies[n]) for n in range(start + 1, end + 1)]
    return " ".join([changed, *filter(None, did)])


def _between(largest: Plot, start: int, end: int) -> tuple[Curve, ...]:
    return tuple(replace(one, values=(one.values[start], one.values[end])) for one in largest.curves)


def _joined_and_cut(before: Body, turn: Body) -> str:
    """Return in a sentence which groups of the mover became their largest, and into what they cut the other's largest.

    "" if they did neither.
    """
    after, mover = turn["picture"], turn["colour"]
    did = []
    for colour in sorted(COLOURS, key=lambda one: one != mover):
        was, now = ([{*group} for group in groups(hexagon(after["side"]), one["stones"][colour])]
                    for one in (before, after))  # fmt: skip
        grown, torn = max(now, key=len, default=set()), max(was, key=len, default=set())
        joined = _sizes(group for group in was if group & grown)
        pieces = _sizes(group & torn for group in now if group & torn)
        if colour == mover and len(joined) > 1:
            new = counted(len(grown) - sum(map(int, joined)), "stones")
            did.append(f"joined groups of {listed(joined)}, with {new} more, into one of {len(grown)}")
        if len(pieces) > 1:
            did.append(f"cut a {NAMES[colour].lower()} group of {len(torn)}, of which {listed(pieces)} are left")
    return f"{NAMES[mover]} {' and '.join(did)}." if did else ""


def _sizes(found: Iterable[set[str]]) -> list[str]:
    """Return how large groups are, the largest first."""
    return [str(size) for size in sorted(map(len, found), reverse=True)]


def _turns(turns: Sequence[tuple[Part, Body]]) -> Table:
    """Return every turn with the groups after it, for programs."""
    rows = []
    for part, body in turns:
        picture = body["picture"]
        board = hexagon(picture["side"])
        own = {colour: groups(board, picture["stones"][colour]) for colour in COLOURS}
        counts = [" ".join(str(len(group)) for group in own[colour]) for colour in COLOURS]
        rows.append((part.anchor, body["title"], _written(body), *counts))
    columns = ("phase", "title", "turn", *(f"groups of {NAMES[colour]}" for colour in COLOURS))
    return Table("turns", "Turns and groups", columns, tuple(rows), page=False)
