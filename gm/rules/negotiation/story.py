"""The story of a telephone game: winnings day by day, who took them from whom, the web of deals, support as it went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec.structs import replace

from gm.rules.lines.words import listed
from gm.rules.pictures.plot import Curve, Flow, Plot
from gm.rules.stories.story import Body, Moment, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import changes, turned

WIN = "WIN"
TITLE = "Winnings at the end of each day, and after the IOUs were settled"
SETTLED = "end"
BROUGHT = re.compile(r"\b(?:made|paid|loses|gets)\b")  # in the result of an action that changed what somebody has
LOST = re.compile(r"\b(?:lost|loses)\b")  # in the result of an action that failed
PAYS = re.compile(r"(Player \d+) pays (Player \d+): (\S+)(?: \(([\d.]+)\))?")  # a step of the settlement
ROOM = 12  # characters of a player's name at the end of a line
TOLD = 2  # actions of a day, at most


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    opens = [body for _, body in all_of(parts, "gameopens")]
    days = all_of(parts, "dayends")
    if not opens or not days:
        return Story()
    names = tuple(opens[-1]["players"])
    scores = [body for _, body in all_of(parts, "finalscores")]
    winnings = _winnings(days, scores, names)
    deals, acts = all_of(parts, "dealrecord"), all_of(parts, "actionrecord")
    turning = turned(winnings, outcome, _causes(winnings, days, scores, acts), _called)
    moved = all_of(parts, "supportmoved")
    return Story(
        plots=(turning.plot,),
        stood=_by_name(turning.stood, names),
        moments=tuple(_named(one, names) for one in turning.moments),
        flows=tuple(_flows(parts, deals, moved, names)),
        remarks=(
            ("THREATS and ATTACKS", tuple(_fights(acts)) or ("There were none.",)),
            ("Deals that failed, lapsed or were taken back", tuple(_broken(deals)) or ("There were none.",)),
        ),
        tables=(_table(winnings, days), _deals(deals), _actions(acts), _support(moved)),
    )


def _winnings(days: Sequence[tuple[Part, Body]], scores: Sequence[Body], names: Sequence[str]) -> Plot:
    """Return what stood in the WIN box of each player at the end of each day, and what they had once IOUs were settled.

    scores: what everybody was told of the end; () if the game goes on.
    """
    boards = (body["boards"].items() for _, body in days)
    found: list[dict[str, float]] = [{name: _won(one["boxes"]) for name, one in own} for own in boards]
    labels = [_short(body["day"]) for _, body in days]
    anchors = [f"{part.anchor}-{body['day']}" for part, body in days]
    for body in scores[-1:]:
        found.append({one["player"]: _number(one["decimal"]) for one in body["scores"]})
        labels.append(SETTLED)
        anchors.append(anchors[-1])
    curves = tuple(
        Curve(name, tuple(one.get(name) for one in found), place, short=_at_the_end(name))
        for place, name in enumerate(names)
    )
    return Plot(TITLE, "winnings", tuple(labels), tuple(anchors), curves, len(names))


def _table(winnings: Plot, days: Sequence[tuple[Part, Body]]) -> Table:
    """Return the winnings as a table whose days have their years."""
    labels = (*(body["day"] for _, body in days), *winnings.labels[len(days) :])
    return as_table("winnings", replace(winnings, labels=labels), "Day")


def _short(day: str) -> str:
    """Return a day as a plot has room for: `2026-03-07` is 7 Mar."""
    return f"{date.fromisoformat(day):%-d %b}"


def _at_the_end(name: str) -> str:
    """Return a player as the end of a line has room for: `Player 3 (Chen)` is 3 Chen."""
    short = name.removeprefix("Player ").replace("(", "").removesuffix(")")
    return short if len(short) <= ROOM else f"{short[:ROOM - 1]}."


def _by_name(words: str, names: Sequence[str]) -> str:
    """Return a sentence in which players have only their names: `Player 3 (Chen)` is Chen, if nobody else is."""
    inner = [name.partition("(")[2].removesuffix(")") for name in names]
    for name, short in zip(names, inner, strict=True):
        if short and inner.count(short) == 1:
            words = words.replace(name, short)
    return words


def _named(moment: Moment, names: Sequence[str]) -> Moment:
    return replace(moment, words=_by_name(moment.words, names), rule=_by_name(moment.rule, names))


def _called(label: str) -> str:
    """Return what the point with a label is called."""
    return "At the end" if label == SETTLED else label


def _number(decimal: str) -> float:
    return float(decimal) if "." in decimal else int(decimal)


def _causes(
    winnings: Plot, days: Sequence[tuple[Part, Body]], scores: Sequence[Body], acts: Sequence[tuple[Part, Body]]
) -> dict[int, str]:
    """Return what took or brought winnings, by the point of the plot, in sentences."""
    found = {}
    for n, (_, body) in enumerate(days):
        own = [one for _, one in acts if _day(one) == body["day"] and BROUGHT.search(one["result"])]
        if n and own:
            found[n] = f"{' '.join(map(plainly, own[:TOLD]))} ({changes(winnings, n).removesuffix('.')}.)"
    for body in scores[-1:]:
        found[len(days)] = _settled(body["steps"], [one["player"] for one in body["scores"]])
    return found


def plainly(body: Body) -> str:
    """Return an action in a sentence for somebody who does not know the game."""
    by, to, won = body["by"], body["to"], not LOST.search(body["result"])
    amount = "".join(filter(str.isdigit, body["result"]))
    if body["kind"] == "THREAT":
        square, _, pieces = body["what"].partition(" with ")
        resists = f"resists {'in vain ' * won}with {body['defense']} against {body['offense']}"
        answer = "grants it" if body["answer"] == "GRANT" else resists
        moves = f"moves {pieces} to {square}" if won else f"loses {pieces} on the way to {square}"
        return f"{by} {moves}; {to} {answer}."
    if body["kind"] == "COLLECT":
        return f"{by} collects a debt of {amount} from {to}."
    if body["answer"] == "PAY":
        return f"{by} attacks {to}, who pays {amount}."
    took = f"and {'takes' if won else 'loses'} {amount} winnings"
    return f"{by} attacks {to} with {body['offense']} against {body['defense']} {took}."


def _settled(steps: Sequence[str], players: Sequence[str]) -> str:
    """Return in a sentence who paid whom when the IOUs were settled."""
    names = {player.partition(" (")[0]: player for player in players}
    paid: dict[str, list[str]] = {}
    for debtor, creditor, amount, decimal in (found.groups() for step in steps if (found := PAYS.match(step))):
        if amount != "0":
            paid.setdefault(names[debtor], []).append(f"{names[creditor]} {decimal or amount}")
    told_of = "; ".join(f"{debtor} paid {listed(all_)}" for debtor, all_ in paid.items())
    return f"The IOUs were settled: {told_of or 'there was nothing to pay with'}."


def _won(boxes: Iterable[Body]) -> int:
    return next((int(box["cell"] or 0) for box in boxes if box["name"] == WIN), 0)


def _flows(
    parts: Sequence[Part], deals: Sequence[tuple[Part, Body]], moved: Sequence[tuple[Part, Body]], names: Sequence[str]
) -> Iterator[Flow]:
    """Yield who won from whom, who dealt with whom, and to whom support went."""
    for _, body in all_of(parts, "profits")[-1:]:
        pairs = ((loser, winner, n) for winner, won in body["won"].items() for loser, n in won.items())
        yield _flow("Winnings, from those who lost them to those who took them", "winnings", pairs, names)
    done = ((body["by"], body["to"], 1) for _, body in deals if body["event"] == "done")
    yield _flow("Deals done, from who proposed them to who accepted", "deals", done, names)
    lent = ((b["owner"], b["target"], b["number"]) for _, b in moved if b["target"] != b["owner"])
    yield _flow("Support, from its owners to those who got it", "support", lent, names)


def _flow(title: str, what: str, amounts: Iterable[tuple[str, str, int]], names: Sequence[str]) -> Flow:
    place = {name: n for n, name in enumerate(names)}
    sums: Counter[tuple[int, int]] = Counter()
    for start, end, amount in amounts:
        if start in place and end in place and amount > 0:
            sums[place[start], place[end]] += amount
    return Flow(title, what, tuple(names), tuple((a, b, amount) for (a, b), amount in sorted(sums.items())))


def _fights(acts: Sequence[tuple[Part, Body]]) -> Iterator[str]:
    for _, body in acts:
        if body["kind"] in ("THREAT", "ATTACK"):
            yield f"{_day(body)}: {body['by']}: {_fought(body)}."


def _fought(body: Body) -> str:
    against = f"{body['kind']} against {body['to']}, {body['what']}"
    strength = f", {body['offense']} against {body['defense']}" if body["answer"] in ("CALL", "DEFEND") else ""
    answer = f"{body['answer']}{strength}: " if body["answer"] else ""
    return f"{against}: {answer}{body['result']}"


def _broken(deals: Sequence[tuple[Part, Body]]) -> Iterator[str]:
    for _, body in deals:
        if body["event"] in ("failed", "lapsed", "withdrawn"):
            why = f" ({body['why']})" if body["why"] else ""
            terms = f"{body['give']} for {body['take']}"
            yield f"{_day(body)}: {body['by']} to {body['to']}: {terms}: {body['event']}{why}."


def _day(body: Body) -> str:
    return str(body["at"])[:10]


def _rows(facts: Sequence[tuple[Part, Body]], columns: Sequence[str]) -> tuple[tuple[str | int, ...], ...]:
    return tuple(tuple(body[column] for column in columns) for _, body in facts)


def _deals(facts: Sequence[tuple[Part, Body]]) -> Table:
    columns = ("at", "by", "to", "number", "event", "give", "take", "why")
    return Table("deals", "Deals and gifts", columns, _rows(facts, columns), page=False)


def _actions(facts: Sequence[tuple[Part, Body]]) -> Table:
    columns = ("at", "by", "to", "kind", "what", "answer", "answered_by", "offense", "defense", "result")
    return Table("actions", "Actions", columns, _rows(facts, columns), page=False)


def _support(facts: Sequence[tuple[Part, Body]]) -> Table:
    columns = ("at", "owner", "source", "target", "number", "why")
    return Table("support", "Support as it moved", columns, _rows(facts, columns), page=False)
