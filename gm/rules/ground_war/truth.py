"""The disclosure of a round: the true position beside what each side was told of it. Nobody reads it before the end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from gm.rules.ground_war import notices as said
from gm.rules.ground_war.orders import write_filed
from gm.rules.ground_war.position import City
from gm.rules.ground_war.production import Ended
from gm.rules.ground_war.state import Filed, State
from gm.rules.ground_war.telling import counted, true_picture
from gm.rules.pictures.war import NAMES, SIDES, Trip
from gm.rules.war.textboard import SEEN, board_lines

BySide = Mapping[str, Mapping[str, int]]


def true_board(state: State) -> said.TrueBoard:
    """Return the whole position as it is now."""
    position = state.position
    sides = tuple(
        said.SideSet(
            NAMES[side],
            counted(position.men[side]),
            counted(position.trucks[side]),
            tuple(_since(field, city) for field, city in position.cities.items() if city.possessor == side),
        )
        for side in SIDES
    )
    return said.TrueBoard(state.code, board_lines(true_picture(position, state.informed)), sides)


def _since(field: str, city: City) -> str:
    return f"{field} (cycle {city.since})" if city.since else field


class Truths:
    """Collects what really happened in a round, and writes it down at its end."""

    def __init__(self, state: State) -> None:
        self._filed = {side: write_filed(state.filed.get(side, Filed())) for side in SIDES}
        self._rows: dict[str, said.Rows] = {}
        self._trips: tuple[Trip, ...] = ()
        self._shots: BySide = {}
        self._dead: BySide = {}
        self._ended: Ended | None = None

    def moved(self, side: str, rows: said.Rows, trips: tuple[Trip, ...]) -> None:
        """Note the moves of a side, and where they ended: in words, and to be drawn."""
        self._rows[side] = rows
        self._trips += trips

    def fired(self, shots: BySide, dead: BySide) -> None:
        """Note all fire, and who died of it."""
        self._shots, self._dead = shots, dead

    def ended(self, ended: Ended) -> None:
        """Note what the end of the cycle brought."""
        self._ended = ended

    def body(self, code: str, title: str, after: State, told: Mapping[str, said.Standing]) -> said.Truth:
        """Return the record of the round. *after*: the game once it is judged; *told*: what each side was told."""
        picture = replace(true_picture(after.position, after.informed, self._dead, self._shots), trips=self._trips)
        something = {field: mark for field, mark in picture.marks.items() if mark != SEEN}
        sides = tuple(self._side(side, after, told[side]) for side in SIDES)
        return said.Truth(
            phase=code,
            title=title,
            cycle=after.informed,
            board=board_lines(picture),
            sides=sides,
            over=self._ended is not None,
            picture=replace(picture, marks=something),
        )

    def _side(self, side: str, after: State, told: said.Standing) -> said.Sidetruth:
        position, ended = after.position, self._ended
        captured = (*ended.cities[side], *(f"truck {f}" for f in ended.trucks[side])) if ended else ()
        return said.Sidetruth(
            name=NAMES[side],
            filed=self._filed[side],
            moves=self._rows.get(side, ()),
            men=counted(position.men[side]),
            trucks=counted(position.trucks[side]),
            cities=tuple(f"{f} {city.since}" for f, city in position.cities.items() if city.possessor == side),
            told=tuple(f"{field} {what}" for field, what, _ in told.seen),
            board=told.board,
            made=ended.made[side] if ended else (),
            captured=captured,
            picture=told.picture,
        )
