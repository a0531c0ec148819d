"""The worked cases of the rulings of Negotiation, by letters and by `gm judge`; the numbers are from the rulings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers.rows import each_row
from telephone import RULES, Telephone, by_number


def threatened(pieces: int, risk: int, holds: dict[str, int]) -> Telephone:
    """Player 1 threatens B4 from A5, risking support of player 2; player 4 holds support of others."""
    phone = Telephone(7).stand("1", "A5", pieces)
    if risk:
        phone.hold("1", p2=risk)
    phone.hold("4", **{f"p{owner}": n for owner, n in holds.items()})
    text = f" RISK {risk} OF 2" if risk else ""
    return phone.say("1", f"THREAT B4 WITH {pieces} FROM A5{text}").say("4", "CALL")


def judged(pieces: int, risk: dict[str, int], holds: dict[str, int], quote: tuple[int, ...] = ()) -> dict[str, Any]:
    asked = {"from": 1, "to": 4, "pieces": pieces, "risk": risk, "holds": holds, "quote": list(quote)}
    found: dict[str, Any] = RULES.position({"threat": asked})
    return found


# -- THREAT ------------------------------------------------------------------------------------------------------------


def test_three_pieces_and_a_risk_of_two_move_past_four_pieces_of_support_which_pass_over() -> None:
    phone = threatened(3, 2, {"5": 4})
    assert phone.at_places("1") == {"B4": 3}
    assert phone.held("1") == {"2": 2, "5": 4} and phone.held("4") == {}
    told = phone.one("4", "threattold")
    assert (told.event, told.offense, told.defense) == ("moved", 5, 4)
    assert by_number(told.risk) == {"2": 2} and by_number(told.quoted) == {"5": 4}
    assert phone.passed("4") == {("5", "1"): 4}


def test_three_pieces_and_a_risk_of_two_stand_off_against_five() -> None:
    phone = threatened(3, 2, {"5": 5})
    assert phone.at_places("1") == {"A5": 3}
    assert phone.held("1") == {"2": 2} and phone.held("4") == {"5": 5}
    assert phone.one("1", "threattold").event == "standoff"
    assert by_number(phone.one("1", "threattold").quoted) == {"5": 5}
    assert phone.passed("1") == phone.passed("4") == {}


def test_three_pieces_and_a_risk_of_two_are_lost_to_a_holder_of_nine_who_quotes_six() -> None:
    phone = threatened(3, 2, {"5": 5, "6": 4})
    assert phone.at_places("1") == {} and phone.books.at("1", "START") == 4
    assert phone.wins() == {"4": 3} and phone.books.losses["1"] == 3
    assert phone.held("1") == {} and phone.held("4") == {"2": 2, "5": 5, "6": 4}
    told = phone.one("1", "threattold")
    assert (told.event, told.offense, told.defense) == ("lost", 5, 6)
    assert by_number(told.quoted) == {"5": 5, "6": 1}  # owners in ascending order
    assert told.captured == "winnings"
    assert phone.passed("1") == {("2", "4"): 2}


def test_the_judge_says_the_same_of_the_three_threats() -> None:
    moved = judged(3, {"2": 2}, {"5": 4})
    assert (moved["result"], moved["offense"], moved["defense"], moved["lost"]) == ("moved", 5, 4, 0)
    assert moved["quoted"] == {"5": 4} and moved["passed"] == [{"owner": 5, "from": 4, "to": 1, "amount": 4}]
    equal = judged(3, {"2": 2}, {"5": 5})
    assert (equal["result"], equal["passed"], equal["lost"]) == ("standoff", [], 0)
    lost = judged(3, {"2": 2}, {"5": 5, "6": 4})
    assert (lost["result"], lost["defense"], lost["lost"]) == ("lost", 6, 3)
    assert lost["quoted"] == {"5": 5, "6": 1} and lost["passed"] == [{"owner": 2, "from": 1, "to": 4, "amount": 2}]
    assert judged(3, {"2": 2}, {"5": 5, "6": 4}, (6, 3))["quoted"] == {"6": 4, "5": 2}


def own_support(pieces: int) -> Telephone:
    """Player 1 lent 2 to player 3, from whom they went to player 4, who also holds 1 of player 6."""
    phone = Telephone(7).stand("1", "A5", pieces).hold("3", p1=2).hand_on("1", "3", "4", 2).hold("4", p6=1)
    return phone.say("1", f"THREAT B4 WITH {pieces} FROM A5").say("4", "CALL")


def test_own_support_that_is_quoted_against_its_owner_comes_home() -> None:
    phone = own_support(4)
    assert by_number(phone.one("4", "threattold").quoted) == {"1": 2, "6": 1}
    assert phone.at_places("1") == {"B4": 4}
    assert phone.books.uncommitted("1") == 7  # 5 before
    assert phone.held("1") == {"6": 1} and phone.held("4") == {}
    assert phone.lent("1") == {"3": 2, "4": -2}
    assert phone.one("1", "threattold").home == 2


def test_own_support_counts_in_the_defense_against_its_owner() -> None:
    phone = own_support(3)
    assert phone.one("1", "threattold").event == "standoff"
    assert phone.books.uncommitted("1") == 5 and phone.lent("1") == {"3": 2}


def test_support_of_the_defender_that_is_risked_and_lost_comes_home_to_him() -> None:
    phone = Telephone(7).stand("1", "A5", 3).hold("1", p4=2).hold("4", p5=6)
    phone.say("1", "THREAT B4 WITH 3 FROM A5 RISK 2 OF 4").say("4", "CALL")
    told = phone.one("4", "threattold")
    assert (told.offense, told.defense, told.event, told.home) == (5, 6, "lost", 2)
    assert phone.wins() == {"4": 3}
    assert phone.books.uncommitted("4") == 7 and phone.held("1") == {} and phone.lent("4") == {}
    assert phone.passed("1") == {}
    lost = judged(3, {"4": 2}, {"5": 6})
    assert (lost["result"], lost["lost"]) == ("lost", 3)
    assert lost["passed"] == [{"owner": 4, "from": 1, "to": 4, "amount": 2}]


# -- ATTACK ------------------------------------------------------------------------------------------------------------


def attacked(size: int, attacker: int, borrowed: int, wins: int, uncommitted: int, support: int) -> Telephone:
    """Player 1 attacks player 2; what player 2 does not keep he has lent to player 7."""
    phone = Telephone(7).winnings(p1=attacker, p2=wins)
    if borrowed:
        phone.hold("1", p5=borrowed)
    if support:
        phone.hold("2", p6=support)
    phone.hold("7", p2=7 - uncommitted)
    return phone.say("1", f"ATTACK 2 FOR {size}").say("2", "DEFEND")


def judged_attack(size: int, borrowed: int, wins: int, uncommitted: int, support: int) -> dict[str, Any]:
    one = {"wins": wins, "uncommitted": uncommitted, "borrowed": support}
    found: dict[str, Any] = RULES.position({"attack": {"size": size, "borrowed": borrowed, "defender": one}})
    return found


def test_an_attack_of_seven_against_six_gets_what_there_is_and_reveals_four() -> None:
    phone = attacked(3, 3, 4, 2, 3, 1)
    assert phone.wins() == {"1": 5}
    told = phone.one("1", "attacktold")
    assert (told.event, told.paid, told.winnings, told.uncommitted) == ("won", 2, 2, 3)
    assert by_number(told.borrowed) == {"6": 1} and told.defense == 6 and told.shown == 4
    assert phone.one("2", "attacktold").shown == 4
    assert phone.held("1") == {"5": 4} and phone.held("2") == {"6": 1}
    assert judged_attack(3, 4, 2, 3, 1) == {"result": "won", "offense": 7, "defense": 6, "paid": 2, "shown": 4}


def test_an_attack_of_six_against_six_loses_its_size() -> None:
    phone = attacked(3, 3, 3, 2, 3, 1)
    assert phone.wins() == {"2": 5}
    told = phone.one("2", "attacktold")
    assert (told.event, told.paid, told.shown) == ("lost", 3, None)
    assert judged_attack(3, 3, 2, 3, 1) == {"result": "lost", "offense": 6, "defense": 6, "paid": 3}


def test_an_attack_that_needs_no_support_shows_none() -> None:
    phone = attacked(5, 5, 0, 2, 1, 0)
    assert phone.wins() == {"1": 7}
    assert phone.one("2", "attacktold").shown == 0
    assert judged_attack(5, 0, 2, 1, 0) == {"result": "won", "offense": 5, "defense": 3, "paid": 2, "shown": 0}


# -- scoring -----------------------------------------------------------------------------------------------------------

HALF = Fraction(1, 2)
SETTLEMENTS: list[tuple[str, list[int], list[tuple[int, int, int]], list[Fraction | int]]] = [
    ("netted, then the smaller first", [5, 0, 2], [(1, 2, 4), (1, 3, 4), (2, 1, 1)], [0, 3, 4]),
    ("equal debts share five", [5, 0, 0], [(1, 2, 4), (1, 3, 4)], [0, 5 * HALF, 5 * HALF]),
    ("the smallest in full, equal ones share", [5, 0, 0, 0], [(1, 2, 2), (1, 3, 3), (1, 4, 3)],
     [0, 2, 3 * HALF, 3 * HALF]),
    ("a cycle pays from what there was", [2, 0, 1], [(1, 2, 3), (2, 3, 3), (3, 1, 3)], [1, 2, 0]),
    ("the smaller takes all", [3, 0, 0], [(1, 2, 3), (1, 3, 4)], [0, 3, 0]),
    ("a debt is all that is owed", [3, 0, 0], [(1, 2, 3), (1, 3, 4), (1, 2, 2)], [0, 0, 3]),
]  # fmt: skip


@each_row(("wins", "ious", "final"), [one[1:] for one in SETTLEMENTS])
def test_a_worked_settlement_comes_out_as_written_in_a_game_and_by_the_judge(
    wins: list[int], ious: list[tuple[int, int, int]], final: list[Fraction | int]
) -> None:
    phone = Telephone(len(wins)).winnings(**{f"p{n}": won for n, won in enumerate(wins, 1) if won})
    for debtor, creditor, amount in ious:
        phone.owe(str(debtor), str(creditor), amount)
    phone.vote()
    (scores,) = (one.body for one in phone.told if one.kind == "finalscores")
    assert [Fraction(one.final) for one in scores.scores] == final
    assert [one.winnings for one in scores.scores] == wins
    best = [str(n) for n, one in enumerate(final, 1) if one == max(final)]
    outcome = RULES.outcome(phone.state)
    assert outcome is not None and list(outcome.winners) == best
    asked = [{"debtor": a, "creditor": b, "amount": n} for a, b, n in ious]
    boxes = {str(n): won for n, won in enumerate(wins, 1)}
    found = RULES.position({"score": {"players": len(wins), "wins": boxes, "ious": asked}})
    assert [Fraction(found["final"][str(n)]) for n in range(1, len(wins) + 1)] == final


def test_fractions_are_told_as_such_and_as_decimals() -> None:
    phone = Telephone(3).winnings(p1=5).owe("1", "2", 4).owe("1", "3", 4).vote()
    (scores,) = (one.body for one in phone.told if one.kind == "finalscores")
    assert [(one.final, one.decimal) for one in scores.scores] == [("0", "0"), ("5/2", "2.5"), ("5/2", "2.5")]


@each_row(
    "asked",
    [
        {},
        {"score": {"players": 3, "wins": {}}, "attack": {}},
        {"score": {"players": 3, "wins": {"4": 1}}},
        {"score": {"players": 3, "wins": {"1": -1}}},
        {"score": {"players": 3, "wins": {}, "ious": [{"debtor": 1, "creditor": 1, "amount": 2}]}},
        {"score": {"players": 3, "wins": {}, "ious": [{"debtor": 1, "creditor": 2, "amount": 0}]}},
        {"threat": {"from": 1, "to": 1, "pieces": 1}},
        {"threat": {"from": 1, "to": 4, "pieces": 0}},
        {"threat": {"from": 1, "to": 4, "pieces": 1, "risk": {"1": 1}}},
        {"threat": {"from": 1, "to": 4, "pieces": 1, "holds": {"4": 1}}},
        {"threat": {"from": 1, "to": 4, "pieces": 1, "holds": {"5": -1}}},
        {"attack": {"size": 0, "borrowed": 1, "defender": {"wins": 1, "uncommitted": 0, "borrowed": 0}}},
        {"attack": {"size": 1, "borrowed": -1, "defender": {"wins": 1, "uncommitted": 0, "borrowed": 0}}},
    ],
)
def test_the_judge_refuses_what_is_no_question(asked: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        RULES.position(asked)


# -- prisoners ---------------------------------------------------------------------------------------------------------


def captured(square: str = "H4", source: str = "G5") -> Telephone:
    """Player 1 loses 2 pieces to player 4, who holds 3."""
    phone = Telephone(7, prisoners=True).winnings(p2=1).stand("1", source, 2).hold("4", p5=3)
    return phone.say("1", f"THREAT {square} WITH 2 FROM {source}").say("4", "CALL")


def test_two_pieces_lost_on_h4_stand_there_and_go_on_to_i() -> None:
    phone = captured()
    assert phone.one("4", "threattold").captured == "prisoners"
    assert phone.at_places("4") == {"H4": 2} and phone.at_places("1") == {}
    assert phone.wins() == {"2": 1} and phone.books.losses["1"] == 2
    phone.say("7", "PERMIT 4: MOVE 2 FROM H4 TO I7").say("4", "ACCEPT 1 WITH 7")
    assert phone.at_places("4") == {"I7": 2} and phone.wins() == {"2": 1}
    phone.say("6", "PERMIT 4: MOVE 2 FROM I7 TO K6").say("4", "ACCEPT 1 WITH 6")
    assert phone.at_places("4") == {} and phone.wins() == {"2": 1, "4": 2}


def test_a_prisoner_does_not_go_back_into_the_column_of_its_holder() -> None:
    phone = captured().say("4", "THREAT I4 WITH 1 FROM H4")
    assert [one.column for one in phone.problems] == [8]


def test_pieces_lost_on_k_are_winnings_at_once() -> None:
    phone = captured("K4", "I5")
    assert phone.one("1", "threattold").captured == "winnings"
    assert phone.wins() == {"2": 1, "4": 2} and phone.at_places("4") == {}


def test_prisoners_lost_again_go_to_the_next_defender_likewise() -> None:
    phone = captured().hold("6", p3=3).say("4", "THREAT I6 WITH 2 FROM H4").say("6", "CALL")
    assert phone.at_places("6") == {"I6": 2} and phone.at_places("4") == {} and phone.wins() == {"2": 1}
    phone.say("3", "PERMIT 6: MOVE 2 FROM I6 TO K3").say("6", "ACCEPT 1 WITH 3")
    assert phone.wins() == {"2": 1, "6": 2}


def test_without_the_variant_lost_pieces_are_winnings_on_every_level() -> None:
    phone = Telephone(7).stand("1", "G5", 2).hold("4", p5=3).say("1", "THREAT H4 WITH 2 FROM G5").say("4", "CALL")
    assert phone.wins() == {"4": 2} and phone.at_places("4") == {}
