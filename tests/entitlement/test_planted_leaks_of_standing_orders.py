"""Standing orders are their side's alone until the report: pairs of games, and planted leaks.

In each pair North, an observer, and whoever takes South's seat, get the same mails at the same times; what differs is
whether South has standing orders, or which, and whether what it fires is theirs or a letter's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from helpers.mailtable import MINUTE
from helpers.seventable import NEWCOMER, OLGA
from helpers.wartable import AHEAD, COMES, NORTH, SOUTH, WARS, WarTable, address
from msgspec.structs import replace
from planting import Patch, around

from gm.desk import notices as said
from gm.desk.game import turn as turning
from gm.desk.game.turn import Turn
from gm.desk.mails import delivery
from gm.desk.operating import rollback
from gm.rules import EVERYBODY, Step
from gm.rules.ground_war.game import GroundWar

Acts = Sequence[tuple[str, Sequence[str]]]  # who writes, and the lines; "" and an act of the operator; "" for the clock


class Pair(msgspec.Struct, frozen=True):
    """Two wars that differ in South's standing orders. options: of the game; hours: of the clock's steps."""

    one: Acts
    other: Acts
    options: str = AHEAD
    hours: int = 30


STANDS, NOBODY = (SOUTH, ["STAND ALL"]), (SOUTH, ["STAND NONE"])
FEW, ELSEWHERE = (SOUTH, ["STAND H5"]), (SOUTH, ["STAND B2 C2 D2 E2"])
ASK, STATUS = (SOUTH, ["SHOW"]), (NORTH, ["STATUS", "SHOW", "BOARD", "REPORT"])
FIRES, FIRES_ONE = (SOUTH, ["FIRE 3 E5-D6", "FIRE 1 H5-H6"]), (SOUTH, ["FIRE 1 H5-H6"])
COME = (NORTH, ["(comes)"])
READY, STAYS = (NORTH, ["READY"]), (NORTH, ["READY NOTHING"])
JUDGED, CLOCK, REPLACED = ("", ("process",)), ("", ()), ("", ("replace", SOUTH))
AWAY = (SOUTH, ["ABSENT FROM 6 Jan TO 16 Jan"])
BACK = ("", ("rollback", "(fire)"))
TURNS = f'{AHEAD}\ninformation = "complete"\nturns = "alternate"'
LAST_CYCLE = f'{AHEAD}\ninformation = "last-cycle"'
IN_FIRE = [COME, STATUS, JUDGED]
PAIRS = {
    "whether they fire or a letter": Pair(
        [STANDS, *IN_FIRE, ASK, STATUS, JUDGED, STATUS], [ASK, *IN_FIRE, FIRES, STATUS, JUDGED, STATUS]
    ),
    "whom they leave out": Pair([FEW, *IN_FIRE, ASK, JUDGED], [STANDS, *IN_FIRE, FIRES_ONE, JUDGED]),
    "whether there are any": Pair(
        [STANDS, STATUS, NOBODY, *IN_FIRE, JUDGED], [ASK, STATUS, ELSEWHERE, *IN_FIRE, JUDGED]
    ),
    "how long a silent side's moves wait": Pair(
        [STANDS, STAYS, CLOCK, CLOCK, STATUS], [ASK, STAYS, CLOCK, CLOCK, STATUS]
    ),
    "when its fire ends": Pair(
        [STANDS, COME, READY, CLOCK, ASK, READY, CLOCK, STATUS], [ASK, COME, READY, CLOCK, FIRES, READY, CLOCK, STATUS],
        hours=54,
    ),
    "what an absent side has": Pair([AWAY, STANDS, *IN_FIRE, ASK, JUDGED], [AWAY, ASK, *IN_FIRE, FIRES, JUDGED]),
    "what the one before had": Pair([STANDS, ASK, REPLACED, *IN_FIRE, JUDGED], [FEW, ASK, REPLACED, *IN_FIRE, JUDGED]),
    "what the game goes back with": Pair(
        [*IN_FIRE, STANDS, FIRES, JUDGED, BACK, FIRES, JUDGED], [*IN_FIRE, ASK, FIRES, JUDGED, BACK, FIRES, JUDGED]
    ),
}  # fmt: skip
OTHER_WAYS = {
    "in turns": Pair(
        [STANDS, JUDGED, STATUS, COME, JUDGED, ASK, STATUS, JUDGED, STATUS],
        [ASK, JUDGED, STATUS, COME, JUDGED, FIRES, STATUS, JUDGED, STATUS], TURNS,
    ),
    "with the whole position told": Pair([STANDS, *IN_FIRE, ASK, JUDGED], [ASK, *IN_FIRE, FIRES, JUDGED], LAST_CYCLE),
}  # fmt: skip
READERS = (address(NORTH), OLGA, NEWCOMER)
EVERY = {**{(war, name): PAIRS[name] for war in WARS for name in PAIRS},
         **{("ground-war", name): pair for name, pair in OTHER_WAYS.items()}}  # fmt: skip


def read(case: tuple[str, str], acts: Acts) -> list[list[bytes]]:
    """What each reader gets, without the heads of the journal, which change with every letter and tell nothing."""
    war, pair = case[0], EVERY[case]
    table = WarTable(war, pair.options, 'moves = "2d"\nfire = "2d"\ngrace = "6h"')
    for seat, lines in acts:
        if seat:
            table.tell(seat, *(COMES[war] if lines == COME[1] else lines))
        elif lines[:1] == ("replace",):
            table.office.operate("spring", [*lines, NEWCOMER], table.at, NEWCOMER)
        elif lines:
            cycle = table.game.state.cycle - 1
            table.operate(*(f"C{cycle}F" if word == "(fire)" else word for word in lines))
        else:
            table.at += timedelta(hours=pair.hours)
            table.strike(table.at)
        table.at += MINUTE
    mails = [table.mbox(reader).split(b"\n") for reader in READERS]
    return [[line for line in lines if not any(len(word) >= 32 for word in line.split())] for lines in mails]


def told_apart(cases: Iterable[tuple[str, str]] = EVERY) -> set[tuple[str, str]]:
    """Those of the pairs that a reader can tell apart."""
    return {case for case in cases if read(case, EVERY[case].one) != read(case, EVERY[case].other)}


@pytest.mark.parametrize("case", EVERY, ids=" ".join)
def test_nobody_learns_of_the_standing_orders_of_the_other_side(case: tuple[str, str]) -> None:
    assert told_apart([case]) == set()


def test_the_pairs_have_standing_orders_and_fire_in_them() -> None:
    for war in WARS:
        table = WarTable(war)
        table.tell(*STANDS[:1], *STANDS[1])
        table.comes()
        assert table.on_file() == tuple(FIRES[1])


def in_the_open(true: Any, self: Any, state: Any, seat: Any, orders: Any, at: Any) -> Step:
    """Everybody is told that a side has set standing orders."""
    step: Step = true(self, state, seat, orders, at)
    notices = [replace(one, audience=EVERYBODY) if one.kind == "standingorders" else one for one in step.notices]
    return replace(step, notices=tuple(notices))


def filed_in_the_open(true: Any, turn: Turn) -> None:
    """Everybody is told for whom standing orders have filed."""
    true(turn)
    for seat in turn.game.seats:
        if turn.ruleset.standing.standing_lines(turn.game.state, seat):
            turn.note(EVERYBODY, said.TakenUp(seat, "", "", True))


def enough_in_moves(true: Any, self: Any, state: Any) -> Any:
    """In the moves nothing is missing from whoever has standing orders."""
    return tuple(replace(one, enough=one.enough or one.seat in (state.stands or {})) for one in true(self, state))


def ready_by_itself(true: Any, turn: Turn) -> None:
    """Standing orders make their side READY."""
    true(turn)
    if turn.ruleset.standing.standing_lines(turn.game.state, SOUTH):
        turn.game = replace(turn.game, state=replace(turn.game.state, ready=(SOUTH,)))


def stays_behind(true: Any, self: Any, state: Any, seat: Any) -> Step:
    """Whoever takes the seat has the standing orders of the one before."""
    return Step(state)


def told_with_the_position(true: Any, turn: Turn) -> None:
    """When the game goes back, everybody is told who has standing orders."""
    true(turn)
    for seat in turn.game.seats:
        stands = turn.ruleset.standing.stands(turn.game.state, seat)
        if stands is not None:
            turn.note(EVERYBODY, stands)


@pytest.mark.parametrize(
    ("place", "name", "plant", "found"),
    [
        (GroundWar, "file", in_the_open, "whether there are any"),
        (turning, "take_up", filed_in_the_open, "whether they fire or a letter"),
        (GroundWar, "duties", enough_in_moves, "how long a silent side's moves wait"),
        (turning, "take_up", ready_by_itself, "when its fire ends"),
        (GroundWar, "seat_taken", stays_behind, "what the one before had"),
        (rollback, "_tell_position", told_with_the_position, "what the game goes back with"),
    ],
)
def test_a_leak_of_standing_orders_is_found(
    monkeypatch: Patch, place: Any, name: str, plant: Callable[..., Any], found: str
) -> None:
    around(monkeypatch, place, name, plant)
    assert told_apart([("ground-war", found)]) == {("ground-war", found)}


def test_a_history_that_hands_on_standing_orders_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(delivery, "UNTOLD", delivery.UNTOLD[:1])
    assert told_apart([("air-war", "what the one before had")])
