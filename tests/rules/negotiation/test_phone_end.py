"""The four ways in which a game of Negotiation ends, and its scoring."""

from __future__ import annotations

from typing import Any

from helpers.rows import each_row
from telephone import HOUR, RULES, Telephone

DAY = 24 * HOUR


def final(phone: Telephone) -> Any:
    """What everybody is told at the end."""
    (found,) = [one for one in phone.told if one.kind == "finalscores"]
    assert found.audience.kind == "everybody"
    return found.body


def finals(phone: Telephone) -> list[str]:
    return [one.final for one in final(phone).scores]


# -- by the clock ------------------------------------------------------------------------------------------------------


def test_a_game_with_nothing_open_is_scored_when_its_time_is_over() -> None:
    phone = Telephone(3).winnings(p2=2).owe("2", "1", 1).end()
    assert finals(phone) == ["1", "1", "0"] and RULES.phase(phone.state) is None
    outcome = RULES.outcome(phone.state)
    assert outcome is not None and outcome.winners == ("1", "2") and "time" in outcome.how
    assert RULES.alarms(phone.state) == ()


def test_an_open_action_keeps_its_window_beyond_the_end() -> None:
    phone = Telephone(3).winnings(p1=2, p2=2).say("1", "ATTACK 2 FOR 2", after=20 * HOUR).end()
    assert RULES.outcome(phone.state) is None and RULES.phase(phone.state) is not None
    assert phone.hearers() == {("all", "timeisup")}
    assert RULES.ends(phone.state) == phone.action().due == phone.at + DAY
    phone.say("2", "PAY", after=DAY)
    assert finals(phone) == ["4", "0", "0"]


def test_the_last_window_ends_with_the_standing_answer_and_the_scoring() -> None:
    phone = Telephone(3).winnings(p1=2, p2=2).say("1", "ATTACK 2 FOR 2").end()
    by_due = RULES.due(phone.state, (), phone.at + DAY)
    assert finals(phone.wait(24)) == ["0", "4", "0"]  # 2 is not greater than 2 + 3
    assert by_due.state.how == phone.state.how  # the same, whichever clock of the desk strikes first


def test_letters_after_the_end_do_nothing_but_answer() -> None:
    phone = Telephone(4).winnings(p1=2, p2=2, p3=1).say("1", "ATTACK 2 FOR 2").end()
    before = phone.books
    lines = (
        "GIVE TO 4: WIN 1",
        "PROPOSE TO 4: GIVE IOU 1 FOR NOTHING",
        "RECALL ALL FROM 1",
        "CALL GAME",
        "STANDING NOW",
    )
    phone.say("3", *lines)
    assert phone.hearers() == {("3", "notdone")} and len(phone.to("3")) == len(lines)
    assert phone.books == before and phone.state.proposals == () and phone.state.standing == {}
    assert all("INSTRUCT" not in one.what and "CALLGAME" not in one.what for one in phone.to("3"))


def test_an_answer_after_the_end_cannot_carry_an_action() -> None:
    phone = Telephone(4).winnings(p1=2, p2=2).owe("1", "2", 1).say("1", "ATTACK 2 FOR 2").end()
    phone.say("2", "PAY", "COLLECT FROM 1")
    assert phone.books.owes("1", "2") == 1
    assert finals(phone) == ["3", "1", "0", "0"]  # the debt is settled by the scoring alone


def test_proposals_lapse_at_the_end() -> None:
    phone = Telephone(3).winnings(p1=1).say("1", "ATTACK 2 FOR 1", "PROPOSE TO 3: GIVE WIN 1 FOR NOTHING").end()
    assert phone.state.proposals == ()
    assert phone.say("3", "ACCEPT 1 WITH 1").refusal("3")


def test_what_waits_at_the_end_still_runs_in_order_and_its_actions_are_answered_at_once() -> None:
    phone = Telephone(4).winnings(p1=2, p2=2, p3=1).say("1", "ATTACK 2 FOR 1").say("2", "STANDING ATTACK PAY")
    phone.say("3", "ATTACK 2 FOR 1").say("4", "GIVE TO 2: SUPPORT 1").end()
    assert len(phone.state.waiting) == 2
    phone.say("2", "DEFEND")  # 1 is not greater than 2 + 4: player 1 loses 1; then 3 attacks, and is paid by STANDING
    assert phone.wins() == {"1": 1, "2": 2, "3": 2}
    assert phone.held("2") == {"4": 1}
    assert finals(phone) == ["1", "2", "2", "0"]


def test_everybody_is_warned_one_window_before_the_end() -> None:
    assert RULES.warning(Telephone(3, answer_within="36h").state) == 36 * HOUR


# -- CALL GAME ---------------------------------------------------------------------------------------------------------


def called(entered: int, on_board: int, lost: int, **options: Any) -> Telephone:
    """Player 1 of 7 has so many pieces in WIN, on B3, and lost to player 2."""
    phone = Telephone(7, **{"call_for_end": True, **options}).stand("1", "K2", entered).stand("1", "B3", on_board)
    if lost:
        phone.stand("1", "A5", lost).hold("2", p6=5)
        phone.say("1", f"THREAT B2 WITH {lost} FROM A5").say("2", "CALL")
    return phone


def test_who_has_half_of_his_pieces_in_and_none_on_the_board_may_call_the_game() -> None:
    phone = called(4, 0, 3).say("1", "CALL GAME")
    assert phone.hearers() == set() and not phone.state.how
    phone.confirm("1")
    assert finals(phone) == ["4", "3", "0", "0", "0", "0", "0"]
    assert phone.hearers() == {("all", "gamecalled"), ("all", "finalscores")}
    assert next(one.body.rule for one in phone.told if one.kind == "gamecalled") == "call"


