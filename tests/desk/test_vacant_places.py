"""Places without a player: what is told of their orders, and phases in which only they owe anything."""

from __future__ import annotations

from datetime import timedelta

from helpers.keeptable import EVA, HELP, NED, STORM, SUE, Keep
from helpers.mails import words_of
from helpers.mailtable import DAY, MINUTE
from helpers.rows import each_row
from helpers.seventable import NEWCOMER, OLGA
from helpers.told import all_kinds, brought, kinds, notices
from helpers.wartable import WarTable


def subjects(table: Keep, address: str) -> list[str]:
    """The subjects of the last two mails to an address."""
    return [str(mail["Subject"]) for mail in table.mails(address)[-2:]]


# -- phases in which only vacant places owe anything ------------------------------------------------------------------


@each_row(("clock", "rules"), [("", "diplomacy"), ('nmr = "wait"', "diplomacy"), ("early = false", "payola")])
def test_retreats_of_vacant_places_alone_are_judged_as_they_begin_and_told_like_any_result(
    clock: str, rules: str
) -> None:
    table = Keep(clock, rules=rules)
    table.watch()
    if rules == "payola":
        table.order(NED, *(f"1 : {line}" for line in STORM))
        table.order(EVA, f"1 : {HELP}")
    else:
        table.order(NED, *STORM)
        table.order(EVA, HELP)
    before = table.entries()
    table.judge()
    assert (table.phase, table.entries()) == ("F1901M", before + 1)
    assert table.game.clock.opened == table.at and table.game.clock.deadline >= table.at + 3 * DAY
    for address in (NED, EVA, OLGA):
        spring, retreats = table.mails(address)[-2:]
        assert subjects(table, address) == [
            "[spring] S1901R: Spring 1901 judged", "[spring] F1901M: Spring 1901 retreats judged",
        ]  # fmt: skip
        told, after = brought(table, spring), brought(table, retreats)
        assert told["onlyvacant"] == {"phase": "S1901R", "title": "Spring 1901 retreats"}
        assert "owes" not in told and "next" not in told
        assert [row["order"] for row in after["retreats"]["orders"]] == ["A TOW D"]
        assert (told["seals"]["phase"], after["seals"]["phase"]) == ("S1901M", "S1901R")
    table.right()


def test_a_letter_that_was_in_time_for_the_moves_is_told_that_these_are_judged() -> None:
    table = Keep()
    table.storm()
    table.write(NED, "A MIL H", table.mails(NED)[0], subject="[spring]", at=table.at - MINUTE / 2)
    assert "S1901M is over" in words_of(table.last(NED))


def test_builds_of_vacant_places_alone_are_waived_as_winter_begins() -> None:
    table = Keep()
    table.storm()
    table.order(NED, "F FER - POR", "A TOW - VAL", "F LAK H", "A MIL H")
    table.order(EVA, "A KEE H")
    table.judge()
    assert table.phase == "S1902M"
    assert subjects(table, NED) == [
        "[spring] W1901A: Fall 1901 judged", "[spring] S1902M: Winter 1901 adjustments judged",
    ]  # fmt: skip
    assert [row["order"] for row in notices(table, "NORTH")["adjustments"]["orders"]] == ["WAIVE", "WAIVE"]
    table.right()


def test_a_game_may_be_won_by_what_is_judged_at_once() -> None:
    """North owns six centres after the fall, but that is counted after the retreats."""
    table = Keep()
    table.order(NED, "A HIL H", "F POR H", "F LAK H", "A MIL H")
    table.order(EVA, "A KEE H")
    table.judge()
    table.storm()
    assert table.game.over == "North has won with 6 centres"
    assert [mail["Subject"] for mail in table.mails(NED)[-2:]] == [
        "[spring] F1901R: Fall 1901 judged", "[spring] END: the game is over",
    ]  # fmt: skip
    table.right()


