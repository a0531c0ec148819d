"""The four positive actions once they begin (THREAT, ATTACK, COLLECT, RECALL), their answers, and INFORM.

Whether an action may begin now is decided in queue; here it is checked against the boards, carried out, and told.
"""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules import Seal, as_seat
from gm.rules.lines.words import count
from gm.rules.negotiation import books as entries
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.acts import Attack, Collect, Inform, Positive, Recall, Threat
from gm.rules.negotiation.board import column_of, enters_win, where
from gm.rules.negotiation.dealing import departures
from gm.rules.negotiation.exchange import Exchange, Refused, ref
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.items import pieces, say_groups, total, write_groups
from gm.rules.negotiation.state import ATTACK, THREAT, Action

PLAYER, STANDING = "the player", "standing instruction"  # who answers
WAYS = {THREAT: ("CALL", "GRANT"), ATTACK: ("DEFEND", "PAY")}


def target(act: Positive) -> str:
    """Return the player against whom a positive action is made."""
    match act:
        case Threat(square=square):
            return column_of(square)
        case Attack(to=player) | Collect(of=player) | Recall(of=player):
            return player


def in_words(x: Exchange, act: Positive) -> str:
    """Return a positive action in words, for its sender."""
    match act:
        case Threat(square=square, groups=groups):
            risk = _say_support(x, _risk(x, act, ""), "no support") if not act.all else "all the support you hold"
            return f"THREAT {square} with {say_groups(groups)}, risking {risk}"
        case Attack(to=player, size=size):
            return f"ATTACK on {x.word(player)} for {size}"
        case Collect(of=player):
            return f"COLLECT from {x.word(player)}"
        case Recall(of=player, amount=amount):
            return f"RECALL of {'all support' if amount is None else pieces(amount)} from {x.word(player)}"


def _risk(x: Exchange, act: Threat, player: str) -> dict[str, int]:
    """Return what a THREAT risks; ALL means everything its sender holds when it begins."""
    return x.books.borrowed(player) if act.all and player else dict(act.risk)


def _say_support(x: Exchange, held: dict[str, int], none: str) -> str:
    parts = [f"{pieces(n)} of {x.word(owner)}'s support" for owner, n in sorted(held.items(), key=_by_owner)]
    return " and ".join(parts) or none


def _by_owner(one: tuple[str, int]) -> int:
    return int(one[0])


# -- beginning -------------------------------------------------------------------------------------------------


def begin(x: Exchange, player: str, act: Positive, counter: bool = False) -> str:
    """Begin a positive action (COLLECT and RECALL are also finished here); return why it cannot begin, or ""."""
    match act:
        case Threat():
            return _threaten(x, player, act, counter)
        case Attack():
            return _attack(x, player, act, counter)
        case Collect():
            return _collect(x, player, act)
        case Recall():
            _recall(x, player, act)
            return ""


def _threaten(x: Exchange, player: str, act: Threat, counter: bool) -> str:
    for place, number in act.groups:
        has = x.free(player, place)
        if number > has:
            return words("too-little.threat", pieces=pieces(max(0, has)), place=where(place), number=number)
    risk = _risk(x, act, player)
    held = x.books.borrowed(player)
    for owner, number in risk.items():
        if number > held.get(owner, 0):
            has = held.get(owner, 0)
            return words("too-little.risk", pieces=pieces(has), owner=x.word(owner), number=number)
    other = column_of(act.square)
    due = x.at + x.window
    number = x.numbered(player, other)
    action = Action(
        kind=THREAT,
        by=player,
        to=other,
        number=number,
        begun=x.at,
        due=due,
        remind=x.at + x.half,
        square=act.square,
        groups=act.groups,
        risk=risk,
        counter=counter,
        sealed=f"the RISK of THREAT {number} by {x.word(player)}",
    )
    _open(x, action)
    whose = f"THREAT {action.number} by Player {player} against Player {other}"
    text = write_groups(tuple((owner, n) for owner, n in sorted(risk.items(), key=_by_owner))).replace("FROM", "OF")
    x.seal(Seal(as_seat(player), as_seat(other), action.sealed, f"{whose}: RISK {text or 'NOTHING'}"))
    return ""


