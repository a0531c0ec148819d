"""Deals and gifts: proposed, accepted, countered; carried out as a whole or not at all.

The caller queues what must wait for the line (see queue); here an exchange is checked against the boards and made.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.rules.lines.words import count
from gm.rules.negotiation import books as entries
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.acts import Accept, Counter, Give, Propose, Ref, Reject, Withdraw
from gm.rules.negotiation.board import column_of, enters_win, where
from gm.rules.negotiation.exchange import Exchange, Refused, ref
from gm.rules.negotiation.faults import of_another, words
from gm.rules.negotiation.items import (
    Cancel,
    Groups,
    Iou,
    Items,
    Move,
    Support,
    Win,
    added,
    pieces,
    say_groups,
    say_items,
    write_items,
)
from gm.rules.negotiation.state import Proposal

MOST_OPEN = 20  # open proposals from one player to another


# -- what is said of a deal ------------------------------------------------------------------------------------


def told(x: Exchange, deal: Proposal, reader: str, event: str, by: str, **more: object) -> said.DealTold:
    """Return what one party is told of a deal. *by*: whose doing it is."""
    other = deal.to if reader == deal.by else deal.by
    mine, theirs = (deal.give, deal.take) if reader == deal.by else (deal.take, deal.give)
    give, get = (say_items(items, reader, other, word=x.word, gets=items is theirs) for items in (mine, theirs))
    # Only a proposal can be answered: a bare ACCEPT means that, and not what the same mail closes.
    named = ref(deal.number, other) if event == "proposed" else ""
    facts = said.DealTold(
        ref=named,
        number=deal.number,
        other=x.word(other),
        event=event,
        mine=reader == by,
        proposer=reader == deal.by,
        gives=give,
        gets=get,
    )
    return replace(facts, **more)


def tell_parties(x: Exchange, deal: Proposal, event: str, by: str) -> None:
    """Tell both parties, and the report, what became of a deal."""
    x.tell_both(deal.by, deal.to, lambda reader, other: told(x, deal, reader, event=event, by=by))
    record(x, deal, event)


def record(x: Exchange, deal: Proposal, event: str, why: str = "") -> None:
    """Record a deal for the report."""
    give, take = write_items(deal.give, deal.by), write_items(deal.take, deal.to)
    x.record(
        said.DealRecord(
            at=x.at,
            by=x.word(deal.by),
            to=x.word(deal.to),
            number=deal.number,
            event=event,
            give=give,
            take=take,
            why=why,
        )
    )


# -- PROPOSE, COUNTER, REJECT, WITHDRAW ------------------------------------------------------------------------


def propose(x: Exchange, player: str, act: Propose) -> None:
    """Propose a deal. Nobody's board is looked at: bluffing is allowed, and the answer reveals nothing."""
    what = f"PROPOSE TO {act.to}"
    if act.to in x.state.vacant:
        raise Refused(what, words("nobody", player=x.word(act.to)))
    _check_room(x, player, act.to, what)
    deal = Proposal(
        by=player, to=act.to, number=x.numbered(player, act.to), give=act.give, take=act.take, due=x.at + x.window
    )
    x.state = replace(x.state, proposals=(*x.state.proposals, deal))
    number = deal.number
    answers = (f"ACCEPT {number} WITH {player}", f"REJECT {number} WITH {player}")
    body = told(x, deal, act.to, event="proposed", by=player, due=deal.due, ways=answers)
    x.tell(act.to, body, player, urgent=True)
    own = told(x, deal, player, event="proposed", by=player, due=deal.due, ways=(f"WITHDRAW {number} WITH {act.to}",))
    x.tell(player, own, act.to)
    record(x, deal, "proposed")


def _check_room(x: Exchange, player: str, other: str, what: str) -> None:
    """Raise Refused if one player has as many open proposals to another as are allowed."""
    if sum(one.by == player and one.to == other for one in x.state.proposals) >= MOST_OPEN:
        raise Refused(what, words("too-many-open", most=MOST_OPEN, player=x.word(other)))


def open_deal(x: Exchange, player: str, named: Ref, what: str) -> Proposal:
    """Return the open proposal that is named. Raises Refused if there is none."""
    for deal in x.state.proposals:
        if deal.number == named.number and {deal.by, deal.to} == {player, named.player}:
            return deal
    raise Refused(what, *_no_deal(x, player, named, what.split()[0]))


def _no_deal(x: Exchange, player: str, named: Ref, word: str) -> tuple[str, ...]:
    """Return why there is no such open deal, and what may be meant."""
    number, other = named.number, x.word(named.player)
    over = x.closed(player, named.player, number)
    if over is not None:
        return (words("over", what=over.what, number=number, player=other, how=over.how),)
    action = x.state.action_of(player)
    if action is not None and action.number == number and named.player in (action.by, action.to):
        return (words("no-deal.action", number=number, player=other, action=action.kind),)
    known = [deal for deal in x.state.proposals if {deal.by, deal.to} == {player, named.player}]
    near = tuple(f"{word} {ref(deal.number, named.player)}" for deal in known)
    return (words("no-deal", number=number, player=other), *near)


