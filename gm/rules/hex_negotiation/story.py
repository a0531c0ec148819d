"""The story of a stone game: the largest groups over time, and the whole game on one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gm.rules.hex_negotiation.groups import groups, sizes
from gm.rules.lines.words import listed
from gm.rules.pictures.hexagon import hexagon
from gm.rules.pictures.plot import Curve, Lead, Plot
from gm.rules.pictures.stones import COLOURS, NAMES
from gm.rules.stories.story import Body, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import turned

NEXT = "; "  # between two turns of a record
READ = "`gm judge hex-negotiation` reads it as the `game` of a position."


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    turns = all_of(parts, "stonesbegin", "stonesplayed", "stonesswapped")
    if not turns:
        return Story()
    counted = [turn for turn in turns if "number" in turn[1] or "cells" in turn[1]]
    largest = _largest(counted)
    played = [(n, body) for n, (_, body) in enumerate(counted) if "number" in body]
    causes = {n: _in_words(counted[n - 1][1] if n else None, body) for n, body in played}
    lead = turned(_lead(largest), outcome, causes, called)
    record = record_of([body for _, body in turns])
    return Story(
        plots=(lead.plot, largest),
        stood=lead.stood,
        moments=lead.moments,
        remarks=(("The game on one line", (record, READ)),),
        tables=(as_table("groups", largest, "Turn"), _turns(turns)),
    )


def called(label: str) -> str:
    """Return what the point with a label is called."""
    return f"Turn {label}"


def _lead(largest: Plot) -> Lead:
    title = "Whose largest group was larger, and by how many stones"
    return Lead(title, largest.what, largest.labels, largest.anchors, largest.curves, largest.sides)


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


def _in_words(before: Body | None, body: Body) -> str:
    """Return a turn in sentences, with what it did to the largest groups. before: the turn before."""
    acts = [f"replaced {body['replaced']}"] if body["replaced"] else []
    acts += [f"placed {listed(body['placed'])}"] if body["placed"] else []
    done = f"{NAMES[body['colour']]} {' and '.join(acts) or 'passed'}."
    did = [*_joined_and_cut(before["picture"], body["picture"], body["colour"])] if before else []
    return f"{done} That {' and '.join(did)}." if did else done


def _joined_and_cut(before: Body, after: Body, mover: str) -> Iterator[str]:
    """Yield which groups of the mover became the largest, and into what the largest of the other colour was cut."""
    board = hexagon(after["side"])
    for colour in sorted(COLOURS, key=lambda one: one != mover):
        was, now = ([{*group} for group in groups(board, one["stones"][colour])] for one in (before, after))
        grown = max(now, key=len, default=set())
        joined = _sizes(group for group in was if group & grown)
        if len(joined) > 1:
            yield f"joined {NAMES[colour].lower()} groups of {listed(joined)} into one of {len(grown)}"
        torn = max(was, key=len, default=set())
        pieces = _sizes(group & torn for group in now if group & torn)
        if len(pieces) > 1:
            yield f"cut a {NAMES[colour].lower()} group of {len(torn)} into {listed(pieces)}"


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
