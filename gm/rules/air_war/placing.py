"""The first chips (0.2): when a placing is valid, and the placing made by draws.

Only the board and the number of chips are known here, not when they are placed or what the other side does.
"""

from __future__ import annotations

from gm.rules.air_war.faults import words
from gm.rules.air_war.halves import chip_fields, chip_rows
from gm.rules.pictures.honeycomb import Board, place
from gm.rules.war.draws import choose
from gm.rules.war.piles import sorted_piles

PILE = 3  # the most chips of one side on a field


def wrong_field(board: Board, side: str, field: str, chips: int) -> str:
    """Return why *chips* may not stand on *field* at the start; "" if they may."""
    rows = chip_rows(board, side)
    if place(field)[0] not in rows:
        return words("placing.half", field=field, first=rows[0], last=rows[-1])
    if chips > PILE:
        return words("placing.pile", most=PILE, chips=chips, field=field)
    return ""


def wrong_count(placed: int, chips: int) -> str:
    """Return why *placed* chips in all are not a placing; "" if they are."""
    if placed == chips:
        return ""
    name = "how-many.too-few" if placed < chips else "how-many.too-many"
    return words(name, chips=chips, placed=placed, amiss=abs(chips - placed))


def room(board: Board, side: str) -> int:
    """Return how many chips the half of a side can hold."""
    return PILE * len(chip_fields(board, side))


def drawn_chips(board: Board, side: str, chips: int, drawn: str) -> dict[str, int]:
    """Place *chips*, each drawn to a field of *side*'s half that has room, all such fields equally likely.

    drawn: the digits of one draw, from which those of the single chips are derived.
    """
    placed: dict[str, int] = {}
    fields = chip_fields(board, side)
    for number in range(1, chips + 1):
        free = [field for field in fields if placed.get(field, 0) < PILE]
        field = choose(drawn, str(number), free)
        placed[field] = placed.get(field, 0) + 1
    return sorted_piles(placed)