def _shut(x: Exchange, deal: Proposal, how: str, why: str = "") -> None:
    x.state = replace(x.state, proposals=tuple(one for one in x.state.proposals if one != deal))
    x.close(deal.by, deal.to, deal.number, what="deal", how=words(f"ended.{how}", why=why))


def reject(x: Exchange, player: str, act: Reject) -> None:
    """Reject a proposal."""
    what = f"REJECT {ref(act.ref.number, act.ref.player)}"
    deal = open_deal(x, player, act.ref, what)
    if deal.by == player:
        raise Refused(what, words("own-proposal"), f"WITHDRAW {ref(deal.number, deal.to)}")
    _shut(x, deal, "rejected")
    tell_parties(x, deal, "rejected", player)


def withdraw(x: Exchange, player: str, act: Withdraw) -> None:
    """Withdraw a proposal, as its proposer."""
    assert act.ref is not None
    what = f"WITHDRAW {ref(act.ref.number, act.ref.player)}"
    deal = open_deal(x, player, act.ref, what)
    if deal.by != player:
        raise Refused(what, words("others-proposal"), f"REJECT {ref(deal.number, deal.by)}")
    _shut(x, deal, "withdrawn")
    tell_parties(x, deal, "withdrawn", player)


def counter(x: Exchange, player: str, act: Counter) -> None:
    """Close the first deal and propose another instead."""
    what = f"COUNTER {ref(act.ref.number, act.ref.player)}"
    deal = open_deal(x, player, act.ref, what)
    if deal.by == player:
        raise Refused(what, words("own-proposal.counter"))
    _check_room(x, player, deal.by, what)
    _shut(x, deal, "countered")
    tell_parties(x, deal, "countered", player)
    propose(x, player, Propose(deal.by, act.give, act.take))


def accept(x: Exchange, player: str, act: Accept) -> Proposal:
    """Close the proposal that is accepted; return the deal now to be made. Raises Refused if there is none."""
    what = f"ACCEPT {ref(act.ref.number, act.ref.player)}"
    deal = open_deal(x, player, act.ref, what)
    if deal.by == player:
        raise Refused(what, words("own-proposal.accept"), f"WITHDRAW {ref(deal.number, deal.to)}")
    x.state = replace(x.state, proposals=tuple(one for one in x.state.proposals if one != deal))
    record(x, deal, "accepted")
    return deal


def lapse(x: Exchange, deal: Proposal, why: str = words("time")) -> None:
    """Close a proposal that nobody accepted in time, or whose proposer or recipient has left."""
    _shut(x, deal, "lapsed", why)
    x.tell_both(deal.by, deal.to, lambda reader, _: told(x, deal, reader, event="lapsed", by="", why=why))
    record(x, deal, "lapsed", why)


# -- the exchange ----------------------------------------------------------------------------------------------


def touches(deal: Proposal) -> set[str]:
    """Return the players whose winnings, uncommitted support or held support a deal would change."""
    found: set[str] = set()
    for mover, items in ((deal.to, deal.give), (deal.by, deal.take)):
        for item in items:
            if isinstance(item, Support | Win):
                found |= {deal.by, deal.to}
            elif isinstance(item, Move) and enters_win(item.square):
                found.add(mover)
    return found


def exchange(x: Exchange, deal: Proposal) -> None:
    """Make the whole exchange or none of it. The accepter's side is checked first; the side that fails is told why."""
    for side, other in ((deal.to, deal.by), (deal.by, deal.to)):
        why = why_not(x, deal, side)
        if why:
            x.close(deal.by, deal.to, deal.number, what="deal", how=words("ended.unfulfilled"))
            x.tell(side, told(x, deal, side, event="failed", by=deal.to, why=why), other)
            x.tell(other, told(x, deal, other, event="failed", by=deal.to), side)
            record(x, deal, "failed", f"{x.word(side)}: {of_another(why)}")
            return
    x.close(deal.by, deal.to, deal.number, what="deal", how=words("ended.done"))
    moved = {side: _moves_said(x, deal, side) for side in (deal.by, deal.to)}
    hand_over(x, deal.by, deal.to, items=deal.give, why="deal")
    hand_over(x, deal.to, deal.by, items=deal.take, why="deal")
    x.tell_both(
        deal.by, deal.to, lambda reader, _: told(x, deal, reader, event="done", by=deal.to, moves=moved[reader])
    )
    record(x, deal, "done")
    # In the order of the movers: the owners of the columns they leave must not learn who proposed it.
    for mover, items in sorted(((deal.to, deal.give), (deal.by, deal.take)), key=lambda side: int(side[0])):
        for item in items:
            if isinstance(item, Move):
                departures(x, mover, item.groups)


