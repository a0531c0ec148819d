"""Letters that may not be their player's are collected: few mails ask about them, and each can be answered for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, DAY, EVE, MINUTE, OPERATOR, SHEET, Table
from helpers.rows import each_row
from helpers.told import all_kinds, brought, notices, told

from gm.desk.books.fsck import check_store
from gm.desk.game.questions import MOST_HELD

HOUR = timedelta(hours=1)


def money(table: Table) -> int:
    balance: int = table.office.game("spring").state.balances["FRANCE"]
    return balance


def paid(table: Table, before: int) -> int:
    return before - money(table)


def collected(*amounts: int, table: Table | None = None) -> Table:
    """A game in which transfers of these amounts came in France's name, and the hour is over."""
    table = table or Table()
    for amount in amounts:
        table.write(ALICE, f"TRANSFER {amount} TO ENGLAND")
    table.at += HOUR
    table.strike(table.at)
    return table


def asking(table: Table) -> list[str]:
    return [kind for kind in all_kinds(table, "FRANCE") if kind in ("letterheld", "lettersheld")]


def test_the_first_letter_is_asked_about_at_once_and_the_others_together_an_hour_later() -> None:
    table = Table()
    table.write(ALICE, "TRANSFER 1 TO ENGLAND")
    asked_at = table.at
    for amount in (2, 3):
        table.write(ALICE, f"TRANSFER {amount} TO ENGLAND")
    assert asking(table) == ["letterheld"]
    table.strike(asked_at + HOUR)
    assert asking(table) == ["letterheld"]
    table.strike(asked_at + HOUR + MINUTE)
    assert asking(table) == ["letterheld", "lettersheld"]
    letters = notices(table, "FRANCE")["lettersheld"]["letters"]
    assert [(one["number"], one["lines"]) for one in letters] == [
        (n, [f"TRANSFER {n} TO ENGLAND"]) for n in (1, 2, 3)
    ]  # fmt: skip
    table.strike(asked_at + 2 * DAY)
    assert asking(table) == ["letterheld", "lettersheld"], "nothing new has come"
    assert check_store(table.office.store) == ([], 1)


@each_row(
    ("said", "spent"),
    [
        ("CONFIRM 2", 2), ("confirm 2.", 2), ("CONFIRM 1 4", 5), ("CONFIRM 1, 4", 5), ("CONFIRM 2 and 4", 6),
        ("CONFIRM ALL", 7), ("CONFIRM 1\nDENY 2\nCONFIRM 4", 5), ("DENY ALL", 0), ("DENY 2\nCONFIRM ALL", 5),
        ("CONFIRM", 0), ("CONFIRM 3", 0), ("CONFIRM 1\nCONFIRM 1", 1),
    ],
)  # fmt: skip
def test_each_of_several_letters_can_be_confirmed_or_denied(said: str, spent: int) -> None:
    table = Table()
    for amount in (1, 2, 9, 4):
        table.write(ALICE, f"TRANSFER {amount} TO ENGLAND")
    collected(table=table)
    table.write(ALICE, "DENY 3", table.last(ALICE))
    before = money(table)
    table.write(ALICE, said, table.last(ALICE))
    assert paid(table, before) == spent
    assert check_store(table.office.store) == ([], 1)


@pytest.mark.parametrize("said", ["CONFIRM", "CONFIRM 7"])
def test_a_confirm_that_does_not_say_which_letter_is_answered_with_all_of_them(said: str) -> None:
    table = collected(1, 2)
    table.write(ALICE, said, table.last(ALICE))
    assert [kind for kind, _ in told(table, "FRANCE")][:2] == ["whichletter", "lettersheld"]
    before = money(table)
    table.write(ALICE, "CONFIRM 2", table.last(ALICE))
    assert paid(table, before) == 2


def test_the_answer_to_a_confirm_shows_the_letter_that_came_next_and_is_confirmed_like_it() -> None:
    table = Table()
    table.write(ALICE, "TRANSFER 1 TO ENGLAND")
    first, before = table.last(ALICE), money(table)
    table.write(ALICE, "TRANSFER 2 TO ENGLAND")
    table.write(ALICE, "CONFIRM", first)
    assert paid(table, before) == 1
    answer = next(mail for mail in table.mails(ALICE)[-2:] if "letterheld" in brought(table, mail))
    assert brought(table, answer)["letterheld"]["lines"] == ["TRANSFER 2 TO ENGLAND"]
    table.write(ALICE, "CONFIRM", answer)
    assert paid(table, before) == 3
    table.strike(table.at + 2 * HOUR)
    assert all_kinds(table, "FRANCE").count("letterheld") == 2


def test_a_second_confirm_of_a_mail_about_two_letters_does_not_confirm_the_one_that_is_left() -> None:
    table = collected(1, 2)
    asked, before = table.last(ALICE), money(table)
    table.write(ALICE, "CONFIRM 2", asked)
    table.write(ALICE, "CONFIRM", asked)
    assert paid(table, before) == 2
    table.write(ALICE, "CONFIRM", table.last(ALICE))  # that one asks about a single letter
    assert paid(table, before) == 3


