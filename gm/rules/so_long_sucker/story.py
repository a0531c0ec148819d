"""The story of a game of So Long Sucker: chips in hand over time, who was defeated, captured and rescued.

The last who is not defeated has won, so it turned where somebody was.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.rules.pictures.plot import Curve, Plot
from gm.rules.stories.story import Body, Moment, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import Turning, marked, turned

OUT = ("defeat", "resign")
RULE = "The moves at which somebody was defeated: the last who is not wins, with or without chips"
DECISIVE = ("capture", "kill", "burn", "defeat", "resign", "rebound", "win")
TELLING = (*DECISIVE, "refuse")
ASKED = ("distress", "rescue", "refuse", "transfer")
TOLD = 3  # sentences of a moment at most


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    steps = all_of(parts, "tablelaid", "tableturned")
    if not steps:
        return Story()
    chips = _chips(steps)
    turning = _turning(chips, steps, outcome)
    return Story(
        plots=(turning.plot,),
        rule=turning.rule,
        moments=turning.moments,
        remarks=(
            ("Captures and defeats", _said(steps, DECISIVE)),
            ("Rescues and gifts: what was asked for, given and refused", _said(steps, ASKED)),
        ),
        tables=(as_table("chips", replace(chips, labels=_codes(steps)), "Phase"), _events(steps)),
    )


def _codes(steps: Sequence[tuple[Part, Body]]) -> tuple[str, ...]:
    """Return the phase of each move."""
    return tuple(part.code if n else "start" for n, (part, _) in enumerate(steps))


def _turning(chips: Plot, steps: Sequence[tuple[Part, Body]], outcome: str) -> Turning:
    """Return the moves at which somebody was defeated; if nobody was, those at which the chips changed most."""
    found = [n for n, (_, body) in enumerate(steps) if any(event["what"] in OUT for event in body["happened"])]
    if not found:
        causes = {n: cause for n, (_, body) in enumerate(steps) if (cause := _decisive(body))}
        return turned(chips, "move", outcome, causes, called)
    moments = tuple(Moment(steps[n][0].anchor, called(chips.labels[n]), _decisive(steps[n][1])) for n in found)
    return Turning(marked(chips, {n: _out(steps[n][1]) for n in found}), RULE, moments)


def _out(body: Body) -> str:
    """Return who was defeated at a move."""
    return str(next(event["seat"] for event in body["happened"] if event["what"] in OUT))


def called(label: str) -> str:
    """Return what the move of a phase is called: `13` is Move 13."""
    return f"Move {label}"


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
    labels = tuple("".join(filter(str.isdigit, part.code)) if n else "start" for n, (part, _) in enumerate(steps))
    anchors = tuple(part.anchor for part, _ in steps)
    return Plot("Chips in hand", "chips", labels, anchors, curves, len(seats))


def _decisive(body: Body) -> str:
    """Return what decided a move; "" if nothing did."""
    return " ".join([event["words"] for event in body["happened"] if event["what"] in TELLING][-TOLD:])


def _events(steps: Sequence[tuple[Part, Body]]) -> Table:
    rows = [
        (part.anchor, event["what"], event["seat"], event["to"], event["pile"], event["words"])
        for part, body in steps
        for event in body["happened"]
    ]
    columns = ("phase", "what", "player", "to", "pile", "words")
    return Table("events", "What happened at the table", columns, tuple(rows), page=False)
