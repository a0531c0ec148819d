"""Answers in Negotiation: which action they are for, windows, reminders, silence, STANDING, absence and empty seats."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.rows import each_row
from telephone import BEGAN, HOUR, RULES, SECOND, Telephone, by_number

DAY = 24 * HOUR


def attacked() -> Telephone:
    """Player 1 attacks player 2 for 1; both have 2 winnings."""
    return Telephone(7).winnings(p1=2, p2=2).say("1", "ATTACK 2 FOR 1")


def threatened() -> Telephone:
    """Player 1 threatens A2 with one piece; player 2 holds support of 3 (2) and of 4 (1)."""
    return Telephone(7).hold("2", p3=2, p4=1).say("1", "THREAT A2 WITH 1 FROM START")


# -- which action is meant ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["PAY", "PAY 1 WITH 1", "DEFEND", "DEFEND 1 WITH 1"])
def test_an_action_is_answered_bare_or_by_number(line: str) -> None:
    assert attacked().say("2", line).state.actions == ()


def test_a_bare_answer_is_not_taken_while_another_action_has_ended_within_the_window() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2).say("1", "ATTACK 2 FOR 1").say("2", "PAY")
    phone.say("3", "ATTACK 2 FOR 1", after=HOUR)
    assert phone.say("2", "PAY", after=HOUR).refusal("2") and len(phone.state.actions) == 1
    assert phone.say("2", "PAY 1 WITH 3").state.actions == ()


def test_a_bare_answer_is_taken_again_when_the_last_action_has_ended_long_ago() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2).say("1", "ATTACK 2 FOR 1").say("2", "PAY")
    phone.say("3", "ATTACK 2 FOR 1", after=HOUR).say("2", "PAY", after=DAY - HOUR + SECOND)
    assert phone.state.actions == ()


def test_only_actions_against_the_sender_make_a_bare_answer_doubtful() -> None:
    phone = attacked().say("2", "PAY", "ATTACK 1 FOR 1").say("1", "PAY")  # the second was against player 1
    assert phone.state.actions == ()


def test_actions_that_need_no_answer_make_no_bare_answer_doubtful() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2).say("3", "RECALL ALL FROM 2").say("1", "ATTACK 2 FOR 1").say("2", "PAY")
    assert phone.state.actions == ()


def test_a_reply_goes_to_the_action_whose_mail_it_replies_to() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2).say("1", "ATTACK 2 FOR 1").say("2", "PAY")
    phone.say("3", "ATTACK 2 FOR 1", after=HOUR).say("2", "PAY", refs=("1 WITH 3",))
    assert phone.state.actions == () and phone.wins() == {"1": 3, "3": 3}


def test_a_reply_to_a_finished_action_is_refused_says_how_it_ended_and_touches_no_other() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2).say("1", "ATTACK 2 FOR 1").say("2", "PAY")
    phone.say("3", "ATTACK 2 FOR 1").say("2", "PAY", refs=("1 WITH 1",))
    assert len(phone.state.actions) == 1 and "PAY" in phone.refusal("2")
    assert "PAY" in phone.say("2", "DEFEND 1 WITH 1").refusal("2") and len(phone.state.actions) == 1


def test_a_reply_to_the_mail_of_a_deal_is_a_bare_answer() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2).say("1", "ATTACK 2 FOR 1")
    phone.say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING").say("2", "PAY", refs=("2 WITH 1",))
    assert phone.state.actions == ()
    phone.say("3", "ATTACK 2 FOR 1").say("3", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert phone.say("2", "PAY", refs=("2 WITH 3",)).refusal("2")


def test_a_reply_to_a_digest_must_name_its_action() -> None:
    phone = attacked().say("2", "PAY", refs=("1 WITH 1",), digest=True)
    assert phone.refusal("2") and len(phone.state.actions) == 1
    assert phone.say("2", "PAY 1 WITH 1", refs=("1 WITH 1",), digest=True).state.actions == ()


def test_a_bare_accept_in_a_reply_is_for_the_deal_of_that_mail() -> None:
    phone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", "PROPOSE TO 2: GIVE IOU 5 FOR NOTHING")
    phone.say("2", "ACCEPT", refs=("1 WITH 1",))
    assert phone.books.owes("1", "2") == 1
    phone.say("2", "COUNTER: GIVE NOTHING FOR IOU 7", refs=("2 WITH 1",)).say("1", "ACCEPT", refs=("3 WITH 2",))
    assert phone.books.owes("1", "2") == 8


def test_a_number_in_a_reply_is_for_the_deal_of_that_number_whatever_mail_it_replies_to() -> None:
    phone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", "PROPOSE TO 2: GIVE IOU 5 FOR NOTHING")
    phone.say("2", "ACCEPT 2 WITH 1", refs=("1 WITH 1",))
    assert phone.books.owes("1", "2") == 5


@each_row("line", ["GRANT", "CALL", "GRANT 1 WITH 1", "ACCEPT 1 WITH 1", "PAY 2 WITH 1", "PAY 1 WITH 3"])
def test_an_answer_that_does_not_fit_is_refused_and_leaves_the_action_open(line: str) -> None:
    phone = attacked().say("2", line)
    assert phone.refusal("2") and len(phone.state.actions) == 1


def test_nobody_answers_his_own_action_or_one_of_others() -> None:
    phone = attacked()
    assert phone.say("1", "PAY 1 WITH 2").refusal("1")
    assert phone.say("1", "PAY").refusal("1")
    assert phone.say("3", "PAY 1 WITH 2").refusal("3")
    assert phone.say("3", "PAY").refusal("3")
    assert len(phone.state.actions) == 1


def test_a_threat_once_begun_cannot_be_taken_back() -> None:
    phone = threatened().say("1", "WITHDRAW 1 WITH 2")
    assert phone.refusal("1") and len(phone.state.actions) == 1


# -- quotes ------------------------------------------------------------------------------------------------------------


def test_owners_are_quoted_in_ascending_order_unless_the_call_or_standing_quote_says_another() -> None:
    assert by_number(threatened().say("2", "CALL").one("1", "threattold").quoted) == {"3": 2}
    assert by_number(threatened().say("2", "CALL QUOTE FROM 4").one("1", "threattold").quoted) == {"4": 1, "3": 1}
    standing = threatened().say("2", "STANDING QUOTE 4").say("2", "CALL")
    assert by_number(standing.one("1", "threattold").quoted) == {"4": 1, "3": 1}
    both = threatened().say("2", "STANDING QUOTE 4").say("2", "CALL QUOTE FROM 3 4")
    assert by_number(both.one("1", "threattold").quoted) == {"3": 2}


def test_an_owner_of_whom_nothing_is_held_is_passed_over_in_a_quote() -> None:
    told = threatened().say("2", "CALL QUOTE FROM 7 2 9 4 5").one("1", "threattold")
    assert by_number(told.quoted) == {"4": 1, "3": 1} and told.event == "lost"


# -- windows -----------------------------------------------------------------------------------------------------------


def test_without_an_answer_within_the_window_the_gamemaster_calls_and_defends() -> None:
    assert threatened().wait(24).one("2", "threattold").event == "lost"
    phone = attacked().wait(24)
    assert phone.state.actions == () and phone.wins() == {"1": 1, "2": 3}  # 1 is not greater than 2 + 7


def test_an_answer_in_the_second_in_which_the_window_ends_is_in_time() -> None:
    phone = attacked().say("2", "PAY", after=DAY)
    assert phone.wins() == {"1": 3, "2": 1}
    assert attacked().say("2", "PAY", after=DAY + SECOND).wins() == {"1": 1, "2": 3}


def test_the_window_is_as_long_as_the_option_says() -> None:
    phone = Telephone(7, answer_within="90m").winnings(p1=1).say("1", "ATTACK 2 FOR 1")
    assert phone.action().due == phone.at + timedelta(minutes=90)
    assert phone.one("2", "attacktold").due == phone.action().due


def test_half_a_window_before_its_end_who_owes_the_answer_is_reminded_and_nobody_else() -> None:
    phone = attacked().wait(12)
    (notice,) = [one for one in phone.told if one.audience.kind == "seats"]
    assert notice.audience.seats == ("2",) and notice.kind == "answerdue" and notice.reminder
    assert notice.body.default == "DEFEND" and notice.body.due == BEGAN + DAY
    assert phone.wait(11).hearers() == set()


def test_who_has_answered_is_not_reminded() -> None:
    assert attacked().say("2", "PAY").wait(12).hearers() == set()


def test_time_given_back_lengthens_windows_and_lapses_by_so_much() -> None:
    phone = attacked().say("3", "PROPOSE TO 4: GIVE IOU 1 FOR NOTHING")
    phone.state = RULES.later(phone.state, phone.at, 5 * HOUR)
    assert phone.action().due == BEGAN + DAY + 5 * HOUR
    assert phone.wait(12).hearers() == set()
    assert phone.wait(5).hearers() == {("2", "answerdue")}
    assert phone.wait(11).hearers() == set()
    phone.wait(1)
    assert phone.state.actions == () and phone.state.proposals == ()


# -- silence -----------------------------------------------------------------------------------------------------------


def test_who_was_silent_once_is_answered_for_at_once_until_his_next_letter() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2, p4=2).say("1", "ATTACK 2 FOR 1").wait(24)
    phone.say("3", "ATTACK 2 FOR 1", after=HOUR)
    assert phone.state.actions == () and phone.wins()["2"] == 4
    assert [one.event for one in phone.to("2", "attacktold")] == ["lost"]
    phone.say("2", "Good morning.").say("4", "ATTACK 2 FOR 1")
    assert len(phone.state.actions) == 1


def test_who_answered_in_time_is_not_silent() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2).say("1", "ATTACK 2 FOR 1").say("2", "PAY")
    assert len(phone.say("3", "ATTACK 2 FOR 1").state.actions) == 1


def test_a_counter_action_against_one_who_is_answered_for_is_answered_at_once_and_what_waits_runs_then() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2, p5=1).say("1", "STANDING NOW", "STANDING ATTACK PAY", "ATTACK 2 FOR 1")
    phone.say("5", "GIVE TO 1: WIN 1").say("2", "PAY", "ATTACK 1 FOR 1")
    assert phone.state.actions == () and phone.state.waiting == ()
    assert phone.wins() == {"1": 3, "2": 2}  # paid 1, won it back, got 1 as a gift


# -- STANDING ----------------------------------------------------------------------------------------------------------


def test_standing_instructions_may_be_changed_for_an_open_action() -> None:
    phone = threatened().say("2", "STANDING THREAT GRANT").wait(24)
    assert phone.one("1", "threattold").event == "granted" and phone.at_places("1") == {"A2": 1}
    assert attacked().say("2", "STANDING ATTACK PAY").wait(24).wins() == {"1": 3, "2": 1}


def test_standing_now_answers_an_open_action_at_once_and_standing_wait_gives_windows_again() -> None:
    phone = attacked().say("2", "STANDING ATTACK PAY", "STANDING NOW")
    assert phone.wins() == {"1": 3, "2": 1}
    phone.say("1", "THREAT A2 WITH 1 FROM START", after=DAY + SECOND)
    assert phone.state.actions == ()
    phone.say("2", "STANDING WAIT").say("3", "THREAT A2 WITH 1 FROM START")
    assert len(phone.state.actions) == 1


def test_standing_quote_is_the_order_of_a_standing_answer() -> None:
    told = threatened().say("2", "STANDING QUOTE 4", "STANDING NOW").one("1", "threattold")
    assert by_number(told.quoted) == {"4": 1, "3": 1}


def test_standing_is_told_to_who_wrote_it_alone() -> None:
    phone = Telephone(7).say("2", "STANDING THREAT GRANT")
    assert phone.hearers() == {("2", "standingtold")}
    told = phone.one("2", "standingtold")
    assert (told.threat, told.attack, told.now) == ("GRANT", "DEFEND", False)


def test_standing_now_lets_what_waits_for_the_line_run() -> None:
    phone = attacked().say("3", "GIVE TO 2: SUPPORT 1").say("2", "STANDING NOW")
    assert phone.held("2") == {"3": 1} and phone.state.waiting == ()


# -- absence -----------------------------------------------------------------------------------------------------------


def test_an_open_action_is_answered_at_once_when_the_other_goes_away() -> None:
    phone = attacked().away("2")
    assert phone.state.actions == () and phone.wins() == {"1": 1, "2": 3}


def test_who_is_absent_is_answered_for_at_once_and_has_windows_again_when_he_is_back() -> None:
    phone = Telephone(7).winnings(p1=2, p3=2).away("2").say("1", "ATTACK 2 FOR 1")
    assert phone.state.actions == ()
    phone.away().say("3", "ATTACK 2 FOR 1")
    assert len(phone.state.actions) == 1


def test_nobody_is_told_that_a_player_is_absent() -> None:
    assert Telephone(7).away("2").hearers() == set()


# -- empty seats -------------------------------------------------------------------------------------------------------


def test_an_empty_seat_is_answered_for_at_once_and_keeps_what_it_has() -> None:
    phone = attacked().hold("2", p3=1).owe("2", "3", 1).resign("2")
    assert phone.state.actions == () and phone.wins() == {"1": 1, "2": 3}
    phone.say("3", "RECALL ALL FROM 2").say("4", "THREAT A2 WITH 2 FROM START")
    phone.say("1", "ATTACK 2 FOR 1", after=DAY + SECOND)
    assert phone.books.uncommitted("3") == 7 and phone.at_places("4") == {"A2": 2}
    assert phone.wins() == {"2": 4}
    assert phone.say("3", "COLLECT FROM 2").wins() == {"2": 3, "3": 1}


def test_the_proposals_and_waiting_items_of_an_empty_seat_lapse() -> None:
    phone = attacked().say("3", "PROPOSE TO 4: GIVE IOU 1 FOR NOTHING", "GIVE TO 1: WIN 1").resign("3")
    assert phone.state.proposals == () and phone.state.waiting == ()
    assert phone.one("4", "dealtold").event == "lapsed"
    assert phone.say("4", "ACCEPT 1 WITH 3").refusal("4")


def test_proposals_to_an_empty_seat_are_refused() -> None:
    phone = Telephone(7).say("4", "PROPOSE TO 3: GIVE IOU 1 FOR NOTHING").resign("3")
    assert phone.state.proposals == ()
    assert phone.say("4", "PROPOSE TO 3: GIVE IOU 1 FOR NOTHING").refusal("4")


def test_a_takeover_gets_the_seat_as_it_stands_with_windows_of_his_own() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2).hold("2", p3=1).say("2", "STANDING ATTACK PAY").resign("2").takeover("2")
    books = phone.books
    phone.say("1", "ATTACK 2 FOR 1")
    assert phone.books == books and len(phone.state.actions) == 1
    assert phone.wait(24).wins() == {"1": 3, "2": 1}


def test_the_vote_of_an_empty_seat_does_not_count() -> None:
    phone = Telephone(7).resign("7").resign("6").resign("5")
    assert RULES.votes_needed(phone.state) == ("1", "2", "3", "4")
    assert not RULES.enough(phone.state, ("1", "2", "5", "6", "7"))
    assert RULES.enough(phone.state, ("1", "2", "3"))
