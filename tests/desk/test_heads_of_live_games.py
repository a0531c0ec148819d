"""In a live game everybody is told a head each day at the same time, whatever has happened."""

from __future__ import annotations

from helpers.livetable import HOUR, LiveTable
from helpers.mailtable import DAY, START
from helpers.told import ALL, all_kinds, kinds

from gm.desk.books.fsck import check_store
from gm.offline.verify import verify_report
from gm.report.disclosure import disclose


def midnights(table: LiveTable, reader: str) -> list[str]:
    """When a reader was told the head of a day."""
    told = table.office.store.ledger.newest("spring", reader, ALL)
    return [f"{one.at:%d %H:%M}" for one in reversed(told) if any(kind == "dayhead" for kind, _ in one.notices)]


def test_a_head_comes_each_midnight_to_everybody_alike_whatever_has_happened() -> None:
    table = LiveTable(heads=True, length="4d")
    table.strike(START + 2 * HOUR)
    table.at = START + 2 * HOUR
    table.write("p1@players.example", "PROPOSE 2: GIVE 1 SUPPORT", table.last("p1@players.example"))
    table.strike(START + 3 * DAY)
    days = [f"{day:02} 00:00" for day in (6, 7, 8)]
    assert {tuple(midnights(table, seat)) for seat in table.seats} == {tuple(days)}
    assert {*kinds(table, "3")} == {"dayhead", "head"}
    heads = {str(dict(table.office.store.ledger.newest("spring", seat, 1)[0].notices)["head"]) for seat in table.seats}
    assert len(heads) == 1
    table.strike(START + 6 * DAY)
    assert check_store(table.office.store)[0] == [] and table.office.game("spring").over
    assert verify_report(disclose(table.office.store, "spring")[1]).ok


def test_it_can_be_switched_off_and_stands_still_while_the_game_is_paused() -> None:
    quiet = LiveTable(length="4d")
    quiet.strike(START + 3 * DAY)
    assert "dayhead" not in all_kinds(quiet, "1")
    table = LiveTable(heads=True, length="4d")
    table.office.operate("spring", ["pause"], START + HOUR)
    table.strike(START + 2 * DAY)
    assert midnights(table, "1") == []
    table.office.operate("spring", ["resume"], START + 2 * DAY)
    table.strike(START + 4 * DAY)
    assert midnights(table, "1") == ["07 18:00", "08 00:00", "09 00:00"]  # one for the days of the pause
