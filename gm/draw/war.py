"""The board of a war game: which sign stands for what for its reader, and the same in words.

Round and filled signs are the reader's own, square and hollow ones the enemy's; dashed ones date from an earlier cycle.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.draw.board import BoardDrawing
from gm.draw.chart import Arrow, Cell, Chart, Entry, Sign
from gm.rules.pictures.honeycomb import place
from gm.rules.pictures.war import NAMES, SIDES, SOME, SOUTH, Mark, Picture, Shot, other

OWN, ENEMY = "blue", "red"
WORDS = {
    "men": "{whose} {pieces}",
    "trucks": "{whose} trucks",
    "city": "City of {name}",
    "airport": "Airport of {name}",
    "fire": "{whose} fire, here",
    "shot": "{whose} fire",
    "deaths": "{name}'s dead",
}
UNKNOWN = "{whose} {pieces}, some"
CONTESTED, UNSEEN = "Contested", "Out of sight"
COUNTED = ("men", "trucks", "fire", "shot", "deaths")
MOST = 60  # places on one line of words


class WarDrawing(BoardDrawing[Picture]):
    """A war game's board as one side knows it, or as a neutral reader sees it."""

    def __init__(self, picture: Picture) -> None:
        chart = _chart(picture)
        super().__init__(picture, replace(chart, key=_key(picture, chart)))

    def described(self) -> Iterator[str]:
        """Yield a line for each kind of thing, with the fields where it is."""
        found: dict[str, list[str]] = {}
        for words, sign, where in _said(self.picture, self.chart):
            count = f" {sign.facts['count']}" if sign.facts["mark"] in COUNTED and sign.text != "?" else ""
            known = f" (cycle {sign.facts['known']})" if sign.old else ""
            found.setdefault(words, []).append(f"{where}{count}{known}")
        contested = [field for field, cell in self.chart.cells.items() if cell.ground == "hatched"]
        if contested:
            found[CONTESTED] = contested
        for words, places in found.items():
            more = [f"and {len(places) - MOST} more"] if len(places) > MOST else []
            yield f"{words}: {', '.join([*places[:MOST], *more])}."


# --- the signs ---


def _chart(picture: Picture) -> Chart:
    """Return everything on the board as a chart."""
    own = picture.side or SOUTH
    arrows = [Arrow(shot.source, shot.target, _fire(shot, own)) for shot in picture.shots if shot.source != shot.target]
    here: dict[str, list[Sign]] = {}
    for shot in picture.shots:
        if shot.source == shot.target:
            here.setdefault(shot.source, []).append(_fire(shot, own))
    fields = sorted({*picture.marks, *here}, key=place)
    cells = {field: _cell(picture.marks.get(field, Mark()), own, here.get(field, [])) for field in fields}
    return Chart(picture.rows, picture.columns, cells, tuple(arrows), empty="dim")


def _cell(mark: Mark, own: str, fire: list[Sign]) -> Cell:
    """Return a field with all its signs, in a fixed order."""
    signs = [*_own(mark, own), *_enemies(mark, other(own)), *_places(mark, own), *fire]
    signs += [_dead(side, number, own) for side, number in sorted(mark.deaths.items(), reverse=True) if number]
    ground = "hatched" if mark.contested else "plain" if mark.in_sight or mark.men else "dim"
    return Cell(ground, tuple(signs))


def _own(mark: Mark, own: str) -> Iterator[Sign]:
    if mark.men:
        yield _sign("disc", str(mark.men), OWN, known=None, mark="men", side=own, count=mark.men)
    if mark.trucks:
        yield _sign(
            "round truck",
            _trucks(mark.trucks),
            OWN,
            known=mark.trucks_known,
            mark="trucks",
            side=own,
            count=mark.trucks,
        )


