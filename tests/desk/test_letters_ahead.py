"""Letters for a movement phase to come: kept until it begins, read as if they came then, and nobody else's business."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import DAY, MINUTE, START
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import all_kinds, faults, kinds, notices

from gm.desk.game.game import Sitting
from gm.desk.mails.words import help_page
from gm.offline.verify import verify_report
from gm.rules.provinces.ahead import MOST_LENGTH, MOST_LINES
from gm.rules.provinces.faults import words

AHEAD = "ahead = true"
TWO = ("FRANCE", "ENGLAND")
FALL = {"payola": ("OFFERS F1901M", "4 : A BUR - MUN", "END"), "diplomacy": ("ORDERS F1901M", "A BUR - MUN", "READY")}
SPRING = {
    "payola": ("ACCEPT FAEGIRT", "1 : A PAR - BUR"), "diplomacy": ("A PAR - BUR", "READY"),
}  # fmt: skip
FILED = {"payola": ("4 : A BUR - MUN",), "diplomacy": ("A BUR - MUN",)}
BOTH = pytest.mark.parametrize("ruleset", sorted(FALL))


def table_of(ruleset: str = "diplomacy", options: str = AHEAD, played: tuple[str, ...] = TWO) -> SevenTable:
    table = SevenTable(played=played, ruleset=ruleset, options=options)
    table.watch()
    return table


def ahead(table: SevenTable, seat: str = "FRANCE") -> list[str]:
    """The codes of the phases for which something of a seat is kept."""
    sitting: Sitting = table.game.seats[seat]
    return [kept.phase.code for kept in sitting.ahead]


def codes(table: SevenTable, seat: str = "FRANCE", kind: str = "refused") -> list[str]:
    """The reasons of a refusal, without what stands in them."""
    return [one[2] for one in faults(table, seat, kind)]


def kept_for_fall(ruleset: str, *first: str) -> SevenTable:
    """A game in which France's letter for fall was kept in spring, and spring has been judged."""
    table = table_of(ruleset)
    table.tell("FRANCE", *SPRING[ruleset])
    table.tell("FRANCE", *(first or FALL[ruleset]))
    table.judge()
    return table


# -- keeping -----------------------------------------------------------------------------------------------------------


@BOTH
def test_without_the_option_a_letter_for_a_phase_to_come_does_nothing(ruleset: str) -> None:
    table = table_of(ruleset, options="")
    table.tell("FRANCE", *FALL[ruleset])
    assert "F1901M has not begun" in notices(table, "FRANCE")["refused"]["reason"]
    assert ahead(table) == []


@BOTH
def test_it_is_kept_shown_replaced_and_dropped(ruleset: str) -> None:
    table = table_of(ruleset)
    table.tell("FRANCE", *FALL[ruleset])
    told = notices(table, "FRANCE")["keptahead"]
    assert (told["phase"], tuple(told["lines"]), told["new"], told["again"]) == ("F1901M", FALL[ruleset], True, False)
    assert table.filed() == ()
    for question in ("SHOW", "STATUS"):
        table.tell("FRANCE", question)
        told = notices(table, "FRANCE")["keptahead"]
        assert (tuple(told["lines"]), told["new"]) == (FALL[ruleset], False)
    table.tell("FRANCE", FALL[ruleset][0], "A BUR H" if ruleset == "diplomacy" else "0 : A BUR H")
    assert notices(table, "FRANCE")["keptahead"]["again"]
    assert ahead(table) == ["F1901M"]
    table.tell("FRANCE", "CLEAR F1901M")
    assert notices(table, "FRANCE")["droppedahead"]["had"] and ahead(table) == []
    table.tell("FRANCE", "Clear Fall 1901")
    assert not notices(table, "FRANCE")["droppedahead"]["had"]