def instead(x: Exchange, player: str, act: object) -> tuple[str, ...]:
    """Return what could be sent in place of an action that is refused: an ATTACK for as much as there is."""
    has = x.books.wins[player]
    return (f"ATTACK {act.to} FOR {has}",) if isinstance(act, Attack) and 0 < has < act.size else ()


def _attack(x: Exchange, player: str, act: Attack, counter: bool) -> str:
    has = x.books.wins[player]
    if act.size > has:
        return words("too-little.attack", wins=count(has, "winning"))
    due = x.at + x.window
    number = x.numbered(player, act.to)
    remind = x.at + x.half
    _open(
        x,
        Action(
            kind=ATTACK,
            by=player,
            to=act.to,
            number=number,
            begun=x.at,
            due=due,
            remind=remind,
            size=act.size,
            counter=counter,
        ),
    )
    return ""


def _open(x: Exchange, action: Action) -> None:
    """Enter an action that has begun, and tell both parties; the other is told the commands that answer it.

    What is answered at once is told only with its result, since it waits for nothing.
    """
    x.state = replace(x.state, actions=(*x.state.actions, action))
    if x.state.waits_for(action.to) and not x.state.closing:
        x.tell(action.by, told(x, action, action.by, "begun"), action.to)
        x.ask(action, told(x, action, action.to, "begun", due=action.due, ways=ways(action), stake=at_stake(x, action)))


def at_stake(x: Exchange, action: Action) -> said.Stake:
    """Return what the one who answers sets against an action, and can lose at most by it, from their books alone."""
    borrowed = x.words(x.books.borrowed(action.to))
    if action.kind == THREAT:
        return said.Stake(THREAT, borrowed, sum(borrowed.values()))
    winnings = x.books.wins[action.to]
    return said.Stake(ATTACK, borrowed, min(winnings, action.size), winnings, x.books.uncommitted(action.to))


def ways(action: Action) -> tuple[str, ...]:
    """Return the commands that answer an action."""
    return tuple(f"{word} {ref(action.number, action.by)}" for word in WAYS[action.kind])


def told(
    x: Exchange, action: Action, reader: str, event: str, by: str = PLAYER, **more: object
) -> said.ThreatTold | said.AttackTold:
    """Return what a party is told of an action. *by*: who answered it. *more*: what only some events tell."""
    mine = reader == action.by
    other = action.to if mine else action.by
    names = (ref(action.number, other), action.number, x.word(other), event, mine)
    answered = "" if mine or event == "begun" else _answered(x, reader, by)
    if action.kind == ATTACK:
        return replace(said.AttackTold(*names, action.size, counter=action.counter, answered=answered), **more)
    groups = say_groups(action.groups)
    facts = said.ThreatTold(
        *names, action.square, total(action.groups), groups, counter=action.counter, answered=answered
    )  # fmt: skip
    known = {"risk": x.words(action.risk)} if mine else {}
    return replace(facts, **{**known, **more})


def _answered(x: Exchange, player: str, by: str) -> str:
    """Return who answered for *player*, in words for them: "" if they did, silence if it lasts until they write."""
    return "" if by == PLAYER else "silence" if player in x.state.silent else STANDING


# -- answers ---------------------------------------------------------------------------------------------------


def answer(x: Exchange, action: Action, word: str, quote: tuple[str, ...], by: str) -> None:
    """Answer and end the action. *by*: the player, or their standing instruction."""
    x.without(action)
    match word:
        case "GRANT":
            grant(x, action, by)
        case "CALL":
            _call(x, action, quote, by)
        case "PAY":
            _pay(x, action, by)
        case _:
            _defend(x, action, by)


def record(x: Exchange, action: Action, word: str, by: str, result: str, **figures: object) -> None:
    """Record an answered action with its figures, for the report."""
    x.close(action.by, action.to, action.number, what=action.kind, how=f"{word}, {result}" if word else result)
    what = f"{action.square} with {say_groups(action.groups)}" if action.kind == THREAT else f"for {action.size}"
    facts = said.ActionRecord(
        at=x.at,
        by=x.word(action.by),
        to=x.word(action.to),
        number=action.number,
        kind=action.kind,
        what=what,
        answer=word,
        answered_by=by,
        offense=0,
        defense=0,
        risk=x.words(action.risk),
        quoted={},
        result=result,
        begun=action.begun,
    )
    x.record(replace(facts, **figures))


