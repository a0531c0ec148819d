"""The scorekeeper's work against a second one in another shape: a closed formula per debt, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from scorekeeper import Ious, formula
from telephone import RULES

from gm.rules.negotiation.settling import Debt, settle


@st.composite
def endings(draw: st.DrawFn) -> tuple[dict[int, int], Ious]:
    """Winnings and IOUs; small numbers, so that equal debts and too few winnings are common."""
    players = range(1, draw(st.integers(3, 7)) + 1)
    winnings = {one: draw(st.integers(0, 9)) for one in players}
    pairs = [(a, b) for a in players for b in players if a != b]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=14))
    return winnings, [(*pair, draw(st.integers(1, 5))) for pair in chosen]


@given(endings())
def test_the_settlement_is_that_of_the_formula(given_: tuple[dict[int, int], Ious]) -> None:
    winnings, ious = given_
    settled = settle(winnings, [Debt(*one) for one in ious])
    assert settled.final == formula(winnings, ious)
    assert sum(settled.final.values()) == sum(winnings.values())
    assert all(0 <= settled.paid[one] <= winnings[one] for one in winnings)
    assert all(0 <= one.paid <= one.debt.amount for one in settled.payments)
    assert sum(settled.paid.values()) == sum(settled.collected.values())


@given(endings())
def test_the_judge_settles_like_the_formula_and_notes_no_debt_both_ways(given_: tuple[dict[int, int], Ious]) -> None:
    winnings, ious = given_
    asked = [{"debtor": a, "creditor": b, "amount": n} for a, b, n in ious]
    wins = {str(one): n for one, n in winnings.items()}
    found = RULES.position({"score": {"players": len(winnings), "wins": wins, "ious": asked}})
    assert {int(one): Fraction(n) for one, n in found["final"].items()} == formula(winnings, ious)
    netted = [(one.debtor, one.creditor) for one in settle(winnings, [Debt(*one) for one in ious]).net]
    assert not {pair for pair in netted if pair[::-1] in netted}


def test_the_formula_itself_knows_the_worked_cases() -> None:
    half = Fraction(1, 2)
    assert formula({1: 5, 2: 0, 3: 2}, [(1, 2, 4), (1, 3, 4), (2, 1, 1)]) == {1: 0, 2: 3, 3: 4}
    assert formula({1: 5, 2: 0, 3: 0, 4: 0}, [(1, 2, 2), (1, 3, 3), (1, 4, 3)]) == {
        1: 0,
        2: 2,
        3: 3 * half,
        4: 3 * half,
    }
    assert formula({1: 2, 2: 0, 3: 1}, [(1, 2, 3), (2, 3, 3), (3, 1, 3)]) == {1: 1, 2: 2, 3: 0}
