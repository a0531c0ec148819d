"""Somebody writes for a player for some days: both must agree, it ends in time, and the sitter is no player."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, GM, SHEET, Table
from helpers.rows import each_row
from helpers.store import token_of
from helpers.told import brought, faults, heard

from gm.desk.notices.phrases import phrase
from gm.post.outbound.compose import Sender

SAM = "sam@sitter.example"
ASK = f"SITTER {SAM} FROM 6 Jan TO 7 Jan"
NO_MORE = {"sitsnomore": {"game": "spring", "seat_name": "France"}}


@pytest.fixture
def table() -> Table:
    """A game in which France has asked for a sitter and has confirmed it, on 5 January."""
    table = Table()
    table.write(ALICE, ASK, reply=table.last(ALICE))
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    return table


def agreed(table: Table) -> Table:
    table.write(SAM, "CONFIRM", reply=table.last(SAM))
    return table


def test_the_sitter_is_asked_only_after_the_player_has_confirmed() -> None:
    table = Table()
    table.write(ALICE, ASK, reply=table.last(ALICE))
    assert table.mails(SAM) == []
    since, until = "Tue 6 Jan 00:00 UTC", "Thu 8 Jan 00:00 UTC"
    what = brought(table, table.last(ALICE))["confirmasked"]["what"]
    assert what == phrase("ask.own-sitter", span=f"from {since} until {until}")
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    asked = brought(table, table.last(SAM))["sitterasked"]
    assert (asked["seat_name"], asked["since"], asked["until"]) == ("France", since, until)


def test_before_the_sitter_agrees_he_cannot_write_for_the_player(table: Table) -> None:
    table.write(SAM, SHEET, at=table.at + DAY)
    assert table.filed() == ()


def test_a_sitter_files_orders_in_his_span_and_both_get_the_answer(table: Table) -> None:
    agreed(table)
    assert brought(table, table.last(SAM))["sitsfor"]["seat_name"] == "France"
    table.at += timedelta(hours=12)
    before = len(table.mails(ALICE)), len(table.mails(SAM))
    table.write(BOB, "PRESS TO FRANCE\nHello\nEND", reply=table.last(BOB))
    assert "Hello" in words_of(table.last(SAM))
    table.write(SAM, "Hello to you", reply=table.last(SAM))
    press = brought(table, table.last(BOB))["press"]
    assert (press["sender"], press["to"], press["lines"]) == ("France", ["England"], ["Hello to you"])
    table.write(SAM, SHEET, reply=table.last(SAM))
    assert table.filed() == (SHEET,)
    assert len(table.mails(ALICE)) > before[0] and len(table.mails(SAM)) > before[1]
    assert table.last(ALICE)["Subject"] == table.last(SAM)["Subject"]


def test_a_sitter_can_do_nothing_before_and_nothing_after_his_span(table: Table) -> None:
    agreed(table)
    table.write(SAM, SHEET, subject="[spring]")
    assert table.filed() == ()
    table.write(SAM, SHEET, subject="[spring]", at=table.at + 3 * DAY)
    assert table.filed() == ()
    assert brought(table, table.last(SAM))["stranger"]["game"] == "spring"


def test_mail_before_the_span_does_not_go_to_the_sitter(table: Table) -> None:
    agreed(table)
    count = len(table.mails(SAM))
    table.write(BOB, "PRESS TO FRANCE\nHello\nEND", reply=table.last(BOB))
    assert len(table.mails(SAM)) == count


@pytest.mark.parametrize(
    "line", ["RESIGN", "SET ADDRESS thief@evil.example", "SITTER eve@evil.example FROM 6 Jan TO 7 Jan"]
)
def test_a_sitter_cannot_give_the_seat_away(table: Table, line: str) -> None:
    agreed(table)
    table.at += timedelta(hours=12)
    table.write(BOB, "BROADCAST\nHello\nEND", reply=table.last(BOB))
    count = len(table.mails(SAM))
    table.write(SAM, line, reply=None, to=str(table.last(ALICE)["Reply-To"]), subject="[spring] orders")
    assert faults(table, "FRANCE") == [(1, 1, phrase("fault.sitter"), "")]
    assert len(table.mails(SAM)) == count + 1 and table.last(SAM)["Subject"] == table.last(ALICE)["Subject"]


def test_who_plays_in_the_game_cannot_sit_and_nobody_learns_that_he_plays() -> None:
    table = Table()
    told = []
    for address in (SAM, BOB):
        table.write(ALICE, f"SITTER {address} FROM 6 Jan TO 7 Jan", reply=table.mails(ALICE)[0])
        asked = words_of(table.last(ALICE)).replace(address, "(the address)")
        table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
        told.append((asked, words_of(table.last(ALICE))))
    assert told[0] == told[1]
    table.write(BOB, "CONFIRM", reply=table.last(BOB))
    assert table.office.game("spring").seats["FRANCE"].sitter is None


@pytest.mark.parametrize(
    "letter", ["SET ADDRESS secret@private.example", "SITTER secret@private.example FROM 8 Jan TO 9 Jan"]
)
def test_the_sitter_does_not_get_the_question_that_shows_an_address(table: Table, letter: str) -> None:
    agreed(table)
    table.at += DAY
    table.write(ALICE, letter, reply=table.last(ALICE))
    assert "secret@private.example" in words_of(table.last(ALICE))
    assert not any("secret@private.example" in mail.as_string() for mail in table.mails(SAM))


def test_a_sitter_who_takes_a_seat_of_his_own_sits_no_more(table: Table) -> None:
    agreed(table)
    table.write(SAM, "TAKEOVER ITALY", subject="[spring]")
    table.write(SAM, "CONFIRM", reply=table.last(SAM))
    assert table.office.game("spring").seats["ITALY"].taken
    assert table.office.game("spring").seats["FRANCE"].sitter is None


def test_stop_of_a_sitter_ends_his_sitting_and_not_the_players_reminders(table: Table) -> None:
    agreed(table)
    table.at += timedelta(hours=12)
    table.write(BOB, "PRESS TO FRANCE\nHello\nEND", reply=table.last(BOB))
    table.write(ALICE, "STATUS", reply=table.last(ALICE), subject="[spring]")
    table.write(SAM, "STOP", reply=table.last(SAM))
    sitting = table.office.game("spring").seats["FRANCE"]
    assert sitting.sitter is None and sitting.reminders
    assert brought(table, table.last(SAM)) == NO_MORE


def test_the_sitter_is_told_when_the_player_resigns(table: Table) -> None:
    agreed(table)
    table.write(ALICE, "RESIGN", reply=table.mails(ALICE)[0])
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    assert brought(table, table.last(SAM)) == NO_MORE


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (f"SITTER {SAM} FROM 1 Jan TO 3 Jan 2026", phrase("fault.past")),
        (f"SITTER {SAM} tomorrow or so", phrase("fault.days")),
        (f"SITTER {SAM} FROM 6 Jan TO 30 May", phrase("fault.sitter-too-long", most=92)),
        ("SITTER Sam FROM 6 Jan TO 7 Jan", phrase("fault.sitter-address")),
    ],
)
def test_a_wrong_wish_for_a_sitter_is_explained(words: str, why: str) -> None:
    table = Table()
    table.write(ALICE, words, reply=table.last(ALICE))
    assert brought(table, table.last(ALICE))["nositter"] == {"why_not": why, "by_sitter": False}


def test_nositter_ends_it_at_once_and_the_sitter_is_told(table: Table) -> None:
    agreed(table)
    table.at += timedelta(hours=12)
    table.write(ALICE, "NOSITTER", subject="[spring]", reply=table.mails(ALICE)[0])
    assert brought(table, table.last(SAM)) == NO_MORE
    table.write(SAM, SHEET, subject="[spring]")
    assert table.filed() == ()


def test_nositter_takes_back_a_wish_that_nobody_has_answered(table: Table) -> None:
    table.write(ALICE, "NOSITTER", reply=table.last(ALICE))
    table.write(SAM, "CONFIRM", reply=table.last(SAM))
    assert table.office.game("spring").seats["FRANCE"].sitter is None


def test_a_stranger_cannot_agree_in_the_sitters_place(table: Table) -> None:
    table.write(EVE, "CONFIRM", reply=table.last(SAM))
    assert table.office.game("spring").seats["FRANCE"].sitter is None


def test_the_journal_has_no_address_of_the_sitter(table: Table) -> None:
    agreed(table)
    rows = table.office.store.rows("select data from journal")
    assert all(SAM not in row["data"] for row in rows)


@each_row("line", [f"SITTER {BOB} FROM 6 Jan TO 7 Jan", f"SET ADDRESS {BOB}"])
@each_row("reply", ["CONFIRM", "Yes.", "DENY"])
def test_a_player_who_is_asked_for_another_player_is_told_why_nothing_comes_of_it(line: str, reply: str) -> None:
    table = Table()
    table.write(ALICE, line, reply=table.mails(ALICE)[0])
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    answers, counts = heard(table), (len(table.mails(ALICE)), len(table.mails(BOB)))
    table.write(BOB, reply, reply=table.last(BOB))
    assert answers == [("playshere", {"game": "spring", "seat": "England"})]
    assert (len(table.mails(ALICE)), len(table.mails(BOB))) == (counts[0], counts[1] + 1)


@pytest.mark.parametrize("word", ["STOP", "NOSITTER"])
def test_a_sitter_may_stop_by_a_reply_to_the_mail_that_says_he_sits_and_the_player_is_told(word: str) -> None:
    table = Table()
    table.write(ALICE, f"SITTER {SAM} FROM today TO 9 Jan", reply=table.mails(ALICE)[0])
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    agreed(table)
    table.write(SAM, word, reply=table.last(SAM))
    assert table.office.game("spring").seats["FRANCE"].sitter is None
    assert brought(table, table.last(SAM)) == NO_MORE
    assert brought(table, table.last(ALICE))["nositter"] == {"why_not": "", "by_sitter": True}


def test_a_sitter_may_stop_before_he_has_begun(table: Table) -> None:
    agreed(table)
    count = len(table.mails(SAM))
    table.write(SAM, "STOP", reply=table.last(SAM))
    assert table.office.game("spring").seats["FRANCE"].sitter is None
    assert brought(table, table.last(ALICE))["nositter"] == {"why_not": "", "by_sitter": True}
    assert [brought(table, mail) for mail in table.mails(SAM)[count:]] == [NO_MORE]


def test_orders_in_reply_to_the_mail_that_says_he_sits_count(table: Table) -> None:
    agreed(table)
    table.at += timedelta(hours=12)
    table.write(SAM, SHEET, reply=table.last(SAM))
    assert table.filed() == (SHEET,)


def test_a_player_who_takes_the_address_of_a_sitter_reads_no_mail_of_the_other(table: Table) -> None:
    agreed(table)
    table.write(BOB, f"SET ADDRESS {SAM}", table.last(BOB))
    table.write(BOB, "CONFIRM", table.last(BOB))
    table.write(SAM, "CONFIRM", table.last(SAM))
    assert any("nositter" in brought(table, mail) for mail in table.mails(ALICE))
    before = len(table.mails(SAM))
    table.write(ALICE, SHEET, table.last(ALICE), at=table.at + DAY)
    assert table.filed() == (SHEET,) and len(table.mails(SAM)) == before


def test_who_sits_for_one_player_sits_for_no_other_and_each_learns_what_is_his(table: Table) -> None:
    """His CONFIRM is his own, though an order of his would be the first player's; who asked learns no reason."""
    agreed(table)
    table.at += DAY
    table.write(BOB, f"SITTER {SAM} FROM 6 Jan TO 9 Jan", table.last(BOB))
    table.write(BOB, "CONFIRM", table.last(BOB))
    before = len(table.mails(ALICE))
    table.write(SAM, "CONFIRM", table.last(SAM))
    assert brought(table, table.last(SAM)) == {"sitsalready": {"game": "spring", "seat_name": "France"}}
    assert brought(table, table.last(BOB))["nositter"] == {"why_not": "", "by_sitter": True}
    assert "France" not in words_of(table.last(BOB)).split("--")[0]
    assert len(table.mails(ALICE)) == before
    table.write(SAM, SHEET, table.mails(SAM)[1])
    assert table.filed() == (SHEET,)


