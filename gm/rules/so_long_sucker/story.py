"""The story of a game of So Long Sucker: chips in hand over time, who was captured and who was rescued."""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules.pictures.plot import Curve, Plot
from gm.rules.story import Body, Part, Story, Table, all_of, as_table, turned

DECISIVE = ("capture", "kill", "burn", "defeat", "resign", "rebound", "win")
ASKED = ("distress", "rescue", "refuse", "transfer")
TOLD = 3  # sentences of a moment at most


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    steps = all_of(parts, "tablelaid", "tableturned")
    if not steps:
        return Story()
    chips = _chips(steps)
    rule, moments = turned(chips, "moves", outcome, {n: _decisive(body) for n, (_, body) in enumerate(steps)})
    return Story(
        plots=(chips,),
        rule=rule,
        moments=moments,
        remarks=(
            ("Captures and defeats", _said(steps, DECISIVE)),
            ("Rescues and gifts: what was asked for, given and refused", _said(steps, ASKED)),
        ),
        tables=(as_table("chips", chips, "Phase"), _events(steps)),
    )


def _said(steps: Sequence[tuple[Part, Body]], kinds: Sequence[str]) -> tuple[str, ...]:
    found = ((part, event) for part, body in steps for event in body["happened"] if event["what"] in kinds)
    return tuple(f"{part.anchor}: {event['words']}" for part, event in found) or ("There were none.",)


def _chips(steps: Sequence[tuple[Part, Body]]) -> Plot:
    """Return how many chips each player held, at the beginning and after each move."""
    seats = [tray["seat"] for tray in steps[0][1]["standing"]["hands"]]
    held = [{tray["seat"]: sum(tray["chips"].values()) for tray in body["standing"]["hands"]} for _, body in steps]
    curves = tuple(
        Curve(seat, tuple(one[seat] for one in held), place, seat.lower()) for place, seat in enumerate(seats)
    )
    labels = tuple("start" if n == 0 else part.code for n, (part, _) in enumerate(steps))
    anchors = tuple(part.anchor for part, _ in steps)
    return Plot("Chips in hand", "chips", labels, anchors, curves, len(seats))


def _decisive(body: Body) -> str:
    """Return what decided a move, behind the figures; "" if nothing did."""
    words = [event["words"] for event in body["happened"] if event["what"] in DECISIVE]
    return f". {' '.join(words[:TOLD])}" if words else ""


def _events(steps: Sequence[tuple[Part, Body]]) -> Table:
    rows = [
        (part.anchor, event["what"], event["seat"], event["to"], event["pile"], event["words"])
        for part, body in steps
        for event in body["happened"]
    ]
    columns = ("phase", "what", "player", "to", "pile", "words")
    return Table("events", "What happened at the table", columns, tuple(rows), page=False)