@BOTH
def test_it_stands_beside_what_is_on_file_and_beside_messages(ruleset: str) -> None:
    table = table_of(ruleset)
    table.tell("FRANCE", *SPRING[ruleset])
    filed = table.filed()
    table.tell("FRANCE", *FALL[ruleset], "PRESS TO ENGLAND", "Soon.", "END")
    assert ahead(table) == ["F1901M"] and table.filed() == filed
    assert "Soon." in text_of(table.of("ENGLAND"))
    table.tell("FRANCE", "CLEAR")
    assert ahead(table) == ["F1901M"] and table.filed() == ()


LONG = words("ahead-long", lines=MOST_LINES, length=f"{MOST_LENGTH:,}")


@BOTH
@pytest.mark.parametrize(
    ("first", "more", "fault"),
    [
        ("S1904M", (), words("ahead-far", most=4, last="S1903M")),
        ("F1901M", ("CLEAR",), words("ahead-beside", phase="F1901M")),
        ("F1901M", ("TRY",), words("ahead-beside", phase="F1901M")),
        ("F1901M", (f"% {'x' * 900}",) * 8, LONG),
        ("F1901M", tuple(f"A PAR H % {n}" for n in range(MOST_LINES)), LONG),
    ],
)
def test_what_cannot_be_kept_is_refused_as_a_whole(ruleset: str, first: str, more: tuple[str, ...], fault: str) -> None:
    table = table_of(ruleset)
    word, orders, _ = FALL[ruleset]
    table.tell("FRANCE", f"{word.split()[0]} {first}", orders, *more)
    assert fault in codes(table)
    assert ahead(table) == []
    assert table.filed() == ()


def test_silver_and_acceptance_lists_do_not_wait() -> None:
    table = table_of("payola")
    for line in ("TRANSFER 5 TO ENGLAND", "ACCEPT FAEGIRT"):
        table.tell("FRANCE", "OFFERS F1901M", "1 : A BUR H", "END", line)
        assert codes(table) == [words("ahead-beside", phase="F1901M")]
    assert table.game.state.balances["ENGLAND"] == 48 and not table.game.state.acceptance
    table.tell("FRANCE", "OFFERS F1901M", "END")
    assert ahead(table) == [] and len(codes(table)) == 1


@BOTH
def test_four_movement_phases_can_be_kept_and_other_phases_cannot(ruleset: str) -> None:
    table, (word, orders, _) = table_of(ruleset), FALL[ruleset]
    phases = ["F1901M", "S1902M", "F1902M", "S1903M"]
    for code in phases:
        table.tell("FRANCE", f"{word.split()[0]} {code}", orders)
    assert ahead(table) == phases
    for code in ("S1901R", "F1901R", "W1901A", "F1903M"):
        table.tell("FRANCE", f"{word.split()[0]} {code}", orders)
        assert kinds(table, "FRANCE")[0] == "refused", code
    assert ahead(table) == phases


def test_the_subject_alone_keeps_nothing() -> None:
    table = table_of()
    table.write(ADDRESS["FRANCE"], "A BUR - MUN", table.of("FRANCE"), subject="Re: [spring] F1901M")
    assert kinds(table, "FRANCE")[0] == "refused" and ahead(table) == []


def test_a_trial_drops_nothing() -> None:
    table = table_of()
    table.tell("FRANCE", *FALL["diplomacy"])
    table.tell("FRANCE", "TRY", "A PAR - BUR", "CLEAR F1901M")
    assert codes(table) == [words("ahead-trial")] and ahead(table) == ["F1901M"]


# -- its phase begins --------------------------------------------------------------------------------------------------


@BOTH
def test_it_is_on_file_when_its_phase_begins_and_its_player_is_told(ruleset: str) -> None:
    table = kept_for_fall(ruleset)
    assert table.filed() == FILED[ruleset] and ahead(table) == []
    told = kinds(table, "FRANCE")
    assert {"takenup", "maycomplete", "filed" if ruleset == "payola" else "ordered"} <= {*told}
    assert "receipt" not in told  # with it, the head of this mail would tell whether anybody else has written
    seal = notices(table, "FRANCE")["takenup"]["seal"]
    table.judge()
    assert dict(notices(table, "FRANCE")["seals"]["seals"])["France"] == seal
    assert "A BUR - MUN" in words_of(table.last(OLGA))
    table.check()


