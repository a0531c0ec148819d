"""A letter carried out: answers first, then the rest as written, each by itself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from gm.rules.lines.commands import AskBoard
from gm.rules.negotiation import acting, dealing, ending, queue, telling
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.acts import (
    Accept,
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
from gm.rules.negotiation.exchange import Exchange, Refused
from gm.rules.negotiation.faults import words

CALL_GAME = "call game"  # what must be confirmed


def carry_out(x: Exchange, player: str, acts: Sequence[msgspec.Struct]) -> None:
    """Carry out what a letter asks for."""
    left = [act for act in acts if not isinstance(act, Answer)]
    for act in acts:
        if isinstance(act, Answer):
            positives = [one for one in left if isinstance(one, Threat | Attack | Collect | Recall)]
            with x.refusing(player):
                added = queue.answer(x, player, act, positives)
                if added is not None:
                    left.remove(added)
    for act in left:
        if x.state.how:
            break
        with x.refusing(player):
            _do(x, player, act)
    instructed = [act for act in left if isinstance(act, Instruct)]
    if instructed and not x.state.closing:
        changed = any(act.what != "asked" for act in instructed)
        x.tell(player, telling.standing_told(x.state.standing_of(player), changed))
    ending.after_the_end(x)


def _do(x: Exchange, player: str, act: msgspec.Struct) -> None:
    if x.state.closing and not isinstance(act, AskBoard):
        word = type(act).__name__.upper()
        raise Refused({"INSTRUCT": "STANDING", "CALLGAME": "CALL GAME"}.get(word, word), words("closing"))
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


def _do_more(x: Exchange, player: str, act: msgspec.Struct) -> None:
    match act:
        case Inform():
            acting.inform(x, player, act)
        case Instruct():
            _instruct(x, player, act)
        case CallGame():
            _may_call(x, player)
            x.check(CALL_GAME, words("ask.call"))
        case AskBoard():
            telling.show(x, player)


def confirmed(x: Exchange, player: str, name: str) -> None:
    """Carry out what a player was asked to confirm: CALL GAME, if its conditions still hold."""
    assert name == CALL_GAME
    with x.refusing(player):
        _may_call(x, player)
        x.record(said.WordRecord(x.at, x.word(player), "CALL GAME"))
        ending.stop(x, "call")


def _may_call(x: Exchange, player: str) -> None:
    """Raise Refused if *player* may not call the game as things stand."""
    why = words("closing") if x.state.closing else ending.may_call(x, player)
    if why:
        raise Refused("CALL GAME", why)


def _instruct(x: Exchange, player: str, act: Instruct) -> None:
    """Carry out STANDING: at any time, also for an open action."""
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
