"""A letter carried out: answers first, then the rest as written, each by itself; and what happens without one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from gm.rules.lines.commands import AskBoard
from gm.rules.negotiation import acting, dealing, ending, queue, telling
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.commands import (
    Accept,
    Act,
    Answer,
    Attack,
    CallGame,
    Collect,
    Counter,
    Give,
    Inform,
    Instruct,
    Propose,
    Recall,
    Reject,
    Threat,
    Withdraw,
)
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.state import THREAT, Action, Standing


def carry_out(x: Exchange, player: str, acts: Sequence[Act]) -> None:
    """What a letter asks for."""
    left = [act for act in acts if not isinstance(act, Answer)]
    for act in acts:
        if isinstance(act, Answer):
            positives = [one for one in left if isinstance(one, Threat | Attack | Collect | Recall)]
            added = queue.answer(x, player, act, positives)
            if added is not None:
                left.remove(added)
    for act in left:
        if x.state.how:
            break
        _do(x, player, act)
    instructed = [act for act in left if isinstance(act, Instruct)]
    if instructed and not x.state.closing:
        changed = any(act.what != "asked" for act in instructed)
        x.tell(player, standing_told(x.state.standing_of(player), changed))
    ending.after_the_end(x)


def _do(x: Exchange, player: str, act: Act) -> None:
    if x.state.closing and not isinstance(act, AskBoard):
        why = "the time of the game is over: only what is open is still answered"
        word = type(act).__name__.upper()
        x.refuse(player, {"INSTRUCT": "STANDING", "CALLGAME": "CALL GAME"}.get(word, word), why)
        return
    match act:
        case Threat() | Attack() | Collect() | Recall():
            queue.ask(x, player, act)
        case Propose():
            dealing.propose(x, player, act)
        case Accept():
            queue.accept(x, player, act)
        case Reject():
            dealing.reject(x, player, act)
        case Counter():
            dealing.counter(x, player, act)
        case Withdraw():
            if act.waiting:
                queue.take_back(x, player, act)
            else:
                dealing.withdraw(x, player, act)
        case Give():
            queue.give(x, player, act)
        case _:
            _do_more(x, player, act)


def _do_more(x: Exchange, player: str, act: Act) -> None:
    match act:
        case Inform():
            acting.inform(x, player, act)
        case Instruct():
            _instruct(x, player, act)
        case CallGame():
            why = ending.may_call(x, player)
            if why:
                x.refuse(player, "CALL GAME", why)
            else:
                x.record(said.WordRecord(x.at, x.word(player), "CALL GAME"))
                ending.stop(x, "call")
        case AskBoard():
            telling.show(x, player)


def _instruct(x: Exchange, player: str, act: Instruct) -> None:
    """STANDING: at any time, also for an action that is open."""
    standing = x.state.standing_of(player)
    match act.what:
        case "threat":
            standing = replace(standing, threat=act.word)
        case "attack":
            standing = replace(standing, attack=act.word)
        case "quote":
            standing = replace(standing, quote=act.quote)
        case "now":
            standing = replace(standing, now=act.word == "NOW")
    x.state = replace(x.state, standing={**x.state.standing, player: standing})
    if act.what != "asked":
        what = " ".join(("STANDING", *dict.fromkeys((act.what.upper(), act.word)), *act.quote))
        x.record(said.WordRecord(x.at, x.word(player), what))
    queue.answer_at_once(x)


def standing_told(standing: Standing, changed: bool) -> said.StandingTold:
    """The standing instructions in words."""
    return said.StandingTold(standing.threat, standing.attack, standing.quote, standing.now, changed)


# -- what happens without a letter -----------------------------------------------------------------------------


def strike(x: Exchange, until: datetime) -> None:
    """Let everything strike that was set for *until* or before, in the order of its times."""
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
            _window_ends(x, next(action for action in x.state.actions if action.due == at))
    ending.after_the_end(x)


def _window_ends(x: Exchange, action: Action) -> None:
    """No answer has come: the GameMaster answers, and at once from now on until the player writes again."""
    x.state = replace(x.state, silent=(*x.state.silent, action.to))
    queue.answer_standing(x, action)
    queue.run_waiting(x)


def _remind(x: Exchange, action: Action) -> None:
    x.state = replace(
        x.state, actions=tuple(replace(a, remind=None) if a == action else a for a in x.state.actions)
    )  # fmt: skip
    x.remind(action.to, reminder(x, action), action.by)


def reminder(x: Exchange, action: Action) -> said.AnswerDue:
    """That an answer is due, and what the GameMaster will say else."""
    standing = x.state.standing_of(action.to)
    default = standing.threat if action.kind == THREAT else standing.attack
    told = acting.told(x, action, action.to, "begun")
    if isinstance(told, said.ThreatTold):
        what = f"THREAT {action.number}: {told.groups} onto your square {action.square}"
    else:
        what = f"ATTACK {action.number} for {action.size} of your winnings"
    return said.AnswerDue(told.ref, told.number, told.other, what, action.due, acting.ways(action), default)


def leave(x: Exchange, player: str) -> None:
    """A seat is empty: its proposals and what it has waiting lapse, and its standing instructions answer at once."""
    x.state = replace(x.state, vacant=tuple(p for p in x.state.players if p in (*x.state.vacant, player)))
    for deal in x.state.proposals:
        if player in (deal.by, deal.to):
            dealing.lapse(x, deal, f"{x.word(player)} has resigned")
    for one in x.state.waiting:
        if one.by == player:
            queue.drop(x, one, "lapsed", f"{x.word(player)} has resigned")
    queue.answer_at_once(x)
    ending.after_the_end(x)
