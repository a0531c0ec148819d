"""The line: what may run now, what waits until it is free, how answers end actions, and the windows.

Strictly in order of receipt; each time an action ends, what waits is tried in order of arrival.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.rules.negotiation import acting, dealing
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.acts import Accept, Answer, Attack, Collect, Give, Positive, Recall, Ref, Threat, Withdraw
from gm.rules.negotiation.exchange import Exchange, Refused, ref
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.items import write_items
from gm.rules.negotiation.state import THREAT, Action, Begun, Proposal, Waiting, span

MOST_WAITING = 20  # waiting items of one player


# -- what may run ----------------------------------------------------------------------------------------------


def blocked(x: Exchange, one: Waiting) -> bool:
    """Return whether a line that it needs is engaged."""
    return any(x.engaged(player) for player in _parties(one))


def _parties(one: Waiting) -> set[str]:
    """Return the players whose lines must be free for it."""
    if one.proposal is not None:
        return dealing.touches(one.proposal)
    match one.act:
        case Give(to=player):
            return {one.by, player}
        case Threat() | Attack() | Collect() | Recall():
            return {one.by, acting.target(one.act)}
        case _:
            return set()


def ask(x: Exchange, player: str, act: Positive) -> None:
    """Run a positive action that has arrived, let it wait, or refuse it if it is over the limit."""
    if not _in_limit(x, player, act):
        return
    one = Waiting(number=0, by=player, act=act, since=x.at, period=x.this_period())
    _count(x, one)
    if blocked(x, one):
        wait(x, one)
    else:
        run(x, one)


def _in_limit(x: Exchange, player: str, act: Positive) -> bool:
    """Return whether the sender may begin another action against that player in this period; tell them if not."""
    other = acting.target(act)
    now = x.this_period()
    if Begun(player, other, now) not in x.state.begun:
        return True
    next_one = x.state.began + span(x.state.options.period) * (now + 1)
    x.refuse(player, acting.in_words(x, act), words("limit", player=x.word(other)), when=next_one)
    return False


def _count(x: Exchange, one: Waiting) -> None:
    assert one.period is not None and isinstance(one.act, Threat | Attack | Collect | Recall)
    still = tuple(begun for begun in x.state.begun if begun.period >= one.period)
    x.state = replace(x.state, begun=(*still, Begun(one.by, acting.target(one.act), one.period)))


def _uncount(x: Exchange, one: Waiting) -> None:
    """Do not count what failed or was taken back against the limit."""
    if one.period is not None and isinstance(one.act, Threat | Attack | Collect | Recall):
        counted = Begun(one.by, acting.target(one.act), one.period)
        x.state = replace(x.state, begun=tuple(begun for begun in x.state.begun if begun != counted))


def give(x: Exchange, player: str, act: Give) -> None:
    """Make a gift that has arrived, or let it wait."""
    one = Waiting(0, player, act, x.at)
    if blocked(x, one):
        wait(x, one)
    else:
        run(x, one)


def accept(x: Exchange, player: str, act: Accept) -> None:
    """Close the proposal of an ACCEPT that has arrived; make the exchange, or let it wait."""
    deal = dealing.accept(x, player, act)
    one = Waiting(0, player, None, x.at, proposal=deal)
    if blocked(x, one):
        x.close(deal.by, deal.to, deal.number, what="deal", how=words("ended.waits"))
        wait(x, one)
    else:
        run(x, one)


# -- waiting ---------------------------------------------------------------------------------------------------


def wait(x: Exchange, one: Waiting) -> None:
    """Let it wait as a whole; tell its sender (for an ACCEPT both), but never why, for whose line, or how many wait."""
    if sum(other.by == one.by for other in x.state.waiting) >= MOST_WAITING:
        _too_many(x, one)
        return
    number = x.state.waits.get(one.by, 0) + 1
    one = replace(one, number=number)
    waits = {**x.state.waits, one.by: number}
    x.state = replace(x.state, waits=waits, waiting=(*x.state.waiting, one))
    deal = one.proposal
    if deal is None:
        x.tell(one.by, said.Waits(number, in_words(x, one)), _talk(one))
    else:
        x.tell(deal.to, dealing.told(x, deal, deal.to, event="waits", by=deal.to, waiting=number), deal.by)
        x.tell(deal.by, dealing.told(x, deal, deal.by, event="waits", by=deal.to), deal.to)
    x.record(said.WordRecord(x.at, x.word(one.by), f"W{number} waits: {in_words(x, one)}"))


def _too_many(x: Exchange, one: Waiting) -> None:
    """Refuse one waiting item too many of its sender's; the proposal of a refused ACCEPT is open again."""
    _uncount(x, one)
    if one.proposal is not None:
        _reopened(x, one.proposal)
        x.state = replace(x.state, proposals=(*x.state.proposals, one.proposal))
    x.refuse(one.by, in_words(x, one), words("too-many-wait", most=MOST_WAITING))


