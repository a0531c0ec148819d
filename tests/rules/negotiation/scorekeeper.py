"""A second scorekeeper for Negotiation, in another shape: a closed formula for each debt, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

Ious = list[tuple[int, int, int]]


def formula(winnings: dict[int, int], ious: Ious) -> dict[int, Fraction]:
    """A debt of a gets a share of what smaller debts of its debtor leave: min(a, left / how many are equal)."""

    def owes(one: int, other: int) -> int:
        total = sum(n if (a, b) == (one, other) else -n if (b, a) == (one, other) else 0 for a, b, n in ious)
        return max(0, total)

    def gets(creditor: int, debtor: int) -> Fraction:
        due = owes(debtor, creditor)
        others = [owes(debtor, one) for one in winnings if one != debtor]
        left = max(0, winnings[debtor] - sum(one for one in others if one < due))
        return min(Fraction(due), Fraction(left, others.count(due))) if due else Fraction(0)

    return {
        one: winnings[one]
        + sum((gets(one, other) for other in winnings if other != one), Fraction(0))
        - sum((gets(other, one) for other in winnings if other != one), Fraction(0))
        for one in winnings
    }