def move_pieces(x: Exchange, action: Action) -> None:
    """Make the move: the pieces stand on the square, and their owners learn that they have gone."""
    x.enter(entries.move(x.books, action.by, action.groups, action.square))
    departures(x, action.by, action.groups)


def grant(x: Exchange, action: Action, by: str) -> None:
    """Make the move. What was risked is shown to nobody before the report."""
    record(x, action, "GRANT", by=by, result="the move was made")
    x.tell_both(action.by, action.to, lambda reader, _: told(x, action, reader, event="granted", by=by))
    move_pieces(x, action)


def _call(x: Exchange, action: Action, quote: tuple[str, ...], by: str) -> None:
    """Compare OFFENSE with DEFENSE, which quotes up to OFFENSE + 1 pieces of others' support."""
    offense = total(action.groups) + sum(action.risk.values())
    quoted = quoted_of(x.books.borrowed(action.to), offense + 1, quote)
    defense = sum(quoted.values())
    event = "standoff" if offense == defense else "moved" if offense > defense else "lost"
    results = {"standoff": "a standoff", "moved": "the move was made", "lost": "the pieces were lost"}
    record(x, action, "CALL", by=by, result=results[event], offense=offense, defense=defense, quoted=x.words(quoted))
    captured = _captured(x, action) if event == "lost" else ""
    passed, winner, loser = (quoted, action.by, action.to) if event == "moved" else (action.risk, action.to, action.by)
    passed = {} if event == "standoff" else passed
    for reader in (action.by, action.to):
        home = passed.get(reader, 0) if reader == winner else 0
        body = told(
            x,
            action,
            reader,
            event=event,
            by=by,
            risk=x.words(action.risk),
            offense=offense,
            defense=defense,
            quoted=x.words(quoted),
            home=home,
            captured=captured,
        )
        x.tell(reader, body, action.to if reader == action.by else action.by)
    sealed = action.sealed or f"the RISK of THREAT {action.number}"
    x.seal(Seal(as_seat(action.by), as_seat(action.to), sealed))
    if event == "moved":
        move_pieces(x, action)
    elif event == "lost":
        x.enter(
            entries.capture(
                x.books, loser, winner, groups=action.groups, square=action.square, prisoners=captured == "prisoners"
            )
        )
        departures(x, loser, action.groups)
    for owner, number in passed.items():
        x.enter(entries.hand_on(x.books, owner, loser, to=winner, amount=number))
        x.support_moves(owner, loser, winner, number=number, why=f"THREAT {action.square}")


def _captured(x: Exchange, action: Action) -> str:
    """Return what lost pieces become."""
    return "prisoners" if x.state.options.prisoners and not enters_win(action.square) else "winnings"


def quoted_of(held: dict[str, int], most: int, order: tuple[str, ...]) -> dict[str, int]:
    """Choose what to quote of the support *held*, at most *most*: owners in *order* first, the others ascending."""
    owners = [*(owner for owner in order if owner in held), *(o for o in sorted(held, key=int) if o not in order)]
    found: dict[str, int] = {}
    for owner in owners:
        number = min(held[owner], most - sum(found.values()))
        if number > 0:
            found[owner] = number
    return found


def _pay(x: Exchange, action: Action, by: str) -> None:
    """PAY: hand over winnings, up to the size of the attack."""
    paid = min(x.books.wins[action.to], action.size)
    record(x, action, "PAY", by=by, result=f"{paid} paid")
    x.enter(entries.pay(x.books, action.to, action.by, paid))
    x.tell_both(action.by, action.to, lambda reader, _: told(x, action, reader, event="paid", by=by, paid=paid))


