"""Single questions of `gm judge negotiation`: a settlement, a THREAT that is called, an ATTACK that is defended."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from gm.rules import Given, Ruling
from gm.rules.lines.positions import shaped
from gm.rules.negotiation.acting import quoted_of
from gm.rules.negotiation.ending import steps_of
from gm.rules.negotiation.settling import Debt, settle, write_fraction
from gm.rules.negotiation.state import MOST


class ScoreGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Winnings by player, and IOUs."""

    players: int
    wins: dict[str, int]
    ious: tuple[Debt, ...] = ()


class ThreatGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """A THREAT that is called. risk, holds: support by owner; quote: the owners quoted first."""

    source: int
    to: int
    pieces: int
    risk: dict[str, int] = {}
    holds: dict[str, int] = {}
    quote: tuple[int, ...] = ()


class Defender(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The three figures of a DEFENSE."""

    wins: int
    uncommitted: int
    borrowed: int


class AttackGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ATTACK that is defended. borrowed: the support of others that the attacker holds."""

    size: int
    borrowed: int
    defender: Defender


def judge(given: Given) -> Ruling:
    """Answer one question. Raises ValueError if it cannot be meant."""
    kinds = {"score": _score, "threat": _threat, "attack": _attack}
    found = [kind for kind in kinds if kind in given]
    if len(found) != 1 or len(given) != 1:
        raise ValueError(f"one of these is expected: {', '.join(kinds)}")
    return kinds[found[0]](given[found[0]])


def _score(given: object) -> Ruling:
    asked = shaped(given, ScoreGiven, "score")
    _expect(2 <= asked.players <= MOST, f"players: from 2 to {MOST} are expected")
    winnings = {player: asked.wins.get(str(player), 0) for player in range(1, asked.players + 1)}
    known = {*map(str, winnings)}
    _expect({*asked.wins} <= known, f"wins: players are 1 to {asked.players}")
    _expect(min(winnings.values(), default=0) >= 0, "wins: numbers from 0 are expected")
    ends = {str(end) for debt in asked.ious for end in (debt.debtor, debt.creditor)}
    _expect(ends <= known, f"ious: players are 1 to {asked.players}")
    right = all(debt.debtor != debt.creditor and debt.amount > 0 for debt in asked.ious)
    _expect(right, "ious: an amount from 1, between two players, is expected")
    settled = settle(winnings, asked.ious)
    final: Mapping[int, Fraction] = settled.final
    return {"final": {str(p): write_fraction(final[p]) for p in winnings}, "steps": list(steps_of(settled))}


def _threat(given: object) -> Ruling:
    asked = shaped(given, ThreatGiven, "threat")
    by, to = str(asked.source), str(asked.to)
    numbers = {str(number) for number in range(1, MOST + 1)}
    _expect(by != to and {by, to} <= numbers, f"from and to: two players from 1 to {MOST} are expected")
    _expect({*asked.risk, *asked.holds} <= numbers, f"risk and holds: owners from 1 to {MOST} are expected")
    _expect(by not in asked.risk, "risk: own support cannot be risked")
    _expect(to not in asked.holds, "holds: own support cannot be quoted")
    least = min([0, *asked.risk.values(), *asked.holds.values()])
    _expect(asked.pieces > 0 and least >= 0, "pieces from 1 and support from 0 are expected")
    offense = asked.pieces + sum(asked.risk.values())
    held = {owner: number for owner, number in asked.holds.items() if number}
    quoted = quoted_of(held, offense + 1, tuple(map(str, asked.quote)))
    defense = sum(quoted.values())
    result = "standoff" if offense == defense else "moved" if offense > defense else "lost"
    passes = {"standoff": {}, "moved": quoted, "lost": asked.risk}[result]
    source, target = (asked.to, asked.source) if result == "moved" else (asked.source, asked.to)
    passed = [
        {"owner": int(owner), "from": source, "to": target, "amount": number}
        for owner, number in sorted(passes.items(), key=lambda one: int(one[0]))
        if number
    ]
    return {
        "result": result, "offense": offense, "defense": defense, "quoted": quoted, "passed": passed,
        "lost": asked.pieces if result == "lost" else 0,
    }  # fmt: skip


def _attack(given: object) -> Ruling:
    asked = shaped(given, AttackGiven, "attack")
    one = asked.defender
    least = min(asked.borrowed, one.wins, one.uncommitted, one.borrowed)
    _expect(asked.size > 0 and least >= 0, "a size from 1 and numbers from 0 are expected")
    offense, defense = asked.size + asked.borrowed, one.wins + one.uncommitted + one.borrowed
    won = offense > defense
    told: Ruling = {
        "result": "won" if won else "lost", "offense": offense, "defense": defense,
        "paid": min(one.wins, asked.size) if won else asked.size,
    }  # fmt: skip
    return told | ({"shown": max(0, defense - asked.size + 1)} if won else {})


def _expect(true: bool, message: str) -> None:
    if not true:
        raise ValueError(message)
