"""Standing orders of the war games: said once, on file when a round of fire begins, and nobody else's business.

What is expected is worked out from the picture in helpers/wartable: E5 touches D6 and E6, H5 touches H6; by three
units of fire from E5 one of the two on D6 dies, by one from H5 nobody.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import DAY, MINUTE
from helpers.seventable import NEWCOMER, OLGA
from helpers.told import brought, faults, kinds, notices
from helpers.wartable import AHEAD, COMES, NORTH, SOUTH, WARS, WarTable, address

from gm.desk.mails.words import help_page
from gm.offline.verify import verify_report
from gm.rules.ground_war.faults import words as of_ground
from gm.rules.war.faults import words

BOTH = pytest.mark.parametrize("ruleset", WARS)
E5, H5 = "FIRE 3 E5-D6", "FIRE 1 H5-H6"
ALL = (E5, H5)
NORTHS = ("FIRE 2 D6-E5", "FIRE 1 E6-E5", "FIRE 1 H6-H5")


def contact(ruleset: str, *stands: str, options: str = AHEAD, deadlines: str = "") -> WarTable:
    """A war in the round of fire, in whose moves South has written these lines."""
    table = WarTable(ruleset, options, **({"deadlines": deadlines} if deadlines else {}))
    if stands:
        table.tell(SOUTH, *stands)
    table.comes()
    assert table.game.state.kind == "fire"
    return table


def stands(table: WarTable, side: str = SOUTH) -> Any:
    return (table.game.state.stands or {}).get(side, ())


def codes(table: WarTable) -> list[str]:
    return [one[2] for one in faults(table, SOUTH, "wronglines" if "wronglines" in kinds(table, SOUTH) else "refused")]


# -- saying it ---------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("STAND", ("ALL",)), ("STAND ALL", ("ALL",)), ("stand everywhere.", ("ALL",)), ("STAND G5", ("G5",)),
        ("STAND H7 G5", ("G5", "H7")), ("Stand: g5, h7", ("G5", "H7")), ("STAND ON G5 AND H7 please", ("G5", "H7")),
        ("STAND G5;G5", ("G5",)), ("- STAND G5 % for good", ("G5",)), ("STAND NONE", ()), ("NO STAND", ()),
        ("UNSTAND", ()), ("STAND OFF", ()), ("STAND DOWN", ()), ("don't stand", ()), ("NO STANDING ORDERS", ()),
        ("CLEAR STANDING ORDERS", ()), ("STANDING ORDERS: NONE", ()), ("STANDING ORDERS: G5 H7", ("G5", "H7")),
        ("STAND G5/H7", ("G5", "H7")), ("STAND [G5]", ("G5",)), ("STAND \u201cALL\u201d", ("ALL",)),
        ("Stand all men", ("ALL",)), ("STAND ALL OF THEM", ("ALL",)), ("Stand my men on G5", ("G5",)),
        ("Please stand G5", ("G5",)), ("STAND NO MEN", ()),
    ],
)  # fmt: skip
def test_it_is_understood_however_it_is_written(ruleset: str, line: str, fields: tuple[str, ...]) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, "STAND A1")
    table.tell(SOUTH, line)
    assert stands(table) == fields
    told = notices(table, SOUTH)["standingorders"]
    assert (told["everywhere"], told["now"], told["had"]) == (fields == ("ALL",), True, True)
    assert tuple(told["fields"]) == (() if fields == ("ALL",) else fields)


@BOTH
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("STAND G5-H7", words("stand")), ("STAND 2 G5", words("stand")), ("STAND ALL G5", words("stand")),
        ("STAND AL", words("stand")), ("STAND G5 NORTH", words("stand")),
        ("STAND G5 G77", words("no-field", field="G77", extent=words("extent", column="Q", rows=11))),
    ],
)  # fmt: skip
def test_what_cannot_be_read_changes_nothing_and_is_told(ruleset: str, line: str, fault: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, "STAND H5")
    table.tell(SOUTH, line)
    assert codes(table) == [fault] and stands(table) == ("H5",)


@BOTH
@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("STAND AL", "STAND ALL"), ("STAND G 5", "STAND G5"), ("STAND 5G", "STAND G5"), ("STADN G5", "STAND G5"),
        ("STAN ALL", "STAND ALL"), ("Stnad g5, h7", "STAND g5, h7"),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_what_was_meant(ruleset: str, line: str, hint: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, line)
    assert codes(table) == [words("stand")] and stands(table) == ()
    assert hint in words_of(table.of(SOUTH))


@BOTH
def test_one_line_of_a_letter_sets_them_and_a_trial_none(ruleset: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, "STAND H5")
    table.tell(SOUTH, "TRY", "STAND E5")
    assert codes(table) == [words("stand-trial")] and stands(table) == ("H5",)
    table.tell(SOUTH, "STAND E5", "STAND E4")
    assert codes(table) == [words("stand-twice", line=1)]
    table.tell(SOUTH, "STAND E5?")
    assert len(codes(table)) == 1


@BOTH
def test_without_the_option_it_is_refused_with_the_reason(ruleset: str) -> None:
    table = contact(ruleset, "STAND ALL", options="")
    assert table.on_file() == () and table.game.state.stands is not None and not table.game.state.stands
    for line in ("STAND ALL", "STAND G5, H7", "STAND NONE."):
        table.tell(SOUTH, line)
        assert codes(table) == [words("stand-off")], line


@BOTH
def test_the_settings_say_whether_a_game_has_them(ruleset: str) -> None:
    for options, said in ((AHEAD, 1), ("", 0)):
        table = WarTable(ruleset, options)
        table.tell(SOUTH, "STATUS")
        assert words_of(table.of(SOUTH)).count("standing orders are kept") == said


@BOTH
def test_they_are_no_line_of_a_sheet(ruleset: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, "MAN E5-E4" if ruleset == "ground-war" else "E5-E4")
    filed = table.on_file()
    table.tell(SOUTH, "READY")
    table.tell(SOUTH, "STAND ALL")
    assert table.on_file() == filed and SOUTH in table.game.state.ready
    table.tell(SOUTH, "CLEAR", "STAND H5")
    assert (table.on_file(), stands(table)) == ((), ("H5",))
    table.tell(SOUTH, "CLEAR")
    assert stands(table) == ("H5",)


@BOTH
def test_the_answer_says_when_they_begin_and_show_and_status_say_what_stands(ruleset: str) -> None:
    table = WarTable(ruleset)
    cycle = table.game.state.cycle
    table.tell(SOUTH, "STAND H5 E5")
    assert notices(table, SOUTH)["standingorders"]["phase"] == f"C{cycle}F"
    for question in ("SHOW", "STATUS"):
        table.tell(SOUTH, question)
        told = notices(table, SOUTH)["standingorders"]
        assert (told["fields"], told["phase"], told["now"]) == (["E5", "H5"], f"C{cycle}F", False)
        table.tell(NORTH, question)
        assert "standingorders" not in kinds(table, NORTH)
    table.comes()
    table.tell(SOUTH, "STAND ALL")
    assert notices(table, SOUTH)["standingorders"]["phase"] == f"C{cycle + 1}F"
    assert table.on_file() == ALL  # as the orders before put it there
    table.tell(SOUTH, "SHOW")
    assert words_of(table.of(SOUTH)).count("YOUR STANDING ORDERS: all your") == 1


@BOTH
def test_what_its_page_of_help_shows_is_done_as_printed(ruleset: str) -> None:
    table, shown = WarTable(ruleset), help_page(ruleset, "AHEAD")
    lines = [line for line in shown.split("\n") if line.startswith("  STAND")]
    for line in lines:
        table.tell(SOUTH, line)
        assert kinds(table, SOUTH)[0] == "standingorders", line
    assert len(lines) == 3 and shown == help_page(ruleset, "STAND")


def test_in_the_last_cycle_no_round_is_left_for_them() -> None:
    table = contact("ground-war", options=f"{AHEAD}\ncycles = 1")
    table.tell(SOUTH, "STAND ALL")
    assert notices(table, SOUTH)["standingorders"]["phase"] == ""


# -- a round of fire begins --------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("line", "filed"),
    [("STAND ALL", ALL), ("STAND E5", (E5,)), ("STAND H5 A1", (H5,)), ("STAND D6", ()), ("STAND E5\nNO STAND", ALL)],
)
def test_whoever_stands_and_may_aim_is_aimed_at_the_field_with_most(
    ruleset: str, line: str, filed: tuple[str, ...]
) -> None:
    first, _, then = line.partition("\n")
    table = WarTable(ruleset)
    table.tell(SOUTH, first)
    if then:
        table.tell(SOUTH, then)
        filed = ()
    table.comes()
    assert table.on_file() == filed and table.on_file(NORTH) == ()


@BOTH
def test_the_mail_that_opens_the_round_shows_it_and_its_seal_and_it_is_fired(ruleset: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, "STAND")
    table.tell(NORTH, "STAND ALL")
    table.comes()
    assert (table.on_file(), table.on_file(NORTH)) == (ALL, NORTHS)
    told = kinds(table, SOUTH)
    assert {"takenup", "onfile" if ruleset == "ground-war" else "airfiled"} <= {*told}
    assert "receipt" not in told and "maycomplete" not in told
    assert notices(table, SOUTH)["takenup"]["standing"] is True
    seal = notices(table, SOUTH)["takenup"]["seal"]
    assert table.game.state.ready == () and table.game.clock.complete is None
    table.judge()
    assert dict(notices(table, NORTH)["seals"]["seals"])["South"] == seal
    # Three at two: one dies; two and one at three: one dies; one at one: nobody.
    assert table.game.state.dead == {SOUTH: {"E5": 1}, NORTH: {"D6": 1}}
    table.judge()
    # One on D6, one on E6: of equal ones the first by row, then by letter.
    assert table.on_file() == ("FIRE 2 E5-D6", H5)
    assert table.on_file(NORTH) == ("FIRE 1 D6-E5", *NORTHS[1:])
    table.check()


@BOTH
def test_a_letter_replaces_it_as_a_whole_and_clear_clears_it_for_the_round(ruleset: str) -> None:
    table = contact(ruleset, "STAND ALL")
    table.tell(SOUTH, "FIRE 2 E5-E6")
    assert table.on_file() == ("FIRE 2 E5-E6",)
    table.tell(SOUTH, "CLEAR")
    assert table.on_file() == () and stands(table) == ("ALL",)
    table.judge()
    assert table.game.state.dead == {SOUTH: {}, NORTH: {}}
    table.judge()
    assert table.on_file() == ALL


@BOTH
def test_they_never_make_anybody_ready(ruleset: str) -> None:
    table = contact(ruleset, "STAND ALL", "READY")
    deadline = table.game.clock.deadline
    table.tell(NORTH, "HOLD FIRE", "READY")
    table.at = deadline - 60 * MINUTE
    table.strike(table.at)
    assert table.game.state.kind == "fire"
    table.tell(SOUTH, "READY")
    table.strike(table.at + 10 * MINUTE)
    assert table.game.state.dead[NORTH] == {"D6": 1}


@BOTH
def test_a_round_of_moves_is_owed_as_ever(ruleset: str) -> None:
    table = WarTable(ruleset, deadlines='moves = "2d"\nfire = "1d"\ngrace = "6h"')
    table.tell(SOUTH, "STAND ALL")
    clock = table.game.clock
    table.tell(NORTH, "READY")
    table.strike(clock.deadline + MINUTE)
    assert table.game.clock.grace and "grace" in kinds(table, NORTH)
    table.strike(clock.until - MINUTE)
    assert table.game.clock.phase == clock.phase
    table.strike(clock.until + MINUTE)
    assert table.game.clock.phase != clock.phase


@BOTH
def test_who_does_not_stand_where_the_enemy_comes_has_nothing_on_file(ruleset: str) -> None:
    table = contact(ruleset, "STAND A1")
    assert table.on_file() == () and "takenup" not in kinds(table, SOUTH)


@BOTH
def test_the_report_tells_them_and_its_seals_open(ruleset: str) -> None:
    table = contact(ruleset, "STAND E5 H5")
    seal = notices(table, SOUTH)["takenup"]["seal"]
    table.judge()
    table.tell(SOUTH, "STAND NONE")
    table.operate("draw", SOUTH, NORTH)
    text, page = table.report()
    verdict = verify_report(page, table.mbox(address(SOUTH)))
    assert not verdict.faults and not verdict.unchecked and seal in page
    assert "standing orders" in text and "by standing orders" in text


# -- whose they are ----------------------------------------------------------------------------------------------------


@BOTH
def test_they_go_with_their_player_and_whoever_follows_does_not_learn_them(ruleset: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, "STAND H5 B2")
    table.tell(SOUTH, "SHOW", "STATUS")
    table.tell(NORTH, "STAND ALL")
    table.office.operate("spring", ["replace", SOUTH, NEWCOMER], table.at, NEWCOMER)
    assert stands(table) == () and stands(table, NORTH) == ("ALL",)
    first = table.mails(NEWCOMER)[0]
    table.write(NEWCOMER, "HISTORY\nSHOW\nSTATUS", first, subject="Re: [spring]")
    assert not any("H5, B2" in text_of(mail) or "B2, H5" in text_of(mail) for mail in table.mails(NEWCOMER))
    table.comes()
    assert table.on_file() == () and table.on_file(NORTH) == NORTHS
    table.check()


@BOTH
def test_what_they_have_filed_stays_when_another_takes_the_seat(ruleset: str) -> None:
    table = contact(ruleset, "STAND ALL")
    table.office.operate("spring", ["replace", SOUTH, NEWCOMER], table.at, NEWCOMER)
    assert table.on_file() == ALL
    table.judge()
    table.judge()
    assert table.on_file() == ()


@BOTH
def test_going_back_leaves_them_as_they_are_and_says_so(ruleset: str) -> None:
    table = contact(ruleset, "STAND ALL")
    fire = table.game.clock.phase
    seal = notices(table, SOUTH)["takenup"]["seal"]
    table.tell(SOUTH, "FIRE 1 E5-E6")
    table.tell(SOUTH, "STAND H5")
    table.judge()
    table.operate("rollback", fire)
    assert (table.on_file(), stands(table)) == (ALL, ("H5",))
    assert notices(table, SOUTH)["standingorders"]["fields"] == ["H5"]
    assert "standingorders" not in kinds(table, NORTH)
    olgas = [kind for mail in table.mails(OLGA) for kind in brought(table, mail)]
    assert olgas and "standingorders" not in olgas
    table.judge()
    assert dict(notices(table, SOUTH)["seals"]["seals"])["South"] == seal
    table.judge()
    assert table.on_file() == (H5,)
    table.tell(SOUTH, "NO STAND")
    table.operate("rollback", fire)
    assert stands(table) == () and "standingorders" not in kinds(table, SOUTH)
    table.check()


@BOTH
def test_a_sitter_may_set_them(ruleset: str) -> None:
    table = WarTable(ruleset)
    table.tell(SOUTH, f"SITTER {NEWCOMER} FROM 5 Jan TO 9 Jan")
    table.reply(SOUTH, "CONFIRM")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    table.write(NEWCOMER, "STAND H5", table.last(NEWCOMER), subject="Re: [spring]")
    assert stands(table) == ("H5",)


# -- other ways to play the Ground War ---------------------------------------------------------------------------------


def test_where_the_sides_take_turns_they_file_when_their_own_begins() -> None:
    """South's turn, then North's: each goes by the position when its turn begins, and only its own men fire."""
    table = WarTable("ground-war", f'{AHEAD}\ninformation = "complete"\nturns = "alternate"', 'moves = "2d"')
    table.tell(SOUTH, "STAND ALL")
    assert notices(table, SOUTH)["standingorders"]["phase"] == "C2S"
    table.tell(NORTH, "STAND ALL")
    assert notices(table, NORTH)["standingorders"]["phase"] == "C1N"
    table.judge()
    assert table.game.clock.phase == "C1N" and table.on_file(NORTH) == ()  # nobody is near yet
    table.tell(SOUTH, "SHOW")
    assert notices(table, SOUTH)["standingorders"]["phase"] == "C2S"
    table.comes()
    assert (table.game.clock.phase, table.on_file(), table.on_file(NORTH)) == ("C2S", ALL, ())
    table.judge()
    assert table.game.state.dead == {SOUTH: {}, NORTH: {"D6": 1}}
    assert table.on_file(NORTH) == ("FIRE 1 D6-E5", "FIRE 1 E6-E5", "FIRE 1 H6-H5")
    table.judge()
    assert table.game.state.dead == {SOUTH: {"E5": 1}, NORTH: {}}  # two at three: one dies
    assert (table.game.clock.phase, table.on_file()) == ("C3S", ("FIRE 2 E5-D6", H5))
    table.tell(SOUTH, "MAN H5-H4")
    assert table.on_file() == ("MAN H5-H4",)
    table.check()


def test_where_both_know_the_whole_position_they_go_by_it() -> None:
    table = contact("ground-war", "STAND ALL", options=f'{AHEAD}\ninformation = "last-cycle"')
    assert table.on_file() == ALL
    table.judge()
    assert table.game.state.dead == {SOUTH: {}, NORTH: {"D6": 1}}


def test_men_on_a_contested_field_need_no_order_and_get_none() -> None:
    """North walks onto H5: its man and South's fire there by themselves, and E5 alone may aim."""
    table = WarTable("ground-war")
    table.tell(SOUTH, "STAND ALL")
    table.tell(NORTH, "2 MEN E7-D6", "MAN E7-E6", "MAN H7-H6")
    table.judge()
    table.judge()
    table.tell(NORTH, "MAN H6-H5")
    table.judge()
    assert table.on_file() == ("FIRE 3 E5-D6",) and of_ground("cannot-aim.contested", field="H5")


def test_while_commitments_are_opened_they_are_set_at_once_and_file_for_the_round_that_follows() -> None:
    table = WarTable("ground-war", deadlines='moves = "2d"\nfire = "1d"\ngrace = "6h"', clock="commit = true")
    table.tell(NORTH, *COMES["ground-war"])
    clock = table.game.clock
    table.strike(clock.deadline + MINUTE)
    table.at = clock.deadline + 10 * MINUTE
    table.tell(SOUTH, "STAND ALL")
    assert notices(table, SOUTH)["standingorders"]["phase"] == "C1F"
    table.strike(table.game.clock.until + MINUTE)
    assert (table.game.clock.phase, table.on_file()) == ("C1F", ALL)


def test_absence_moves_the_deadline_of_a_round_as_if_nothing_stood() -> None:
    dues = []
    for line in ("STAND ALL", "SHOW"):
        table = WarTable("ground-war")
        table.tell(SOUTH, line)
        table.tell(SOUTH, "ABSENT FROM 6 Jan TO 20 Jan")
        table.at += DAY
        table.comes()
        dues.append(table.game.clock.deadline)
    assert dues[0] == dues[1]
