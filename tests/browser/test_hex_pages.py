"""The pages of both war games and the stone game as people use them, by touch, mouse and keys; and forged links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.rulesets import Rules
from hexpages import BOX, TOKEN, facts_of, faults_of, link_of, opened, tapping
from msgspec.structs import replace
from playwright.sync_api import Browser, Page
from screens import SCHEMES, WIDE, WIDTHS, Scheme

from gm.compose.page import page

pytestmark = pytest.mark.servers
WITH = {"information": "complete", "turns": "alternate"}
RULESETS = ("ground-war", "air-war", "hex-negotiation")
LONGEST, LARGEST = 1500, 250_000
NOT_WHOLE = "This link is not whole."


def war_in_the_air(**changes: Any) -> Any:
    """An Air War with some chips, in the moves of its first cycle."""
    chips = {"SOUTH": {"G5": 3, "H5": 2}, "NORTH": {"G6": 1, "G20": 3}}
    return replace(opened("air-war"), **{"kind": "moves", "cycle": 1, "chips": chips, "first": chips, **changes})


def some_stones() -> Any:
    """A stone game in which Black has placed, and White may swap."""
    game = Rules("hex-negotiation")
    return game.file(opened("hex-negotiation"), "BLACK", "PLACE D4 E5 F6").state


STATES = {"ground-war": (lambda: opened("ground-war"), "SOUTH"), "air-war": (war_in_the_air, "SOUTH"),
          "hex-negotiation": (some_stones, "WHITE")}  # fmt: skip


def sheet(shown: Page) -> str:
    """The sheet as it stands."""
    return shown.locator("#text").input_value()


def tap(shown: Page, *fields: str) -> None:
    """Tap fields of the board, one after the other."""
    for field in fields:
        shown.locator(f'[data-field="{field}"]').tap()


def press(shown: Page, *names: str) -> None:
    """Find buttons by their words, and press them by key."""
    for name in names:
        button = shown.get_by_role("button", name=name, exact=True)
        button.focus()
        shown.keyboard.press("Enter")


# -- by touch, mouse and keys -----------------------------------------------------------------------------------------


def test_a_ground_war_is_ordered_by_touch_on_a_phone_and_goes_to_the_mailbox_of_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    state = opened("ground-war", scenario="duel")
    with tapping(browser, tmp_path, "ground-war", state, "SOUTH") as shown:
        tap(shown, "F4", "F5", "C3")
        shown.get_by_role("button", name="1 man", exact=True).tap()
        tap(shown, "C4", "F2")
        shown.get_by_role("button", name="By truck").tap()
        tap(shown, "G3", "G4", "G4")
        assert sheet(shown) == "MAN F4-F5\nMAN C3-C4\nTRUCK F2-G3-G4 WITH 3"
        shown.get_by_role("button", name="READY: it is as I want it").tap()
        there = unquote(shown.locator("#mail").get_attribute("href") or "")
        assert there.startswith(
            f"mailto:{BOX.reply_address.replace('{token}', TOKEN)}?subject=Re: [field] C1M for SOUTH&body=MAN"
        )
        assert faults_of("ground-war", state, "SOUTH", sheet(shown)) is None
        shown.locator("#undo").tap()
        shown.locator("#undo").tap()
        assert sheet(shown) == "MAN F4-F5\nMAN C3-C4"


def test_a_ground_war_is_ordered_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    with tapping(browser, tmp_path, "ground-war", opened("ground-war", scenario="duel"), "SOUTH", width=1280) as shown:
        press(shown, "F4: 1 man", "to F5", "F2: 3 men", "By truck", "2 men", "to G3", "Stop here", "Back")
        press(shown, "READY: it is as I want it")
        assert sheet(shown) == "MAN F4-F5\nTRUCK F2-G3 WITH 2\nREADY"
        press(shown, "Take back MAN F4-F5")
        assert shown.locator(":focus").inner_text() == "F4: 1 man on foot. Where to?"


def test_one_man_at_most_jumps_from_a_city_and_one_to_a_city(browser: Browser, tmp_path: Path) -> None:
    state = opened("ground-war", inter_city_jumps=True, production_delay=0)
    with tapping(browser, tmp_path, "ground-war", state, "SOUTH") as shown:
        tap(shown, "I7")
        shown.get_by_role("button", name="Jump", exact=True).tap()
        tap(shown, "D4")
        assert sheet(shown) == "JUMP I7-D4" and shown.locator(".hint").inner_text().startswith("I7: 2 men")
        assert shown.get_by_role("button", name="Jump", exact=True).count() == 0
        shown.get_by_role("button", name="Back").tap()
        tap(shown, "N4")
        shown.get_by_role("button", name="Jump", exact=True).tap()
        assert shown.locator(".panel").get_by_role("button", name=re.compile("^to ")).all_inner_texts() == ["to I7"]


def test_a_pile_with_orders_gives_them_back_when_it_is_tapped(browser: Browser, tmp_path: Path) -> None:
    with tapping(browser, tmp_path, "ground-war", opened("ground-war", scenario="duel"), "SOUTH") as shown:
        tap(shown, "F4", "F5", "F4")
        assert sheet(shown) == ""
        tap(shown, "E4")
        assert sheet(shown) == "MAN F4-E4"


def test_the_air_war_is_ordered_by_mouse(browser: Browser, tmp_path: Path) -> None:
    with tapping(browser, tmp_path, "air-war", war_in_the_air(), "SOUTH", width=1280) as shown:
        for field in ("G5", "G4"):
            shown.locator(f'[data-field="{field}"]').click()
        assert sheet(shown) == "3 G5-G4"
    with tapping(browser, tmp_path, "air-war", war_in_the_air(kind="fire"), "SOUTH", width=1280) as shown:
        shown.get_by_role("button", name="G5: 3 chips").click()
        shown.get_by_role("button", name="2 chips").click()
        shown.locator('[data-field="G6"]').click()
        assert sheet(shown) == "FIRE 2 G5-G6"
        shown.get_by_role("button", name="Back").click()
        shown.get_by_role("button", name="Take back FIRE 2 G5-G6").click()
        shown.get_by_role("button", name="Back").click()
        shown.get_by_role("button", name="Hold fire").click()
        assert sheet(shown) == "HOLD FIRE"


def test_an_air_war_begins_with_three_cities_and_all_chips(browser: Browser, tmp_path: Path) -> None:
    state = opened("air-war", chips=7)
    with tapping(browser, tmp_path, "air-war", state, "SOUTH") as shown:
        tap(shown, "C18", "H21")
        assert sheet(shown) == ""
        tap(shown, "O17")
        assert sheet(shown) == "CITIES C18 H21 O17"
    placing = replace(state, kind="chips")
    with tapping(browser, tmp_path, "air-war", placing, "SOUTH") as shown:
        tap(shown, "A1", "B1")
        assert sheet(shown) == ""
        tap(shown, "C2", "A1", "D3")
        assert sheet(shown) == "PLACE 3 B1, 1 C2, 3 D3"


def test_a_turn_of_the_stone_game_is_composed_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    with tapping(browser, tmp_path, "hex-negotiation", some_stones(), "WHITE") as shown:
        press(shown, "Replace E5")
        assert "3 of 3 stones" in shown.locator(":focus").inner_text()
        shown.get_by_text("Fields by their names").focus()
        shown.keyboard.press("Enter")
        shown.get_by_text("Row A", exact=True).focus()
        shown.keyboard.press("Enter")
        press(shown, "A1", "A2", "A3")
        assert sheet(shown) == "REPLACE E5 PLACE A1 A2 A3"
        assert shown.locator("#status").inner_text() == "The turn is complete."
        press(shown, "SWAP colours instead")
        assert sheet(shown) == "SWAP"


def test_in_turns_fire_follows_the_moves_and_goes_when_they_change(browser: Browser, tmp_path: Path) -> None:
    scene = (
        'title = "T"\nrows = 9\ncolumns = 9\n[south]\nmen = { G4 = 3 }\ncities = ["C2"]\n[north]\nmen = { G6 = 3 }\n'
    )
    state = opened("ground-war", scenario_text=scene + 'cities = ["C8"]\n', **WITH)
    with tapping(browser, tmp_path, "ground-war", state, "SOUTH") as shown:
        tap(shown, "G4", "G5")
        shown.get_by_role("button", name="Fire", exact=True).tap()
        tap(shown, "G5", "G6")
        assert sheet(shown) == "3 MEN G4-G5\nFIRE 3 G5-G6"
        shown.get_by_role("button", name="Take back 3 MEN G4-G5").tap()
        assert sheet(shown) == ""


def test_what_is_on_file_stands_in_the_sheet_at_first(browser: Browser, tmp_path: Path) -> None:
    game, state = Rules("ground-war"), opened("ground-war", scenario="duel")
    text = "TRUCK F2-G3-G4 WITH 2\n2 MEN C3-C4\nMAN F4-F5"
    with tapping(browser, tmp_path, "ground-war", game.file(state, "SOUTH", text).state, "SOUTH") as shown:
        assert sheet(shown) == text


# -- how it looks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", RULESETS)
def test_a_page_is_whole_on_every_screen_and_axe_finds_nothing(
    browser: Browser, tmp_path: Path, name: str, width: int, scheme: Scheme
) -> None:
    make, seat = STATES[name]
    with tapping(browser, tmp_path, name, make(), seat, width=width, scheme=scheme) as shown:
        shown.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        for _ in range(2):
            assert shown.evaluate(WIDE) == []
            assert Axe().run(shown, options={"resultTypes": ["violations"]}).response["violations"] == []
            shown.locator("ul.choices button >> visible=true").first.click()


@pytest.mark.parametrize("name", RULESETS)
def test_signs_are_at_least_twelve_pixels_high_on_a_phone_and_fields_are_named_at_the_edges(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    make, seat = STATES[name]
    with tapping(browser, tmp_path, name, make(), seat) as shown:
        signs = shown.locator(".sign, .stone .disc").all()
        assert len(signs) >= 3
        assert min(one.bounding_box()["height"] for one in signs) >= 12
        edges = shown.locator(".words.edge").all_text_contents()
        assert {"A", "1"} <= {*edges}
        before = shown.locator("svg.hexes").bounding_box()
        shown.get_by_role("button", name="Larger").tap()
        after = shown.locator("svg.hexes").bounding_box()
        assert before is not None and after is not None and after["width"] > 1.4 * before["width"]


@pytest.mark.parametrize("name", RULESETS)
def test_a_page_is_small_and_no_board_of_another_size_needs_another(name: str) -> None:
    options = opened(name).options
    file, written = page(name, options, BOX)
    assert file == f"compose-{name}.html" and len(written) <= LARGEST
    other = {"side": 5} if name == "hex-negotiation" else {"rows": 27}
    assert page(name, replace(options, **other), BOX) == (file, written)


# -- links ------------------------------------------------------------------------------------------------------------


def test_a_position_that_does_not_fit_into_a_link_has_none() -> None:
    fields = [f"{letter}{row}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for row in range(1, 20)]
    men = {"SOUTH": dict.fromkeys(fields[:200], 2), "NORTH": dict.fromkeys(fields[200:400], 2)}
    full = war_in_the_air(chips=men, options=replace(opened("air-war").options, columns=26))
    assert link_of("air-war", full, "SOUTH") == ""
    assert 200 < len(link_of("air-war", war_in_the_air(), "SOUTH")) <= LONGEST


def test_a_pile_too_high_to_be_written_has_no_link() -> None:
    state = opened("ground-war")
    knows = state.knows["SOUTH"]
    parked = {field: replace(one, number=27) for field, one in knows.trucks.items()}
    state = replace(state, knows={**state.knows, "SOUTH": replace(knows, trucks=parked)})
    assert facts_of(Rules("ground-war"), state, "SOUTH") is None


FORGED: list[tuple[str, dict[str, Any]]] = [
    ("ground-war", {"rows": 100}), ("ground-war", {"columns": 0}), ("ground-war", {"columns": "9"}),
    ("ground-war", {"marks": {"men": "<b>"}}), ("ground-war", {"marks": {"men": "A1, B1"}}),
    ("ground-war", {"marks": {"men": "Z99"}}), ("ground-war", {"marks": {"<i>": "A1"}}),
    ("ground-war", {"marks": None}),
    ("ground-war", {"stage": "draw"}), ("ground-war", {"side": "EAST"}), ("ground-war", {"air": True}),
    ("ground-war", {"limits": {"pile": -1}}), ("ground-war", {"steps": 1.5}), ("ground-war", {"watch": "A1 B2"}),
    ("hex-negotiation", {"side": 2}), ("hex-negotiation", {"cells": "b"}), ("hex-negotiation", {"mine": "x"}),
    ("hex-negotiation", {"last": "Z99"}), ("hex-negotiation", {"last": "<b>"}), ("hex-negotiation", {"gained": "<b>"}),
    ("hex-negotiation", {"place": 9}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change"), FORGED)
def test_a_forged_position_is_named_as_broken_and_nothing_else_happens(
    browser: Browser, tmp_path: Path, name: str, change: dict[str, Any]
) -> None:
    make, seat = STATES[name]
    state = make()
    forged = facts_of(Rules(name), state, seat) | change
    with tapping(browser, tmp_path, name, state, seat, facts=forged) as shown:
        assert shown.locator("#broken").inner_text().startswith(NOT_WHOLE)
        assert not shown.locator("#main").is_visible() and shown.locator("svg").count() == 0


@pytest.mark.parametrize("line", ["<img src=x>", "RESIGN", "MAN G5-G6-<b>", "MAN Z99-Z98", "FIRE 2 MEN", "BYE\nRESIGN"])
def test_a_forged_line_on_file_never_comes_into_the_sheet(browser: Browser, tmp_path: Path, line: str) -> None:
    with tapping(browser, tmp_path, "ground-war", opened("ground-war"), "SOUTH", filed=[line]) as shown:
        assert re.match(NOT_WHOLE, shown.locator("#broken").inner_text())
        assert sheet(shown) == ""