# -- the sitter's copies -----------------------------------------------------------------------------------------


def copied(table: Table) -> tuple[EmailMessage, EmailMessage]:
    """A mail of the player's within the span, and the sitter's copy of it."""
    agreed(table)
    table.at += timedelta(hours=12)
    table.write(BOB, "PRESS TO FRANCE\nHello\nEND", reply=table.last(BOB))
    return table.last(ALICE), table.last(SAM)


@pytest.mark.parametrize("plain", [False, True])
def test_a_copy_names_no_reply_address_and_no_mail_of_the_players(plain: bool) -> None:
    sender = Sender("The GameMaster", "gm@example.org", "") if plain else GM
    table = Table(sender=sender)
    for who, text in ((ALICE, ASK), (ALICE, "CONFIRM"), (SAM, "CONFIRM")):
        table.write(who, text, reply=table.last(who))
    table.at += timedelta(hours=12)
    table.write(BOB, "PRESS TO FRANCE\nHello\nEND", reply=table.last(BOB))
    table.write(SAM, "STATUS", reply=table.last(SAM))
    own = [token_of(table.office.store, number=n) for n in range(table.office.game("spring").seats["FRANCE"].mails)]
    own += [str(mail["Message-ID"]) for mail in table.mails(ALICE)]
    copies = [mail for mail in table.mails(SAM) if "Hello" in mail.as_string() or mail["Subject"].endswith("status")]
    assert len(copies) >= 1 and len(own) > 5
    assert not [one for one in own for mail in copies if one in mail.as_string()]


