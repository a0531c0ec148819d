"""How a game ends: by its time, by CALL GAME, by the votes of two thirds; and the scorekeeper's work."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from gm.rules.lines.words import listed, plural
from gm.rules.negotiation import acting, dealing, queue, telling
from gm.rules.negotiation import books as entries
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.settling import Debt, Settled, settle, write_decimal, write_fraction
from gm.rules.negotiation.state import State

RULES = {
    "time": "the time of the game is over",
    "call": "the game was called by a player with no piece of their own left to move",
    "vote": "the game was called by the votes of two thirds of the players",
}


def may_call(x: Exchange, player: str) -> str:
    """Return why *player* may not CALL GAME, "" if they may."""
    books = x.books
    if not x.state.options.call_for_end:
        return words("no-call")
    if books.entered[player] * 2 < books.number:
        return words("no-call.half", number=books.number, entered=books.entered[player])
    if any(books.pieces[player].values()):
        return words("no-call.pieces")
    return words("no-call.engaged") if x.engaged(player) else ""


def enough(votes: int, seats: int) -> bool:
    """Return whether the votes are at least two thirds of the seats that have not resigned."""
    return seats > 0 and 3 * votes >= 2 * seats


def time_is_up(x: Exchange) -> None:
    """End the game by the clock: later letters are refused, open actions keep their windows, what waits still runs."""
    x.state = replace(x.state, closing=True)
    for deal in x.state.proposals:
        dealing.lapse(x, deal, words("time.of-game"))
    queue.run_waiting(x)
    if x.state.actions:
        x.tell_all(said.TimeIsUp("CLOSE", "The time for last answers", True))
    else:
        finish(x, "time")


def after_the_end(x: Exchange) -> None:
    """Score the game once the last answer after its end has come."""
    if x.state.closing and not x.state.actions and not x.state.how:
        finish(x, "time")


def stop(x: Exchange, rule: str) -> None:
    """Call the game: everything stops at once, and what is open or waiting lapses."""
    x.tell_all(said.GameCalled(rule))
    why = words("called")
    for deal in x.state.proposals:
        dealing.record(x, deal, "lapsed", why)
    for one in x.state.waiting:
        x.record(said.WordRecord(x.at, x.word(one.by), f"W{one.number} lapsed, {why}: {queue.in_words(x, one)}"))
    for action in x.state.actions:
        acting.record(x, action, "", by="", result=why)
    x.state = replace(x.state, actions=(), proposals=(), waiting=())
    finish(x, rule)


def finish(x: Exchange, rule: str) -> None:
    """Check the books, then tell everybody the settlement. Books that do not add up end nothing."""
    if entries.audit(x.books):
        return
    settled = settled_of(x.state)
    left = sum(sum(x.books.places(player).values()) for player in x.state.players)
    steps = (_check_sum(x, left), *steps_of(settled))
    scores = tuple(_score(x, settled, player) for player in x.state.players)
    x.tell_all(said.FinalScores(scores, steps, left))
    x.record(said.Profits(x.books.number, {x.word(p): x.words(x.books.won[p]) for p in x.state.players}))
    x.record(telling.end_of_day(x.state, x.at.date().isoformat(), last=True))
    best = max(settled.final.values())
    winners = tuple(str(player) for player, final in settled.final.items() if final == best)
    names = listed([x.word(player) for player in winners])
    how = f"{names} {plural(len(winners), 'has', 'have')} most, {_both(best)}; {RULES[rule]}"
    x.state = replace(x.state, winners=winners, how=how, actions=(), proposals=(), waiting=())


def settled_of(state: State) -> Settled:
    """Return the settlement of all IOUs as they stand."""
    winnings = {int(player): state.books.wins[player] for player in state.players}
    owed = state.books.owed
    return settle(winnings, [Debt(int(a), int(b), n) for a in owed for b, n in owed[a].items() if n])


def _check_sum(x: Exchange, left: int) -> str:
    total = sum(x.books.wins.values())
    return f"check: {x.books.number}^2 - {left} pieces not in = {total} winnings in all"


def steps_of(settled: Settled) -> tuple[str, ...]:
    """The settlement step by step, in words."""
    found = [f"net: Player {d.debtor} owes Player {d.creditor}: {d.amount}" for d in settled.net]
    for payment in settled.payments:
        debt, paid = payment.debt, payment.paid
        of = "" if paid == debt.amount else f" of {debt.amount}"
        found.append(f"Player {debt.debtor} pays Player {debt.creditor}: {_both(paid)}{of}")
    return tuple(found) or ("no IOUs are left to settle",)


def _score(x: Exchange, settled: Settled, player: str) -> said.Score:
    number = int(player)
    final = settled.final[number]
    return said.Score(
        player=x.word(player),
        winnings=x.books.wins[player],
        paid=write_fraction(settled.paid[number]),
        collected=write_fraction(settled.collected[number]),
        final=write_fraction(final),
        decimal=write_decimal(final),
    )


def _both(number: Fraction) -> str:
    """Return a fraction, and its decimal form if that differs."""
    return str(number) if number.denominator == 1 else f"{number} ({write_decimal(number)})"
