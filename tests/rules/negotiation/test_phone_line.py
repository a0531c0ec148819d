"""The line of Negotiation: who is on the phone, what waits and what does not, counter-actions, limits and numbers."""

from __future__ import annotations

from helpers.rows import each_row
from telephone import HOUR, SECOND, Telephone

DAY = 24 * HOUR


def busy() -> Telephone:
    """Players 1 and 2 are on the phone: 1 attacks 2. All have something with all."""
    phone = Telephone(7).winnings(p1=2, p2=2, p3=2, p5=1)
    phone.stand("1", "A3", 1).stand("1", "I4", 1).stand("3", "A4", 1).stand("3", "I4", 1).stand("2", "A4", 1)
    phone.hold("1", p3=1, p6=1).hold("3", p1=1, p2=1).hold("2", p3=1)
    for debtor, creditor in (("1", "3"), ("3", "1"), ("2", "3"), ("3", "2")):
        phone.owe(debtor, creditor, 1)
    return phone.say("1", "ATTACK 2 FOR 1")


# -- what waits --------------------------------------------------------------------------------------------------------

WAITS = [
    ("3", "GIVE TO 1: SUPPORT 1"),
    ("3", "GIVE TO 2: WIN 1"),
    ("1", "GIVE TO 3: SUPPORT 1"),
    ("1", "GIVE TO 3: SUPPORT 1 OF 6"),
    ("2", "GIVE TO 3: WIN 1"),
    ("3", "RECALL ALL FROM 1"),
    ("1", "RECALL 1 FROM 3"),
    ("3", "COLLECT FROM 2"),
    ("1", "COLLECT FROM 3"),
    ("3", "ATTACK 1 FOR 1"),
    ("3", "ATTACK 2 FOR 1"),
    ("1", "ATTACK 3 FOR 1"),
    ("3", "THREAT B1 WITH 1 FROM A4"),
    ("3", "THREAT A2 WITH 1 FROM START"),
    ("2", "THREAT A3 WITH 1 FROM START"),
    ("2", "ATTACK 1 FOR 1"),
]  # fmt: skip


@each_row(("player", "line"), WAITS)
def test_what_would_change_what_stands_still_waits_and_its_sender_alone_is_told_that(player: str, line: str) -> None:
    phone = busy()
    before = phone.books
    phone.say(player, line)
    assert phone.books == before and len(phone.state.actions) == 1
    assert [one.by for one in phone.state.waiting] == [player]
    assert phone.hearers() == {(player, "waits")}
    assert phone.one(player, "waits").number == 1


@each_row(
    ("by", "to", "give", "take"),
    [
        ("3", "1", "SUPPORT 1", "IOU 1"),
        ("1", "3", "NOTHING", "SUPPORT 1 OF 2"),
        ("3", "2", "WIN 1", "NOTHING"),
        ("5", "1", "MOVE 1 FROM I4 TO K5", "NOTHING"),  # entering WIN changes the winnings of the mover
        ("3", "1", "MOVE 1 FROM START TO A3 AND WIN 1", "NOTHING"),  # as a whole
    ],
)
def test_an_exchange_with_someone_on_the_phone_waits_and_both_parties_are_told(
    by: str, to: str, give: str, take: str
) -> None:
    phone = busy().say(by, f"PROPOSE TO {to}: GIVE {give} FOR {take}")
    number = phone.one(by, "dealtold").number
    before = phone.books
    phone.say(to, f"ACCEPT {number} WITH {by}")
    assert phone.books == before and len(phone.state.waiting) == 1
    assert phone.hearers() == {(by, "dealtold"), (to, "dealtold")}
    assert [phone.one(one, "dealtold").event for one in (by, to)] == ["waits", "waits"]
    assert (phone.one(to, "dealtold").waiting, phone.one(by, "dealtold").waiting) == (1, 0)


