"""The pages about games in a real browser: whole on every screen, and nothing in them that keeps anybody out."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.sites import GAMES, config, house
from playwright.sync_api import Browser
from screens import HEIGHT, Scheme, faults, opened

from gm.site.keeper import Keeper
from gm.store.store import Store

pytestmark = pytest.mark.servers
PAGES = (
    "index.html", "index-2026.html", "help.html", "players.html", "rules-payola.html", "games/autumn.html",
    *(f"games/{name}.html" for name in GAMES), "reports/solo.html",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house with games of every ruleset."""
    folder, store = tmp_path_factory.mktemp("site"), Store(":memory:")
    house(store)
    Keeper(config(), store, folder).make()
    store.close()
    return folder


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (390, "dark"), (1280, "light")])
def test_every_kind_of_page_is_whole_on_every_screen(
    browser: Browser, folder: Path, width: int, scheme: Scheme
) -> None:
    assert faults(browser, {name: folder / name for name in PAGES}, width, scheme) == {}


def test_the_first_screen_of_a_phone_names_a_game_and_a_finger_finds_its_button(
    browser: Browser, folder: Path
) -> None:
    with opened(browser, folder / "index.html", 390) as shown:
        button = shown.get_by_role("link", name="Join autumn by mail")
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= HEIGHT
        assert box["height"] >= 40 and str(button.get_attribute("href")).startswith("mailto:gm@example.org?")


def test_one_finds_the_board_of_a_running_game_with_two_taps(browser: Browser, folder: Path) -> None:
    with opened(browser, folder / "index.html", 390) as shown:
        shown.get_by_role("link", name="spring", exact=True).click()
        assert shown.locator("h1").inner_text() == "spring"
        assert shown.get_by_role("img").first.bounding_box() is not None
        shown.get_by_role("link", name="Games", exact=True).click()
        assert shown.locator("h1").inner_text() == "Games by e-mail"
