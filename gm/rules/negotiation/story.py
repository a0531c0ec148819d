"""The story of a telephone game: winnings day by day, who took them from whom, the web of deals, support as it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gm.rules.pictures.plot import Curve, Flow, Plot
from gm.rules.story import Body, Part, Story, Table, all_of, as_table, turned

WIN = "WIN"


def told(parts: Sequence[Part], outcome: str) -> Story:
    """Return the story of a game."""
    opens = [body for _, body in all_of(parts, "gameopens")]
    days = all_of(parts, "dayends")
    if not opens or not days:
        return Story()
    names = tuple(opens[-1]["players"])
    winnings = _winnings(days, names)
    rule, moments = turned(winnings, "days", outcome)
    deals, acts = all_of(parts, "dealrecord"), all_of(parts, "actionrecord")
    moved = all_of(parts, "supportmoved")
    return Story(
        plots=(winnings,),
        rule=rule,
        moments=moments,
        flows=tuple(_flows(parts, deals, moved, names)),
        remarks=(
            ("THREATS and ATTACKS", tuple(_fights(acts)) or ("There were none.",)),
            ("Deals that failed, lapsed or were taken back", tuple(_broken(deals)) or ("There were none.",)),
        ),
        tables=(as_table("winnings", winnings, "Day"), _deals(deals), _actions(acts), _support(moved)),
    )


def _winnings(days: Sequence[tuple[Part, Body]], names: Sequence[str]) -> Plot:
    """Return what stood in the WIN box of each player at the end of each day."""
    found = [{name: _won(one["boxes"]) for name, one in body["boards"].items()} for _, body in days]
    curves = tuple(Curve(name, tuple(one.get(name) for one in found), place) for place, name in enumerate(names))
    labels = tuple(body["day"] for _, body in days)
    anchors = tuple(f"{part.anchor}-{body['day']}" for part, body in days)
    return Plot("Winnings at the end of each day", "winnings", labels, anchors, curves, len(names))


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
            against = f"{body['kind']} against {body['to']}, {body['what']}"
            strength = f", {body['offense']} against {body['defense']}" if body["answer"] in ("CALL", "DEFEND") else ""
            yield f"{_day(body)}: {body['by']}: {against}: {body['answer']}{strength}: {body['result']}."


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
