"""Scoring a game that is over: IOUs are netted, then paid in the prescribed order, in exact fractions.

Players are numbers here; nothing else about the game is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec


class Debt(msgspec.Struct, frozen=True):
    """An IOU."""

    debtor: int
    creditor: int
    amount: int


class Payment(msgspec.Struct, frozen=True):
    """What the scorekeeper paid on a debt."""

    debt: Debt
    paid: Fraction


class Settled(msgspec.Struct, frozen=True):
    """The scoring. net: the debts after netting; payments: in order; paid, collected, final: by player."""

    net: tuple[Debt, ...]
    payments: tuple[Payment, ...]
    paid: dict[int, Fraction]
    collected: dict[int, Fraction]
    final: dict[int, Fraction]


def net(debts: Sequence[Debt]) -> tuple[Debt, ...]:
    """Net debts: between two players who hold IOUs of each other, only the difference is left (Scoring, 1)."""
    owed: dict[tuple[int, int], int] = {}
    for debt in debts:
        pair = (debt.debtor, debt.creditor)
        owed[pair] = owed.get(pair, 0) + debt.amount
    left = {pair: amount - owed.get(pair[::-1], 0) for pair, amount in owed.items()}
    return tuple(Debt(*pair, amount) for pair, amount in sorted(left.items()) if amount > 0)


def settle(winnings: Mapping[int, int], debts: Sequence[Debt]) -> Settled:
    """Pay from final winnings: player 1 first, smallest debts first; equal debts share (Scoring, 2 to 5)."""
    netted = net(debts)
    paid = {player: Fraction(0) for player in winnings}
    collected = {player: Fraction(0) for player in winnings}
    payments = []
    for player in sorted(winnings):
        left = Fraction(winnings[player])
        own = sorted((debt for debt in netted if debt.debtor == player), key=lambda debt: (debt.amount, debt.creditor))
        for amount, group in groupby(own, key=lambda debt: debt.amount):
            equal = list(group)
            share = min(Fraction(amount), left / len(equal))
            for debt in equal:
                payments.append(Payment(debt, share))
                collected[debt.creditor] += share
            left -= share * len(equal)
            paid[player] += share * len(equal)
    final = {player: winnings[player] - paid[player] + collected[player] for player in winnings}
    return Settled(net=netted, payments=tuple(payments), paid=paid, collected=collected, final=final)


def write_fraction(number: Fraction) -> str:
    """Write a number as a fraction: `5/2`, `3`."""
    return str(number)


def write_decimal(number: Fraction) -> str:
    """Write a number with at most three decimals: `2.5`, `3`, `1.333`."""
    return f"{float(number):.3f}".rstrip("0").rstrip(".")