def _talk(one: Waiting) -> str:
    """Return the conversation to which something belongs."""
    match one.act:
        case Give(to=player):
            return player
        case Threat() | Attack() | Collect() | Recall():
            return acting.target(one.act)
        case _:
            return one.proposal.by if one.proposal is not None else ""


def in_words(x: Exchange, one: Waiting) -> str:
    """Return what waits, in words for its sender."""
    if one.proposal is not None:
        return f"ACCEPT {ref(one.proposal.number, one.proposal.by)}"
    match one.act:
        case Give(to=player, items=items):
            return f"GIVE TO {player}: {write_items(items, one.by)}"
        case Threat() | Attack() | Collect() | Recall():
            return acting.in_words(x, one.act)
        case _:
            return ""


def run_waiting(x: Exchange) -> None:
    """Try what waits, in order of arrival, until nothing more can run."""
    while (one := next((w for w in x.state.waiting if not blocked(x, w)), None)) is not None:
        x.state = replace(x.state, waiting=tuple(w for w in x.state.waiting if w != one))
        run(x, one)


def run(x: Exchange, one: Waiting) -> None:
    """Run it now that the line is free; if it had waited, tell its sender that it runs or why it failed."""
    if one.proposal is not None:
        if one.number:
            _reopened(x, one.proposal)
        dealing.exchange(x, one.proposal)
        return
    before, what = x.told_so_far(), in_words(x, one)
    why = dealing.gift(x, one.by, one.act) if isinstance(one.act, Give) else _begin(x, one)
    if why:
        _uncount(x, one)
        x.refuse(one.by, f"W{one.number}, {what}" if one.number else what, why, *acting.instead(x, one.by, one.act))
    elif one.number:
        x.tell_before(before, one.by, said.WaitOver(one.number, what, "runs"), _talk(one))


def _reopened(x: Exchange, deal: Proposal) -> None:
    """Take a deal off the list of what is over."""
    kept = tuple(c for c in x.state.closed if not ({c.by, c.to} == {deal.by, deal.to} and c.number == deal.number))
    x.state = replace(x.state, closed=kept)


def _begin(x: Exchange, one: Waiting, counter: bool = False) -> str:
    """Begin a positive action, answered at once if the other gets no window; return why it cannot begin, or ""."""
    assert isinstance(one.act, Threat | Attack | Collect | Recall)
    why = acting.begin(x, one.by, one.act, counter)
    action = x.state.action_of(one.by)
    if action is not None and (x.state.closing or not x.state.waits_for(action.to)):
        answer_standing(x, action)
    return why


def take_back(x: Exchange, player: str, act: Withdraw) -> None:
    """Carry out WITHDRAW W2."""
    mine = [one for one in x.state.waiting if one.by == player]
    one = next((one for one in mine if one.number == act.waiting), None)
    if one is None:
        known = tuple(f"WITHDRAW W{other.number}" for other in mine)
        raise Refused(f"WITHDRAW W{act.waiting}", words("none-waits"), *known)
    drop(x, one, "withdrawn", "")


def drop(x: Exchange, one: Waiting, event: str, why: str) -> None:
    """Drop something that waits; it is never done."""
    x.state = replace(x.state, waiting=tuple(w for w in x.state.waiting if w != one))
    _uncount(x, one)
    deal = one.proposal
    if deal is None:
        x.tell(one.by, said.WaitOver(one.number, in_words(x, one), event, why), _talk(one))
        x.record(said.WordRecord(x.at, x.word(one.by), f"W{one.number} {event}: {in_words(x, one)}"))
        return
    _reopened(x, deal)
    how = words("ended.taken-back" if event == "withdrawn" else "ended.lapsed", why=why)
    x.close(deal.by, deal.to, deal.number, what="deal", how=how)
    x.tell_both(deal.by, deal.to, lambda reader, _: dealing.told(x, deal, reader, event="lapsed", by=deal.to, why=how))
    dealing.record(x, deal, "lapsed", how)


