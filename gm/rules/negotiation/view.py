"""What a player knows now: boards, deals, what waits, and the answers due."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from gm.rules import Phase, Seat
from gm.rules.negotiation import acting, dealing, lapsing, telling
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.notices import AttackTold, BoardsTold, DealTold, StandingTold, ThreatTold
from gm.rules.negotiation.queue import in_words
from gm.rules.negotiation.state import CLOSING, LIVE, State
from gm.rules.ruleset import LiveView

PHASES = {False: Phase("LIVE", LIVE, "The game"), True: Phase("CLOSE", CLOSING, "The time for last answers")}


class PhoneView(LiveView, frozen=True, kw_only=True):
    """What a player knows; observers know only the players.

    deals: proposals by and to the player; action: the THREAT or ATTACK that keeps them on the phone; waiting: their
    waiting items by number; standing: their instructions.
    """

    phase: Phase
    code: str
    players: tuple[str, ...] | UnsetType = UNSET
    boards: BoardsTold | UnsetType = UNSET
    deals: tuple[DealTold, ...] | UnsetType = UNSET
    action: ThreatTold | AttackTold | UnsetType | None = UNSET
    waiting: tuple[tuple[int, str], ...] | UnsetType = UNSET
    standing: StandingTold | UnsetType = UNSET


def view_of(state: State, seat: Seat | None) -> PhoneView:
    """Return what a player knows now; None stands for an observer."""
    phase = PHASES[state.closing]
    if seat is None:
        players = tuple(state.options.word(one) for one in state.players)
        return PhoneView(phase=phase, code=phase.code, filed=(), players=players)
    x = Exchange(state, state.last)
    open_deals = [deal for deal in state.proposals if seat in (deal.by, deal.to)]
    deals = tuple(dealing.told(x, deal, seat, event="proposed", by=deal.by, due=deal.due) for deal in open_deals)
    action = state.action_of(seat)
    due = action if action is not None and action.to == seat else None
    return PhoneView(
        phase=phase,
        code=phase.code,
        filed=(),
        boards=telling.boards_told(state, seat),
        deals=deals,
        action=acting.told(x, action, seat, "begun", due=action.due) if action is not None else None,
        answers=(lapsing.reminder(x, due),) if due is not None else (),
        offers=tuple(deal for deal in deals if not deal.proposer),
        waiting=tuple((one.number, in_words(x, one)) for one in state.waiting if one.by == seat),
        standing=telling.standing_told(state.standing_of(seat), False),
        example=acting.ways(due)[:1] if due is not None else (),
        topic="ANSWERS" if due is not None else "RULES",
    )
