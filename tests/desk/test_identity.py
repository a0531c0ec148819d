"""Who wrote a letter: replies from the player's address to a recent mail act; all else waits for the player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, GAME, GM, MINUTE, OPERATOR, SHEET, START, WORK, Table
from helpers.rows import each_row
from helpers.told import brought, heard

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.mails.answers import Bucket
from gm.desk.office import Handled
from gm.post.inbound.authenticity import Authenticity
from gm.post.outbound.compose import Sender
from gm.rules.lines import letters
from gm.store.store import Store


@pytest.mark.parametrize("sender", [ALICE, WORK])
def test_a_reply_from_an_address_of_the_player_acts_at_once(sender: str) -> None:
    table = Table()
    assert table.write(sender, SHEET, table.last(ALICE)).state == "done"
    assert table.filed() == ("4 : A PAR - BUR",)
    assert table.last(ALICE)["To"] == ALICE, "mail goes to the first of his addresses"


def test_a_letter_with_the_players_from_and_nothing_else_is_held_and_he_is_asked() -> None:
    table = Table()
    handled = table.write(ALICE, SHEET)
    assert (handled.state, handled.seat, table.filed()) == ("held", "FRANCE", ())
    asked = brought(table, table.last(ALICE))
    assert asked.keys() == {"letterheld"}
    assert (asked["letterheld"]["doubt"], asked["letterheld"]["lines"]) == ("unproven", [SHEET])
    assert len(table.mails(BOB)) == 1, "nobody else hears of it"


def test_a_held_letter_acts_once_its_player_confirms_it_and_is_answered_once() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    count = len(table.mails(ALICE))
    assert table.write(ALICE, "CONFIRM", table.last(ALICE)).state == "done"
    assert table.filed() == ("4 : A PAR - BUR",)
    assert len(table.mails(ALICE)) == count + 1
    assert brought(table, table.last(ALICE))["filed"]["lines"] == [SHEET]
    row = table.office.store.row("select state, reason from inbox where hold = 1")
    assert row == {"state": "done", "reason": "confirmed"}
    assert check_store(table.office.store) == ([], 1)


def test_a_confirmed_letter_does_not_act_a_second_time() -> None:
    table = Table()
    table.write(ALICE, "TRANSFER 2 TO ENGLAND")
    asked = table.last(ALICE)
    before = table.office.game("spring").state.balances["FRANCE"]
    for _ in range(2):
        table.write(ALICE, "CONFIRM", asked)
    assert table.office.game("spring").state.balances["FRANCE"] == before - 2
    assert brought(table, table.last(ALICE))["nothingtoconfirm"] == {"waits": False, "answers": False}


def test_a_letter_is_confirmed_only_in_reply_to_the_mail_that_shows_it() -> None:
    table = Table()
    first = table.last(ALICE)
    table.write(ALICE, SHEET)
    asked = table.last(ALICE)
    table.write(ALICE, "CONFIRM", first)
    assert brought(table, table.last(ALICE))["nothingtoconfirm"] == {"waits": True, "answers": False}
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert table.filed() == ()
    table.write(ALICE, "CONFIRM", asked)
    assert table.filed() == ("4 : A PAR - BUR",)


def test_a_resignation_is_asked_about_again_if_a_confirm_replies_to_another_mail() -> None:
    table = Table()
    first = table.last(ALICE)
    table.write(ALICE, "RESIGN", first)
    table.write(ALICE, "CONFIRM", first)
    assert table.office.game("spring").seats["FRANCE"].taken
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert not table.office.game("spring").seats["FRANCE"].taken


def test_a_forged_confirm_without_a_reply_confirms_nothing() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    answers, count = heard(table), len(table.mails(ALICE))
    assert table.write(ALICE, "CONFIRM").state == "answered"
    assert table.filed() == ()
    assert answers == [("confirmhow", {"shared": False})] and len(table.mails(ALICE)) == count + 1


def test_a_confirm_to_the_plain_address_counts_if_it_replies_to_the_mail_that_asks() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    assert table.write(ALICE, "CONFIRM", table.last(ALICE), to=GM.address).state == "done"
    assert table.filed() == ("4 : A PAR - BUR",)


def test_a_forwarded_mail_does_not_hand_over_the_seat() -> None:
    table = Table()
    forwarded, answers = table.last(ALICE), heard(table)
    handled = table.write(EVE, "RESIGN\nCONFIRM", forwarded)
    assert handled.state == "held"
    assert table.office.game("spring").seats["FRANCE"].taken
    assert answers == [("notyours", {"game": "spring", "asked": True})] and len(table.mails(EVE)) == 1
    assert brought(table, table.last(ALICE))["letterheld"]["doubt"] == "foreign"
    # What the stranger answers to their own answer is not the player's CONFIRM.
    table.write(EVE, "CONFIRM", table.last(EVE))
    assert table.office.game("spring").seats["FRANCE"].taken


@pytest.mark.parametrize("believed", [False, True])
def test_a_sheet_tapped_for_one_seat_with_the_reply_address_of_another_is_shown_to_nobody(believed: bool) -> None:
    """Whoever forges a link puts their own token into it; the player may write from an address that we do not know."""
    table = Table(believes=believed)
    forged, count = table.last(ALICE), len(table.mails(ALICE))
    handled = table.write(EVE, SHEET, forged, subject="Re: [spring] S1901M for ENGLAND")
    assert handled.state == "ignored" or handled.seat == "", handled
    assert len(table.mails(ALICE)) == count
    assert table.filed() == table.filed("ENGLAND") == ()


def test_a_sheet_tapped_for_the_seat_of_its_reply_address_is_taken() -> None:
    table = Table()
    assert table.write(ALICE, SHEET, table.last(ALICE), subject="Re: [spring] S1901M for FRANCE").state == "done"
    assert table.filed() == (SHEET,)
    kept = table.office.store.journal.last_letter("spring", "FRANCE")
    assert kept is not None and not kept.get("subject"), "the subject of a page is no order"


def test_a_player_who_answers_anothers_mail_does_not_act_for_him_nor_at_once_for_himself() -> None:
    table = Table()
    handled = table.write(BOB, "2 : F LON - NTH", table.last(ALICE))
    assert (handled.state, handled.seat) == ("held", "ENGLAND")
    assert table.filed() == table.filed("ENGLAND") == ()
    assert "letterheld" in brought(table, table.last(BOB))
    assert len(table.mails(ALICE)) == 1


@pytest.mark.parametrize(("verdict", "state"), [("pass", "done"), ("none", "held"), ("fail", "held")])
def test_without_a_reply_the_mail_server_must_vouch_for_the_sender(verdict: Any, state: str) -> None:
    table = Table()
    table.vouched = Authenticity(verdict, "dmarc")
    assert table.write(ALICE, SHEET).state == state


def test_a_reply_address_is_good_for_fourteen_days_whatever_happens() -> None:
    table = Table()
    first = table.last(ALICE)
    table.strike(START + 13 * DAY)
    assert table.office.game("spring").seats["FRANCE"].deadlines >= 2
    assert table.write(ALICE, "STATUS", first, at=START + 14 * DAY - MINUTE).state == "done"
    assert table.write(ALICE, "STATUS", first, at=START + 14 * DAY).state == "held"
    assert brought(table, table.last(ALICE))["letterheld"]["doubt"] == "stale"


def test_a_reply_address_is_good_until_two_later_deadlines_of_its_owner_have_passed() -> None:
    table = Table()
    table.office.operate("spring", ["deadline", "+60d"], START + MINUTE)
    first = table.mails(ALICE)[0]
    assert table.write(ALICE, "STATUS", first, at=START + 50 * DAY).state == "done"
    table.strike(START + 64 * DAY)
    assert table.office.game("spring").seats["FRANCE"].deadlines == 1
    assert table.write(ALICE, "STATUS", first, at=START + 64 * DAY).state == "done"
    table.strike(START + 70 * DAY)
    assert table.office.game("spring").seats["FRANCE"].deadlines >= 2
    assert table.write(ALICE, "STATUS", first, at=START + 70 * DAY).state == "held"


def test_each_mail_has_a_reply_address_of_its_own() -> None:
    table = Table()
    table.write(ALICE, "STATUS", table.last(ALICE))
    table.write(ALICE, "STATUS", table.last(ALICE))
    assert len({str(mail["Reply-To"]) for mail in table.mails(ALICE)}) == 3


def test_the_reply_addresses_of_a_former_player_are_dead() -> None:
    table = Table()
    old = table.last(ALICE)
    table.office.operate("spring", ["replace", "FRANCE", "carol@example.net"], table.at, "carol@example.net")
    assert table.write(ALICE, SHEET, old).seat == ""
    assert table.write("carol@example.net", SHEET, old).state == "held"
    assert table.filed() == ()
    assert table.write("carol@example.net", SHEET, table.mails("carol@example.net")[0]).state == "done"


def test_resign_wants_a_confirm_in_reply_to_the_mail_that_asks() -> None:
    table = Table()
    first = table.last(ALICE)
    table.write(ALICE, "RESIGN", first)
    asked = table.last(ALICE)
    assert table.office.game("spring").seats["FRANCE"].taken
    table.write(ALICE, "CONFIRM", first)
    assert table.office.game("spring").seats["FRANCE"].taken
    table.write(ALICE, "CONFIRM", asked)
    assert not table.office.game("spring").seats["FRANCE"].taken


def test_resign_wants_a_confirm_even_where_the_mail_server_vouches() -> None:
    table = Table()
    table.vouched = Authenticity("pass", "dmarc")
    table.write(ALICE, "RESIGN")
    table.write(ALICE, "CONFIRM")
    assert table.office.game("spring").seats["FRANCE"].taken


def test_a_held_letter_that_resigns_needs_one_confirm() -> None:
    table = Table()
    table.write(ALICE, "RESIGN")
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert not table.office.game("spring").seats["FRANCE"].taken


@pytest.mark.parametrize("more", ["HISTORY", "DIARY", "NOTE\nall over\nEND"])
def test_who_resigns_in_a_held_letter_is_answered_whatever_else_he_asks(more: str) -> None:
    table = Table()
    table.write(ALICE, f"RESIGN\n{more}", subject="[spring]")
    before = len(table.mails(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert not table.office.game("spring").seats["FRANCE"].taken
    assert len(table.mails(ALICE)) == before + 1
    resigned = {"seat_name": "France", "by_operator": False, "kept": False, "stands": "Spring 1901"}
    assert brought(table, table.last(ALICE))["resigned"] == resigned


def test_a_takeover_wants_a_confirm_in_reply_to_the_mail_that_asks() -> None:
    table = Table()
    table.write(EVE, "TAKEOVER ITALY")
    asked = table.last(EVE)
    table.write(EVE, "CONFIRM")
    assert not table.office.game("spring").seats["ITALY"].taken
    table.write(EVE, "CONFIRM", asked)
    assert table.office.game("spring").seats["ITALY"].taken


def test_two_questions_at_a_time_are_told_apart_by_the_mail_that_is_answered() -> None:
    table = Table()
    table.write(ALICE, "TRANSFER 1 TO ENGLAND")
    first = table.last(ALICE)
    table.write(ALICE, "TRANSFER 5 TO ENGLAND")
    before = table.office.game("spring").state.balances["FRANCE"]
    table.write(ALICE, "CONFIRM", first)
    assert table.office.game("spring").state.balances["FRANCE"] == before - 1


def test_a_question_is_withdrawn_after_fourteen_days() -> None:
    table = Table()
    table.office.operate("spring", ["deadline", "+60d"], START + MINUTE)
    table.write(ALICE, SHEET)
    asked = table.last(ALICE)
    table.write(ALICE, "CONFIRM", asked, at=table.at + 15 * DAY)
    assert table.filed() == ()


def test_a_letter_confirmed_in_grace_counts_for_the_phase_for_which_it_came() -> None:
    table = Table()
    game = GAME.format(name="autumn", identity="checked").replace('grace = "0s"', 'grace = "1d"')
    table.office.open_game(read_game_file(game), START, "cd" * 32)
    table.write(ALICE, SHEET, subject="[autumn]", at=START + 3 * DAY - MINUTE)
    asked = table.last(ALICE)
    table.strike(START + 3 * DAY + 2 * MINUTE)
    clock = table.office.game("autumn").clock
    assert clock is not None and clock.grace
    assert table.write(ALICE, "CONFIRM", asked, at=START + 3 * DAY + 3 * MINUTE).state == "done"
    assert table.filed(name="autumn") == ("4 : A PAR - BUR",)


def test_a_letter_confirmed_after_its_phase_was_judged_is_not_used_for_the_next() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    asked = table.last(ALICE)
    table.strike(START + 3 * DAY + MINUTE)
    assert table.office.game("spring").closed == "S1901M"
    table.write(ALICE, "CONFIRM", asked, at=START + 3 * DAY + 2 * MINUTE)
    assert table.filed() == ()
    reason = letters.words("over", named="S1901M", due="the phase now due", now="F1901M")
    assert brought(table, table.last(ALICE))["refused"]["reason"] == reason


def test_an_open_game_believes_from_but_not_for_what_is_dangerous() -> None:
    table = Table("open")
    assert table.write(ALICE, SHEET).state == "done"
    table.write(ALICE, "RESIGN")
    table.write(ALICE, "CONFIRM")
    assert table.office.game("spring").seats["FRANCE"].taken


@pytest.mark.parametrize(("verdict", "state"), [("pass", "done"), ("none", "held")])
def test_a_strict_game_wants_both_the_reply_address_and_the_mail_servers_word(verdict: Any, state: str) -> None:
    table = Table("strict")
    table.vouched = Authenticity(verdict, "dmarc")
    assert table.write(ALICE, SHEET).state == "held"
    assert table.write(ALICE, SHEET, table.mails(ALICE)[0]).state == state


def test_without_plus_addresses_the_token_in_the_subject_is_the_reply_address() -> None:
    table = Table(sender=Sender("GM", GM.address))
    first = table.last(ALICE)
    assert "(#" in first["Subject"] and first["Reply-To"] is None
    assert table.write(ALICE, SHEET, first, to=GM.address).state == "done"
    assert table.write(EVE, SHEET, first, to=GM.address).state == "held"


def test_the_operator_may_vouch_for_a_held_letter_and_only_for_such_a_one() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    table.write(EVE, SHEET, subject="hello")
    inbox = table.office.store.inbox
    held, other = (inbox.aside(one.id) for one in inbox.put_aside())
    assert held is not None and other is not None
    table.office.redo(held, table.at, confirm=True)
    assert table.filed() == ("4 : A PAR - BUR",)
    with pytest.raises(OperatorError):
        table.office.redo(other, table.at, confirm=True)


def test_a_held_letter_put_back_into_the_mailbox_is_read_again_and_one_that_acted_is_not() -> None:
    table = Table()
    head = f"From: {ALICE}\nTo: {GM.address}\nSubject: [spring]\nMessage-ID: <x@y>\n\nTRANSFER 2 TO ENGLAND\n".encode()
    assert table.office.receive("1/100", head, table.at, table.at).state == "held"
    assert table.office.receive("1/101", head, table.at, table.at).reason == "a copy waits for its CONFIRM"
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    balance = table.office.game("spring").state.balances["FRANCE"]
    assert table.office.receive("1/102", head, table.at, table.at).state == "known"
    assert table.office.receive("1/102", head, table.at, table.at).state == "known"
    assert table.office.game("spring").state.balances["FRANCE"] == balance
    alarms = [mail for mail in table.mails(OPERATOR) if "twice" in mail["Subject"]]
    assert len(alarms) == 1


# -- PING --------------------------------------------------------------------------------------------------------


@each_row(
    ("write", "says"),
    [
        (lambda t: t.write(ALICE, "PING", t.last(ALICE)), "FRANCE because your mail came to the reply address"),
        (lambda t: t.write(ALICE, "PING"), "FRANCE because From is your address, but nothing else shows"),
        (lambda t: t.write(EVE, "PING", t.last(ALICE)), "because your mail came to a player's reply address, but From"),
        (lambda t: t.write(EVE, "PING"), "no player of it because From is no player's address"),
        (lambda t: t.write(EVE, "PING", subject="x"), "nobody that we know because neither reply address nor subject"),
    ],
)
def test_ping_says_who_we_think_the_sender_is_and_why(write: Callable[[Table], Handled], says: str) -> None:
    table = Table()
    journal = table.office.store.rows("select count(*) as n from journal")
    handled = write(table)
    assert handled.state == "answered"
    row = table.office.store.row("select recipient from outbox order by id desc limit 1")
    assert row is not None
    answer = words_of(table.last(row["recipient"]))
    assert says in answer.replace("you are: ", "") and "nothing is known" in answer
    assert ("| PING" in answer) != ("1 line, not repeated" in answer), "strangers get no text back"
    assert table.office.store.rows("select count(*) as n from journal") == journal, "nothing is changed by it"


def test_ping_beside_orders_is_answered_and_the_orders_act() -> None:
    table = Table()
    count = len(table.mails(ALICE))
    assert table.write(ALICE, f"PING\n{SHEET}", table.last(ALICE)).state == "done"
    assert table.filed() == ("4 : A PAR - BUR",)
    assert len(table.mails(ALICE)) == count + 2


# -- how much is answered ----------------------------------------------------------------------------------------


def test_after_thirty_answers_letters_still_act_and_the_last_answer_says_so() -> None:
    table = Table()
    first = table.last(ALICE)
    for number in range(35):
        table.at -= MINUTE
        assert table.write(ALICE, f"{number % 9} : A PAR - BUR", first).state == "done"
    rows = table.office.store.rows("select state, raw from outbox where recipient = ? order by id", [ALICE])[1:]
    assert [row["state"] for row in rows] == ["waiting"] * 30 + ["withheld"] * 5
    assert b"follow one by one" in rows[29]["raw"] and b"follow one by one" not in rows[28]["raw"]
    assert table.filed() == (f"{34 % 9} : A PAR - BUR",)


def test_an_empty_bucket_fills_evenly_through_the_hour() -> None:
    bucket = Bucket(Store(":memory:"), 4)
    assert [bucket.take("a", START) for _ in range(5)] == ["yes", "yes", "yes", "last", "no"]
    assert bucket.take("a", START + 14 * MINUTE) == "no"
    assert bucket.take("a", START + 15 * MINUTE) == "last"
    assert bucket.take("b", START) == "yes"
    assert [bucket.take("a", START + 3 * DAY) for _ in range(5)] == ["yes", "yes", "yes", "last", "no"]


def test_a_letter_in_a_game_of_phases_is_kept_without_what_only_live_games_need() -> None:
    """Even a reply to a mail from before a rollback, which in a live game must say what it is about."""
    table = Table()
    first = table.last(ALICE)
    table.at += MINUTE
    table.write(ALICE, SHEET, first)
    table.office.operate("spring", ["rollback", "S1901M"], table.at + MINUTE)
    table.at += 2 * MINUTE
    table.write(ALICE, SHEET, first)
    entry = [one for one in table.office.store.journal.entries("spring") if one.kind == "letter"][-1]
    assert entry.data["answers"] is not None
    assert not entry.data.get("refs") and not entry.data.get("digest")
    assert table.office.game("spring").rolled is not None
