"""Sheets composed on the pages of both war games and the stone game are such as the rules accept, and all that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.rulesets import Rules
from hexpages import facts_of, faults_of, opened, played, tapping
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from gm.rules.air_war.cities import wrong_choice
from gm.rules.air_war.halves import city_fields
from gm.rules.air_war.placing import PILE
from gm.rules.ground_war.moves import carry_out
from gm.rules.ground_war.own import own_of
from gm.rules.ground_war.state import Move
from gm.rules.pictures.honeycomb import Field, distance, place

pytestmark = pytest.mark.servers
LITTLE = {
    "scenario": "generated", "rows": 9, "columns": 7, "cities": 2, "men": 7, "trucks": 2, "links": True,
    "inter_city_jumps": True, "production_delay": 1,
}  # fmt: skip
IN_TURNS = {**LITTLE, "information": "complete", "turns": "alternate"}
OFTEN = {"TRUCK", "JUMP", "FIRE", "MAN", "MEN", "READY"}
GAMES: dict[str, tuple[str, dict[str, Any], int, set[str]]] = {
    "ground": ("ground-war", {"scenario": "crossroads", "inter_city_jumps": True}, 10, {"MAN", "MEN", "TRUCK", "JUMP"}),
    "little ground": ("ground-war", LITTLE, 16, OFTEN),
    "ground in turns": ("ground-war", IN_TURNS, 24, {*OFTEN, "HOLD"}),
    "ground told late": ("ground-war", {**LITTLE, "information": "last-cycle"}, 10, {"MAN", "TRUCK"}),
    "high piles": ("ground-war", {**LITTLE, "men": 9, "pile": 5, "truck_steps": 5, "truck_men": 2}, 16, OFTEN),
    "air": ("air-war", {}, 10, {"CITIES", "PLACE", "AIR", "READY"}),
    "little air": ("air-war", {"rows": 11, "columns": 17, "chips": 20}, 20, {"CITIES", "PLACE", "AIR", "FIRE"}),
    "long air": ("air-war", {"rows": 27, "columns": 9}, 5, {"CITIES", "PLACE"}),
    "little stones": ("hex-negotiation", {"side": 3}, 7, {"PLACE", "REPLACE", "SWAP"}),
    "stones": ("hex-negotiation", {}, 10, {"PLACE", "REPLACE"}),
    "many stones": ("hex-negotiation", {"side": 13}, 6, {"PLACE", "REPLACE"}),
}


def first_seat(name: str, state: Any) -> str:
    """A seat that owes something."""
    seat: str = Rules(name).rules.duties(state)[0].seat
    return seat


@pytest.mark.parametrize("named", GAMES)
def test_whatever_is_composed_by_tapping_is_read_without_a_fault(browser: Browser, tmp_path: Path, named: str) -> None:
    name, options, rounds, expected = GAMES[named]
    state = opened(name, **options)
    said: Counter[str] = Counter()
    with tapping(browser, tmp_path, name, state, first_seat(name, state)) as shown:
        for now, seat, text in played(shown, name, state, rounds, each=6):
            assert faults_of(name, now, seat, text) is None, text
            said.update({"sheets": 1} | dict.fromkeys(text.split(), 1))
    assert said["sheets"] >= 30 and {*said} >= expected


def some_states(
    browser: Browser, folder: Path, name: str, options: dict[str, Any], rounds: int
) -> list[tuple[Any, str]]:
    """States of a game composed by chance, each with the seat that owes something."""
    state = opened(name, **options)
    with tapping(browser, folder, name, state, first_seat(name, state)) as shown:
        found = [(now, seat) for now, seat, _ in played(shown, name, state, rounds, each=1)]
    return found


OFFERED = """([facts, built, field, way]) => {
    const war = new War(readWar(facts, [], built));
    if (!war.choices().some((one) => one.field === field && !one.kind)) return [];
    war.choose(field);
    if (!war.ways(field).includes(way)) return [];
    war.goBy(way);
    war.count(1);
    return war.ends();
}"""
SINGLE = {
    "walk": "MAN {}-{}",
    "truck": "TRUCK {}-{} WITH 1",
    "jump": "JUMP {}-{}",
    "fire": "FIRE 1 {}-{}",
    "air": "AIR {}-{}",
}


def accepted(name: str, state: Any, seat: str, start: str, way: str, ends: Iterable[str]) -> list[str]:
    """The fields to which the rules let one man or chip go this way, or at which they let one fire."""
    order = "{}-{}" if (name, way) == ("air-war", "walk") else SINGLE[way]
    return [end for end in ends if faults_of(name, state, seat, order.format(start, end)) is None]


@pytest.mark.parametrize(
    ("name", "options", "rounds", "ways"),
    [
        ("ground-war", LITTLE, 8, ("walk", "truck", "jump", "fire")),
        ("ground-war", IN_TURNS, 8, ("walk", "truck", "jump")),
        ("air-war", {"rows": 11, "columns": 17, "chips": 20}, 7, ("walk", "air", "fire")),
    ],
)
def test_all_that_the_rules_accept_of_one_man_or_chip_is_offered_and_nothing_else(
    browser: Browser, tmp_path: Path, name: str, options: dict[str, Any], rounds: int, ways: tuple[str, ...]
) -> None:
    game, states = Rules(name), some_states(browser, tmp_path, name, options, rounds)
    built, used = game.rules.board_to_tap(states[0][0].options).board, Counter[str]()
    with tapping(browser, tmp_path, name, *states[0]) as shown:
        for state, seat in states[-8:]:
            facts, board = facts_of(game, state, seat), state.position.board
            if facts["stage"] not in ("moves", "fire", "turn"):
                continue
            pieces = state.position.men if name == "ground-war" else state.chips
            foes = {field for side, men in pieces.items() if side != seat for field in men}
            for start in pieces[seat]:
                for way in ways:
                    offered = shown.evaluate(OFFERED, [facts, built, start, way])
                    ends = {
                        *board.near(start, 2),
                        *map(str, board.fields[:: 5 if way == "air" else 11]),
                        *offered[::5],
                    } - {start}
                    offered = [end for end in offered if end in ends]
                    right = accepted(name, state, seat, start, way, ends)
                    if way == "fire":  # nobody need fire where nobody stands
                        right = [end for end in right if end in foes] if facts["stage"] == "fire" else []
                    if name == "air-war":  # where it is full, others may still go on
                        offered = [end for end in offered if pieces[seat].get(end, 0) < PILE]
                    assert sorted(offered) == sorted(right), (state.code, start, way)
                    used[way] += len(right)
    assert all(used[way] for way in ways)


CARRIED = """([facts, filed, built]) => {
    const told = readWar(facts, filed, built);
    return Object.fromEntries(carriedOut(told, told.filed).men);
}"""


def test_a_page_carries_out_moves_as_the_rules_do(browser: Browser, tmp_path: Path) -> None:
    name, chance, short = "ground-war", Random(7), 0
    game, states = Rules(name), some_states(browser, tmp_path, name, {**LITTLE, "men": 16}, 10)
    with tapping(browser, tmp_path, name, *states[0]) as shown:
        for state, seat in states:
            if state.kind != "moves":
                continue
            own = own_of(state, seat)
            moves = [move for field, men in own.men.items() for move in some_moves(own, field, men, chance)]
            lines = ["TRUCK {} WITH 1" if len(one.path) > 2 else "MAN {}" for one in moves]
            filed = [line.format("-".join(one.path)) for line, one in zip(lines, moves, strict=True)]
            made = carry_out(own.board, moves, own.men, trucks={f: 9 for f in own.men}, enemy=own.enemy)
            short += sum(one.path[-1] != end for one, end in zip(moves, made.ended, strict=True))
            there = shown.evaluate(CARRIED, [facts_of(game, state, seat), filed, {"air": False}])
            assert there == made.men
    assert short > 10


def some_moves(own: Any, field: str, men: int, chance: Random) -> list[Move]:
    """Moves of all men of a pile towards the middle, where they crowd: on foot, or in trucks."""

    def far(one: str) -> int:
        return distance(Field(*place(one)), Field(5, 4))

    found = []
    for _ in range(men):
        path = [field]
        for _ in range(chance.choice((1, 3))):
            around = [one for one in own.board.near(path[-1]) if one not in path]
            path.append(min(around, key=lambda one: (far(one), chance.random())))
        found.append(Move("man" if len(path) == 2 else "truck", tuple(path)))
    return found


@pytest.mark.parametrize(("rows", "columns"), [(11, 17), (25, 9)])
def test_a_city_is_offered_exactly_where_three_cities_can_still_be_named(
    browser: Browser, tmp_path: Path, rows: int, columns: int
) -> None:
    state = opened("air-war", rows=rows, columns=columns)
    fields, valid = city_fields(state.board, "NORTH"), partial(wrong_choice, state.board, "NORTH")
    with tapping(browser, tmp_path, "air-war", state, "SOUTH") as shown:
        facts = facts_of(Rules("air-war"), state, "SOUTH")
        offered = lambda named: shown.evaluate(  # noqa: E731
            "([facts, named]) => { const war = new War(readWar(facts, named, { air: true }));"
            " return war.choices().filter((one) => !one.kind).map((one) => one.field); }", [facts, named],
        )  # fmt: skip
        first = offered([])
        pairs = {one: offered([f"CITIES {one}"]) for one in first[::5]}
    assert 0 < len(first) < len(fields)
    for one, others in pairs.items():
        assert others
        for other in others[::3]:
            assert any(not valid((one, other, third)) for third in fields)
        closed = [field for field in fields if field not in others and field != one]
        assert not any(valid((one, other, third)) == () for other in closed[::7] for third in fields)


def test_a_set_of_moves_that_crowds_a_field_makes_no_sheet_until_it_is_mended(browser: Browser, tmp_path: Path) -> None:
    state = opened("air-war")
    chips = {"SOUTH": {"G5": 3, "G6": 3}, "NORTH": {"G20": 3}}
    crowded = replace(state, kind="moves", cycle=1, chips=chips, first=chips)
    with tapping(browser, tmp_path, "air-war", crowded, "SOUTH") as shown:
        tap(shown, "G5", "G6")
        assert shown.locator("#text").input_value() == ""
        assert "G6 would hold 6 chips" in shown.locator(".hint").inner_text()
        tap(shown, "G6", "G5")
        assert shown.locator("#text").input_value() == "3 G5-G6\n3 G6-G5"


def tap(shown: Page, *fields: str) -> None:
    """Tap fields of the board, one after the other."""
    for field in fields:
        shown.locator(f'[data-field="{field}"]').tap()