def test_a_number_given_again_is_not_confirmed_by_an_earlier_mail() -> None:
    table = collected(1, 2)
    earlier = table.last(ALICE)
    table.write(ALICE, "DENY ALL", earlier)
    collected(5, 6, table=table)
    before = money(table)
    table.write(ALICE, "CONFIRM 2", earlier)
    assert paid(table, before) == 0


def test_status_shows_what_waits_and_a_reply_to_it_confirms() -> None:
    table = Table()
    for amount in (1, 2):
        table.write(ALICE, f"TRANSFER {amount} TO ENGLAND")
    table.write(ALICE, "STATUS", table.mails(ALICE)[0])
    answer, before = table.last(ALICE), money(table)
    assert len(brought(table, answer)["lettersheld"]["letters"]) == 2
    assert "Reply CONFIRM 2 or DENY 2" in words_of(answer)
    table.write(ALICE, "CONFIRM 2", answer)
    assert paid(table, before) == 2


def test_a_sitter_is_not_shown_the_letters_that_wait_for_the_player() -> None:
    table = Table()
    sam = "sam@sitter.example"
    table.write(ALICE, f"SITTER {sam} FROM 6 Jan TO 7 Jan", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(sam, "CONFIRM", table.last(sam))
    table.at += DAY
    for amount in (1, 2):
        table.write(ALICE, f"TRANSFER {amount} TO ENGLAND")
    table.write(sam, "STATUS", table.last(sam))
    table.write(ALICE, "STATUS", table.mails(ALICE)[0])
    assert "TRANSFER" in words_of(table.last(ALICE))
    assert all("TRANSFER" not in words_of(mail) for mail in table.mails(sam))


def test_no_history_has_a_letter_that_waited_for_the_player() -> None:
    table = Table()
    sam, page = "sam@sitter.example", "Italy lied to me."
    first = table.last(ALICE)
    table.write(ALICE, f"NOTE\n{page}\nEND")
    assert page in words_of(table.last(ALICE))
    table.write(ALICE, f"SITTER {sam} FROM 6 Jan TO 7 Jan", first)
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(sam, "CONFIRM", table.last(sam))
    table.at += DAY
    table.write(sam, "HISTORY", table.last(sam))
    table.write(ALICE, "HISTORY", first)
    assert told(table, "FRANCE")[0][0] == "history" and page not in words_of(table.last(ALICE))
    table.write(ALICE, "RESIGN", first)
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(EVE, "TAKEOVER FRANCE", subject="[spring]")
    table.write(EVE, "CONFIRM", table.last(EVE))
    assert told(table, "FRANCE")[0][0] == "history" and notices(table, "FRANCE")["history"]["mails"]
    for reader in (sam, EVE):
        assert len(table.mails(reader)) > 2 and all(page not in words_of(mail) for mail in table.mails(reader))
    assert check_store(table.office.store) == ([], 1)


def test_a_flood_of_forged_letters_asks_twice_in_two_hours_and_keeps_out_no_true_letter() -> None:
    table = Table()
    for number in range(40):
        table.at -= MINUTE
        table.write(ALICE, f"TRANSFER {number + 1} TO ENGLAND", head={"Subject": "[spring] forged"})
    table.write(ALICE, SHEET)
    collected(table=table)
    assert len(table.mails(ALICE)) == 3
    letters = notices(table, "FRANCE")["lettersheld"]["letters"]
    assert len(letters) == MOST_HELD and letters[-1]["lines"] == [SHEET]
    table.write(ALICE, f"CONFIRM {letters[-1]['number']}\nDENY 1", table.last(ALICE))
    assert table.filed() == (SHEET,)
    assert [str(mail["Subject"]) for mail in table.mails(OPERATOR)] == ["[gm] letters in the name of FRANCE"]
    rows = table.office.store.rows("select count(*) as n from inbox where reason like 'too many%'")
    assert rows == [{"n": 41 - MOST_HELD}]
    assert check_store(table.office.store) == ([], 1)


def test_a_letter_that_others_crowded_out_can_be_read_again_by_the_operator() -> None:
    table = Table()
    for amount in range(1, MOST_HELD + 2):
        table.write(ALICE, f"TRANSFER {amount} TO ENGLAND")
    collected(table=table)
    aside = next(one for one in table.office.store.inbox.put_aside() if "too many" in one.reason)
    letter = table.office.store.inbox.aside(aside.id)
    assert letter is not None
    assert table.office.redo(letter, table.at).state == "held"
    assert len(table.office.game("spring").seats["FRANCE"].held) == MOST_HELD


def test_letters_are_asked_about_while_the_game_is_paused_and_when_it_is_over() -> None:
    table = Table()
    table.office.operate("spring", ["pause"], table.at)
    collected(1, 2, table=table)
    assert asking(table) == ["letterheld", "lettersheld"]
    table.office.operate("spring", ["abort"], table.at)
    table.write(ALICE, "TRANSFER 3 TO ENGLAND")
    table.strike(table.at + HOUR + MINUTE)
    assert asking(table) == ["letterheld", "lettersheld", "lettersheld"]


def test_a_letter_of_few_long_lines_that_cannot_be_shown_is_not_asked_about() -> None:
    table = Table()
    handled = table.write(ALICE, "x" * 20_000)
    assert (handled.state, handled.hold) == ("held", None)