def _defend(x: Exchange, action: Action, by: str) -> None:
    """DEFEND: compare the defender's three figures with the size and the others' support that the attacker holds."""
    books = x.books
    borrowed, support = books.borrowed(action.to), sum(books.borrowed(action.by).values())
    three = (sum(borrowed.values()), books.uncommitted(action.to), books.wins[action.to])
    defense, offense = sum(three), action.size + support
    won = offense > defense
    paid = min(three[2], action.size) if won else action.size
    result = f"the attacker gets {paid}" if won else f"the attacker loses {paid}"
    record(
        x,
        action,
        "DEFEND",
        by=by,
        result=result,
        offense=offense,
        defense=defense,
        risk=x.words(books.borrowed(action.by)),
        quoted=x.words(borrowed),
        uncommitted=three[1],
        winnings=three[2],
    )
    payer, taker = (action.to, action.by) if won else (action.by, action.to)
    x.enter(entries.pay(x.books, payer, taker, paid))
    event = "won" if won else "lost"
    shown = max(0, defense - action.size + 1) if won else None
    figures = {"winnings": three[2], "uncommitted": three[1], "borrowed": x.words(borrowed), "defense": defense}
    x.tell(action.by, told(x, action, action.by, event=event, by=by, paid=paid, shown=shown, **figures), action.to)
    x.tell(
        action.to, told(x, action, action.to, event=event, by=by, paid=paid, shown=shown, defense=defense), action.by
    )


# -- what needs no answer --------------------------------------------------------------------------------------


def _done(x: Exchange, player: str, other: str, number: int, kind: str, what: str, result: str,
          told: dict[str, int] | None = None) -> None:  # fmt: skip
    x.close(player, other, number, what=kind, how=result)
    facts = said.ActionRecord(
        at=x.at, by=x.word(player), to=x.word(other), number=number, kind=kind, what=what, answer="", answered_by="",
        offense=0, defense=0, risk={}, quoted={}, result=result, told=x.words(told or {}),
    )  # fmt: skip
    x.record(facts)


def _collect(x: Exchange, player: str, act: Collect) -> str:
    """COLLECT: settle the whole debt with what winnings there are."""
    debt = x.books.owes(act.of, player)
    if not debt:
        return words("no-debt", player=x.word(act.of))
    paid = min(x.books.wins[act.of], debt)
    number = x.numbered(player, act.of)
    x.enter(entries.owe(entries.pay(x.books, act.of, player, paid), act.of, player, -debt))
    _done(x, player, act.of, number=number, kind="COLLECT", what=f"a debt of {debt}", result=f"{paid} paid")
    x.tell_both(
        player,
        act.of,
        lambda reader, other: said.Collected(
            ref=ref(number, other), number=number, other=x.word(other), mine=reader == player, debt=debt, paid=paid
        ),
    )
    return ""


def _recall(x: Exchange, player: str, act: Recall) -> None:
    """RECALL: take back what the other player still has, and learn from them where the rest went."""
    has = x.books.support[player].get(act.of, 0)
    returned = has if act.amount is None else min(has, act.amount)
    number = x.numbered(player, act.of)
    if returned:
        x.enter(entries.hand_on(x.books, player, act.of, to=player, amount=returned))
        x.support_moves(player, act.of, player, number=returned, why="RECALL")
    books, passed = entries.told(x.books, act.of, player)
    x.enter(books)
    asked = "all" if act.amount is None else str(act.amount)
    _done(x, player, act.of, number=number, kind="RECALL", what=asked, result=f"{returned} came back", told=passed)
    x.tell_both(
        player,
        act.of,
        lambda reader, other: said.Recalled(
            ref=ref(number, other),
            number=number,
            other=x.word(other),
            mine=reader == player,
            asked=act.amount,
            returned=returned,
            passed=x.words(passed),
        ),
    )


def inform(x: Exchange, player: str, act: Inform) -> None:
    """INFORM: a holder tells an owner, unasked, where their support went."""
    if not x.books.passed[player][act.to]:
        raise Refused(f"INFORM {act.to}", words("too-little.known", player=x.word(act.to)))
    books, passed = entries.told(x.books, player, act.to)
    x.enter(books)
    x.tell_both(
        player, act.to, lambda reader, other: said.Informed(x.word(other), reader == player, x.words(passed))
    )  # fmt: skip
    went = ", ".join(f"{number} to {third}" for third, number in x.words(passed).items())
    x.record(said.WordRecord(x.at, x.word(player), f"INFORM {act.to}, of their support that went on: {went}"))