# -- answers ---------------------------------------------------------------------------------------------------


def answer_at_once(x: Exchange) -> None:
    """Answer what is open against those who have just lost their window; then run what waits."""
    for action in x.state.actions:
        if not x.state.waits_for(action.to):
            answer_standing(x, action)
    run_waiting(x)


def answer_standing(x: Exchange, action: Action) -> None:
    """Answer for a player by their standing instructions."""
    standing = x.state.standing_of(action.to)
    word = standing.threat if action.kind == THREAT else standing.attack
    acting.answer(x, action, word, quote=standing.quote, by=acting.STANDING)


def answer(x: Exchange, player: str, act: Answer, positives: Sequence[Positive]) -> Positive | None:
    """Answer an action. *positives*: those in the same letter; returns the one joined to the answer, or None."""
    action = _meant(x, player, act)
    if act.word not in acting.WAYS[action.kind]:
        what = f"{act.word} {ref(action.number, action.by)}"
        kind = "a THREAT" if action.kind == THREAT else "an ATTACK"
        raise Refused(what, words("this-is", what=kind), *acting.ways(action))
    quote = act.quote or x.state.standing_of(player).quote
    acting.answer(x, action, act.word, quote=quote, by=acting.PLAYER)
    then = next((one for one in positives if acting.target(one) == action.by), None)
    if action.counter or x.state.closing:
        then = None
    if then is not None:
        _counter(x, player, then)
    run_waiting(x)
    return then


def _counter(x: Exchange, player: str, act: Positive) -> None:
    """Run the action joined to an answer: right after it, before anything that waits."""
    if not _in_limit(x, player, act):
        return
    one = Waiting(number=0, by=player, act=act, since=x.at, period=x.this_period())
    _count(x, one)
    why = _begin(x, one, counter=True)
    if why:
        _uncount(x, one)
        x.refuse(player, in_words(x, one), why, *acting.instead(x, player, act))


def _meant(x: Exchange, player: str, act: Answer) -> Action:
    """Return the open action that an answer is for. Raises Refused if there is none."""
    if act.ref is not None:
        return _named(x, player, act.word, act.ref)
    if act.digest:
        raise Refused(act.word, words("must-name"), *_open_ways(x, player))
    action = x.state.action_of(player)
    against = [one for one in act.refs if _is_against(x, player, one)]
    still = [one for one in against if action is not None and (action.number, action.by) == (one.number, one.player)]
    if still or against:
        return _named(x, player, act.word, (still or against)[0])
    if action is None or action.to != player:
        raise Refused(act.word, words("none-open"))
    ended = [c for c in x.state.closed if c.to == player and c.what in acting.WAYS and x.at - c.at < x.window]
    if ended:
        raise Refused(act.word, words("which-action"), *acting.ways(action))
    return action


def _open_ways(x: Exchange, player: str) -> tuple[str, ...]:
    action = x.state.action_of(player)
    return acting.ways(action) if action is not None and action.to == player else ()


def _is_against(x: Exchange, player: str, one: Ref) -> bool:
    """Return whether a number names an action against the player, open or over."""
    action = x.state.action_of(player)
    if action is not None and (action.number, action.by) == (one.number, one.player):
        return True
    over = x.closed(player, one.player, one.number)
    return over is not None and over.to == player and over.what in acting.WAYS


def _named(x: Exchange, player: str, word: str, named: Ref) -> Action:
    action, number, other = x.state.action_of(player), named.number, x.word(named.player)
    what = f"{word} {ref(number, named.player)}"
    over = x.closed(player, named.player, number)
    if action is not None and action.number == number and named.player in (action.by, action.to):
        if action.to == player:
            return action
        raise Refused(what, words("own-action"))
    if over is not None:
        raise Refused(what, words("over", what=over.what, number=number, player=other, how=over.how))
    if any(d.number == number and {d.by, d.to} == {player, named.player} for d in x.state.proposals):
        raise Refused(what, words("a-deal"), f"ACCEPT {ref(number, named.player)}")
    raise Refused(what, words("no-action", number=number, player=other), *_open_ways(x, player))
