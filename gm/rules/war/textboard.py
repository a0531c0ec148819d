"""A war game's board as lines of text in 72 columns, from a Picture; boards too wide are cut in two.

North is up. A field is three signs: own men as a number, then what else is there. What does not fit is left out here
and told in words beside the board.
"""

from __future__ import annotations

from gm.rules.pictures.honeycomb import LETTERS
from gm.rules.pictures.war import SOME, SOUTH, Mark, Picture, other

PITCH = 4  # columns of text from a field to the next
SIGNS = 3
MOST = 17  # columns of fields that fit beside the row number
SEEN = Mark(in_sight=True)  # in sight and empty
OVERLAP = 1  # columns of fields shown in both halves of a board cut in two


def board_lines(picture: Picture) -> tuple[str, ...]:
    """Return the board, the northernmost row first; a wide one as its western and its eastern half."""
    if picture.columns <= MOST:
        return tuple(_part(picture, 1, picture.columns))
    middle = (picture.columns + 1) // 2
    west = ["the western half:", *_part(picture, 1, middle)]
    return (*west, "", "the eastern half:", *_part(picture, middle + 1 - OVERLAP, picture.columns))


def _part(picture: Picture, first: int, last: int) -> list[str]:
    rows = [_row(picture, row, first, last) for row in range(picture.rows, 0, -1)]
    return [_letters(picture.rows, first, last), *rows, _letters(1, first, last)]


def _letters(row: int, first: int, last: int) -> str:
    cells = "".join(LETTERS[column - 1].ljust(PITCH) for column in range(first, last + 1))
    return f"   {_shift(row)}{cells}".rstrip()


def _row(picture: Picture, row: int, first: int, last: int) -> str:
    own = picture.side or SOUTH
    marks = (picture.marks.get(f"{letter}{row}") for letter in LETTERS[first - 1 : last])
    cells = "".join([f"{signs(mark, own):<{PITCH}}" for mark in marks])
    return f"{row:>2} {_shift(row)}{cells}".rstrip()


def _shift(row: int) -> str:
    """Return the indent of a row: even rows lie half a field further east."""
    return " " * (PITCH // 2) if row % 2 == 0 else ""


def signs(mark: Mark | None, own: str) -> str:
    """Return the signs of one field, at most three: `2`, `2t`, `x2T`, `2x3`, `@`."""
    if mark is None or mark == SEEN:
        return "." if mark else "~"
    men = str(mark.men) if mark.men else ""
    number = "?" if mark.enemy == SOME else str(mark.enemy)
    enemy = f"{'x' if mark.seen is None else 'o'}{number}" if mark.enemy else ""
    old = "o" if mark.seen is not None and not mark.enemy else ""
    trucks = (_own_truck(mark), f"{old}T" if mark.enemy_trucks else "")
    place = _place(mark, own)
    for own_truck, city, truck in ((trucks[0], place, trucks[1]), (*("", place), ""), ("", "", "")):
        found = f"{men}{own_truck}{city}{enemy}{truck}"
        if len(found) <= SIGNS:
            return found or ("." if mark.in_sight else "~")
    return f"{men}{enemy}"[:SIGNS]


def _own_truck(mark: Mark) -> str:
    if not mark.trucks:
        return ""
    return "t" if mark.trucks_known is None else "t?"


def _place(mark: Mark, own: str) -> str:
    if mark.city:
        return {own: "@", other(own): "&"}[mark.city]
    return {own: "a", other(own): "A", "": ""}[mark.airport]
