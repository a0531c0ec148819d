"""Attempts to make a letter act without its player, to silence them, or to use gm against others."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, GM, MINUTE, OPERATOR, SHEET, START, WORK, Table
from helpers.told import brought, faults, heard

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.mails.answers import without_tag
from gm.desk.notices.phrases import phrase
from gm.post.inbound.authenticity import Authenticity
from gm.post.outbound.compose import Sender


def taken(table: Table, seat: str = "FRANCE") -> bool:
    return table.office.game("spring").seats[seat].taken


def money(table: Table, seat: str = "FRANCE") -> int:
    balance: int = table.office.game("spring").state.balances[seat]
    return balance


def states(table: Table, recipient: str) -> list[str]:
    rows = table.office.store.rows("select state from outbox where recipient = ? order by id", [recipient])
    return [row["state"] for row in rows]


# -- a CONFIRM does what was asked, and nothing else ---------------------------------------------------------------


def test_a_confirm_inside_a_held_letter_confirms_nothing_when_that_letter_is_confirmed() -> None:
    table = Table()
    first = table.last(ALICE)
    table.write(ALICE, f"{SHEET}\nCONFIRM")
    asked = table.last(ALICE)
    table.write(ALICE, "RESIGN", first)  # somebody who knows that reply address
    table.write(ALICE, "CONFIRM", asked)
    assert taken(table)


def test_a_question_shows_all_that_a_confirm_would_do() -> None:
    table = Table()
    table.write(ALICE, "\n".join(["Hello", *["dear GM"] * 60, "TRANSFER 5 TO ENGLAND", "RESIGN"]))
    said = words_of(table.last(ALICE))
    assert "| TRANSFER 5 TO ENGLAND | RESIGN" in said


def test_a_letter_too_long_to_be_shown_is_not_asked_about_but_its_player_is_told() -> None:
    table = Table()
    answers = heard(table)
    handled = table.write(ALICE, "\n".join(["dear GM"] * 251))
    assert (handled.state, handled.hold) == ("held", None)
    assert answers == [("heldunread", {"game": "spring", "why": phrase("reason.too-long", most=250)})]
    assert len(table.mails(ALICE)) == 2


def test_a_confirm_of_a_letter_must_stand_alone() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    asked = table.last(ALICE)
    table.write(ALICE, "5 : A MAR - SPA\nCONFIRM", asked)
    assert table.filed() == ()
    assert faults(table, "FRANCE") == [(2, 1, phrase("fault.confirm-alone"), "")]
    table.write(ALICE, "CONFIRM", asked)
    assert table.filed() == ("4 : A PAR - BUR",)


def test_deny_throws_a_held_letter_away_for_good() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    asked = table.last(ALICE)
    table.write(ALICE, "DENY", asked)
    assert brought(table, table.last(ALICE))["denied"] == {"letter": True, "several": False}
    table.write(ALICE, "CONFIRM", asked)
    assert table.filed() == ()
    row = table.office.store.row("select state from inbox where hold = 1")
    assert row == {"state": "denied"}


def test_deny_takes_back_a_resignation_that_was_asked_for() -> None:
    table = Table()
    table.write(ALICE, "RESIGN", table.last(ALICE))
    asked = table.last(ALICE)
    table.write(ALICE, "DENY", asked)
    table.write(ALICE, "CONFIRM", asked)
    assert taken(table)


def test_in_a_strict_game_too_a_confirm_in_reply_to_the_question_counts() -> None:
    table = Table("strict")
    table.write(ALICE, SHEET, table.last(ALICE))
    assert table.filed() == ()
    assert table.write(ALICE, "CONFIRM", table.last(ALICE)).state == "done"
    assert table.filed() == ("4 : A PAR - BUR",)


def test_a_confirm_of_a_letter_that_the_operator_has_vouched_for_is_answered() -> None:
    table = Table()
    table.write(ALICE, SHEET)
    asked = table.last(ALICE)
    letter = table.office.store.inbox.held("spring", 1)
    assert letter is not None
    table.office.redo(letter, table.at, confirm=True)
    count = len(table.mails(ALICE))
    table.write(ALICE, "CONFIRM", asked)
    assert len(table.mails(ALICE)) == count + 1
    assert check_store(table.office.store) == ([], 1)


@pytest.mark.parametrize("act", [["replace", "FRANCE", "carol@example.net"], ["resign", "FRANCE"]])
def test_nobody_can_vouch_for_the_letter_of_a_player_who_has_left(act: list[str]) -> None:
    table = Table()
    table.write(ALICE, SHEET)
    letter = table.office.store.inbox.held("spring", 1)
    assert letter is not None
    table.office.operate("spring", act, table.at, act[2] if len(act) > 2 else "")
    with pytest.raises(OperatorError, match="no player is asked"):
        table.office.redo(letter, table.at, confirm=True)
    assert table.filed() == ()


# -- doubtful letters that cannot be shown ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "body", "why"),
    [
        ({}, "", phrase("reason.empty")),
        ({"Content-Type": "application/pkcs7-mime; smime-type=enveloped-data"}, "MIIB", "encrypted"),
    ],
)
def test_a_doubtful_letter_that_cannot_be_read_is_answered(head: dict[str, str], body: str, why: str) -> None:
    table = Table()
    answers = heard(table)
    assert table.write(ALICE, body, head=head).state == "held"
    assert answers == [("heldunread", {"game": "spring", "why": why})] and len(table.mails(ALICE)) == 2


# -- what the mail server says ---------------------------------------------------------------------------------------


def test_a_reply_that_the_mail_server_calls_forged_waits_for_its_player() -> None:
    table = Table(judged=True)
    table.vouched = Authenticity("fail", "dmarc=fail")
    assert table.write(ALICE, SHEET, table.last(ALICE)).state == "held"
    assert brought(table, table.last(ALICE))["letterheld"]["doubt"] == "failed"


def test_mail_of_strangers_that_the_mail_server_calls_forged_is_not_answered() -> None:
    table = Table(judged=True)
    table.vouched = Authenticity("fail", "dmarc=fail")
    for subject in ("[spring]", "hello"):
        assert table.write(EVE, "TAKEOVER ITALY", subject=subject).state == "held"
    assert table.mails(EVE) == []


# -- two games -------------------------------------------------------------------------------------------------------


def test_a_reply_in_one_game_with_the_name_of_another_in_its_subject_is_asked_about() -> None:
    table = Table()
    table.open("autumn")
    spring = table.mails(ALICE)[0]
    handled = table.write(ALICE, SHEET, spring, subject="[autumn] S1901M")
    assert (handled.game, handled.state) == ("autumn", "held")
    assert table.filed() == table.filed(name="autumn") == ()


# -- loops and reflections -------------------------------------------------------------------------------------------


def test_two_programs_that_answer_each_others_press_end_soon() -> None:
    table = Table()
    table.write(ALICE, "PRESS TO ENGLAND\nHello?\nEND", table.last(ALICE))
    sent = 0
    for number in range(200):
        to = (BOB, ALICE)[number % 2]
        press = [mail for mail in table.mails(to) if "press from" in mail["Subject"]]
        table.at -= MINUTE  # all within the same minute
        sent += table.write(to, "I am away, back on Monday.", press[-1]).state == "done"
    assert sent <= 2
    assert any("put aside" in str(mail["Subject"]) for mail in table.mails(OPERATOR))


def test_replies_to_one_players_messages_are_so_many_an_hour() -> None:
    table = Table()
    table.write(BOB, "PRESS TO FRANCE\nHello?\nEND", table.last(BOB))
    press = table.last(ALICE)
    done = 0
    for number in range(40):
        table.at -= MINUTE
        done += table.write(ALICE, f"Answer {number}", press).state == "done"
    assert done == 30


def test_a_players_letters_are_so_many_an_hour_and_then_wait_for_the_operator() -> None:
    table = Table()
    first = table.last(ALICE)
    results = []
    for number in range(125):
        table.at -= MINUTE
        results.append(table.write(ALICE, f"{number % 9} : A PAR - BUR", first).state)
    assert results == ["done"] * 120 + ["held"] * 5


def test_a_strangers_mail_is_answered_once_and_nothing_of_it_is_sent_back() -> None:
    table = Table()
    table.write(EVE, "PING\nBUY PILLS at http://evil.example", subject="BUY PILLS")
    (answer,) = table.mails(EVE)
    assert "PILLS" not in answer.as_string()


def test_one_stranger_with_many_tags_gets_the_answers_of_one() -> None:
    table = Table()
    for number in range(50):
        table.at -= MINUTE
        table.write(f"victim+{number}@example.net", "hello", subject="x")
    assert table.office.store.row("select count(*) as n from outbox where recipient like 'victim%'") == {"n": 30}
    assert without_tag("a+b+c@d.example") == "a@d.example"


def test_all_strangers_together_get_so_many_answers_an_hour() -> None:
    table = Table()
    for number in range(320):
        table.at -= MINUTE
        table.write(f"victim{number}@example.net", "hello", subject="x")
    assert table.office.store.row("select count(*) as n from outbox where recipient like 'victim%'") == {"n": 300}


def test_strangers_cannot_fill_the_journal_of_a_game() -> None:
    table = Table()
    for number in range(320):
        table.at -= MINUTE
        table.write(f"victim{number}@example.net", "hello")
    for _ in range(130):
        table.at -= MINUTE
        table.write(EVE, "hello", subject="[spring]")
    assert table.office.store.row("select count(*) as n from journal where kind = 'letter'") == {"n": 300}
    assert table.write(ALICE, SHEET, table.mails(ALICE)[0]).state == "done", "players are not held up by them"


# -- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [GM.address, "gm+abc@example.org", "noreply@example.net", "postmaster@example.net"])
def test_an_address_from_which_no_mail_would_be_read_gets_no_seat(address: str) -> None:
    table = Table()
    with pytest.raises(OperatorError):
        table.office.operate("spring", ["replace", "FRANCE", address], table.at, address)
    game = f'[game]\nname = "autumn"\nruleset = "payola"\n[seats]\nFRANCE = "{address}"\n'
    with pytest.raises(OperatorError):
        table.office.open_game(read_game_file(game), START + DAY)
    assert not table.office.store.games.has("autumn")


def test_whether_a_repeated_reply_is_held_does_not_tell_how_many_letters_others_have_written() -> None:
    table = Table()
    table.write(BOB, "PRESS TO FRANCE\nHello\nEND", reply=table.last(BOB))
    press = table.last(ALICE)
    table.write(ALICE, "Ho", reply=press)
    for _ in range(25):
        table.write(BOB, "STATUS", reply=table.mails(BOB)[0])
    assert table.write(ALICE, "Ho", reply=press).state == "held"


# -- reply addresses that others have read -----------------------------------------------------------------------


def test_a_reply_address_that_went_to_others_in_cc_is_spent() -> None:
    table = Table()
    mail = table.last(ALICE)
    table.write(ALICE, SHEET, reply=mail, head={"Cc": f"{BOB}, someone@else.example"})
    assert table.filed() == (SHEET,)
    done = table.write(ALICE, "TRANSFER 5 TO ENGLAND", reply=mail)
    assert done.reason == "shared, waits for a CONFIRM" and money(table) == money(table, "ENGLAND")
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    assert money(table, "ENGLAND") - money(table) == 10


def test_with_a_spent_reply_address_a_letter_counts_if_the_mail_server_vouches_for_its_sender() -> None:
    table = Table()
    mail = table.last(ALICE)
    table.write(ALICE, "STATUS", reply=mail, head={"Cc": BOB})
    table.vouched = Authenticity("pass", "dkim")
    table.write(ALICE, SHEET, reply=mail)
    assert table.filed() == (SHEET,)


def test_a_token_in_the_subject_of_a_letter_to_somebody_else_is_spent() -> None:
    table = Table(sender=Sender("The GameMaster", "gm@example.org", ""))
    mail = table.last(ALICE)
    table.write(ALICE, SHEET, reply=mail, to=BOB)  # and hidden to us
    assert table.filed() == (SHEET,)
    done = table.write(ALICE, "TRANSFER 5 TO ENGLAND", to=GM.address, subject=f"Re: {mail['Subject']}")
    assert done.reason == "shared, waits for a CONFIRM"


def test_the_first_mail_to_a_reader_refers_to_none_and_the_others_to_it() -> None:
    table = Table()
    table.write(ALICE, "STATUS", reply=table.last(ALICE))
    first, second = table.mails(ALICE)
    assert first["References"] is None and str(first["Message-ID"]) in str(second["References"])


@pytest.mark.parametrize("to", [WORK, ALICE, GM.address])
def test_a_copy_to_oneself_or_to_us_spends_nothing(to: str) -> None:
    table = Table()
    mail = table.last(ALICE)
    table.write(ALICE, "STATUS", reply=mail, head={"Cc": to})
    table.write(ALICE, SHEET, reply=mail)
    assert table.filed() == (SHEET,)


@pytest.mark.parametrize(
    "line", ["RESIGN", "SET ADDRESS new@else.example", "SITTER sam@sitter.example FROM 6 Jan TO 7 Jan"]
)
def test_what_gives_a_seat_away_is_asked_about_at_the_registered_address(line: str) -> None:
    """Whoever has learned a reply address cannot do it: only a reply to the question counts."""
    table = Table()
    mail = table.last(ALICE)
    table.write(ALICE, line, reply=mail)
    table.write(ALICE, "CONFIRM", reply=mail)
    game = table.office.game("spring")
    assert game.seats["FRANCE"].taken and not game.pending
    assert table.mails("new@else.example") == table.mails("sam@sitter.example") == []
    assert [question.act[0] for question in game.seats["FRANCE"].questions] == [
        {"RESIGN": "resign", "SET": "address", "SITTER": "sitter"}[line.split()[0]]
    ]


@pytest.mark.parametrize("line", ["PING", "LIST", "HELP", "STATUS"])
def test_a_question_that_went_to_others_too_spends_the_reply_address(line: str) -> None:
    table = Table()
    mail = table.last(ALICE)
    table.write(ALICE, line, reply=mail, head={"Cc": BOB})
    table.write(ALICE, SHEET, reply=mail)
    assert table.filed() == ()


@pytest.mark.parametrize("to", ["", GM.address])
def test_a_confirm_to_a_question_that_others_have_read_confirms_nothing(to: str) -> None:
    table = Table()
    table.write(ALICE, "RESIGN", reply=table.last(ALICE))
    question = table.last(ALICE)
    table.write(ALICE, "Was that you, Bob?", reply=question, head={"Cc": BOB})
    table.write(ALICE, "CONFIRM", reply=question, to=to)
    assert taken(table)
    assert "others may have read the mail that it answers" in words_of(table.last(ALICE))
    table.vouched = Authenticity("pass", "dkim")
    table.write(ALICE, "CONFIRM", reply=question, to=to)
    assert not taken(table)


def test_who_is_asked_because_others_have_read_our_mail_is_told_so() -> None:
    table = Table()
    mail = table.last(ALICE)
    table.write(ALICE, "STATUS", reply=mail, head={"Cc": BOB})
    table.write(ALICE, SHEET, reply=mail)
    assert "in reply to a mail of ours that others may have read" in words_of(table.last(ALICE))
    table.write(ALICE, "PING", reply=mail)
    assert "others may have read the mail of ours to which you replied" in words_of(table.last(ALICE))


def test_after_a_shared_question_the_same_asked_again_can_be_confirmed() -> None:
    table = Table()
    table.write(ALICE, "RESIGN", reply=table.last(ALICE))
    table.write(ALICE, "Was that you, Bob?", reply=table.last(ALICE), head={"Cc": BOB})
    table.write(ALICE, "RESIGN", reply=table.last(ALICE))
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    assert not taken(table)
