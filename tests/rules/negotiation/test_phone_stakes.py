"""What somebody can lose by an answer, told from their own boards alone; and what is told once."""

from __future__ import annotations

from telephone import HOUR, Telephone, by_number


def test_a_threat_shows_the_support_that_its_reader_holds_and_can_lose_at_most() -> None:
    phone = Telephone(7).hold("2", p1=1, p6=3).hold("1", p5=4)
    told = phone.say("1", "THREAT A2 WITH 3 FROM START RISK 4 OF 5").one("2", "threattold")
    assert (told.stake.kind, by_number(told.stake.borrowed), told.stake.most) == ("THREAT", {"1": 1, "6": 3}, 4)
    assert phone.one("1", "threattold").stake is None


def test_what_can_be_lost_is_what_a_call_takes_from_a_weaker_defender() -> None:
    phone = Telephone(7).hold("2", p1=1, p6=1)
    most = phone.say("1", "THREAT A2 WITH 3 FROM START").one("2", "threattold").stake.most
    phone.say("2", "CALL")
    assert phone.held("2") == {} and most == 2


def test_the_stake_of_a_threat_does_not_depend_on_what_is_risked() -> None:
    told = []
    for risk in ("NOTHING", "4 OF 5"):
        phone = Telephone(7).hold("2", p6=3).hold("1", p5=4)
        told.append(phone.say("1", f"THREAT A2 WITH 3 FROM START RISK {risk}").one("2", "threattold"))
    assert told[0] == told[1]


def test_an_attack_shows_the_three_figures_and_no_more_than_the_winnings_can_be_lost() -> None:
    phone = Telephone(7).winnings(p1=5, p2=2).hold("2", p6=3)
    stake = phone.say("1", "ATTACK 2 FOR 4").one("2", "attacktold").stake
    assert (stake.winnings, stake.uncommitted, by_number(stake.borrowed), stake.most) == (2, 7, {"6": 3}, 2)


def test_a_reminder_shows_the_same_as_the_first_mail() -> None:
    phone = Telephone(7).hold("2", p6=3)
    first = phone.say("1", "THREAT A2 WITH 3 FROM START").one("2", "threattold").stake
    phone.say("7", "GIVE TO 2: SUPPORT 1")  # waits, since the line is engaged
    assert phone.wait(12).one("2", "answerdue").stake == first


def test_only_the_mails_that_want_an_answer_name_it_in_the_subject() -> None:
    phone = Telephone(7).winnings(p1=2)
    phone.say("1", "ATTACK 2 FOR 1")
    assert [(one.about, one.due) for one in phone.told if one.about] == [("ATTACK for 1", phone.at + 24 * HOUR)]
    phone.say("2", "PAY")
    assert not any(one.about for one in phone.told)
    phone.say("3", "THREAT A2 WITH 1 FROM START").wait(12)
    reminder = next(one for one in phone.told if one.kind == "answerdue")
    assert (reminder.about, reminder.due) == ("THREAT on A2", phone.at + 12 * HOUR)


def test_what_waited_and_fails_is_told_once() -> None:
    phone = Telephone(7).winnings(p1=1).say("1", "ATTACK 2 FOR 1").say("3", "GIVE TO 2: SUPPORT 5")
    phone.say("3", "GIVE TO 2: SUPPORT 5")
    phone.say("2", "PAY")
    assert [one.event for one in phone.to("3", "waitover")] == ["runs"]
    assert [one.what.split(",")[0] for one in phone.to("3", "notdone")] == ["W2"]


def test_what_waited_and_runs_is_told_before_what_comes_of_it() -> None:
    phone = Telephone(7).winnings(p1=1).say("1", "ATTACK 2 FOR 1").say("3", "GIVE TO 2: SUPPORT 5").say("2", "PAY")
    kinds = [one.kind for one in phone.told if one.audience.seats == ("3",)]
    assert kinds == ["waitover", "gifttold"]
