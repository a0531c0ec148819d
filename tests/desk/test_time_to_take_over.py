"""Whoever takes over a vacant place has some time before a deadline, where the game promises it; all are told alike."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from helpers.latetable import PLAYED, Late
from helpers.mailtable import DAY, MINUTE
from helpers.seventable import ADDRESS, NEWCOMER, OLGA
from helpers.told import brought, kinds, notices

from gm.desk.file.gamefile import GameFileError, read_game_file

HOUR = timedelta(hours=1)


def due(table: Late) -> datetime:
    """When the phase now due ends."""
    clock = table.game.clock
    assert clock is not None
    return clock.due


def late(before: timedelta, clock: str = 'takeover = "1d"', grace: str = "0s") -> Late:
    """The game, so long before a deadline."""
    table = Late(clock, grace=grace)
    table.watch()
    table.at = due(table) - before
    return table


def take(table: Late, seat: str = "ITALY") -> None:
    """Let a newcomer take a vacant seat."""
    table.write(NEWCOMER, f"JOIN spring AS {seat}", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert table.game.seats[seat].taken


def test_whoever_takes_over_has_the_time_that_the_game_promises() -> None:
    table = late(2 * HOUR)
    before = due(table)
    take(table)
    assert due(table) == before + DAY, "the first time of day as before that is a day away"
    told = notices(table, "FRANCE")["rescheduled"]
    assert told["why"] == "takeover" and not told["grace"]
    assert [kinds(table, seat)[0] for seat in PLAYED] == ["rescheduled"] * 3
    assert brought(table, table.last(OLGA))["rescheduled"] == {**told, "due": told["due"]}
    welcome = [mail for mail in table.mails(NEWCOMER) if "welcome" in brought(table, mail)][-1]
    assert "rescheduled" not in brought(table, welcome)
    table.check()


@pytest.mark.parametrize("clock", ["", 'takeover = "1h"'])
def test_a_deadline_that_is_far_enough_stays(clock: str) -> None:
    table = late(2 * HOUR, clock)
    before = due(table)
    take(table)
    assert due(table) == before and "rescheduled" not in kinds(table, "FRANCE")


def test_in_grace_its_end_moves() -> None:
    table = late(-HOUR, grace="12h")
    table.strike(table.at)
    assert table.game.clock is not None and table.game.clock.grace
    before = due(table)
    take(table)
    assert due(table) >= table.at + DAY - MINUTE > before
    assert notices(table, "FRANCE")["rescheduled"]["grace"] is True
    table.check()


def test_what_is_owed_makes_no_difference() -> None:
    """In a fire round of a war a side with no man who may aim owes nothing, and the other side must not learn it."""
    moved = []
    for sheet in ([], ["A VEN H", "A ROM H", "F NAP H"]):
        table = Late('takeover = "1d"', grace="0s", players=(*PLAYED, "ITALY"))
        if sheet:
            table.tell("ITALY", *sheet)
        table.office.operate("spring", ["resign", "ITALY"], table.at)
        table.at = due(table) - 2 * HOUR
        before = due(table)
        take(table)
        moved.append(due(table) - before)
    assert moved == [DAY, DAY]


@pytest.mark.parametrize(("from_whom", "moves"), [("FRANCE", False), ("ITALY", True)])
def test_the_operator_gives_time_with_a_vacant_place_alone(from_whom: str, moves: bool) -> None:
    table = late(2 * HOUR)
    before = due(table)
    table.office.operate("spring", ["replace", from_whom], table.at, address=NEWCOMER, player="Nina")
    assert (due(table) > before) == moves


def test_a_deadline_beside_an_absence_moves_beyond_it() -> None:
    table = late(2 * DAY)
    table.tell("FRANCE", f"ABSENT {due(table) + DAY:%Y-%m-%d}")
    table.at = due(table) - 2 * HOUR
    before = due(table)
    take(table)
    assert due(table) > before + DAY
    table.check()


@pytest.mark.parametrize("who", [NEWCOMER, "other@newcomers.example"])
def test_nobody_stays_a_phase_by_leaving_and_coming_back(who: str) -> None:
    """It makes no difference who comes: that the same person is back would be seen by the deadline."""
    table = late(2 * HOUR)
    take(table)
    table.at = due(table) - 2 * HOUR
    before = due(table)
    table.write(NEWCOMER, "RESIGN", table.last(NEWCOMER))
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert not table.game.seats["ITALY"].taken
    table.write(who, "JOIN spring AS ITALY", subject="[spring]")
    table.write(who, "CONFIRM", table.last(who))
    assert table.game.seats["ITALY"].taken and due(table) == before
    table.until(3 * HOUR)
    assert table.game.clock.phase == "F1901M"
    table.at = due(table) - 2 * HOUR
    before = due(table)
    table.operate("resign", "ITALY")
    take(table)
    assert due(table) == before + DAY, "in the next phase there is time again"
    table.check()


@pytest.mark.parametrize("takeover", ["0h", "15d", "soon"])
def test_a_time_that_cannot_be_is_refused(takeover: str) -> None:
    with pytest.raises(GameFileError, match=r"line \d+.*clock\.takeover"):
        Late(f'takeover = "{takeover}"')


@pytest.mark.parametrize(
    ("ruleset", "more"), [("negotiation", ""), ("diplomacy", 'commit = true\nnmr = "hold"\nearly = false\n')]
)
def test_games_without_room_for_it_refuse_it(ruleset: str, more: str) -> None:
    text = f'[game]\nname = "spring"\nruleset = "{ruleset}"\n[clock]\ntakeover = "1d"\n{more}'
    text += '[deadlines]\nmovement = "3d"\ngrace = "12h"\n' if ruleset == "diplomacy" else ""
    text += "[options]\nplayers = 3\n" if ruleset == "negotiation" else ""
    with pytest.raises(GameFileError, match=r"clock\.takeover"):
        read_game_file(text)


def test_the_settings_tell_of_it() -> None:
    table = late(2 * HOUR)
    table.tell("FRANCE", "HELP SETTINGS")
    assert "takeover" in str(brought(table, table.last(ADDRESS["FRANCE"])))