@pytest.mark.parametrize("later", [timedelta(0), 3 * DAY])
def test_a_sitters_copy_proves_nothing_for_the_player(table: Table, later: timedelta) -> None:
    _, copy = copied(table)
    table.write(ALICE, "TRANSFER 5 TO ENGLAND", reply=copy, at=table.at + later)
    table.write(ALICE, "SET ADDRESS eve@evil.example", reply=copy, at=table.at + later)
    game = table.office.game("spring")
    assert game.state.balances["FRANCE"] == game.state.balances["ENGLAND"]
    held = table.office.store.rows("select reason from inbox where state = 'held'")
    assert [row["reason"] for row in held] == ["unproven, waits for a CONFIRM"] * 2
    assert table.mails("eve@evil.example") == []


@pytest.mark.parametrize("end", ["the span", "NOSITTER", "a newcomer"])
def test_after_the_sitting_a_reply_to_a_copy_is_that_of_a_stranger(table: Table, end: str) -> None:
    _, copy = copied(table)
    if end == "the span":
        table.at += 3 * DAY
    elif end == "NOSITTER":
        table.write(ALICE, "NOSITTER", reply=table.mails(ALICE)[0])
    else:
        table.office.operate("spring", ["replace", "FRANCE"], table.at, "carl@new.example")
    new = "carl@new.example" if end == "a newcomer" else ALICE
    before = len(table.mails(new))
    done = table.write(SAM, SHEET, to=copy["Reply-To"], subject="[spring]")
    assert (done.state, done.seat) == ("done", "") and table.filed() == ()
    assert len(table.mails(new)) == before


def test_another_sitter_cannot_use_the_copy_of_the_one_before(table: Table) -> None:
    _, copy = copied(table)
    other = "sue@sitter.example"
    table.write(ALICE, f"NOSITTER\nSITTER {other} FROM 6 Jan TO 7 Jan", reply=table.mails(ALICE)[0])
    for who in (ALICE, other):
        table.write(who, "CONFIRM", reply=table.last(who))
    table.write(other, SHEET, to=copy["Reply-To"], subject="[spring]")
    assert table.filed() == ()
    table.write(BOB, "PRESS TO FRANCE\nHello again\nEND", reply=table.last(BOB))
    table.write(other, SHEET, to=table.last(other)["Reply-To"], subject="[spring]")
    assert table.filed() == (SHEET,)
