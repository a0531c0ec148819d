"""A live game at the desk: windows and reminders, bare answers, conversations, seals, absences, and how it ends."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from itertools import pairwise

import pytest
from helpers.livetable import HOUR, OPERATOR, SEATS, LiveTable, address
from helpers.mails import text_of, words_of
from helpers.mailtable import START
from helpers.seventable import shape
from helpers.told import brought, faults, notices
from icalendar import Calendar

from gm.desk.books.fsck import check_store
from gm.desk.game.refusal import OperatorError
from gm.desk.notices.phrases import phrase
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.game import NO_TIME, Negotiation

THREAT = "THREAT A2 WITH 2 FROM START"


@pytest.fixture
def table() -> LiveTable:
    return LiveTable()


# -- windows ---------------------------------------------------------------------------------------------------


def test_a_window_strikes_a_day_after_the_threat_and_both_are_told(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.pass_to(24.99)
    assert table.due() == START + 25 * HOUR
    before = table.counts()
    table.pass_to(25)
    assert table.state.actions == ()
    assert table.new(before) == {"1": 1, "2": 1}
    for seat in ("1", "2"):
        threat = notices(table, seat)["threattold"]
        assert (threat["event"], threat["offense"], threat["defense"]) == ("moved", 2, 0)
    assert table.state.books.at("1", "A2") == 2
    table.check()


def test_a_letter_of_the_last_second_of_a_window_is_in_time(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(25, "2", "GRANT")
    table.pass_to(26)
    assert notices(table, "2")["threattold"]["event"] == "granted"
    assert table.state.silent == ()


def test_who_was_silent_is_answered_for_at_once_until_he_writes(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.pass_to(25)
    table.say(30, "3", "THREAT A2 WITH 1 FROM START")
    assert table.state.actions == ()
    assert notices(table, "3")["threattold"]["event"] == "moved"
    table.say(31, "2", "STATUS")
    table.say(32, "4", "THREAT A2 WITH 1 FROM START")
    assert table.due() == START + 56 * HOUR


def test_half_the_window_brings_a_reminder_to_him_alone_who_owes(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    before = table.counts()
    table.pass_to(13)
    assert table.new(before) == {"2": 1}
    assert notices(table, "2")["answerdue"]["ref"] == "1 WITH 1"
    assert table.said_to("2").startswith("YOUR ANSWER IS DUE by Tue 6 Jan 19:00 UTC, in 12 hours, to Player 1:")


def test_who_wants_no_reminders_gets_none(table: LiveTable) -> None:
    table.say(0.5, "2", "SET REMINDERS OFF")
    table.say(1, "1", THREAT)
    before = table.counts()
    table.pass_to(24)
    assert table.new(before) == {}


def test_no_reminder_comes_after_the_answer(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(2, "2", "GRANT")
    before = table.counts()
    table.pass_to(30)
    assert table.new(before) == {}


# -- what is on top of a mail ----------------------------------------------------------------------------------


def test_the_answer_that_is_due_is_on_top_of_every_mail(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(2, "2", "BOARD")
    on_top = text_of(table.of("2"))
    assert on_top.startswith("YOUR ANSWER IS DUE by")
    lines = [line.strip() for line in on_top.splitlines()]
    assert {"CALL 1 WITH 1", "GRANT 1 WITH 1"} <= {*lines[:8]}
    assert "Without an answer we say CALL for you." in on_top
    table.say(3, "3", "GIVE TO 2: SUPPORT 1")  # it waits, and they are not told
    table.say(4, "3", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert text_of(table.of("2")).startswith("YOUR ANSWER IS DUE by")


def test_proposals_that_are_open_to_the_reader_are_on_top_of_his_other_mails(table: LiveTable) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert "Open to you" not in text_of(table.of("2"))  # it is told below, with what answers it
    table.say(2, "2", "STATUS")
    assert table.said_to("2").startswith("Open to you: ACCEPT 1 WITH 1, until Tue 6 Jan 19:00 UTC")
    table.say(3, "2", "REJECT 1 WITH 1")
    table.say(4, "2", "STATUS")
    assert "Open to you" not in text_of(table.of("2"))


# -- bare answers ----------------------------------------------------------------------------------------------


def test_a_bare_answer_in_a_reply_is_for_the_action_of_that_mail(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(2, "2", "GRANT", reply=table.of("2"))
    assert table.state.actions == () and table.state.books.at("1", "A2") == 2


@pytest.mark.parametrize("way", ["address", "message-id"])
def test_reply_address_and_message_id_each_say_which_mail_it_was(table: LiveTable, way: str) -> None:
    """Two actions against 2, one after the other: a reply to the first mail does not touch the second."""
    table.say(1, "1", THREAT)
    first = table.of("2")
    table.say(2, "2", "GRANT 1 WITH 1")
    table.say(3, "3", "THREAT A2 WITH 1 FROM START")
    if way == "address":
        table.at = START + 4 * HOUR
        table.write(address("2"), "CALL", to=str(first["Reply-To"]), subject="about your mail", at=table.at)
    else:
        table.say(4, "2", "CALL", reply=first)
    over = words("over", what="THREAT", number=1, player="Player 1", how="")
    assert notices(table, "2")["notdone"]["why"].startswith(over)
    assert len(table.state.actions) == 1


def test_a_bare_answer_that_is_no_reply_is_refused_while_another_has_just_ended(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(2, "2", "GRANT 1 WITH 1")
    table.say(3, "3", "THREAT A2 WITH 1 FROM START")
    table.say(4, "2", "CALL")
    assert notices(table, "2")["notdone"]["why"] == words("which-action")
    assert len(table.state.actions) == 1
    table.say(26.01, "2", "CALL")
    assert table.state.actions == ()


def test_a_bare_answer_in_a_reply_to_a_digest_must_name_what_it_answers(table: LiveTable) -> None:
    table.say(0.5, "2", "SET DIGEST 1h")
    table.say(1, "3", "GIVE TO 2: SUPPORT 1")
    table.pass_to(2.5)
    digest = table.of("2")
    assert str(digest["Subject"]) == "[spring] LIVE: what has happened"
    table.say(3, "1", THREAT)
    table.say(4, "2", "CALL", reply=digest)
    assert notices(table, "2")["notdone"]["why"] == words("must-name")
    assert len(table.state.actions) == 1
    table.say(5, "2", "CALL 1 WITH 1", reply=digest)
    assert table.state.actions == ()


def test_a_bare_accept_in_a_reply_takes_the_deal_of_that_mail(table: LiveTable) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    first = table.of("2")
    table.say(2, "1", "PROPOSE TO 2: GIVE IOU 3 FOR NOTHING")
    table.say(3, "2", "ACCEPT", reply=first)
    assert table.state.books.owes("1", "2") == 1


# -- conversations ---------------------------------------------------------------------------------------------


def test_a_conversation_is_one_thread_and_its_subject_says_what_wants_an_answer(table: LiveTable) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    table.say(2, "1", "PRESS TO 2", "Will you?", "END")
    table.say(3, "1", THREAT)
    table.say(4, "3", "PRESS TO 2", "Beware.", "END")
    own, other = table.all_of("2")[1:4], table.all_of("2")[4]
    with_him = "[spring] LIVE: with Player 1"
    asks = f"{with_him}: THREAT on A2, answer by Tue 6 Jan 21:00"
    assert [str(mail["Subject"]) for mail in own] == [with_him, with_him, asks]
    assert str(other["Subject"]) == "[spring] LIVE: with Player 3"
    threads = [str(mail["References"]).split() for mail in (*own, other)]
    assert threads[0][0] == threads[1][0] == threads[2][0] != threads[3][0]
    begins = str(table.all_of("2")[0]["Message-ID"])
    assert all(begins not in thread for thread in threads)


def test_what_belongs_to_no_conversation_hangs_from_the_first_mail(table: LiveTable) -> None:
    table.say(1, "2", "BOARD")
    assert str(table.all_of("2")[0]["Message-ID"]) in str(table.of("2")["References"])


def test_press_to_several_goes_to_each_as_if_to_him_alone(table: LiveTable) -> None:
    other = LiveTable()
    table.say(1, "1", "PRESS TO 2 3", "Shall we?", "END")
    other.say(1, "1", "PRESS TO 2", "Shall we?", "END")
    assert shape(table.of("2")) == shape(other.of("2"))
    assert "Player 2" not in text_of(table.of("3"))
    assert table.counts()["4"] == 1


def test_broadcast_is_off_and_press_to_gm_reaches_the_operator(table: LiveTable) -> None:
    table.say(1, "1", "BROADCAST", "Hello all.", "END", "PRESS TO GM", "Hello.", "END")
    assert faults(table, "1", "wronglines") == [(1, 1, phrase("fault.no-public-press"), "")]
    assert [str(mail["Subject"]) for mail in table.mails(OPERATOR)] == ["[spring] LIVE: Player 1 writes"]
    assert table.counts() == {"1": 2, "2": 1, "3": 1, "4": 1}


def test_a_reply_to_press_in_which_a_line_is_a_command_sends_and_does_nothing(table: LiveTable) -> None:
    table.say(1, "1", "PRESS TO 2", "Give me something.", "END")
    before = table.counts()
    table.say(2, "2", "With pleasure:", "GIVE TO 1: SUPPORT 1", reply=table.of("2"))
    assert table.new(before) == {"2": 1}
    assert str(table.of("2")["Subject"]).endswith("nothing was sent, nothing was done")
    assert table.state.books.borrowed("1") == {}
    table.say(3, "2", "With pleasure, later.", reply=table.all_of("2")[1])
    assert notices(table, "1")["press"]["lines"] == ["With pleasure, later."]


# -- SET DIGEST ------------------------------------------------------------------------------------------------


def test_a_digest_holds_back_what_is_no_hurry_and_ends_with_the_boards(table: LiveTable) -> None:
    table.say(0.5, "2", "SET DIGEST 8h")
    before = table.counts()
    table.say(1, "3", "GIVE TO 2: SUPPORT 1")
    table.say(2, "4", "GIVE TO 2: SUPPORT 2")
    assert table.new(before) == {"3": 1, "4": 1}
    table.pass_to(9)
    assert table.new(before)["2"] == 1
    text = table.said_to("2")
    assert text.index("Player 3 gives you") < text.index("Player 4 gives you") < text.index("THE BOARDS of Player 2")
    table.pass_to(40)
    assert table.new(before)["2"] == 1
    table.check()


@pytest.mark.parametrize("line", [THREAT, "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", "PRESS TO 2\nNow!\nEND"])
def test_what_wants_an_answer_comes_at_once_in_spite_of_a_digest(table: LiveTable, line: str) -> None:
    table.say(0.5, "2", "SET DIGEST 8h")
    before = table.counts()
    table.say(1, "1", line)
    assert table.new(before)["2"] == 1


def test_his_own_answers_and_reminders_are_not_held_back(table: LiveTable) -> None:
    table.say(0.5, "2", "SET DIGEST 7d")
    table.say(1, "1", THREAT)
    before = table.counts()
    table.pass_to(13)
    table.say(14, "2", "BOARD")
    assert table.new(before) == {"2": 2}


def test_set_digest_off_brings_what_has_piled_up_in_the_answer(table: LiveTable) -> None:
    table.say(0.5, "2", "SET DIGEST 8h")
    table.say(1, "3", "GIVE TO 2: SUPPORT 1")
    before = table.counts()
    table.say(2, "2", "SET DIGEST OFF")
    assert notices(table, "2")["gifttold"]["other"] == "Player 3"
    table.pass_to(20)
    assert table.new(before) == {"2": 1}
    table.say(21, "4", "GIVE TO 2: SUPPORT 1")
    assert table.new(before)["2"] == 2


def test_what_has_piled_up_comes_with_the_mail_that_ends_the_game() -> None:
    table = LiveTable(length="2d")
    table.say(0.5, "2", "SET DIGEST 7d")
    table.say(1, "3", "GIVE TO 2: SUPPORT 1")
    before = table.counts()
    table.pass_to(48)
    assert [str(mail["Subject"]) for mail in table.all_of("2")[before["2"] :]] == [
        "[spring] LIVE: the end is near", "[spring] END: the game is over",
    ]  # fmt: skip
    gift = notices(table, "2")["gifttold"]
    assert (gift["other"], gift["given"]) == ("Player 3", ["1 piece of support, a loan"])
    table.check()


@pytest.mark.parametrize(
    ("length", "near"),
    [("1m", "SET DIGEST 1h, "), ("59m", "SET DIGEST 1h, "), ("8d", "SET DIGEST 7d, "), ("often", "SET DIGEST 8h, "),
     ("0", "SET DIGEST 8h, "), ("9999999999999d", "SET DIGEST 8h, "), ("never", ""), ("daily", "SET DIGEST 1d, ")],
)  # fmt: skip
def test_a_digest_of_a_wrong_length_is_refused(table: LiveTable, length: str, near: str) -> None:
    table.say(0.5, "2", f"SET DIGEST {length}")
    assert faults(table, "2", "wronglines") == [(1, 12, phrase("fault.digest"), f"{near}SET DIGEST OFF")]
    assert table.game.seats["2"].digest == 0


# -- seals -----------------------------------------------------------------------------------------------------


def test_the_seal_of_a_risk_is_told_to_both_and_opened_by_a_call(table: LiveTable) -> None:
    table.say(1, "3", "GIVE TO 1: SUPPORT 2")
    table.say(2, "1", f"{THREAT} RISK 2 OF 3")
    seals = [re.findall(r"\b[0-9a-f]{32}\b", text_of(table.of(seat))) for seat in ("1", "2")]
    assert seals[0] == seals[1] and len(seals[0]) == 2
    assert "of Player 3" not in text_of(table.of("2"))
    table.say(3, "2", "CALL")
    text = text_of(table.of("2"))
    salt, sealed = re.search(r"salt ([0-9a-f]{32})", text), re.search(r"text (.*)", text)
    assert salt is not None and sealed is not None and sealed[1].endswith("RISK 2 OF 3")
    lines = ("gm-said-2", "spring", "LIVE", "1", "the RISK of THREAT 1 by Player 1", salt[1], sealed[1])
    assert sha256("\n".join(lines).encode()).hexdigest() == "".join(seals[0])
    assert "salt" not in text_of(table.of("1"))
    assert table.counts()["4"] == 1


def test_a_granted_threat_never_opens_its_seal_and_one_without_risk_has_one(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    assert len(re.findall(r"\b[0-9a-f]{32}\b", text_of(table.of("2")))) == 2
    table.say(2, "2", "GRANT")
    assert not any("salt" in text_of(mail) for seat in SEATS for mail in table.all_of(seat))


# -- time that is given back -----------------------------------------------------------------------------------


def test_a_pause_gives_windows_back(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(1, "3", "PROPOSE TO 4: GIVE IOU 1 FOR NOTHING")
    table.operate(10, "pause")
    table.pass_to(40)
    assert len(table.state.actions) == 1
    table.operate(40, "resume")
    assert table.due() == START + 55 * HOUR
    assert [deal.due for deal in table.state.proposals] == [START + 55 * HOUR]
    before = table.counts()
    table.pass_to(54.9)
    assert table.new(before) == {"2": 1}  # the reminder
    table.pass_to(55)
    assert table.state.actions == () and table.state.proposals == ()
    table.check()


def test_letters_are_done_while_the_game_is_paused(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.operate(2, "pause")
    table.say(3, "2", "GRANT")
    assert table.state.actions == ()
    assert notices(table, "2")["live"]["paused"] is True


def test_an_outage_gives_windows_back(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    ends = table.game.clock.deadline
    table.outage(20, 30)
    assert table.due() == START + 35 * HOUR
    assert table.game.clock.deadline == ends + 10 * HOUR
    table.pass_to(34.9)
    assert len(table.state.actions) == 1
    table.pass_to(35)
    assert table.state.actions == ()
    table.check()


def test_a_short_outage_in_which_a_window_ended_gives_it_back(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    ends = table.game.clock.deadline
    table.outage(24.9, 25.1)
    assert table.due() == START + 25 * HOUR + timedelta(minutes=12)
    assert table.game.clock.deadline == ends
    table.check()


@pytest.mark.parametrize(
    ("line", "since", "to"),
    [
        (THREAT, 24.9, 25.1), (THREAT, 12.9, 13.1), (THREAT, 12.9, 13.8),
        ("PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", 24.9, 25.1),
    ],
    ids=("the end of a window", "its half-time", "most of an hour", "a proposal"),
)  # fmt: skip
def test_a_short_outage_is_told_to_the_parties_of_what_was_due_in_it_and_to_nobody_else(
    line: str, since: float, to: float
) -> None:
    told = []
    for busy in (True, False):
        table = LiveTable(length="9d")
        ends = table.game.clock.deadline
        table.say(1, "1", line if busy else "STATUS")
        table.pass_to(since)
        before = table.counts()
        table.outage(since, to)
        new = table.new(before)
        assert table.game.clock.deadline == ends
        assert new == ({"1": 1, "2": 1} if busy else {})
        told.append({seat: table.all_of(seat)[before[seat] :] for seat in ("3", "4")})
        for seat in ("3", "4"):
            table.say(to + 0.1, seat, "BOARD", "STATUS")
        told.append({seat: [mail.as_bytes() for mail in table.all_of(seat)] for seat in ("3", "4")})
        table.check()
    assert told[:2] == told[2:]


def test_a_letter_in_a_short_outage_has_the_same_time_whatever_ran() -> None:
    """Its effects begin when the mailbox is read again, whether or not somebody's window was due meanwhile."""
    dues = []
    for line in (THREAT, "STATUS"):
        table = LiveTable()
        table.say(1, "1", line)
        table.outage(24.9, 25.4)
        table.say(25.2, "3", "PROPOSE TO 4: GIVE IOU 1 FOR NOTHING")
        (deal,) = table.state.proposals
        dues.append((deal.due, table.game.clock.deadline))
    assert dues[0] == dues[1]