@BOTH
def test_its_seal_opens_in_the_report(ruleset: str) -> None:
    table = kept_for_fall(ruleset)
    seal = notices(table, "FRANCE")["takenup"]["seal"]
    table.operate("draw", "FRANCE", "ENGLAND")
    page = table.report()[1]
    verdict = verify_report(page, table.mbox(ADDRESS["FRANCE"]))
    assert not verdict.faults and not verdict.unchecked and seal in page


@BOTH
def test_what_is_wrong_then_files_nothing_and_comes_back_whole(ruleset: str) -> None:
    right, wrong = ("1 : A MAR H", "1 : A BUR - MOS") if ruleset == "payola" else ("A MAR H", "A BUR - MOS")
    table = kept_for_fall(ruleset, f"{FALL[ruleset][0]}", right, wrong)
    told = notices(table, "FRANCE")["nottakenup"]
    assert [one["line"] for one in told["problems"]] == [3]
    assert told["retry"] == [FALL[ruleset][0], right, wrong]
    assert table.filed() == () and ahead(table) == []
    assert table.game.clock.complete is None


def test_only_the_letter_for_the_phase_that_begins_is_read() -> None:
    table = table_of()
    table.tell("FRANCE", "ORDERS S1902M", "A BUR H")
    table.tell("FRANCE", *FALL["diplomacy"])
    table.judge()
    assert ahead(table) == ["S1902M"]
    assert "nottakenup" in kinds(table, "FRANCE")  # nobody stands in Burgundy
    table.judge()
    assert ahead(table) == [] and "nottakenup" in kinds(table, "FRANCE")


def test_it_waits_behind_retreats() -> None:
    table = table_of(played=("FRANCE", "GERMANY"))
    table.tell("FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR")
    table.judge()
    table.tell("GERMANY", "A MUN - BUR", "F KIE - DEN")
    table.tell("FRANCE", "Spring 1902", "A BUR H")
    table.judge()
    while table.game.clock.phase != "S1902M":
        assert ahead(table) == ["S1902M"]
        table.judge()
    assert table.filed() == ("A BUR H",)


# -- time --------------------------------------------------------------------------------------------------------------


def both_kept(ruleset: str = "diplomacy") -> SevenTable:
    table = table_of(ruleset)
    for seat in TWO:
        table.tell(seat, "A PAR H" if seat == "FRANCE" else "F LON H", "READY")
        table.tell(seat, "ORDERS F1901M", "A MAR H" if seat == "FRANCE" else "F EDI H", "READY")
    table.strike(table.at + timedelta(minutes=40))
    return table


def test_a_phase_for_which_all_is_kept_ends_early_as_if_all_had_come_when_it_began() -> None:
    table = both_kept()
    clock = table.game.clock
    assert (clock.phase, clock.complete) == ("F1901M", clock.opened)
    table.strike(clock.opened + 29 * MINUTE)
    assert table.game.clock.phase == "F1901M"
    table.strike(clock.opened + 36 * MINUTE)
    assert table.game.clock.phase != "F1901M"


def test_the_deadline_of_a_phase_does_not_tell_what_was_kept_for_it() -> None:
    dues = []
    for keeps in (True, False):
        table = table_of()
        if keeps:
            table.tell("FRANCE", *FALL["diplomacy"])
        table.tell("FRANCE", "ABSENT FROM 9 Jan TO 20 Jan")
        table.at = START + DAY
        table.judge()
        dues.append(table.game.clock.deadline)
    assert dues[0] == dues[1] > START + 14 * DAY


# -- whose it is -------------------------------------------------------------------------------------------------------


def resigned(table: SevenTable) -> None:
    table.tell("FRANCE", "RESIGN")
    table.reply("FRANCE", "CONFIRM")