def test_a_call_is_looked_at_again_when_it_is_confirmed() -> None:
    phone = called(4, 0, 3).winnings(p5=1).say("1", "CALL GAME")
    asked = phone.checks
    phone.say("5", "ATTACK 1 FOR 1")
    phone.checks = asked
    phone.confirm("1")
    assert phone.refusal("1") and not phone.state.how


def test_a_call_whose_confirm_comes_after_the_end_is_refused() -> None:
    phone = called(4, 0, 3).winnings(p5=1).say("1", "CALL GAME")
    asked = phone.checks
    phone.say("5", "ATTACK 2 FOR 1").end()
    phone.checks = asked
    phone.confirm("1")
    assert phone.refusal("1") and phone.state.closing and not phone.state.how


def test_half_is_rounded_up() -> None:
    assert called(3, 0, 4).say("1", "CALL GAME").refusal("1")


def test_a_piece_on_a_square_or_in_start_prevents_the_call() -> None:
    assert called(5, 2, 0).say("1", "CALL GAME").refusal("1")
    assert called(5, 0, 0).say("1", "CALL GAME").refusal("1")


def test_what_was_lost_of_the_winnings_since_does_not_matter() -> None:
    phone = called(4, 0, 3).say("1", "GIVE TO 5: WIN 4").say("1", "CALL GAME").confirm("1")
    assert finals(phone)[0] == "0"


def test_winnings_that_are_no_pieces_of_his_own_do_not_help_to_call() -> None:
    assert called(3, 0, 4).winnings(p1=4).say("1", "CALL GAME").refusal("1")


def test_prisoners_count_neither_for_nor_against_a_call() -> None:
    phone = called(4, 0, 3, prisoners=True).stand("3", "A5", 2).hold("1", p7=4)
    phone.say("3", "THREAT B1 WITH 2 FROM A5").say("1", "CALL")
    assert phone.at_places("1") == {"B1": 2}
    phone.say("1", "CALL GAME").confirm("1")
    assert final(phone).left == 2 + 3 + 6 * 7 - 2  # prisoners of 1 and of 2, and what stands in START


def test_nobody_calls_the_game_on_the_phone_or_where_the_option_is_off() -> None:
    assert called(4, 0, 3).say("1", "ATTACK 5 FOR 1").say("1", "CALL GAME").refusal("1")
    assert Telephone(7).say("1", "CALL GAME").refusal("1")
    assert called(7, 0, 0, call_for_end=False).say("1", "CALL GAME").refusal("1")


def test_a_call_stops_everything_at_once_and_what_is_open_or_waits_lapses() -> None:
    phone = called(7, 0, 0).winnings(p2=2, p3=1).say("2", "ATTACK 3 FOR 2").say("4", "GIVE TO 3: SUPPORT 1")
    phone.say("5", "PROPOSE TO 6: GIVE IOU 1 FOR NOTHING").say("1", "CALL GAME").confirm("1")
    assert (phone.state.actions, phone.state.waiting, phone.state.proposals) == ((), (), ())
    assert finals(phone) == ["7", "2", "1", "0", "0", "0", "0"] and phone.held("3") == {}


# -- votes -------------------------------------------------------------------------------------------------------------


@each_row(("players", "needed"), [(3, 2), (4, 3), (5, 4), (6, 4), (7, 5), (8, 6), (9, 6), (10, 7)])
def test_two_thirds_of_the_seats_end_the_game(players: int, needed: int) -> None:
    state = Telephone(players).state
    votes = [str(n) for n in range(1, players + 1)]
    assert RULES.enough(state, votes[:needed]) and not RULES.enough(state, votes[: needed - 1])


def test_a_resignation_may_make_the_votes_enough() -> None:
    phone = Telephone(7)
    assert not RULES.enough(phone.state, ("1", "2", "3", "4"))
    assert RULES.enough(phone.resign("7").state, ("1", "2", "3", "4"))  # 4 of 6


def test_votes_end_no_game_where_the_option_is_off() -> None:
    assert not RULES.enough(Telephone(3, vote_end=False).state, ("1", "2", "3"))


def test_a_game_called_by_votes_stops_at_once() -> None:
    phone = Telephone(3).winnings(p1=2, p2=1).say("1", "ATTACK 2 FOR 2").say("3", "GIVE TO 2: SUPPORT 1").vote()
    assert finals(phone) == ["2", "1", "0"] and phone.state.waiting == ()
    assert next(one.body.rule for one in phone.told if one.kind == "gamecalled") == "vote"


# -- scoring -----------------------------------------------------------------------------------------------------------


def test_the_check_counts_what_is_still_in_start_or_on_a_square_prisoners_included() -> None:
    phone = Telephone(3, prisoners=True).stand("1", "A3", 1).stand("2", "K1", 2).hold("3", p1=2)
    phone.stand("2", "A1", 1).say("2", "THREAT B3 WITH 1 FROM A1").say("3", "CALL").vote()
    assert phone.at_places("3") == {"B3": 1}
    assert final(phone).left == 9 - 2


def test_who_resigned_is_scored_like_the_others() -> None:
    phone = Telephone(3).winnings(p1=2, p2=3).resign("2").vote()
    outcome = RULES.outcome(phone.state)
    assert finals(phone) == ["2", "3", "0"] and outcome is not None and outcome.winners == ("2",)