def test_a_window_that_was_not_due_in_a_short_outage_keeps_its_time(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.say(5, "3", "THREAT A4 WITH 2 FROM START")
    table.outage(24.9, 25.1)
    dues = {action.by: action.due for action in table.state.actions}
    assert dues == {"1": START + 25 * HOUR + timedelta(minutes=12), "3": START + 29 * HOUR}


@pytest.mark.parametrize(("since", "to"), [(20.0, 21.0), (49 - 25.1, 49 - 24.9)])
def test_an_outage_of_an_hour_or_over_the_end_is_told_to_all_whatever_ran(since: float, to: float) -> None:
    table = LiveTable(length="1d")
    ends = table.game.clock.deadline
    before = table.counts()
    table.outage(since, to)
    assert table.game.clock.deadline > ends
    assert table.new(before) == dict.fromkeys(SEATS, 1)


# -- ABSENT ----------------------------------------------------------------------------------------------------


def test_who_is_absent_is_answered_for_at_once_from_the_midnight_of_his_first_day_to_that_after_his_last(
    table: LiveTable,
) -> None:
    table.say(0.5, "2", "ABSENT 7 January to 8 January 2026")
    table.say(28, "1", THREAT)  # on Tuesday at 22:00
    assert len(table.state.actions) == 1
    before = table.counts()
    table.pass_to(29.99)
    assert table.new(before) == {}
    table.pass_to(30)  # it is Wednesday
    assert table.state.actions == ()
    assert table.new(before) == {"1": 1, "2": 1}
    table.say(40, "3", "THREAT A2 WITH 1 FROM START")
    assert table.state.actions == ()
    table.say(78.01, "4", "THREAT A2 WITH 1 FROM START")  # Friday has come
    assert len(table.state.actions) == 1
    table.check()


def test_an_absence_is_told_to_nobody_else(table: LiveTable) -> None:
    before = table.counts()
    table.say(0.5, "2", "ABSENT 7 January to 8 January 2026")
    table.pass_to(100)
    assert table.new(before) == {"2": 1}


# -- the end ---------------------------------------------------------------------------------------------------


def test_two_thirds_of_the_votes_end_the_game_at_once(table: LiveTable) -> None:
    table.say(1, "1", "VOTE END")
    table.say(2, "2", "VOTE END")
    before = table.counts()
    table.say(3, "4", "THREAT A3 WITH 1 FROM START")
    assert not table.game.over
    table.say(4, "3", "VOTE END")
    assert "votes of two thirds" in table.game.over
    assert table.state.actions == ()
    assert all(n >= before[seat] + 1 for seat, n in table.counts().items())
    assert all("finalscores" in notices(table, seat) for seat in SEATS)
    table.check()


def test_a_vote_that_is_taken_back_does_not_count(table: LiveTable) -> None:
    for hour, seat, line in ((1, "1", "VOTE END"), (2, "2", "VOTE END"), (3, "2", "UNVOTE END"), (4, "3", "VOTE END")):
        table.say(hour, seat, line)
    assert not table.game.over


def test_a_resignation_can_make_the_votes_enough(table: LiveTable) -> None:
    table.say(1, "1", "VOTE END")
    table.say(2, "2", "VOTE END")
    table.say(3, "4", "RESIGN")
    assert not table.game.over
    table.say(4, "4", "CONFIRM", reply=table.of("4"))
    assert "votes of two thirds" in table.game.over  # two of three
    table.check()


@pytest.mark.parametrize("line", ["VOTE DRAW", "VOTE CONCEDE TO 2", "EXTEND 3h", "WAIT"])
def test_what_this_game_does_not_have_is_refused_and_something_else_named(table: LiveTable, line: str) -> None:
    table.say(1, "1", line)
    vote = (1, 1, phrase("fault.votes", has="VOTE END"), "VOTE END")
    assert faults(table, "1", "wronglines") == [vote if "VOTE" in line else (1, 1, NO_TIME, "")]
    assert table.game.seats["1"].vote == "" and not table.game.seats["1"].wait


def test_the_end_of_the_game_goes_into_the_calendar_of_who_keeps_one(table: LiveTable) -> None:
    table.say(1, "1", "SET CALENDAR ON")
    (file,) = [part for part in table.of("1").iter_attachments() if part.get_content_type() == "text/calendar"]
    (entry,) = Calendar.from_ical(file.get_content()).walk("VEVENT")
    assert entry["DTSTART"].dt == START + timedelta(days=14)
    assert str(entry["SUMMARY"]) == "spring: time is up (LIVE)"


def test_everybody_is_warned_one_window_before_the_end_and_once() -> None:
    table = LiveTable(length="3d")
    before = table.counts()
    table.pass_to(47.99)
    assert table.new(before) == {}
    table.pass_to(48)
    assert table.new(before) == dict.fromkeys(SEATS, 1)
    assert notices(table, "3")["endssoon"]["due"] == "Thu 8 Jan 18:00 UTC"
    table.pass_to(71)
    assert table.new(before) == dict.fromkeys(SEATS, 1)


def test_what_is_open_at_the_end_keeps_its_window_and_then_comes_the_scoring() -> None:
    table = LiveTable(length="2d")
    table.say(40, "1", THREAT)
    table.say(41, "3", "GIVE TO 1: SUPPORT 1")  # it waits
    table.pass_to(48)
    assert table.state.closing and not table.game.over
    assert all("timeisup" in notices(table, seat) for seat in SEATS)
    table.say(49, "3", "GIVE TO 4: SUPPORT 1")
    assert notices(table, "3")["notdone"]["why"] == words("closing")
    table.say(50, "2", "GRANT")
    assert "the time of the game is over" in table.game.over
    assert table.state.books.borrowed("1") == {"3": 1}
    assert all(any("finalscores" in brought(table, mail) for mail in table.all_of(seat)[-2:]) for seat in SEATS)
    table.check()


def test_the_last_window_strikes_after_the_end() -> None:
    table = LiveTable(length="2d")
    table.say(40, "1", THREAT)
    table.pass_to(63.9)
    assert table.state.closing and not table.game.over
    table.pass_to(64)
    assert table.game.over
    table.check()


def test_with_nothing_open_the_game_is_scored_at_its_end() -> None:
    table = LiveTable(length="2d")
    table.say(48, "1", "GIVE TO 2: SUPPORT 1")  # in its last second
    assert table.state.books.borrowed("2") == {"1": 1}
    table.pass_to(48)
    assert table.game.over
    table.say(49, "1", "GIVE TO 2: SUPPORT 1")
    assert table.state.books.borrowed("2") == {"1": 1}


@pytest.mark.parametrize("end", ["60h", "2026-01-08T07:00+01:00"])
def test_the_options_may_say_when_the_game_ends(end: str) -> None:
    table = LiveTable(options=f'end = "{end}"')
    assert table.game.clock.deadline == START + 60 * HOUR
    assert table.game.clock.reminders == (START + 36 * HOUR,)
    table.pass_to(60)
    assert table.game.over


# -- books that are broken -------------------------------------------------------------------------------------


def test_a_letter_that_would_break_the_books_is_put_aside_and_the_game_stands_still(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.say(1, "1", THREAT)
    state, before = table.state, table.counts()
    # planted: books that break
    monkeypatch.setattr(Negotiation, "audit", lambda rules, now: "" if now.actions else "player 1 has 9 pieces")
    handled = table.say(2, "2", "GRANT")
    assert handled.state == "failed" and handled.failure.kind == "BrokenBooks"
    assert table.new(before) == {"1": 1, "2": 2, "3": 1, "4": 1}  # all are told that the clock stands
    assert table.state == state and table.game.clock.paused is not None
    assert "BrokenBooks" in words_of(table.last(OPERATOR))
    monkeypatch.undo()
    table.at += HOUR
    (letter,) = table.office.store.inbox.put_aside()
    table.office.redo(table.office.store.inbox.aside(letter.id), table.at)  # type: ignore[arg-type]
    assert table.state.actions == () and table.game.clock.paused is None
    table.check()


def test_a_strike_that_would_break_the_books_is_not_done_and_does_not_come_again(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.say(1, "1", THREAT)
    table.pass_to(20)
    before = table.counts()
    # planted: books that break
    monkeypatch.setattr(Negotiation, "audit", lambda rules, now: "" if now.actions else "player 1 has 9 pieces")
    table.pass_to(30)
    assert table.new(before) == dict.fromkeys(SEATS, 1)
    assert len(table.state.actions) == 1 and table.game.clock.paused is not None
    (told,) = table.mails(OPERATOR)
    assert str(told["Subject"]) == "[gm] the clock of spring stands by a fault of ours"


def test_an_act_of_the_operator_that_would_break_the_books_is_refused(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Negotiation, "audit", lambda rules, now: "player 1 has 9 pieces")  # planted: books that break
    with pytest.raises(OperatorError, match="nothing was done: an error of ours: BrokenBooks"):
        table.operate(1, "resign", "2")
    assert table.game.seats["2"].taken


def test_fsck_shows_books_that_are_broken(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    table.say(1, "1", THREAT)
    table.check()
    # planted: books that are broken
    monkeypatch.setattr("gm.rules.negotiation.books.support_adds_up", lambda books: ["player 3 owns 5 support pieces"])
    assert check_store(table.office.store) == (
        ["spring: entry 1: the books of the game are broken: player 3 owns 5 support pieces"], 1,
    )  # fmt: skip


# -- order, and the same bytes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["1", "3"])
def test_two_letters_of_one_second_are_done_in_the_order_of_the_mailbox(table: LiveTable, first: str) -> None:
    second = {"1": "3", "3": "1"}[first]
    for seat in (first, second):
        table.say(1, seat, "THREAT A2 WITH 1 FROM START")
    (action,) = table.state.actions
    assert action.by == first
    assert [one.by for one in table.state.waiting] == [second]
    assert notices(table, second)["waits"]["number"] == 1


def played(forgets: bool) -> list[bytes]:
    """A game of ten players, whose numbers are in another order as text; all mails of it."""
    table = LiveTable(length="3d", players=10, forgets=forgets)
    table.say(0.5, "2", "SET DIGEST 2h", "SET FORMAT HTML", "SET JSON ON")
    table.say(1, "10", "GIVE TO 1: SUPPORT 2", "GIVE TO 2: SUPPORT 1", "PERMIT 9: MOVE 3 FROM START TO A10")
    table.say(1.5, "3", "GIVE TO 1: SUPPORT 1", "PROPOSE TO 10: GIVE IOU 2 FOR IOU 3 AND SUPPORT 1")
    table.say(2, "1", f"{THREAT} RISK ALL", "PROPOSE TO 10: GIVE IOU 1 FOR NOTHING")
    table.say(3, "3", "VOTE END", "BOARD")
    table.say(4, "10", "ACCEPT 1 WITH 1", "ACCEPT 1 WITH 3", "BOARD")
    table.say(5, "9", "ACCEPT 1 WITH 10", "THREAT A1 WITH 1 FROM START")
    table.say(6, "2", "STANDING QUOTE 10 3", "CALL")
    table.pass_to(100)
    assert table.game.over
    table.check()
    return [row["raw"] for row in table.office.store.rows("select raw from outbox order by id")]


def test_the_same_letters_make_the_same_bytes_whether_the_game_is_read_from_the_store_or_remembered() -> None:
    remembered = played(False)
    assert remembered == played(False)
    assert len(remembered) > 40
    for one, other in zip(remembered, played(True), strict=True):
        assert one == other


# -- what belongs to each mail ---------------------------------------------------------------------------------


def boards_of(table: LiveTable, seat: str) -> list[bool]:
    """Whether each mail to a seat shows its boards."""
    return ["MAIN BOARD" in text_of(mail) for mail in table.all_of(seat)]


def test_the_boards_come_at_the_start_and_with_the_first_mail_of_each_day(table: LiveTable) -> None:
    table.say(1, "2", "STANDING")
    table.say(5, "2", "STANDING")  # 23:00
    table.say(7, "2", "STANDING")  # the next day
    table.say(8, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert boards_of(table, "2") == [True, False, False, True, False]
    table.say(30, "2", "BOARD")
    assert boards_of(table, "2")[-1] and text_of(table.of("2")).count("MAIN BOARD") == 1
    table.say(31, "2", "STANDING")
    assert not boards_of(table, "2")[-1]


def test_the_day_of_a_reader_begins_in_their_own_zone(table: LiveTable) -> None:
    table.say(1, "2", "SET ZONE Asia/Tokyo")  # 04:00 of the next day there
    assert boards_of(table, "2") == [True, True]
    table.say(7, "2", "STANDING")  # 01:00 UTC, and the same day in Tokyo
    assert not boards_of(table, "2")[-1]


def test_a_reminder_says_in_its_subject_what_is_due_and_when(table: LiveTable) -> None:
    table.say(1, "1", THREAT)
    table.pass_to(13.1)
    subject = str(table.of("2")["Subject"])
    assert subject == "[spring] LIVE: with Player 1: THREAT on A2, answer by Tue 6 Jan 19:00"


def test_a_proposal_near_the_end_names_the_end() -> None:
    table = LiveTable(length="2d")
    table.say(30, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    text = " ".join(text_of(table.of("2")).split())
    assert "lapses Wed 7 Jan 18:00 UTC" in text and "lapses Thu" not in text
    table.say(31, "2", "SHOW")
    text = " ".join(text_of(table.of("2")).split())
    assert "until Wed 7 Jan 18:00 UTC" in text and "Thu 8 Jan" not in text


def test_no_message_is_passed_on_once_the_time_of_the_game_is_over() -> None:
    table = LiveTable(length="1d")
    table.say(23, "1", THREAT)
    table.pass_to(25)
    assert not table.game.over and table.game.clock.phase == "CLOSE"
    before = table.counts()
    table.say(26, "3", "PRESS TO 4", "Well played.", "END")
    assert table.new(before) == {"3": 1}
    assert faults(table, "3", "wronglines") == [(1, 1, phrase("fault.press-late"), "")]
    table.say(27, "3", "PRESS TO GM", "Is that so?", "END")
    assert "pressunclear" not in notices(table, "3") and "presssent" in notices(table, "3")


# -- CALL GAME -------------------------------------------------------------------------------------------------


def callable_table() -> LiveTable:
    """Three players; player 1 has no piece left to move."""
    table = LiveTable("call_for_end = true\nperiod = \"1m\"", players=3)
    hour = 1.0
    squares = ("START", "A2", "B3", "C2", "D3", "E2", "F3", "G2", "H3", "I2", "K3")
    for source, square in pairwise(squares):
        table.say(hour, "1", f"THREAT {square} WITH 3 FROM {source}")
        table.say(hour + 0.1, square[1], "GRANT", reply=table.of(square[1]))
        hour += 1
    return table


def test_a_call_asks_and_the_confirm_ends_the_game() -> None:
    table = callable_table()
    asks = table.say(20, "1", "CALL GAME")
    assert asks and "confirmasked" in notices(table, "1") and not table.game.over
    table.say(21, "1", "CONFIRM", reply=table.of("1"))
    assert table.game.over and "Player 1" in table.game.over
    assert all(any("THE FINAL SCORES" in text_of(one) for one in table.all_of(seat)) for seat in table.seats)


def test_a_confirm_of_a_call_is_refused_when_a_threat_has_come_between() -> None:
    table = callable_table()
    table.say(20, "1", "CALL GAME")
    asked = table.of("1")
    table.say(20.5, "2", "THREAT A1 WITH 1 FROM START")
    table.say(21, "1", "CONFIRM", reply=asked)
    assert not table.game.over and notices(table, "1")["notdone"]["why"] == words("no-call.engaged")


def test_a_confirm_alone_calls_nothing() -> None:
    table = callable_table()
    table.say(20, "1", "CALL GAME")
    table.say(21, "1", "CONFIRM", reply=table.all_of("1")[0])
    assert not table.game.over and "nothingtoconfirm" in notices(table, "1")


# -- answers in the words of talk ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hints"),
    [
        ("I accept.", "ACCEPT 1 WITH 1"), ("Agreed", "ACCEPT 1 WITH 1"), ("ok", "ACCEPT 1 WITH 1"),
        ("I call.", "CALL 2 WITH 1"),
    ],
)
def test_an_answer_in_words_of_talk_is_shown_in_its_own(table: LiveTable, line: str, hints: str) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", THREAT)
    table.say(2, "2", line, "Bob", reply=table.of("2"))
    (said,) = [one[3] for one in faults(table, "2", "wronglines")]
    assert hints in said.split(", ")  # a threat waits beside the deal: all that may be meant is shown
    assert table.state.proposals and table.state.actions


def test_a_yes_to_a_deal_says_that_other_words_answer_it(table: LiveTable) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    table.say(2, "2", "Yes", reply=table.of("2"))
    assert notices(table, "2")["nothingtoconfirm"]["answers"] and "ACCEPT 1 WITH 1" in text_of(table.of("2"))
    table.say(3, "3", "Yes")
    assert not notices(table, "3")["nothingtoconfirm"]["answers"]


def test_talk_beside_a_command_is_no_answer(table: LiveTable) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    table.say(2, "2", "ok", "THREAT A3 WITH 1 FROM START")
    assert len(table.state.actions) == 1 and table.state.proposals


@pytest.mark.parametrize("line", ["VOTE END GAME", "VOTE END THE GAME"])
def test_the_game_may_be_named_in_a_vote_for_its_end(table: LiveTable, line: str) -> None:
    table.say(1, "2", line)
    assert table.game.seats["2"].vote == "END"


# -- answers that name nothing, and replies to messages --------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hints"),
    [
        ("call 2", "CALL 2 WITH 1"), ("grant 1", "GRANT 2 WITH 1"), ("CLAL 2", "CALL 2 WITH 1"),
        ("accept 1", "ACCEPT 1 WITH 1"), ("ACEPT", "ACCEPT 1 WITH 1"), ("ACCEPT IT", "ACCEPT 1 WITH 1"),
        ("I accept that deal", "ACCEPT 1 WITH 1"), ("I'll call", "CALL 2 WITH 1"), ("withdraw 1", "WITHDRAW 3 WITH 1"),
    ],
)
def test_an_answer_that_names_nothing_is_shown_with_what_is_open(table: LiveTable, line: str, hints: str) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", THREAT)
    table.say(2, "2", "PROPOSE TO 1: GIVE IOU 2 FOR NOTHING")
    table.say(3, "2", line)
    assert [one[3] for one in faults(table, "2", "wronglines")] == [hints]
    table.say(4, "2", hints)
    assert "wronglines" not in notices(table, "2") and "notdone" not in notices(table, "2")


def test_a_deal_of_another_number_is_named_as_it_is_to_be_written(table: LiveTable) -> None:
    table.say(1, "1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    table.say(2, "2", "ACCEPT 11 WITH 1")
    assert notices(table, "2")["notdone"]["hints"] == ["ACCEPT 1 WITH 1"]


MISTYPED = ("STANDNG ATTACK PAY", "attak 1 for 1", "COLECT FROM 1", "lend 1 2", "RESIGNN", "BORD", "VTOE END")


@pytest.mark.parametrize("line", MISTYPED)
def test_a_mistyped_command_in_a_reply_to_a_message_goes_to_nobody(table: LiveTable, line: str) -> None:
    table.say(1, "1", "PRESS TO 2", "Hello.", "END")
    before = table.counts()
    table.say(2, "2", line, reply=table.of("2"))
    assert table.new(before) == {"2": 1} and notices(table, "2")["pressunclear"]["hidden"] == [line]


def test_after_the_end_a_reply_to_a_message_is_refused_like_any_other() -> None:
    table = LiveTable(length="1d")
    table.say(22, "1", "PRESS TO 2", "Hello.", "END")
    message = table.of("2")
    table.say(23, "1", THREAT)
    table.pass_to(25)
    before = table.counts()
    table.say(26, "2", "Hold the line!", reply=message)
    assert table.new(before) == {"2": 1}
    assert faults(table, "2", "wronglines") == [(1, 1, phrase("fault.press-late"), "")]


def test_what_a_call_of_the_game_asks_stands_in_the_subject_beside_an_answer() -> None:
    table = callable_table()
    table.say(19, "2", "THREAT A1 WITH 1 FROM START")
    table.say(20, "1", "GRANT", "CALL GAME")
    assert phrase("subject.confirm") in str(table.of("1")["Subject"])
    table.say(21, "1", "ok")
    assert notices(table, "1")["nothing"]["asked"]