def test_a_game_may_be_taken_back_behind_what_was_judged_at_once() -> None:
    table = Keep()
    table.storm()
    table.operate("rollback", "S1901M", "with-orders")
    assert table.phase == "S1901M"
    table.judge()
    assert table.phase == "F1901M" and all_kinds(table, "EAST").count("retreats") == 2
    table.right()


def test_no_calendar_has_what_was_judged_at_once() -> None:
    table = Keep()
    table.order(NED, "SET CALENDAR ON")
    table.storm()
    files = [part.get_content() for part in table.last(NED).walk() if part.get_content_type() == "text/calendar"]
    assert "F1901M is due" in files[0] and "S1901R" not in files[0]
    assert not any(part.get_content_type() == "text/calendar" for part in table.mails(NED)[-2].walk())


def test_a_phase_waits_for_whoever_plays() -> None:
    table = Keep(played=True)
    table.storm()
    assert table.phase == "S1901R" and "onlyvacant" not in all_kinds(table, "NORTH")


def test_where_newcomers_are_given_time_the_phase_waits_and_everybody_is_told_why() -> None:
    table = Keep('takeover = "12h"')
    table.watch()
    table.storm()
    assert table.phase == "S1901R"
    for address in (NED, EVA, OLGA):
        told = brought(table, table.last(address))["onlyvacant"]
        assert (told["phase"], told["title"]) == ("S1901R", "Spring 1901 retreats") and told["until"]
        assert "so that whoever takes one over has time (HELP TAKEOVER)" in words_of(table.last(address))
    table.strike(table.game.clock.deadline + MINUTE)
    assert table.phase == "F1901M" and "retreats" in kinds(table, "NORTH")
    table.right()


def test_a_newcomer_who_takes_the_place_in_that_time_retreats() -> None:
    table = Keep('takeover = "12h"')
    table.storm()
    table.write(NEWCOMER, "TAKEOVER SOUTH", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    table.order(NEWCOMER, "A TOW - VAL")
    table.strike(table.at + timedelta(hours=1))
    assert table.phase == "F1901M" and "VAL" in table.game.state.units
    table.right()


def test_a_report_tells_that_a_deadline_moved_for_a_newcomer_and_what_was_judged_at_once() -> None:
    table = Keep('takeover = "2d"')
    table.storm()
    table.write(NEWCOMER, "TAKEOVER SOUTH", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert "somebody took over a place" in table.report()[0]
    other = Keep()
    other.storm()
    assert all("the phase was judged at once" in " ".join(text.split()) for text in other.report())


# -- what has been filed ----------------------------------------------------------------------------------------------


STANDS = "What South has on file for Spring 1901, if anything, stands."
OPENED = "What South has on file for Spring 1901, if anything, stands; a sheet only committed to does not."


@each_row("filed", [True, False])
@each_row("how", ["resigns", "is put out"])
@each_row(("clock", "words"), [("", STANDS), ("early = false\ncommit = true", OPENED)])
def test_who_is_told_that_a_place_is_vacant_is_told_that_its_orders_stand(
    clock: str, words: str, how: str, filed: bool
) -> None:
    """Whether there are any is nobody's business."""
    table = Keep(clock, played=True)
    if filed:
        table.order(SUE, "F FER - LAK", "A TOW H")
    if how == "resigns":
        table.resign(SUE)
    else:
        table.operate("resign", "SOUTH")
    assert str(table.last(NED)["Subject"]) == "[spring] S1901M: South is vacant"
    assert words in words_of(table.last(NED)) and words in words_of(table.last(EVA))
    if not clock:
        table.judge()
        moves = {row["order"] for row in notices(table, "NORTH")["moves"]["orders"] if row["power"] == "SOUTH"}
        assert moves == ({"F FER - LAK", "A TOW H"} if filed else {"F FER H", "A TOW H"})
        table.right()


def test_a_game_that_ends_with_it_says_nothing_of_orders() -> None:
    table = WarTable("ground-war")
    table.operate("resign", "SOUTH")
    assert table.game.over and "on file" not in words_of(table.last("north@players.example"))