@each_row(
    ("by", "to", "give", "take"),
    [
        ("3", "1", "IOU 1", "NOTHING"),
        ("1", "3", "CANCEL IOU 1", "NOTHING"),
        ("1", "2", "IOU 1", "IOU 2"),
        ("1", "3", "MOVE 1 FROM A4 TO B1", "NOTHING"),  # into the column of one on the phone
        ("5", "1", "MOVE 1 FROM A3 TO B5", "NOTHING"),  # by one on the phone
        ("1", "3", "MOVE 1 FROM I4 TO K1", "NOTHING"),  # into the WIN box of a free player
    ],
)
def test_ious_and_moves_that_change_nothing_that_stands_still_do_not_wait(
    by: str, to: str, give: str, take: str
) -> None:
    phone = busy().say(by, f"PROPOSE TO {to}: GIVE {give} FOR {take}")
    number = phone.one(by, "dealtold").number
    before = phone.books
    phone.say(to, f"ACCEPT {number} WITH {by}")
    assert phone.state.waiting == () and phone.books != before
    assert phone.one(to, "dealtold").event == "done"


def test_a_move_out_of_the_column_of_one_on_the_phone_does_not_wait() -> None:
    phone = busy().stand("6", "A1", 1).say("5", "PERMIT 6: MOVE 1 FROM A1 TO B5").say("6", "ACCEPT 1 WITH 5")
    assert phone.at_places("6") == {"B5": 1}
    assert phone.one("1", "departed").square == "A1"


def test_support_of_one_on_the_phone_may_change_hands_between_others() -> None:
    phone = busy().say("3", "GIVE TO 4: SUPPORT 1 OF 2")
    assert phone.held("4") == {"2": 1}


def test_telling_and_talking_never_wait() -> None:
    phone = busy().hand_on("6", "1", "5", 1)
    phone.say("1", "INFORM 6", "STANDING THREAT GRANT", "PROPOSE TO 3: GIVE WIN 9 FOR NOTHING")
    assert {kind for _, kind in phone.hearers()} == {"informed", "standingtold", "dealtold"}
    phone.say("3", "COUNTER 1 WITH 1: GIVE SUPPORT 1 FOR NOTHING").say("1", "REJECT 2 WITH 3")
    assert phone.state.waiting == () and phone.state.proposals == ()


def test_a_threat_leaves_the_uncommitted_pieces_of_its_sender_free() -> None:
    phone = Telephone(7).stand("1", "A5", 3).say("1", "THREAT B4 WITH 2 FROM A5")
    phone.say("6", "PERMIT 1: MOVE 1 FROM A5 TO B6", "PERMIT 1: MOVE 1 FROM A5 TO B6").say("1", "ACCEPT 1 WITH 6")
    assert phone.at_places("1") == {"A5": 2, "B6": 1}
    phone.say("1", "ACCEPT 2 WITH 6")
    assert phone.one("1", "dealtold").event == "failed" and phone.at_places("1") == {"A5": 2, "B6": 1}
    assert phone.one("6", "dealtold").why == ""


# -- how it runs -------------------------------------------------------------------------------------------------------


def test_what_waits_runs_in_the_order_of_arrival_once_the_action_ends() -> None:
    phone = busy().say("1", "GIVE TO 4: SUPPORT 1 OF 6").say("1", "GIVE TO 5: SUPPORT 1 OF 6").say("2", "PAY")
    assert phone.held("4") == {"6": 1} and phone.held("5") == {}
    assert phone.state.waiting == ()
    assert "player 6's support" in phone.one("1", "notdone").why.lower()


def test_what_waits_is_checked_only_at_its_turn() -> None:
    phone = busy().say("1", "GIVE TO 4: WIN 3").say("2", "PAY")  # they have 2 and get 1
    assert phone.wins()["4"] == 3


def test_each_waiting_item_runs_that_now_can_and_the_others_go_on_waiting() -> None:
    phone = busy().say("3", "ATTACK 5 FOR 1").say("6", "GIVE TO 3: SUPPORT 1").say("6", "GIVE TO 1: SUPPORT 1")
    phone.say("2", "PAY")
    assert phone.held("1")["6"] == 2 and [one.number for one in phone.state.waiting] == [1]
    phone.say("5", "PAY")
    assert phone.held("3")["6"] == 1 and phone.state.waiting == ()