def replaced(table: SevenTable) -> None:
    table.office.operate("spring", ["replace", "FRANCE", NEWCOMER], table.at, NEWCOMER)


@BOTH
@pytest.mark.parametrize("act", [resigned, replaced])
def test_it_goes_with_its_player_and_whoever_follows_does_not_learn_it(ruleset: str, act: Any) -> None:
    table = table_of(ruleset)
    table.tell("FRANCE", *FALL[ruleset])
    table.tell("FRANCE", "SHOW", "STATUS")
    act(table)
    assert ahead(table) == []
    if act is resigned:
        replaced(table)
    first = table.mails(NEWCOMER)[0]
    table.write(NEWCOMER, "HISTORY\nSHOW\nSTATUS", first, subject="Re: [spring]")
    assert not any("MUN" in text_of(mail) and "BUR - MUN" in text_of(mail) for mail in table.mails(NEWCOMER))
    table.judge()
    assert {"takenup", "nottakenup"}.isdisjoint(all_kinds(table, "FRANCE"))


def test_a_sitter_may_send_and_drop_it_and_reads_the_answers() -> None:
    table = table_of()
    table.tell("FRANCE", f"SITTER {NEWCOMER} FROM 5 Jan TO 7 Jan")
    table.reply("FRANCE", "CONFIRM")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    first = table.last(NEWCOMER)
    table.write(NEWCOMER, "\n".join(FALL["diplomacy"]), first, subject="Re: [spring]")
    assert ahead(table) == ["F1901M"] and "Kept for Fall 1901" in words_of(table.last(NEWCOMER))
    table.write(NEWCOMER, "CLEAR F1901M", first, subject="Re: [spring]")
    assert ahead(table) == []


@pytest.mark.parametrize("run", [("rollback", "S1901M"), ("rollback", "S1901M", "with-orders")])
def test_going_back_drops_all_that_is_kept_and_says_so_to_its_player_alone(run: tuple[str, ...]) -> None:
    table = kept_for_fall("diplomacy")
    table.tell("FRANCE", "ORDERS S1902M", "A BUR H")
    table.operate(*run)
    assert ahead(table) == []
    assert notices(table, "FRANCE")["aheadgone"]["phases"] == ["S1902M"]
    assert "aheadgone" not in kinds(table, "ENGLAND")
    table.judge()
    assert table.filed() == ()


def test_back_at_the_beginning_of_its_phase_it_is_on_file_as_it_was() -> None:
    table = kept_for_fall("diplomacy")
    table.tell("FRANCE", "CLEAR")
    table.operate("rollback", "F1901M")
    assert table.filed() == FILED["diplomacy"]
    told = {seat: notices(table, seat)["rolled"]["kept"] for seat in TWO}
    assert told == {"FRANCE": True, "ENGLAND": False}


def test_the_settings_of_a_game_say_whether_it_keeps_them() -> None:
    for options, said in ((AHEAD, 1), ("", 0)):
        table = table_of(options=options)
        table.tell("FRANCE", "STATUS")
        assert words_of(table.of("FRANCE")).count("letters for movement phases to come are kept (HELP AHEAD)") == said


@BOTH
def test_what_its_page_of_help_shows_is_kept_as_printed(ruleset: str) -> None:
    table, shown = table_of(ruleset), help_page(ruleset, "AHEAD")
    letters = [block for block in shown.split("\n\n") if block.startswith("  ")]
    for letter in letters:
        table.tell("FRANCE", *letter.split("\n"))
        assert kinds(table, "FRANCE")[0] in ("keptahead", "droppedahead"), letter
    assert len(letters) > 1


def test_the_report_tells_nothing_of_a_letter_whose_phase_never_came() -> None:
    table = table_of("payola")
    table.tell("FRANCE", "OFFERS F1901M", "77 : A BUR - MUN", "END")
    table.operate("draw", "FRANCE", "ENGLAND")
    assert not any("77 : A BUR" in form for form in table.report())
