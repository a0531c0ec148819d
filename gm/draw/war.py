"""The board of a war game: which sign stands for what for its reader, and the same in words.

Round and filled signs are the reader's own, square and hollow ones the enemy's; dashed ones date from an earlier cycle.
Moves are lines with a head, fire is dashes with a flash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from msgspec.structs import replace

from gm.draw.board import BoardDrawing
from gm.draw.chart import FIRE, MOVE, Arrow, Cell, Chart, Entry, Facts, Sign
from gm.draw.fields import MORE
from gm.draw.signs import called
from gm.rules.pictures.honeycomb import place
from gm.rules.pictures.war import NAMES, SIDES, SOME, SOUTH, Mark, Picture, Shot, Trip, other

OWN, ENEMY = "blue", "red"
# What a thing is called in the words, and in the key if it is called otherwise there.
WORDS = {
    "men": "{whose} {pieces}",
    "trucks": "{whose} trucks",
    "city": "City of {name}",
    "airport": "Airport of {name}",
    "move": "{whose} moves",
    "fire": "{whose} fire, here",
    "shot": "{whose} fire",
    "firing": "",
    "deaths": "{name}'s dead",
}
KEY_WORDS = WORDS | {"fire": "{whose} {pieces} firing", "firing": "{whose} {pieces} firing"}
UNKNOWN = "{whose} {pieces}, some"
CONTESTED, UNSEEN = "Contested", "Out of sight"
KNOWN, CROWDED = "Dashed: known in cycle {}", "More: see below the board"
COUNTED = ("men", "trucks", "fire", "shot", "deaths", "move")
USUAL = 6  # pieces that a usual sign counts
MOST = 60  # places on one line of words


class WarDrawing(BoardDrawing[Picture]):
    """A war game's board as one side knows it, or as a neutral reader sees it."""

    def __init__(self, picture: Picture) -> None:
        super().__init__(picture, _chart(picture))
        self.chart = replace(self.chart, key=tuple(self.entries()))

    def described(self) -> Iterator[str]:
        """Yield a line for each kind of thing, with the fields where it is."""
        found: dict[str, list[str]] = {}
        for words, thing, where in _said(self.picture, self.chart, WORDS):
            facts = thing.facts
            count = f" {facts['count']}" if facts["mark"] in COUNTED and facts["count"] != "?" else ""
            known = f" (cycle {facts['known']})" if "known" in facts else ""
            more = f" ({facts['more']})" if facts.get("more") else ""
            found.setdefault(words, []).append(f"{where}{count}{known}{more}")
        contested = [field for field, cell in self.chart.cells.items() if cell.ground == "hatched"]
        if contested:
            found[CONTESTED] = contested
        for words, places in found.items():
            over = [f"and {len(places) - MOST} more"] if len(places) > MOST else []
            yield f"{words}: {', '.join([*places[:MOST], *over])}."

    def entries(self) -> Iterator[Entry]:
        """Yield the lines of the key: each kind of thing on the board once, and nothing that is not there."""
        chart, found = self.chart, set()
        for words, thing, _ in _said(self.picture, chart, KEY_WORDS):
            if words not in found:
                found.add(words)
                sign = replace(thing, old=False, tag="", facts={}) if isinstance(thing, Sign) else None
                yield Entry(words, sign, replace(thing, facts={}, short=False) if isinstance(thing, Arrow) else None)
        for ground, words in (("hatched", CONTESTED), ("dim", UNSEEN)):
            listed = any(cell.ground == ground for cell in chart.cells.values())
            if listed or (ground == chart.empty and len(chart.cells) < chart.rows * chart.columns):
                yield Entry(words, ground=ground)
        old = [sign for cell in chart.cells.values() for sign in cell.signs if sign.old]
        if old:
            first = min(old, key=lambda sign: int(sign.tag))
            yield Entry(KNOWN.format(first.tag), replace(first, facts={}))
        if self.is_crowded:
            yield Entry(CROWDED, MORE)


def _usual() -> Iterator[Sign]:
    """Yield the signs that occur on most boards, each as both sides may have it, known now and earlier."""
    for own, known in product(SIDES, (None, 0)):
        for n in (*range(1, USUAL + 1), SOME):
            men, dead = max(n, 0), dict.fromkeys(SIDES, n)
            mark = Mark(men, men, known, own, known, own, n, men, known, deaths=dead)
            shots = [_firing(Shot(side, "", "", n), SOUTH) for side in SIDES if men]
            for sign in _signs(mark, SOUTH, shots):
                yield replace(sign, tag="", facts={})


# --- the signs ---


def _chart(picture: Picture) -> Chart:
    """Return everything on the board as a chart. Nothing is out of sight of who sees both sides alike."""
    own, unseen = picture.side or SOUTH, "dim" if picture.side else "plain"
    firing: dict[str, list[Sign]] = {}
    for shot in picture.shots:
        firing.setdefault(shot.source, []).append(_firing(shot, own))
    fields = sorted({*picture.marks, *firing}, key=place)
    marks = {field: picture.marks.get(field, Mark()) for field in fields}
    cells = {
        field: Cell(_ground(mark, unseen), _signs(mark, own, firing.get(field, []))) for field, mark in marks.items()
    }
    shots = (_shot(shot, own) for shot in picture.shots if shot.source != shot.target)
    arrows = (*(_trip(trip, own) for trip in _together(picture.trips)), *shots)
    return Chart(picture.rows, picture.columns, cells, arrows, empty=unseen)


