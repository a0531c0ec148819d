"""Which orders a page offers: those that the rules call legal on the board as it stands, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser
from tapped import BOX, tapping

from gm.compose.page import page
from gm.registry import boards, ruleset
from gm.rules import Seat
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support, why_illegal, write_with_unit
from gm.rules.provinces.reading import strictly

pytestmark = pytest.mark.servers
LOOKED_AT = 12  # units of a position whose orders are compared
ORDERS = """([season, units, asked]) => {
    const board = JSON.parse(document.getElementById("facts").textContent).board;
    const standing = units.flatMap(text => unitsIn(text, 0)), orders = ordersOn(board, season, standing);
    return asked.map(n => orders.of(standing[n]).map(one => `${named(standing[n])} ${one.text}`));
}"""


def scattered(board: Board, seed: int) -> dict[str, Unit]:
    """Units all over a board, most fleets at sea, so that there are chains of them."""
    chance, units = Random(f"{board.name} {seed}"), dict[str, Unit]()
    for code, province in sorted(board.provinces.items()):
        places = board.fleet_places(code)
        if chance.random() < (0.5 if province.kind == "sea" else 0.3):
            kind = "F" if province.kind == "sea" or (places and chance.random() < 0.4) else "A"
            units[code] = Unit(Seat("X"), kind, chance.choice(places) if kind == "F" else code)
    return units


def orders(board: Board, units: dict[str, Unit], unit: Unit) -> Iterator[Order]:
    """Everything that could be written for a unit, possible or not."""
    yield HOLD
    for code in board.provinces:
        yield from (Move(place) for place in ((code,) if unit.kind == "A" else board.fleet_places(code)))
        if unit.kind == "A":
            yield Move(code, via=True)
        for other in units:
            yield from (Support(other, code), Convoy(other, code))
    yield from (Support(other) for other in units)


def legal(board: Board, units: dict[str, Unit], unit: Unit) -> set[str]:
    """All legal orders of a unit, as the rules write them."""
    right = (one for one in orders(board, units, unit) if not why_illegal(board, units, unit, one))
    found = {strictly(board, unit, one) for one in right}
    by_land = board.army.get(unit.province, frozenset())
    return {write_with_unit(unit, one, units, isinstance(one, Move) and one.to in by_land) for one in found}


@pytest.mark.parametrize("name", ["standard", "colonial", "loeb9", "youngstown"])
def test_a_page_offers_exactly_the_legal_orders(browser: Browser, name: str, tmp_path: Path) -> None:
    whole = boards().board(name)
    file, content = page("diplomacy", ruleset("diplomacy").card.options(board=name), BOX)
    path, seen = tmp_path / file, 0
    path.write_bytes(content)
    with tapping(browser) as shown:
        shown.goto(path.as_uri())
        for seed, season in enumerate("SF"):
            board, units = whole.in_season(season), scattered(whole, seed)
            standing = list(units.values())
            asked = Random(seed).sample(range(len(standing)), LOOKED_AT)
            texts = [f"{one.kind}{one.place}" for one in standing]
            for n, offered in zip(asked, shown.evaluate(ORDERS, [season, texts, asked]), strict=True):
                expected = legal(board, units, standing[n])
                assert set(offered) == expected and len(offered) == len(expected), standing[n]
                seen += len(expected)
    assert seen > 300, seen