def _enemies(mark: Mark, enemy: str) -> Iterator[Sign]:
    if mark.enemy:
        number = "?" if mark.enemy == SOME else str(mark.enemy)
        yield _sign("square", number, ENEMY, known=mark.seen, mark="men", side=enemy, count=number)
    if mark.enemy_trucks:
        trucks = mark.enemy_trucks
        yield _sign("square truck", _trucks(trucks), ENEMY, known=mark.seen, mark="trucks", side=enemy, count=trucks)


def _places(mark: Mark, own: str) -> Iterator[Sign]:
    if mark.city:
        yield _sign(
            "house", mark.city[0], _tone(mark.city, own), known=mark.city_known, mark="city", side=mark.city, count=1
        )
    if mark.airport:
        yield _sign(
            "diamond", mark.airport[0], _tone(mark.airport, own), known=None, mark="airport", side=mark.airport, count=1
        )


def _sign(shape: str, text: str, tone: str, known: int | None, mark: str, side: str, count: int | str) -> Sign:
    """Return a sign of what is known: exactly now, or since the cycle *known*."""
    facts = {"mark": mark, "side": side, "count": str(count)} | ({} if known is None else {"known": str(known)})
    tag = "" if known is None else f"C{known}"
    return Sign(shape=shape, text=text, tone=tone, solid=tone == OWN, old=known is not None, tag=tag, facts=facts)


def _trucks(number: int) -> str:
    return "T" if number == 1 else f"T{number}"


def _tone(side: str, own: str) -> str:
    return OWN if side == own else ENEMY


def _dead(side: str, number: int, own: str) -> Sign:
    return _sign("cross", f"{number}{side[0]}", _tone(side, own), known=None, mark="deaths", side=side, count=number)


def _fire(shot: Shot, own: str) -> Sign:
    """Return the sign of fire: on an arrow if at another field, else on the field itself."""
    tone = _tone(shot.side, own)
    if shot.source == shot.target:
        return _sign("burst", str(shot.men), tone, known=None, mark="fire", side=shot.side, count=shot.men)
    return _sign(
        "disc" if tone == OWN else "square",
        str(shot.men),
        tone,
        known=None,
        mark="shot",
        side=shot.side,
        count=shot.men,
    )


# --- what they mean ---


def _key(picture: Picture, chart: Chart) -> tuple[Entry, ...]:
    """Return the lines of the key: each kind of thing on the board once, and nothing that is not there."""
    found: dict[str, Entry] = {}
    for words, sign, _ in _said(picture, chart):
        example = replace(sign, old=False, tag="", facts={})
        found.setdefault(words, Entry(words, example, sign.facts["mark"] == "shot"))
    old = [sign for cell in chart.cells.values() for sign in cell.signs if sign.old]
    if old:
        first = min(old, key=lambda sign: int(sign.facts["known"]))
        words = f"{first.tag}: known in cycle {first.facts['known']}"
        found[words] = Entry(words, replace(first, facts={}))
    for ground, words in (("hatched", CONTESTED), ("dim", UNSEEN)):
        listed = any(cell.ground == ground for cell in chart.cells.values())
        if listed or (ground == chart.empty and len(chart.cells) < chart.rows * chart.columns):
            found[words] = Entry(words, ground=ground)
    return tuple(found.values())


def _said(picture: Picture, chart: Chart) -> Iterator[tuple[str, Sign, str]]:
    """Yield each sign with its words and its place, in the order of WORDS, the reader's own side first."""
    side = picture.side
    signs = [(sign, field) for field, cell in chart.cells.items() for sign in cell.signs]
    signs += [(arrow.sign, f"{arrow.source}-{arrow.target}") for arrow in chart.arrows]
    for mark, words in WORDS.items():
        for owner in (side, other(side)) if side else SIDES:
            whose = f"{NAMES[owner]}'s" if not side else "Your" if owner == side else "Enemy"
            for sign, where in signs:
                if (sign.facts["mark"], sign.facts["side"]) == (mark, owner):
                    said = UNKNOWN if sign.text == "?" else words
                    yield said.format(whose=whose, name=NAMES[owner], pieces=picture.pieces), sign, where
