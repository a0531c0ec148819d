"""What a page needs on which orders for armies and fleets are tapped: the board as short plain values, and a position.

Units are written one after the other, `APARFSTP/NC`, places of a list in the same way, since all of a position must fit
into a link.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gm.rules import Seat
from gm.rules.pictures.map import Ground, MapPicture, MapTold
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Board
from gm.rules.provinces.campaign import Campaign
from gm.rules.ruleset import Tap

SCRIPTS = ("borders.js", "map.js", "moves.js", "offers.js", "provinces.js")
ADJUSTMENTS = "A"


def tap_of(board: Board, ground: Ground | None) -> Tap:
    """Return a board, with all of its borders, as a page has it built in; *ground*: its drawing, if it has one."""
    return Tap(
        name=board.name,
        title=board.title,
        scripts=SCRIPTS,
        board=_plain(board, ground),
        picture=MapPicture(ground, MapTold(board.title, "", (), {})) if ground else None,
    )


def _plain(board: Board, ground: Ground | None) -> dict[str, Any]:
    """Return what moves depend on, and where things stand on the drawing.

    seasons: the seasons, S or F, in which a sea is open that is closed in others. size: of the drawing, and how wide it
    is, in pixels, where it is narrowest. outlined: whether provinces have outlines to be tapped.
    """
    spots = ground.spots if ground else {}
    return {
        "powers": [[code, power.name, power.letter] for code, power in board.powers.items()],
        "provinces": {code: [one.name, one.kind] for code, one in board.provinces.items()},
        "coasts": {code: one.coasts for code, one in board.provinces.items() if one.coasts},
        "army": {code: "".join(sorted(ends)) for code, ends in sorted(board.army.items()) if ends},
        "fleet": {place: "".join(sorted(ends)) for place, ends in sorted(board.fleet.items()) if ends},
        "straits": sorted("".join(pair) for pair in board.straits),
        "seasons": {sea: "".join(sorted(s[0].upper() for s in seasons)) for sea, seasons in board.seasonal.items()},
        "centres": "".join(sorted(board.home)),
        "spots": {place: spot.unit for place, spot in spots.items()},
        "size": [ground.width, ground.height, ground.narrowest] if ground else None,
        "outlined": bool(ground and ground.outlines),
    }


def position_to_tap(board: Board, state: Campaign, seat: Seat) -> dict[str, Any]:
    """Return what everybody sees of a game as it stands, and what *seat* may build or must remove.

    u, c: the units and the centres of each power, in the board's order. l: dislodged units, each with the number of its
    power and the places to which it may retreat. b: builds, or removals if negative; s: where *seat* may build.
    """
    powers = [*board.powers]
    found: dict[str, Any] = {
        "u": [_joined(f"{one.kind}{one.place}" for one in state.owned_by(power)) for power in powers],
        "c": [_joined(state.centres.get(power, ())) for power in powers],
    }
    if state.dislodged:
        lost = [one for _, one in sorted(state.dislodged.items())]
        found["l"] = [
            [powers.index(one.unit.power), f"{one.unit.kind}{one.unit.place}", _joined(one.retreats)] for one in lost
        ]
    if state.kind == ADJUSTMENTS:
        owes = account(board, seat, state.units, state.centres.get(seat, ()))
        found |= {"b": owes.builds or -owes.removals, "s": _joined(owes.sites)}
    return found


def _joined(places: Iterable[str]) -> str:
    return "".join(places)


def has_something(state: Campaign, seat: Seat, position: dict[str, Any]) -> bool:
    """Return whether *seat* has anything to order after the moves: a retreat, a build or a removal."""
    if state.kind == ADJUSTMENTS:
        return bool(position["b"])
    return any(one.unit.power == seat for one in state.dislodged.values())
