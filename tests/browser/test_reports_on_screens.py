"""Reports in a real browser: whole on every screen, answered on the first one, stepped through by hand and by key."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from helpers.unpainted import unpainted
from playwright.sync_api import Browser, Page, expect
from screens import HEIGHT, SCHEMES, WIDTHS, Scheme, faults, opened

from gm.offline.replay import replay
from gm.registry import RULESETS
from gm.report.disclosure import disclose

pytestmark = pytest.mark.servers
GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = {
    "payola": "spring", "diplomacy": "solo", "ground-war": "crossroads", "air-war": "airlift",
    "negotiation": "exchange", "so-long-sucker": "parlor", "hex-negotiation": "stones",
}  # fmt: skip
YEARS = {"spring": 4, "boxes": 2}  # how long these golden games last
SHOWN = ".step.now > h3"


@cache
def report(game: str) -> str:
    """The page of the report of a golden game."""
    folder = GOLDEN / game
    acts = folder / "acts.jsonl"
    said = acts.read_text() if acts.exists() else ""
    with unpainted():
        letters = (folder / "in.mbox").read_bytes()
        return replay((folder / "game.toml").read_text(), letters, said, None, disclose)[1][1]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The reports as files, as somebody opens them: of each ruleset, and one that was taken back."""
    folder = tmp_path_factory.mktemp("reports")
    for game in (*GAMES.values(), "summer"):
        (folder / f"{game}.html").write_text(report(game), encoding="utf-8")
    return {path.stem: path for path in folder.iterdir()}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_report_is_whole_on_every_screen(
    browser: Browser, pages: dict[str, Path], ruleset: str, width: int, scheme: Scheme
) -> None:
    game = GAMES[ruleset]
    assert faults(browser, {game: pages[game]}, width, scheme) == {}


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_screen_says_who_won_how_it_stood_and_where_it_turned(
    browser: Browser, pages: dict[str, Path], ruleset: str, width: int
) -> None:
    with opened(browser, pages[GAMES[ruleset]], width) as shown:
        for wanted in (".outcome", "#story svg.plot", "#story li >> nth=0", "#story li >> nth=1", "#story li >> nth=2"):
            box = shown.locator(wanted).first.bounding_box()
            assert box is not None and box["y"] + box["height"] <= HEIGHT, wanted


def of(shown: Page) -> str:
    """The phase that is shown; there is exactly one."""
    (title,) = shown.locator(SHOWN).all_inner_texts()
    return title.split()[0]


def test_one_steps_through_a_game_by_mouse_by_key_and_by_the_slider(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["spring"], 1280) as shown:
        assert of(shown) == "S1901M" and shown.get_by_role("button", name="Back").is_disabled()
        shown.get_by_role("button", name="Next").click()
        assert of(shown) == "F1901M"
        shown.locator("#phases .stepper").focus()
        shown.keyboard.press("ArrowRight")
        assert of(shown) == "F1901R"
        shown.keyboard.press("End")
        assert of(shown) == "S1905M" and shown.get_by_role("button", name="Last").is_disabled()
        shown.keyboard.press("Home")
        shown.get_by_role("slider").fill("4")
        assert of(shown) == "W1901A" and shown.locator(".bar span").inner_text() == "W1901A, 4 of 17"


def test_one_steps_through_a_game_with_a_finger(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["solo"], 360) as shown:
        for wanted in ("F1901M", "W1901A"):
            shown.get_by_role("button", name="Next").tap()
            assert of(shown) == wanted
        for button in shown.locator(".bar button").all():
            box = button.bounding_box()
            assert box is not None and box["height"] >= 44 and box["width"] >= 44


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "negotiation"])
def test_a_link_to_a_moment_shows_its_phase(browser: Browser, pages: dict[str, Path], ruleset: str) -> None:
    with opened(browser, pages[GAMES[ruleset]], 390) as shown:
        for link in shown.locator("#story a").all():
            anchor = (link.get_attribute("href") or "")[1:]
            link.click()
            expect(shown.locator(f'[id="{anchor}"]')).to_be_visible()
            assert of(shown).partition(" ")[0] == anchor.partition("-")[0]
            shown.evaluate("scrollTo(0, 0)")


def test_a_link_to_a_day_of_a_telephone_game_shows_its_boards(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["exchange"], 390) as shown:
        link = shown.locator("#story a").nth(1)
        anchor = (link.get_attribute("href") or "")[1:]
        link.click()
        expect(shown.locator(f'[id="{anchor}"]')).to_be_visible()
        assert shown.locator(".step.now > h4").inner_text() == anchor.removeprefix("LIVE-")


def test_a_link_opens_what_is_closed_and_an_address_with_a_phase_shows_it(
    browser: Browser, pages: dict[str, Path]
) -> None:
    with opened(browser, pages["summer"], 1280) as shown:
        again = re.findall(r'<section class="step" id="(\w+-2)"', report("summer"))
        shown.goto(f"{pages['summer'].as_uri()}#{again[0]}")
        assert shown.locator(".step.now").get_attribute("id") == again[0]
    with opened(browser, pages["spring"], 1280) as shown:
        shown.locator(".step.now .links a", has_text="Seals").click()
        expect(shown.locator("#seals-S1901M dl").first).to_be_visible()


def test_a_battle_is_seen_as_it_was_and_as_each_side_was_told(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["crossroads"], 1280) as shown:
        shown.get_by_role("button", name="Next").click()
        for name in ("The truth", "South", "North"):
            shown.get_by_role("button", name=name).click()
            views = shown.locator(".step.now .view")
            assert [one.get_attribute("data-view") for one in views.all() if one.is_visible()] == [name]
            assert views.locator("svg >> visible=true").count() >= 1
        shown.get_by_role("button", name="Next").click()
        visible = [one.get_attribute("data-view") for one in shown.locator(".step.now .view").all() if one.is_visible()]
        assert visible == ["North"], "the next round is seen as the last one was"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_scripts_all_steps_stand_there_in_order(
    browser: Browser, pages: dict[str, Path], ruleset: str
) -> None:
    game = GAMES[ruleset]
    with opened(browser, pages[game], 390, java_script_enabled=False) as shown:
        steps = shown.locator(".step")
        heights = [box["y"] for one in steps.all() if (box := one.bounding_box()) is not None]
        assert len(heights) == steps.count() == report(game).count('class="step"') and heights == sorted(heights)


@pytest.mark.parametrize("game", YEARS)
def test_a_report_of_payola_is_small(game: str) -> None:
    """At most 1 MB for eight years on the standard board, 2.5 MB on Youngstown, without what was said."""
    page = re.sub(r'(?s)<section id="press">.*?</section>', "", report(game))
    shared = len("".join(re.findall(r'(?s)<svg class="shared".*?</svg>', page)))
    eight = shared + (len(page) - shared) / YEARS[game] * 8
    assert eight <= (1_000_000 if game == "spring" else 2_500_000)


def test_four_years_of_payola_are_printed_on_45_pages_and_maps_stay_whole(
    browser: Browser, pages: dict[str, Path], tmp_path: Path
) -> None:
    quiet = tmp_path / "quiet.html"  # what was said is not counted
    quiet.write_text(re.sub(r'(?s)<section id="press">.*?</section>', "", report("spring")), encoding="utf-8")
    with opened(browser, quiet, 1280) as shown:
        printed = shown.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 45
        shown.emulate_media(media="print")
        assert shown.locator("figure.picture").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
        assert not shown.locator(".bar").first.is_visible()