def test_what_waits_holds_nothing_up() -> None:
    phone = busy().say("3", "GIVE TO 1: WIN 1").say("3", "GIVE TO 4: WIN 1")
    assert phone.wins()["4"] == 1 and len(phone.state.waiting) == 1


def test_a_waiting_action_that_begins_keeps_what_waits_behind_it_waiting() -> None:
    phone = busy().say("3", "ATTACK 2 FOR 1").say("6", "GIVE TO 2: SUPPORT 1").say("2", "PAY")
    assert (phone.action().by, phone.action().to) == ("3", "2")
    assert [one.by for one in phone.state.waiting] == ["6"]
    assert [one.event for one in phone.to("2", "attacktold")] == ["paid", "begun"]


def test_a_waiting_item_may_be_taken_back_until_it_runs() -> None:
    phone = busy().say("3", "GIVE TO 1: WIN 1", "GIVE TO 2: WIN 1").say("3", "WITHDRAW W1")
    assert phone.hearers() == {("3", "waitover")} and phone.one("3", "waitover").event == "withdrawn"
    phone.say("2", "PAY")
    assert phone.wins()["3"] == 1 and phone.wins()["1"] == 3
    assert phone.say("3", "WITHDRAW W2").refusal("3")


def test_a_waiting_item_of_another_cannot_be_taken_back() -> None:
    phone = busy().say("3", "GIVE TO 1: WIN 1").say("4", "WITHDRAW W1")
    assert phone.refusal("4") and len(phone.state.waiting) == 1


def test_accept_closes_its_deal_on_arrival_even_if_it_waits() -> None:
    phone = busy().say("3", "PROPOSE TO 1: GIVE WIN 1 FOR IOU 2").say("1", "ACCEPT 1 WITH 3")
    assert phone.state.proposals == ()
    assert "is over" in phone.say("3", "WITHDRAW 1 WITH 1").refusal("3")
    assert phone.say("1", "ACCEPT 1 WITH 3").refusal("1")
    phone.wait(24)  # the deal does not lapse any more; the window of the ATTACK ends it: 1 gets 1 of 2, then the deal
    assert phone.books.owes("1", "3") == 3 and phone.wins()["3"] == 1


def test_a_waiting_accept_may_be_taken_back_by_who_accepted_and_both_are_told() -> None:
    phone = busy().say("3", "PROPOSE TO 1: GIVE WIN 1 FOR IOU 2").say("1", "ACCEPT 1 WITH 3").say("1", "WITHDRAW W1")
    assert phone.hearers() == {("1", "dealtold"), ("3", "dealtold")}
    before = phone.books.owes("1", "3")
    phone.say("2", "PAY")
    assert phone.books.owes("1", "3") == before
    assert "is over" in phone.say("1", "ACCEPT 1 WITH 3").refusal("1")


def test_the_words_for_what_waits_do_not_say_why_whose_line_or_how_many() -> None:
    first, second = busy(), busy().say("5", "GIVE TO 1: WIN 1")
    told = [phone.say("3", "GIVE TO 4: WIN 1", "ATTACK 1 FOR 1").one("3", "waits") for phone in (first, second)]
    assert told[0] == told[1]
    assert "2" not in told[0].what.replace("2 ", "")


# -- counter-actions ---------------------------------------------------------------------------------------------------


def test_an_action_added_to_an_answer_runs_before_what_waits() -> None:
    phone = busy().say("5", "ATTACK 2 FOR 1").say("2", "ATTACK 1 FOR 1", "PAY")  # answers come first in any order
    assert (phone.action().by, phone.action().to, phone.action().counter) == ("2", "1", True)
    assert [one.by for one in phone.state.waiting] == ["5"]


def test_only_an_action_against_the_other_is_a_counter_action() -> None:
    phone = busy().say("5", "ATTACK 2 FOR 1").say("2", "PAY", "ATTACK 3 FOR 1")
    assert (phone.action().by, phone.action().to) == ("5", "2")
    assert [one.by for one in phone.state.waiting] == ["2"]