def _moves_said(x: Exchange, deal: Proposal, reader: str) -> tuple[str, ...]:
    """Return what moves in a deal, in words for one of its parties."""
    found = []
    for mover, items in ((deal.to, deal.give), (deal.by, deal.take)):
        for item in items:
            if isinstance(item, Move):
                whose = "yours" if mover == reader else x.word(mover)
                where = "the WIN box, by way of " + item.square if enters_win(item.square) else item.square
                found.append(f"{say_groups(item.groups)} ({whose}) to {where}")
    return tuple(found)


def departures(x: Exchange, mover: str, groups: Groups) -> None:
    """Tell the owners of columns which pieces have left them, but not where those went."""
    for place, number in groups:
        owner = column_of(place)
        if owner and owner != mover:
            x.tell(owner, said.Departed(x.word(mover), number, place), mover)


def why_not(x: Exchange, deal: Proposal, side: str) -> str:
    """Return why one side cannot fulfil a deal as the boards stand; "" if it can."""
    other = deal.to if side == deal.by else deal.by
    gives, gets = (deal.give, deal.take) if side == deal.by else (deal.take, deal.give)
    faults = [*_cannot_give(x, side, other, gives), *_cannot_move(x, side, gets)]
    return "; ".join(faults)


def _cannot_give(x: Exchange, side: str, other: str, items: Items) -> Iterator[str]:
    books = x.books
    support: dict[str, int] = {}
    for item in items:
        if isinstance(item, Support):
            support[item.owner] = support.get(item.owner, 0) + item.amount
    for owner, number in support.items():
        has = books.support[owner].get(side, 0)
        if number > has:
            whose = "uncommitted support" if owner == side else f"{x.word(owner)}'s support"
            yield words("too-little.support", pieces=pieces(has), whose=whose, number=number)
    wins = sum(item.amount for item in items if isinstance(item, Win))
    if wins > books.wins[side]:
        yield words("too-little.wins", wins=count(books.wins[side], "winning"), number=wins)
    debt = sum(item.amount for item in items if isinstance(item, Iou))
    most = books.number**2
    if debt and books.owes(side, other) + debt > most:
        yield words("too-much-debt", player=x.word(other), most=most)
    forgiven = sum(item.amount for item in items if isinstance(item, Cancel))
    if forgiven > books.owes(other, side):
        yield words("too-little.debt", player=x.word(other), debt=books.owes(other, side), number=forgiven)


def _cannot_move(x: Exchange, side: str, items: Items) -> Iterator[str]:
    for place, number in added(group for item in items if isinstance(item, Move) for group in item.groups):
        has = x.free(side, place)
        if number > has:
            yield words("too-little.free", pieces=pieces(max(0, has)), place=where(place), number=number)


def hand_over(x: Exchange, giver: str, taker: str, items: Items, why: str) -> None:
    """Enter what one side gives; it has been checked."""
    for item in items:
        match item:
            case Support(amount=amount, owner=owner):
                give_support(x, owner, giver, target=taker, number=amount, why="loan" if owner == giver else why)
            case Win(amount=amount):
                x.enter(entries.pay(x.books, giver, taker, amount))
            case Iou(amount=amount):
                x.enter(entries.owe(x.books, giver, taker, amount))
            case Cancel(amount=amount):
                x.enter(entries.owe(x.books, taker, giver, -amount))
            case Move(groups=groups, square=square):
                x.enter(entries.move(x.books, taker, groups, square))


def give_support(x: Exchange, owner: str, source: str, target: str, number: int, why: str) -> None:
    """Move support from one hand to another; the owner knows of their own loan."""
    if owner == source:
        x.enter(entries.lend(x.books, owner, target, number))
    else:
        x.enter(entries.hand_on(x.books, owner, source, to=target, amount=number))
    x.support_moves(owner, source, target, number=number, why=why)


# -- gifts -----------------------------------------------------------------------------------------------------


def gift(x: Exchange, player: str, act: Give) -> str:
    """Make a gift of support or winnings; return why it cannot be made, or ""."""
    why = "; ".join(_cannot_give(x, player, act.to, act.items))
    if why:
        return why
    hand_over(x, player, act.to, items=act.items, why="gift")
    x.tell_both(player, act.to, lambda reader, other: _gift_told(x, player, act, reader=reader, other=other))
    give = write_items(act.items, player)
    x.record(
        said.DealRecord(
            at=x.at, by=x.word(player), to=x.word(act.to), number=0, event="given", give=give, take="NOTHING"
        )
    )
    return ""


def _gift_told(x: Exchange, giver: str, act: Give, reader: str, other: str) -> said.GiftTold:
    items = []
    for item in act.items:
        if isinstance(item, Win):
            items.append(f"{item.amount} of {'your' if reader == giver else 'the'} winnings")
        elif item.owner == reader:
            home = ", UNCOMMITTED again" if reader != giver else ""
            items.append(f"{pieces(item.amount)} of your own support{home}")
        elif item.owner == giver:
            items.append(f"{pieces(item.amount)} of support, a loan")
        else:
            items.append(f"{pieces(item.amount)} of {x.word(item.owner)}'s support")
    return said.GiftTold(x.word(other), reader == giver, tuple(items))
