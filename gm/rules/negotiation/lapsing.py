"""What happens without a letter: answers given for players, reminders, proposals that lapse, and seats left empty."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from gm.rules.negotiation import acting, dealing, ending, queue
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.state import THREAT, Action


def strike(x: Exchange, until: datetime) -> None:
    """Let everything happen that was set for *until* or earlier, in order of time."""
    while not x.state.how:
        times: list[tuple[datetime, int]] = [(action.due, 0) for action in x.state.actions]
        times += [(action.remind, 1) for action in x.state.actions if action.remind is not None]
        times += [(deal.due, 2) for deal in x.state.proposals]
        at, what = min(times, default=(until, 3))
        if at > until or what == 3:
            break
        if what == 2:
            dealing.lapse(x, next(deal for deal in x.state.proposals if deal.due == at))
        elif what == 1:
            _remind(x, next(action for action in x.state.actions if action.remind == at))
        else:
            window_ends(x, next(action for action in x.state.actions if action.due == at))
    ending.after_the_end(x)


def put_off(x: Exchange, since: datetime, by: timedelta) -> None:
    """Put off what was due after *since*, and not later than now, by a time; an answer also if only its half-time was.

    What was not due then keeps its time, so that no window tells of another's.
    """
    for action in x.state.actions:
        if any(at is not None and since < at <= x.at for at in (action.due, action.remind)):
            remind = action.remind + by if action.remind is not None else None
            moved = replace(action, due=action.due + by, remind=remind)
            x.state = replace(x.state, actions=tuple(moved if a == action else a for a in x.state.actions))
            _tell_put_off(x, moved.by, moved.to, moved.number, f"the answer to {moved.kind}", moved.due)
    for deal in x.state.proposals:
        if since < deal.due <= x.at:
            later = replace(deal, due=deal.due + by)
            x.state = replace(x.state, proposals=tuple(later if d == deal else d for d in x.state.proposals))
            _tell_put_off(x, later.by, later.to, later.number, "the proposal", later.due)


def _tell_put_off(x: Exchange, by: str, other: str, number: int, what: str, due: datetime) -> None:
    """Tell both parties until when it can be answered now."""
    x.tell_both(by, other, lambda reader, there: said.PutOff(number, x.word(there), what, due))
    x.record(said.WordRecord(x.at, x.word(by), f"{what} {number} with {x.word(other)}: put off by an outage"))


def window_ends(x: Exchange, action: Action) -> None:
    """Answer for a player who has not answered, and go on answering at once until they write again."""
    x.state = replace(x.state, silent=(*x.state.silent, action.to))
    queue.answer_standing(x, action)
    queue.run_waiting(x)


def _remind(x: Exchange, action: Action) -> None:
    x.state = replace(
        x.state, actions=tuple(replace(a, remind=None) if a == action else a for a in x.state.actions)
    )  # fmt: skip
    x.ask(action, reminder(x, action), reminder=True)


def reminder(x: Exchange, action: Action) -> said.AnswerDue:
    """Return the reminder that an answer is due, with what the GameMaster will otherwise say."""
    standing = x.state.standing_of(action.to)
    default = standing.threat if action.kind == THREAT else standing.attack
    told = acting.told(x, action, action.to, "begun")
    if isinstance(told, said.ThreatTold):
        what = f"THREAT {action.number}: {told.groups} onto your square {action.square}"
    else:
        what = f"ATTACK {action.number} for {action.size} of your winnings"
    return said.AnswerDue(
        ref=told.ref,
        number=told.number,
        other=told.other,
        what=what,
        due=action.due,
        ways=acting.ways(action),
        default=default,
        stake=acting.at_stake(x, action),
    )


def leave(x: Exchange, player: str) -> None:
    """Empty a seat: its proposals and waiting items lapse, and its standing instructions answer at once."""
    why = words("resigned", player=x.word(player))
    x.state = replace(x.state, vacant=tuple(p for p in x.state.players if p in (*x.state.vacant, player)))
    for deal in x.state.proposals:
        if player in (deal.by, deal.to):
            dealing.lapse(x, deal, why)
    for one in x.state.waiting:
        if one.by == player:
            queue.drop(x, one, "lapsed", why)
    queue.answer_at_once(x)
    ending.after_the_end(x)
