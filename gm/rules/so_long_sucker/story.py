"""The story of a game of So Long Sucker: chips in hand over time, who was defeated, captured and rescued.

The last who is not defeated has won, so it turned where somebody was.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.rules.lines.words import listed, plural
from gm.rules.pictures.plot import Curve, Plot
from gm.rules.stories.story import Body, Moment, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import Turning, marked, turned

OUT = ("defeat", "resign")
RULE = "Whoever has the move and no chip is out, unless somebody rescues them; the last one left wins. Who went out"
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
        stood=turning.stood,
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
        return turned(chips, outcome, causes, called)
    moments = tuple(
        Moment(steps[n][0].anchor, called(chips.labels[n]), _left(steps[: n + 1]), "" if place else RULE)
        for place, n in enumerate(found)
    )
    return Turning(marked(chips, {n: _out(steps[n][1])[0]["seat"] for n in found}), "", moments)


def _out(body: Body) -> list[Body]:
    """Return the events by which somebody left the game."""
    return [event for event in body["happened"] if event["what"] in OUT]


def _left(steps: Sequence[tuple[Part, Body]]) -> str:
    """Return why somebody left the game at the last of these steps, and why the winner did not if that ended it."""
    last = steps[-1][1]["happened"]
    said = [_why(event, steps) if event["what"] == "defeat" else str(event["words"]) for event in _out(steps[-1][1])]
    said += [_survived(event["seat"], steps) for event in last if event["what"] == "win"]
    return " ".join(said)


def _why(defeat: Body, steps: Sequence[tuple[Part, Body]]) -> str:
    """Return why a player was defeated."""
    events = [event for _, body in steps for event in body["happened"]]
    asked = max((n for n, event in enumerate(events) if _is(event, "distress", defeat["seat"])), default=len(events))
    played = any(_is(event, "play", defeat["seat"]) for event in steps[-1][1]["happened"])
    refused = [event["seat"] for event in events[asked:] if event["what"] == "refuse" and event["to"] == defeat["seat"]]
    unhelped = f"{listed([*dict.fromkeys(refused)])} would not rescue them" if refused else "nobody could rescue them"
    chips = "they played their last chip and had the move again" if played else "they had the move and no chip"
    return f"{defeat['seat']} is out: {chips}, and {unhelped}."


def _survived(winner: str, steps: Sequence[tuple[Part, Body]]) -> str:
    """Return how the winner came to be the last."""
    chips = next(sum(one["chips"].values()) for one in steps[-1][1]["standing"]["hands"] if one["seat"] == winner)
    if chips:
        return f"{winner}, with {chips} {plural(chips, 'chip', 'chips')}, is left and has won."
    return f"{winner} has no chip either, but did not have the move: {winner} is left and has won."


def _is(event: Body, what: str, seat: str) -> bool:
    return bool(event["what"] == what and event["seat"] == seat)


def _digits(code: str) -> str:
    return "".join(filter(str.isdigit, code))


def called(label: str) -> str:
    """Return what the move of a phase is called: `13` is Move 13."""
    return f"Move {label}"


def _said(steps: Sequence[tuple[Part, Body]], kinds: Sequence[str]) -> tuple[str, ...]:
    found = ((part, event) for part, body in steps for event in body["happened"] if event["what"] in kinds)
    return tuple(f"{part.anchor}: {event['words']}" for part, event in found) or ("There were none.",)


def _chips(steps: Sequence[tuple[Part, Body]]) -> Plot:
    """Return how many chips each player held, at the beginning and after each move until they were out."""
    seats = [tray["seat"] for tray in steps[0][1]["standing"]["hands"]]
    held: list[dict[str, int | None]] = []
    left: dict[str, str] = {}
    for _, body in steps:
        standing = {tray["seat"]: sum(tray["chips"].values()) for tray in body["standing"]["hands"]}
        held.append({seat: None if seat in left else standing[seat] for seat in seats})
        left |= {event["seat"]: "out" for event in _out(body)}
        left |= {event["seat"]: "has won" for event in body["happened"] if event["what"] == "win"}
    curves = tuple(
        Curve(seat, tuple(one[seat] for one in held), place, seat.lower(), fate=left.get(seat, ""))
        for place, seat in enumerate(seats)
    )
    labels = tuple(_digits(part.code) if n else "start" for n, (part, _) in enumerate(steps))
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
