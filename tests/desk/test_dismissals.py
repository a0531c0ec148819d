"""A player who misses deadline after deadline is dismissed: told as a seat that is vacant, and not why."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.latetable import PLAYED, Late
from helpers.mails import text_of
from helpers.mailtable import DAY, MINUTE, START
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import notices

from gm.desk.books.outage import Watch
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.game import vacant_seats

CLOCK = "dismiss_after = 2"
HOLD = {"FRANCE": ("A PAR H", "A MAR H", "F BRE H"), "GERMANY": ("A BER H", "A MUN H", "F KIE H")}


def phase(table: Late, *seats: str) -> None:
    """Let a phase pass in which these seats send orders."""
    for seat in seats:
        table.tell(seat, *HOLD[seat])
    table.over()


def played(table: Late, *others: str) -> Late:
    """The game after three phases in which Austria has sent nothing."""
    for _ in range(3):
        phase(table, "FRANCE", "GERMANY")
    return table


def test_who_misses_another_deadline_after_so_many_is_dismissed_as_if_they_had_resigned() -> None:
    table = Late(CLOCK)
    table.watch()
    for count in (1, 2):
        phase(table, "FRANCE", "GERMANY")
        assert table.game.seats["AUSTRIA"].missed == count and table.game.seats["AUSTRIA"].taken
    phase(table, "FRANCE", "GERMANY")
    assert not table.game.seats["AUSTRIA"].taken and "AUSTRIA" in vacant_seats(table.game)
    for address in (ADDRESS["FRANCE"], OLGA):
        assert "Austria has resigned or been dismissed and is vacant." in " ".join(text_of(table.last(address)).split())
    assert "missed more deadlines in a row" in " ".join(text_of(table.of("AUSTRIA")).split())
    assert table.game.seats["FRANCE"].missed == 0
    table.check()


def test_a_resignation_is_told_in_the_same_words_when_it_comes_and_not_when_grace_ends() -> None:
    table = Late(CLOCK)
    before = table.counts()["FRANCE"]
    table.tell("AUSTRIA", "RESIGN")
    table.reply("AUSTRIA", "CONFIRM")
    assert table.counts()["FRANCE"] == before + 1 and table.at < table.game.clock.deadline
    assert "Austria has resigned or been dismissed and is vacant." in " ".join(text_of(table.of("FRANCE")).split())


def test_whoever_is_in_time_once_begins_anew() -> None:
    table = Late(CLOCK)
    for seats in (("GERMANY",), ("GERMANY",), ("GERMANY", "FRANCE"), ("GERMANY",), ("GERMANY",)):
        phase(table, *seats)
    assert table.game.seats["FRANCE"].missed == 2 and table.game.seats["FRANCE"].taken


def test_days_away_that_were_told_do_not_count() -> None:
    table = Late("dismiss_after = 0")
    table.tell("FRANCE", "ABSENT FROM 2026-01-01 TO 2026-01-12")
    table.office.operate("spring", ("deadline", "-1d"), table.at)
    table.at = table.game.clock.until + MINUTE
    table.strike(table.at)
    assert table.game.seats["FRANCE"].missed == 0 and table.game.seats["FRANCE"].taken
    assert not table.game.seats["AUSTRIA"].taken


def test_what_a_sitter_sends_is_in_time() -> None:
    table = Late("dismiss_after = 0")
    table.tell("FRANCE", f"SITTER {NEWCOMER} FROM 2026-01-05 TO 2026-01-20")
    table.reply("FRANCE", "CONFIRM")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    table.write(NEWCOMER, "\n".join(HOLD["FRANCE"]), table.last(NEWCOMER))
    table.over()
    assert table.game.seats["FRANCE"].taken and not table.game.seats["GERMANY"].taken


def test_an_outage_gives_its_time_back_and_nobody_is_dismissed_for_it() -> None:
    table = Late("dismiss_after = 0")
    watch, since = Watch(table.office), table.game.clock.deadline - timedelta(hours=1)
    watch.read_up_to(since)
    table.at = table.game.clock.until + DAY
    watch.come_back(table.at, table.at)
    table.strike(table.at)
    assert all(table.game.seats[seat].missed == 0 for seat in PLAYED)
    table.tell("FRANCE", *HOLD["FRANCE"])
    table.over()
    assert table.game.seats["FRANCE"].taken and not table.game.seats["AUSTRIA"].taken


def test_a_phase_that_the_operator_ends_early_is_missed_by_nobody() -> None:
    table = Late("dismiss_after = 0")
    table.judge()
    assert table.game.seats["AUSTRIA"].missed == 0 and table.game.seats["AUSTRIA"].taken


def test_a_phase_that_waits_is_one_deadline_and_goes_on_without_the_dismissed() -> None:
    table = Late('nmr = "wait"\ndismiss_after = 1')
    phase(table, "FRANCE", "GERMANY")
    table.until(9 * DAY)
    assert table.game.seats["AUSTRIA"].missed == 1 and table.game.clock.waiting
    table.tell("AUSTRIA", "A VIE H", "A BUD H", "F TRI H")
    table.until(6 * MINUTE)
    assert table.game.clock.phase == "F1901M" and table.game.seats["AUSTRIA"].missed == 1
    phase(table, "FRANCE", "GERMANY")
    table.until(6 * MINUTE)
    assert not table.game.seats["AUSTRIA"].taken and table.game.clock.phase == "S1902M"
    table.check()


TWO = """[game]
name = "spring"
ruleset = "ground-war"
seed = "s"
[clock]
early = false
dismiss_after = 0
[seats]
SOUTH = "south@players.example"
NORTH = "north@players.example"
"""


class Two(SevenTable):
    """A game of two, in which a resignation decides."""

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(TWO), START, "ab" * 32)


def test_in_a_game_of_two_it_decides_unless_both_have_missed_the_deadline() -> None:
    table = Two()
    table.at = table.game.clock.until + MINUTE
    table.strike(table.at)
    assert not table.game.over and [one.missed for one in table.game.seats.values()] == [1, 1]
    south = table.last("south@players.example")
    table.write("south@players.example", "\n".join(notices(table, "SOUTH")["owes"]["example"]), south)
    table.at = table.game.clock.until + MINUTE
    table.strike(table.at)
    assert table.game.winners == ("SOUTH",)
    table.check()


def test_the_operator_brings_a_player_back_and_they_begin_anew() -> None:
    table = played(Late(CLOCK))
    table.at += MINUTE
    table.office.operate("spring", ("replace", "AUSTRIA"), table.at, address=ADDRESS["AUSTRIA"])
    assert table.game.seats["AUSTRIA"].taken and table.game.seats["AUSTRIA"].missed == 0
    assert "show" in notices(table, "AUSTRIA") or "history" in notices(table, "AUSTRIA")


def test_a_newcomer_takes_the_seat() -> None:
    table = played(Late(CLOCK))
    table.write(NEWCOMER, "TAKEOVER AUSTRIA", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert table.game.seats["AUSTRIA"].taken and table.game.seats["AUSTRIA"].missed == 0


def test_a_rollback_takes_deadlines_back_too() -> None:
    table = Late(CLOCK)
    phase(table)
    phase(table)
    table.operate("rollback", "S1901M")
    assert table.game.seats["AUSTRIA"].missed == 0


def test_without_it_nothing_is_counted() -> None:
    table = played(Late(""))
    assert table.game.seats["AUSTRIA"].missed == 0 and table.game.seats["AUSTRIA"].taken


def test_the_settings_of_the_game_tell_it() -> None:
    told = {CLOCK: "who misses another deadline after 2 in a row", "dismiss_after = 0": "who misses a deadline"}
    for clock, words in told.items():
        assert words in " ".join(text_of(Late(clock).mails(ADDRESS["FRANCE"])[0]).split())


@pytest.mark.parametrize(
    ("ruleset", "clock"),
    [("negotiation", CLOCK), ("diplomacy", "dismiss_after = -1"), ("diplomacy", "dismiss_after = 101"),
     ("diplomacy", 'dismiss_after = "3"')],
)  # fmt: skip
def test_what_no_game_can_have_is_an_error_with_its_line(ruleset: str, clock: str) -> None:
    with pytest.raises(GameFileError, match=r"^line 2: clock\.dismiss_after: "):
        read_game_file(f'[clock]\n{clock}\n[game]\nname = "spring"\nruleset = "{ruleset}"\n')


def test_where_a_bot_plays_on_whoever_is_dismissed_is_told_so_and_the_others_not_that_they_have_resigned() -> None:
    table = Late("dismiss_after = 0", game='autopilot = "bot"')
    phase(table, "FRANCE", "GERMANY")
    assert table.game.seats["AUSTRIA"].bot
    said = " ".join(text_of(table.last(ADDRESS["AUSTRIA"])).split())
    assert "You have missed more deadlines in a row than this game allows" in said and "another address" not in said
    for seat in ("FRANCE", "GERMANY"):
        told = " ".join(text_of(table.last(ADDRESS[seat])).split())
        assert "Austria has resigned or been dismissed" in told


def test_where_a_bot_plays_on_whoever_the_operator_puts_out_is_told_of_no_other_address() -> None:
    table = Late("", game='autopilot = "bot"')
    table.operate("resign", "AUSTRIA")
    said = " ".join(text_of(table.last(ADDRESS["AUSTRIA"])).split())
    assert table.game.seats["AUSTRIA"].bot and "vacant: you no longer play it" in said
