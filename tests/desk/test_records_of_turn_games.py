"""Records in games of turns: each move is in time, late in grace, or missed; whoever leaves has not moved by that."""

from __future__ import annotations

from helpers.mailtable import DAY, MINUTE, START
from helpers.turntable import SEATS, TurnTable, address

from gm.desk.game.punctual import FILED


def counts(table: TurnTable) -> dict[str, tuple[int, int, int]]:
    """How often each was in time, late, and missed, once the operator has ended the game."""
    table.office.operate("spring", ["draw", *SEATS], table.at + MINUTE)
    found = (table.office.store.records.of([address(seat)]) for seat in SEATS)
    return {one.seat: (one.filed, one.late, one.missed) for (one,) in found}


def test_a_move_is_in_time_for_its_mover_and_for_nobody_else() -> None:
    table = TurnTable()
    movers = []
    for _ in range(3):
        movers.append(table.owing())
        table.tell(movers[-1], table.example())
    assert counts(table) == {seat: (movers.count(seat), 0, 0) for seat in SEATS} and len(movers) == 3


def test_a_move_in_grace_is_late_and_none_at_all_is_missed() -> None:
    table = TurnTable(grace="1d")
    late = table.owing()
    table.strike(START + 2 * DAY + 60 * MINUTE)
    table.at = START + 2 * DAY + 60 * MINUTE
    table.tell(late, table.example())
    missed = table.owing()
    table.strike(table.at + 3 * DAY + 60 * MINUTE)
    table.at += 3 * DAY + 60 * MINUTE
    expected = dict.fromkeys(SEATS, (0, 0, 0)) | {late: (0, 1, 0)}
    filed, was_late, has_missed = expected[missed]
    assert counts(table) == expected | {missed: (filed, was_late, has_missed + 1)}


def test_who_resigns_has_not_moved_by_that() -> None:
    table = TurnTable()
    mover = table.owing()
    table.tell(mover, "RESIGN")
    table.write(address(mover), "CONFIRM", table.last(address(mover)))
    assert not [deed for deed in table.office.store.deeds.of("spring") if deed.what == FILED]
