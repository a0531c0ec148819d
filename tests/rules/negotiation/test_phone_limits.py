"""What nobody may do with the telephone: jam it, trick a bare word, stretch a window, end what is being answered."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.rows import each_row
from telephone import BEGAN, HOUR, RULES, Telephone

from gm.rules.negotiation.dealing import MOST_OPEN
from gm.rules.negotiation.exchange import MOST_CLOSED
from gm.rules.negotiation.letter import MOST_ACTS
from gm.rules.negotiation.queue import MOST_WAITING


def on_the_phone() -> Telephone:
    """1 threatens 2."""
    return Telephone().say("1", "THREAT A2 WITH 1 FROM START")


def is_done(phone: Telephone) -> bool:
    """Whether the last letter was carried out."""
    return "notdone" not in {kind for _, kind in phone.hearers()}


@pytest.mark.parametrize("window", ["61s", "1m1s", "24h", "1h1s"])
def test_everything_falls_on_a_whole_second_and_strikes_once(window: str) -> None:
    phone = Telephone(answer_within=window).say("1", "THREAT A2 WITH 1 FROM START")
    for _ in range(2):  # the reminder, then the end of the window
        first = min(RULES.alarms(phone.state))
        assert first.microsecond == 0
        phone.state = RULES.alarm(phone.state, first).state
        assert first not in RULES.alarms(phone.state)
    assert phone.state.actions == ()


@pytest.mark.parametrize("end", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00+14:00", "2026-01-09", "soon"])
def test_an_end_beyond_all_calendars_or_without_a_zone_is_refused(end: str) -> None:
    assert RULES.check(RULES.card.options(end=end)).startswith("end: ")


def test_an_end_has_no_fractions_of_a_second() -> None:
    phone = Telephone(end="2026-01-06T18:00:00.5+00:00")
    assert RULES.ends(phone.state) == BEGAN + timedelta(days=1)


def test_so_many_things_of_one_player_wait_and_no_more() -> None:
    phone = on_the_phone()
    for _ in range(MOST_WAITING):
        assert is_done(phone.say("1", "GIVE TO 3: SUPPORT 1"))
    assert "wait already" in phone.say("1", "GIVE TO 3: SUPPORT 1").refusal("1")
    assert len(phone.state.waiting) == MOST_WAITING
    assert is_done(phone.say("4", "GIVE TO 1: SUPPORT 1"))  # another's do not count


def test_an_accept_that_finds_no_room_to_wait_leaves_the_deal_open() -> None:
    phone = on_the_phone().say("3", "PROPOSE TO 1: GIVE SUPPORT 1 FOR NOTHING")
    for _ in range(MOST_WAITING):
        phone.say("1", "GIVE TO 3: SUPPORT 1")
    assert "wait already" in phone.say("1", "ACCEPT 1 WITH 3").refusal("1")
    assert len(phone.state.proposals) == 1
    assert is_done(phone.say("1", "REJECT 1 WITH 3"))


def test_a_letter_has_so_many_commands_and_with_more_does_nothing() -> None:
    phone = Telephone().say("1", *["PROPOSE TO 2: GIVE IOU 1 FOR NOTHING"] * (MOST_ACTS + 1))
    assert [problem.code for problem in phone.problems] == ["too-many"]
    assert phone.state.proposals == () and phone.told == []


def test_a_counter_beyond_the_limit_leaves_the_other_deal_open() -> None:
    phone = Telephone()
    for _ in range(MOST_OPEN):
        phone.say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING")
    phone.say("2", "PROPOSE TO 1: GIVE IOU 2 FOR NOTHING")
    assert phone.say("1", f"COUNTER {MOST_OPEN + 1} WITH 2: GIVE NOTHING FOR IOU 3").refusal("1")
    assert any(deal.by == "2" for deal in phone.state.proposals)


def test_of_a_pair_only_the_last_things_are_remembered() -> None:
    phone = Telephone()
    for number in range(1, MOST_CLOSED + 6):
        phone.say("1", "PROPOSE TO 2: GIVE IOU 1 FOR NOTHING", f"WITHDRAW {number} WITH 2")
    assert [one.number for one in phone.state.closed][:2] == [6, 7] and len(phone.state.closed) == MOST_CLOSED


def test_a_bare_accept_never_takes_what_is_left_of_two_proposals() -> None:
    """1 proposes twice in one mail and takes the first back: 2 had no way to know which his ACCEPT would mean."""
    phone = Telephone().say("1", "PROPOSE TO 2: GIVE SUPPORT 4 FOR NOTHING", "PROPOSE TO 2: GIVE NOTHING FOR SUPPORT 4")
    phone.say("1", "WITHDRAW 1 WITH 2")
    phone.say("2", "ACCEPT", refs=("1 WITH 1", "2 WITH 1"))
    assert [problem.code for problem in phone.problems] == ["which"]
    assert len(phone.state.proposals) == 1


def test_a_name_below_some_words_grants_nothing() -> None:
    phone = on_the_phone().say("2", "Thanks and best wishes,", "Grant", refs=("1 WITH 1",))
    assert phone.refusal("2") and phone.state.actions
    assert not phone.say("2", "GRANT", refs=("1 WITH 1",)).state.actions


def test_while_the_last_answers_are_awaited_no_vote_ends_the_game() -> None:
    phone = on_the_phone()
    assert len(RULES.votes_needed(phone.state)) == 7
    phone.end()
    assert phone.state.closing
    assert RULES.votes_needed(phone.state) == () and not RULES.enough(phone.state, phone.state.players)


def test_time_given_back_is_what_was_lost_since_each_thing_began() -> None:
    """Ten hours are given back; what began in the eighth of them gets two, what began before all ten."""
    phone = on_the_phone()
    phone.say("3", "THREAT A4 WITH 1 FROM START", after=8 * HOUR)
    later = RULES.later(phone.state, BEGAN, 10 * HOUR)
    assert [action.due - BEGAN for action in later.actions] == [34 * HOUR, 34 * HOUR]


@each_row("name", ["M", "operator", "everybody", "AS", "-", "__", "7", "B4", "GRANT", "Ten"])
def test_no_player_is_called_like_a_word_of_the_game_or_the_desk(name: str) -> None:
    assert RULES.check(RULES.card.options(players=3, names=("Ann", "Bob", name))).startswith("names: ")


@pytest.mark.parametrize(
    "given",
    [
        {"threat": {"from": -1, "to": 0, "pieces": 1}},
        {"threat": {"from": 1, "to": 2, "pieces": 1, "risk": {"x": 1}}},
        {"threat": {"from": 1, "to": 2, "pieces": 1, "holds": {"01": 1}}},
        {"score": {"players": 11, "wins": {}}},
    ],
)
def test_a_question_about_players_that_there_cannot_be_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"expected"):
        RULES.position(given)