def _ground(mark: Mark, unseen: str) -> str:
    return "hatched" if mark.contested else "plain" if mark.in_sight or mark.men else unseen


def _signs(mark: Mark, own: str, fire: list[Sign]) -> tuple[Sign, ...]:
    """Return all signs of a field, what matters most first."""
    signs = [*_own(mark, own), *_enemies(mark, other(own)), *_places(mark, own), *fire]
    signs += [_dead(side, number, own) for side, number in sorted(mark.deaths.items(), reverse=True) if number > 0]
    signs.sort(key=lambda one: one.facts["mark"] != "men")
    return tuple(signs)


def _own(mark: Mark, own: str) -> Iterator[Sign]:
    if mark.men:
        yield _sign("disc", mark.men, OWN, "men", own)
    if mark.trucks:
        yield _sign("round truck", mark.trucks, OWN, "trucks", own, mark.trucks_known)


def _enemies(mark: Mark, enemy: str) -> Iterator[Sign]:
    if mark.enemy:
        yield _sign("square", "?" if mark.enemy == SOME else mark.enemy, ENEMY, "men", enemy, mark.seen)
    if mark.enemy_trucks:
        yield _sign("square truck", mark.enemy_trucks, ENEMY, "trucks", enemy, mark.seen)


def _places(mark: Mark, own: str) -> Iterator[Sign]:
    if mark.city:
        sign = _sign("house", 1, _tone(mark.city, own), "city", mark.city, mark.city_known)
        yield replace(sign, text=mark.city[0])
    if mark.airport:
        yield replace(_sign("plane", 1, _tone(mark.airport, own), "airport", mark.airport), text="")


def _sign(shape: str, count: int | str, tone: str, mark: str, side: str, known: int | None = None) -> Sign:
    """Return a sign of what is known: exactly now, or since the cycle *known*."""
    facts = _facts(mark, side, count) | ({} if known is None else {"known": str(known)})
    tag = "" if known is None else str(known)
    return Sign(shape=shape, text=str(count), tone=tone, solid=tone == OWN, old=known is not None, tag=tag, facts=facts)


def _facts(mark: str, side: str, count: int | str) -> Facts:
    return {"mark": mark, "side": side, "count": str(count)}


def _tone(side: str, own: str) -> str:
    return OWN if side == own else ENEMY


def _dead(side: str, number: int, own: str) -> Sign:
    return _sign("cross", number, _tone(side, own), "deaths", side)


def _firing(shot: Shot, own: str) -> Sign:
    """Return the sign of men who fire: at their own field, or along an arrow that tells the facts."""
    mark = "fire" if shot.source == shot.target else "firing"
    return _sign("burst", shot.men, _tone(shot.side, own), mark, shot.side)


def _shot(shot: Shot, own: str) -> Arrow:
    tone = _tone(shot.side, own)
    return Arrow(FIRE, (shot.source, shot.target), tone, tone == OWN, facts=_facts("shot", shot.side, shot.men))


def _together(trips: tuple[Trip, ...]) -> Iterator[Trip]:
    """Yield the moves, those that went the same way together."""
    found: dict[Trip, int] = {}
    for trip in trips:
        same = replace(trip, men=0)
        found[same] = found.get(same, 0) + trip.men
    return (replace(trip, men=men) for trip, men in found.items())


def _trip(trip: Trip, own: str) -> Arrow:
    """Return a move as far as it came; one that never began, as a bar on its first step."""
    steps = max(1, trip.path.index(trip.ended)) if trip.ended in trip.path else len(trip.path) - 1
    short, tone = trip.ended != trip.path[-1], _tone(trip.side, own)
    how = f"by {trip.how}" if trip.how in ("truck", "air") else trip.how
    stopped = f"stopped on {trip.ended}" if short else ""
    facts = _facts("move", trip.side, trip.men) | {"more": ", ".join(filter(None, (how, stopped)))}
    return Arrow(MOVE, trip.path[: steps + 1], tone, tone == OWN, short, facts)


WarDrawing.usual = {called(one): one for one in _usual()}


# --- what they mean ---


def _said(picture: Picture, chart: Chart, words: Mapping[str, str]) -> Iterator[tuple[str, Sign | Arrow, str]]:
    """Yield each thing with its words and its place, in the order of *words*, the reader's own side first."""
    side = picture.side
    things: list[tuple[Sign | Arrow, str]] = []
    things += [(sign, field) for field, cell in chart.cells.items() for sign in cell.signs]
    things += [(arrow, "-".join(arrow.path)) for arrow in chart.arrows]
    for mark, text in words.items():
        for owner in (side, other(side)) if side else SIDES:
            whose = f"{NAMES[owner]}'s" if not side else "Your" if owner == side else "Enemy"
            for thing, where in things:
                if (thing.facts["mark"], thing.facts["side"]) == (mark, owner) and text:
                    said = UNKNOWN if thing.facts["count"] == "?" else text
                    yield said.format(whose=whose, name=NAMES[owner], pieces=picture.pieces), thing, where