def test_a_counter_action_is_not_countered_again() -> None:
    phone = busy().say("2", "PAY", "ATTACK 1 FOR 1", after=2 * HOUR).say("5", "ATTACK 1 FOR 1")
    # In the next period, so that it is not the limit that stops them: the second call begins after what waits.
    phone.say("1", "PAY", "ATTACK 2 FOR 1", after=DAY - HOUR)
    assert (phone.action().by, phone.action().to) == ("5", "1")
    assert [one.by for one in phone.state.waiting] == ["1"]


def test_one_action_of_the_letter_is_the_counter_action_and_a_second_is_over_the_limit() -> None:
    phone = busy().say("2", "PAY", "ATTACK 1 FOR 1", "RECALL ALL FROM 1")
    assert phone.action().by == "2"
    assert phone.one("2", "notdone").when is not None


def test_a_counter_action_counts_against_its_own_limit() -> None:
    phone = Telephone(7).winnings(p1=2, p2=2).say("2", "RECALL ALL FROM 1").say("1", "ATTACK 2 FOR 1")
    phone.say("2", "PAY", "ATTACK 1 FOR 1")
    assert phone.state.actions == () and phone.one("2", "notdone").when is not None


def test_a_counter_action_uses_up_the_limit() -> None:
    phone = busy().say("2", "PAY", "RECALL ALL FROM 1").say("2", "ATTACK 1 FOR 1")
    assert phone.one("2", "notdone").when is not None


def test_a_counter_action_that_fails_is_told_to_its_sender_alone_and_does_not_count() -> None:
    phone = busy().say("2", "PAY", "ATTACK 1 FOR 7")
    assert len(phone.to("2", "notdone")) == 1 and {kind for p, kind in phone.hearers() if p == "1"} == {"attacktold"}
    assert phone.say("2", "RECALL ALL FROM 1").hearers() == {("1", "recalled"), ("2", "recalled")}


def test_a_counter_action_may_be_any_of_the_four() -> None:
    collect = busy().owe("1", "2", 1).say("2", "PAY", "COLLECT FROM 1")
    assert collect.wins()["2"] == 2 and collect.books.owes("1", "2") == 0
    threat = busy().say("2", "DEFEND", "THREAT A1 WITH 1 FROM START")
    assert (threat.action().kind, threat.action().counter) == ("THREAT", True)


def test_a_refused_answer_carries_no_counter_action() -> None:
    phone = busy().say("2", "GRANT", "ATTACK 1 FOR 1")
    assert phone.action().by == "1" and [one.by for one in phone.state.waiting] == ["2"]


# -- limits ------------------------------------------------------------------------------------------------------------


@each_row(
    "first", ["RECALL ALL FROM 2", "COLLECT FROM 2", "ATTACK 2 FOR 1", "THREAT A2 WITH 1 FROM START"]
)
@each_row(
    "then", ["RECALL ALL FROM 2", "COLLECT FROM 2", "ATTACK 2 FOR 1", "THREAT A2 WITH 1 FROM START"]
)
def test_a_player_begins_one_action_against_another_in_each_period(first: str, then: str) -> None:
    phone = Telephone(7).winnings(p1=3).owe("2", "1", 3).say("2", "STANDING NOW", "STANDING THREAT GRANT")
    phone.say("1", first).say("1", then)
    assert phone.refusal("1")
    if "COLLECT" in then:
        phone.owe("2", "1", 1)
    phone.say("1", then.replace("2", "3") if "COLLECT" not in then else "RECALL ALL FROM 3")  # another player is free
    assert not phone.to("1", "notdone")
    phone.say("3", "PAY", "GRANT")
    phone.say("1", then, after=DAY + SECOND)
    if "COLLECT" in first and "COLLECT" in then:
        return  # the debt was settled: nothing is owed but the new one, which is collected
    assert not phone.to("1", "notdone"), phone.to("1")


