"""Deals and gifts of Negotiation: what binds, what fails and who hears why; IOUs, collecting, beginning actions."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from telephone import HOUR, SECOND, Telephone

DAY = 24 * HOUR


def deal(phone: Telephone, give: str, take: str) -> Telephone:
    """Player 1 proposes to player 2, who accepts."""
    phone.say("1", f"PROPOSE TO 2: GIVE {give} FOR {take}")
    assert not phone.problems, phone.problems
    number = phone.one("2", "dealtold").number
    return phone.say("2", f"ACCEPT {number} WITH 1")


def outcome(phone: Telephone) -> tuple[str, str, str]:
    """What became of the last deal; why, for the proposer and for the accepter."""
    mine, other = phone.one("1", "dealtold"), phone.one("2", "dealtold")
    assert mine.event == other.event
    return mine.event, mine.why, other.why


def test_a_proposal_is_checked_against_nobodys_board_and_a_bluff_is_told_like_any_other() -> None:
    poor, rich = Telephone(7), Telephone(7).winnings(p1=5).hold("1", p3=3)
    told = [phone.say("1", "PROPOSE TO 2: GIVE WIN 5 AND SUPPORT 3 OF 3 FOR WIN 9").to("1") for phone in (poor, rich)]
    assert told[0] == told[1] and told[0][0].event == "proposed"


def test_a_proposal_binds_nobody_until_it_is_accepted() -> None:
    phone = Telephone(7)
    before = phone.books
    assert phone.say("1", "PROPOSE TO 2: GIVE SUPPORT 7 FOR WIN 1").books == before
    assert phone.say("1", "GIVE TO 3: SUPPORT 7").held("3") == {"1": 7}


def test_a_deal_of_every_item_is_done_as_a_whole() -> None:
    phone = Telephone(7).winnings(p1=1, p2=2).hold("1", p3=2).stand("1", "A3", 2).stand("2", "A4", 1)
    phone.owe("2", "1", 3)
    deal(
        phone,
        "SUPPORT 2 AND SUPPORT 1 OF 3 AND CANCEL IOU 2 AND MOVE 1 FROM A4 TO B1",
        "WIN 2 AND MOVE 2 FROM A3 TO B2, IOU 4",
    )
    assert outcome(phone) == ("done", "", "")
    assert phone.held("2") == {"1": 2, "3": 1} and phone.held("1") == {"3": 1}
    assert phone.wins() == {"1": 3} and phone.books.owes("2", "1") == 5
    assert phone.at_places("1") == {"B2": 2} and phone.at_places("2") == {"B1": 1}
    assert phone.lent("1") == {"2": 2} and phone.passed("1") == {("3", "2"): 1}


def test_what_comes_to_its_owner_is_uncommitted_at_once() -> None:
    phone = deal(Telephone(7).hold("1", p2=3), "SUPPORT 2 OF 2", "NOTHING")
    assert phone.books.uncommitted("2") == 6 and phone.lent("2") == {"1": 1} and phone.passed("1") == {}
    phone.say("1", "GIVE TO 2: SUPPORT 1 OF 2")
    assert phone.books.uncommitted("2") == 7 and phone.lent("2") == {}


@each_row(
    ("give", "take"),
    [
        ("SUPPORT 8", "NOTHING"),
        ("SUPPORT 4 AND SUPPORT 4", "NOTHING"),  # amounts of one thing are added up
        ("SUPPORT 1 OF 3", "NOTHING"),
        ("WIN 3", "NOTHING"),
        ("WIN 1, WIN 2", "NOTHING"),
        ("WIN 3", "WIN 2"),  # what a deal brings cannot be given in it
        ("SUPPORT 1 OF 2", "SUPPORT 1"),
        ("CANCEL IOU 1", "IOU 1"),
        ("CANCEL IOU 1", "NOTHING"),
        ("IOU 50", "NOTHING"),
        ("IOU 30 AND IOU 20", "NOTHING"),
        ("NOTHING", "MOVE 1 FROM A3 TO B2"),
        ("NOTHING", "MOVE 5 FROM START TO A2"),
        ("NOTHING", "MOVE 2 FROM START TO A2 AND MOVE 3 FROM START TO A2"),
    ],
)
def test_what_the_proposer_does_not_have_fails_the_deal_and_only_he_is_told_why(give: str, take: str) -> None:
    phone = Telephone(7).winnings(p1=2, p2=3).stand("1", "A4", 1)  # 4 pieces of player 1 are in START
    before = phone.books
    deal(phone, give, take)
    event, why, told_other = outcome(phone)
    assert event == "failed" and why and told_other == ""
    assert phone.books == before
    assert "is over" in phone.say("2", "ACCEPT 1 WITH 1").refusal("2")  # a failed deal is closed


@each_row("take", ["WIN 4", "SUPPORT 8", "IOU 50", "CANCEL IOU 1", "SUPPORT 1 OF 1"])
def test_what_the_accepter_does_not_have_is_told_to_him_alone(take: str) -> None:
    phone = deal(Telephone(7).winnings(p2=3), "IOU 1", take)
    event, why, told_accepter = outcome(phone)
    assert (event, why) == ("failed", "") and told_accepter


def test_if_the_accepters_side_fails_the_proposers_is_not_looked_at() -> None:
    phone = deal(Telephone(7), "WIN 1", "WIN 1")
    assert outcome(phone)[1] == "" and outcome(phone)[2] != ""


def test_a_move_that_the_mover_cannot_make_fails_on_his_side() -> None:
    phone = deal(Telephone(7), "MOVE 1 FROM A3 TO B1", "NOTHING")
    assert outcome(phone)[1] == "" and "A3" in outcome(phone)[2]


def test_ious_go_up_to_n_squared_per_debtor_and_creditor() -> None:
    phone = deal(Telephone(3), "IOU 9", "NOTHING")
    assert phone.books.owes("1", "2") == 9
    assert outcome(deal(phone, "IOU 1", "NOTHING"))[0] == "failed"
    assert outcome(deal(phone, "NOTHING", "IOU 9"))[0] == "done"
    assert phone.books.owes("2", "1") == 9
    assert outcome(deal(phone, "NOTHING", "CANCEL IOU 9"))[0] == "done" and phone.books.owes("1", "2") == 0


def test_a_deal_lapses_at_the_end_of_its_window_and_both_are_told() -> None:
    phone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING").wait(24)
    assert phone.hearers() == {("1", "dealtold"), ("2", "dealtold")} and outcome(phone)[0] == "lapsed"
    assert "lapsed" in phone.say("2", "ACCEPT 1 WITH 1").refusal("2")


def test_a_deal_may_still_be_accepted_in_the_second_in_which_it_lapses() -> None:
    late = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert late.say("2", "ACCEPT 1 WITH 1", after=DAY).books.owes("1", "2") == 1
    gone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    assert gone.say("2", "ACCEPT 1 WITH 1", after=DAY + SECOND).books.owes("1", "2") == 0


@pytest.mark.parametrize(
    ("player", "line"),
    [("2", "REJECT 1 WITH 1"), ("1", "WITHDRAW 1 WITH 2"), ("2", "COUNTER 1 WITH 1: GIVE WIN 1 FOR WIN 2")],
)
def test_a_deal_that_is_rejected_withdrawn_or_countered_is_closed(player: str, line: str) -> None:
    phone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING").say(player, line)
    assert {who for who, kind in phone.hearers() if kind == "dealtold"} == {"1", "2"}
    assert "is over" in phone.say("2", "ACCEPT 1 WITH 1").refusal("2")


@each_row(
    ("player", "line"),
    [
        ("1", "ACCEPT 1 WITH 2"), ("1", "REJECT 1 WITH 2"), ("2", "WITHDRAW 1 WITH 1"), ("3", "ACCEPT 1 WITH 1"),
        ("1", "COUNTER 1 WITH 2: GIVE WIN 1 FOR WIN 2"), ("2", "ACCEPT 2 WITH 1"), ("3", "ACCEPT 1 WITH 2"),
    ],
)  # fmt: skip
def test_who_may_not_close_a_deal_is_refused_and_it_stays_open(player: str, line: str) -> None:
    phone = Telephone(7).say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING").say(player, line)
    assert phone.refusal(player) and len(phone.state.proposals) == 1


def test_a_gift_needs_no_consent_and_is_told_to_giver_and_receiver() -> None:
    phone = Telephone(7).winnings(p1=2).hold("1", p3=2).say("1", "GIVE TO 2: WIN 1, SUPPORT 2 OF 3 AND SUPPORT 1")
    assert phone.wins() == {"1": 1, "2": 1} and phone.held("2") == {"1": 1, "3": 2}
    assert phone.hearers() == {("1", "gifttold"), ("2", "gifttold")}
    assert phone.books.won["2"] == {"1": 1} and phone.books.lost["1"] == {"2": 1}


@each_row("items", ["WIN 3", "SUPPORT 8", "SUPPORT 1 OF 3", "WIN 1, SUPPORT 8", "WIN 1, WIN 2"])
def test_a_gift_is_made_as_a_whole_or_not_at_all(items: str) -> None:
    phone = Telephone(7).winnings(p1=2)
    before = phone.books
    assert phone.say("1", f"GIVE TO 2: {items}").refusal("1") and phone.books == before


def test_own_support_that_someone_holds_cannot_be_given_away_by_its_owner() -> None:
    phone = Telephone(7).hold("2", p1=5).say("1", "GIVE TO 3: SUPPORT 3")
    assert phone.refusal("1") and phone.held("3") == {}


# -- collecting --------------------------------------------------------------------------------------------------------


def test_collect_settles_the_whole_debt_for_what_winnings_there_are() -> None:
    phone = Telephone(7).winnings(p2=3).owe("2", "1", 5).say("1", "COLLECT FROM 2")
    assert phone.wins() == {"1": 3} and phone.books.owes("2", "1") == 0
    told = phone.one("2", "collected")
    assert (told.debt, told.paid) == (5, 3)
    assert phone.books.won["1"] == {"2": 3} and phone.books.lost["2"] == {"1": 3}


def test_collect_takes_no_more_than_the_debt_and_settles_it_for_nothing_too() -> None:
    assert Telephone(7).winnings(p2=3).owe("2", "1", 2).say("1", "COLLECT FROM 2").wins() == {"1": 2, "2": 1}
    phone = Telephone(7).owe("2", "1", 2).say("1", "COLLECT FROM 2")
    assert phone.wins() == {} and phone.books.owes("2", "1") == 0


def test_collect_leaves_what_the_collector_owes() -> None:
    phone = Telephone(7).winnings(p2=3).owe("2", "1", 2).owe("1", "2", 1).say("1", "COLLECT FROM 2")
    assert phone.books.owes("1", "2") == 1 and phone.wins()["1"] == 2


def test_who_is_owed_nothing_collects_nothing_and_the_other_hears_nothing() -> None:
    assert Telephone(7).winnings(p2=3).say("1", "COLLECT FROM 2").refusal("1")


# -- beginning actions -------------------------------------------------------------------------------------------------


@each_row(
    "line",
    [
        "THREAT A2 WITH 8 FROM START",
        "THREAT B2 WITH 1 FROM A4",
        "THREAT B2 WITH 3 FROM A3",
        "THREAT B2 WITH 2 FROM A3, 1 FROM A3",
        "THREAT B2 WITH 1 FROM A3 RISK 2 OF 5",
        "THREAT B2 WITH 1 FROM A3 RISK 1 OF 5, 1 OF 5",
        "THREAT B2 WITH 1 FROM A3 RISK 1 OF 6",
        "ATTACK 2 FOR 2",
    ],
)
def test_an_action_that_is_not_as_it_says_fails_and_its_sender_alone_hears_of_it(line: str) -> None:
    phone = Telephone(7).stand("1", "A3", 2).winnings(p1=1).hold("1", p5=1).say("1", line)
    assert not phone.problems
    assert phone.refusal("1") and phone.state.actions == () and phone.seals == []


def test_risk_all_is_all_that_the_threatener_holds_when_the_threat_begins() -> None:
    phone = Telephone(7).hold("1", p5=1).say("1", "THREAT A2 WITH 1 FROM START RISK ALL")
    assert phone.action().risk == {"5": 1}
    waiting = Telephone(7).winnings(p2=1).say("2", "ATTACK 3 FOR 1").say("1", "THREAT A2 WITH 1 FROM START, RISK ALL")
    waiting.say("5", "GIVE TO 1: SUPPORT 2").say("3", "PAY")
    assert waiting.action().risk == {"5": 2}


def test_risk_all_of_nothing_is_no_risk() -> None:
    assert Telephone(7).say("1", "THREAT A2 WITH 1 FROM START RISK ALL").action().risk == {}


def test_neither_sides_own_support_counts_in_a_threat() -> None:
    phone = Telephone(7).say("1", "THREAT A2 WITH 1 FROM START").say("2", "CALL")
    assert phone.one("2", "threattold").offense == 1 and phone.one("2", "threattold").defense == 0
    assert phone.at_places("1") == {"A2": 1}


def test_what_is_quoted_beyond_the_need_stays_hidden_and_with_its_holder() -> None:
    phone = Telephone(7).hold("2", p3=3, p4=3).say("1", "THREAT A2 WITH 1 FROM START").say("2", "CALL QUOTE FROM 4")
    assert sum(phone.one("1", "threattold").quoted.values()) == 2
    assert phone.held("2") == {"3": 3, "4": 3} and phone.wins() == {"2": 1}


def test_grant_makes_the_move_and_shows_the_risk_to_nobody() -> None:
    phone = (
        Telephone(7).hold("1", p3=2).stand("1", "I3", 2).say("1", "THREAT K2 WITH 2 FROM I3 RISK ALL").say("2", "GRANT")
    )
    assert phone.wins() == {"1": 2} and phone.held("1") == {"3": 2}
    assert phone.one("2", "threattold").risk is None and phone.one("2", "threattold").event == "granted"


def test_paying_hands_over_the_winnings_up_to_the_size() -> None:
    phone = Telephone(7).winnings(p1=4, p2=1).say("1", "ATTACK 2 FOR 4").say("2", "PAY")
    assert phone.wins() == {"1": 5} and phone.one("2", "attacktold").paid == 1
    phone = Telephone(7).winnings(p1=4, p2=6).say("1", "ATTACK 2 FOR 4").say("2", "PAY")
    assert phone.wins() == {"1": 8, "2": 2}


def test_the_defenders_support_in_the_attackers_hands_counts_for_the_attacker_and_no_support_changes_hands() -> None:
    phone = Telephone(7).winnings(p1=1).hold("1", p2=7).say("1", "ATTACK 2 FOR 1").say("2", "DEFEND")
    told = phone.one("1", "attacktold")
    assert told.event == "won" and told.defense == 0 and told.paid == 0  # 8 against nothing
    assert phone.held("1") == {"2": 7}


def test_the_attackers_uncommitted_support_does_not_count() -> None:
    phone = Telephone(7).winnings(p1=1).hold("5", p2=6).say("1", "ATTACK 2 FOR 1").say("2", "DEFEND")
    assert phone.one("1", "attacktold").event == "lost"  # 1 is not greater than 1
