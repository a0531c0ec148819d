"""Ends that players agree on by their votes."""

from __future__ import annotations

from gm.desk.game.bots import without_bots
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.rules import Seat, as_seat


def _among(vote: str, needed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that a vote would have share a draw: those named, or all whose votes are needed; () if not a draw."""
    if not vote.startswith("DRAW"):
        return ()
    return tuple(map(as_seat, vote.split()[2:])) or needed


def end_if_agreed(turn: Turn) -> None:
    """End the game if the standing votes agree on that, by the rules' own way of stopping where they have one."""
    votes = any(sitting.vote for sitting in turn.game.seats.values())
    agreed = agreed_end(turn) if votes and not turn.game.over else None
    if agreed is None:
        return
    if agreed[0] == phrase("end.agreed"):
        turn.step(turn.ruleset.voted.stop(turn.game.state))
        if turn.decided():
            return
    turn.end(*agreed)


def agreed_end(turn: Turn) -> tuple[str, tuple[Seat, ...]] | None:
    """The end that the standing votes agree on, as (how, winners): a draw, a stop or a concession; or None."""
    game = turn.game
    if not any(sitting.vote for sitting in game.seats.values()):
        return None
    state = without_bots(turn)
    needed = turn.ruleset.voted.votes_needed(state)
    draws = {_among(game.seats[seat].vote, needed) for seat in needed}
    if len(draws) == 1 and (among := draws.pop()):
        names = ", ".join(turn.name(seat) for seat in among)
        return phrase("end.draw" if len(among) > 1 else "end.alone", names=names), among
    if turn.ruleset.voted.enough(state, [seat for seat in needed if game.seats[seat].vote == "END"]):
        return phrase("end.agreed"), ()
    for winner in needed:
        others = [seat for seat in needed if seat != winner]
        if others and all(game.seats[seat].vote == f"CONCEDE TO {winner}" for seat in others):
            return phrase("end.conceded", winner=turn.name(winner)), (winner,)
    return None
