"""What careless players wrote on phones: a slip costs nothing, and what is proposed is what was meant."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, SevenTable
from helpers.told import kinds, notices
from helpers.turntable import TurnTable, address
from test_overlooked import SOUTH, WarTable

OFFER = "4 : A PAR - BUR"


def payola(*lines: str) -> tuple[SevenTable, dict[str, Any]]:
    """A game, and what France was told after a letter."""
    table = SevenTable()
    table.tell("FRANCE", *lines)
    return table, notices(table, "FRANCE")


def war(*lines: str, table: WarTable | None = None, subject: str = "") -> tuple[WarTable, dict[str, Any]]:
    """A Ground War, and what South was told after a letter."""
    table = table or WarTable()
    mail = table.last(SOUTH)
    table.write(SOUTH, "\n".join(lines), mail, subject=subject or None)
    return table, notices(table, "SOUTH")


def ready(table: WarTable) -> bool:
    return "SOUTH" in table.office.game("spring").state.ready


def hints(told: dict[str, Any]) -> list[str]:
    problems = (told.get("refused") or told.get("wronglines") or {"problems": []})["problems"]
    return [hint for problem in problems for hint in problem["hints"]]


@each_row("line", [
    "CLEAR please", "Clear, please", "CLEAR: please", "please clear", "Hi, could you please clear? thanks",
])  # fmt: skip
def test_a_clear_with_a_please_clears(line: str) -> None:
    table, _ = payola(OFFER)
    told = table.tell("FRANCE", line) and notices(table, "FRANCE")
    assert (table.filed() == ()) == ("?" not in line) and "refused" not in told


@each_row("line", ["Clear, thanks", "ok, clear", "All clear, thank you", "Clear all my offers"])
def test_that_something_is_clear_clears_nothing(line: str) -> None:
    table, _ = payola(OFFER)
    table.tell("FRANCE", line)
    assert table.filed() == (OFFER,)


@each_row("mark", ["- ", "\u2022 ", "* ", "\u2013 ", "-> "])
@each_row("order", [OFFER, "TRANSFER 5 TO ITALY", "ACCEPT FEGIART"])
def test_a_list_of_orders_in_a_reply_to_a_message_goes_to_nobody(mark: str, order: str) -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Shall we?", "END")
    before = table.counts()
    table.reply("FRANCE", "Ok!", f"{mark}{order}")
    assert notices(table, "FRANCE")["pressunclear"]["for_us"] == [order]
    assert table.counts()["GERMANY"] == before["GERMANY"]


@each_row(
    "line",
    [
        "To Italy:", "GM: what is the rule", "Orders for S1901M: see below", "my orders: later", "To Italy and Russia:",
        "To all:", "Dear Italy,", "Italy: hello", "For Italy:", "message for Italy:", "Dear GM", "GREY", "(grey)",
    ],
)  # fmt: skip
def test_a_line_for_somebody_else_in_a_reply_to_a_message_is_not_passed_on(line: str) -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Shall we?", "END")
    before = table.counts()
    table.reply("FRANCE", line, "Germany is lying")
    assert "pressunclear" in kinds(table, "FRANCE") and table.counts()["GERMANY"] == before["GERMANY"]


def test_the_same_short_answer_may_be_given_to_two_messages_but_not_twice_to_one() -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Shall we?", "END")
    first = table.of("FRANCE")
    table.reply("FRANCE", "Yes")
    table.tell("ITALY", "PRESS TO FRANCE", "Peace?", "END")
    table.reply("FRANCE", "Yes")
    assert "presssent" in kinds(table, "FRANCE")
    table.write(ADDRESS["FRANCE"], "No", first)
    assert table.write(ADDRESS["FRANCE"], "No", first).state == "held"


@pytest.mark.parametrize("line", [
    "TRANSFER 5 TO ITALY ; TRANSFER 5 TO GERMANY", f"ACCEPT FEGIART ; {OFFER}", f"{OFFER} // 3 : F BRE - MAO",
    f"{OFFER} #4",
])  # fmt: skip
def test_what_stands_behind_a_sign_of_remarks_is_none_if_it_says_something(line: str) -> None:
    table, told = payola(line)
    assert table.filed() == () and "refused" in told


def test_a_remark_is_still_one() -> None:
    table, _ = payola(f"{OFFER} // for the push east", "25 $ ; save them", "3 : F BRE - MAO # as you said")
    assert table.filed() == (OFFER, "25 $", "3 : F BRE - MAO")


def test_grey_above_a_message_does_not_let_it_go_out_with_a_name() -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", "GREY", "PRESS TO GERMANY", "I will stab Italy", "END")
    assert "refused" in kinds(table, "FRANCE") and table.counts()["GERMANY"] == before["GERMANY"]


@pytest.mark.parametrize("line", [
    "BROADCAST hello all", "PRESS TO GERMANY shall we ally?", "Press to germany: shall we ally?", "PRESS TO GERMANY hi",
])  # fmt: skip
def test_a_message_on_the_line_of_its_command_is_no_talk(line: str) -> None:
    table, told = payola(OFFER, line)
    assert "END" in told["refused"]["problems"][0]["message"] and table.filed() == ()


@each_row(("line", "meant"), [
    ("four : A PAR - BUR", [OFFER]), ("A PAR - BUR 4", [OFFER]), ("5 to A PAR for BUR", ["5 : A PAR - BUR"]),
    ("A PAR - BUR : 4 silver", [OFFER]),
    ("3 \u2192 A MUN - BUR", ["3 > A MUN - BUR"]), ("TRANSFER 5 GERMANY", ["TRANSFER 5 TO GERMANY"]),
    ("Transfer germany 5", ["TRANSFER 5 TO GERMANY"]),
    ("- ACCEPT FEGIART", ["ACCEPT FEGIART"]),
    ("3 not A MUN - BUR", []), ("5 : A MUN not BUR", []), ("2 and A PAR H", ["2 : A PAR H"]),
    ("TRY 4 : A PAR - PIC", []),
    ("TRANSFER 5 not to GERMANY", []),
])  # fmt: skip
def test_what_is_proposed_for_an_offer_is_what_was_meant(line: str, meant: list[str]) -> None:
    _, told = payola(line)
    assert hints(told) == meant


@pytest.mark.parametrize("line", ["savings 25", "reserve 25", "save 25"])
def test_savings_in_other_words_are_savings(line: str) -> None:
    table, _ = payola(OFFER, line)
    assert table.filed() == (OFFER, "25 $")


def test_an_order_in_a_subject_is_shown_with_what_to_send() -> None:
    table = SevenTable()
    table.write(ADDRESS["FRANCE"], OFFER, table.of("FRANCE"), subject="Re: [spring] S1901M TRANSFER 5 TO GERMANY")
    missed = notices(table, "FRANCE")["overlooked"]
    assert missed["subject"] == "TRANSFER 5 TO GERMANY" and missed["retry"] == [OFFER, "TRANSFER 5 TO GERMANY"]


def test_orders_below_the_signature_of_a_reply_to_a_message_are_shown() -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Shall we?", "END")
    table.reply("FRANCE", "ok deal", "-- ", "Jean", OFFER)
    assert notices(table, "FRANCE")["overlooked"]["below"] == [OFFER] and "presssent" in kinds(table, "FRANCE")


# -- war games -------------------------------------------------------------------------------------------------


@each_row(
    "line", ["Dear Germany,", "Italy, I think, is weak", "France", "Italy?", "for Munich I want 3"]
)
def test_talk_in_a_reply_to_a_message_is_passed_on(line: str) -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Shall we?", "END")
    table.reply("FRANCE", line)
    assert "presssent" in kinds(table, "FRANCE")


@each_row("line", [
    "PRESS TO GERMANY # GREY", "PRESS TO GERMANY ; FROM ITALY", "PRESS TO GERMANY ; ITALY", "BROADCAST // grey please",
    "WAIT ; only if Italy waits", "VOTE DRAW # not yet", "EXTEND 2d ; no, 3d", "TRANSFER 5 TO GERMANY ; 5 TO ITALY",
    "ACCEPT FEGIART ; not yet", f"{OFFER} ; only if F BRE - MAO", f"{OFFER} // - PIC",
])  # fmt: skip
def test_no_remark_takes_away_what_changes_a_command(line: str) -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", line, "Hello", "END")
    assert {"refused", "notread"} & {*kinds(table, "FRANCE")}
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1} and table.filed() == ()


@each_row("line", [
    "TRANSFER 5 FROM GERMANY", "TRANSFER 5 away from GERMANY", "TRANSFER twice 5 TO GERMANY", "ignore 4 : A PAR - BUR",
    "A PAR - BUR -4", "A PAR - BUR 1901",
])  # fmt: skip
def test_nothing_else_than_was_written_is_proposed(line: str) -> None:
    assert not [hint for hint in hints(payola(line)[1]) if hint.startswith(("TRANSFER", "4 :", "1901"))]


@pytest.mark.parametrize("line", ["2 F6-F7 by road", "FIRE F6 2nd F7", "MAN F6 2me to F7", "truck N4-N5 road 2"])
def test_no_order_is_taken_for_an_address(line: str) -> None:
    _, told = war("MAN F6-F7", "", "Sue", line)
    assert "wronglines" in told or line in told["notread"]["lines"]


@pytest.mark.parametrize("subject", ["not ready", "try", "MAN F6-F7 please", "orders: MAN F6-F7"])
def test_what_is_meant_in_a_subject_is_shown_and_nobody_is_ready(subject: str) -> None:
    table, told = war("TRUCK N4-N5 WITH 2", "READY", subject=f"Re: [spring] C1M: {subject}")
    assert told["overlooked"]["subject"] == subject and not ready(table)


@pytest.mark.parametrize("line", ["im ready", "Im ready with my moves", "ready now", "I am ready"])
def test_ready_in_other_words_is_shown(line: str) -> None:
    table, told = war("MAN F6-F7", line)
    assert not ready(table) and "READY" in hints(told)


@each_row(
    "line", ["F6F7", "MAN F-6 - F-7", "2 F6F7", "perhaps MAN F6-F7", "attack F7", "or F6-F7", "if possible F6-F7"]
)
def test_nobody_is_ready_beside_a_line_that_may_be_an_order(line: str) -> None:
    table, _ = war(line, "READY")
    assert not ready(table)


@each_row("line", ["TR", "TRT", "try this", "just a try:", "TRY?"])
def test_beside_a_misspelt_try_nothing_is_filed(line: str) -> None:
    table, told = war(line, "MAN F6-F7", "READY")
    assert table.filed("SOUTH") == () and not ready(table) and "refused" in told


def test_ready_is_taken_back_in_words_and_what_is_dropped_is_told() -> None:
    table, _ = war("MAN F6-F7", "READY")
    assert ready(table)
    _, told = war("MAN F6-F20", table=table)
    assert told["wronglines"]["final"] and ready(table)
    war("unready", table=table)
    assert ready(table)
    war("NOT READY", table=table)
    assert not ready(table) and table.filed("SOUTH") == ("MAN F6-F7",)
    _, told = war("TRUCK N4-N5 WITH 2", table=table)
    assert told["onfile"]["gone"] == ["MAN F6-F7"]


@each_row(("line", "meant"), [
    ("don't move F6-F7", []), ("F6-F7 unless North is there", []), ("both men F6-F7", ["2 MEN F6-F7"]),
    ("everyone F6-F7", ["ALL MEN F6-F7"]),
])  # fmt: skip
def test_a_denial_or_a_number_is_never_left_out_of_a_proposal(line: str, meant: list[str]) -> None:
    _, told = war(line)
    assert [hint for hint in hints(told) if "F6-F7" in hint] == meant


def test_the_number_of_a_list_is_no_number_of_men() -> None:
    table, told = war("1: F6-F7", "READY")
    assert table.filed("SOUTH") == () and "wronglines" in told and not hints(told) and not ready(table)


def test_nobody_is_ready_whose_order_stands_below_the_signature() -> None:
    table, told = war("READY", "-- ", "Sue", "MAN F6-F7")
    assert not ready(table) and told["overlooked"]["below"] == ["MAN F6-F7"]


@pytest.mark.parametrize("line", ["moving F6 to F7 and holding the rest", "firing N4 at N5 then"])
def test_orders_told_as_a_story_in_a_reply_to_a_message_go_to_nobody(line: str) -> None:
    table = WarTable()
    north = "north@players.example"
    table.write(north, "PRESS TO SOUTH\nShall we?\nEND", table.last(north))
    before = table.last(north)
    assert "pressunclear" in war(line, table=table)[1] and table.last(north) == before


def test_lines_taken_for_an_address_are_shown_as_not_read() -> None:
    table, told = payola(OFFER, "", "Best regards,", "Anne Martin", "12 rue de la Gare", "75001 Paris")
    assert table.filed() and "75001 Paris" in told["notread"]["lines"]


@each_row("struck", [
    "<s>MAN F6-F7</s>", "<del>MAN F6-F7</del>", "<span style='text-decoration:line-through'>MAN F6-F7</span>",
    "<span style='text-decoration-line:line-through'>MAN F6-F7</span>",
])  # fmt: skip
@each_row("beside", [False, True])
def test_what_is_struck_out_is_not_done(struck: str, beside: bool) -> None:
    table = WarTable()
    page = f"Content-Type: text/html\n\n<p>{struck}</p><p>TRUCK N4-N5 WITH 2</p>\n"
    plain = "Content-Type: text/plain\n\nMAN F6-F7\nTRUCK N4-N5 WITH 2\n"
    body = "".join(f"--b\n{part}" for part in ([plain, page] if beside else [page])) + "--b--\n"
    table.write(SOUTH, body, table.last(SOUTH), head={"Content-Type": "multipart/alternative; boundary=b"})
    assert table.filed("SOUTH") == ("TRUCK N4-N5 WITH 2",)


# -- So Long Sucker --------------------------------------------------------------------------------------------


def test_words_run_together_and_colours_first_are_understood_or_shown() -> None:
    table = TurnTable()
    mover = table.owing()
    colour, other = mover.lower(), next(seat for seat in table.game.seats if seat != mover).lower()
    table.tell(mover, f"{colour} play")
    assert hints(notices(table, mover)) == [f"PLAY {colour}"]
    table.tell(mover, f"PLAY{colour} NEXT{other}")
    assert table.owing() == other.upper()


def test_an_order_in_reply_to_a_broadcast_is_shown_as_one() -> None:
    table = TurnTable()
    mover = table.owing()
    other = next(seat for seat in table.game.seats if seat != mover)
    table.tell(other, "BROADCAST", "Hello", "END")
    order = table.example()
    table.write(address(mover), order, table.of(mover))
    told = notices(table, mover)["pressunclear"]
    assert told["for_us"] == [order] and order in text_of(table.of(mover))
    table.tell(mover, *told["for_us"])
    assert table.owing() != mover