def test_a_period_strikes_after_the_letters_of_its_second() -> None:
    phone = Telephone(7).say("1", "RECALL ALL FROM 2")
    assert phone.say("1", "RECALL ALL FROM 2", after=DAY).refusal("1")
    phone.say("1", "RECALL ALL FROM 2", after=SECOND)
    assert not phone.to("1", "notdone")
    assert phone.say("1", "RECALL ALL FROM 2", after=DAY - SECOND).refusal("1")  # periods are the calendar's


def test_periods_are_as_long_as_the_option_says() -> None:
    phone = Telephone(7, period="6h").say("1", "RECALL ALL FROM 2")
    assert phone.say("1", "RECALL ALL FROM 2", after=5 * HOUR).refusal("1")
    assert not phone.say("1", "RECALL ALL FROM 2", after=2 * HOUR).to("1", "notdone")


def test_a_waiting_action_counts_and_one_that_is_taken_back_does_not() -> None:
    phone = busy().say("3", "RECALL ALL FROM 1").say("3", "ATTACK 1 FOR 1")
    assert phone.refusal("3")
    phone.say("3", "WITHDRAW W1").say("3", "ATTACK 1 FOR 1")
    assert phone.hearers() == {("3", "waits")}


def test_an_action_that_fails_does_not_count() -> None:
    phone = Telephone(7).say("1", "ATTACK 2 FOR 1").say("1", "COLLECT FROM 2").say("1", "THREAT B2 WITH 1 FROM A3")
    phone.say("1", "RECALL ALL FROM 2")
    assert phone.hearers() == {("1", "recalled"), ("2", "recalled")}


def test_a_waiting_action_that_fails_at_its_turn_does_not_count() -> None:
    phone = busy().say("4", "ATTACK 1 FOR 1").say("2", "PAY")
    assert phone.one("4", "notdone")
    assert ("1", "notdone") not in phone.hearers() and len(phone.to("1")) == 1
    assert not phone.say("4", "RECALL ALL FROM 1").to("4", "notdone")


def test_the_arrival_of_the_letter_decides_which_period_a_waiting_action_counts_in() -> None:
    phone = busy()
    phone.say("3", "RECALL ALL FROM 1", after=23 * HOUR).say("2", "PAY", after=HOUR)
    phone.say("3", "RECALL ALL FROM 1", after=HOUR)  # the next period
    assert phone.hearers() == {("1", "recalled"), ("3", "recalled")}


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_deals_and_actions_are_numbered_within_their_pair() -> None:
    phone = Telephone(7).winnings(p1=1)
    phone.say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert phone.one("2", "dealtold").ref == "1 WITH 1" and phone.one("1", "dealtold").ref == "1 WITH 2"
    assert phone.say("2", "PROPOSE TO 1: GIVE IOU 1 FOR NOTHING").one("1", "dealtold").number == 2
    assert phone.say("1", "PROPOSE TO 3: GIVE IOU 1 FOR NOTHING").one("3", "dealtold").number == 1
    assert phone.say("1", "ATTACK 2 FOR 1").one("2", "attacktold").ref == "3 WITH 1"


def test_a_failed_action_takes_no_number() -> None:
    phone = Telephone(7).say("1", "ATTACK 2 FOR 1").say("1", "COLLECT FROM 2").say("1", "RECALL ALL FROM 2")
    assert phone.one("2", "recalled").number == 1


def test_a_waiting_action_gets_its_number_when_the_other_is_first_told_of_it() -> None:
    phone = busy().say("3", "ATTACK 2 FOR 1").say("3", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert phone.one("2", "dealtold").number == 1
    assert phone.say("2", "PAY").action().number == 2


def test_a_counter_proposal_gets_the_next_number() -> None:
    phone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    phone.say("2", "COUNTER 1 WITH 1: GIVE NOTHING FOR IOU 2")
    assert [(one.event, one.number) for one in phone.to("1", "dealtold")] == [("countered", 1), ("proposed", 2)]
    assert phone.say("1", "ACCEPT 2 WITH 2").books.owes("1", "2") == 2
