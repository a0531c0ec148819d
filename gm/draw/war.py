"""A Picture of a war game as a chart: which sign stands for what, for the reader that it was made for.

Round and filled is his own, square and hollow the enemy's; dashed is what he knows from an earlier cycle.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from gm.draw.board import PALETTE, draw_board, pixels_of
from gm.draw.chart import Arrow, Cell, Chart, Sign
from gm.draw.key import key_of, lines_of
from gm.draw.png import to_png
from gm.rules.pictures.honeycomb import place
from gm.rules.pictures.war import NAMES, SOME, SOUTH, Mark, Picture, Shot, other

OWN, ENEMY = "blue", "red"


def svg_of(picture: Picture) -> str:
    """The picture as an SVG document. Raises ValueError for a board larger than any."""
    return draw_board(chart_of(picture))


def png_of(picture: Picture) -> bytes:
    """The picture as a PNG of the same size."""
    return _painted(msgspec.json.encode(picture, order="sorted"))


def lines_of_picture(picture: Picture) -> tuple[str, ...]:
    """What is on the picture, in words."""
    return lines_of(chart_of(picture), picture.side, picture.pieces)


def width_of_picture(picture: Picture) -> int:
    """The width of the picture in pixels."""
    return pixels_of(chart_of(picture))[0]


@lru_cache(8)
def _painted(picture: bytes) -> bytes:
    """A picture that goes to several readers is painted once."""
    return to_png(svg_of(msgspec.json.decode(picture, type=Picture)), PALETTE)


def chart_of(picture: Picture) -> Chart:
    """What is drawn of the picture, and where."""
    own = picture.side or SOUTH
    arrows = [Arrow(shot.source, shot.target, _fire(shot, own)) for shot in picture.shots if shot.source != shot.target]
    here: dict[str, list[Sign]] = {}
    for shot in picture.shots:
        if shot.source == shot.target:
            here.setdefault(shot.source, []).append(_fire(shot, own))
    fields = sorted({*picture.marks, *here}, key=place)
    cells = {field: _cell(picture.marks.get(field, Mark()), own, here.get(field, [])) for field in fields}
    chart = Chart(picture.rows, picture.columns, title_of(picture), cells, tuple(arrows), empty="dim")
    return msgspec.structs.replace(chart, key=key_of(chart, picture.side, picture.pieces))


def title_of(picture: Picture) -> str:
    """What stands above the board."""
    when = f"Cycle {picture.cycle}" if picture.cycle else "The beginning"
    return f"{when}, as {NAMES[picture.side]} knows it" if picture.side else when


def _cell(mark: Mark, own: str, fire: list[Sign]) -> Cell:
    """A field with all its signs, in an order that never changes."""
    signs = [*_own(mark, own), *_enemies(mark, other(own)), *_places(mark, own), *fire]
    signs += [_dead(side, number, own) for side, number in sorted(mark.deaths.items(), reverse=True) if number]
    ground = "hatched" if mark.contested else "plain" if mark.in_sight or mark.men else "dim"
    return Cell(ground, tuple(signs))


def _own(mark: Mark, own: str) -> list[Sign]:
    found = []
    if mark.men:
        found.append(_sign("disc", str(mark.men), OWN, None, "men", own, mark.men))
    if mark.trucks:
        found.append(_sign("round truck", _trucks(mark.trucks), OWN, mark.trucks_known, "trucks", own, mark.trucks))
    return found


def _enemies(mark: Mark, enemy: str) -> list[Sign]:
    found = []
    if mark.enemy:
        number = "?" if mark.enemy == SOME else str(mark.enemy)
        found.append(_sign("square", number, ENEMY, mark.seen, "men", enemy, number))
    if mark.enemy_trucks:
        trucks = mark.enemy_trucks
        found.append(_sign("square truck", _trucks(trucks), ENEMY, mark.seen, "trucks", enemy, trucks))
    return found


def _places(mark: Mark, own: str) -> list[Sign]:
    found = []
    if mark.city:
        found.append(_sign("house", mark.city[0], _tone(mark.city, own), mark.city_known, "city", mark.city, 1))
    if mark.airport:
        found.append(_sign("diamond", mark.airport[0], _tone(mark.airport, own), None, "airport", mark.airport, 1))
    return found


def _sign(shape: str, text: str, tone: str, known: int | None, mark: str, side: str, count: int | str) -> Sign:
    """A sign of what is known: exactly now, or since the cycle *known*."""
    facts = {"mark": mark, "side": side, "count": str(count)} | ({} if known is None else {"known": str(known)})
    tag = "" if known is None else f"C{known}"
    return Sign(shape, text, tone, tone == OWN, known is not None, tag, facts)


def _trucks(number: int) -> str:
    return "T" if number == 1 else f"T{number}"


def _tone(side: str, own: str) -> str:
    return OWN if side == own else ENEMY


def _dead(side: str, number: int, own: str) -> Sign:
    return _sign("cross", f"{number}{side[0]}", _tone(side, own), None, "deaths", side, number)


def _fire(shot: Shot, own: str) -> Sign:
    """Fire at another field, which stands on an arrow, or on a man's own."""
    tone = _tone(shot.side, own)
    if shot.source == shot.target:
        return _sign("burst", str(shot.men), tone, None, "fire", shot.side, shot.men)
    return _sign("disc" if tone == OWN else "square", str(shot.men), tone, None, "shot", shot.side, shot.men)
